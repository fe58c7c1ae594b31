"""One function over many shards, in this process or in several; results come in order, whatever the number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from types import TracebackType
from typing import Self, TypeVar

from sentencerank.train.progress import Progress, silent
from sentencerank.workers import Pool

Given = TypeVar("Given")
Made = TypeVar("Made")


class Workers:
    """A pool of processes, or none at all for one worker, that tells its progress; a context manager."""

    def __init__(self, count: int = 1, progress: Progress = silent) -> None:
        self.count, self.progress = count, progress
        self._pool = Pool(count, in_process=True)

    def map(self, function: Callable[[Given], Made], items: Iterable[Given], stage: str = "") -> Iterator[Made]:
        """Yield `function` of every item, in order; few items are taken ahead, so that memory stays bounded.

        A named stage tells the progress of its items, which are shards then.
        """
        total = len(items) if isinstance(items, Sized) else 0
        for done, made in enumerate(self._pool.map(function, items)):
            yield made
            if stage:
                self.progress(stage, done + 1, total, "shards")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close() if error is None else self._pool.kill()
