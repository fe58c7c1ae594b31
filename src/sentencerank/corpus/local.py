"""Shards on this machine: a pool of processes that is built again when one of them dies."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from typing import TypeVar

from sentencerank.corpus.shards import Shard
from sentencerank.errors import CorpusError
from sentencerank.processes import end_with_parent

TRIES = 5  # that a shard may break the pool

Result = TypeVar("Result")


def in_pool(work: Callable[[Shard, bool], Result], shards: Sequence[Shard], workers: int) -> Iterator[Result]:
    """`work(shard, careful)` for every shard, as they get done. What was under way when a process died is done again,
    carefully: one of these documents may be the reason.
    """
    waiting = deque((shard, 0) for shard in shards)
    before = set(active_children())
    pool = _pool(workers)
    running: dict[Future[Result], tuple[Shard, int]] = {}
    try:
        while waiting or running:
            while waiting and len(running) < 2 * workers:  # so many that nobody waits, so few that little is done twice
                shard, tries = waiting.popleft()
                try:
                    running[pool.submit(work, shard, tries > 0)] = (shard, tries)
                except BrokenProcessPool:
                    waiting.appendleft((shard, tries))
                    break
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            broken = not running
            for future in done:
                if isinstance(future.exception(), BrokenProcessPool):
                    broken = True
                    continue
                del running[future]
                yield future.result()
            if broken:
                pool.shutdown(wait=True, cancel_futures=True)
                waiting.extendleft(_again(shard, tries) for shard, tries in running.values())
                running.clear()
                pool = _pool(workers)
        pool.shutdown()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - before:  # none, unless something went wrong or Ctrl-C came
            process.kill()


def _pool(workers: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(workers, get_context("spawn"), end_with_parent)  # no forked threads, on every platform


def _again(shard: Shard, tries: int) -> tuple[Shard, int]:
    if tries + 1 >= TRIES:
        raise CorpusError(
            f"the process that ranked shard {shard.number} died {TRIES} times, even with one document at a time. "
            "Use fewer --workers if memory is short; a rerun goes on from here."
        )
    return shard, tries + 1
