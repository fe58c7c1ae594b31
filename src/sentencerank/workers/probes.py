"""Eleven things that a hijacked parser would try, tried: which of them does a confined process still do?

Each harms nothing if it works: the files, the port and the secret are made for it. `sentencerank doctor` shows the
outcome on this machine, and the tests demand it.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from sentencerank.errors import WorkerError
from sentencerank.workers.worker import Worker

SECRET = "SENTENCERANK_PROBE"  # the name of an environment variable
_SECONDS = 20.0  # for one action


class Target(NamedTuple):
    """What the actions aim at."""

    folder: str  # with a file "kept" and a file "doomed"
    port: int  # where this process listens
    parent: int  # its id


class Attempt(NamedTuple):
    """One action: whether the process was kept from it, and what it was told."""

    action: str
    denied: bool
    detail: str


def _read(target: Target) -> None:
    Path(target.folder, "kept").read_bytes()


def _write(target: Target) -> None:
    Path(target.folder, "new").write_bytes(b"x")


def _append(target: Target) -> None:
    with Path(target.folder, "kept").open("ab") as stream:
        stream.write(b"x")


def _delete(target: Target) -> None:
    Path(target.folder, "doomed").unlink()


def _connect(target: Target) -> None:
    socket.create_connection(("127.0.0.1", target.port), 5.0).close()


def _listen(target: Target) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()


def _exec(target: Target) -> None:
    # If it works, this process becomes another one, whose end says so.
    os.execv(sys.executable, [sys.executable, "-c", "pass"])


def _fork(target: Target) -> None:
    if not hasattr(os, "fork"):
        subprocess.run([sys.executable, "-c", "pass"], check=True)
        return
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)


def _signal(target: Target) -> None:
    os.kill(target.parent, signal.SIGCONT if hasattr(signal, "SIGCONT") else 0)  # nothing happens to who runs


def _spy(target: Target) -> None:
    """Read the environment of the parent, or else its memory."""
    try:
        Path(f"/proc/{target.parent}/environ").read_bytes()
    except OSError:
        _read_memory(target.parent)


def _read_memory(process: int) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    buffer = ctypes.create_string_buffer(1)
    place = ctypes.addressof(buffer)
    # struct iovec here and there. At a wrong address, a call that is permitted fails with EFAULT: that is no denial.
    vectors = [struct.pack("@PN", place, 1) for _ in range(2)]
    pointer, long = ctypes.c_char_p, ctypes.c_long
    done = library.process_vm_readv(process, pointer(vectors[0]), long(1), pointer(vectors[1]), long(1), long(0))
    if done < 0 and ctypes.get_errno() in (1, 38):  # EPERM, ENOSYS
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _secret(target: Target) -> None:
    if SECRET not in os.environ:
        raise OSError("it is not there")


ACTIONS: dict[str, Callable[[Target], None]] = {
    "read a file": _read,
    "write a file": _write,
    "append to a file": _append,
    "delete a file": _delete,
    "connect to a socket": _connect,
    "listen on a socket": _listen,
    "run a program": _exec,
    "start a process": _fork,
    "signal the parent": _signal,
    "look into the parent": _spy,
    "read a secret of the environment": _secret,
}


def attempt(action: str, target: Target) -> bytes:
    """Try one action and return what came of it, as JSON: a task for a worker."""
    try:
        ACTIONS[action](target)
    except (OSError, AttributeError) as error:
        return json.dumps([True, getattr(error, "strerror", None) or str(error)]).encode()
    return json.dumps([False, "it worked"]).encode()


def set_up(load: Callable[[], object]) -> None:
    """Be the set-up of the process: load what a real one loads. This module is imported then, too."""
    load()


def try_all(load: Callable[[], object], *, trusted: bool = False) -> tuple[bytes, tuple[Attempt, ...]]:
    """Try every action in a worker that was set up by `load`; return its own report too, see `confine.report`.

    Raises WorkerError if no process can be started.
    """
    from sentencerank.workers.confine import report

    environment = {**os.environ, SECRET: "a secret"}
    with _target() as target, Worker(trusted=trusted, setup=partial(set_up, load), environment=environment) as worker:
        found = worker.call(report, seconds=_SECONDS)
        return found, tuple(_outcome(worker, action, target) for action in ACTIONS)


def _outcome(worker: Worker, action: str, target: Target) -> Attempt:
    try:
        denied, detail = json.loads(worker.call(attempt, action, target, seconds=_SECONDS))
    except WorkerError as error:
        if not error.begun:
            raise
        return Attempt(action, False, "the process became another one, or ended")
    return Attempt(action, denied is True, str(detail))


@contextmanager
def _target() -> Iterator[Target]:
    with tempfile.TemporaryDirectory(prefix="sentencerank-") as folder, socket.socket() as listener:
        for name in ("kept", "doomed"):
            Path(folder, name).write_bytes(b"x")
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield Target(folder, listener.getsockname()[1], os.getpid())
