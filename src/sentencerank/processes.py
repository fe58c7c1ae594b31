"""Work in several processes: texts in order and with bounded memory, and workers that end when their parent does."""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context, parent_process
from typing import TypeVar

from sentencerank.errors import OptionsError

Item = TypeVar("Item")
Result = TypeVar("Result")

_work: Callable[[object], object] | None = None  # what a worker process does; set once when it starts


def in_processes(make: Callable[[], Callable[[Item], Result]], items: Iterable[Item], workers: int) -> Iterator[Result]:
    """`make()(item)` for every item, in order; `make` runs once in each process and loads what the work needs."""
    try:
        pickle.dumps(make)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise OptionsError(
            f"other processes cannot be told about this ranker ({error}). "
            "Functions, of a structure or a registered language, must stand at the top of a module; or use workers=1."
        ) from error
    return _in_processes(make, items, workers)


def _in_processes(
    make: Callable[[], Callable[[Item], Result]], items: Iterable[Item], workers: int
) -> Iterator[Result]:
    start = partial(_start, make)
    with ProcessPoolExecutor(workers, get_context("spawn"), start) as pool:
        waiting: deque[Future[Result]] = deque()
        for item in items:
            waiting.append(pool.submit(_do, item))  # type: ignore[arg-type]
            if len(waiting) >= 4 * workers:  # never more in memory than keeps the workers busy
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def end_with_parent() -> None:
    """A killed job cannot end its workers: each of them watches for its end. Ctrl-C is for the parent to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()

    def watch() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _start(make: Callable[[], Callable[[Item], Result]]) -> None:
    global _work
    end_with_parent()
    _work = make()  # type: ignore[assignment]


def _do(item: object) -> object:
    assert _work is not None
    return _work(item)
