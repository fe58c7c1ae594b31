"""One pass over a corpus: where each document stands, and a digest of its text. Keeps about 60 bytes a document."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from sentencerank.corpus.entries import Entry, Input, open_parquet, read_lines, read_rows
from sentencerank.errors import CorpusError, DataError, ExtraError
from sentencerank.files import sha256_of, sha256_of_file
from sentencerank.files.compressed import open_compressed
from sentencerank.method.arrays import Ids

if TYPE_CHECKING:
    from sentencerank.corpus.job import Job

PER_ROW_GROUP = 16  # shards of one row group of Parquet: each of them reads it from its start
DIGEST = 16  # bytes that are kept of the hash of a text

Seen: TypeAlias = Callable[[int], None]  # is told how many documents were seen


@dataclass(slots=True)
class Ledger:
    """What is remembered of every document."""

    texts: bytearray = field(default_factory=bytearray)  # DIGEST bytes each
    ids: bytearray = field(default_factory=bytearray)
    id_ends: array[int] = field(default_factory=lambda: array("q"))
    size: int = 0  # characters of all texts, bytes of files
    progress: Seen | None = None

    def add(self, id: str, content: bytes | str) -> None:
        """Remember one more document; one without content is like no other."""
        self.texts += _digest(content) if content else len(self).to_bytes(DIGEST)
        self.ids += id.encode()
        self.id_ends.append(len(self.ids))
        if self.progress and len(self) % 1000 == 0:
            self.progress(len(self))

    def __len__(self) -> int:
        return len(self.id_ends)

    def _id_start(self, place: int) -> int:
        return self.id_ends[place - 1] if place else 0

    def id(self, place: int) -> str:
        """Return the id of a document."""
        return self.ids[self._id_start(place) : self.id_ends[place]].decode()

    def id_digests(self) -> bytes:
        """Return DIGEST bytes of every id."""
        return b"".join(_digest(self.id(place)) for place in range(len(self)))

    def digest(self, start: int, stop: int) -> str:
        """Return a hash of the ids and texts of some documents."""
        ids = memoryview(self.ids)[self._id_start(start) : self.id_ends[stop - 1]]
        return sha256_of(bytes(ids) + bytes(memoryview(self.texts)[DIGEST * start : DIGEST * stop]))


def _digest(content: bytes | str) -> bytes:
    return bytes.fromhex(sha256_of(content))[:DIGEST]


def first_places(digests: bytes | bytearray) -> Ids:
    """Return for every document the first one with the same digest: itself, if there is none before it."""
    _, first, inverse = np.unique(np.frombuffer(bytes(digests), f"V{DIGEST}"), return_index=True, return_inverse=True)
    return first[inverse]


@dataclass(slots=True)
class Segment:
    """Documents that follow one another in one table, or files that follow one another."""

    input: Input | None  # None: files
    path: Path
    begin: int  # its first document in the ledger
    rows: array[int] = field(default_factory=lambda: array("q"))  # line or row of each document
    ends: array[int] = field(default_factory=lambda: array("q"))  # bytes read when it was over
    files: list[tuple[str, str, int]] = field(default_factory=list)  # (name, path, size)
    smallest: int = 1  # documents of a shard
    problem: str = ""  # why the table ends here

    def add(self, ledger: Ledger, entry: Entry) -> None:
        """Note where a document stands, and its text in the ledger; white space alone makes no difference."""
        text = " ".join(entry.text.split())
        # Two documents without text are not the same one.
        ledger.add(entry.id, text or f"{len(ledger)} {entry.problem}")
        ledger.size += len(text)
        self.rows.append(entry.row)


def survey(inputs: tuple[Input, ...], ledger: Ledger, job: Job, spool: Path) -> Iterator[Segment]:
    """Read every input and yield its segment; compressed tables are decompressed into `spool`."""
    files: Segment | None = None
    for each in inputs:
        if each.kind == "file":
            files = files or Segment(None, each.path, len(ledger))
            files.files.append((each.name, str(each.path), _add_file(each, ledger)))
            continue
        if files:
            yield files
            files = None
        yield _survey_lines(each, ledger, job, spool) if each.kind == "lines" else _survey_rows(each, ledger, job)
    if files:
        yield files


def _add_file(file: Input, ledger: Ledger) -> int:
    """Remember a file by its bytes, and return their number; one that cannot be read is like no other."""
    size, content = 0, ""
    with suppress(OSError):
        size = file.path.stat().st_size
        content = sha256_of_file(file.path) if size else ""
    ledger.add(file.name, content)
    ledger.size += size
    return size


def _survey_lines(table: Input, ledger: Ledger, job: Job, spool: Path) -> Segment:
    path, problem = table.path, ""
    if table.compressed:
        path = spool / sha256_of(table.name)[:16]
        problem = _decompress(table.path, path)
    segment = Segment(table, path, len(ledger), problem=problem)
    try:
        with path.open("rb") as stream:
            for entry, end in read_lines(stream, table.name, 1, job.longest_line, job.field_names):
                segment.add(ledger, entry)
                segment.ends.append(end)
    except OSError as error:
        if table.compressed:
            # This is a copy of ours, so that its table is not to blame.
            raise
        segment.problem = f"the file cannot be read ({error.strerror}). Replace it."
    if segment.problem:
        segment.add(ledger, Entry(table.name, segment.rows[-1] + 1 if segment.rows else 1, table.name))
    return segment


def _decompress(compressed: Path, path: Path) -> str:
    """Decompress a file as far as it goes, and return why it goes no further."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as copy:
        try:
            stream = open_compressed(compressed)
        except DataError:
            return "the archive holds several files, or none. Unpack it and give the right one."
        except Exception as error:
            return _broken_off(error)
        with stream:
            while True:
                try:
                    data = stream.read(1 << 20)
                except Exception as error:
                    return _broken_off(error)
                if not data:
                    return ""
                # What goes wrong here is not the fault of the archive, and ends the job.
                copy.write(data)


def _broken_off(error: Exception) -> str:
    """Say that an archive is damaged: every format has its own family of errors, and the rest is one bad entry."""
    if isinstance(error, ExtraError):
        raise error
    return f"the archive breaks off here ({error}): what came after this is lost. Replace the file."


def _survey_rows(table: Input, ledger: Ledger, job: Job) -> Segment:
    segment = Segment(table, table.path, len(ledger))
    try:
        file = open_parquet(table.path)
    except ExtraError:
        raise
    except Exception as error:
        # pyarrow has its own family of errors.
        segment.problem = f"the file cannot be read as Parquet ({error}). Replace it."
        segment.add(ledger, Entry(table.name, 1, table.name))
        return segment
    names = file.schema_arrow.names
    if job.text_field not in names:
        raise CorpusError(
            f"{table.name} has no column {job.text_field!r}, only {', '.join(names)}. Name one with --text-field."
        )
    groups = [file.metadata.row_group(group).num_rows for group in range(file.metadata.num_row_groups)]
    segment.smallest = -(-max(groups, default=1) // PER_ROW_GROUP)
    try:
        for entry in read_rows(table.path, table.name, 0, file.metadata.num_rows, job.field_names):
            segment.add(ledger, entry)
            segment.ends.append(entry.row)
    except Exception as error:
        segment.problem = f"the rest of the file cannot be read ({error}). Replace it."
        segment.add(ledger, Entry(table.name, len(segment.rows) + 1, table.name))
    return segment
