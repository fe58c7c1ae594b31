"""Names of terms → vectors (§3.2): from a table of words and phrases, from a table of subwords, or none.

A word is its own row or the mean of its pieces, a phrase its own row or the mean of its words. Raw rows are averaged
and normalised last: the length of a row carries a frequency weight that makes the mean better.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from sentencerank.method.arrays import Vectors

_JOINTS = re.compile(r"[\W_]+")


class EmbeddingTable(Protocol):
    """Where vectors come from. A name with spaces is a phrase: its own row, or the mean of the vectors of its words."""

    @property
    def dimensions(self) -> int:
        """The length d of a vector."""

    def vectors(self, names: Sequence[str]) -> Vectors:
        """One row per name; a row of zeros where there is no vector."""


class Array(Protocol):
    """An array in memory or on disk, of which rows are taken."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows, columns."""

    def __getitem__(self, ids: NDArray[np.intp], /) -> NDArray[Any]: ...


class Speller(Protocol):
    """How a word falls into pieces. Implementations may remember words, which changes no result."""

    def pieces(self, words: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The row numbers of all pieces of all words, and how many belong to each word; 0 means no vector."""


class Index(Protocol):
    """Which row a name has."""

    def rows(self, names: Sequence[str]) -> NDArray[np.int64]:
        """The row of each name, exactly as it is written; -1 where there is none."""

    def between(self, start: int, end: int) -> list[str]:
        """The names of the rows start to end."""

    def __iter__(self) -> Iterator[str]: ...

    def __len__(self) -> int: ...


def unit(vectors: Vectors) -> Vectors:
    """Rows of length one; rows of zeros stay zero.

    >>> unit(np.array([[3, 4], [0, 0]], dtype=np.float32)).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    lengths[lengths == 0] = 1.0
    return vectors / lengths[:, None]


@dataclass(frozen=True, slots=True, eq=False)
class NoVectors:
    """A table without vectors, for languages that have none: every row is zero."""

    dimensions: int = 1

    def vectors(self, names: Sequence[str]) -> Vectors:
        """Zeros.

        >>> NoVectors().vectors(["eins", "zwei"]).tolist()
        [[0.0], [0.0]]
        """
        return np.zeros((len(names), self.dimensions), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A matrix of float32 or float16, or of int8 with a scale for each row: row i is `numbers[i] * scales[i]`."""

    numbers: Array  # (v, d)
    scales: Array | None = None  # (v,)

    @property
    def dimensions(self) -> int:
        """d."""
        return int(self.numbers.shape[1])

    def take(self, ids: NDArray[np.intp]) -> Vectors:
        """The rows with these numbers."""
        if self.scales is None:
            numbers = self.numbers[ids]
            return _single(numbers) if numbers.dtype == np.float16 else numbers
        return self.numbers[ids] * self.scales[ids][:, None]


@dataclass(frozen=True, slots=True, eq=False)
class SubwordTable:
    """Vectors of pieces: a word is the mean of its pieces, as its speller finds them."""

    rows: Rows
    speller: Speller

    @property
    def dimensions(self) -> int:
        """d."""
        return self.rows.dimensions

    def vectors(self, names: Sequence[str]) -> Vectors:
        """One gather for all pieces of all names, then two means: pieces → words → names."""
        words = [name.split() for name in names]
        ids, counts = self.speller.pieces(list(chain.from_iterable(words)))
        if not len(ids):
            return np.zeros((len(names), self.dimensions), dtype=np.float32)
        return means(means(self.rows.take(ids), counts[counts > 0]), _counts(counts > 0, words))


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """Rows of words and phrases side by side; what has none is composed from words, or spelt with subwords.

    A name is looked up as it is written, then in lower case.
    """

    names: Index
    rows: Rows
    subwords: SubwordTable | None = None
    cased: bool = False  # whether subwords were learnt from words with capitals

    @property
    def dimensions(self) -> int:
        """d."""
        return self.rows.dimensions

    def vectors(self, names: Sequence[str]) -> Vectors:
        """Names that have a row; for the others the mean of what their words have."""
        found = self._rows(names)
        known = found >= 0
        if known.all():
            return self.rows.take(found)
        vectors = np.zeros((len(names), self.dimensions), dtype=np.float32)
        vectors[known] = self.rows.take(found[known])
        unknown = np.flatnonzero(~known)
        words = [self._parts(names[i]) for i in unknown.tolist()]
        parts = self._words(list(chain.from_iterable(words)))
        has = np.asarray(parts.any(axis=1))
        vectors[unknown] = means(parts[has], _counts(has, words))
        return vectors

    def _rows(self, names: Sequence[str]) -> NDArray[np.int64]:
        found = self.names.rows(names)
        again = [i for i in np.flatnonzero(found < 0).tolist() if names[i] != names[i].lower()]
        if again:
            found[again] = self.names.rows([names[i].lower() for i in again])
        return found

    def _parts(self, name: str) -> list[str]:
        """The words of a phrase; without subwords also what stands between the joints of a word."""
        return name.split() if self.subwords else [part for part in _JOINTS.split(name) if part]

    def _words(self, words: Sequence[str]) -> Vectors:
        found = self._rows(words)
        known = found >= 0
        vectors = np.zeros((len(words), self.dimensions), dtype=np.float32)
        vectors[known] = self.rows.take(found[known])
        if self.subwords and not known.all():
            strange = np.flatnonzero(~known)
            spelt = [words[i] if self.cased else words[i].lower() for i in strange.tolist()]
            vectors[strange] = self.subwords.vectors(spelt)
        return vectors


def _single(half: NDArray[np.float16]) -> Vectors:
    """float16 → float32 by moving bits, in half the time of `astype`; for finite numbers, the only ones in a table.

    >>> _single(np.array([[1.5, -0.25, 6e-8, 0.0]], dtype=np.float16)).tolist()
    [[1.5, -0.25, 5.960464477539063e-08, 0.0]]
    """
    bits = half.view(np.int16).astype(np.int32)  # the sign fills the upper half
    bits <<= 13
    bits &= np.int32(0x8FFFE000 - 2**32)  # the sign, and the other bits where float32 has them
    vectors = bits.view(np.float32)
    vectors *= np.float32(2.0**112)  # the difference of the two exponents; right for tiny numbers too
    return vectors


def means(rows: Vectors, counts: NDArray[np.intp]) -> Vectors:
    """Means of consecutive groups of rows; an empty group gives zeros."""
    if (counts == 1).all():
        return rows
    if not len(rows):
        return np.zeros((len(counts), rows.shape[1]), dtype=np.float32)
    starts = np.cumsum(counts) - counts
    sums = rows.take(starts, axis=0, mode="clip")
    sums[counts == 0] = 0.0
    several = np.flatnonzero(counts > 1)
    for nth in range(1, counts.max()):  # few rounds on ever fewer groups: four times as fast as np.add.reduceat
        groups = np.flatnonzero(counts > nth)
        sums[groups] += rows[starts[groups] + nth]
    sums[several] /= counts[several, None].astype(np.float32)
    return sums


def _counts(flags: NDArray[np.bool_], groups: Sequence[Sequence[str]]) -> NDArray[np.intp]:
    """How many are true in each group, if the groups stand one after the other."""
    sizes = np.fromiter(map(len, groups), np.intp, len(groups))
    if flags.all():
        return sizes
    before = np.concatenate([[0], np.cumsum(flags)])
    return np.diff(before[np.cumsum(sizes)], prepend=0)
