"""Names of terms → vectors, from a memory-mapped table of subwords (§3.2).

A word is the mean of its pieces, a phrase the mean of its words. Raw rows are averaged and normalised last: the length
of a row carries a frequency weight that makes the mean better.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sentencerank.arrays import Vectors
from sentencerank.errors import ModelError

LONGEST = 100  # characters; longer strings are not words
CACHED = 50_000  # words whose pieces are remembered
_JOINTS = re.compile(r"[\W_]+")


class EmbeddingTable(Protocol):
    """Where vectors come from. A name with spaces is a phrase: the mean of the vectors of its words."""

    @property
    def dimensions(self) -> int:
        """The length d of a vector."""

    def vectors(self, names: Sequence[str]) -> Vectors:
        """One row per name; a row of zeros where there is no vector."""


def unit(vectors: Vectors) -> Vectors:
    """Rows of length one; rows of zeros stay zero.

    >>> unit(np.array([[3, 4], [0, 0]], dtype=np.float32)).tolist()
    [[0.6000000238418579, 0.800000011920929], [0.0, 0.0]]
    """
    lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))[:, None]
    return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)


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
class SubwordTable:
    """WordPiece subwords with int8 rows: row i of the table is `rows[i] * scales[i]`."""

    rows: NDArray[np.int8]  # (v, d)
    scales: NDArray[np.float32]  # (v,)
    vocabulary: Mapping[str, int]  # piece → row; a piece that continues a word begins with ##
    _pieces: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False)

    @property
    def dimensions(self) -> int:
        """d."""
        return int(self.rows.shape[1])

    def pieces(self, word: str) -> tuple[int, ...]:
        """Row numbers by greedy longest match, in lower case and without accents; () means no vector.

        Joints split a word first; a part that cannot be spelt is left out.
        """
        found = self._pieces.get(word)
        if found is None:
            if len(self._pieces) >= CACHED:
                self._pieces.clear()
            found = self._pieces[word] = self._spell(word)
        return found

    def vectors(self, names: Sequence[str]) -> Vectors:
        """One gather for all pieces of all names, then two means: pieces → words → names."""
        words = [[pieces for word in name.split() if (pieces := self.pieces(word))] for name in names]
        counts = [len(pieces) for pieces in chain.from_iterable(words)]
        if not counts:
            return np.zeros((len(names), self.dimensions), dtype=np.float32)
        ids = np.fromiter(chain.from_iterable(chain.from_iterable(words)), np.intp, sum(counts))
        rows = self.rows[ids] * self.scales[ids, None]
        return _means(_means(rows, np.array(counts)), np.array([len(pieces) for pieces in words]))

    def _spell(self, word: str) -> tuple[int, ...]:
        if len(word) > LONGEST:
            return ()
        letters = word.lower()
        if not letters.isascii():
            letters = "".join(c for c in unicodedata.normalize("NFD", letters) if unicodedata.category(c) != "Mn")
        parts = [letters] if letters.isalnum() else _JOINTS.split(letters)
        return tuple(chain.from_iterable(self._longest_matches(part) for part in parts))

    def _longest_matches(self, part: str) -> list[int]:
        ids: list[int] = []
        start, mark = 0, ""
        while start < len(part):
            for end in range(len(part), start, -1):
                row = self.vocabulary.get(mark + part[start:end])
                if row is not None:
                    break
            else:
                return []  # never the row of [UNK]: it would make all strange words alike
            ids.append(row)
            start, mark = end, "##"
        return ids


def _means(rows: Vectors, counts: NDArray[np.intp]) -> Vectors:
    """Means of consecutive groups of rows; an empty group gives zeros."""
    if (counts == 1).all():
        return rows
    sums = np.zeros((len(counts), rows.shape[1]), dtype=np.float32)
    starts = np.cumsum(counts) - counts
    for nth in range(counts.max()):  # few rounds on ever fewer groups: four times as fast as np.add.reduceat
        groups = np.flatnonzero(counts > nth)
        sums[groups] += rows[starts[groups] + nth]
    sums /= np.maximum(counts, 1)[:, None].astype(np.float32)
    return sums


def load_subwords(folder: Path) -> SubwordTable:
    """The table of a model folder: `rows.npy`, `scales.npy`, `vocabulary.txt`; rows stay on disk until used."""
    try:
        rows = np.load(folder / "rows.npy", mmap_mode="r", allow_pickle=False)
        scales = np.load(folder / "scales.npy", allow_pickle=False)
        names = (folder / "vocabulary.txt").read_text(encoding="utf-8").split("\n")[:-1]
    except (OSError, ValueError, EOFError) as error:
        raise ModelError(f"{folder}: the vectors cannot be read ({error}). Install or pack the model again.") from error
    if rows.ndim != 2 or rows.dtype != np.int8 or scales.shape != (len(names),) or len(rows) != len(names):
        raise ModelError(
            f"{folder}: {len(names)} pieces, {len(scales)} scales and rows of shape {rows.shape} "
            f"({rows.dtype}) do not fit. Install or pack the model again."
        )
    return SubwordTable(rows, scales, dict(zip(names, range(len(names)), strict=True)))
