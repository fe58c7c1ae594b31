"""Integer programs over 0 and 1, solved exactly by HiGHS through scipy (extra `rivals`)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import ConvergenceError, DataError
from sentencerank.extras import require
from sentencerank.method.arrays import Ids, Mask, Scores

SECONDS = 60.0  # a program that is not solved by then is given up, and said to be
INTERRUPTED, INFEASIBLE = 1, 2  # what scipy says: out of time; without solution


class Row(NamedTuple):
    """One constraint: low ≤ Σ factor · variable ≤ high."""

    variables: Sequence[int]
    factors: Sequence[float]
    low: float = -np.inf
    high: float = np.inf


@dataclass
class Program:
    """Maximise Σ gain · variable under constraints; variables are added one by one and are 0 or 1."""

    gains: list[float] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    def add(self, gains: Scores) -> Ids:
        """Add a variable for each gain and return their places."""
        first = len(self.gains)
        self.gains += gains.tolist()
        return np.arange(first, first + len(gains))

    def at_most(self, variables: Ids, factors: Scores | Ids, high: float) -> None:
        """Demand Σ factor · variable ≤ high."""
        self.rows.append(Row(variables.tolist(), factors.tolist(), high=high))

    def at_least(self, variables: Ids, factors: Scores | Ids, low: float) -> None:
        """Demand Σ factor · variable ≥ low."""
        self.rows.append(Row(variables.tolist(), factors.tolist(), low=low))

    def covers(self, chosen: Ids, covered: Ids, holds: Mask) -> None:
        """Demand that a thing counts as covered if and only if a chosen sentence holds it."""
        for place, sentence in enumerate(chosen.tolist()):
            things = covered[holds[place]]
            if len(things):
                self.at_most(np.append(things, sentence), np.append(-np.ones(len(things)), len(things)), 0.0)
        for place, thing in enumerate(covered.tolist()):
            holders = chosen[holds[:, place]]
            self.at_least(np.append(holders, thing), np.append(np.ones(len(holders)), -1.0), 0.0)


def solve(program: Program, *, seconds: float = SECONDS, gap: float = 0.0) -> Mask:
    """Return which variables are 1 in the best solution, or in one whose gain is within a share `gap` of the best.

    Raises DataError if there is no solution, ConvergenceError if it is not found in time (nothing half-done is returned
    in its place), and ExtraError if scipy is not installed.

    >>> program = Program()
    >>> things = program.add(np.array([3.0, 2.0, 2.0]))
    >>> program.at_most(things, np.array([3.0, 2.0, 2.0]), 4.0)
    >>> solve(program).tolist()
    [False, True, True]
    """
    optimize, sparse = require("scipy.optimize", "rivals"), require("scipy.sparse", "rivals")
    size = len(program.gains)
    if not size:
        return np.zeros(0, dtype=np.bool_)
    places = np.repeat(np.arange(len(program.rows)), [len(row.variables) for row in program.rows])
    columns = np.array([one for row in program.rows for one in row.variables], dtype=np.intp)
    factors = np.array([one for row in program.rows for one in row.factors], dtype=np.float64)
    matrix = sparse.csr_array((factors, (places, columns)), shape=(len(program.rows), size))
    bounds = optimize.LinearConstraint(matrix, [row.low for row in program.rows], [row.high for row in program.rows])
    with _silence():
        found = optimize.milp(
            -np.array(program.gains),
            integrality=np.ones(size),
            bounds=optimize.Bounds(0, 1),
            constraints=[bounds] if program.rows else [],
            options={"time_limit": seconds, "mip_rel_gap": gap},
        )
    if found.status == INFEASIBLE:
        raise DataError("the integer program has no solution: no choice of sentences meets all its demands")
    if found.status == INTERRUPTED:
        raise ConvergenceError(f"the integer program was not solved within {seconds:g} s: ask for a shorter summary")
    if found.x is None or found.status:
        raise ConvergenceError(f"the integer program was not solved: {found.message}")
    solution: NDArray[np.float64] = found.x
    return solution > 0.5


@contextmanager
def _silence() -> Iterator[None]:
    """Keep away what HiGHS writes to the standard output by itself now and then: tables are printed there."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)
