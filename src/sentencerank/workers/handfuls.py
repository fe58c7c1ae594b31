"""Many small tasks, sent to workers by handfuls: to wake a process for each would take a tenth of its work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import tee
from typing import TypeVar

from sentencerank.workers.pool import Pool

Item = TypeVar("Item")
Result = TypeVar("Result")

_DOUBLINGS = 5  # a handful has 32 items at most


def map_by_handfuls(
    pool: Pool, function: Callable[[Item], Result], items: Iterable[Item], share: Callable[[Item], float]
) -> Iterator[tuple[Item, Result]]:
    """Yield every item with `function(item)`, in order. `share` says which part of a handful an item makes at least.

    The first exception ends the iteration, after the results of all items before it.
    """
    together = partial(_call_each, function)
    given, sent = tee(handfuls(items, pool.count, share))
    for some, results in zip(given, pool.map(together, sent), strict=True):
        left = some
        while len(results) < len(left):
            yield from zip(left, results, strict=False)
            # The next item fails, and now it is the first one.
            left = left[len(results) :]
            results = pool.submit(together, left).result()
        yield from zip(left, results, strict=True)


def handfuls(items: Iterable[Item], workers: int, share: Callable[[Item], float]) -> Iterator[list[Item]]:
    """Yield items in lists: single ones for every worker at first, so that all have work, then more and more of them.

    >>> [len(some) for some in handfuls("sixteen texts, or so"[:16], 2, lambda item: 0)]
    [1, 1, 2, 2, 4, 4, 2]
    """
    sent, some, filled = 0, list[Item](), 0.0
    for item in items:
        some.append(item)
        filled += share(item)
        if len(some) >= 1 << min(sent // workers, _DOUBLINGS) or filled >= 1:
            yield some
            sent, some, filled = sent + 1, [], 0.0
    if some:
        yield some


def _call_each(function: Callable[[Item], Result], items: Sequence[Item]) -> list[Result]:
    """Call the function for each item up to one that fails; raise its exception if it is the first."""
    results: list[Result] = []
    for item in items:
        try:
            results.append(function(item))
        except Exception:
            if not results:
                raise
            break
    return results
