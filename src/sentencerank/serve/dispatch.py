"""Work handed to other processes from asyncio: bounded, timed, and finished even if the client has left."""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from typing import TypeVar

from sentencerank.document import Document
from sentencerank.documents.limits import Limits
from sentencerank.documents.sandbox import SafeReader
from sentencerank.errors import DeadlineError, LanguageError, WorkerError
from sentencerank.languages.language import Pack
from sentencerank.languages.registry import registered_packs
from sentencerank.serve import tasks
from sentencerank.serve.monitoring import Metrics, event
from sentencerank.serve.problems import ProblemError, busy
from sentencerank.serve.settings import TOKEN, Settings
from sentencerank.workers import Pool

Result = TypeVar("Result")
ATTEMPTS = 2  # processes that may die over a request
_ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")  # as many as workers are enough


def sendable_languages() -> tuple[Pack, ...]:
    """Return the languages that were registered in this process, for its workers.

    Raises LanguageError if one of them cannot be sent there.
    """
    for pack in registered_packs():
        try:
            pickle.dumps(pack)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise LanguageError(
                f"the registered language {pack.code!r} cannot be sent to the workers of the server ({error}). "
                "Define its functions at the top level of a module."
            ) from error
    return registered_packs()


def environment() -> dict[str, str]:
    """Return the variables of a worker: those of the server, without its token."""
    own = {name: value for name, value in os.environ.items() if name != TOKEN}
    return {**dict.fromkeys(_ONE_THREAD, "1"), **own}


class Rankers:
    """The worker processes that rank, each replaced on its own when it dies or is late."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        bounds = settings.bounds
        self._metrics, self._loop = metrics, asyncio.get_running_loop()
        self._most, self._seconds = bounds.in_flight, bounds.seconds
        self._pool = Pool(
            settings.workers,
            setup=partial(
                tasks.set_up,
                settings.store,
                bounds.sentences,
                bounds.prepared_bytes,
                settings.quiet,
                sendable_languages(),
            ),
            memory=bounds.memory,
            environment=environment(),
            restart=True,
            on_replaced=self._on_replaced,
        )
        self.busy = 0  # requests that are worked on or wait

    @property
    def full(self) -> bool:
        """Whether no more requests are taken on."""
        return self.busy >= self._most

    @property
    def ready(self) -> int:
        """How many workers have started."""
        return self._pool.ready

    @property
    def waiting(self) -> int:
        """How many requests wait for a worker."""
        return self._pool.waiting

    async def start(self) -> None:
        """Start all workers and wait until each has loaded the model. Raises WorkerError, or what the model raises."""
        await asyncio.to_thread(self._pool.start)

    async def run(
        self, function: Callable[..., Result], *arguments: object, prefer: int | None = None, seconds: float = 0.0
    ) -> Result:
        """Run a function in a worker, if possible in the preferred one, within `seconds` or those of the settings.

        The slot is taken until the work ends, even if the client leaves before. Raises what the function raises, and a
        ProblemError if the server is full (503), no worker is free in time (503), the work is late (504) or workers
        die over it (503).
        """
        if self.full:
            raise busy("The server has as many requests as it takes on")
        seconds = seconds or self._seconds
        task = self._pool.submit(function, *arguments, prefer=prefer, seconds=seconds, attempts=ATTEMPTS)
        self.busy += 1
        result = asyncio.wrap_future(task)
        result.add_done_callback(self._release)
        late = ProblemError(504, "late", f"This took longer than {seconds:g} s and was stopped. Send a shorter text.")
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.shield(result)
        except TimeoutError:
            # What no worker has begun can still be taken back. Otherwise the pool stops it by its own clock.
            raise busy("No worker was free in time", 5) if task.cancel() else late from None
        except DeadlineError:
            raise late from None
        except WorkerError:
            raise ProblemError(
                503,
                "worker-died",
                f"The worker died {ATTEMPTS} times over this. Try again later; if it happens again, split the text.",
                {"Retry-After": "5"},
            ) from None

    def _release(self, result: asyncio.Future[Result]) -> None:
        self.busy -= 1
        _retrieve(result)

    def _on_replaced(self, reason: str, pid: int) -> None:
        """Log and count a worker that is given up; called in a thread of the pool."""
        event("worker replaced", logging.WARNING, reason=reason, pid=pid)
        self._loop.call_soon_threadsafe(self._metrics.count_restart, reason)

    async def close(self) -> None:
        """Finish what was accepted, then end the workers."""
        await asyncio.to_thread(self._pool.close)


class Readers:
    """The processes that read uploaded files, each with a thread that waits for it."""

    def __init__(self, settings: Settings) -> None:
        bounds = settings.bounds
        limits = Limits(
            bytes=bounds.upload_bytes,
            characters=bounds.characters,
            seconds=bounds.read_seconds,
            memory=bounds.read_memory,
        )
        self._most, self.busy = bounds.uploads, 0
        self._readers = [SafeReader(limits) for _ in range(settings.workers)]
        self._idle: SimpleQueue[SafeReader] = SimpleQueue()
        for reader in self._readers:
            self._idle.put(reader)
        self._threads = ThreadPoolExecutor(settings.workers, "reader")

    async def read(self, data: bytes, *, name: str, language: str) -> Document:
        """Read one file, or refuse it at once if too many are waiting. Raises what `read_document` raises."""
        return await self._run(lambda reader: reader.read(data, name=name, language=language))

    async def render(self, data: bytes, page: int, scale: float) -> bytes:
        """Render a page of a PDF, or refuse it at once if too many are waiting. Raises what `render_page` raises."""
        return await self._run(lambda reader: reader.render(data, page, scale=scale))

    async def _run(self, work: Callable[[SafeReader], Result]) -> Result:
        if self.busy >= self._most:
            raise busy("The server has as many uploads as it takes on", 2)
        self.busy += 1
        result = asyncio.get_running_loop().run_in_executor(self._threads, self._with_reader, work)
        result.add_done_callback(self._release)
        try:
            return await asyncio.shield(result)
        except WorkerError:
            # The process ended before it had begun with the file, again and again.
            raise ProblemError(
                503,
                "worker-died",
                "The process that reads files does not start, or was ended. Try again later.",
                {"Retry-After": "5"},
            ) from None

    def _with_reader(self, work: Callable[[SafeReader], Result]) -> Result:
        # There are as many threads as readers, so that one is always idle.
        reader = self._idle.get()
        try:
            return work(reader)
        finally:
            self._idle.put(reader)

    def _release(self, result: asyncio.Future[Result]) -> None:
        self.busy -= 1
        _retrieve(result)

    async def close(self) -> None:
        """Finish what was accepted, then end the processes."""
        await asyncio.to_thread(self._threads.shutdown)
        for reader in self._readers:
            reader.close()


def _retrieve(result: asyncio.Future[Result]) -> None:
    """Look at the exception of a result: asyncio complains of one that nobody saw, and the client may have left."""
    if not result.cancelled():
        result.exception()
