"""What runs in a worker process: it reads one request after another and replies, until its parent ends.

This module imports little, because each process waits for it when it starts.
"""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import IO, TypeAlias

from sentencerank.errors import WorkerError
from sentencerank.workers import bounds, confine, frames

MAIN_NAME = "__mp_main__"  # the script of the parent, loaded here; the name that multiprocessing gives it
_PR_SET_PDEATHSIG = 1  # linux/prctl.h
_WATCH = 0.5  # seconds between two looks at the parent, where no signal tells its end

Setup: TypeAlias = Callable[[], object]
_loading = False  # whether the script of the parent is being loaded in this process


def main(parent: int, trusted: bool) -> None:
    """Serve the process `parent` over standard input and output, until it ends or asks to quit.

    If `trusted`, results and errors are sent as pickles; otherwise results must be bytes, errors are sent as JSON, and
    the process is confined after its set-up.
    """
    if trusted:
        with suppress(OSError):
            confine.give_up_new_privileges()
    else:
        # First of all: what changes the rights of a process also ends the signal that it asked for.
        confine.isolate()
    _end_with_parent(parent)
    requests, replies = _take_pipes()
    # A parent that is gone closes the pipe in the middle of whatever is said.
    with suppress(EOFError, OSError):
        _serve(requests, replies, trusted)


def refuse_while_loading() -> None:
    """Raise a WorkerError in a worker process that only loads the script of its parent: it would never end."""
    if _loading:
        raise WorkerError(
            "this script starts workers whenever it is loaded, and each worker must load it to find its functions. "
            "Put the code that starts workers under: if __name__ == '__main__':"
        )


def _end_with_parent(parent: int) -> None:
    # The parent blocks Ctrl-C for its children until they are here; from now on they ignore it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    if os.name != "posix":
        return  # the end of the pipe tells, when the current task is done
    if not _signal_at_end_of_parent():
        _watch(parent)
    # The parent may have ended before the signal was asked for.
    if os.getppid() != parent:
        os._exit(1)


def _signal_at_end_of_parent() -> bool:
    """Let the kernel kill this process when its parent ends: no thread of ours would run during a stuck C call."""
    if sys.platform != "linux":
        return False
    try:
        import ctypes

        return bool(ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL) == 0)
    except (ImportError, OSError, AttributeError):
        return False


def _watch(parent: int) -> None:
    import threading
    import time

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_WATCH)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _take_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Keep the pipes for the frames alone: what libraries print goes to standard error, and they read nothing."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:
        os.dup2(nothing, 1)
    os.close(nothing)
    sys.stdout = sys.stderr
    return requests, replies


def _serve(requests: IO[bytes], replies: IO[bytes], trusted: bool) -> None:
    start = 0
    while True:
        kind, size = frames.read_header(requests)
        if kind == frames.QUIT:
            return
        if kind == frames.TASK:
            # Said before the body is read: the body may be what ends this process.
            frames.write(replies, frames.BEGUN)
        try:
            body = frames.read_body(requests, size)
        except MemoryError:
            # The rest of the body is still in the pipe, so that nothing can be read after it.
            return frames.write(replies, *_failure(MemoryError("the arguments do not fit into memory"), trusted))
        reply = _reply(kind, body, trusted)
        if kind == frames.SETUP and not trusted:
            start = _confine(requests, replies)
        frames.write(replies, *reply)
        if kind == frames.TASK and not trusted and (bounds.memory_in_use() or 0) > start + bounds.LEFTOVER:
            return


def _confine(requests: IO[bytes], replies: IO[bytes]) -> int:
    """Confine this process; return the memory that it has in use then."""
    # Imported now, because it can be too late when an error must be told.
    import json  # noqa: F401

    memory = bounds.watch_memory()
    confine.confine([requests.fileno(), replies.fileno(), *(() if memory is None else (memory,))])
    return bounds.memory_in_use() or 0


def _reply(kind: bytes, body: bytes, trusted: bool) -> tuple[bytes, bytes]:
    set_up = partial(_set_up, confined=not trusted)
    works: dict[bytes, Callable[[bytes], object]] = {frames.SETUP: set_up, frames.MAIN: _load_main, frames.TASK: _run}
    work = works[kind]
    try:
        return _success(work(body), trusted)
    except MemoryError as error:
        text = str(error)
    except BaseException as error:
        return _failure(error, trusted)
    # Outside of the except block, what the function had allocated is free again.
    return _failure(MemoryError(text), trusted)


def _success(result: object, trusted: bool) -> tuple[bytes, bytes]:
    if trusted:
        return frames.VALUE, pickle.dumps(result, pickle.HIGHEST_PROTOCOL)
    if not isinstance(result, bytes):
        raise TypeError(f"a worker that is not trusted must return bytes, and this is {type(result).__name__}")
    return frames.DATA, result


def _failure(error: BaseException, trusted: bool) -> tuple[bytes, bytes]:
    if not trusted:
        import json

        return frames.MESSAGE, json.dumps([type(error).__name__, str(error)]).encode()
    text = "" if isinstance(error, MemoryError) else _traceback(error)
    return frames.ERROR, pickle.dumps((_portable(error), f"{type(error).__name__}: {error}", text))


def _traceback(error: BaseException) -> str:
    import traceback

    return "".join(traceback.format_exception(error)).rstrip()


def _portable(error: BaseException) -> bytes:
    """Pickle the error; return nothing if it cannot be pickled or, as a SystemExit, is not meant for the parent."""
    with suppress(Exception):
        pickled = pickle.dumps(error)
        if isinstance(error, Exception) and type(pickle.loads(pickled)) is type(error):
            return pickled
    return b""


def _set_up(body: bytes, *, confined: bool) -> bytes:
    setup, memory = pickle.loads(body)
    if setup is not None:
        setup()
    # What is loaded now stays: a garbage collection that looked at it again would take 20 ms, and find nothing.
    gc.freeze()
    if memory is not None:
        bounds.limit_memory(memory, for_good=confined)
    return b""


def _load_main(body: bytes) -> bytes:
    """Load the script of the parent, so that pickles find the functions and classes that it defines."""
    global _loading
    import runpy
    import types

    name, path = pickle.loads(body)
    _loading = True
    try:
        found = runpy.run_module(name, None, MAIN_NAME, True) if name else runpy.run_path(path, None, MAIN_NAME)
    finally:
        _loading = False
    module = types.ModuleType(MAIN_NAME)
    module.__dict__.update(found)
    sys.modules["__main__"] = sys.modules[MAIN_NAME] = module
    return b""


def _run(body: bytes) -> object:
    (cpu_seconds, memory), function, arguments = pickle.loads(body)
    with bounds.cpu_limit(cpu_seconds), bounds.memory_limit(memory):
        return function(*arguments)
