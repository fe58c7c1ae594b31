"""What the tests of workers let their processes do. It imports little, because each process imports it."""

from __future__ import annotations

import math
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

from sentencerank.errors import DocumentError
from sentencerank.workers import Worker, frames
from sentencerank.workers.bounds import without_memory_limit


class OddError(Exception):
    """Cannot be unpickled: its arguments are not those of its constructor."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def fail_oddly() -> None:
    raise OddError(1, 2)


def fail_here() -> None:
    raise DocumentError("no such page. Look again.")


def leave() -> None:
    sys.exit(3)


def shout(number: int) -> int:
    print("printed", flush=True)  # noqa: T201
    os.write(1, b"written\n")
    subprocess.run([sys.executable, "-c", "print('by another process')"], check=True)
    return number


def read_input() -> str:
    return sys.stdin.read()


def die_once(mark: str) -> str:
    if Path(mark).exists():
        return "done"
    Path(mark).touch()
    os.kill(os.getpid(), signal.SIGKILL)
    return "never"


def add_line(path: str, line: str = "x") -> int:
    with Path(path).open("a") as stream:
        stream.write(line + "\n")
    return os.getpid()


def broken_setup() -> None:
    raise ValueError("no model")


def missing_setup() -> None:
    raise DocumentError("no file. Give another.")


def fill(size: int) -> int:
    return len(bytearray(size))


def small_objects() -> int:
    return len([[number] for number in range(10**8)])


def ready() -> None:
    """Be the set-up of a worker that is not trusted: this module is imported before the process is confined."""


_held: list[bytearray] = []


def hold(size: int) -> bytes:
    """Keep memory after the task, as a library does that leaks."""
    _held.append(bytearray(size))
    return b"held"


def some_bytes(size: int) -> bytes:
    return b"x" * size


class Malice:
    """Writes a file when it is unpickled."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Callable[..., object], tuple[str, ...]]:
        return add_line, (self.path, "unpickled")


def forge(path: str, kind: bytes) -> bytes:
    """Write a frame that the parent did not ask for, into whichever descriptor is the pipe."""
    body = pickle.dumps(Malice(path) if kind == frames.VALUE else (pickle.dumps(Malice(path)), "", ""))
    for number in range(3, 10):
        try:
            with os.fdopen(os.dup(number), "wb") as stream:
                frames.write(stream, kind, body)
        except OSError:
            continue
    return b"fine"


def nested(number: float) -> float:
    with Worker() as worker:
        return worker.call(math.sqrt, number)


def nap(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def loop() -> None:
    while True:
        pass


def start_another(free: bool) -> int:
    """Start a worker from this one, within the memory of the task or not."""
    with without_memory_limit() if free else nullcontext(), Worker() as worker:
        return worker.call(pow, 2, 2)


def nothing() -> None:
    """Import this module."""
