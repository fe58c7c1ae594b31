"""The key index: a name → the number of its row, without a dictionary in memory.

CRC-32 of every name, sorted, with the row; a directory says where each range of checksums begins. Names with the same
checksum are told apart by the name itself, which stands in `names.npy`. A look-up touches a page of each file.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import ModelError
from sentencerank.frozen import dataclass
from sentencerank.model.array_files import map_array, save_array
from sentencerank.model.manifest import AGAIN, Manifest

PER_RANGE = 8  # names in a range of the directory, on average
NOT_HERE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """All names of a model, in the order of its rows."""

    _folder: Path
    _text: NDArray[np.uint8]  # UTF-8, one name after the other
    _starts: NDArray[np.uint64]  # (n + 1,) where each begins in it
    _index: NDArray[np.uint32]  # (n, 2) checksum and row, sorted by checksum
    _directory: NDArray[np.uint32]  # (2^bits + 1,) where a range of checksums begins in the index

    def __len__(self) -> int:
        return len(self._index)

    def rows(self, names: Sequence[str]) -> NDArray[np.int64]:
        """Return the row of each name, exactly as it is written; -1 where there is none."""
        try:
            return self._find(names)
        except (IndexError, ValueError) as error:
            raise self._damaged(error) from error

    def _find(self, names: Sequence[str]) -> NDArray[np.int64]:
        found = np.full(len(names), NOT_HERE, dtype=np.int64)
        keys = [name_bytes(name) for name in names]
        sums = np.fromiter(map(zlib.crc32, keys), np.int64, len(keys))
        lengths = np.fromiter(map(len, keys), np.int64, len(keys))
        # The upper bits of a checksum say which range of the index to read.
        start, end = _bounds(self._directory, sums >> (32 - (len(self._directory) - 1).bit_length() + 1))
        if end.max(initial=0) > len(self):
            raise IndexError("the directory leads beyond the index")
        which = np.repeat(np.arange(len(keys)), end - start)
        # Both numbers of an entry in one: the row is the upper half.
        entries = self._index.view("<i8").ravel()[_ranges(start, end - start)]
        alike = np.flatnonzero((entries & 0xFFFFFFFF) == sums[which])
        which, rows = which[alike], entries[alike] >> 32
        first, last = _bounds(self._starts, rows)
        fits = np.flatnonzero((last - first == lengths[which]) & (last > first))
        which, rows, first, size = which[fits], rows[fits], first[fits], lengths[which[fits]]
        if len(fits):
            # The same checksum and the same length: compare letter by letter.
            asked = np.frombuffer(b"".join(keys), np.uint8)[_ranges((np.cumsum(lengths) - lengths)[which], size)]
            same = np.logical_and.reduceat(self._text[_ranges(first, size)] == asked, np.cumsum(size) - size)
            found[which[same]] = rows[same]
        return found

    def between(self, start: int, end: int) -> list[str]:
        """Return the names of the rows start to end."""
        bounds = self._starts[start : end + 1].astype(np.int64)
        text = self._text[bounds[0] : bounds[-1]].tobytes()
        try:
            return [text[i:j].decode("utf-8") for i, j in pairwise((bounds - bounds[0]).tolist())]
        except ValueError as error:
            raise self._damaged(error) from error

    def __iter__(self) -> Iterator[str]:
        for start in range(0, len(self), 4096):
            yield from self.between(start, min(start + 4096, len(self)))

    def _damaged(self, error: Exception) -> ModelError:
        return ModelError(f"{self._folder}: the names are damaged ({error}). {AGAIN}")


def _bounds(places: NDArray[np.unsignedinteger], ids: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where each of these begins, and where the one after it does."""
    return places[ids].astype(np.int64), places[ids + 1].astype(np.int64)


def _ranges(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers from each start on, one range after the other.

    >>> _ranges(np.array([7, 3]), np.array([2, 3])).tolist()
    [7, 8, 3, 4, 5]
    """
    return np.arange(int(lengths.sum())) + np.repeat(starts - np.cumsum(lengths) + lengths, lengths)


def name_bytes(name: str) -> bytes:
    """Return a name as UTF-8; half a surrogate pair, which no model holds, is still a key that can be looked for."""
    return name.encode("utf-8", "surrogatepass")


def load_names(manifest: Manifest, count: int) -> Names:
    """Map the four files of the key index."""
    return Names(
        manifest.folder,
        map_array(manifest, "names.npy", "uint8", None),
        map_array(manifest, "starts.npy", "uint64", count + 1),
        map_array(manifest, "index.npy", "uint32", count, 2),
        map_array(manifest, "directory.npy", "uint32", None),
    )


def write_index(folder: Path, sums: NDArray[np.uint32]) -> None:
    """Write `index.npy` and `directory.npy` from the checksums of the names, in the order of their rows."""
    order = np.argsort(sums, kind="stable").astype(np.uint32)
    bits = max(0, (len(sums) // PER_RANGE).bit_length())
    save_array(folder / "index.npy", np.stack([sums[order], order], axis=1))
    borders = np.arange(2**bits + 1, dtype=np.uint64) << np.uint64(32 - bits)
    save_array(folder / "directory.npy", np.searchsorted(sums[order], borders).astype(np.uint32))
