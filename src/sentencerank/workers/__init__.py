"""Work in other processes: one `Worker`, or a `Pool` of them.

A worker is a fresh Python process that runs the functions it is sent. It ends with its parent, it can be stopped at a
deadline, and it is replaced when it dies. Each name is imported on first use, so that `one_thread` costs no more than
itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sentencerank.workers.handfuls import map_by_handfuls
    from sentencerank.workers.pool import Pool
    from sentencerank.workers.threads import one_thread
    from sentencerank.workers.worker import Worker

__all__ = ["Pool", "Worker", "map_by_handfuls", "one_thread"]

_MODULE = {"Pool": "pool", "Worker": "worker", "map_by_handfuls": "handfuls", "one_thread": "threads"}


def __getattr__(name: str) -> object:
    if name not in _MODULE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULE[name]}"), name)
