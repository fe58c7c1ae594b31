"""Is one system better than another on the same documents, or is it the choice of documents?

Everything is seeded: the same values and seed give the same answer. These few lines are our own, though scipy has both
tests: its bootstrap draws the same samples but refuses a single document, its permutation test tosses other coins and
would change every p that was printed before, and it is a large package for a hundred lines. The tests compare with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from sentencerank.errors import DataError, OptionsError
from sentencerank.method.arrays import Scores

CELLS = 1 << 21  # samples × documents drawn at a time, about 16 MB


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the bounds between which it stays in a share `level` of the resampled document sets."""

    mean: float
    low: float
    high: float
    level: float = 0.95


def mean_interval(values: ArrayLike, *, seed: int = 0, samples: int = 10_000, level: float = 0.95) -> Interval:
    """Return the mean over documents with its percentile bootstrap interval: documents are drawn with replacement.

    Raises DataError unless there is a finite value for each document, and OptionsError for a wrong level or number.

    >>> mean_interval([0.5, 0.5, 0.5])
    Interval(mean=0.5, low=0.5, high=0.5, level=0.95)
    """
    x = _documents(values)
    if not 0 < level < 1 or samples < 1:
        raise OptionsError(f"level={level}, samples={samples}: give a level between 0 and 1 and at least one sample")
    rng = np.random.default_rng(seed)
    means = np.concatenate([x[rng.integers(len(x), size=(rows, len(x)))].mean(axis=1) for rows in _blocks(samples, x)])
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return Interval(float(x.mean()), float(low), float(high), level)


def difference_interval(
    left: ArrayLike, right: ArrayLike, *, seed: int = 0, samples: int = 10_000, level: float = 0.95
) -> Interval:
    """Return the mean of left - right, paired by document, with its bootstrap interval.

    >>> difference_interval([0.5, 0.75], [0.25, 0.5]).low
    0.25
    """
    return mean_interval(_differences(left, right), seed=seed, samples=samples, level=level)


def permutation_test(left: ArrayLike, right: ArrayLike, *, seed: int = 0, samples: int = 10_000) -> float:
    """Return p, two-sided: how often |mean difference| is as large if each document's values swap by tossing a coin.

    All 2ⁿ ways are counted if there are no more of them than samples; otherwise p = (1 + as large) / (1 + samples),
    which is never 0.

    >>> permutation_test([0.5, 0.6, 0.7, 0.8], [0.4, 0.5, 0.6, 0.7])  # 2 of 16 ways
    0.125
    """
    x = _differences(left, right)
    if samples < 1:
        raise OptionsError(f"samples={samples}: give at least one")
    # Equal sums, added up in another order, count as equal.
    observed = abs(float(x.sum())) * (1 - 1e-12)
    ways = 2 ** len(x)
    if ways <= samples:
        signs = 1 - 2 * (np.arange(ways)[:, None] >> np.arange(len(x)) & 1)
        return float((np.abs(signs @ x) >= observed - 1e-12).mean())
    rng = np.random.default_rng(seed)
    larger = 0
    for rows in _blocks(samples, x):
        signs = 1 - 2 * rng.integers(2, size=(rows, len(x)), dtype=np.int8)
        larger += int((np.abs(signs @ x) >= observed - 1e-12).sum())
    return (1 + larger) / (1 + samples)


def _blocks(samples: int, x: Scores) -> Iterator[int]:
    """Yield how many samples to draw at a time."""
    rows = max(1, CELLS // len(x))
    for start in range(0, samples, rows):
        yield min(rows, samples - start)


def _documents(values: ArrayLike) -> Scores:
    x = np.asarray(values, dtype=np.float64)
    if x.ndim != 1 or not len(x) or not np.isfinite(x).all():
        raise DataError(f"values of shape {x.shape}: give one finite number per document, and leave out undefined ones")
    return x


def _differences(left: ArrayLike, right: ArrayLike) -> Scores:
    x, y = _documents(left), _documents(right)
    if x.shape != y.shape:
        raise DataError(f"{len(x)} and {len(y)} values: both systems must be scored on the same documents")
    return x - y
