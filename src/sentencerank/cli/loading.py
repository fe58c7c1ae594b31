"""Ctrl-C while the program is loaded, and while a command runs. What is imported here is loaded without a guard."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from sys import UnraisableHookArgs

_AGAIN = 0.05  # seconds after which a lost Ctrl-C is repeated


@contextmanager
def quick_to_stop() -> Iterator[None]:
    """End the process at once when Ctrl-C is pressed: an exception inside an import may become any other one."""
    with _handler(signal.default_int_handler, _stop):
        yield


@contextmanager
def interruptible() -> Iterator[None]:
    """Raise KeyboardInterrupt when Ctrl-C is pressed, so that a command can end in order; none is lost."""
    before, sys.unraisablehook = sys.unraisablehook, _not_lost
    try:
        with _handler(_stop, signal.default_int_handler):
            yield
    finally:
        sys.unraisablehook = before


@contextmanager
def _handler(old: object, new: signal._HANDLER) -> Iterator[None]:
    """Change the handler of Ctrl-C; one of someone else stays, and so does the wish of `nohup` to be left alone."""
    before = signal.getsignal(signal.SIGINT)
    try:
        changed = before is old and signal.signal(signal.SIGINT, new) is old
    except ValueError:
        # Only the main thread gets signals.
        changed = False
    try:
        yield
    finally:
        if changed:
            signal.signal(signal.SIGINT, before)


def _stop(number: int, frame: FrameType | None) -> NoReturn:
    os.write(2, b"sentencerank: stopped.\n")
    os._exit(128 + number)


def _not_lost(unraisable: UnraisableHookArgs) -> None:
    """Press Ctrl-C again if it was raised where nothing can be raised: in a callback, or while an object is deleted."""
    if not issubclass(unraisable.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(unraisable)
        return
    from threading import Timer

    # A signal of its own ends a wait of the main thread, too.
    again = Timer(_AGAIN, os.kill, (os.getpid(), signal.SIGINT))
    again.daemon = True
    again.start()
