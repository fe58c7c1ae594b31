"""Which documents are ranked together: one pass over the corpus that depends on nothing but the corpus.

The pass keeps about 60 bytes for each document and no text. It finds texts and ids that occur twice, anywhere.
"""

from __future__ import annotations

import hashlib
import shutil
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sentencerank.arrays import Ids
from sentencerank.corpus.entries import Entry, Input, from_lines, from_rows, inputs, opened, parquet
from sentencerank.errors import CorpusError, ExtraError

AIM, SMALLEST, LARGEST = 256, 20, 1000  # shards in a corpus; documents in a shard
BYTES = 64 << 20  # of the files in a shard
PER_ROW_GROUP = 16  # shards of one row group of Parquet: each of them reads it from its start

Progress: TypeAlias = Callable[[int], None]  # documents seen


@dataclass(frozen=True, slots=True)
class Shard:
    """Documents that one worker ranks into one file."""

    number: int
    kind: Literal["lines", "rows", "files", "broken"]
    source: str  # the name of the table; "" for files
    path: str  # what to open; a packed table is unpacked before
    start: int  # in bytes, or in rows from 0
    stop: int
    first: int  # the number of its first line or row, from 1
    files: tuple[tuple[str, str], ...]  # documents that are files: (name, path)
    count: int
    digest: str  # of the ids and texts
    problem: str  # why a table ends here
    same_text: tuple[tuple[int, str], ...]  # place in the shard → the id of the first document with this text
    same_id: tuple[int, ...]  # places whose id was there before


@dataclass(frozen=True, slots=True)
class Plan:
    """All shards of a corpus."""

    shards: tuple[Shard, ...]
    documents: int
    digest: str
    hidden: int  # files left out, as their names begin with . or _


@dataclass(slots=True)
class _Ledger:
    """What is remembered of every document."""

    texts: bytearray = field(default_factory=bytearray)  # 16 bytes each
    ids: bytearray = field(default_factory=bytearray)
    id_ends: array[int] = field(default_factory=lambda: array("q"))
    progress: Progress | None = None

    def add(self, id: str, text: bytes | None) -> None:
        self.texts += hashlib.blake2b(text, digest_size=16).digest() if text else len(self).to_bytes(16)
        self.ids += id.encode()
        self.id_ends.append(len(self.ids))
        if self.progress and len(self) % 1000 == 0:
            self.progress(len(self))

    def __len__(self) -> int:
        return len(self.id_ends)

    def id(self, place: int) -> str:
        return self.ids[self.id_ends[place - 1] if place else 0 : self.id_ends[place]].decode()

    def digest(self, start: int, stop: int) -> str:
        begin = self.id_ends[start - 1] if start else 0
        ids = memoryview(self.ids)[begin : self.id_ends[stop - 1]]
        return hashlib.sha256(bytes(ids) + bytes(memoryview(self.texts)[16 * start : 16 * stop])).hexdigest()


@dataclass(slots=True)
class _Stretch:
    """Documents that stand one after the other in one table, or files one after the other."""

    input: Input | None  # None: files
    path: Path
    begin: int  # its first document in the ledger
    rows: array[int] = field(default_factory=lambda: array("q"))  # line or row of each document
    ends: array[int] = field(default_factory=lambda: array("q"))  # bytes read when it was over
    files: list[tuple[str, str, int]] = field(default_factory=list)  # (name, path, size)
    smallest: int = 1  # documents of a shard
    problem: str = ""


def plan(
    source: Path,
    *,
    fields: tuple[str, str],
    longest: int,
    spool: Path,
    size: int | None = None,
    progress: Progress | None = None,
) -> Plan:
    """Look at every document once and share them out; packed tables are unpacked into `spool`."""
    found, hidden = inputs(source)
    ledger = _Ledger(progress=progress)
    stretches = list(_stretches(found, ledger, fields, longest, spool))
    if not len(ledger):
        raise CorpusError(f"{source} holds no documents. Give a Parquet or JSONL file, or a folder of documents.")
    wanted = size or max(SMALLEST, min(LARGEST, -(-len(ledger) // AIM)))
    first, same_id = _firsts(np.frombuffer(bytes(ledger.texts), "V16")), _same_ids(ledger)
    shards: list[Shard] = []
    for stretch in stretches:
        for start, stop in _bounds(stretch, max(wanted, stretch.smallest)):
            shards.append(_shard(len(shards), stretch, start, stop, ledger, first, same_id))
    whole = hashlib.sha256("".join(shard.digest for shard in shards).encode()).hexdigest()
    return Plan(tuple(shards), len(ledger), whole, hidden)


def _stretches(
    found: tuple[Input, ...], ledger: _Ledger, fields: tuple[str, str], longest: int, spool: Path
) -> Iterator[_Stretch]:
    files: _Stretch | None = None
    for each in found:
        if each.kind == "file":
            files = files or _Stretch(None, each.path, len(ledger))
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


def _lines(each: Input, ledger: _Ledger, fields: tuple[str, str], longest: int, spool: Path) -> _Stretch:
    path, problem = each.path, ""
    if each.packed:
        path = spool / hashlib.sha256(each.name.encode()).hexdigest()[:16]
        problem = _unpacked(each.path, path)
    stretch = _Stretch(each, path, len(ledger), problem=problem)
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


def _rows(each: Input, ledger: _Ledger, fields: tuple[str, str], longest: int, spool: Path) -> _Stretch:
    stretch = _Stretch(each, each.path, len(ledger))
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


def _note(stretch: _Stretch, ledger: _Ledger, entry: Entry) -> None:
    text = " ".join(entry.text.split()).encode("utf-8", "replace")  # what differs in white space alone is the same
    ledger.add(entry.id, text or (f"{len(ledger)} {entry.problem}".encode("utf-8", "replace")))  # no text: like none
    stretch.rows.append(entry.row)


def _file_digest(path: Path) -> bytes | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "blake2b").digest() if path.stat().st_size else None
    except OSError:
        return None


def _firsts(digests: NDArray[np.generic]) -> Ids:
    """For every document the first one with the same digest: itself, if there is none before it."""
    _, first, inverse = np.unique(digests, return_index=True, return_inverse=True)
    return first[inverse]


def _same_ids(ledger: _Ledger) -> Ids:
    return _firsts(np.fromiter((hash_of(ledger.id(place)) for place in range(len(ledger))), np.uint64, len(ledger)))


def hash_of(text: str) -> int:
    """64 bits of a text, the same in every process."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest())


def _bounds(stretch: _Stretch, size: int) -> Iterator[tuple[int, int]]:
    """Equal steps; files also end a shard by their bytes, and what ends a table is a shard of its own."""
    count = len(stretch.files) or len(stretch.rows) - bool(stretch.problem)
    start = held = 0
    for place in range(count):
        held += stretch.files[place][2] if stretch.files else 0
        if place + 1 - start >= size or held >= BYTES:
            yield start, place + 1
            start, held = place + 1, 0
    if start < count:
        yield start, count
    if stretch.problem:
        yield count, count + 1


def _shard(number: int, stretch: _Stretch, start: int, stop: int, ledger: _Ledger, first: Ids, same_id: Ids) -> Shard:
    place = stretch.begin + start
    source = stretch.input.name if stretch.input else ""
    broken = bool(stretch.problem) and stop == len(stretch.rows)
    kind: Literal["lines", "rows", "files", "broken"]
    begin = end = 0
    if broken:
        kind = "broken"
    elif stretch.input is None:
        kind = "files"
    else:
        kind = "rows" if stretch.input.kind == "rows" else "lines"
        begin, end = stretch.ends[start - 1] if start else 0, stretch.ends[stop - 1]
    owners = first[place : place + stop - start]
    return Shard(
        number=number,
        kind=kind,
        source=source,
        path=str(stretch.path) if stretch.input else "",
        start=begin,
        stop=end,
        first=_first_row(stretch, start),
        files=tuple((name, path) for name, path, _ in stretch.files[start:stop]),
        count=stop - start,
        digest=hashlib.sha256(f"{source}\n{begin}\n{ledger.digest(place, place + stop - start)}".encode()).hexdigest(),
        problem=stretch.problem if broken else "",
        same_text=tuple((k, ledger.id(owner)) for k, owner in enumerate(owners.tolist()) if owner != place + k),
        same_id=tuple(
            k for k, owner in enumerate(same_id[place : place + stop - start].tolist()) if owner != place + k
        ),
    )


def _first_row(stretch: _Stretch, start: int) -> int:
    """The line that stands where a shard begins: the one after the last line of the shard before, blank or not."""
    if not stretch.rows:
        return 1
    if stretch.problem and start == len(stretch.rows) - 1:
        return stretch.rows[start]
    return stretch.rows[start - 1] + 1 if start else 1
