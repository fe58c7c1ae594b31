"""One worker: a process that runs the functions it is sent, and a new process whenever the last one was lost."""

from __future__ import annotations

import io
import json
import os
import pickle
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from types import FunctionType, TracebackType
from typing import Any, Self, TypeAlias, TypedDict, TypeVar, Unpack

from sentencerank.errors import DeadlineError, OptionsError, SentenceRankError, WorkerError
from sentencerank.workers import frames
from sentencerank.workers.child import MAIN_NAME, Setup, refuse_while_loading
from sentencerank.workers.process import LostError, Process

LARGEST_REPLY = 1 << 30  # bytes
START_SECONDS = 60.0  # that a process may take to start on a busy machine, set-up included
_LONGEST_MESSAGE = 4_000  # characters, of an error in a process that is not trusted
_TRIES = 3  # processes in a row that die before they begin a task

Result = TypeVar("Result")
Hook: TypeAlias = Callable[[str, int], None]  # "died" or "late", and the process id


class Limits(TypedDict, total=False):
    """How long and how often a task may run."""

    seconds: float | None  # wall-clock time, without the start of the process; None: no limit
    cpu_seconds: float | None  # processor time of all threads, rounded up; no limit on Windows
    memory: int | None  # bytes of address space beyond those in use before; Linux only
    largest_reply: int | None  # bytes; None: as set for the worker
    attempts: int  # processes that may die over this task before it fails; 1 unless told


class Settings(TypedDict, total=False):
    """What every process of a worker or of a pool is started with."""

    setup: Setup | None  # runs in the process before its first task
    memory: int | None  # bytes of address space that tasks may take beyond what the set-up took
    environment: (
        Mapping[str, str] | None
    )  # variables; None: those of this process. Secrets are left out, see `variables`
    trusted: bool  # False: it is confined, tasks must return bytes, and nothing that it sends is unpickled
    largest_reply: int  # bytes
    start_seconds: float  # that a process may take to start, set-up included
    on_replaced: Hook | None  # is told why a process was given up ("died" or "late"), and its id


@dataclass(frozen=True, slots=True)
class Task:
    """A function and its arguments, pickled, with the limits of its run."""

    body: bytes
    main: bool  # whether the pickle names the script of this process
    seconds: float | None
    cpu_seconds: float | None
    attempts: int
    largest_reply: int | None


def pack(function: Callable[..., object], *arguments: object, **limits: Unpack[Limits]) -> Task:
    """Pickle a task. An OptionsError says that something in it cannot be pickled."""
    refuse_while_loading()
    cpu_seconds = limits.get("cpu_seconds")
    body, main = _pickled(((cpu_seconds, limits.get("memory")), function, arguments))
    attempts, largest = limits.get("attempts", 1), limits.get("largest_reply")
    return Task(body, main, limits.get("seconds"), cpu_seconds, attempts, largest)


class _Pickler(pickle.Pickler):
    """Pickles, and notices functions and classes of the script that runs as `__main__`."""

    main = False

    def reducer_override(self, item: object) -> Any:
        if isinstance(item, type | FunctionType):
            self.main = self.main or getattr(item, "__module__", "") in ("__main__", MAIN_NAME)
        return NotImplemented


def _pickled(item: object) -> tuple[bytes, bool]:
    stream = io.BytesIO()
    pickler = _Pickler(stream, pickle.HIGHEST_PROTOCOL)
    try:
        pickler.dump(item)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise OptionsError(
            f"this cannot be sent to a worker process ({error}). "
            "Define functions and classes at the top level of a module, or use workers=1."
        ) from error
    return stream.getvalue(), pickler.main


class Worker:
    """A process that runs one function after another; a context manager.

    The process starts with the first call. One that died or was late is replaced at the next call. Calls from several
    threads wait for each other. See `Settings` for the keyword arguments.
    """

    def __init__(self, **settings: Unpack[Settings]) -> None:
        self._trusted = settings.get("trusted", True)
        self._setup, self._setup_main = _pickled((settings.get("setup"), settings.get("memory")))
        self._environment = settings.get("environment")
        self._largest = settings.get("largest_reply", LARGEST_REPLY)
        self._start_seconds = settings.get("start_seconds", START_SECONDS)
        self._on_replaced = settings.get("on_replaced")
        # The first lock is held during a call, the second one only while the two fields below change.
        self._calling, self._changing = threading.Lock(), threading.Lock()
        self._process: Process | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process, or None if none is ready."""
        process = self._process
        return process.pid if process is not None and process.ready and process.alive else None

    @property
    def alive(self) -> bool:
        """Whether a process has started, with its set-up, and still runs."""
        return self.pid is not None

    def start(self) -> None:
        """Start the process, if there is none, and wait until its set-up is done.

        Raises WorkerError if it does not start, and the set-up's own error if that is a SentenceRankError.
        """
        refuse_while_loading()
        with self._calling:
            self._running()

    def call(self, function: Callable[..., Result], *arguments: object, **limits: Unpack[Limits]) -> Result:
        """Run `function(*arguments)` in the process and return its result.

        An exception of the function is raised here, with the traceback of the process as a note. Raises DeadlineError
        if it took longer than `seconds` or `cpu_seconds`, WorkerError if the process died over it `attempts` times,
        OptionsError if something cannot be pickled. After any of these the worker can be called again.
        """
        return self.run(pack(function, *arguments, **limits))  # type: ignore[return-value]

    def run(self, task: Task) -> object:
        """Run a packed task; see `call`."""
        attempts, tries = task.attempts, _TRIES
        with self._calling:
            while True:
                process = self._running(task.main)
                try:
                    return self._ask(process, frames.TASK, task.body, task.seconds, task.largest_reply)
                except LostError as lost:
                    late = lost.late or (task.cpu_seconds is not None and _used_up(lost.code))
                    self._lose("late" if late else "died")
                    # A process that died before it began a task died of something else.
                    attempts, tries = attempts - lost.begun, tries - (not lost.begun)
                    hopeless = not self._trusted and _crashed(lost.code)
                    if late or hopeless or self._closed or not attempts or not tries:
                        raise _error(lost, late, task) from None

    def _running(self, main: bool = False) -> Process:
        """Return the process, started and set up, with the script of this process loaded if the task needs it."""
        if self._process is not None and not self._process.alive:
            self._lose("died")
        if main and not self._trusted and self._process is not None and not self._process.main_loaded:
            self._drop(kill=True)  # it is confined, and can read no script any more
        if self._process is None:
            self._begin(main and not self._trusted)
        assert self._process is not None
        if main and not self._process.main_loaded:
            self._load_main(self._process)
        return self._process

    def _begin(self, main: bool) -> None:
        if self._closed:
            raise WorkerError("this worker is closed. Make a new one.")
        process = Process(self._environment, self._trusted)
        with self._changing:
            self._process = process
            if self._closed:
                process.kill()
        try:
            if main or self._setup_main:
                self._load_main(process)
            self._ask(process, frames.SETUP, self._setup, self._start_seconds)
            process.ready = True
        except BaseException as error:
            self._drop(kill=True)
            if isinstance(error, SentenceRankError) or not isinstance(error, Exception):
                raise
            text = str(error) if isinstance(error, LostError) else f"{type(error).__name__}: {error}"
            text = f"it took longer than {self._start_seconds:g} s" if getattr(error, "late", False) else text
            raise WorkerError(f"a worker process could not start: {text}. Correct this and try again.") from error

    def _load_main(self, process: Process) -> None:
        """Let the process load the script of this one. A WorkerError of one line says why it cannot."""
        name, path = _main_module()
        # What comes back names the script as the process does.
        sys.modules.setdefault(MAIN_NAME, sys.modules["__main__"])
        try:
            self._ask(process, frames.MAIN, pickle.dumps((name, path)), self._start_seconds)
        except BaseException as error:
            self._drop(kill=True)
            if not isinstance(error, Exception):
                raise
            if isinstance(error, WorkerError):
                raise WorkerError(str(error)) from None
            raise WorkerError(
                f"a worker process could not load {path or name} ({type(error).__name__}: {error}). "
                "Put what a script does, other than to define, under: if __name__ == '__main__':"
            ) from None
        process.main_loaded = True

    def _ask(
        self, process: Process, kind: bytes, body: bytes, seconds: float | None, largest: int | None = None
    ) -> object:
        try:
            found, answer = process.ask(kind, body, seconds, largest or self._largest)
            return self._result(found, answer)
        except BaseException as error:
            # A process that ran out of memory may be in any state; Ctrl-C may have come in the middle of a frame.
            if isinstance(error, MemoryError) or not isinstance(error, Exception):
                self._drop(kill=True)
            raise

    def _result(self, kind: bytes, answer: bytes) -> object:
        """Return what the reply says, or raise it. Only a trusted process may send pickles."""
        if self._trusted and kind == frames.VALUE:
            return pickle.loads(answer)
        if self._trusted and kind == frames.ERROR:
            raise _raised(*pickle.loads(answer))
        if not self._trusted and kind == frames.DATA:
            return answer
        if not self._trusted and kind == frames.MESSAGE:
            raise _told(answer)
        raise LostError("it sent a reply of a kind that it must not send", True, False, 0)

    def _lose(self, reason: str) -> None:
        """Give the process up and tell it to whoever wants to know."""
        pid = self._process.pid if self._process is not None else 0
        self._drop(kill=True)
        if self._on_replaced is not None and not self._closed:
            self._on_replaced(reason, pid)

    def _drop(self, kill: bool) -> None:
        with self._changing:
            process, self._process = self._process, None
        if process is not None:
            if kill:
                process.kill()
            process.end()

    def close(self) -> None:
        """Wait for the call under way, if there is one, and end the process. A closed worker takes no more calls."""
        with self._calling:
            self._closed = True
            self._drop(kill=False)

    def kill(self) -> None:
        """End the process at once: a call under way fails with WorkerError. The worker takes no more calls."""
        with self._changing:
            self._closed = True
            if self._process is not None:
                self._process.kill()
        with self._calling:
            self._drop(kill=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close() if error is None else self.kill()


def _main_module() -> tuple[str | None, str | None]:
    """Return the name or the path by which another process can load the script of this one."""
    main = sys.modules["__main__"]
    name = getattr(getattr(main, "__spec__", None), "name", None)
    path = getattr(main, "__file__", None)
    if name is None and (path is None or not os.path.exists(path)):
        raise OptionsError(
            "a worker process cannot find functions and classes of an interactive session. "
            "Define them at the top level of a module, or use workers=1."
        )
    return name, None if path is None else os.path.abspath(path)


def _used_up(code: int) -> bool:
    """Whether the exit code says that the kernel ended the process for its use of the processor."""
    return hasattr(signal, "SIGXCPU") and code == -signal.SIGXCPU


def _crashed(code: int) -> bool:
    """Whether the exit code says that the process did something impossible, as it would again, and was not killed."""
    names = ("SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGSEGV", "SIGSYS", "SIGTRAP")
    return -code in {getattr(signal, name, 0) for name in names}


def _error(lost: LostError, late: bool, task: Task) -> WorkerError:
    error: WorkerError
    if late and lost.late:
        error = DeadlineError(f"this took longer than {task.seconds:g} s and was stopped. Allow more, or give it less.")
    elif late:
        bound = f"{task.cpu_seconds:g} s of processor time"
        error = DeadlineError(f"this took longer than {bound} and was stopped. Allow more, or give it less.")
    else:
        error = WorkerError(
            f"the worker process died ({lost}). If memory is short use fewer workers; otherwise split the work."
        )
    error.begun = lost.begun
    return error


def _raised(pickled: bytes, text: str, trace: str) -> Exception:
    """Return the exception of a task with its traceback as a note, or a RuntimeError if it cannot be unpickled."""
    try:
        error: Exception = pickle.loads(pickled)
    except Exception:
        error = RuntimeError(text)
    if trace:
        error.add_note(f"In the worker process:\n{trace}")
    return error


def _told(answer: bytes) -> Exception:
    """Return the error that a process which is not trusted tells of: one of this package, or else a WorkerError."""
    try:
        name, message = map(str, json.loads(answer))
    except (ValueError, TypeError, RecursionError):
        return LostError("it sent a reply that cannot be read", True, False, 0)
    # It may be printed, and what controls a terminal must not reach one.
    message = "".join(sign if sign.isprintable() or sign == "\n" else "\ufffd" for sign in message[:_LONGEST_MESSAGE])
    if name == "MemoryError":
        return MemoryError(message)
    # A class that wants other arguments than a message raises TypeError.
    with suppress(TypeError, StopIteration):
        return next(kind for kind in _tree(SentenceRankError) if kind.__name__ == name)(message)
    return WorkerError(f"the work failed in its process ({name}: {message}). Check what it was given.")


def _tree(kind: type[SentenceRankError]) -> Iterator[type[SentenceRankError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from _tree(below)
