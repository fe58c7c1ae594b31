"""Runs a function again and again, each time with another fault.

    with Injector() as injector:
        calm = injector.run(partial(work, folder), folder)
        for fault in faults(calm, ("EIO", "kill")):
            outcome = injector.run(partial(work, folder), folder, fault)

The function has to be importable by its name. It runs in a process of its own, forked from one that has imported its
module already, so a run costs some milliseconds. Only calls on files below the folder count, and are spoilt. What it
prints is in `Outcome.output`, so that a process that is killed can say before what it has acknowledged.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Self

from tests.faults.calls import KINDS, STRIKES, Fault, Kind, Outcome

ROOT = Path(__file__).parents[2]
SECONDS = 120.0  # that one run may take


class Injector:
    """Keeps the process from which runs are forked; a context manager."""

    def __init__(self) -> None:
        # One thread for linear algebra: a process with several cannot be forked safely.
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
        paths = [str(ROOT), str(ROOT / "src"), *filter(None, [environment.get("PYTHONPATH")])]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.faults.tracer"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            env={**environment, "PYTHONPATH": os.pathsep.join(paths)},
        )

    def run(
        self, work: Callable[[], object], folder: Path, fault: Fault | None = None, seconds: float = SECONDS
    ) -> Outcome:
        """Run `work()` with a fault in its calls on files below `folder`, or without one to see which calls it makes.

        Raises TimeoutError if it takes longer than `seconds`, and OSError if this system cannot be asked for calls.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        pickle.dump((work, folder, fault, seconds), self._process.stdin)
        self._process.stdin.flush()
        answer = pickle.load(self._process.stdout)
        if isinstance(answer, BaseException):
            raise answer
        assert isinstance(answer, Outcome)
        return answer

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def faults(calm: Outcome, kinds: Sequence[Kind] = KINDS, every: int = 1) -> Iterator[Fault]:
    """Yield a fault of each kind for every call of a calm run that it can strike, or for every `every`-th of them."""
    for kind in kinds:
        places = [number for number, call in enumerate(calm.calls) if call.name in STRIKES[kind]]
        # The last one is always among them: it is the one that is easily forgotten.
        yield from (Fault(kind, number) for number in sorted({*places[::every], *places[-1:]}))
