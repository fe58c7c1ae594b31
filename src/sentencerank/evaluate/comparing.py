"""Every system beside every other: scores with their intervals, and what a document costs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from sentencerank.evaluate.results import Results
from sentencerank.evaluate.tables import NOTHING, Table, partial, percent, with_failures

SHOWN = ("method", "baseline", "rival", "peer")


def side_by_side(parts: Sequence[Results]) -> Table:
    """Return the main measure of every system on every dataset, and the processor time that it took."""
    names = dict.fromkeys(name for one in parts for name in one.of(*SHOWN))
    rows = [(name, *(cell for one in parts for cell in _cells(one, name))) for name in names]
    heads = [(f"{one.name} {one.experiment.main.budget}", "CPU ms") for one in parts]
    note = (
        "Mean of R-1, R-2 and R-SU4, recall, with its 95 % bootstrap interval over documents; for differences between "
        "systems see the paired tables. CPU ms: median processor time of a document; what is learnt from a whole "
        "collection beforehand is not in it."
    )
    header = ("system", *(head for pair in heads for head in pair))
    table = Table("Every system, with intervals and processor time", header, tuple(rows), note)
    return with_failures(table, *parts)


def _cells(results: Results, name: str) -> tuple[str, str]:
    interval = results.interval(name) if name in results.names else None
    if interval is None:
        return partial(results, name, NOTHING), NOTHING
    spent = [results.records[name, case].cpu for case in results.cases if not results.records[name, case].error]
    spread = f"{partial(results, name, percent(interval.mean))} ({percent(interval.low)} … {percent(interval.high)})"
    return spread, f"{1000 * float(np.median(spent)):.1f}"
