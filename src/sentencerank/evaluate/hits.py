"""From counts to scores: recall, precision and F of one measure, over one or several references."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Counts: TypeAlias = NDArray[np.int64]  # (references,)
Several: TypeAlias = Literal["pooled", "mean", "best", "jackknife"]


@dataclass(frozen=True, slots=True)
class Score:
    """Recall R, precision P and F = PR / ((1 - α)P + αR); 0 where there is nothing to divide by."""

    recall: float
    precision: float
    f: float


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """One measure before division: hits and units of each reference, and units of the summary."""

    hits: Counts
    reference: Counts
    summary: int

    def score(self, several: Several = "pooled", alpha: float = 0.5) -> Score:
        """One score out of several references.

        pooled: Σ hits / Σ units, the script's `-f A`. mean: of the scores per reference. best: the reference of the
        highest recall, the script's `-f B`, the first of equals. jackknife: the mean over leaving out each reference
        in turn of the best of the others (Lin 2004, §2.1); with a single reference, its score.
        """
        hits, units = self.hits.tolist(), self.reference.tolist()
        if several == "pooled":
            return _score(sum(hits), sum(units), self.summary * len(hits), alpha)
        each = [_score(hit, unit, self.summary, alpha) for hit, unit in zip(hits, units, strict=True)]
        match several:
            case "mean":
                return _mean(each)
            case "best":
                return _best(each)
            case "jackknife":
                return _mean([_best(each[:k] + each[k + 1 :]) for k in range(len(each))]) if each[1:] else each[0]


def _score(hits: int, reference: int, summary: int, alpha: float) -> Score:
    recall = hits / reference if reference else 0.0
    precision = hits / summary if summary else 0.0
    weighted = (1 - alpha) * precision + alpha * recall
    return Score(recall, precision, precision * recall / weighted if weighted else 0.0)


def _mean(scores: Sequence[Score]) -> Score:
    n = len(scores)
    return Score(
        sum(s.recall for s in scores) / n,
        sum(s.precision for s in scores) / n,
        sum(s.f for s in scores) / n,
    )


def _best(scores: Sequence[Score]) -> Score:
    return max(scores, key=lambda score: round(score.recall, 5))  # the script compares what it would print
