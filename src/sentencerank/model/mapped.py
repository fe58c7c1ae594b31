"""Arrays that stay on disk: mapped into memory, shared between processes, and verified block by block when used."""

from __future__ import annotations

import io
import mmap
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import ModelError
from sentencerank.model.manifest import AGAIN, BLOCK, BLOCKS, Manifest

_SHIFT = BLOCK.bit_length() - 1


@dataclass(frozen=True, slots=True, eq=False)
class Mapped:
    """An array in a file. Rows are taken by their numbers, `mapped[ids]`; a damaged block is an error, not a vector."""

    path: Path
    array: NDArray[Any]  # unverified: use mapped[ids], `slice` or `whole`
    offset: int  # bytes before the first number
    _file: mmap.mmap
    _checksums: NDArray[np.uint32]
    _seen: NDArray[np.bool_] = field(repr=False)

    @property
    def shape(self) -> tuple[int, ...]:
        """As that of an array."""
        return self.array.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        """As that of an array."""
        return self.array.dtype

    def __len__(self) -> int:
        return len(self.array)

    def __getitem__(self, ids: NDArray[np.integer[Any]]) -> NDArray[Any]:
        """Copies of these rows."""
        self.verify(ids, ids + 1)
        return self.array[ids]

    def bounds(self, ids: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Of a list of places: these, and those after them."""
        self.verify(ids, ids + 2)
        return self.array[ids].astype(np.int64), self.array[ids + 1].astype(np.int64)

    def bytes(self, start: int, end: int) -> bytes:
        """Of an array of bytes these, unverified: `verify` comes first, for many at once."""
        return self._file[self.offset + start : self.offset + end]

    def slice(self, start: int, end: int) -> NDArray[Any]:
        """Rows start to end, not copied."""
        first, last = self._blocks(start, max(start, end))
        self._verify_blocks(np.arange(first, min(last, len(self._seen) - 1) + 1))
        return self.array[start:end]

    def whole(self) -> NDArray[Any]:
        """The array, all of it verified."""
        return self.slice(0, len(self.array))

    def verify(self, starts: NDArray[np.integer[Any]], ends: NDArray[np.integer[Any]]) -> None:
        """Compare the blocks under the rows [start, end) with their checksums, each block once."""
        first, last = self._blocks(starts, ends)
        self._verify_blocks(first)
        self._verify_blocks(last)
        for step in range(1, int((last - first).max(initial=0))):  # rows longer than a block
            self._verify_blocks(np.minimum(first + step, last))

    def _blocks(self, starts: Any, ends: Any) -> Any:
        """The first and the last block of each range of rows; of an empty range the one where it stands."""
        stride = self.array.strides[0]
        first = (self.offset + starts * stride) >> _SHIFT
        last = (self.offset - 1 + ends * stride) >> _SHIFT
        return np.minimum(first, len(self._seen) - 1), np.maximum(last, first)

    def _verify_blocks(self, blocks: NDArray[np.int64]) -> None:
        seen = self._seen[blocks]
        if seen.all():
            return
        for block in sorted(set(blocks[~seen].tolist())):  # not np.unique: its first call imports for 15 ms
            found = zlib.crc32(self._file[block * BLOCK : (block + 1) * BLOCK])
            if found != self._checksums[block]:
                raise ModelError(f"{self.path} is damaged near byte {block * BLOCK:,}. {AGAIN}")
            self._seen[block] = True


def block_checksums(manifest: Manifest) -> NDArray[np.uint32]:
    """The checksums of all arrays of a folder; the file itself is among those verified when the folder is opened."""
    manifest.needs(BLOCKS)
    checksums = np.load(manifest.folder / BLOCKS, allow_pickle=False)
    if checksums.dtype != np.uint32 or checksums.ndim != 1:
        raise ModelError(f"{manifest.folder / BLOCKS} holds no checksums. {AGAIN}")
    return checksums


def mapped(manifest: Manifest, checksums: NDArray[np.uint32], name: str, *shape: int | None) -> Mapped:
    """Map an array of a model folder; `shape` has None where any length will do."""
    manifest.needs(name)
    path, entry = manifest.folder / name, manifest.files[name]
    try:
        with path.open("rb") as file:
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        own = checksums[slice(*entry.blocks)] if entry.blocks else checksums[:0]
        if len(own) != -(-len(content) // BLOCK):
            raise ValueError(f"{len(own)} checksums for {len(content):,} bytes")
        if zlib.crc32(content[:BLOCK]) != own[0]:
            raise ValueError("its beginning is damaged")
        head = io.BytesIO(content[:BLOCK])
        version = np.lib.format.read_magic(head)
        read_header = np.lib.format.read_array_header_1_0 if version == (1, 0) else np.lib.format.read_array_header_2_0
        found, fortran, dtype = read_header(head)
        if fortran or dtype.hasobject:
            raise ValueError("it is not a plain array")
        array = np.frombuffer(content, dtype, int(np.prod(found)), head.tell()).reshape(found)
    except (OSError, ValueError, EOFError) as error:
        raise ModelError(f"{path} cannot be read ({error}). {AGAIN}") from error
    if len(found) != len(shape) or any(want not in (None, have) for want, have in zip(shape, found, strict=True)):
        wanted = ", ".join("any" if want is None else str(want) for want in shape)
        raise ModelError(f"{path} has shape {found}, not ({wanted}): the files do not fit each other. {AGAIN}")
    return Mapped(path, array, head.tell(), content, own, np.zeros(len(own), dtype=np.bool_))
