"""Which documents are ranked together: shards that depend on nothing but the corpus; texts and ids that occur twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from sentencerank.corpus.entries import Entry, find_inputs, read_lines, read_rows
from sentencerank.corpus.survey import Ledger, Seen, Segment, first_places, survey
from sentencerank.errors import CorpusError
from sentencerank.files import sha256_of
from sentencerank.method.arrays import Ids

if TYPE_CHECKING:
    from sentencerank.corpus.job import Job

AIM, SMALLEST, LARGEST = 256, 20, 1000  # shards in a corpus; documents in a shard
WORTH = 256 << 10  # characters of a shard of short texts: each file takes as long as a few of them
BYTES = 64 << 20  # of the files in a shard

ShardKind: TypeAlias = Literal["lines", "rows", "files", "broken"]


@dataclass(frozen=True, slots=True)
class Shard:
    """Documents that one worker ranks into one file."""

    number: int
    kind: ShardKind
    source: str  # the name of the table; "" for files
    path: str  # what to open; a compressed table is decompressed before
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
    links: int = 0  # symbolic links, which are not followed


def plan(source: Path, job: Job, spool: Path, size: int | None = None, progress: Seen | None = None) -> Plan:
    """Look at every document once and share them out, `size` to a shard; write decompressed tables into `spool`.

    Raises CorpusError if there is no such source, no document in it, or no such column.
    """
    inputs, hidden, links = find_inputs(source)
    ledger = Ledger(progress=progress)
    segments = list(survey(inputs, ledger, job, spool))
    if not len(ledger):
        followed = f", but {links:,} symbolic links, which are not followed" if links else ""
        raise CorpusError(
            f"{source} holds no documents{followed}. Give a Parquet or JSONL file, or a folder of documents."
        )
    wanted = size or _documents_of_shard(len(ledger), ledger.size)
    same_text, same_id = first_places(ledger.texts), first_places(ledger.id_digests())
    shards: list[Shard] = []
    for segment in segments:
        for start, stop in _bounds(segment, max(wanted, segment.smallest)):
            shards.append(_shard(len(shards), segment, start, stop, ledger, same_text, same_id))
    digest = sha256_of("".join(shard.digest for shard in shards))
    return Plan(tuple(shards), len(ledger), digest, hidden, links)


def _documents_of_shard(documents: int, characters: int) -> int:
    """Return how many documents to put into a shard.

    >>> _documents_of_shard(1000, 2_000_000), _documents_of_shard(1000, 50_000_000), _documents_of_shard(10**6, 10**9)
    (131, 20, 1000)
    >>> _documents_of_shard(10_000, 66_000_000)
    40
    """
    worthwhile = WORTH * documents // max(1, characters)
    return max(SMALLEST, min(LARGEST, max(worthwhile, -(-documents // AIM))))


def _bounds(segment: Segment, size: int) -> Iterator[tuple[int, int]]:
    """Yield equal steps; files also end a shard by their bytes, and what ends a table is a shard of its own."""
    count = len(segment.files) or len(segment.rows) - bool(segment.problem)
    start = held = 0
    for place in range(count):
        held += segment.files[place][2] if segment.files else 0
        if place + 1 - start >= size or held >= BYTES:
            yield start, place + 1
            start, held = place + 1, 0
    if start < count:
        yield start, count
    if segment.problem:
        yield count, count + 1


def _shard(number: int, segment: Segment, start: int, stop: int, ledger: Ledger, same_text: Ids, same_id: Ids) -> Shard:
    place, end = segment.begin + start, segment.begin + stop
    source = segment.input.name if segment.input else ""
    broken = bool(segment.problem) and stop == len(segment.rows)
    kind: ShardKind = "files"
    first_byte = last_byte = 0
    if broken:
        kind = "broken"
    elif segment.input is not None:
        kind = "rows" if segment.input.kind == "rows" else "lines"
        first_byte, last_byte = segment.ends[start - 1] if start else 0, segment.ends[stop - 1]
    here = np.arange(place, end)
    again = np.flatnonzero(same_text[place:end] != here).tolist()
    return Shard(
        number=number,
        kind=kind,
        source=source,
        path=str(segment.path) if segment.input else "",
        start=first_byte,
        stop=last_byte,
        first=_first_row(segment, start),
        files=tuple((name, path) for name, path, _ in segment.files[start:stop]),
        count=stop - start,
        digest=sha256_of(f"{source}\n{first_byte}\n{ledger.digest(place, end)}"),
        problem=segment.problem if broken else "",
        same_text=tuple((k, ledger.id(int(same_text[place + k]))) for k in again),
        same_id=tuple(np.flatnonzero(same_id[place:end] != here).tolist()),
    )


def _first_row(segment: Segment, start: int) -> int:
    """Return the line where a shard begins: the one after the last line of the shard before, blank or not."""
    if not segment.rows:
        return 1
    if segment.problem and start == len(segment.rows) - 1:
        return segment.rows[start]
    return segment.rows[start - 1] + 1 if start else 1


def read_shard(shard: Shard, job: Job) -> Iterator[Entry]:
    """Yield the documents of a shard, as they are found."""
    if shard.kind == "files":
        yield from (Entry(name, 1, name, path=path) for name, path in shard.files)
    elif shard.kind == "rows":
        yield from read_rows(Path(shard.path), shard.source, shard.start, shard.stop, job.field_names)
    elif shard.kind == "broken":
        yield Entry(shard.source, shard.first, shard.source, status="unreadable", problem=shard.problem)
    else:
        with Path(shard.path).open("rb") as stream:
            stream.seek(shard.start)
            for entry, end in read_lines(stream, shard.source, shard.first, job.longest_line, job.field_names):
                yield entry
                if shard.start + end >= shard.stop:
                    return
