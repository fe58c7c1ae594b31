"""One pass over a corpus: where each document stands, and a digest of its text. Keeps about 60 bytes a document."""

from __future__ import annotations

import hashlib
import shutil
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sentencerank.corpus.entries import Entry, Input, from_lines, from_rows, opened, parquet
from sentencerank.errors import CorpusError, ExtraError
from sentencerank.method.arrays import Ids

PER_ROW_GROUP = 16  # shards of one row group of Parquet: each of them reads it from its start

Progress: TypeAlias = Callable[[int], None]  # documents seen


@dataclass(slots=True)
class Ledger:
    """What is remembered of every document."""

    texts: bytearray = field(default_factory=bytearray)  # 16 bytes each
    ids: bytearray = field(default_factory=bytearray)
    id_ends: array[int] = field(default_factory=lambda: array("q"))
    progress: Progress | None = None

    def add(self, id: str, text: bytes | None) -> None:
        """One more document; one without text is like no other."""
        self.texts += hashlib.blake2b(text, digest_size=16).digest() if text else len(self).to_bytes(16)
        self.ids += id.encode()
        self.id_ends.append(len(self.ids))
        if self.progress and len(self) % 1000 == 0:
            self.progress(len(self))

    def __len__(self) -> int:
        return len(self.id_ends)

    def id(self, place: int) -> str:
        """The id of a document."""
        return self.ids[self.id_ends[place - 1] if place else 0 : self.id_ends[place]].decode()

    def digest(self, start: int, stop: int) -> str:
        """Of the ids and texts of some documents."""
        begin = self.id_ends[start - 1] if start else 0
        ids = memoryview(self.ids)[begin : self.id_ends[stop - 1]]
        return hashlib.sha256(bytes(ids) + bytes(memoryview(self.texts)[16 * start : 16 * stop])).hexdigest()


@dataclass(slots=True)
class Stretch:
    """Documents that stand one after the other in one table, or files one after the other."""

    input: Input | None  # None: files
    path: Path
    begin: int  # its first document in the ledger
    rows: array[int] = field(default_factory=lambda: array("q"))  # line or row of each document
    ends: array[int] = field(default_factory=lambda: array("q"))  # bytes read when it was over
    files: list[tuple[str, str, int]] = field(default_factory=list)  # (name, path, size)
    smallest: int = 1  # documents of a shard
    problem: str = ""


def stretches(
    found: tuple[Input, ...], ledger: Ledger, fields: tuple[str, str], longest: int, spool: Path
) -> Iterator[Stretch]:
    """Every input, surveyed; packed ones are unpacked into `spool`."""
    files: Stretch | None = None
    for each in found:
        if each.kind == "file":
            files = files or Stretch(None, each.path, len(ledger))
            ledger.add(each.name, _file_digest(each.path))
            size = 0
            with suppress(OSError):
                size = each.path.stat().st_size
            files.files.append((each.name, str(each.path), size))
            continue
        if files:
            yield files
            files = None
        yield (_lines if each.kind == "lines" else _rows)(each, ledger, fields, longest, spool)
    if files:
        yield files


def _lines(each: Input, ledger: Ledger, fields: tuple[str, str], longest: int, spool: Path) -> Stretch:
    path, problem = each.path, ""
    if each.packed:
        path = spool / hashlib.sha256(each.name.encode()).hexdigest()[:16]
        problem = _unpacked(each.path, path)
    stretch = Stretch(each, path, len(ledger), problem=problem)
    try:
        with path.open("rb") as stream:
            for entry, end in from_lines(stream, each.name, 1, longest, fields):
                _note(stretch, ledger, entry)
                stretch.ends.append(end)
    except OSError as error:
        stretch.problem = f"the file cannot be read ({error.strerror}). Replace it."
    if stretch.problem:
        _note(stretch, ledger, Entry(each.name, stretch.rows[-1] + 1 if stretch.rows else 1, each.name))
    return stretch


def _unpacked(packed: Path, path: Path) -> str:
    """Unpack a file as far as it goes; the reason why it goes no further."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("wb") as copy, opened(packed) as stream:
            shutil.copyfileobj(stream, copy, 1 << 20)
    except ExtraError:
        raise
    except Exception as error:  # a damaged archive raises OSError, EOFError, zlib.error, ZstdError, …
        if isinstance(error, OSError) and error.filename == str(path):
            raise CorpusError(f"cannot unpack {packed} ({error}). Make room beside the output.") from error
        return f"the archive breaks off here ({error}): what came after this is lost. Replace the file."
    return ""


def _rows(each: Input, ledger: Ledger, fields: tuple[str, str], longest: int, spool: Path) -> Stretch:
    stretch = Stretch(each, each.path, len(ledger))
    try:
        file = parquet(each.path)
    except ExtraError:
        raise
    except Exception as error:  # pyarrow has its own family of errors; whatever it is, the file is one bad entry
        stretch.problem = f"the file cannot be read as Parquet ({error}). Replace it."
        _note(stretch, ledger, Entry(each.name, 1, each.name))
        return stretch
    if fields[1] not in file.schema_arrow.names:
        columns = ", ".join(file.schema_arrow.names)
        raise CorpusError(f"{each.name} has no column {fields[1]!r}, only {columns}. Name one with --text-field.")
    groups = [file.metadata.row_group(group).num_rows for group in range(file.metadata.num_row_groups)]
    stretch.smallest = -(-max(groups, default=1) // PER_ROW_GROUP)
    try:
        for entry in from_rows(each.path, each.name, 0, file.metadata.num_rows, fields):
            _note(stretch, ledger, entry)
            stretch.ends.append(entry.row)
    except Exception as error:
        stretch.problem = f"the rest of the file cannot be read ({error}). Replace it."
        _note(stretch, ledger, Entry(each.name, len(stretch.rows) + 1, each.name))
    return stretch


def _note(stretch: Stretch, ledger: Ledger, entry: Entry) -> None:
    text = " ".join(entry.text.split()).encode("utf-8", "replace")  # what differs in white space alone is the same
    ledger.add(entry.id, text or (f"{len(ledger)} {entry.problem}".encode("utf-8", "replace")))  # no text: like none
    stretch.rows.append(entry.row)


def _file_digest(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "blake2b").digest() if path.stat().st_size else None
    except OSError:
        return None


def firsts(digests: NDArray[np.generic]) -> Ids:
    """For every document the first one with the same digest: itself, if there is none before it."""
    _, first, inverse = np.unique(digests, return_index=True, return_inverse=True)
    return first[inverse]


def same_ids(ledger: Ledger) -> Ids:
    """For every document the first one with the same id."""
    return firsts(np.fromiter((hash_of(ledger.id(place)) for place in range(len(ledger))), np.uint64, len(ledger)))


def hash_of(text: str) -> int:
    """64 bits of a text, the same in every process."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())
