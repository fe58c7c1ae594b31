"""Extracts → the tree of an overview: topics, sub-topics, and the sentences that carry each of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sentencerank.corpus.job import Job, Progress
from sentencerank.corpus.overview.document_extracts import PHRASES as PHRASES_KEPT
from sentencerank.corpus.overview.document_extracts import (
    DocumentExtract,
    Line,
    embeddings,
    extract_documents,
    term_vectors,
)
from sentencerank.corpus.overview.grouping import centred, first_alike, spherical_means
from sentencerank.corpus.overview.pages import Outline, OverviewDocument, OverviewTopic, Point
from sentencerank.method.arrays import Ids, Scores, Vectors
from sentencerank.model.embeddings import EmbeddingTable, unit
from sentencerank.recipe import whole_number
from sentencerank.workers import one_thread

TOPICS, SUB_TOPICS = 12, 8  # at most
ENOUGH = 12  # documents from which a topic is divided
PHRASES = 5  # that name a topic
TRADE = 0.7  # λ of marginal relevance
RANKED, CARRIED = 0.3, 0.2  # what the rank in its document adds to a sentence, and that other documents say it too


def overview(
    source: str | Path,
    job: Job | None = None,
    *,
    workers: int | None = None,
    points: int = 4,
    progress: Progress | None = None,
) -> Outline:
    """Return what the documents of a collection are about, with `points` sentences for each sub-topic.

    Documents are read and ranked as by `rank_corpus`, in `workers` processes, by default one for each core; the result
    is the same for any number of them. Raises CorpusError for a source that cannot be read, OptionsError for choices
    that do not fit.
    """
    job = (job or Job()).portable()
    whole_number(points, "points", least=1)
    found = extract_documents(source, job, workers=workers, progress=progress)
    table = embeddings(job.recipe.model)
    return outline(found.documents, table, points=points, without=found.without, copies=found.copies)


def outline(
    extracts: Sequence[DocumentExtract], table: EmbeddingTable, *, points: int = 4, without: int = 0, copies: int = 0
) -> Outline:
    """Return the tree of a collection; the largest topic first, `points` sentences for each leaf."""
    with one_thread():
        lines = _lines(extracts)
        vectors = document_vectors(extracts, table)
        topics = tuple(
            _topic(lines, vectors, members, range(len(extracts)), points)
            for members in _groups(vectors, topic_count(len(extracts)))
        )
    return Outline(tuple(OverviewDocument(each.id, each.link) for each in extracts), topics, without, copies)


def topic_count(documents: int) -> int:
    """About √n / 2, a page at most.

    >>> [topic_count(n) for n in (1, 5, 20, 100, 400, 10_000)]
    [1, 2, 3, 6, 11, 12]
    """
    return 1 if documents < 4 else min(TOPICS, 1 + round(math.sqrt(documents) / 2))


@dataclass(slots=True)
class _Lines:
    """The lines of all extracts by their numbers, and which of them the overview has said."""

    extracts: Sequence[DocumentExtract]
    lines: Sequence[Line]
    owners: Ids  # the document of each line
    bounds: Ids  # document k has the lines bounds[k] to bounds[k + 1]
    vectors: NDArray[np.float16]
    same: Ids  # the first line that says the same
    carriers: dict[int, list[int]]  # first line → documents
    said: set[int] = field(default_factory=set)

    def unsaid(self, documents: Iterable[int]) -> list[int]:
        """Lines of these documents that say something new."""
        numbers = (line for k in documents for line in range(self.bounds[k], self.bounds[k + 1]))
        return [line for line in numbers if line == self.same[line] and line not in self.said]


def _lines(extracts: Sequence[DocumentExtract]) -> _Lines:
    counts = [len(each.lines) for each in extracts]
    lines = [line for each in extracts for line in each.lines]
    owners = np.repeat(np.arange(len(extracts)), counts)
    same = first_alike([line.text for line in lines])
    carriers: dict[int, list[int]] = {}
    for first, owner in zip(same.tolist(), owners.tolist(), strict=True):
        documents = carriers.setdefault(first, [])
        # Owners ascend, so the last one is enough to look at.
        if not documents or documents[-1] != owner:
            documents.append(owner)
    vectors = np.concatenate([each.vectors for each in extracts]) if extracts else np.zeros((0, 1), np.float16)
    return _Lines(
        extracts, lines, owners, np.concatenate(([0], np.cumsum(counts, dtype=np.intp))), vectors, same, carriers
    )


def document_vectors(extracts: Sequence[DocumentExtract], table: EmbeddingTable) -> Vectors:
    """The direction of each document: half its sentences, half its keyphrases, those that few documents have more."""
    found = Counter(stems for each in extracts for stems, _ in each.phrases)
    surfaces = {stems: surface for each in reversed(extracts) for stems, surface in each.phrases}
    names = sorted(found)
    known = unit(term_vectors([surfaces[stems] for stems in names], table))
    rare = np.array([math.log(1 + len(extracts) / found[stems]) for stems in names], dtype=np.float32)
    place = {stems: row for row, stems in enumerate(names)}
    directions = np.zeros((len(extracts), table.dimensions), dtype=np.float32)
    for k, each in enumerate(extracts):
        weights = np.array([1 / math.sqrt(line.rank) for line in each.lines], dtype=np.float32)
        sentences = weights @ each.vectors.astype(np.float32)
        rows = [place[stems] for stems, _ in each.phrases]
        phrases = (rare[rows] * _fading(len(rows))) @ known[rows]
        directions[k] = unit(np.array([sentences, phrases], dtype=np.float32)).sum(axis=0)
    return unit(directions)


def _fading(count: int) -> NDArray[np.float32]:
    """What the first, second, … keyphrase of a document counts."""
    return (1 / (1 + np.arange(count) / 4)).astype(np.float32)


def _groups(vectors: Vectors, count: int) -> Iterator[list[int]]:
    labels = spherical_means(vectors, count)
    for label in range(labels.max() + 1 if len(labels) else 0):
        yield np.flatnonzero(labels == label).tolist()


def _topic(lines: _Lines, vectors: Vectors, members: list[int], among: Sequence[int], points: int) -> OverviewTopic:
    """A topic with its sub-topics, if it is large enough to have some."""
    extracts = lines.extracts
    stems = distinctive_phrases(extracts, members, among)
    phrases = _surfaces(extracts, members, stems)
    parts: list[list[int]] = [members]
    if ENOUGH <= len(members) < len(extracts):
        # Centred here, not above: what a topic has in common should hold it together, not its sub-topics.
        found = _groups(centred(vectors[members]), min(SUB_TOPICS, max(2, round(math.sqrt(len(members)) / 2))))
        parts = [[members[k] for k in part] for part in found]
    if len(parts) == 1:
        return OverviewTopic(phrases, tuple(members), _take_points(lines, members, points))
    lead = _take_points(lines, members, 1)
    below = []
    for part in parts:
        own = _surfaces(extracts, part, distinctive_phrases(extracts, part, members, frozenset(stems[:1])))
        below.append(OverviewTopic(own, tuple(part), _take_points(lines, part, points)))
    return OverviewTopic(phrases, tuple(members), lead, tuple(below))


def distinctive_phrases(
    extracts: Sequence[DocumentExtract],
    members: Sequence[int],
    among: Sequence[int],
    taken: frozenset[str] = frozenset(),
) -> tuple[str, ...]:
    """The phrases that these documents have and the others around them have not: share × log(share / share of others).

    A phrase of several words says more than one word, and one that only one document has says little of the others.
    """
    inside, everywhere = _shares(extracts, members), _shares(extracts, among)
    others = len(among) - len(members)
    carriers = Counter(stems for k in members for stems, _ in extracts[k].phrases)
    weights = {}
    for stems, count in inside.items():
        share, rest = count / len(members), (everywhere[stems] - count + 0.5) / (others + 1)
        weight = (1.5 if " " in stems else 1.0) * (1.0 if carriers[stems] > 1 or len(members) < 4 else 0.2)
        if share > rest:
            weights[stems] = weight * share * math.log(share / rest)
    chosen: list[str] = []
    for stems in sorted(weights, key=lambda stems: (-round(weights[stems], 9), stems)):
        if not any(set(stems.split()) & set(other.split()) for other in (*chosen, *taken)):
            chosen.append(stems)
        if len(chosen) == PHRASES:
            break
    return tuple(chosen)


def _surfaces(extracts: Sequence[DocumentExtract], members: Iterable[int], phrases: Iterable[str]) -> tuple[str, ...]:
    """Phrases as these documents write them most often."""
    forms: dict[str, Counter[str]] = {}
    for k in members:
        for stems, surface in extracts[k].phrases:
            forms.setdefault(stems, Counter())[surface] += 1
    return tuple(min(forms[stems], key=lambda form: (-forms[stems][form], form)) for stems in phrases)


def _shares(extracts: Sequence[DocumentExtract], documents: Iterable[int]) -> dict[str, float]:
    """How many documents are about each phrase; one that is high among their phrases counts more."""
    shares: dict[str, float] = {}
    weights = _fading(PHRASES_KEPT).tolist()
    for k in documents:
        for weight, (stems, _) in zip(weights, extracts[k].phrases, strict=False):
            shares[stems] = shares.get(stems, 0.0) + weight
    return shares


def _take_points(lines: _Lines, documents: Sequence[int], count: int) -> tuple[Point, ...]:
    """Take the sentences that say most of what these documents say, none of them twice in the whole overview.

    Relevance is nearness to the middle, rank in the document, and documents that say the same.
    """
    numbers = lines.unsaid(documents)
    if not numbers:
        return ()
    vectors = lines.vectors[numbers].astype(np.float32)
    relevance = _relevance(lines, numbers, vectors)
    # Not `method.selection.marginal_relevance`: besides the nearest chosen sentence, the number of sentences that its
    # document has given counts against a sentence, so that none gives two before every document has given one. The
    # similarities are computed for the few chosen rows alone: a topic may have 100,000 lines.
    nearest = np.zeros(len(numbers), dtype=np.float32)
    given = np.zeros(len(numbers), dtype=np.float32)
    owners = lines.owners[numbers]
    chosen: list[int] = []
    for _ in range(min(count, len(numbers))):
        value = TRADE * relevance - (1 - TRADE) * nearest - given
        value[chosen] = -np.inf
        best = int(np.argmax(np.round(value, 6)))
        chosen.append(best)
        nearest = np.maximum(nearest, vectors @ vectors[best])
        given += owners == owners[best]
    lines.said.update(numbers[k] for k in chosen)
    return tuple(_point(lines, numbers[k]) for k in chosen)


def _relevance(lines: _Lines, numbers: Sequence[int], vectors: Vectors) -> Scores:
    middle = unit(vectors.sum(axis=0, keepdims=True))[0]
    first = np.array([1 / (1 + math.log2(lines.lines[number].rank)) for number in numbers])
    carried = np.array([math.log2(len(lines.carriers[number])) for number in numbers])
    return vectors @ middle + RANKED * first + CARRIED * np.minimum(carried, 3)


def _point(lines: _Lines, number: int) -> Point:
    owner, *others = lines.carriers[number]
    return Point(lines.lines[number].text, owner, tuple(others))
