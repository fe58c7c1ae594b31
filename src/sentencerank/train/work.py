"""One function over many shards, in this process or in several; results come in order, whatever the number."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Future, ProcessPoolExecutor
from types import TracebackType
from typing import TypeVar

from sentencerank.errors import OptionsError
from sentencerank.train.progress import Progress, silent

Given = TypeVar("Given")
Made = TypeVar("Made")


class Workers:
    """A pool of processes, or none at all for one worker; a context manager."""

    def __init__(self, count: int = 1, progress: Progress = silent) -> None:
        if count < 1:
            raise OptionsError(f"workers is {count}; it must be at least 1.")
        self.count, self.progress = count, progress
        self._pool: ProcessPoolExecutor | None = None

    def map(self, function: Callable[[Given], Made], items: Iterable[Given], stage: str = "") -> Iterator[Made]:
        """`function` of every item, in order; at most two items a worker are ahead, so that memory stays bounded.

        A named stage tells the progress of its items, which are shards then.
        """
        total = len(items) if isinstance(items, Sized) else 0
        for done, made in enumerate(self._map(function, items)):
            yield made
            if stage:
                self.progress(stage, done + 1, total, "shards")

    def _map(self, function: Callable[[Given], Made], items: Iterable[Given]) -> Iterator[Made]:
        if self.count == 1:
            yield from map(function, items)
            return
        if self._pool is None:  # spawn: a fork of a process with threads may hang
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self.count, context, initializer=_ignore_interrupts)
        waiting: deque[Future[Made]] = deque()
        try:
            for item in items:
                waiting.append(self._pool.submit(function, item))
                if len(waiting) > 2 * self.count:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C is for the parent, which stops the pool; a worker finishes or is cancelled without a traceback."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
