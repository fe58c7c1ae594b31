"""The sentences that carry a topic: in its middle, high in their documents, and supported by other documents."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from sentencerank.corpus.overview.document_extracts import DocumentExtract, Line
from sentencerank.corpus.overview.grouping import first_alike
from sentencerank.corpus.overview.pages import Point
from sentencerank.method.arrays import Ids, Scores, Vectors
from sentencerank.model.embeddings import unit

TRADE = 0.7  # λ of marginal relevance
RANKED, CARRIED = 0.3, 0.2  # what the rank in its document adds to a sentence, and that other documents say it too
NAMED = 0.15  # what a phrase adds that names the topic, for two of them at most
DEFINED = 0.25  # what it adds if the sentence begins with it: "Rain is …"
NUMBERS = 0.1  # what a sentence loses that has figures: it tells of one case
PERSONS = 0.4  # what a sentence loses that speaks of us or of you
STRANGE = 0.12  # what it loses for each word that nobody knows, for three of them at most
LONG, TOO_LONG = 22, 0.02  # words from which a sentence loses something, and how much for each
COPIED, NOTICE = 4, 0.5  # documents from which on a sentence is a notice, and what it loses: it stands in each of them
TYPICAL = 0.5  # how much of what all have in common is taken off what a topic is about
NEAR, SHARED = 0.7, 2  # cosine and common words from which two sentences speak of the same
TRIED = 60  # sentences whose support is counted
SUPPORTED = 0.08  # what each doubling of the documents that support a sentence adds


@dataclass(slots=True)
class Lines:
    """The lines of all extracts by their numbers, and which of them the overview has said."""

    extracts: Sequence[DocumentExtract]
    lines: Sequence[Line]
    owners: Ids  # the document of each line
    bounds: Ids  # document k has the lines bounds[k] to bounds[k + 1]
    vectors: NDArray[np.float16]
    same: Ids  # the first line that says the same
    carriers: dict[int, list[int]]  # first line → documents
    said: set[int] = field(default_factory=set)

    def of(self, documents: Iterable[int]) -> list[int]:
        """Return the numbers of the lines of these documents."""
        return [line for k in documents for line in range(self.bounds[k], self.bounds[k + 1])]


def gather_lines(extracts: Sequence[DocumentExtract]) -> Lines:
    """Put the lines of all extracts together, and find those that say the same."""
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
    bounds = np.concatenate(([0], np.cumsum(counts, dtype=np.intp)))
    return Lines(extracts, lines, owners, bounds, vectors, same, carriers)


def take_points(lines: Lines, documents: Ids, among: Ids, phrases: Sequence[str], count: int) -> tuple[Point, ...]:
    """Take the sentences that say most of what these documents say, none of them twice in the whole overview.

    Relevance is nearness to what sets them apart from the documents around them, rank in the document, the phrases that
    name the topic, and documents that say the same or speak of it.
    """
    every = lines.of(documents.tolist())
    places = [k for k, line in enumerate(every) if line == lines.same[line] and line not in lines.said]
    if not places:
        return ()
    vectors = lines.vectors[every].astype(np.float32)
    numbers = [every[k] for k in places]
    own = vectors[places]
    relevance = _relevance(lines, numbers, own, _direction(lines, vectors, among), phrases)
    # What half of the documents say is what they are about; what some of them have word for word is a notice.
    copies = np.array([len(lines.carriers[number]) for number in numbers])
    relevance -= NOTICE * ((copies >= COPIED) & (2 * copies < len(documents)))
    tried = np.argsort(-np.round(relevance, 6), kind="stable")[: TRIED + count]
    support = _support(lines, [numbers[k] for k in tried.tolist()], every, vectors)
    relevance = relevance[tried] + SUPPORTED * np.log2(support)
    chosen = _choose(relevance, own[tried], lines.owners[numbers][tried], count)
    points = []
    for k in chosen:
        number = numbers[int(tried[k])]
        lines.said.add(number)
        owner, *others = lines.carriers[number]
        line = lines.lines[number]
        points.append(
            Point(line.text, owner, tuple(others), line.start, line.end, max(int(support[k]), 1 + len(others)))
        )
    return tuple(points)


def _direction(lines: Lines, vectors: Vectors, among: Ids) -> Vectors:
    """What the lines of a topic are about, less what those of all the documents around it have in common."""
    around = lines.of(among.tolist())
    mean = vectors.mean(axis=0)
    if len(around) > len(vectors):
        mean = mean - TYPICAL * lines.vectors[around].mean(axis=0, dtype=np.float32)
    return unit(mean[None].astype(np.float32))[0]


def _relevance(
    lines: Lines, numbers: Sequence[int], vectors: Vectors, direction: Vectors, phrases: Sequence[str]
) -> Scores:
    some = [lines.lines[number] for number in numbers]
    first = np.array([1 / (1 + math.log2(line.rank)) for line in some])
    carried = np.array([math.log2(len(lines.carriers[number])) for number in numbers])
    folded = [phrase.casefold() for phrase in phrases]
    named = np.array([sum(phrase in line.text.casefold() for phrase in folded) for line in some])
    defined = np.array([_begins(line.text.casefold(), folded) for line in some])
    figures = np.array([any(map(str.isdigit, line.text)) for line in some])
    length = np.array([max(0, line.text.count(" ") + 1 - LONG) for line in some])
    persons = np.array([not line.alone for line in some])
    strange = np.array([min(line.unknown, 3) for line in some])
    relevance: Scores = (vectors @ direction + RANKED * first + CARRIED * np.minimum(carried, 3)).astype(np.float64)
    relevance += DEFINED * defined - NUMBERS * figures
    return relevance + NAMED * np.minimum(named, 2) - TOO_LONG * length - PERSONS * persons - STRANGE * strange


def _begins(text: str, phrases: Sequence[str]) -> bool:
    """Whether a sentence begins with one of some phrases, behind an article.

    >>> _begins("a word alignment is a relation.", ["word alignment"]), _begins("a relation.", ["word alignment"])
    (True, False)
    """
    _, _, rest = text.partition(" ")
    return any(text.startswith(phrase) or rest.startswith(phrase) for phrase in phrases)


def _support(lines: Lines, chosen: Sequence[int], every: Sequence[int], vectors: Vectors) -> Ids:
    """How many documents have a sentence that speaks of the same as each of those chosen, its own among them."""
    near = vectors @ lines.vectors[chosen].astype(np.float32).T >= NEAR
    found = []
    for number, column in zip(chosen, near.T, strict=True):
        words = _words(lines.lines[number].text)
        others = [every[k] for k in np.flatnonzero(column).tolist()]
        same = [other for other in others if len(words & _words(lines.lines[other].text)) >= SHARED]
        found.append(len({int(lines.owners[number]), *lines.owners[same].tolist()}))
    return np.array(found, dtype=np.intp)


def _words(text: str) -> set[str]:
    """The longer words of a sentence, as far as inflections leave them alike."""
    return {word[:5] for word in text.casefold().split() if len(word) > 3}


def _choose(relevance: Scores, vectors: Vectors, owners: Ids, count: int) -> list[int]:
    """Choose by marginal relevance; no document gives two sentences before every document has given one.

    Not `method.selection.marginal_relevance`: besides the nearest chosen sentence, the number of sentences that its
    document has given counts against a sentence.
    """
    nearest = np.zeros(len(relevance))
    given = np.zeros(len(relevance))
    chosen: list[int] = []
    for _ in range(min(count, len(relevance))):
        value = TRADE * relevance - (1 - TRADE) * nearest - given
        value[chosen] = -np.inf
        best = int(np.argmax(np.round(value, 6)))
        chosen.append(best)
        nearest = np.maximum(nearest, vectors @ vectors[best])
        given += owners == owners[best]
    return chosen
