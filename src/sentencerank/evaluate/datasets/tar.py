"""Tar archives of strangers, read in memory within bounds; nothing is ever written to disk.

Only regular files are read: links, devices and pipes are skipped, and a name that leads out of the archive is refused.
"""

from __future__ import annotations

import gzip
import io
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from sentencerank.errors import DataError

ENDINGS = (".tar.gz", ".tgz", ".tar")
DEPTH = 3  # archives within archives
_GZIP = b"\x1f\x8b"
_BLOCK = 1 << 16  # bytes that are unpacked at a time


@dataclass(slots=True)
class Allowance:
    """What may still come out of archives, those inside others included; a collection of text is far below it."""

    bytes: int = 500_000_000
    members: int = 200_000
    largest: int = 50_000_000  # bytes of one file that is no archive

    def take(self, count: int) -> None:
        """Count bytes that were unpacked."""
        self.bytes -= count
        if self.bytes < 0:
            raise DataError(
                "the archive unpacks to too much: it looks made to break readers. Unpack it, and give the folder."
            )

    def member(self, size: int, archive: bool) -> None:
        """Count a file."""
        self.members -= 1
        if self.members < 0 or (size > self.largest and not archive):
            raise DataError("the archive holds too many files, or one too large. Unpack it, and give the folder.")


class _Bounded(io.RawIOBase):
    """A stream that counts what is read of it."""

    def __init__(self, source: io.BufferedIOBase, allowance: Allowance) -> None:
        self._source, self._allowance = source, allowance

    def read(self, size: int = -1, /) -> bytes:
        data = self._source.read(size if 0 <= size <= _BLOCK else _BLOCK)
        self._allowance.take(len(data))
        return data


def is_archive(name: str) -> bool:
    """Whether a file is an archive, by its name."""
    return name.lower().endswith(ENDINGS)


def unpacked(name: str, content: bytes, allowance: Allowance, depth: int = DEPTH) -> Iterator[tuple[str, bytes]]:
    """Yield (path, content) of every file in an archive and in those inside it, sorted; another file is itself.

    Raises DataError if an archive is damaged or goes beyond the allowance.
    """
    if not is_archive(name) or not depth:
        yield name, content
        return
    for path, data in sorted(_members(name, content, allowance), key=lambda member: member[0]):
        yield from unpacked(path, data, allowance, depth - 1)


def _members(name: str, content: bytes, allowance: Allowance) -> Iterator[tuple[str, bytes]]:
    packed = io.BytesIO(content)
    source = gzip.GzipFile(fileobj=packed) if content.startswith(_GZIP) else packed
    try:
        # As a stream: it is unpacked once, and no more of it than is allowed.
        with tarfile.open(fileobj=_Bounded(source, allowance), mode="r|") as archive:
            for member in archive:
                path = member.name.removeprefix("./")
                if not member.isreg():
                    allowance.member(0, archive=False)
                    continue
                allowance.member(member.size, is_archive(path))
                if path.startswith("/") or ".." in PurePosixPath(path).parts:
                    raise DataError(
                        f"{name} holds a file outside of it, {path[:80]!r}. Fetch it again from its publisher."
                    )
                file = archive.extractfile(member)
                yield path, file.read() if file is not None else b""
    except (tarfile.TarError, zlib.error, EOFError, OSError, ValueError, OverflowError) as error:
        raise DataError(f"{name} is damaged ({error}): fetch it again, or unpack what can be read of it") from None
