"""One thread per document: the matrices of an article are too small to share, and results must not depend on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any


@cache
def _libraries() -> tuple[Any, ...]:
    """Find the linear-algebra libraries of this process, once: this takes 2 ms."""
    from threadpoolctl import ThreadpoolController

    return tuple(ThreadpoolController().select(user_api="blas").lib_controllers)


@contextmanager
def one_thread() -> Iterator[None]:
    """Let numpy's linear algebra use one thread inside the block; this costs 3 µs.

    With two threads, an article of 25 sentences costs two and a half times the processor time, since threads that wait
    spin. The limit holds for the whole process while the block runs.
    """
    before = [(library, threads) for library in _libraries() if (threads := library.get_num_threads()) not in (None, 1)]
    for library, _ in before:
        library.set_num_threads(1)
    try:
        yield
    finally:
        for library, threads in before:
            library.set_num_threads(threads)
