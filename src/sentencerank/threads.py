"""One thread per document: the matrices of an article are too small to share, and results must not depend on it."""

from __future__ import annotations

from contextlib import AbstractContextManager
from functools import cache

from threadpoolctl import ThreadpoolController


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()  # finds the linear-algebra libraries of this process, once: 2 ms


def one_thread() -> AbstractContextManager[object]:
    """Let numpy's linear algebra use one thread inside the block; 14 µs.

    With two, an article of 25 sentences costs two and a half times the processor time (threads that wait, spin).
    """
    return _controller().limit(limits=1, user_api="blas")
