"""How good the order of *all* sentences is, and not only what fits into a budget.

    area    what a reader has seen of the references, by the share of the words read in rank order: the mean over words
    ρ       rank correlation of the order with the usefulness of each sentence by itself
    AP      average precision, where judges chose sentences

What is seen and useful is counted in content words, by their stems, without function words: those are in every sentence
and would make any long sentence useful. Where judges chose or scored sentences and wrote nothing, their votes count.

    usefulness(S) = share of the content words of a reference that S has / √(words of S), mean over references
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sentencerank.evaluate.measures import average_precision, spearman
from sentencerank.evaluate.measures import reading_area as area_of_votes
from sentencerank.evaluate.subjects import JUDGES, Subject
from sentencerank.languages.registry import language_of
from sentencerank.method.arrays import Ids, Order, Scores

MEASURES = ("area", "ρ", "AP")


@dataclass(frozen=True, eq=False)
class Wanted:
    """The content words of the references of a document, and how often each sentence has them."""

    held: NDArray[np.float64]  # (n, v) times that a sentence has a word
    asked: NDArray[np.float64]  # (r, v) times that a reference has it
    words: Ids  # (n,) length of each sentence

    @cached_property
    def usefulness(self) -> Scores:
        """What each sentence alone is worth to the judges, for its length."""
        recall: Scores = _recall(self.held, self.asked)
        return recall / np.sqrt(np.maximum(self.words, 1))

    def area(self, order: Order) -> float:
        """The share of what the whole document has of the references, seen after a share of the words."""
        seen = np.concatenate(([0.0], _recall(np.cumsum(self.held[order], axis=0), self.asked)))
        read = np.concatenate(([0.0], np.cumsum(self.words[order])))
        if not seen[-1] or not read[-1]:
            return float("nan")
        return float(((seen[1:] + seen[:-1]) * np.diff(read)).sum() / (2 * seen[-1] * read[-1]))

    def correlation(self, order: Order) -> float:
        """Return ρ of an order with the usefulness of the sentences."""
        return spearman(_values(order), self.usefulness)


def wanted_words(subject: Subject) -> Wanted | None:
    """Count the content words of a document that its summaries have; None where nobody wrote a summary.

    >>> from sentencerank.evaluate.cases import Case, Reference
    >>> from sentencerank.evaluate.subjects import subjects
    >>> said = Reference("x", "The rain.")
    >>> case = Case(id="a", sentences=("Rain fell.", "It was the day of it."), references=(said,))
    >>> found = wanted_words(subjects([case])[0][0])
    >>> found.usefulness.round(2).tolist(), found.area(np.array([0, 1])), found.area(np.array([1, 0]))
    ([0.71, 0.0], 0.875, 0.125)
    """
    if not subject.summaries:
        return None
    language = language_of(subject.document.language)

    def content(texts: Sequence[str]) -> list[Counter[str]]:
        found = language.tokens(list(texts), part_of_speech=False)
        return [Counter(token.stem for token in tokens if token.essential) for tokens in found]

    asked = [counts for counts in content([text.replace("\n", " ") for text in subject.summaries]) if counts]
    if not asked:
        return None
    number = {word: place for place, word in enumerate(dict.fromkeys(word for counts in asked for word in counts))}
    return Wanted(_table(content(subject.sentences), number), _table(asked, number), subject.words)


def whole_order(order: Order, subject: Subject, wanted: Wanted | None) -> dict[str, float]:
    """Return every measure of an order; nan where the references do not tell."""
    votes = subject.votes(JUDGES) if subject.judges else None
    precision = float("nan") if votes is None else average_precision(order, votes)
    if wanted is not None:
        found = (wanted.area(order), wanted.correlation(order), precision)
    elif votes is not None:
        found = (area_of_votes(order, subject.words, votes), spearman(_values(order), votes), precision)
    else:
        found = (float("nan"), float("nan"), precision)
    return dict(zip(MEASURES, found, strict=True))


def _recall(held: NDArray[np.float64], asked: NDArray[np.float64]) -> Scores:
    """The share of the words of each reference that rows have, each at most as often as asked: the mean of both."""
    shares = [np.minimum(held, one).sum(axis=1) / one.sum() for one in asked]
    return np.mean(shares, axis=0)


def _table(counts: Sequence[Counter[str]], number: dict[str, int]) -> NDArray[np.float64]:
    table = np.zeros((len(counts), len(number)))
    for row, found in enumerate(counts):
        for word, times in found.items():
            if word in number:
                table[row, number[word]] = times
    return table


def _values(order: Order) -> Scores:
    """Return a value for each sentence, higher for a better place."""
    values = np.empty(len(order))
    values[order] = -np.arange(len(order), dtype=np.float64)
    return values
