"""How far a stage is, told to whoever wants to know; and the workers whose stages tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from sentencerank.workers import Pool

Item = TypeVar("Item")
Result = TypeVar("Result")


class Progress(Protocol):
    """A function that is told about every step; a `total` of 0 means that nobody knows it."""

    def __call__(self, stage: str, done: float, total: float, unit: str) -> None:
        """Take note that so much of a stage is done, in a unit such as "MB" or "shards"."""


def silent(stage: str, done: float, total: float, unit: str) -> None:
    """Ignore the progress."""


class Workers(Pool):
    """A pool whose stages tell their progress; one worker is the calling process itself."""

    def __init__(self, count: int = 1, progress: Progress = silent) -> None:
        # A shard replies with sums by candidate, and those of ten million candidates take a gigabyte.
        super().__init__(count, in_process=True, largest_reply=1 << 40)
        self.progress = progress

    def in_order(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        """Yield `function(item)` in order; at most two items per worker are ahead, so that memory stays bounded."""
        return self.map(function, items, ahead=1)

    def over_shards(self, function: Callable[[int], Result], shards: int, stage: str = "") -> Iterator[Result]:
        """Yield `function(number)` for every shard, in order, and tell the progress of a stage that has a name."""
        for done, result in enumerate(self.in_order(function, range(shards)), 1):
            yield result
            if stage:
                self.progress(stage, done, shards, "shards")
