"""A collection → its overview: extracts by the pool of processes, then the tree; only extracts stay in memory."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from sentencerank.corpus.job import Job
from sentencerank.corpus.local import in_pool
from sentencerank.corpus.overview.extracts import MOST, Extract, embeddings, extracts
from sentencerank.corpus.overview.outline import Outline, outline
from sentencerank.corpus.shards import Shard, plan
from sentencerank.corpus.work import longest_line

Progress: TypeAlias = Callable[[str, int, int], None]  # what goes on, documents done, documents in all

LINES = 100_000  # sentences that are kept of a whole collection; a large one gives fewer for each document


@dataclass(frozen=True, slots=True)
class Gathered:
    """The extracts of a collection, in its order."""

    extracts: tuple[Extract, ...]
    without: int  # documents that gave nothing
    copies: int  # documents whose text was there before


def overview(
    source: str | Path,
    job: Job | None = None,
    *,
    workers: int | None = None,
    points: int = 4,
    progress: Progress | None = None,
) -> Outline:
    """What the documents of a collection are about, as a tree; the same for any number of workers."""
    job = job or Job()
    found = gathered(source, job, workers=workers, progress=progress)
    table = embeddings(job.model)
    return outline(found.extracts, table, points=points, without=found.without, copies=found.copies)


def gathered(source: str | Path, job: Job, *, workers: int | None = None, progress: Progress | None = None) -> Gathered:
    """The extracts of all documents, made by a pool of processes."""
    tell = progress or (lambda what, done, of: None)
    with tempfile.TemporaryDirectory(prefix="sentencerank-") as spool:
        planned = plan(
            Path(source).absolute(),
            fields=(job.id_field, job.text_field),
            longest=longest_line(job.max_characters),
            spool=Path(spool),
            progress=lambda seen: tell("planning", seen, 0),
        )
        tell("kept", 0, planned.documents)
        most = max(1, min(MOST, LINES // planned.documents))
        made: dict[int, list[Extract]] = {}
        done = without = 0
        size = min(workers or os.cpu_count() or 1, len(planned.shards))
        for number, found, none in in_pool(partial(_extracts, job, most), planned.shards, size):
            made[number] = found
            without += none
            done += planned.shards[number].count
            tell("ranking", done, planned.documents)
    everything = tuple(one for number in sorted(made) for one in made[number])
    return Gathered(everything, without, sum(len(shard.same_text) for shard in planned.shards))


def _extracts(job: Job, most: int, shard: Shard, careful: bool) -> tuple[int, list[Extract], int]:
    return shard.number, *extracts(job, most, shard, careful)
