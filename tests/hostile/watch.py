"""What a process and all that it started cost: processor time and memory, told by Linux."""

from __future__ import annotations

import os
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

_TICK = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_GONE = (FileNotFoundError, ProcessLookupError, PermissionError)
PAUSE = 0.02  # seconds between two looks


class Cost(NamedTuple):
    """Processor time in seconds, and the most memory held at a time in MB beyond what was held before."""

    cpu: float
    megabytes: float


NOTHING = Cost(0.0, 0.0)


def family(pid: int) -> list[int]:
    """The process and all below it."""
    found = [pid]
    for parent in found:
        with suppress(*_GONE):
            for task in Path(f"/proc/{parent}/task").iterdir():
                with suppress(*_GONE):
                    found += map(int, (task / "children").read_text().split())
    return found


def cpu_seconds(pid: int) -> float:
    """The processor time of a process, with that of its children that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except _GONE:
        return 0.0
    return sum(map(int, fields[11:15])) / _TICK


def resident(pid: int) -> int:
    """The bytes of memory that a process holds."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except (*_GONE, IndexError):
        return 0


def most_resident(pid: int) -> int:
    """The most bytes that a process ever held."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except _GONE:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")), 0)


class Watch:
    """Looks at a process again and again, and ends it with all its children when it has spent too much.

    A context manager; `cost` says what was spent so far. The memory is exact for a process that held more than ever
    before, and that of the looks otherwise.
    """

    def __init__(self, pid: int, *, cpu: float, seconds: float, baseline: int | None = None) -> None:
        self._pid, self._limit, self._looks = pid, cpu, int(seconds / PAUSE)
        members = family(pid)
        self._most = {member: most_resident(member) for member in members}
        self._peaks: dict[int, int] = {}
        self._before = sum(map(resident, members)) if baseline is None else baseline
        self._cpu_before = 0.0 if baseline is not None else sum(map(cpu_seconds, members))
        self._peak, self._cpu = self._before, self._cpu_before
        self.killed = ""
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def look(self) -> None:
        """Look once."""
        members = family(self._pid)
        held = {member: resident(member) for member in members}
        self._peak = max(self._peak, sum(held.values()))
        exact = 0
        for member in members:
            most = most_resident(member)
            grown = most > self._most.get(member, 0)
            self._peaks[member] = max(self._peaks.get(member, 0), most if grown else held[member])
            exact += self._peaks[member]
        self._peak = max(self._peak, exact)
        self._cpu = max(self._cpu, sum(map(cpu_seconds, members)))

    @property
    def cost(self) -> Cost:
        """What was spent so far."""
        return Cost(round(self._cpu - self._cpu_before, 2), round((self._peak - self._before) / 1e6, 1))

    @property
    def kept(self) -> float:
        """The megabytes that are held now beyond what was held before."""
        return (sum(map(resident, family(self._pid))) - self._before) / 1e6

    def _run(self) -> None:
        for number in range(self._looks):
            self.look()
            if self.cost.cpu > self._limit:
                self._kill(f"more than {self._limit:g} s of processor time")
                return
            # The first looks come quickly, because most files are done by then.
            if self._end.wait(PAUSE if number > 10 else PAUSE / 4):
                return
        self._kill("it did not end")

    def _kill(self, reason: str) -> None:
        self.killed = reason
        for member in reversed(family(self._pid)):
            with suppress(ProcessLookupError):
                os.kill(member, 9)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end.set()
        self._thread.join()
