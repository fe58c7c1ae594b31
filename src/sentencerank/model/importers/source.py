"""What every kind of vectors becomes: names and rows in chunks, pieces, and a count of what could not be read."""

from __future__ import annotations

import bz2
import gzip
import lzma
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import numpy as np

from sentencerank.errors import ModelError
from sentencerank.method.arrays import Vectors
from sentencerank.model.model import Subwords
from sentencerank.model.write import Chunk

CHUNK = 2000  # names at a time
SHOWN = 3  # examples of each kind of malformed line that are remembered


@dataclass(slots=True)
class Malformed:
    """Lines and records that were left out, by reason, with the first places of each."""

    counts: Counter[str] = field(default_factory=Counter)
    places: dict[str, list[str]] = field(default_factory=dict)

    def add(self, reason: str, place: str) -> None:
        """Count one."""
        self.counts[reason] += 1
        if len(known := self.places.setdefault(reason, [])) < SHOWN:
            known.append(place)

    def __str__(self) -> str:
        return "; ".join(
            f"{count:,} {reason} ({', '.join(self.places[reason])}{', …' if count > len(self.places[reason]) else ''})"
            for reason, count in self.counts.items()
        )


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """Vectors that can be imported. `words` and the rows of `subwords` are read once, in pieces."""

    kind: str
    words: Iterable[Chunk] | None
    subwords: Subwords | None = None
    malformed: Malformed = field(default_factory=Malformed)
    done: Callable[[], float] = lambda: 0.0  # the share of the words that has been read, for a bar
    promised: int | None = None  # how many names the file says it has
    details: dict[str, object] = field(default_factory=dict)  # what it says about itself: licence, source


def chunked(entries: Iterable[tuple[str, Vectors]]) -> Iterator[Chunk]:
    """Names with their rows, some thousand at a time."""
    names: list[str] = []
    rows: list[Vectors] = []
    for name, row in entries:
        names.append(name)
        rows.append(row)
        if len(names) == CHUNK:
            yield names, np.stack(rows)
            names, rows = [], []
    if names:
        yield names, np.stack(rows)


def row_chunks(rows: Vectors) -> Iterator[Vectors]:
    """A matrix, mapped or not, some thousand rows at a time."""
    for start in range(0, len(rows), CHUNK):
        yield np.asarray(rows[start : start + CHUNK], dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Opened:
    """A file, unpacked if it is packed, and how far it has been read."""

    file: IO[bytes]
    done: Callable[[], float]


def opened(path: Path, closing: ExitStack) -> Opened:
    """Open a file to read its bytes; .gz, .bz2, .xz and a .zip with one file inside are unpacked on the way."""
    raw = closing.enter_context(path.open("rb"))
    size = max(1, path.stat().st_size)
    head = raw.read(6)
    raw.seek(0)
    file: IO[bytes] = raw
    if head.startswith(b"\x1f\x8b"):
        file = gzip.GzipFile(fileobj=raw)  # type: ignore[assignment]
    elif head.startswith(b"BZh"):
        file = bz2.BZ2File(raw)
    elif head.startswith(b"\xfd7zXZ"):
        file = lzma.LZMAFile(raw)  # noqa: SIM115 (closed below)
    elif head.startswith(b"PK\x03\x04"):
        archive = closing.enter_context(zipfile.ZipFile(raw))
        members = [name for name in archive.namelist() if not name.endswith("/")]
        if len(members) != 1:
            raise ModelError(f"{path} holds {len(members)} files. Unpack it, and import the one you want.")
        file = archive.open(members[0])
    return Opened(closing.enter_context(file), lambda: 0.0 if raw.closed else min(1.0, raw.tell() / size))
