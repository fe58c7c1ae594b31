"""Workers: order, deadlines, deaths, trust, and the scripts that use them."""

from __future__ import annotations

import asyncio
import gc
import json
import math
import operator
import os
import re
import signal
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future, wait
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest

from sentencerank.errors import DeadlineError, DocumentError, OptionsError, SentenceRankError, WorkerError
from sentencerank.workers import Pool, Worker, child, frames, one_thread
from tests.worker_tasks import (
    add_line,
    broken_setup,
    die_once,
    fail_here,
    fail_oddly,
    fill,
    forge,
    hold,
    leave,
    loop,
    missing_setup,
    nap,
    nested,
    nothing,
    read_input,
    ready,
    shout,
    small_objects,
    some_bytes,
    start_another,
)

STUCK = (re.match, r"(a+)+$", "a" * 40 + "b")  # never ends, and no other thread runs meanwhile
AnyTask: TypeAlias = tuple[Callable[..., object], *tuple[object, ...]]
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: signals and limits of the kernel")


def gone(pid: int) -> bool:
    """Whether there is no such process, or only what is left of one that nobody waited for."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def soon(check: Callable[[], bool], seconds: float = 2.0) -> bool:
    end = time.monotonic() + seconds
    while not check() and time.monotonic() < end:
        time.sleep(0.01)
    return check()


@pytest.fixture(scope="module")
def shared() -> Iterator[Worker]:
    with Worker() as worker:
        yield worker


@pytest.fixture(scope="module")
def running_pool() -> Iterator[Pool]:
    with Pool(2) as pool:
        pool.start()
        yield pool


@pytest.fixture
def two(running_pool: Pool) -> Pool:
    """A pool of two that has nothing left to do for another test."""
    assert soon(lambda: len(running_pool._idle) == 2)
    return running_pool


# One worker


def test_a_call_returns_the_result_of_another_process(shared: Worker) -> None:
    assert shared.call(operator.add, [1], [2]) == [1, 2]
    assert shared.call(os.getpid) == shared.pid != os.getpid()
    assert shared.alive


def test_large_arguments_and_results_travel(shared: Worker) -> None:
    assert shared.call(operator.mul, b"x" * 5_000_000, 2) == b"x" * 10_000_000


def test_the_process_finds_what_its_parent_finds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "found_by_path.py").write_text("def answer(): return 42\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    module = __import__("found_by_path")
    with Worker() as worker:
        assert worker.call(module.answer) == 42
        assert worker.call(os.getcwd) == str(tmp_path)


def test_the_environment_can_be_given() -> None:
    with Worker(environment={**os.environ, "WORKERS_TEST": "yes"}) as worker:
        assert worker.call(os.getenv, "WORKERS_TEST") == "yes"


def test_an_exception_comes_back_with_its_traceback(shared: Worker) -> None:
    with pytest.raises(ZeroDivisionError, match="division by zero") as caught:
        shared.call(operator.truediv, 1, 0)
    assert "Traceback" in caught.value.__notes__[0]
    with pytest.raises(DocumentError, match="no such page"):
        shared.call(fail_here)


def test_an_exception_that_cannot_travel_becomes_a_runtime_error(shared: Worker) -> None:
    with pytest.raises(RuntimeError, match="OddError: 1 and 2"):
        shared.call(fail_oddly)
    with pytest.raises(RuntimeError, match="SystemExit: 3"):
        shared.call(leave)
    assert shared.call(math.sqrt, 4.0) == 2.0


def test_what_cannot_be_pickled_is_refused_with_a_remedy(shared: Worker, two: Pool) -> None:
    attempts: tuple[Callable[[], object], ...] = (
        lambda: shared.call(lambda: 1),
        lambda: shared.call(print, threading.Lock()),
        lambda: Worker(setup=lambda: 1),
        lambda: two.submit(lambda: 1),
        lambda: two.map(lambda item: item, []),
    )
    for refused in attempts:
        with pytest.raises(OptionsError, match=r"top level of a module, or use workers=1"):
            refused()


def test_a_result_that_cannot_be_pickled_is_an_error(shared: Worker) -> None:
    with pytest.raises(TypeError, match="cannot pickle"):
        shared.call(threading.Lock)
    assert shared.call(math.sqrt, 4.0) == 2.0


def test_prints_do_not_disturb(shared: Worker, capfd: pytest.CaptureFixture[str]) -> None:
    with Worker() as worker:
        assert worker.call(shout, 7) == 7
        assert worker.call(read_input) == ""
    heard = capfd.readouterr()
    assert heard.out == ""
    assert [word in heard.err for word in ("printed", "written", "by another process")] == [True] * 3


@pytest.mark.parametrize("task", [STUCK, (time.sleep, 60), (loop,)], ids=["C", "sleep", "loop"])
def test_a_late_task_is_stopped_and_the_worker_goes_on(task: AnyTask) -> None:
    lost: list[tuple[str, int]] = []
    with Worker(on_replaced=lambda reason, pid: lost.append((reason, pid))) as worker:
        worker.start()
        before, start = worker.pid, time.monotonic()
        with pytest.raises(DeadlineError, match=r"longer than 0\.2 s") as caught:
            worker.call(*task, seconds=0.2, attempts=3)
        assert time.monotonic() - start < 1.5
        assert caught.value.begun
        assert lost == [("late", before)]
        assert worker.call(os.getpid, seconds=10) == worker.pid != before


@linux
def test_a_task_that_uses_too_much_processor_time_is_stopped() -> None:
    with Worker() as worker:
        assert worker.call(math.sqrt, 4.0, cpu_seconds=0.1) == 2.0
        with pytest.raises(DeadlineError, match=r"0\.1 s of processor time"):
            worker.call(*STUCK, cpu_seconds=0.1)
        assert worker.call(nap, 0.2, cpu_seconds=0.1) == 0.2


@linux
def test_memory_is_limited_and_the_process_replaced() -> None:
    with Worker(memory=100 << 20) as worker:
        assert worker.call(fill, 10 << 20) == 10 << 20
        for task in ((fill, 1 << 30), (small_objects,)):
            before = worker.pid
            with pytest.raises(MemoryError):
                worker.call(*task)
            assert worker.call(os.getpid) != before
        with pytest.raises(MemoryError, match="do not fit"):
            worker.call(len, bytes(200 << 20))
        assert worker.call(len, b"x") == 1


@linux
@pytest.mark.parametrize(
    ("task", "reason"),
    [((os._exit, 3), "exit code 3"), ((signal.raise_signal, signal.SIGKILL), "SIGKILL")],
    ids=["exit", "kill"],
)
def test_a_death_is_told_and_the_worker_goes_on(task: AnyTask, reason: str) -> None:
    lost: list[str] = []
    with Worker(on_replaced=lambda reason, pid: lost.append(reason)) as worker:
        with pytest.raises(WorkerError, match=reason) as caught:
            worker.call(*task, attempts=2)
        assert not isinstance(caught.value, DeadlineError)
        assert caught.value.begun
        assert lost == ["died", "died"]
        assert worker.call(math.sqrt, 4.0) == 2.0


@linux
def test_a_task_is_tried_again_if_told_to(tmp_path: Path) -> None:
    with Worker() as worker:
        assert worker.call(die_once, str(tmp_path / "a"), attempts=2) == "done"
        with pytest.raises(WorkerError):
            worker.call(die_once, str(tmp_path / "b"))


@linux
def test_a_death_before_the_task_is_nobodys_fault() -> None:
    lost: list[str] = []
    with Worker(on_replaced=lambda reason, pid: lost.append(reason)) as worker:
        worker.start()
        before = worker.pid
        assert before is not None
        os.kill(before, signal.SIGKILL)
        assert worker.call(math.sqrt, 4.0) == 2.0
        assert worker.pid != before
        assert lost == ["died"]


@linux
def test_deaths_before_the_task_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    from sentencerank.workers.process import Process

    real = Process.ask

    def ask(self: Process, kind: bytes, body: bytes, seconds: float | None, largest: int) -> tuple[bytes, bytes]:
        if kind == frames.TASK:
            # A frame that the child does not know ends it before it has begun.
            kind = b"?"
        return real(self, kind, body, seconds, largest)

    monkeypatch.setattr(Process, "ask", ask)
    lost: list[str] = []
    quiet = {**os.environ, "PYTHONSTARTUP": ""}
    with Worker(on_replaced=lambda reason, pid: lost.append(reason), environment=quiet) as worker:
        with pytest.raises(WorkerError) as caught:
            worker.call(math.sqrt, 4.0)
        assert not caught.value.begun
        assert lost == ["died"] * 3


def test_the_setup_runs_once_in_each_process(tmp_path: Path) -> None:
    path = tmp_path / "setups"
    with Worker(setup=partial(add_line, str(path))) as worker:
        worker.start()
        worker.call(math.sqrt, 4.0)
        worker.call(math.sqrt, 4.0)
        assert path.read_text() == "x\n"
        with pytest.raises(WorkerError):
            worker.call(os._exit, 1)
        worker.call(math.sqrt, 4.0)
        assert path.read_text() == "x\nx\n"


def test_a_setup_that_fails_is_told() -> None:
    with Worker(setup=broken_setup) as worker:
        for _ in range(2):
            with pytest.raises(WorkerError, match="could not start: ValueError: no model") as caught:
                worker.call(math.sqrt, 4.0)
            assert isinstance(caught.value.__cause__, ValueError)
    with Worker(setup=missing_setup) as worker, pytest.raises(DocumentError, match="no file"):
        worker.start()
    with Worker(setup=partial(os._exit, 5)) as worker, pytest.raises(WorkerError, match="exit code 5"):
        worker.start()
    with (
        Worker(setup=partial(time.sleep, 60), start_seconds=0.3) as worker,
        pytest.raises(WorkerError, match=r"0\.3 s"),
    ):
        worker.start()


def test_a_process_that_cannot_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", "/no/such/python")
    with Worker() as worker, pytest.raises(WorkerError, match="could not start"):
        worker.call(math.sqrt, 4.0)


def test_close_and_kill_may_be_repeated() -> None:
    worker = Worker()
    worker.close()
    worker = Worker()
    worker.start()
    pid = worker.pid
    assert pid is not None
    for end in (worker.close, worker.close, worker.kill, worker.kill):
        end()
    assert worker.pid is None
    assert not worker.alive
    assert gone(pid)
    with pytest.raises(WorkerError, match="closed"):
        worker.call(math.sqrt, 4.0)


def test_kill_ends_a_call_of_another_thread() -> None:
    worker = Worker()
    worker.start()
    caught: list[BaseException] = []

    def work() -> None:
        try:
            worker.call(*STUCK, attempts=5)
        except WorkerError as error:
            caught.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    time.sleep(0.1)
    worker.kill()
    thread.join(2)
    assert len(caught) == 1


@linux
def test_a_process_outlives_the_thread_that_started_it() -> None:
    with Worker() as worker:
        thread = threading.Thread(target=worker.start)
        thread.start()
        thread.join()
        pid = worker.pid
        time.sleep(0.1)
        assert worker.call(os.getpid) == pid


def test_workers_may_have_workers(shared: Worker) -> None:
    assert shared.call(nested, 9.0) == 3.0


@linux
def test_workers_work_in_a_forked_process() -> None:
    code = """
        import math, os, sys
        from sentencerank.workers import Worker
        with Worker() as worker:
            worker.start()
        child = os.fork()
        if child:
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        with Worker() as worker:
            os._exit(int(worker.call(math.sqrt, 49.0)))
    """
    assert subprocess.run([sys.executable, "-c", textwrap.dedent(code)], timeout=20).returncode == 7


# Not trusted


def test_who_is_not_trusted_returns_bytes_only() -> None:
    with Worker(trusted=False, setup=ready, largest_reply=1000) as worker:
        assert worker.call(some_bytes, 1000) == b"x" * 1000
        with pytest.raises(WorkerError, match="must return bytes, and this is int"):
            worker.call(fill, 3)
        with pytest.raises(DocumentError, match=r"^no such page\. Look again\.$"):
            worker.call(fail_here)
        with pytest.raises(WorkerError, match="OddError: 1 and 2"):
            worker.call(fail_oddly)
        before = worker.pid
        with pytest.raises(WorkerError, match="more than 1,000"):
            worker.call(some_bytes, 1001)
        assert worker.call(some_bytes, 1) == b"x"
        assert worker.pid != before


@linux
def test_who_is_not_trusted_may_run_out_of_memory() -> None:
    with Worker(trusted=False, setup=ready, memory=50 << 20) as worker:
        for task in ((some_bytes, 1 << 30), (small_objects,)):
            with pytest.raises(MemoryError):
                worker.call(*task)


@linux
def test_a_task_has_a_limit_of_memory_of_its_own() -> None:
    with Worker() as worker:
        with pytest.raises(MemoryError):
            worker.call(fill, 100 << 20, memory=50 << 20)
        assert worker.call(fill, 100 << 20, memory=200 << 20) == 100 << 20
        assert worker.call(fill, 100 << 20) == 100 << 20
        assert worker.call(fill, 1, memory=1 << 80, cpu_seconds=math.inf, seconds=math.inf) == 1


@linux
def test_who_is_not_trusted_ends_when_it_has_grown() -> None:
    """So the memory that a task may take does not depend on those before it."""
    with Worker(trusted=False, setup=ready) as worker:
        assert worker.call(hold, 100 << 20) == b"held"
        before = worker.pid
        assert worker.call(hold, 100 << 20) == b"held"
        assert worker.pid == before
        assert worker.call(hold, 100 << 20) == b"held"
        assert worker.call(some_bytes, 1) == b"x"
        assert worker.pid != before


@linux
@pytest.mark.parametrize("kind", [frames.VALUE, frames.ERROR])
def test_nothing_is_unpickled_from_who_is_not_trusted(tmp_path: Path, kind: bytes) -> None:
    path = tmp_path / "reached"
    with Worker(trusted=False, setup=ready) as worker:
        with pytest.raises(WorkerError, match="must not send"):
            worker.call(forge, str(path), kind)
        assert worker.call(some_bytes, 1) == b"x"
    assert not path.exists()
    with Worker() as worker:
        # The same frame reaches a parent that trusts: the test does test something.
        if kind == frames.VALUE:
            worker.call(forge, str(path), kind)
        else:
            with pytest.raises(TypeError):
                worker.call(forge, str(path), kind)
        worker.kill()
    assert path.exists()


@pytest.mark.parametrize(
    "answer",
    [b"", b"{}", b"3", b"[" * 100_000, b'["a"]', b'["a", "b", "c"]', b"\xff", json.dumps(["SystemExit", "x"]).encode()],
)
def test_no_message_can_do_harm(answer: bytes) -> None:
    from sentencerank.workers.process import LostError
    from sentencerank.workers.worker import _told

    assert isinstance(_told(answer), LostError | WorkerError)


def test_errors_with_other_arguments_are_still_told() -> None:
    from sentencerank.workers.worker import _told

    class PickyError(SentenceRankError):
        def __init__(self, one: str, two: str) -> None:
            super().__init__(one + two)

    told = _told(json.dumps([PickyError.__name__, "text"]).encode())
    assert isinstance(told, WorkerError)
    assert "PickyError: text" in str(told)


# Pools


@pytest.mark.parametrize("ordered", [True, False])
def test_map_yields_every_result(two: Pool, ordered: bool) -> None:
    results = two.map(math.sqrt, (float(number) for number in range(100)), ordered=ordered, seconds=20)
    found = list(results)
    expected = [math.sqrt(number) for number in range(100)]
    assert found == expected if ordered else sorted(found) == expected


def test_results_come_as_they_get_done(two: Pool) -> None:
    assert list(two.map(nap, [0.3, 0.01, 0.02], ordered=False)) == [0.01, 0.02, 0.3]
    assert list(two.map(nap, [0.1, 0.01], ordered=True)) == [0.1, 0.01]


@pytest.mark.parametrize("ordered", [True, False])
def test_map_takes_few_items_ahead(two: Pool, ordered: bool) -> None:
    taken: list[int] = []

    def items() -> Iterator[float]:
        for number in range(100):
            taken.append(number)
            yield 0.001

    results = two.map(nap, items(), ordered=ordered, ahead=1)
    assert taken == []
    for count in range(1, 10):
        next(results)
        assert len(taken) <= count + 4
    results.close()  # type: ignore[attr-defined]
    assert len(taken) < 20


def test_an_exception_ends_the_map_and_not_the_pool(two: Pool) -> None:
    results = two.map(partial(operator.truediv, 1), [1, 2, 0, 4, 5])
    assert [next(results), next(results)] == [1.0, 0.5]
    with pytest.raises(ZeroDivisionError):
        next(results)
    assert list(results) == []

    def broken() -> Iterator[int]:
        yield 1
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list(two.map(partial(operator.truediv, 1), broken()))
    assert two.submit(math.sqrt, 4.0).result(5) == 2.0


def test_a_consumer_that_stops_cancels_what_waits(two: Pool) -> None:
    results = two.map(time.sleep, [0.05] * 50, ahead=20)
    next(results)
    results.close()  # type: ignore[attr-defined]
    start = time.monotonic()
    assert two.submit(math.sqrt, 4.0).result(5) == 2.0
    assert time.monotonic() - start < 0.5


def test_a_future_that_is_cancelled_is_not_run(two: Pool, tmp_path: Path) -> None:
    path = tmp_path / "lines"
    sleeping = [two.submit(time.sleep, 0.2) for _ in range(2)]
    future = two.submit(add_line, str(path))
    assert two.waiting == 1
    assert future.cancel()
    wait(sleeping)
    two.submit(math.sqrt, 4.0).result(5)
    assert not path.exists()


def test_the_preferred_worker_is_taken_if_it_is_idle(two: Pool) -> None:
    assert two.ready == 2
    pids = {two.submit(os.getpid, prefer=1).result(5) for _ in range(10)}
    assert len(pids) == 1
    assert two.submit(os.getpid, prefer=3).result(5) in pids
    assert two.submit(os.getpid, prefer=0).result(5) not in pids
    busy = two.submit(time.sleep, 0.3, prefer=1)
    assert two.submit(os.getpid, prefer=1).result(0.25) not in pids
    busy.result(5)


@linux
def test_a_pool_replaces_who_dies_or_is_late(tmp_path: Path) -> None:
    lost: list[tuple[str, int]] = []
    with Pool(2, on_replaced=lambda reason, pid: lost.append((reason, pid))) as pool:
        late = pool.submit(*STUCK, seconds=0.3)
        dead = pool.submit(os._exit, 1, attempts=2)
        again = pool.submit(die_once, str(tmp_path / "mark"), attempts=2)
        assert isinstance(late.exception(5), DeadlineError)
        assert type(dead.exception(5)) is WorkerError
        assert again.result(5) == "done"
        assert sorted(reason for reason, _ in lost) == ["died", "died", "died", "late"]
        assert len({pid for _, pid in lost}) == 4


@linux
def test_a_pool_that_restarts_does_so_at_once() -> None:
    with Pool(1, restart=True) as pool:
        with pytest.raises(WorkerError):
            pool.submit(os._exit, 1).result(5)
        assert soon(lambda: pool.ready == 1)


@linux
def test_a_pool_that_restarts_tries_until_it_can(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sentencerank.workers.pool._FIRST_PAUSE", 0.05)
    path = tmp_path / "here"
    path.touch()
    with Pool(1, restart=True, setup=partial(os.stat, path)) as pool:
        pool.start()
        path.unlink()
        with pytest.raises(WorkerError):
            pool.submit(os._exit, 1).result(5)
        # It waits for the process, not in vain.
        future = pool.submit(math.sqrt, 4.0)
        time.sleep(0.2)
        assert pool.ready == 0
        path.touch()
        assert future.result(5) == 2.0


def test_a_pool_that_cannot_start_says_so() -> None:
    with Pool(2, setup=broken_setup) as pool:
        with pytest.raises(WorkerError, match="no model"):
            pool.start()
        with pytest.raises(WorkerError, match="no model"):
            pool.submit(math.sqrt, 4.0).result(5)
        assert pool.ready == 0


def test_close_finishes_what_was_accepted() -> None:
    pool = Pool(1)
    futures = [pool.submit(nap, 0.02) for _ in range(5)]
    pool.close()
    pool.close()
    pool.kill()
    assert [future.result(0) for future in futures] == [0.02] * 5
    with pytest.raises(WorkerError, match="closed"):
        pool.submit(math.sqrt, 4.0)


def test_close_without_waiting_cancels() -> None:
    pool = Pool(1)
    running, waiting = pool.submit(nap, 0.2), pool.submit(nap, 0.2)
    assert soon(running.running)
    pool.close(wait=False)
    assert not running.done()
    assert waiting.cancelled()
    assert running.result(5) == 0.2
    pool.close()


def test_kill_ends_a_pool_at_once() -> None:
    pool = Pool(1)
    running, waiting = pool.submit(*STUCK), pool.submit(*STUCK)
    time.sleep(0.15)
    pool.kill()
    pool.kill()
    assert isinstance(running.exception(0), WorkerError)
    with pytest.raises(CancelledError):
        waiting.result(0)
    Pool(3).kill()
    Pool(3).close()


def test_an_error_in_the_block_kills_the_pool() -> None:
    start = time.monotonic()
    with suppress(ZeroDivisionError), Pool(1) as pool:
        pool.submit(time.sleep, 60)
        operator.truediv(1, 0)
    assert time.monotonic() - start < 2


def test_a_pool_may_be_closed_by_its_own_thread() -> None:
    pool = Pool(1)
    closed = threading.Event()

    def close(_: Future[float]) -> None:
        pool.close()
        closed.set()

    pool.submit(nap, 0.05).add_done_callback(close)
    assert closed.wait(5)
    pool.close()


def test_a_pool_serves_many_threads(two: Pool) -> None:
    found: list[list[float]] = []

    def work(start: int) -> None:
        found.append(list(two.map(math.sqrt, map(float, range(start, start + 50)), ordered=True)))

    threads = [threading.Thread(target=work, args=(100 * number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    expected = [[math.sqrt(100 * start + number) for number in range(50)] for start in range(6)]
    assert sorted(found) == expected


def test_a_pool_serves_asyncio(two: Pool) -> None:
    async def work() -> list[float]:
        futures = [asyncio.wrap_future(two.submit(math.sqrt, float(number * number))) for number in range(5)]
        return await asyncio.gather(*futures)

    assert asyncio.run(work()) == [0.0, 1.0, 2.0, 3.0, 4.0]


def test_a_pool_of_one_may_stay_in_this_process(tmp_path: Path) -> None:
    path = tmp_path / "setups"
    with Pool(1, in_process=True, setup=partial(add_line, str(path))) as pool:
        pool.start()
        assert list(pool.map(lambda item: (item, os.getpid()), [1])) == [(1, os.getpid())]
        assert pool.submit(os.getpid).result(0) == os.getpid()
        assert isinstance(pool.submit(operator.truediv, 1, 0).exception(0), ZeroDivisionError)
        assert pool.ready == 0
        assert path.read_text() == "x\n"
    with Pool(2, in_process=True) as pool:
        assert pool.submit(os.getpid).result(5) != os.getpid()


def test_a_pool_needs_a_worker() -> None:
    with pytest.raises(OptionsError, match="1 or more"):
        Pool(0)


# Scripts


def interrupt(popen: subprocess.Popen[str]) -> str:
    """Press Ctrl-C and return what was heard. Now and then Python loses a signal just before it waits: press again."""
    os.killpg(popen.pid, signal.SIGINT)
    try:
        return popen.communicate(timeout=2)[1]
    except subprocess.TimeoutExpired:
        os.killpg(popen.pid, signal.SIGINT)
        return popen.communicate(timeout=5)[1]


def script(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    path = folder / "script.py"
    path.write_text(textwrap.dedent(text))
    return subprocess.run([sys.executable, path.name], cwd=folder, capture_output=True, text=True, timeout=20)


def test_a_script_needs_no_guard_for_functions_of_others(tmp_path: Path) -> None:
    done = script(
        tmp_path,
        """
        import math
        from sentencerank.workers import Pool
        with Pool(2) as pool:
            print(list(pool.map(math.sqrt, [4.0, 9.0])))
        """,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("[2.0, 3.0]\n", "", 0)


GUARDED = """
    from dataclasses import dataclass
    from sentencerank.workers import Pool

    @dataclass
    class Pair:
        one: int
        two: int

    class OwnError(Exception):
        pass

    def work(pair):
        if pair.one > 2:
            raise OwnError("too large")
        return Pair(pair.two, pair.one)

    def set_up():
        global ready
        ready = True

    def main():
        with Pool(2, setup=set_up) as pool:
            found = list(pool.map(work, [Pair(1, 2), Pair(2, 3)]))
            assert all(type(pair) is Pair for pair in found)
            print(found)
            print(type(pool.submit(work, Pair(3, 4)).exception()) is OwnError)
"""


@pytest.mark.parametrize("module", [False, True])
def test_a_script_with_a_guard_may_send_its_own(tmp_path: Path, module: bool) -> None:
    text = textwrap.dedent(GUARDED) + "\nif __name__ == '__main__':\n    main()\n"
    (tmp_path / "script.py").write_text(text)
    command = [sys.executable, *(["-m", "script"] if module else ["script.py"])]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=20)
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout == "[Pair(one=2, two=1), Pair(one=3, two=2)]\nTrue\n"


@pytest.mark.parametrize("settings", ["", "setup=work", "trusted=False"])
def test_a_script_without_a_guard_gets_a_short_error(tmp_path: Path, settings: str) -> None:
    done = script(
        tmp_path,
        f"""
        from sentencerank.errors import WorkerError
        from sentencerank.workers import Pool
        def work(*items):
            return b""
        try:
            with Pool(1, {settings}) as pool:
                pool.submit(work, 1).result(10)
        except WorkerError as error:
            if __name__ != "__main__":
                raise
            print(error, getattr(error, "__notes__", None))
        """,
    )
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.count("\n") == 1
    assert done.stdout.endswith("Put the code that starts workers under: if __name__ == '__main__': None\n")


def test_a_script_that_fails_when_loaded_gets_a_short_error(tmp_path: Path) -> None:
    done = script(
        tmp_path,
        """
        import sys
        from sentencerank.workers import Worker
        def work(): pass
        if __name__ != "__main__":
            sys.exit("usage: something")
        with Worker() as worker:
            worker.call(work)
        """,
    )
    last = done.stderr.strip().splitlines()[-1]
    assert "usage: something" in last
    assert last.endswith("under: if __name__ == '__main__':")


def test_functions_of_a_session_are_refused() -> None:
    code = "from sentencerank.workers import Worker\ndef f(): pass\nwith Worker() as worker: worker.call(f)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=20)
    assert "OptionsError" in done.stderr
    assert "interactive session" in done.stderr


def test_a_script_that_closes_nothing_ends(tmp_path: Path) -> None:
    done = script(
        tmp_path,
        """
        import re, time
        from sentencerank.workers import Pool, Worker
        pool, worker = Pool(2), Worker()
        worker.start()
        pool.submit(re.match, "(a+)+$", "a" * 40 + "b")
        pool.submit(time.sleep, 0).result()
        """,
    )
    assert (done.stderr, done.returncode) == ("", 0)


def stuck_script(tmp_path: Path) -> tuple[subprocess.Popen[str], list[int]]:
    text = """
        import os, re, time
        from functools import partial
        from sentencerank.workers import Pool
        with Pool(2) as pool:
            pids = [pool.submit(os.getpid, prefer=number).result() for number in range(2)]
            work = pool.map(partial(re.match, "(a+)+$"), ["a" * 40 + "b"] * 9)
            print(*pids, flush=True)
            next(work)
        """
    path = tmp_path / "script.py"
    path.write_text(textwrap.dedent(text))
    popen = subprocess.Popen(
        [sys.executable, str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert popen.stdout is not None
    pids = [int(word) for word in popen.stdout.readline().split()]
    time.sleep(0.15)
    assert len(pids) == 2
    assert not any(map(gone, pids))
    return popen, pids


@linux
def test_workers_end_with_their_parent_even_if_stuck(tmp_path: Path) -> None:
    popen, pids = stuck_script(tmp_path)
    popen.kill()
    popen.communicate(timeout=5)
    assert soon(lambda: all(map(gone, pids)))


@linux
def test_an_interrupt_ends_everything_with_one_traceback(tmp_path: Path) -> None:
    popen, pids = stuck_script(tmp_path)
    start = time.monotonic()
    heard = interrupt(popen)
    assert time.monotonic() - start < 4
    assert heard.count("Traceback") == 1
    assert heard.strip().endswith("KeyboardInterrupt")
    assert soon(lambda: all(map(gone, pids)))


@linux
def test_an_interrupt_while_children_start_is_quiet(tmp_path: Path) -> None:
    text = """
        import time
        from sentencerank.workers import Pool
        with Pool(2) as pool:
            print("now", flush=True)
            futures = [pool.submit(time.sleep, 60) for _ in range(2)]
            futures[0].result()
        """
    path = tmp_path / "script.py"
    path.write_text(textwrap.dedent(text))
    for pause in (0.0, 0.005, 0.015):
        popen = subprocess.Popen(
            [sys.executable, str(path)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert popen.stdout is not None
        popen.stdout.readline()
        time.sleep(pause)
        heard = interrupt(popen)
        assert heard.count("Traceback (most recent call last)") == 1, heard


# The cost


def test_the_import_is_cheap() -> None:
    code = """
        import sys
        import sentencerank.workers
        from sentencerank.workers import one_thread
        assert not {"numpy", "multiprocessing", "concurrent.futures", "subprocess", "threadpoolctl"} & set(sys.modules)
        from sentencerank.workers import Pool, Worker
        assert not {"numpy", "multiprocessing"} & set(sys.modules)
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True)


def test_one_thread_limits_the_linear_algebra() -> None:
    import numpy as np
    from threadpoolctl import threadpool_info

    from sentencerank.workers import threads

    np.ones(3) @ np.ones(3)
    threads._libraries.cache_clear()  # another test may have loaded a library since
    with one_thread():
        counts = [library["num_threads"] for library in threadpool_info() if library["user_api"] == "blas"]
    assert set(counts) <= {1}


def test_a_watching_thread_ends_a_child_where_there_is_no_signal() -> None:
    code = "import os, time; from sentencerank.workers.child import _watch; _watch(os.getppid() + 1); time.sleep(9)"
    start = time.monotonic()
    assert subprocess.run([sys.executable, "-c", code], timeout=8).returncode == 1
    assert time.monotonic() - start < 5


def test_the_guard_speaks_only_while_a_script_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    child.refuse_while_loading()
    monkeypatch.setattr(child, "_loading", True)
    for start in (Worker().start, Pool(1).start, partial(Pool(1).submit, math.sqrt, 4.0)):
        with pytest.raises(WorkerError, match="__main__"):
            start()


def test_what_a_process_has_loaded_is_left_out_of_garbage_collection() -> None:
    with Worker(setup=ready) as worker:
        assert worker.call(gc.get_freeze_count) > 10_000


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells the memory in use")
def test_to_look_after_another_process_takes_no_share_of_the_memory_of_a_task() -> None:
    with Worker(memory=4 << 20, setup=nothing) as worker:
        # A thread needs eight megabytes of address space, which the limit denies.
        with pytest.raises(MemoryError):
            worker.call(start_another, False)
        assert worker.call(start_another, True) == 4
        with pytest.raises(MemoryError):
            worker.call(bytearray, 64 << 20)
