"""The claims of the paper, and ours, put to the test on every dataset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from sentencerank.evaluate.paper import CLAIMS, Claim, Drop
from sentencerank.evaluate.results import PARTIAL, Results
from sentencerank.evaluate.scoring import Column
from sentencerank.evaluate.significance import Interval, mean_interval
from sentencerank.evaluate.tables import NOTHING, Table, signed, with_failures, with_something
from sentencerank.method.arrays import Scores


def claims(parts: Sequence[Results]) -> Table:
    """Put every claim to the test on every dataset.

    A claim holds (✓) if the whole 95 % interval of the difference is above 0, fails (✗) if it is below, and is open (~)
    otherwise.
    """
    rows = [(claim.text, *(_cell(claim, results) for results in parts)) for claim in CLAIMS]
    header = ("claim", *(f"{one.name} {one.experiment.main.budget}" for one in parts))
    note = (
        "The difference in points (mean of R-1, R-2 and R-SU4) and its paired 95 % interval. "
        "✓ above 0: it holds. ✗ below 0: the reverse holds. ~ the interval has 0 in it: not decided by this data. "
        "Many claims are tested at once: about one in twenty is marked ✓ or ✗ by chance alone. "
        "Recall at a share of the sentences favours long sentences."
    )
    table = Table("The claims of the paper, and ours", header, with_something(rows), note)
    return with_failures(table, *parts, why=False)


def _cell(claim: Claim | Drop, results: Results) -> str:
    """Return the verdict, marked if one of the systems failed on some document."""
    verdict = _verdict(_claimed_difference(claim, results))
    failed = any(results.failed(name) for name in _claimed_systems(claim) if name in results.names)
    return f"{verdict}{PARTIAL}" if failed and verdict != NOTHING else verdict


def _claimed_difference(claim: Claim | Drop, results: Results) -> Interval | None:
    values = list(_claimed_values(claim, results))
    if not values or not results.samples:
        return None
    # Of two drops, the difference is (0 − 1) − (0 − 2).
    found = values[0] - values[1] if len(values) == 2 else values[2] - values[1]
    found = found[np.isfinite(found)]
    return mean_interval(found, samples=results.samples) if len(found) else None


def _claimed_values(claim: Claim | Drop, results: Results) -> Iterator[Scores]:
    """Yield per document: better and worse; or, for two drops, the whole system, without the first, the second."""
    names, main = _claimed_systems(claim), results.experiment.main
    if isinstance(claim, Drop):
        column = results.column("rouge", budget=claim.share)
    else:
        column = Column(claim.panel or main.panel, "rouge", claim.budget or main.budget)
    if column.budget in results.protocol.budget_names and set(names) <= set(results.names):
        yield from (results.values(name, column) for name in names)


def _claimed_systems(claim: Claim | Drop) -> tuple[str, ...]:
    if isinstance(claim, Drop):
        return "swr-paper", f"swr-paper/{claim.first}", f"swr-paper/{claim.second}"
    return claim.better, claim.worse


def _verdict(difference: Interval | None) -> str:
    if difference is None:
        return NOTHING
    verdict = "✓" if difference.low > 0 else "✗" if difference.high < 0 else "~"
    return f"{verdict} {signed(difference.mean)} ({signed(difference.low)} … {signed(difference.high)})"
