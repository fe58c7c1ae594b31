"""Files that are written whole or not at all, and counted again when they were there before."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

from sentencerank.corpus.schema import Row, arrow_schema, rows
from sentencerank.extras import require

if TYPE_CHECKING:
    from sentencerank.corpus.job import Job

FLUSHED = 20_000  # sentences that are held before they are written: bounds the memory of a worker


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a shard."""

    name: str
    documents: int
    statuses: tuple[tuple[str, int], ...]
    languages: tuple[tuple[str, int], ...]
    duplicates: int


def report(name: str, found: Iterator[tuple[str, str | None, str | None]]) -> Report:
    """Counts from (status, language, duplicate_of) of every document."""
    statuses: Counter[str] = Counter()
    languages: Counter[str] = Counter()
    duplicates = 0
    for status, language, first in found:
        statuses[status] += 1
        languages[language or ""] += 1
        duplicates += first is not None
    del languages[""]
    return Report(name, statuses.total(), tuple(sorted(statuses.items())), tuple(sorted(languages.items())), duplicates)


@contextmanager
def sink(path: Path, job: Job) -> Iterator[Callable[[Row], None]]:
    """Takes rows of documents; the file has its name only when it is whole and on disk."""
    hidden = path.with_name(f".{path.name}.{uuid4().hex}.tmp")  # a pid would collide between machines
    try:
        with (_parquet if job.form == "parquet" else _jsonl)(hidden, job) as write:
            yield write
        with hidden.open("rb") as file:
            os.fsync(file.fileno())
        os.replace(hidden, path)
    except BaseException:
        hidden.unlink(missing_ok=True)
        raise


@contextmanager
def _parquet(path: Path, job: Job) -> Iterator[Callable[[Row], None]]:
    pa, schema = require("pyarrow", "corpus"), arrow_schema(job.rows)
    held: list[Row] = []
    sentences = 0
    with require("pyarrow.parquet", "corpus").ParquetWriter(path, schema, compression="zstd") as writer:

        def flush() -> None:
            nonlocal sentences
            if held:
                writer.write_table(pa.Table.from_pylist(held, schema))
            held.clear()
            sentences = 0

        def write(row: Row) -> None:
            nonlocal sentences
            held.extend(rows(row, job.rows))
            assert isinstance(row["sentences"], list)
            sentences += len(row["sentences"]) + 1
            if sentences >= FLUSHED:
                flush()

        yield write
        flush()


@contextmanager
def _jsonl(path: Path, job: Job) -> Iterator[Callable[[Row], None]]:
    with path.open("w", encoding="utf-8", newline="\n") as file:

        def write(row: Row) -> None:
            for one in rows(row, job.rows):
                file.write(json.dumps(one, ensure_ascii=False) + "\n")

        yield write


def counted(path: Path, job: Job) -> Report:
    """The report of a file that was finished before, from what is in it."""
    names = ("source", "row", "status", "language", "duplicate_of")
    last: tuple[object, object] | None = None  # of one document there may be many sentences, one after the other

    def found() -> Iterator[tuple[str, str | None, str | None]]:
        nonlocal last
        for row in _read_back(path, job.form, names):
            if (row["source"], row["row"]) != last:
                last = (row["source"], row["row"])
                yield row["status"], row["language"], row["duplicate_of"]  # type: ignore[misc]

    return report(path.name, found())


def _read_back(path: Path, form: str, names: tuple[str, ...]) -> Iterator[Row]:
    if form == "parquet":
        for batch in require("pyarrow.parquet", "corpus").ParquetFile(path).iter_batches(columns=list(names)):
            yield from batch.to_pylist()
        return
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
