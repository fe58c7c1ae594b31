"""The one function that every engine runs: a shard in, a file of rows out, written whole or not at all."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sentencerank.corpus.columns import COMMON, Row, arrow_schema, rows_of, unranked_row
from sentencerank.corpus.document_ranker import NotRankedError, document_ranker, one_by_one
from sentencerank.corpus.entries import Entry
from sentencerank.corpus.parts import Part, write_part
from sentencerank.corpus.shards import Shard, read_shard
from sentencerank.errors import CorpusError
from sentencerank.extras import require
from sentencerank.files import sha256_of, whole_file

if TYPE_CHECKING:
    from sentencerank.corpus.job import Form, Job, Rows

HELD = 500  # sentences that are held as Python objects, which take ten times the memory of a column
GROUP = 20_000  # sentences that are held as columns before they are written


class Tally(NamedTuple):
    """What is counted of a document."""

    status: str
    language: str | None
    duplicate: bool

    @classmethod
    def of(cls, row: Row) -> Tally:
        """Take what is counted from a row."""
        return cls(row["status"], row["language"], row["duplicate_of"] is not None)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the documents of a shard."""

    part: Part  # its file
    counts: Counter[Tally]

    @property
    def name(self) -> str:
        """The name of its file."""
        return self.part.name

    @property
    def documents(self) -> int:
        """How many documents the shard has."""
        return self.counts.total()


def file_name(shard: Shard, fingerprint: str, form: str) -> str:
    """Return the name of a shard's file: the same for the same documents and settings, in every run and engine."""
    return f"part-{shard.number:05d}-{sha256_of(shard.digest + fingerprint)[:16]}.{form}"


def rank_shard(job: Job, folder: Path, fingerprint: str, shard: Shard, careful: bool = False) -> Report:
    """Rank the documents of a shard into its file, unless the file is there already, and count them.

    `careful` ranks them in a process of their own, so that a document that kills it is found. Raises CorpusError if
    the shard does not hold the documents that were planned.
    """
    path = folder / file_name(shard, fingerprint, job.form)
    if path.exists():
        # Another attempt was quicker: what was there before the job began was verified, and deleted if it was bad.
        return count_documents(path, job.form)
    counts: Counter[Tally] = Counter()
    with whole_file(path) as partial_path:
        write = _write_parquet if job.form == "parquet" else _write_jsonl
        rows = write(partial_path, _rank_documents(job, shard, careful, counts), job.rows)
        if counts.total() != shard.count:
            raise CorpusError(f"{shard.source or 'a file'} changed while it was read. Run the command again.")
        part = Part.of(path.name, partial_path, shard.count, rows)
        write_part(folder, part)
    return Report(part, counts)


def rank_shard_alone(job: Job, folder: Path, fingerprint: str, shard: Shard, careful: bool = False) -> Report:
    """Do what `rank_shard` does in a process that does nothing else, so that pyarrow may be a small one there."""
    if job.form == "parquet":
        _load_small_pyarrow()
    return rank_shard(job, folder, fingerprint, shard, careful)


class _Hidden:
    """Finds modules, and says that there are none of these, which pyarrow can do without."""

    NAMES = frozenset(("pandas", "cloudpickle", "pyarrow._s3fs"))

    @classmethod
    def find_spec(cls, name: str, path: object = None, target: object = None) -> None:
        if name in cls.NAMES:
            raise ImportError(name)


@cache
def _load_small_pyarrow() -> None:
    """Import pyarrow without 55 MB that have no use here.

    It would import pandas with the first row, which takes 37 MB and a quarter of a second, and a library for Amazon S3,
    3 MB; and its own allocator keeps 14 MB that malloc gives back.
    """
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    sys.meta_path.insert(0, _Hidden)
    try:
        require("pyarrow.parquet", "corpus")
        # It looks for pandas once.
        require("pyarrow", "corpus").array([0])
    finally:
        sys.meta_path.remove(_Hidden)


def count_documents(path: Path, form: Form) -> Report:
    """Return the report of a file that was finished before, from what is in it."""
    documents: dict[object, Tally] = {}
    count = 0
    for row in read_rows(path, form, ("source", "row", "status", "language", "duplicate_of")):
        # A document may have many rows, one for each sentence.
        documents[row["source"], row["row"]] = Tally.of(row)
        count += 1
    return Report(Part.of(path.name, path, len(documents), count), Counter(documents.values()))


def _rank_documents(job: Job, shard: Shard, careful: bool, counts: Counter[Tally]) -> Iterator[Row]:
    """Yield the row of every document, and count it."""
    same_text, same_id = dict(shard.same_text), set(shard.same_id)
    with one_by_one(partial(rank_entry, job), job, careful) as rank:
        for place, entry in enumerate(read_shard(shard, job)):
            first = same_text.get(place)
            if first is not None and job.duplicates == "skip":
                row = unranked_row(entry, "duplicate", f"the same text as {first!r}, which is ranked.", len(entry.text))
            else:
                row = row_of(rank, entry)
            notes = row["notes"]
            assert isinstance(notes, list)
            row["duplicate_of"] = first
            if first is not None:
                notes.append(f"The same text as {first!r}.")
            if place in same_id:
                notes.append("Its id was there before: source and row tell them apart.")
            counts[Tally.of(row)] += 1
            yield row


def rank_entry(job: Job, entry: Entry) -> Row:
    """Return the row of a document; what runs in the process of a worker."""
    return document_ranker(job).row(entry)


def row_of(rank: Callable[[Entry], Row], entry: Entry) -> Row:
    """Return the row of a document, also if ranking it had to be stopped."""
    try:
        return rank(entry)
    except NotRankedError as error:
        return unranked_row(entry, error.status, str(error), len(entry.text))


def _write_parquet(path: Path, documents: Iterable[Row], unit: Rows) -> int:
    """Write rows and return how many. Every page has a checksum, which readers can compare."""
    pa, schema = require("pyarrow", "corpus"), arrow_schema(unit)
    writing = require("pyarrow.parquet", "corpus").ParquetWriter
    count, held, sentences = 0, [], 0
    # What of a document stands in each of its rows is kept in a dictionary. For all else that would take a quarter of
    # the time to write, for larger files; and nobody looks for the least and the greatest sentence.
    common = list(COMMON)
    again = common if unit == "sentence" else False
    with writing(
        path, schema, compression="zstd", use_dictionary=again, write_statistics=common, write_page_checksum=True
    ) as writer:
        for batch in _batches(documents, unit):
            held.append(pa.RecordBatch.from_pylist(batch.rows, schema))
            count, sentences = count + len(batch.rows), sentences + batch.sentences
            if sentences >= GROUP:
                writer.write_table(pa.Table.from_batches(held).combine_chunks())
                held, sentences = [], 0
        if held:
            writer.write_table(pa.Table.from_batches(held).combine_chunks())
    return count


class _Batch(NamedTuple):
    """Some rows, and how many sentences are in them."""

    rows: list[Row]
    sentences: int


def _batches(documents: Iterable[Row], unit: Rows) -> Iterator[_Batch]:
    rows: list[Row] = []
    sentences = 0
    for document in documents:
        rows.extend(rows_of(document, unit))
        assert isinstance(document["sentences"], list)
        sentences += len(document["sentences"]) + 1
        if sentences >= HELD:
            yield _Batch(rows, sentences)
            rows, sentences = [], 0
    if rows:
        yield _Batch(rows, sentences)


def _write_jsonl(path: Path, documents: Iterable[Row], unit: Rows) -> int:
    count = 0
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for document in documents:
            for row in rows_of(document, unit):
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
                count += 1
    return count


def read_rows(path: Path, form: Form, names: tuple[str, ...] | None = None) -> Iterator[Row]:
    """Yield the rows of a file, or some columns of them; raises what json and pyarrow raise for a damaged file."""
    if form == "parquet":
        file = require("pyarrow.parquet", "corpus").ParquetFile(path, page_checksum_verification=True)
        with file:
            for batch in file.iter_batches(columns=None if names is None else list(names)):
                yield from batch.to_pylist()
        return
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
