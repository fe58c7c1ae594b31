"""Extracts → the tree of an overview: topics, sub-topics, and the sentences that carry each of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sentencerank.corpus.overview.copies import groups
from sentencerank.corpus.overview.extracts import PHRASES as PHRASES_KEPT
from sentencerank.corpus.overview.extracts import Extract, term_vectors
from sentencerank.corpus.overview.topics import centred, spherical_means
from sentencerank.method.arrays import Ids, Scores, Vectors
from sentencerank.model.embeddings import EmbeddingTable, unit
from sentencerank.workers import one_thread

TOPICS, SUB_TOPICS = 12, 8  # at most
ENOUGH = 12  # documents from which a topic is divided
PHRASES = 5  # that name a topic
TRADE = 0.7  # λ of marginal relevance
RANKED, CARRIED = 0.3, 0.2  # what the rank in its document adds to a sentence, and that other documents say it too


@dataclass(frozen=True, slots=True)
class Point:
    """A sentence of the overview; `others` say it too."""

    text: str
    document: int  # place among the documents
    others: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """Documents that belong together."""

    phrases: tuple[str, ...]
    documents: tuple[int, ...]
    points: tuple[Point, ...]
    topics: tuple[Topic, ...] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """Where a sentence is from."""

    id: str
    link: str


@dataclass(frozen=True, slots=True)
class Outline:
    """All of it."""

    documents: tuple[Document, ...]
    topics: tuple[Topic, ...]
    without: int  # documents that gave nothing
    copies: int  # documents whose text was there before


@dataclass(slots=True)
class _Desk:
    """What is needed to choose sentences, and which were chosen."""

    extracts: Sequence[Extract]
    owners: Ids  # the document of each line
    bounds: Ids  # document k has the lines bounds[k] to bounds[k + 1]
    vectors: Vectors  # of the lines
    same: Ids  # the first line that says the same
    carriers: dict[int, list[int]]  # first line → documents
    said: set[int] = field(default_factory=set)

    def lines(self, documents: Iterable[int]) -> list[int]:
        return [line for k in documents for line in range(self.bounds[k], self.bounds[k + 1])]

    def text(self, line: int) -> str:
        return self._line(line).text

    def rank(self, line: int) -> int:
        return self._line(line).rank

    def _line(self, line: int):  # type: ignore[no-untyped-def]
        owner = int(self.owners[line])
        return self.extracts[owner].lines[line - int(self.bounds[owner])]


def outline(
    extracts: Sequence[Extract], table: EmbeddingTable, *, points: int = 4, without: int = 0, copies: int = 0
) -> Outline:
    """The tree of a collection; the largest topic first, `points` sentences for each leaf."""
    with one_thread():
        desk = _desk(extracts)
        whole = document_vectors(extracts, table)
        topics = tuple(
            _topic(desk, whole, members, range(len(extracts)), points)
            for members in _parts(whole, topic_count(len(extracts)))
        )
    return Outline(tuple(Document(one.id, one.link) for one in extracts), topics, without, copies)


def topic_count(documents: int) -> int:
    """About √n / 2, a page at most.

    >>> [topic_count(n) for n in (1, 5, 20, 100, 400, 10_000)]
    [1, 2, 3, 6, 11, 12]
    """
    return 1 if documents < 4 else min(TOPICS, 1 + round(math.sqrt(documents) / 2))


def _desk(extracts: Sequence[Extract]) -> _Desk:
    counts = [len(one.lines) for one in extracts]
    owners = np.repeat(np.arange(len(extracts)), counts)
    same = groups([line.text for one in extracts for line in one.lines])
    carriers: dict[int, list[int]] = {}
    for first, owner in zip(same.tolist(), owners.tolist(), strict=True):
        documents = carriers.setdefault(first, [])
        if not documents or documents[-1] != owner:  # owners ascend, so the last one is enough to look at
            documents.append(owner)
    vectors = np.concatenate([one.vectors for one in extracts]) if extracts else np.zeros((0, 1), np.float16)
    return _Desk(extracts, owners, np.concatenate(([0], np.cumsum(counts))), vectors, same, carriers)  # type: ignore[arg-type]


def document_vectors(extracts: Sequence[Extract], table: EmbeddingTable) -> Vectors:
    """The direction of each document: half its sentences, half its keyphrases, those that few documents have more."""
    found = Counter(stems for one in extracts for stems, _ in one.phrases)
    written = {stems: surface for one in reversed(extracts) for stems, surface in one.phrases}
    names = sorted(found)
    known = unit(term_vectors([written[stems] for stems in names], table))
    rare = np.array([math.log(1 + len(extracts) / found[stems]) for stems in names], dtype=np.float32)
    place = {stems: row for row, stems in enumerate(names)}
    whole = np.zeros((len(extracts), table.dimensions), dtype=np.float32)
    for k, one in enumerate(extracts):
        weights = np.array([1 / math.sqrt(line.rank) for line in one.lines], dtype=np.float32)
        sentences = weights @ one.vectors.astype(np.float32)
        rows = [place[stems] for stems, _ in one.phrases]
        phrases = (rare[rows] * _fading(len(rows))) @ known[rows]
        whole[k] = unit(np.array([sentences, phrases], dtype=np.float32)).sum(axis=0)
    return unit(whole)


def _fading(count: int) -> NDArray[np.float32]:
    """What the first, second, … keyphrase of a document counts."""
    return (1 / (1 + np.arange(count) / 4)).astype(np.float32)


def _parts(vectors: Vectors, count: int) -> Iterator[list[int]]:
    labels = spherical_means(vectors, count)
    for label in range(labels.max() + 1 if len(labels) else 0):
        yield np.flatnonzero(labels == label).tolist()


def _topic(desk: _Desk, whole: Vectors, members: list[int], among: Sequence[int], points: int) -> Topic:
    """A topic with its sub-topics, if it is large enough to have some."""
    stems = names(desk.extracts, members, among)
    phrases = _written(desk.extracts, members, stems)
    parts: list[list[int]] = [members]
    if ENOUGH <= len(members) < len(desk.extracts):
        # Centred here, not above: what a topic has in common should hold it together, not its sub-topics.
        found = _parts(centred(whole[members]), min(SUB_TOPICS, max(2, round(math.sqrt(len(members)) / 2))))
        parts = [[members[k] for k in part] for part in found]
    if len(parts) == 1:
        return Topic(phrases, tuple(members), _points(desk, members, points))
    lead = _points(desk, members, 1)
    below = []
    for part in parts:
        own = names(desk.extracts, part, members, frozenset(stems[:1]))
        below.append(Topic(_written(desk.extracts, part, own), tuple(part), _points(desk, part, points)))
    return Topic(phrases, tuple(members), lead, tuple(below))


def names(
    extracts: Sequence[Extract], members: Sequence[int], among: Sequence[int], taken: frozenset[str] = frozenset()
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


def _written(extracts: Sequence[Extract], members: Iterable[int], phrases: Iterable[str]) -> tuple[str, ...]:
    """Phrases as these documents write them most often."""
    forms: dict[str, Counter[str]] = {}
    for k in members:
        for stems, surface in extracts[k].phrases:
            forms.setdefault(stems, Counter())[surface] += 1
    return tuple(min(forms[stems], key=lambda form: (-forms[stems][form], form)) for stems in phrases)


def _shares(extracts: Sequence[Extract], documents: Iterable[int]) -> dict[str, float]:
    """How many documents are about each phrase; one that is high among their phrases counts more."""
    shares: dict[str, float] = {}
    weights = _fading(PHRASES_KEPT).tolist()
    for k in documents:
        for weight, (stems, _) in zip(weights, extracts[k].phrases, strict=False):
            shares[stems] = shares.get(stems, 0.0) + weight
    return shares


def _points(desk: _Desk, documents: Sequence[int], count: int) -> tuple[Point, ...]:
    """The sentences that say most of what these documents say, none of them twice in the whole overview.

    Marginal relevance over nearness to the middle, rank in the document, and documents that say the same; one sentence
    of a document, until every document has given one.
    """
    lines = [line for line in desk.lines(documents) if line == desk.same[line] and line not in desk.said]
    if not lines:
        return ()
    vectors = desk.vectors[lines].astype(np.float32)
    relevance = _relevance(desk, lines, vectors)
    nearest = np.zeros(len(lines), dtype=np.float32)
    used = np.zeros(len(lines), dtype=np.float32)  # how many sentences its document has given
    owners = desk.owners[lines]
    chosen: list[int] = []
    for _ in range(min(count, len(lines))):
        value = TRADE * relevance - (1 - TRADE) * nearest - used
        value[chosen] = -np.inf
        best = int(np.argmax(np.round(value, 6)))
        chosen.append(best)
        nearest = np.maximum(nearest, vectors @ vectors[best])
        used += owners == owners[best]
    desk.said.update(lines[k] for k in chosen)
    return tuple(_point(desk, lines[k]) for k in chosen)


def _relevance(desk: _Desk, lines: Sequence[int], vectors: Vectors) -> Scores:
    middle = unit(vectors.sum(axis=0, keepdims=True))[0]
    first = np.array([1 / (1 + math.log2(desk.rank(line))) for line in lines])
    carried = np.array([math.log2(len(desk.carriers[line])) for line in lines])
    return vectors @ middle + RANKED * first + CARRIED * np.minimum(carried, 3)


def _point(desk: _Desk, line: int) -> Point:
    owner, *others = desk.carriers[line]
    return Point(desk.text(line), owner, tuple(others))
