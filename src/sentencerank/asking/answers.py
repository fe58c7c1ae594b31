"""What a document says to one query or several, and how several share its sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from sentencerank.asking.questions import Queries, Question, query_list
from sentencerank.method.arrays import Ids, Mask, Order, Scores
from sentencerank.method.query import FIRST, TEXT, Passages, standard
from sentencerank.method.selection import by_score
from sentencerank.records import Hit

ALL_RULED_OUT = "No sentence has all that must occur and nothing that must not: ranked without that demand."


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """What a document says to a query."""

    parts: Mapping[str, Scores]  # of the score of every sentence; they add up to it
    order: Order  # the sentences that can be asked, the closest first; what the query rules out is last, and copies
    allowed: int  # how many of them are neither
    copy_of: Ids  # of every sentence: the one that says the same word for word and is closer to the query; -1 for none
    hits: tuple[Hit, ...]  # for every sentence that has a word of the query, in document order
    found: bool  # whether anything in the text is near the query
    notes: tuple[str, ...] = ()  # what a reader should know


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What it says to one of several queries, over the sentences that can be asked."""

    question: Question
    parts: Mapping[str, Scores]
    allowed: Mask  # which sentences have what must occur and nothing that must not
    near: bool  # whether anything is near the query

    @property
    def total(self) -> Scores:
        """The score of every sentence."""
        return sum(self.parts.values(), start=np.zeros(len(self.allowed)))


def take_turns(answers: Sequence[Answer], allowed: Mask) -> tuple[dict[str, Scores], Order]:
    """Take the first sentence of every query, then the second of every query; what a query rules out is its last.

    `allowed` has a row for each query. The parts of a sentence are those of the query that put it first.
    """
    ranks = np.empty(allowed.shape, dtype=np.intp)
    totals = np.array([answer.total for answer in answers])
    for own, total, right in zip(ranks, totals, allowed, strict=True):
        order = by_score(total)
        own[np.concatenate((order[right[order]], order[~right[order]]))] = np.arange(len(order))
    best, every = ranks.argmin(axis=0), np.arange(allowed.shape[1])
    names = dict.fromkeys(name for answer in answers for name in answer.parts)
    none = np.zeros(allowed.shape[1])
    parts = {name: np.array([answer.parts.get(name, none) for answer in answers])[best, every] for name in names}
    # What every query rules out comes last.
    return parts, np.lexsort((-totals.max(axis=0), ranks.min(axis=0), ~allowed.any(axis=0)))


def without_query(passages: Passages, importance: Scores | None) -> dict[str, Scores]:
    """Return the parts of scores where nothing is asked: the first sentence of a section, then what is important."""
    parts: dict[str, Scores] = {"section": FIRST * passages.first.astype(np.float64)}
    return parts if importance is None else parts | {"text": TEXT * standard(importance)}


def named_first(inside: Mask, inner: Mapping[str, Scores], outer: Mapping[str, Scores]) -> dict[str, Scores]:
    """Return the parts of scores where all sentences inside of what a query names come before the others."""
    none = np.zeros(len(inside))
    names = dict.fromkeys((*outer, *inner))
    parts = {name: np.where(inside, inner.get(name, none), outer.get(name, none)) for name in names}
    total = sum(parts.values(), start=none)
    return parts | {"named": np.where(inside, 1.0 + float(np.ptp(total)), 0.0)}


def without_words(queries: Queries) -> str:
    """Return what to say about queries that have no word to look for.

    >>> without_words("of the")
    "The query 'of the' has no essential word: ranked without it."
    """
    names = " and ".join(map(repr, query_list(queries) or [""]))
    return f"The query {names} has no essential word: ranked without it."


def not_near(question: Question) -> str:
    """Return what to say about a query that nothing is near."""
    return f"Nothing in the text is near the query {question.written!r}: the order says little about it."
