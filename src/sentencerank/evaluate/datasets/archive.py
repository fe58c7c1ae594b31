"""Files of a folder and of the tar archives in it, as if everything were unpacked."""

from __future__ import annotations

import io
import tarfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from sentencerank.errors import DataError

ARCHIVES = (".tar.gz", ".tgz", ".tar")
DEPTH = 3  # archives within archives


def contents(path: Path) -> Iterator[tuple[str, bytes]]:
    """(path with forward slashes, content) of every file in a folder or an archive, sorted; nothing is written."""
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file():
                yield from _unpacked(file.relative_to(path).as_posix(), file.read_bytes(), DEPTH)
    else:
        yield from _unpacked(path.name, path.read_bytes(), DEPTH)


def _unpacked(name: str, content: bytes, depth: int) -> Iterator[tuple[str, bytes]]:
    if not name.lower().endswith(ARCHIVES) or not depth:
        yield name, content
        return
    try:
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            for member in sorted(archive.getmembers(), key=lambda member: member.name):
                file = archive.extractfile(member) if member.isfile() else None
                if file is not None:
                    yield from _unpacked(member.name.removeprefix("./"), file.read(), depth - 1)
    except (tarfile.TarError, zlib.error, EOFError, OSError) as error:
        raise DataError(f"{name} is damaged ({error}): fetch it again, or unpack what can be read of it") from None
