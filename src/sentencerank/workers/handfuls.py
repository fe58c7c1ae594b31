"""Many small tasks, sent to workers by handfuls: to wake a process for each would take a tenth of its work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import tee
from typing import TypeVar

from sentencerank.workers.pool import Pool

Item = TypeVar("Item")
Result = TypeVar("Result")

_MOST = 16  # items of a handful


def map_by_handfuls(
    pool: Pool, function: Callable[[Item], Result], items: Iterable[Item], full: Callable[[Sequence[Item]], bool]
) -> Iterator[Result]:
    """Yield `function(item)` for every item, in order. A handful that is `full` is sent before it has sixteen items.

    The first exception ends the iteration, after the results of all items before it.
    """
    together = partial(_call_each, function)
    given, sent = tee(handfuls(items, pool.count, full))
    for some, results in zip(given, pool.map(together, sent), strict=True):
        left = some
        while len(results) < len(left):
            yield from results
            # The next item fails, and now it is the first one.
            left = left[len(results) :]
            results = pool.submit(together, left).result()
        yield from results


def handfuls(items: Iterable[Item], workers: int, full: Callable[[Sequence[Item]], bool]) -> Iterator[list[Item]]:
    """Yield items in lists: single ones for every worker at first, so that all have work, then more and more of them.

    >>> [len(some) for some in handfuls("a dozen texts"[:12], 2, lambda some: False)]
    [1, 1, 2, 2, 3, 3]
    """
    sent, some = 0, list[Item]()
    for item in items:
        some.append(item)
        if len(some) >= min(_MOST, 1 + sent // workers) or full(some):
            yield some
            sent, some = sent + 1, []
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
