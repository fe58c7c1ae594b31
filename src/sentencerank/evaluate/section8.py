"""Section 8 of the paper beside ours: its full-range tables, what differs and by how much.

On DUC-02 and SummBank the figures themselves are compared. On other data only the distance between two systems can be,
and only its sign should be expected to agree.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from sentencerank.evaluate.budgets import CURVE
from sentencerank.evaluate.paper import PRINTED, Printed, Triple
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.scoring import MEAN_OF, MEASURES, Column
from sentencerank.evaluate.subjects import JUDGES
from sentencerank.evaluate.tables import NOTHING, Table, percent, signed, with_failures
from sentencerank.method.arrays import Scores

COMPARED = ("ssr-paper", "spr-paper", "swr-paper", "textrank")  # with each judge, in Table 4
FIRST = "ssr-paper"


def full_range(results: Results, measure: str) -> Table:
    """Return Table 4 for one measure: a block for each judge against the others, and one for all combined."""
    shares = [budget.name for budget in CURVE if budget.name in results.protocol.budget_names]
    judges = sorted(panel for panel in results.panels if panel.startswith("without "))
    blocks = [(panel, "judge") for panel in judges] + ([(JUDGES, "combined")] if judges else [])
    rows = []
    for panel, human in blocks if len(shares) > 1 else ():
        shown = f"judge {panel.removeprefix('without ')}" if human == "judge" else human
        for name in (one for one in (human, *COMPARED) if one in results.names):
            values = [results.mean(name, Column(panel, measure, share)) for share in shares]
            whom = "all" if panel == JUDGES else f"all but {shown}"
            label = shown if name == human else f"{results.label(name)}, against {whom}"
            if not all(map(math.isnan, values)):
                rows.append((label, *map(percent, values)))
    title = f"Table 4 of the paper: {MEASURES[measure]} from 10 % to 90 % of the sentences"
    note = "The paper prints this table as a picture: its figures are not in the text."
    return with_failures(Table(title, ("system", *shares), tuple(rows), note), results, why=False)


def differences(results: Results) -> tuple[Table, ...]:
    """Return what differs: figures where the data is the paper's, otherwise the distances between systems."""
    printed = [one for one in PRINTED if one.kind == results.experiment.kind]
    found = tuple(_figures(results, one) for one in printed) or (distances(results),)
    return tuple(with_failures(table, results) for table in found if table.rows)


def _figures(results: Results, printed: Printed) -> Table:
    rows, apart = [], []
    for (name, panel, budget), theirs in printed.rows.items():
        if name not in results.names or budget not in results.protocol.budget_names:
            continue
        ours = [100 * results.mean(name, Column(panel, measure, budget)) for measure in MEAN_OF]
        pairs = list(zip(ours, theirs, strict=True))
        apart += [abs(mine - other) for mine, other in pairs if not math.isnan(mine - other)]
        if not all(math.isnan(mine) for mine in ours):
            rows.append((results.label(name), panel, budget, *(_pair(mine, other) for mine, other in pairs)))
    mean = sum(apart) / len(apart) if apart else 0.0
    header = ("system", "panel", "budget", *(MEASURES[measure] for measure in MEAN_OF))
    note = (
        f"Ours − printed = difference, in points. On average {mean:.2f} apart, at most {max(apart, default=0.0):.2f}. "
        "The panel is whom a system is scored against; “without 1” are all judges but the first."
    )
    return Table(f"{printed.number}: what differs", header, tuple(rows), note)


def _pair(ours: float, printed: float) -> str:
    if math.isnan(ours) or math.isnan(printed):
        return NOTHING
    return f"{ours:.2f} − {printed:.2f} = {signed((ours - printed) / 100)}"


def distances(results: Results) -> Table:
    """Return how far SSR is above every other system of Table 2, in print and on this data."""
    printed = next(one for one in PRINTED if one.number == "Table 2")
    theirs = {system: triple for (system, _, _), triple in printed.rows.items()}
    others = [name for name in theirs if name in results.names and name != FIRST and FIRST in results.names]
    note = (
        "Points of R-1 / R-2 / R-SU4 that SSR is above the system: printed for DUC-02, and here. The last column is "
        "the mean of the three here with its paired 95 % interval: ✓ the printed sign, ✗ the other, ~ not decided."
    )
    rows = tuple(_distance(results, name, theirs) for name in others)
    header = ("SSR above", "printed", "here", "mean here")
    return Table(f"{results.name}: distances in Table 2 and here", header, rows, note)


def _distance(results: Results, name: str, theirs: Mapping[str, Triple]) -> tuple[str, str, str, str]:
    columns = [results.column(measure) for measure in MEAN_OF]
    printed = [(a - b) / 100 for a, b in zip(theirs[FIRST], theirs[name], strict=True)]
    here = [_mean_difference(results.values(FIRST, column) - results.values(name, column)) for column in columns]
    found = results.compare(FIRST, name)
    verdict = NOTHING
    if found is not None:
        low, high = found.difference.low, found.difference.high
        mark = "✓" if low > 0 else "✗" if high < 0 else "~"
        verdict = f"{mark} {signed(found.difference.mean)} ({signed(low)} … {signed(high)})"
    return results.label(name), " / ".join(_each(printed)), " / ".join(_each(here)), verdict


def _mean_difference(each: Scores) -> float:
    """Return the mean over the documents that both systems have a result on."""
    both = each[np.isfinite(each)]
    return float(both.mean()) if len(both) else math.nan


def _each(values: list[float]) -> Iterator[str]:
    return (NOTHING if math.isnan(value) else signed(value) for value in values)
