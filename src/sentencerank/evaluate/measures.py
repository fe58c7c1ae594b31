"""How well an order of sentences agrees with judges who scored or chose sentences.

`votes` has one number per sentence, 0 or more, higher for more important: 0 and 1 for one judge's extract, how many
judges chose it, or their mean score. `order` is a permutation, the most important first. Ties among votes need no
breaking: each measure below has the same value whatever the order of equally voted sentences is taken to be. Where the
judges say nothing (no votes, or all sentences alike to a correlation) a measure is nan: leave it out of means. What is
no order of all sentences, or no vote, raises DataError.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from sentencerank.errors import DataError
from sentencerank.method.arrays import Ids, Scores

BLOCK = 512  # rows of an n × n comparison held at a time


def ndcg(order: ArrayLike, votes: ArrayLike, top: int | None = None) -> float:
    """Return DCG / best DCG, with DCG = Σ_k votes of the k-th sentence / log₂(k + 1), over all or the first `top`.

    >>> round(ndcg([1, 0, 2], [3, 2, 0]), 4), ndcg([0, 1, 2], [3, 2, 0])
    (0.9134, 1.0)
    """
    gains = _in_order(order, votes)[:top]
    ideal = np.sort(np.asarray(votes, dtype=np.float64))[::-1][:top]
    discounts = 1 / np.log2(np.arange(2, len(gains) + 2))
    best = float(ideal @ discounts)
    return float(gains @ discounts) / best if best else float("nan")


def average_precision(order: ArrayLike, votes: ArrayLike) -> float:
    """Return the mean of the precision at the rank of each relevant sentence; for graded votes its expected value.

    With votes of 0 and 1, AP = 1/R Σ_{k relevant} (relevant among the first k) / k. Graded votes become 0 and 1 by a
    bar: relevant is what has at least θ votes. The value is the mean of AP over bars θ drawn uniformly from
    (0, highest vote]. It is 1 exactly for an order by votes.

    >>> average_precision([0, 1, 2], [1, 0, 1])  # (1/1 + 2/3) / 2
    0.8333333333333333
    >>> average_precision([0, 1, 2], [2, 0, 1])  # half of (0, 2]: both count, 5/6; other half: only the first, 1
    0.9166666666666666
    """
    gains = _in_order(order, votes)
    bars = np.unique(gains[gains > 0])
    if not len(bars):
        return float("nan")
    ranks = np.arange(1, len(gains) + 1)
    value = 0.0
    for bar, step in zip(bars, np.diff(bars, prepend=0.0), strict=True):
        relevant = gains >= bar
        precision = np.cumsum(relevant)[relevant] / ranks[relevant]
        value += float(step) * float(precision.mean())
    return value / float(bars[-1])


def kendall(left: ArrayLike, right: ArrayLike) -> float:
    """Return τ_b = (concordant - discordant pairs) / √(pairs untied in left · pairs untied in right).

    >>> kendall([1, 2, 3], [1, 3, 2]), kendall([1, 2, 2], [1, 2, 2])
    (0.3333333333333333, 1.0)
    """
    x, y = _scores_of(left, right)
    agreement = untied_x = untied_y = 0.0
    for start in range(0, len(x), BLOCK):
        dx = np.sign(x[start : start + BLOCK, None] - x)
        dy = np.sign(y[start : start + BLOCK, None] - y)
        agreement += float((dx * dy).sum())
        untied_x += float(np.abs(dx).sum())
        untied_y += float(np.abs(dy).sum())
    scale = float(np.sqrt(untied_x * untied_y))
    return agreement / scale if scale else float("nan")


def spearman(left: ArrayLike, right: ArrayLike) -> float:
    """Return ρ: the correlation of the ranks, where tied values share the mean of their ranks.

    >>> spearman([10, 20, 30], [1, 3, 2])
    0.5
    """
    x, y = _scores_of(left, right)
    if len(x) < 2:
        return float("nan")
    x, y = mean_ranks(x), mean_ranks(y)
    x, y = x - x.mean(), y - y.mean()
    scale = float(np.sqrt((x @ x) * (y @ y)))
    return float(x @ y) / scale if scale else float("nan")


def mean_ranks(scores: Scores) -> Scores:
    """Return ranks from 1 for the lowest; equal scores share their mean rank.

    >>> mean_ranks(np.array([5.0, 1.0, 5.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, group, sizes = np.unique(scores, return_inverse=True, return_counts=True)
    last = np.cumsum(sizes)
    return (last - (sizes - 1) / 2)[group]


@dataclass(frozen=True, slots=True, eq=False)
class ReadingCurve:
    """Which share of the votes has been seen after which share of the words, read in rank order from (0, 0)."""

    read: Scores  # (n + 1,)
    seen: Scores  # (n + 1,)

    @property
    def area(self) -> float:
        """The integral ∫ seen d read, 0 to 1; about 0.5 for a random order, for within a sentence both grow evenly."""
        return float(((self.seen[1:] + self.seen[:-1]) * np.diff(self.read)).sum() / 2)


def reading_curve(order: ArrayLike, words: ArrayLike, votes: ArrayLike) -> ReadingCurve:
    """Return the share of the votes seen, by the share of the words read; nan throughout without words or votes.

    >>> reading_curve([1, 0], words=[30, 10], votes=[1, 3]).seen.tolist()
    [0.0, 0.75, 1.0]
    """
    return ReadingCurve(_shares(_in_order(order, words)), _shares(_in_order(order, votes)))


def reading_area(order: ArrayLike, words: ArrayLike, votes: ArrayLike) -> float:
    """Return the area under the reading curve: how early a hurried reader meets what the judges found important.

    >>> reading_area([1, 0], words=[30, 10], votes=[1, 3]), reading_area([0, 1], words=[30, 10], votes=[1, 3])
    (0.75, 0.25)
    """
    return reading_curve(order, words, votes).area


def _shares(amounts: Scores) -> Scores:
    total = float(amounts.sum())
    if not total:
        return np.full(len(amounts) + 1, np.nan)
    return np.concatenate([[0.0], np.cumsum(amounts) / total])


def _in_order(order: ArrayLike, votes: ArrayLike) -> Scores:
    """Return the votes in the order's order, after checking both."""
    amounts = np.asarray(votes, dtype=np.float64)
    ranked: Ids = np.asarray(order, dtype=np.intp)
    if ranked.ndim != 1 or amounts.shape != ranked.shape or not np.array_equal(np.sort(ranked), np.arange(len(ranked))):
        raise DataError(f"an order of {ranked.shape} for votes of {amounts.shape}: rank every sentence exactly once")
    if not (np.isfinite(amounts).all() and (amounts >= 0).all()):
        raise DataError("votes must be finite and not negative: shift the judges' scale so that 0 is unimportant")
    return amounts[ranked]


def _scores_of(left: ArrayLike, right: ArrayLike) -> tuple[Scores, Scores]:
    x, y = np.asarray(left, dtype=np.float64), np.asarray(right, dtype=np.float64)
    if x.ndim != 1 or x.shape != y.shape or not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise DataError(f"scores of {x.shape} and {y.shape}: give two finite scores for every sentence")
    return x, y
