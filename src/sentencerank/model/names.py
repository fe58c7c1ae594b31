"""The key index: a name → the number of its row, without a dictionary in memory.

CRC-32 of every name, sorted, with the row; a directory says where each range of checksums begins. Names with the same
checksum are told apart by the name itself, which stands in `names.npy`. A look-up touches a page of each file.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sentencerank.model.manifest import Manifest
from sentencerank.model.mapped import Mapped, mapped

PER_RANGE = 8  # names in a range of the directory, on average
NOT_HERE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """All names of a database, in the order of its rows."""

    _text: Mapped  # (bytes,) UTF-8, one name after the other
    _starts: Mapped  # (n + 1,) where each begins in it
    _index: Mapped  # (n, 2) checksum and row, sorted by checksum
    _directory: Mapped  # (2^bits + 1,) where a range of checksums begins in the index

    def __len__(self) -> int:
        return len(self._index)

    @property
    def _pairs(self) -> NDArray[np.int64]:
        """The index with both numbers of an entry in one: the row in the upper half."""
        return self._index.array.view("<i8").ravel()

    def rows(self, names: Sequence[str]) -> NDArray[np.int64]:
        """The row of each name, exactly as it is written; -1 where there is none."""
        found = np.full(len(names), NOT_HERE, dtype=np.int64)
        keys = [encoded(name) for name in names]
        sums = np.fromiter(map(zlib.crc32, keys), np.int64, len(keys))
        lengths = np.fromiter(map(len, keys), np.int64, len(keys))
        start, end = self._directory.bounds(sums >> (32 - (len(self._directory) - 1).bit_length() + 1))
        self._index.verify(start, end)
        which = np.repeat(np.arange(len(keys)), end - start)
        entries = self._pairs[_ranges(start, end - start)]
        alike = np.flatnonzero((entries & 0xFFFFFFFF) == sums[which])
        which, rows = which[alike], entries[alike] >> 32
        first, last = self._starts.bounds(rows)
        fits = np.flatnonzero((last - first == lengths[which]) & (last > first))
        which, rows, first, size = which[fits], rows[fits], first[fits], lengths[which[fits]]
        if len(fits):  # the same checksum and length: now letter by letter
            self._text.verify(first, first + size)
            asked = np.frombuffer(b"".join(keys), np.uint8)[_ranges((np.cumsum(lengths) - lengths)[which], size)]
            same = np.logical_and.reduceat(self._text.array[_ranges(first, size)] == asked, np.cumsum(size) - size)
            found[which[same]] = rows[same]
        return found

    def between(self, start: int, end: int) -> list[str]:
        """The names of the rows start to end."""
        bounds = self._starts.slice(start, end + 1).tolist()
        self._text.slice(bounds[0], bounds[-1])
        text = self._text.bytes
        return [text(i, j).decode("utf-8") for i, j in pairwise(bounds)]

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), 4096):
            yield from self.between(start, min(start + 4096, len(self)))


def _ranges(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers from each start on, one range after the other.

    >>> _ranges(np.array([7, 3]), np.array([2, 3])).tolist()
    [7, 8, 3, 4, 5]
    """
    return np.arange(int(lengths.sum())) + np.repeat(starts - np.cumsum(lengths) + lengths, lengths)


def encoded(name: str) -> bytes:
    """UTF-8; half a surrogate pair, which no database holds, is still a key that can be looked for."""
    return name.encode("utf-8", "surrogatepass")


def load_names(manifest: Manifest, checksums: NDArray[np.uint32], count: int) -> Names:
    """Map the four files of the key index."""
    return Names(
        mapped(manifest, checksums, "names.npy", None),
        mapped(manifest, checksums, "starts.npy", count + 1),
        mapped(manifest, checksums, "index.npy", count, 2),
        mapped(manifest, checksums, "directory.npy", None),
    )


def write_index(folder: Path, sums: NDArray[np.uint32]) -> None:
    """Write `index.npy` and `directory.npy` from the checksums of the names, in the order of their rows."""
    order = np.argsort(sums, kind="stable").astype(np.uint32)
    bits = max(0, (len(sums) // PER_RANGE).bit_length())
    np.save(folder / "index.npy", np.stack([sums[order], order], axis=1), allow_pickle=False)
    borders = np.arange(2**bits + 1, dtype=np.uint64) << np.uint64(32 - bits)
    np.save(folder / "directory.npy", np.searchsorted(sums[order], borders).astype(np.uint32), allow_pickle=False)
