"""Zstandard files: all frames, and an error where the file is cut short, of which the library says nothing."""

from __future__ import annotations

import io
from pathlib import Path
from typing import IO

from sentencerank.extras import require

_FRAME, _SKIPPED = 0xFD2FB528, 0x184D2A50  # first four bytes of a frame; of one to skip, its last four bits aside
_ID_BYTES, _SIZE_BYTES = (0, 1, 2, 4), (0, 2, 4, 8)
_REPEATED = 1  # kind of a block that stands for many bytes by one


class ZstdFile(io.RawIOBase):
    """Reads the content of a .zst file; the end of a file that is cut short raises EOFError."""

    def __init__(self, source: Path | IO[bytes]) -> None:
        """Open a path, or read from a stream that can seek; a stream stays open."""
        super().__init__()
        decompressor = require("zstandard", "corpus").ZstdDecompressor()
        self._own = isinstance(source, Path)
        self._source: IO[bytes] = source.open("rb") if isinstance(source, Path) else source
        self._start = self._source.tell()
        self._reader = decompressor.stream_reader(self._source, read_across_frames=True, closefd=False)

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer; raise EOFError at the end of a file whose last frame is not whole."""
        count: int = self._reader.readinto(buffer)
        if not count and len(buffer):
            self._check_end()
        return count

    def _check_end(self) -> None:
        end = self._source.seek(0, io.SEEK_END)
        place = self._start
        while place < end:
            place = _frame_end(self._source, place)
        self._source.seek(0, io.SEEK_END)
        if place > end:
            raise EOFError("the compressed file ended before its end was marked")

    def close(self) -> None:
        """Close the file, if it was opened here."""
        if not self.closed and self._own:
            self._source.close()
        super().close()


def _frame_end(stream: IO[bytes], place: int) -> int:
    """Return where the frame that begins at a place should end, from the sizes of its blocks; see RFC 8878."""
    magic = _number(stream, place, 4)
    if magic & 0xFFFFFFF0 == _SKIPPED:
        return place + 8 + _number(stream, place + 4, 4)
    if magic != _FRAME:
        # What is too short for a frame was cut; anything else was refused by the library.
        return place + 5
    flags = _number(stream, place + 4, 1)
    single = flags >> 5 & 1
    sizes = _SIZE_BYTES[flags >> 6] or single
    place += 5 + (not single) + _ID_BYTES[flags & 3] + sizes
    last = 0
    while not last:
        stream.seek(place)
        data = stream.read(3)
        if len(data) < 3:
            return place + 3
        header = int.from_bytes(data, "little")
        last = header & 1
        place += 3 + (1 if header >> 1 & 3 == _REPEATED else header >> 3)
    return place + 4 * (flags >> 2 & 1)


def _number(stream: IO[bytes], place: int, size: int) -> int:
    stream.seek(place)
    return int.from_bytes(stream.read(size), "little")
