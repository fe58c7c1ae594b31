"""Shards on this machine: a pool of processes, each replaced when it dies."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from typing import TypeVar

from sentencerank.corpus.document_ranker import prepare
from sentencerank.corpus.job import Job
from sentencerank.corpus.shards import Shard
from sentencerank.errors import CorpusError, WorkerError
from sentencerank.recipe import whole_number
from sentencerank.workers import Pool

TRIES = 5  # processes that may die over one shard

Result = TypeVar("Result")


def worker_count(workers: int | None) -> int:
    """Return how many processes to use: one for each core by default. Raises OptionsError for less than one."""
    return os.cpu_count() or 1 if workers is None else whole_number(workers, "workers", least=1)


def run_in_processes(
    work: Callable[[Shard, bool], Result], shards: Sequence[Shard], workers: int, job: Job
) -> Generator[Result, None, None]:
    """Yield `work(shard, careful)` for every shard, as they get done, in processes that are prepared for the job.

    A shard whose process died, or had no memory left, is done again, carefully: one of its documents may be the reason.
    Raises CorpusError when this has happened too often. All processes end when the generator is closed.
    """
    waiting = deque((shard, 0) for shard in shards)
    running: dict[Future[Result], tuple[Shard, int]] = {}
    count = max(1, min(workers, len(shards)))
    with Pool(count, setup=partial(prepare, job), memory=job.max_memory << 20) as pool:
        while waiting or running:
            # So many that no worker waits, so few that little is held in memory.
            while waiting and len(running) < 2 * workers:
                shard, tries = waiting.popleft()
                running[pool.submit(work, shard, tries > 0)] = (shard, tries)
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                shard, tries = running.pop(future)
                if isinstance(error := future.exception(), WorkerError | MemoryError):
                    waiting.appendleft((shard, _next_try(shard, tries, error)))
                else:
                    yield future.result()


def _next_try(shard: Shard, tries: int, error: WorkerError | MemoryError) -> int:
    if tries + 1 >= TRIES:
        raise CorpusError(
            f"the process that ranked shard {shard.number} died {TRIES} times, even with one document at a time. "
            "Use fewer --workers if memory is short; a rerun goes on from here."
        ) from error
    return tries + 1
