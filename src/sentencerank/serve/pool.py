"""Worker processes: bounded, each replaced on its own when it dies or is late."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing import get_context
from typing import TypeVar

from sentencerank.serve import work
from sentencerank.serve.logs import event
from sentencerank.serve.metrics import Metrics
from sentencerank.serve.problems import ProblemError, busy
from sentencerank.serve.settings import Settings

Result = TypeVar("Result")
ATTEMPTS = 2
SLOWEST_RESTART = 30.0  # seconds between two tries to start a worker that does not start


class Seat:
    """A place for one worker: a pool of a single process, so that killing it disturbs no other work."""

    def __init__(self, number: int, settings: Settings) -> None:
        self.number, self.pid = number, 0
        bounds = settings.bounds
        self._arguments = settings.store, bounds.sentences, bounds.prepared_bytes, bounds.memory
        self._begun = get_context("spawn").RawValue("Q")  # in memory that it shares with its process
        self._executor: ProcessPoolExecutor | None = None

    async def start(self) -> None:
        """Start the process and wait until its model is loaded."""
        self._begun.value = 0
        arguments = *self._arguments, self._begun
        self._executor = ProcessPoolExecutor(1, get_context("spawn"), work.start, arguments)
        self.pid = await self.submit(work.ready)
        event("worker started", pid=self.pid)

    @property
    def begun(self) -> int:
        """How much work the process has begun."""
        return int(self._begun.value)

    def submit(self, function: Callable[..., Result], *arguments: object) -> asyncio.Future[Result]:
        """Hand work to the process."""
        assert self._executor is not None
        return asyncio.wrap_future(self._executor.submit(work.begin, function, *arguments))

    def kill(self) -> None:
        """End the process at once, whatever it does."""
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, getattr(signal, "SIGKILL", signal.SIGTERM))
        self.pid = 0
        if self._executor is not None:
            self._executor.shutdown(wait=False, cancel_futures=True)

    async def close(self) -> None:
        """End the process when it has finished."""
        if self._executor is not None:
            await asyncio.to_thread(self._executor.shutdown, cancel_futures=True)


class Pool:
    """Runs functions in worker processes; what cannot be taken on is refused at once."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self._settings, self._metrics = settings, metrics
        self._seats = [Seat(number, settings) for number in range(settings.workers)]
        self._idle: list[Seat] = []
        self._free = asyncio.Semaphore(0)  # counts the idle seats
        self._tasks: set[asyncio.Task[object]] = set()
        self.busy = 0  # requests that are worked on or wait

    @property
    def ready(self) -> int:
        """How many workers have started."""
        return sum(seat.pid != 0 for seat in self._seats)

    @property
    def waiting(self) -> int:
        """How many requests wait for a worker."""
        return max(0, self.busy - (len(self._seats) - len(self._idle)))

    async def start(self) -> None:
        """Start all workers."""
        await asyncio.gather(*(seat.start() for seat in self._seats))
        for seat in self._seats:
            self._give_back(seat)

    async def run(
        self,
        function: Callable[..., Result],
        *arguments: object,
        prefer: int = 0,
        seconds: float | None = None,
    ) -> Result:
        """Run a function in a worker, if possible in the preferred one; the slot is taken until the work ends."""
        if self.busy >= self._settings.bounds.in_flight:
            raise busy("The server has as many requests as it takes on")
        self.busy += 1
        limit = self._settings.bounds.seconds if seconds is None else seconds
        task = asyncio.create_task(self._work(function, arguments, prefer % len(self._seats), limit))
        self._tasks.add(task)
        task.add_done_callback(self._leave)
        return await asyncio.shield(task)  # the client may go; the work goes on

    def _leave(self, task: asyncio.Task[object]) -> None:
        self.busy -= 1
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # seen, even if the client has gone

    async def _work(
        self, function: Callable[..., Result], arguments: tuple[object, ...], prefer: int, seconds: float
    ) -> Result:
        deadline = asyncio.get_running_loop().time() + seconds
        attempts = 0
        while attempts < ATTEMPTS:
            seat = await self._seat(prefer, deadline)
            before = seat.begun
            try:
                async with asyncio.timeout_at(deadline):
                    result = await seat.submit(function, *arguments)
            except BrokenProcessPool:
                attempts += seat.begun - before  # if it died before it began, that was not the fault of this work
                self._replace(seat, "died")
            except TimeoutError:
                self._replace(seat, "late")
                late = f"This took longer than {seconds:g} s and was stopped. Send a shorter text."
                raise ProblemError(504, "late", late) from None
            except BaseException:
                self._give_back(seat)
                raise
            else:
                self._give_back(seat)
                return result
        raise ProblemError(
            503,
            "worker-died",
            f"The worker died {ATTEMPTS} times over this. Try again later; if it happens again, split the text.",
            {"Retry-After": "5"},
        )

    async def _seat(self, prefer: int, deadline: float) -> Seat:
        try:
            async with asyncio.timeout_at(deadline):
                await self._free.acquire()
        except TimeoutError:
            raise busy("No worker was free in time", 5) from None
        places = [place for place, seat in enumerate(self._idle) if seat.number == prefer]
        return self._idle.pop(*places[:1])

    def _give_back(self, seat: Seat) -> None:
        self._idle.append(seat)
        self._free.release()

    def _replace(self, seat: Seat, reason: str) -> None:
        self._metrics.restarts[reason] += 1
        event("worker replaced", logging.WARNING, reason=reason, pid=seat.pid)
        seat.kill()
        task: asyncio.Task[object] = asyncio.create_task(self._restart(seat))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _restart(self, seat: Seat) -> None:
        pause = 0.5
        while True:
            try:
                await seat.start()
            except Exception as error:
                event("worker does not start", logging.ERROR, error)
                seat.kill()
                await asyncio.sleep(pause)
                pause = min(2 * pause, SLOWEST_RESTART)
            else:
                return self._give_back(seat)

    async def close(self) -> None:
        """Finish what was accepted, then end the workers."""
        while self.busy:
            await asyncio.sleep(0.02)
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*(seat.close() for seat in self._seats))
