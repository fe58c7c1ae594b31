"""Corpora → documents, as a stream: text by line or by file, JSONL, Parquet; plain or compressed.

Whatever else can yield documents, such as the dump of a wiki, is a `Source` too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, Protocol

from sentencerank.errors import CorpusError
from sentencerank.extras import require
from sentencerank.files.compressed import damaged, open_compressed, without_compression

LONGEST = 4 << 20  # bytes of one document; a longer one is cut at white space and goes on as the next document
Unit = Literal["line", "file"]


@dataclass(slots=True)
class Reading:
    """What went wrong on the way and how far it is, counted while documents are read."""

    invalid_bytes: int = 0  # not UTF-8: read as U+FFFD
    cut: int = 0  # documents longer than LONGEST
    skipped: int = 0  # JSONL records without the field
    position: int = 0  # bytes of the files that are read, as they lie on the disk


class Source(Protocol):
    """Anything that yields documents; twice the same ones in the same order."""

    @property
    def name(self) -> str:
        """The name that the phrase model says it was mined from."""

    def identity(self) -> str:
        """Return what changes when the documents may have changed, such as sizes and times of files.

        A rerun compares it.
        """

    def documents(self, reading: Reading) -> Iterator[str]:
        """Yield the documents as plain text, none of them much longer than LONGEST."""


@dataclass(frozen=True, slots=True)
class Files:
    """Documents from files; folders are read in the order of their paths, hidden names are left out."""

    paths: tuple[Path, ...]
    unit: Unit = "line"  # what a document of a plain text is
    field: str = "text"  # where JSONL and Parquet have the text

    @property
    def name(self) -> str:
        """The names as given, without their folders."""
        return ", ".join(path.name for path in self.paths)

    def identity(self) -> str:
        """Return paths, sizes and times, as JSON."""
        stats = [(str(path.resolve()), path.stat()) for path in self.files()]
        return json.dumps([self.unit, self.field, [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]])

    def files(self) -> tuple[Path, ...]:
        """Return all files, those of folders included; raise CorpusError if there are none."""
        found = [file for path in self.paths for file in _files(path)]
        if not found:
            raise CorpusError(f"{self.name or 'the corpus'}: no files. Give text files, or a folder with some.")
        return tuple(found)

    def size(self) -> int:
        """Return the bytes of all files, as they lie on the disk."""
        return sum(path.stat().st_size for path in self.files())

    def documents(self, reading: Reading) -> Iterator[str]:
        """Yield every document of every file; raise CorpusError for one that cannot be read."""
        for path in self.files():
            before = reading.position
            documents = self._read(path, reading)
            while True:
                # Only the reading is inside the block: what the caller does with a document is its own affair.
                try:
                    document = next(documents)
                except StopIteration:
                    break
                except damaged() as error:
                    raise CorpusError(f"{path}: cannot be read ({error}). Replace the file or leave it out.") from error
                yield document
            reading.position = before + path.stat().st_size

    def _read(self, path: Path, reading: Reading) -> Iterator[str]:
        kind = Path(without_compression(path.name)).suffix.lower()
        if kind == ".parquet":
            yield from _parquet(path, self.field)
            return
        before = reading.position
        with open_counted(path) as (stream, position):
            if kind in (".jsonl", ".ndjson"):
                documents = _records(stream, self.field, path, reading)
            else:
                documents = _pieces(stream, reading, by_line=self.unit == "line")
            for document in documents:
                reading.position = before + position()
                yield document


def files(corpus: str | Path | Sequence[str | Path], *, unit: Unit = "line", field: str = "text") -> Files:
    """Return a corpus of files and folders.

    >>> files(["a.txt.gz", "b.jsonl"]).name
    'a.txt.gz, b.jsonl'
    """
    given = [corpus] if isinstance(corpus, (str, Path)) else corpus
    return Files(tuple(Path(path) for path in given), unit, field)


def as_source(corpus: Source | str | Path | Sequence[str | Path]) -> Source:
    """Return a corpus that was given as paths, or as a source already."""
    return files(corpus) if isinstance(corpus, (str, Path, Sequence)) else corpus


def decode(data: bytes) -> tuple[str, int]:
    """Return UTF-8 as text, each wrong sequence as one U+FFFD, and the number of bytes that are not UTF-8.

    >>> decode(b"caf\\xe9 noir")
    ('caf� noir', 1)
    """
    try:
        return data.decode(), 0
    except UnicodeDecodeError:
        pass
    # Slices of a view cost nothing, however many bad bytes there are.
    pieces, bad, rest = [], 0, memoryview(data)
    while True:
        try:
            pieces.append(str(rest, "utf-8"))
            return "".join(pieces), bad
        except UnicodeDecodeError as error:
            pieces += [str(rest[: error.start], "utf-8"), "\ufffd"]
            bad += error.end - error.start
            rest = rest[error.end :]


def _files(path: Path) -> Iterator[Path]:
    if not path.exists():
        raise CorpusError(f"{path} does not exist. Check the path of the corpus.")
    if not path.is_dir():
        yield path
        return
    for file in sorted(path.rglob("*")):
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(path).parts):
            yield file


@contextmanager
def open_counted(path: Path) -> Iterator[tuple[IO[bytes], Callable[[], int]]]:
    """Open a file, decompressed by its ending, with a function that tells how many bytes of the file were read."""
    with path.open("rb") as raw, open_compressed(path, raw) as stream:
        yield stream, raw.tell


def _text(data: bytes, reading: Reading) -> str:
    text, bad = decode(data)
    reading.invalid_bytes += bad
    return text


def _pieces(stream: IO[bytes], reading: Reading, *, by_line: bool) -> Iterator[str]:
    """Yield a file as one document, or one document per line; only `\\n` ends a line.

    What is longer than LONGEST becomes several documents.
    """
    read, rest = stream.readline if by_line else stream.read, b""
    while data := read(LONGEST):
        piece, rest = rest + data, b""
        if len(data) == LONGEST and not (by_line and data.endswith(b"\n")):
            piece, rest = _cut(piece)
            reading.cut += 1
        yield _text(piece, reading)
    if rest:
        yield _text(rest, reading)


def _cut(data: bytes) -> tuple[bytes, bytes]:
    """Cut at the last white space, or else before the last character.

    >>> _cut(b"one two thr")
    (b'one two', b' thr')
    """
    at = max(data.rfind(b" ", len(data) // 2), data.rfind(b"\n", len(data) // 2))
    if at < 0:
        at = len(data) - 1
        # Go back to the first byte of the character.
        while at > max(1, len(data) - 4) and data[at] & 0xC0 == 0x80:
            at -= 1
    return data[:at], data[at:]


def _records(stream: IO[bytes], field: str, path: Path, reading: Reading) -> Iterator[str]:
    while data := stream.readline(16 * LONGEST):
        if not data.strip():
            continue
        try:
            record = json.loads(_text(data, reading))
        except ValueError as error:
            raise CorpusError(f"{path}: a line is not JSON ({error}). One object a line is expected.") from error
        text = record.get(field) if isinstance(record, dict) else None
        if isinstance(text, str):
            yield from _bounded(text, reading)
        else:
            reading.skipped += 1


def _parquet(path: Path, field: str) -> Iterator[str]:
    table = require("pyarrow.parquet", "train").ParquetFile(path)
    if field not in table.schema_arrow.names:
        raise CorpusError(f"{path} has no column {field!r}, only {', '.join(table.schema_arrow.names)}. Name one.")
    for batch in table.iter_batches(batch_size=256, columns=[field]):
        yield from (str(text) for text in batch.column(0).to_pylist() if text is not None)


def _bounded(text: str, reading: Reading) -> Iterator[str]:
    while len(text) > LONGEST:
        at = max(text.rfind(" ", LONGEST // 2, LONGEST), 0) or LONGEST
        yield text[:at]
        text = text[at:]
        reading.cut += 1
    yield text
