"""Names of terms → vectors (§3.2): from a table of words and phrases, from a table of subwords, or none.

A word is its own row or the mean of its pieces, a phrase its own row or the mean of its words. Raw rows are averaged
and normalised last: the length of a row carries a frequency weight that makes the mean better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Protocol
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from sentencerank import kernel
from sentencerank import patterns as re
from sentencerank.errors import ModelError
from sentencerank.frozen import dataclass
from sentencerank.method.arrays import Vectors
from sentencerank.model.spellers import CachedSpeller, Speller, WordPiece

FORMS = 20  # of one name, in capitals or not, that may stand before its neighbours
_AT_ONCE = 5000  # names
_LARGEST_HALF = float(np.finfo(np.float16).max)
_JOINTS = re.compile(r"[\W_]+")


class EmbeddingTable(Protocol):
    """Where vectors come from. A name with spaces is a phrase: its own row, or the mean of the vectors of its words."""

    @property
    def dimensions(self) -> int:
        """Return the length d of a vector."""

    def vectors(self, names: Sequence[str]) -> Vectors:
        """Return one row per name; a row of zeros where there is no vector."""


class Index(Protocol):
    """Which row a name has."""

    def rows(self, names: Sequence[str]) -> NDArray[np.int64]:
        """Return the row of each name, exactly as it is written; -1 where there is none."""

    def between(self, start: int, end: int) -> list[str]:
        """Return the names of the rows start to end."""

    def __iter__(self) -> Iterator[str]: ...

    def __len__(self) -> int: ...


def unit(vectors: Vectors) -> Vectors:
    """Return the rows with length one; rows of zeros stay zero.

    >>> unit(np.array([[3, 4], [0, 0]], dtype=np.float32)).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    return vectors / _lengths(vectors)


def make_unit(vectors: Vectors) -> Vectors:
    """Change the rows to length one in their place, and return them."""
    vectors /= _lengths(vectors)
    return vectors


def _lengths(vectors: Vectors) -> Vectors:
    """Return the lengths of the rows as a column, 1 for a row of zeros."""
    lengths: Vectors = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
    lengths[lengths == 0] = 1.0
    return lengths[:, None]


@dataclass(frozen=True, slots=True, eq=False)
class NoVectors:
    """A table without vectors, for languages that have none: every row is zero."""

    dimensions: int = 1

    def vectors(self, names: Sequence[str]) -> Vectors:
        """Return zeros.

        >>> NoVectors().vectors(["eins", "zwei"]).tolist()
        [[0.0], [0.0]]
        """
        return np.zeros((len(names), self.dimensions), dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class RandomVectors:
    """A row of chance for each name, always the same one: what vectors are worth that mean nothing."""

    dimensions: int = 256

    def vectors(self, names: Sequence[str]) -> Vectors:
        """Return one row for each name.

        >>> np.array_equal(*RandomVectors().vectors(["rain", "rain"])), RandomVectors(3).vectors(["sun"]).shape
        (True, (1, 3))
        """
        rows = np.empty((len(names), self.dimensions), dtype=np.float32)
        for place, name in enumerate(names):
            chance = np.random.default_rng(crc32(name.encode()))
            rows[place] = chance.standard_normal(self.dimensions, dtype=np.float32)
        return rows


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """A matrix of float32 or float16, or of int8 with a scale for each row: row i is `numbers[i] * scales[i]`."""

    numbers: NDArray[Any]  # (v, d)
    scales: NDArray[np.float32] | None = None  # (v,)

    @property
    def dimensions(self) -> int:
        """Return the length d of a vector."""
        return int(self.numbers.shape[1])

    def take(self, ids: NDArray[np.intp]) -> Vectors:
        """Return the rows with these numbers, as float32. Raises ModelError if one holds NaN or infinity."""
        if self.scales is None:
            numbers = self.numbers[ids]
            if numbers.dtype != np.float16:
                return _finite(numbers)
            # Half precision ends at 65504: `_single` makes larger numbers of its infinity and NaN.
            single = _single(numbers)
            return _finite(single, np.abs(single).max(initial=0) <= _LARGEST_HALF)
        return _finite(self.numbers[ids] * self.scales[ids][:, None])


def _finite(rows: Vectors, sound: bool | np.bool_ | None = None) -> Vectors:
    """Refuse rows that would spoil every cosine. A model is mapped, so this is the first time that they are seen."""
    if sound is None:
        # A sum is finite if all numbers are and they are not too large together: then it takes half the time.
        sound = np.isfinite(np.add.reduce(rows, axis=None)) or np.isfinite(rows).all()
    if not sound:
        raise ModelError(
            "a vector of the model holds NaN or infinity: the model is damaged. Find out more with `sentencerank model "
            "check`, and install, import or pack it again."
        )
    return rows


@dataclass(frozen=True, slots=True, eq=False)
class SubwordTable:
    """Vectors of pieces: a word is the mean of its pieces, as its speller finds them."""

    rows: Rows
    speller: Speller

    @property
    def dimensions(self) -> int:
        """Return the length d of a vector."""
        return self.rows.dimensions

    def vectors(self, names: Sequence[str]) -> Vectors:
        """Gather all pieces of all names at once; return their means twice over: pieces → words → names."""
        rows, speller = self.rows, self.speller
        if kernel.native is not None and rows.scales is not None and isinstance(speller, CachedSpeller):
            made = np.zeros((len(names), self.dimensions), dtype=np.float32)
            pieces = speller.vocabulary if isinstance(speller, WordPiece) else None
            given = (tuple(names), pieces, speller._spelt, speller.spell)
            return _finite(made, kernel.native.vectors(*given, rows.numbers, rows.scales, made))
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
        """Return the length d of a vector."""
        return self.rows.dimensions

    def vectors(self, names: Sequence[str]) -> Vectors:
        """Return the row of a name; for names without one the mean of what their words have."""
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
        """Return the words of a phrase; without subwords also what stands between the joints of a word."""
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
    """Return float16 as float32 by moving bits, in half the time of `astype`; for finite numbers, as tables have.

    >>> _single(np.array([[1.5, -0.25, 6e-8, 0.0]], dtype=np.float16)).tolist()
    [[1.5, -0.25, 5.960464477539063e-08, 0.0]]
    """
    # The sign fills the upper half; after the shift the mask keeps it, and the other bits where float32 has them.
    bits = half.view(np.int16).astype(np.int32)
    bits <<= 13
    bits &= np.int32(0x8FFFE000 - 2**32)
    # 112 is the difference of the two exponents; the product is right for tiny numbers too.
    vectors = bits.view(np.float32)
    vectors *= np.float32(2.0**112)
    return vectors


def means(rows: Vectors, counts: NDArray[np.intp]) -> Vectors:
    """Return the means of consecutive groups of rows; an empty group gives zeros."""
    if (counts == 1).all():
        return rows
    if not len(rows):
        return np.zeros((len(counts), rows.shape[1]), dtype=np.float32)
    starts = np.cumsum(counts) - counts
    sums = rows.take(starts, axis=0, mode="clip")
    sums[counts == 0] = 0.0
    several = np.flatnonzero(counts > 1)
    # Few rounds on ever fewer groups are four times as fast as np.add.reduceat.
    for nth in range(1, counts.max()):
        groups = np.flatnonzero(counts > nth)
        sums[groups] += rows[starts[groups] + nth]
    sums[several] /= counts[several, None].astype(np.float32)
    return sums


def _counts(flags: NDArray[np.bool_], groups: Sequence[Sequence[str]]) -> NDArray[np.intp]:
    """Return how many are true in each group, if the groups stand one after the other."""
    sizes = np.fromiter(map(len, groups), np.intp, len(groups))
    if flags.all():
        return sizes
    before = np.concatenate([[0], np.cumsum(flags)])
    return np.diff(before[np.cumsum(sizes)], prepend=0)


def names_of(table: EmbeddingTable) -> Iterator[str]:
    """Yield the names that have a row of their own, the most frequent first; none if all words are spelt by a hash."""
    if isinstance(table, WordTable):
        yield from table.names
    elif isinstance(table, SubwordTable):
        yield from table.speller.whole_words()


def neighbours(table: EmbeddingTable, name: str, count: int = 10) -> list[tuple[str, float]]:
    """Return the nearest names with their cosines, the nearest first; the name itself, in any case, is left out.

    Raises ModelError if the name has no vector, or if the table lists no names.
    """
    (vector,) = unit(table.vectors([name]))
    if not vector.any():
        raise ModelError(f"{name!r} has no vector in this model. Try another word.")
    cosines = np.concatenate([np.zeros(0, np.float32), *(unit(rows) @ vector for rows in _named_rows(table))])
    if not len(cosines):
        raise ModelError("the model spells every word and lists none, so it has no neighbours to show. Use another.")
    nearest = np.argsort(-cosines, kind="stable")[: count + FORMS]
    found = zip(_names_at(table, nearest.tolist()), cosines[nearest].tolist(), strict=True)
    return [(other, cosine) for other, cosine in found if other.lower() != name.lower()][:count]


def _named_rows(table: EmbeddingTable) -> Iterator[Vectors]:
    """Yield the vectors of all names that are listed, in their order."""
    if isinstance(table, WordTable):
        for start in range(0, len(table.names), _AT_ONCE):
            yield table.rows.take(np.arange(start, min(start + _AT_ONCE, len(table.names))))
    elif names := list(names_of(table)):
        yield table.vectors(names)


def _names_at(table: EmbeddingTable, rows: list[int]) -> list[str]:
    if isinstance(table, WordTable):
        return [name for row in rows for name in table.names.between(row, row + 1)]
    names = list(names_of(table))
    return [names[row] for row in rows]
