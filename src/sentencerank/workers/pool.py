"""Several workers, each with the thread that waits for it, and the tasks that wait for a worker."""

from __future__ import annotations

import atexit
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from types import TracebackType
from typing import Any, NamedTuple, Self, TypeVar, Unpack

from sentencerank.errors import OptionsError, SentenceRankError, WorkerError
from sentencerank.workers.child import refuse_while_loading
from sentencerank.workers.process import interrupts_blocked
from sentencerank.workers.worker import Limits, Settings, Task, Worker, pack

_FIRST_PAUSE, _LONGEST_PAUSE = 0.5, 30.0  # seconds between two tries to start a process, with `restart`

Item = TypeVar("Item")
Result = TypeVar("Result")


class _Entry(NamedTuple):
    task: Task
    future: Future[Any]


class Pool:
    """Runs functions in `count` processes; a context manager, safe to use from several threads.

    A process starts with its first task. With `in_process`, a pool of one runs everything in the calling process, where
    limits do not hold. With `restart`, a process that was lost is started again at once, with growing pauses as long as
    it does not start, instead of at the next task. See `Settings` for the other arguments; `on_replaced` is called in
    a thread of the pool. Raises OptionsError if `count` is less than 1.
    """

    def __init__(
        self, count: int, *, in_process: bool = False, restart: bool = False, **settings: Unpack[Settings]
    ) -> None:
        if count < 1:
            raise OptionsError(f"workers is {count}. Give a whole number of 1 or more.")
        self.count = count
        self._here = _Here(settings.get("setup")) if in_process and count == 1 else None
        self._restart = restart
        self._workers = [] if self._here else [Worker(**settings) for _ in range(count)]
        self._inboxes: list[SimpleQueue[_Entry | None]] = [SimpleQueue() for _ in self._workers]
        self._threads: dict[int, threading.Thread] = {}
        # The lock guards what follows. The last idle worker is taken first: its process is the likeliest to run.
        self._lock, self._closing = threading.Lock(), threading.Event()
        self._idle = list(reversed(range(len(self._workers))))
        self._waiting: deque[_Entry] = deque()

    @property
    def ready(self) -> int:
        """How many processes have started and still run."""
        return sum(worker.alive for worker in self._workers)

    @property
    def waiting(self) -> int:
        """How many tasks wait for a worker."""
        with self._lock:
            return sum(not entry.future.cancelled() for entry in self._waiting)

    def start(self) -> None:
        """Start all processes and wait until they are set up; raise what `Worker.start` raises if one does not."""
        refuse_while_loading()
        if self._here is not None:
            return
        with ThreadPoolExecutor(self.count) as threads:
            with interrupts_blocked():
                started = threads.map(Worker.start, self._workers)
            try:
                list(started)
            except KeyboardInterrupt:
                # The threads end when their processes do, and a set-up may take long.
                for worker in self._workers:
                    worker.kill()
                raise

    def submit(
        self,
        function: Callable[..., Result],
        *arguments: object,
        prefer: int | None = None,
        **limits: Unpack[Limits],
    ) -> Future[Result]:
        """Run `function(*arguments)` in a worker: in number `prefer` (modulo `count`) if that one is idle.

        The future ends as `Worker.call` does; one that is cancelled before a worker takes it is not run. Raises
        OptionsError if something cannot be pickled, WorkerError if the pool is closed.
        """
        if self._here is not None:
            return self._here.submit(function, *arguments)
        return self._submit(pack(function, *arguments, **limits), prefer)

    def _submit(self, task: Task, prefer: int | None = None) -> Future[Any]:
        entry = _Entry(task, Future())
        with interrupts_blocked(), self._lock:
            if self._closing.is_set():
                raise WorkerError("this pool is closed. Make a new one.")
            if not self._idle:
                self._waiting.append(entry)
            else:
                self._give(self._take_idle(prefer), entry)
        return entry.future

    def _take_idle(self, prefer: int | None) -> int:
        if prefer is not None and prefer % self.count in self._idle:
            self._idle.remove(prefer % self.count)
            return prefer % self.count
        return self._idle.pop()

    def _give(self, index: int, entry: _Entry) -> None:
        self._inboxes[index].put(entry)
        if index not in self._threads:
            if not self._threads:
                # A pool that nobody closed must not leave its threads to the end of the interpreter.
                atexit.register(self.kill)
            thread = threading.Thread(target=self._serve, args=(index,), name=f"worker-{index}", daemon=True)
            thread.start()
            self._threads[index] = thread

    def _serve(self, index: int) -> None:
        """Do what one worker is given until the pool is closed; runs in a thread."""
        while self._do_next(index):
            pass
        self._workers[index].close()

    def _do_next(self, index: int) -> bool:
        entry, worker = self._inboxes[index].get(), self._workers[index]
        if entry is None:
            return False
        outcome = _run(worker, entry)
        lost = self._restart and not worker.alive
        # Whoever waits for this result may prefer the same worker next: it must be idle by then.
        if not lost:
            self._free(index)
        _tell(entry.future, outcome)
        if lost:
            self._revive(worker)
            self._free(index)
        return True

    def _free(self, index: int) -> None:
        """Give the worker what has waited longest, or let it wait."""
        with self._lock:
            if self._waiting:
                self._inboxes[index].put(self._waiting.popleft())
            elif self._closing.is_set():
                self._inboxes[index].put(None)
            else:
                self._idle.append(index)

    def _revive(self, worker: Worker) -> None:
        pause = _FIRST_PAUSE
        while not worker.alive and not self._closing.is_set():
            with suppress(SentenceRankError):
                return worker.start()
            self._closing.wait(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def map(
        self,
        function: Callable[[Item], Result],
        items: Iterable[Item],
        *,
        ordered: bool = True,
        ahead: int = 2,
        **limits: Unpack[Limits],
    ) -> Iterator[Result]:
        """Yield `function(item)` for every item: in order, or else as they get done.

        At most `1 + ahead` items per worker are taken from `items` before their results are. The first exception ends
        the iteration; then, and when the caller stops early, what has not begun is cancelled. Raises OptionsError at
        once if the function cannot be pickled.
        """
        if self._here is not None:
            return self._here.map(function, items)
        pack(function)
        futures = (self._submit(pack(function, item, **limits)) for item in items)
        most = (1 + ahead) * self.count
        return _in_order(futures, most) if ordered else _as_done(futures, most)

    def close(self, wait: bool = True) -> None:
        """Take no more tasks, finish those that were accepted and end the processes; may be called again.

        Without `wait`, tasks that have not begun are cancelled, and the call returns at once.
        """
        with interrupts_blocked(), self._lock:
            self._closing.set()
            dropped = [] if wait else list(self._waiting)
            if not wait:
                self._waiting.clear()
            for index in self._idle:
                self._inboxes[index].put(None)
            self._idle.clear()
        _cancel(dropped)
        if wait:
            self._join()

    def kill(self) -> None:
        """Cancel what waits and end all processes at once: what runs fails with WorkerError; may be called again."""
        self.close(wait=False)
        for worker in self._workers:
            worker.kill()
        self._join()

    def _join(self) -> None:
        for thread in list(self._threads.values()):
            # A callback of a future runs in such a thread and may close the pool.
            if thread is not threading.current_thread():
                thread.join()
        # Those that were started, but had no task yet, have no thread.
        for index, worker in enumerate(self._workers):
            if index not in self._threads:
                worker.close()
        atexit.unregister(self.kill)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close() if error is None else self.kill()


def _run(worker: Worker, entry: _Entry) -> tuple[object, BaseException | None] | None:
    """Return the result or the error of a task, or None if it was cancelled before."""
    if not entry.future.set_running_or_notify_cancel():
        return None
    try:
        return worker.run(entry.task), None
    except BaseException as error:
        return None, error


def _tell(future: Future[Any], outcome: tuple[object, BaseException | None] | None) -> None:
    if outcome is None:
        return
    result, error = outcome
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


def _cancel(entries: Iterable[_Entry]) -> None:
    for entry in entries:
        if entry.future.cancel():
            entry.future.set_running_or_notify_cancel()


def _in_order(futures: Iterator[Future[Result]], most: int) -> Iterator[Result]:
    pending: deque[Future[Result]] = deque()
    try:
        for future in futures:
            pending.append(future)
            while pending and (len(pending) == most or pending[0].done()):
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()


def _as_done(futures: Iterator[Future[Result]], most: int) -> Iterator[Result]:
    pending: set[Future[Result]] = set()
    done: SimpleQueue[Future[Result]] = SimpleQueue()

    def take() -> Result:
        future = done.get()
        pending.remove(future)
        return future.result()

    try:
        for future in futures:
            pending.add(future)
            future.add_done_callback(done.put)
            while pending and (len(pending) == most or not done.empty()):
                yield take()
        while pending:
            yield take()
    finally:
        for future in pending:
            future.cancel()


class _Here:
    """Does in the calling process what a pool does in others; the set-up runs before the first task."""

    def __init__(self, setup: Callable[[], object] | None) -> None:
        self._setup, self._lock = setup, threading.Lock()

    def _ready(self) -> None:
        with self._lock:
            if self._setup is not None:
                self._setup()
                self._setup = None

    def submit(self, function: Callable[..., Result], *arguments: object) -> Future[Result]:
        future: Future[Result] = Future()
        future.set_running_or_notify_cancel()
        try:
            self._ready()
            future.set_result(function(*arguments))
        except Exception as error:
            future.set_exception(error)
        return future

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
        self._ready()
        yield from map(function, items)
