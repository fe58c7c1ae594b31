"""Names for the arrays that flow between the stages, each with its dimensions.

n sentences, m terms (words and phrases), d dimensions of a vector, t tokens (occurrences of terms).
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sentencerank.frozen import dataclass

Scores: TypeAlias = NDArray[np.float64]  # (n,) or (m,)
Vectors: TypeAlias = NDArray[np.float32]  # (m, d); a row of zeros means "no vector"
Similarity: TypeAlias = NDArray[np.float32]  # (n, n), symmetric, in [0, 1]
Distances: TypeAlias = NDArray[np.float32]  # (n, n), symmetric; inf where a sentence has no vector
Labels: TypeAlias = NDArray[np.intp]  # (n,) cluster of each sentence; -1 outside every cluster
Order: TypeAlias = NDArray[np.intp]  # (n,) a permutation, most important first
Ids: TypeAlias = NDArray[np.intp]  # (t,) indices into something
Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """A sparse symmetric graph: every edge stands in both directions, once each."""

    size: int
    source: Ids
    target: Ids
    weight: Scores

    def __matmul__(self, x: Scores) -> Scores:
        """Σ_u w_uv · x_u for every node v."""
        sums: Scores = np.bincount(self.target, self.weight * x.take(self.source), minlength=self.size)  # type: ignore[assignment]
        return sums


Weights: TypeAlias = Edges | NDArray[np.float32] | NDArray[np.float64]  # anything with `weights @ x`


def mean(values: Scores) -> float:
    """`values.mean()` without its detours, which take longer than the sum of an article's sentences.

    >>> mean(np.array([1.0, 2.0]))
    1.5
    """
    return float(np.add.reduce(values)) / len(values)


def spread(centred: Scores) -> float:
    """The standard deviation of values whose mean is 0, likewise.

    >>> spread(np.array([-1.0, 1.0]))
    1.0
    """
    return math.sqrt(float(np.add.reduce(centred * centred)) / len(centred))


def clipped(values: Scores, low: float, high: float) -> Scores:
    """`np.clip`, likewise.

    >>> clipped(np.array([-5.0, 2.0]), -3.0, 3.0).tolist()
    [-3.0, 2.0]
    """
    return np.minimum(np.maximum(values, low), high)


def distinct(values: Ids) -> Ids:
    """Sorted, each once: `np.unique` without its detours, of which one imports `numpy.ma`.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    ordered = np.sort(values)
    return ordered[_new(ordered)]


def several(values: Ids) -> bool:
    """Whether there are two different values.

    >>> several(np.array([3, 3])), several(np.array([3, 1])), several(np.array([], dtype=np.intp))
    (False, True, False)
    """
    return bool(np.count_nonzero(values[1:] != values[:1]))


def counted(values: Ids) -> tuple[Ids, Ids]:
    """The same, and how often each occurs.

    >>> [part.tolist() for part in counted(np.array([3, 1, 3]))]
    [[1, 3], [1, 2]]
    """
    ordered = np.sort(values)
    starts = np.flatnonzero(_new(ordered))
    times = np.empty(len(starts), dtype=np.intp)
    np.subtract(starts[1:], starts[:-1], out=times[:-1])
    times[-1:] = len(ordered) - starts[-1:]
    return ordered[starts], times


def first_places(values: Ids) -> Ids:
    """Where each value occurs first, the least value first.

    >>> first_places(np.array([3, 1, 3])).tolist()
    [1, 0]
    """
    order = np.argsort(values, kind="stable")
    return order[_new(values[order])]


def _new(ordered: Ids) -> Mask:
    """Which of some sorted values differ from the one before them."""
    new = np.ones(len(ordered), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return new


Packed: TypeAlias = tuple[bytes, tuple[tuple[str, tuple[int, ...]], ...]]  # what arrays hold; types and shapes
_ALIGNED = 8  # bytes


def pack_arrays(arrays: Iterable[NDArray[Any]]) -> Packed:
    """Put some arrays into one string of bytes: to pickle each by itself takes ten times as long."""
    every = tuple(arrays)
    parts = [array.tobytes() for array in every]
    content = b"".join([part.ljust(-(-len(part) // _ALIGNED) * _ALIGNED, b"\0") for part in parts])
    return content, tuple([(array.dtype.str, array.shape) for array in every])


def unpack_arrays(packed: Packed) -> list[NDArray[Any]]:
    """Return packed arrays; they cannot be written to.

    >>> unpack_arrays(pack_arrays([np.array([True]), np.array([[1, 2]])]))
    [array([ True]), array([[1, 2]])]
    """
    content, kinds = packed
    arrays, start = [], 0
    for kind, shape in kinds:
        array: NDArray[Any] = np.ndarray(shape, kind, content, start)
        arrays.append(array)
        start += -(-array.nbytes // _ALIGNED) * _ALIGNED
    return arrays
