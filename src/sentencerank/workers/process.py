"""The parent's side of one worker process: start it, ask it, end it. Nothing here decides what comes next."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import NamedTuple

from sentencerank.errors import WorkerError
from sentencerank.workers import frames
from sentencerank.workers.environment import variables

_BOOT = """import sys
parent, trusted, *path = sys.argv[1:]
sys.path[:], sys.argv[1:] = path, []
from sentencerank.workers.child import main
main(int(parent), trusted == "trusted")"""
_CLOSE = 5.0  # seconds that an idle process may take to end by itself
_REAP = 1.0  # seconds between the end of its pipe and its own end


class LostError(Exception):
    """A process died or was late: why, whether it had begun the task, and its exit code."""

    def __init__(self, reason: str, begun: bool, late: bool, code: int) -> None:
        super().__init__(reason)
        self.reason, self.begun, self.late, self.code = reason, begun, late, code


class Process:
    """One running child. One thread at a time may ask or end it; any thread may kill it."""

    def __init__(self, environment: Mapping[str, str] | None, trusted: bool) -> None:
        self._popen = _launch(environment, trusted)
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._requests, self._replies = self._popen.stdin, self._popen.stdout
        self.pid = self._popen.pid
        self.main_loaded = self.ready = False  # set by the worker that owns this

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._popen.poll() is None

    def ask(self, kind: bytes, body: bytes, seconds: float | None, largest: int) -> tuple[bytes, bytes]:
        """Send a request and return the kind and the body of the reply.

        A LostError says that there is no reply within `seconds` or `largest` bytes; the process is ended then.
        """
        begun = False
        with self._deadline(seconds) as late:
            try:
                # A process that ended in the middle of the request may have replied before.
                with suppress(OSError):
                    frames.write(self._requests, kind, body)
                found, answer = frames.read(self._replies, largest)
                if found == frames.BEGUN:
                    begun = True
                    found, answer = frames.read(self._replies, largest)
            except ValueError as error:
                self.kill()
                raise LostError(str(error), begun, False, self.end()) from None
            except (EOFError, OSError):
                code = self.end(_REAP)
                raise LostError(_reason(code), begun, late.is_set(), code) from None
        return found, answer

    @contextmanager
    def _deadline(self, seconds: float | None) -> Iterator[threading.Event]:
        """Kill the process if the block takes longer than `seconds`, which ends whatever it waits for."""
        late = threading.Event()
        if seconds is None:
            yield late
            return

        def stop() -> None:
            late.set()
            self.kill()

        timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), stop)
        timer.daemon = True
        timer.start()
        try:
            yield late
        finally:
            timer.cancel()

    def kill(self) -> None:
        """End the process at once, whatever it does; `end` must follow."""
        self._popen.kill()

    def end(self, seconds: float = _CLOSE) -> int:
        """Ask the process to quit, kill it after `seconds`, and return its exit code; done again, nothing happens."""
        # Even to ask may take for ever, if the process does not read.
        with self._deadline(seconds):
            with suppress(OSError, ValueError):
                frames.write(self._requests, frames.QUIT)
            with suppress(OSError):
                self._requests.close()
            code = self._popen.wait()
        self._replies.close()
        return code


def _reason(code: int) -> str:
    """Describe an exit code: a signal has a negative one."""
    if code >= 0:
        return f"it ended with exit code {code}"
    with suppress(ValueError):
        return f"it was ended by {signal.Signals(-code).name}"
    return f"it was ended by signal {-code}"


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Let Ctrl-C wait for the end of the block; threads that start in it never get one, nor do their children.

    So it cannot come between two steps that belong together, and it always wakes the main thread, not another one.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Launch(NamedTuple):
    environment: Mapping[str, str] | None
    trusted: bool
    started: Future[subprocess.Popen[bytes]]


class _Launcher:
    """A thread that starts all children and lives as long as this process.

    On Linux a child is killed when the thread that started it ends (prctl, PR_SET_PDEATHSIG), even if its process goes
    on. So no thread of the caller starts a child. Ctrl-C is blocked in this thread and so, at first, in the children:
    one that comes before they can ignore it does not end them with a traceback.
    """

    def __init__(self) -> None:
        self._requests: SimpleQueue[_Launch] = SimpleQueue()
        self._thread = threading.Thread(target=self._serve, name="worker-launcher", daemon=True)
        self._thread.start()

    def put(self, launch: _Launch) -> None:
        self._requests.put(launch)

    def _serve(self) -> None:
        while True:
            _start(self._requests.get())


def _start(launch: _Launch) -> None:
    try:
        launch.started.set_result(_popen(launch.environment, launch.trusted))
    except BaseException as error:
        launch.started.set_exception(error)


_lock = threading.Lock()
_launcher: _Launcher | None = None


def _forget() -> None:
    """Start anew in a forked copy of this process, which has no launcher thread."""
    global _lock, _launcher
    _lock, _launcher = threading.Lock(), None


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _new_launcher() -> _Launcher:
    try:
        return _Launcher()
    except RuntimeError as error:
        # So Python calls it that there is no room for the stack of a thread, or that there are too many of them.
        raise MemoryError(f"{error}: there is too little memory, or there are too many threads") from error


def _launch(environment: Mapping[str, str] | None, trusted: bool) -> subprocess.Popen[bytes]:
    """Start a child in the launcher thread. A WorkerError says that the system starts no process."""
    global _launcher
    started: Future[subprocess.Popen[bytes]] = Future()
    with interrupts_blocked(), _lock:
        _launcher = _launcher or _new_launcher()
        _launcher.put(_Launch(environment, trusted, started))
    try:
        return started.result()
    except OSError as error:
        raise WorkerError(f"a worker process could not start: {error}. Use fewer workers, or free memory.") from error
    except BaseException:
        # Ctrl-C came while the child was started: nobody else knows of it.
        started.add_done_callback(_discard)
        raise


def _discard(started: Future[subprocess.Popen[bytes]]) -> None:
    if started.exception() is None:
        with started.result() as popen:
            popen.kill()


def _popen(environment: Mapping[str, str] | None, trusted: bool) -> subprocess.Popen[bytes]:
    # The options of this interpreter, such as -W and -X, as multiprocessing passes them on.
    options = subprocess._args_from_interpreter_flags()  # type: ignore[attr-defined]
    arguments = [str(os.getpid()), "trusted" if trusted else "untrusted", *map(str, sys.path)]
    return subprocess.Popen(
        [sys.executable, *options, "-c", _BOOT, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=variables(os.environ if environment is None else environment, trusted),
        # On Windows this keeps Ctrl-C from the child; elsewhere the flag does not exist.
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )
