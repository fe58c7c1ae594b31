"""The one function that every engine runs: a shard in, a file of rows out, written whole or not at all."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sentencerank.corpus.columns import Row, arrow_schema, rows_of, unranked_row
from sentencerank.corpus.document_ranker import TRIES, document_ranker, one_by_one
from sentencerank.corpus.entries import Entry
from sentencerank.corpus.shards import Shard, read_shard
from sentencerank.errors import CorpusError
from sentencerank.extras import require
from sentencerank.files import sha256_of, whole_file

if TYPE_CHECKING:
    from sentencerank.corpus.job import Form, Job, Rows

HELD = 20_000  # sentences that are held before they are written: bounds the memory of a worker


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

    name: str  # of its file
    counts: Counter[Tally]

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
        return count_documents(path, job.form)
    report = Report(path.name, Counter())
    with whole_file(path) as partial_path:
        write = _write_parquet if job.form == "parquet" else _write_jsonl
        write(partial_path, _rank_documents(job, shard, careful, report), job.rows)
        if report.documents != shard.count:
            raise CorpusError(f"{shard.source or 'a file'} changed while it was read. Run the command again.")
    return report


def count_documents(path: Path, form: Form) -> Report:
    """Return the report of a file that was finished before, from what is in it."""
    rows = _read_rows(path, form, ("source", "row", "status", "language", "duplicate_of"))
    # A document may have many rows, one for each sentence.
    documents = {(row["source"], row["row"]): Tally.of(row) for row in rows}
    return Report(path.name, Counter(documents.values()))


def _rank_documents(job: Job, shard: Shard, careful: bool, report: Report) -> Iterator[Row]:
    """Yield the row of every document, and count it in the report."""
    same_text, same_id = dict(shard.same_text), set(shard.same_id)
    with one_by_one(partial(_rank_entry, job), careful) as rank:
        for place, entry in enumerate(read_shard(shard, job)):
            first = same_text.get(place)
            if first is not None and job.duplicates == "skip":
                row = unranked_row(entry, "duplicate", f"the same text as {first!r}, which is ranked.", len(entry.text))
            else:
                row = rank(entry) or _killer(entry)
            notes = row["notes"]
            assert isinstance(notes, list)
            row["duplicate_of"] = first
            if first is not None:
                notes.append(f"The same text as {first!r}.")
            if place in same_id:
                notes.append("Its id was there before: source and row tell them apart.")
            report.counts[Tally.of(row)] += 1
            yield row


def _rank_entry(job: Job, entry: Entry) -> Row:
    return document_ranker(job).row(entry)


def _killer(entry: Entry) -> Row:
    reason = f"it ended the process that ranked it, {TRIES} times: out of memory, or a crash. Split the document."
    return unranked_row(entry, "failed", reason, len(entry.text))


def _write_parquet(path: Path, documents: Iterable[Row], unit: Rows) -> None:
    pa, schema = require("pyarrow", "corpus"), arrow_schema(unit)
    with require("pyarrow.parquet", "corpus").ParquetWriter(path, schema, compression="zstd") as writer:
        for rows in _batches(documents, unit):
            writer.write_table(pa.Table.from_pylist(rows, schema))


def _batches(documents: Iterable[Row], unit: Rows) -> Iterator[list[Row]]:
    rows: list[Row] = []
    sentences = 0
    for document in documents:
        rows.extend(rows_of(document, unit))
        assert isinstance(document["sentences"], list)
        sentences += len(document["sentences"]) + 1
        if sentences >= HELD:
            yield rows
            rows, sentences = [], 0
    if rows:
        yield rows


def _write_jsonl(path: Path, documents: Iterable[Row], unit: Rows) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for document in documents:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows_of(document, unit))


def _read_rows(path: Path, form: Form, names: tuple[str, ...]) -> Iterator[Row]:
    if form == "parquet":
        for batch in require("pyarrow.parquet", "corpus").ParquetFile(path).iter_batches(columns=list(names)):
            yield from batch.to_pylist()
        return
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)
