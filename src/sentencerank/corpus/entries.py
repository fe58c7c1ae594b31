"""Where documents come from: lines of JSONL, rows of Parquet, files of a folder. What is unreadable is an entry too."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal

from sentencerank.errors import CorpusError
from sentencerank.extras import require
from sentencerank.files import encodable
from sentencerank.files.compressed import without_compression

if TYPE_CHECKING:
    from pyarrow.parquet import ParquetFile

Kind = Literal["lines", "rows", "file"]
Status = Literal["", "unreadable", "too_long", "empty"]

_TABLES: dict[str, Kind] = {".jsonl": "lines", ".ndjson": "lines", ".parquet": "rows"}


@dataclass(frozen=True, slots=True)
class Input:
    """A file of the corpus: a table of documents, or a document."""

    name: str  # relative to the corpus
    path: Path
    kind: Kind

    @property
    def compressed(self) -> bool:
        """Whether it has to be decompressed before parts of it can be read."""
        return self.kind == "lines" and without_compression(self.path.name) != self.path.name


@dataclass(frozen=True, slots=True)
class Entry:
    """One document as it was found; `status` and `problem` say why there is no text to rank."""

    source: str
    row: int  # its line or row there, from 1
    id: str
    text: str = ""
    path: str = ""  # of a document that is a file of its own
    status: Status = ""
    problem: str = ""


def find_inputs(source: Path) -> tuple[tuple[Input, ...], int, int]:
    """Return the files of a corpus by name, and how many files were left out as hidden (. or _ first) and as links.

    The source itself may be a symbolic link, but none inside it is followed: it could lead out of the folder, or round
    in a circle, and what it leads to inside the folder is read anyway. Raises CorpusError if there is no such source.
    """
    if source.is_file():
        return (Input(source.name, source.resolve(), _kind(source.name)),), 0, 0
    if not source.is_dir():
        raise CorpusError(f"{source} does not exist. Give a Parquet or JSONL file, or a folder of documents.")
    found, hidden, links = [], 0, 0
    for name, path in sorted(_walk(source, "")):
        if any(part.startswith((".", "_")) for part in name.split("/")):
            hidden += 1
        elif path.is_symlink():
            links += 1
        else:
            found.append(Input(encodable(name), path, _kind(path.name)))
    return tuple(found), hidden, links


def _walk(folder: Path, before: str) -> Iterator[tuple[str, Path]]:
    """Yield the files and links below a folder, with their names relative to it; a closed folder is left out."""
    waiting = [(folder, before)]
    while waiting:
        here, prefix = waiting.pop()
        try:
            with os.scandir(here) as entries:
                inside = list(entries)
        except PermissionError:
            continue
        for entry in inside:
            if entry.is_dir(follow_symlinks=False):
                waiting.append((Path(entry.path), f"{prefix}{entry.name}/"))
            elif entry.is_symlink() or entry.is_file(follow_symlinks=False):
                yield f"{prefix}{entry.name}", Path(entry.path)


def _kind(name: str) -> Kind:
    """Return what a file is, by its name; only lines may be compressed.

    >>> _kind("a.jsonl.gz"), _kind("part-0.parquet"), _kind("letter.txt.gz"), _kind("a.parquet.gz")
    ('lines', 'rows', 'file', 'file')
    """
    inner = without_compression(name)
    kind = _TABLES.get(Path(inner).suffix.lower(), "file")
    return kind if kind == "lines" or inner == name else "file"


def _split_lines(stream: IO[bytes], longest: int) -> Iterator[tuple[int, int, bytes | None]]:
    r"""Yield (number of the line, bytes read so far, its content); None for a line of more than `longest` bytes.

    >>> from io import BytesIO
    >>> list(_split_lines(BytesIO(b"one\n\nseventeen\n"), 5))
    [(1, 4, b'one\n'), (2, 5, b'\n'), (3, 15, None)]
    """
    number = place = 0
    while data := stream.readline(longest + 1):
        number += 1
        place += len(data)
        line: bytes | None = data
        # The rest of a line that is too long is read without keeping it.
        while not data.endswith(b"\n") and (data := stream.readline(1 << 20)):
            place += len(data)
            line = None
        yield number, place, line if line is not None and len(line) <= longest else None


def read_lines(
    stream: IO[bytes], source: str, first: int, longest: int, fields: tuple[str, str]
) -> Iterator[tuple[Entry, int]]:
    """Yield the documents of JSONL, one a line, each with the place where it ends; blank lines hold none."""
    for number, end, line in _split_lines(stream, longest):
        if line is None or line.strip():
            yield _from_line(line, source, first + number - 1, longest, fields), end


def _from_line(line: bytes | None, source: str, row: int, longest: int, fields: tuple[str, str]) -> Entry:
    name, (id_field, text_field) = f"{source}:{row}", fields
    if line is None:
        problem = f"the line is longer than {longest:,} bytes. Split the document, or raise --max-characters."
        return Entry(source, row, name, status="too_long", problem=problem)
    try:
        record = json.loads(line.removeprefix(b"\xef\xbb\xbf") if row == 1 else line)
    except (ValueError, RecursionError) as error:
        return Entry(source, row, name, status="unreadable", problem=f"the line is not JSON ({error}). Correct it.")
    if not isinstance(record, dict):
        return Entry(source, row, name, status="unreadable", problem="the line holds no object. Correct it.")
    return _from_fields(source, row, record.get(id_field), record.get(text_field), text_field)


def read_rows(path: Path, source: str, start: int, stop: int, fields: tuple[str, str]) -> Iterator[Entry]:
    """Yield the documents of rows `start` to `stop` of a Parquet file, from 0; hold no more than a batch in memory."""
    file = open_parquet(path)
    id_field, text_field = fields
    groups, place = [], 0
    skipped: int | None = None
    for group in range(file.metadata.num_row_groups):
        size = file.metadata.row_group(group).num_rows
        if place < stop and place + size > start:
            groups.append(group)
            skipped = place if skipped is None else skipped
        place += size
    row = skipped or 0
    columns = [name for name in dict.fromkeys((id_field, text_field)) if name in file.schema_arrow.names]
    for batch in file.iter_batches(batch_size=64, row_groups=groups, columns=columns):
        if row + batch.num_rows > start:
            blank = [None] * batch.num_rows
            ids = batch.column(id_field).to_pylist() if id_field in columns else blank
            texts = _texts(batch.column(text_field), batch.num_rows)
            for number, (id, text) in enumerate(zip(ids, texts, strict=True), start=row + 1):
                if start < number <= stop:
                    yield _from_fields(source, number, id, text, text_field)
        row += batch.num_rows
        if row >= stop:
            return


def _texts(column: object, count: int) -> list[object]:
    """Return the values of a column; bytes that are no UTF-8 stay bytes, to be refused one by one."""
    try:
        return column.to_pylist()  # type: ignore[attr-defined]
    except UnicodeDecodeError:
        binary = column.cast("binary")  # type: ignore[attr-defined]
        return [binary[place].as_py() for place in range(count)]


def open_parquet(path: Path) -> ParquetFile:
    """Open a Parquet file. Raises ExtraError if pyarrow is missing, and what pyarrow raises for a damaged file."""
    return require("pyarrow.parquet", "corpus").ParquetFile(path, memory_map=False)


def _from_fields(source: str, row: int, id: object, text: object, field: str) -> Entry:
    name = f"{source}:{row}" if id is None or id == "" else encodable(str(id))
    if isinstance(text, bytes):
        try:
            text = text.decode()
        except UnicodeDecodeError as error:
            problem = f"the text is not UTF-8 ({error.reason} at byte {error.start}). Decode it first."
            return Entry(source, row, name, status="unreadable", problem=problem)
    if text is None:
        problem = f"there is nothing in the field {field!r}. Name another one with --text-field."
        return Entry(source, row, name, status="empty", problem=problem)
    if not isinstance(text, str):
        problem = f"{field!r} holds {type(text).__name__}, not text. Name another one with --text-field."
        return Entry(source, row, name, status="unreadable", problem=problem)
    return Entry(source, row, name, text=text)
