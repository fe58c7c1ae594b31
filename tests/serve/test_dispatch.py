"""Slots, deadlines and lost workers, with a pool that does nothing by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from pathlib import Path

import pytest

from sentencerank.errors import DeadlineError, DocumentError, WorkerError
from sentencerank.serve import dispatch
from sentencerank.serve.dispatch import Rankers
from sentencerank.serve.monitoring import Metrics
from sentencerank.serve.problems import ProblemError
from sentencerank.serve.settings import Bounds, Settings


class StubPool:
    """Keeps what is submitted, for the test to finish."""

    def __init__(self, count: int, **settings: object) -> None:
        self.futures: list[Future[object]] = []
        self.limits: list[dict[str, object]] = []

    def submit(self, function: object, *arguments: object, **limits: object) -> Future[object]:
        self.futures.append(Future())
        self.limits.append(limits)
        return self.futures[-1]


Play = Callable[[Rankers, StubPool], Awaitable[None]]


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Callable[[Play], None]:
    """Run a test in an event loop, with two slots and a deadline of 0.1 s."""
    monkeypatch.setattr(dispatch, "Pool", StubPool)
    settings = Settings(store=Path("unused.db"), bounds=Bounds(in_flight=2, seconds=0.1))

    async def run(test: Play) -> None:
        rankers = Rankers(settings, Metrics())
        assert isinstance(rankers._pool, StubPool)
        await test(rankers, rankers._pool)

    return lambda test: asyncio.run(run(test))


async def problem_of(work: Awaitable[object]) -> tuple[int, str]:
    with pytest.raises(ProblemError) as caught:
        await work
    return caught.value.status, caught.value.code


def test_what_no_worker_began_in_time_is_taken_back(play: Callable[[Play], None]) -> None:
    async def test(rankers: Rankers, pool: StubPool) -> None:
        assert await problem_of(rankers.run(print)) == (503, "busy")
        assert pool.futures[0].cancelled()
        await asyncio.sleep(0.01)
        assert rankers.busy == 0

    play(test)


def test_late_work_keeps_its_slot_until_it_ends(play: Callable[[Play], None]) -> None:
    async def test(rankers: Rankers, pool: StubPool) -> None:
        work = asyncio.create_task(rankers.run(print))
        await asyncio.sleep(0)
        pool.futures[0].set_running_or_notify_cancel()
        assert await problem_of(work) == (504, "late")
        assert rankers.busy == 1
        pool.futures[0].set_exception(DeadlineError("stopped"))
        await asyncio.sleep(0.01)
        assert rankers.busy == 0

    play(test)


def test_work_keeps_its_slot_when_the_client_leaves(play: Callable[[Play], None]) -> None:
    async def test(rankers: Rankers, pool: StubPool) -> None:
        work = asyncio.create_task(rankers.run(print))
        await asyncio.sleep(0)
        pool.futures[0].set_running_or_notify_cancel()
        work.cancel()
        await asyncio.sleep(0.01)
        assert rankers.busy == 1
        assert not rankers.full
        pool.futures[0].set_result(None)
        await asyncio.sleep(0.01)
        assert rankers.busy == 0

    play(test)


def test_what_is_too_much_is_refused_at_once(play: Callable[[Play], None]) -> None:
    async def test(rankers: Rankers, pool: StubPool) -> None:
        work = [asyncio.create_task(rankers.run(print)) for _ in range(2)]
        await asyncio.sleep(0)
        assert await problem_of(rankers.run(print)) == (503, "busy")
        assert len(pool.futures) == 2
        for task in work:
            assert await problem_of(task) == (503, "busy")

    play(test)


@pytest.mark.parametrize(
    ("error", "expected"),
    [(WorkerError("died"), (503, "worker-died")), (DeadlineError("late"), (504, "late"))],
)
def test_lost_workers_are_problems(play: Callable[[Play], None], error: Exception, expected: tuple[int, str]) -> None:
    async def test(rankers: Rankers, pool: StubPool) -> None:
        work = asyncio.create_task(rankers.run(print, prefer=7))
        await asyncio.sleep(0)
        assert pool.limits == [{"prefer": 7, "seconds": 0.1, "attempts": 2}]
        pool.futures[0].set_exception(error)
        assert await problem_of(work) == expected

    play(test)


def test_errors_of_the_work_itself_pass(play: Callable[[Play], None]) -> None:
    async def test(rankers: Rankers, pool: StubPool) -> None:
        work = asyncio.create_task(rankers.run(print))
        await asyncio.sleep(0)
        pool.futures[0].set_exception(DocumentError("markup"))
        with pytest.raises(DocumentError, match="markup"):
            await work

    play(test)
