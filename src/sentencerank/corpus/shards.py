"""Which documents are ranked together: shards that depend on nothing but the corpus; texts and ids that occur twice."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from sentencerank.corpus.entries import inputs
from sentencerank.corpus.survey import Ledger, Progress, Stretch, firsts, same_ids, stretches
from sentencerank.errors import CorpusError
from sentencerank.method.arrays import Ids

AIM, SMALLEST, LARGEST = 256, 20, 1000  # shards in a corpus; documents in a shard
BYTES = 64 << 20  # of the files in a shard


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
    ledger = Ledger(progress=progress)
    surveyed = list(stretches(found, ledger, fields, longest, spool))
    if not len(ledger):
        raise CorpusError(f"{source} holds no documents. Give a Parquet or JSONL file, or a folder of documents.")
    wanted = size or max(SMALLEST, min(LARGEST, -(-len(ledger) // AIM)))
    first, same_id = firsts(np.frombuffer(bytes(ledger.texts), "V16")), same_ids(ledger)
    shards: list[Shard] = []
    for stretch in surveyed:
        for start, stop in _bounds(stretch, max(wanted, stretch.smallest)):
            shards.append(_shard(len(shards), stretch, start, stop, ledger, first, same_id))
    whole = hashlib.sha256("".join(shard.digest for shard in shards).encode()).hexdigest()
    return Plan(tuple(shards), len(ledger), whole, hidden)


def _bounds(stretch: Stretch, size: int) -> Iterator[tuple[int, int]]:
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


def _shard(number: int, stretch: Stretch, start: int, stop: int, ledger: Ledger, first: Ids, same_id: Ids) -> Shard:
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


def _first_row(stretch: Stretch, start: int) -> int:
    """The line that stands where a shard begins: the one after the last line of the shard before, blank or not."""
    if not stretch.rows:
        return 1
    if stretch.problem and start == len(stretch.rows) - 1:
        return stretch.rows[start]
    return stretch.rows[start - 1] + 1 if start else 1
