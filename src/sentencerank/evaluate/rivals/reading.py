"""A document as the rivals see it, in numbers: its words, its entities and the lengths of its sentences.

Entities are the nouns and names that the tagger of the language finds, compared by their stems. The publications have a
coreference system and a parser here; syntactic roles are therefore not known, and every occurrence counts one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import DocumentError
from sentencerank.evaluate.subjects import Subject
from sentencerank.method.arrays import Ids, Order, Scores, Similarity
from sentencerank.ranker import ranker_of
from sentencerank.recipe import Budget, Recipe

Counts: TypeAlias = NDArray[np.float64]  # (n, m): how often each of m things stands in each of n sentences

_WORDS = Recipe.of("textrank")  # splits a text into words and goes no further


@dataclass(frozen=True, eq=False)
class Reading:
    """The sentences of a document that have words; all places are among these."""

    id: str
    language: str
    inside: Ids  # which sentences of the document these are
    lengths: Ids  # in words, all of them counted
    words: tuple[tuple[str, ...], ...]  # the essential words of each sentence, as stems
    nouns: tuple[tuple[str, ...], ...]  # those of them that are nouns and names

    @cached_property
    def entity_counts(self) -> Counts:
        """How often each entity stands in each sentence. Raise DocumentError if there is none."""
        counts = counts_of(self.nouns)
        if not counts.shape[1]:
            raise DocumentError("the tagger finds no noun and so no entity: rank this text by another method")
        return counts


class Rival(Protocol):
    """What knows a collection and ranks a document of it."""

    def order(self, reading: Reading, limit: int) -> Order:
        """Return places of the reading, best first, meant for a summary of `limit` words; the rest may be missing."""


def read(subject: Subject) -> Reading:
    """Find the words of a subject."""
    analysis = ranker_of(_WORDS).prepare(subject.document).analysis
    kept = [[token for token in tokens if token.essential] for tokens in analysis.tokens]
    inside = np.array([i for i, tokens in enumerate(kept) if tokens and analysis.prose[i]], dtype=np.intp)
    own = [kept[i] for i in inside.tolist()]
    return Reading(
        id=subject.id,
        language=subject.document.language,
        inside=inside,
        lengths=analysis.words[inside],
        words=tuple(tuple(token.stem for token in tokens) for tokens in own),
        nouns=tuple(tuple(token.stem for token in tokens if token.noun) for tokens in own),
    )


@lru_cache(maxsize=1)
def read_all(subjects: tuple[Subject, ...]) -> tuple[Reading, ...]:
    """Find the words of a collection; all rivals of a run share the result."""
    return tuple(map(read, subjects))


def counts_of(bags: Iterable[Iterable[str]]) -> Counts:
    """Return a row for each bag and a column for each thing, in the order of their first appearance.

    >>> counts_of([["a", "b", "a"], [], ["b"]]).tolist()
    [[2.0, 1.0], [0.0, 0.0], [0.0, 1.0]]
    """
    number: dict[str, int] = {}
    rows = [[number.setdefault(thing, len(number)) for thing in bag] for bag in bags]
    counts = np.zeros((len(rows), len(number)))
    for row, things in zip(counts, rows, strict=True):
        np.add.at(row, things, 1.0)
    return counts


def cosines_of(counts: Counts) -> Similarity:
    """Return cosines by term frequency and inverse sentence frequency, 1 + ln(n / n_w), 0 on the diagonal.

    >>> cosines_of(np.array([[1.0, 0.0], [2.0, 0.0], [0.0, 1.0]])).round(2).tolist()
    [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 0.0]]
    """
    spread = np.count_nonzero(counts, axis=0)
    weighted = counts * (1.0 + np.log(len(counts) / np.maximum(spread, 1)))
    weighted /= np.maximum(np.linalg.norm(weighted, axis=1, keepdims=True), 1e-12)
    cosines = (weighted @ weighted.T).astype(np.float32)
    np.fill_diagonal(cosines, 0.0)
    return cosines


def words_within(budget: Budget, subject: Subject) -> int:
    """Return how many words a budget is in this document: for a share of the sentences, as many as average ones have.

    >>> from sentencerank.evaluate.cases import Case
    >>> from sentencerank.evaluate.subjects import subject
    >>> text = subject(Case(id="a", sentences=("One two.", "Three four five six."), references=()))
    >>> [words_within(Budget.parse(name), text) for name in ("5w", "1s", "50%", "13c")]
    [5, 3, 3, 3]
    """
    limit, count, total = budget.limit(len(subject.sentences)), len(subject.sentences), int(subject.words.sum())
    if budget.unit == "words":
        return limit
    if budget.unit == "characters":
        count = sum(map(len, subject.sentences))
    return round(total * limit / max(count, 1))


def shares(values: Scores) -> Scores:
    """Return values that sum to one, or zeros.

    >>> shares(np.array([1.0, 3.0])).tolist(), shares(np.zeros(2)).tolist()
    ([0.25, 0.75], [0.0, 0.0])
    """
    total = float(values.sum())
    return values / total if total > 0 else np.zeros(len(values))
