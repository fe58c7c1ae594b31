"""The one function that every engine runs: a shard in, a finished file out, by a temporary name and a rename."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from sentencerank.corpus.entries import Entry, from_lines, from_rows
from sentencerank.corpus.outcomes import Outcomes
from sentencerank.corpus.schema import Row, bad
from sentencerank.corpus.shards import Shard
from sentencerank.corpus.sinks import Report, counted, report, sink
from sentencerank.errors import CorpusError
from sentencerank.processes import end_with_parent

if TYPE_CHECKING:
    from sentencerank.corpus.job import Job

TRIES = 2  # that one document may cost the process that ranks it
LINE = 6  # bytes that a character may take in JSON: an escape such as \u00e9
HEADROOM = 1 << 20  # bytes of other fields in a line


def file_name(shard: Shard, fingerprint: str, form: str) -> str:
    """The name of a shard's output: the same for the same documents and settings, in every run and on every engine."""
    code = hashlib.sha256(f"{shard.digest}{fingerprint}".encode()).hexdigest()[:16]
    return f"part-{shard.number:05d}-{code}.{form}"


def longest_line(max_characters: int) -> int:
    """The bytes that a line of JSON may have."""
    return LINE * max_characters + HEADROOM


def rank_shard(shard: Shard, job: Job, folder: Path, name: str, careful: bool = False) -> Report:
    """Rank the documents of a shard into `folder / name`; done before, it is only counted.

    `careful` ranks each document in a process of its own kind, so that one that kills its process is found.
    """
    if (folder / name).exists():
        return counted(folder / name, job)
    found: list[tuple[str, str | None, str | None]] = []
    same_text, same_id = dict(shard.same_text), set(shard.same_id)
    with sink(folder / name, job) as write, _ranked(job, careful) as outcome:
        for place, entry in enumerate(entries(shard, job)):
            first = same_text.get(place)
            if first is not None and job.duplicates == "skip":
                row = bad(entry, "duplicate", f"the same text as {first!r}, which is ranked.", len(entry.text))
            else:
                row = outcome(entry)
            row["duplicate_of"] = first
            _remark(row, first, place in same_id)
            found.append((row["status"], row["language"], first))  # type: ignore[arg-type]
            write(row)
        if len(found) != shard.count:
            raise CorpusError(f"{shard.source or 'a file'} changed while it was read. Run the command again.")
    return report(name, iter(found))


def entries(shard: Shard, job: Job) -> Iterator[Entry]:
    """The documents of a shard, as they are found."""
    fields, longest = (job.id_field, job.text_field), longest_line(job.max_characters)
    if shard.kind == "files":
        yield from (Entry(name, 1, name, path=path) for name, path in shard.files)
    elif shard.kind == "rows":
        yield from from_rows(Path(shard.path), shard.source, shard.start, shard.stop, fields)
    elif shard.kind == "broken":
        yield Entry(shard.source, shard.first, shard.source, status="unreadable", problem=shard.problem)
    else:
        with Path(shard.path).open("rb") as stream:
            stream.seek(shard.start)
            for entry, end in from_lines(stream, shard.source, shard.first, longest, fields):
                yield entry
                if shard.start + end >= shard.stop:
                    return


def _remark(row: Row, first: str | None, id_again: bool) -> None:
    notes = row["notes"]
    assert isinstance(notes, list)
    if first is not None:
        notes.append(f"The same text as {first!r}.")
    if id_again:
        notes.append("Its id was there before: source and row tell them apart.")


@cache
def _outcomes(job: Job) -> Outcomes:
    """Loaded once in a process; the vectors are mapped from the file, which all processes of a machine share."""
    return Outcomes(job)


@contextmanager
def _ranked(job: Job, careful: bool) -> Iterator[Callable[[Entry], Row]]:
    if not careful:
        yield _outcomes(job).of
        return
    pools: list[ProcessPoolExecutor] = []

    def outcome(entry: Entry) -> Row:
        for _ in range(TRIES):
            if not pools:
                pools.append(ProcessPoolExecutor(1, get_context("spawn"), end_with_parent))
            try:
                return pools[0].submit(_outcome, entry, job).result()
            except BrokenProcessPool:
                pools.pop().shutdown(wait=False)
        reason = f"it ended the process that ranked it, {TRIES} times: out of memory, or a crash. Split the document."
        return bad(entry, "failed", reason, len(entry.text))

    try:
        yield outcome
    finally:
        for pool in pools:
            pool.shutdown(wait=False, cancel_futures=True)


def _outcome(entry: Entry, job: Job) -> Row:
    return _outcomes(job).of(entry)


def rank_entry(text: str | None, job: Job) -> Row:
    """The ranking of one text that stands in a table of somebody else."""
    entry = Entry("", 0, "", text=text or "")
    return _outcomes(job).of(entry)
