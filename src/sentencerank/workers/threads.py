"""One thread per document: the matrices of an article are too small to share, and results must not depend on it."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from threadpoolctl import ThreadpoolController


@cache
def _controller() -> ThreadpoolController:
    """Find the linear-algebra libraries of this process, once: this takes 2 ms."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()


def one_thread() -> AbstractContextManager[object]:
    """Let numpy's linear algebra use one thread inside the block; this costs 14 µs.

    With two threads, an article of 25 sentences costs two and a half times the processor time, since threads that wait
    spin. The limit holds for the whole process while the block runs.
    """
    return _controller().limit(limits=1, user_api="blas")
