"""What the paper claims (§8), put to the test on any data: one statement "this is better than that" after another.

A claim holds (✓) if the whole 95 % interval of the difference is above 0, fails (✗) if it is below, and is open (~)
otherwise. The paper's claims are about SummBank and DUC-02; on other data they are questions, not errors.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from sentencerank.evaluate.experiments import Experiment
from sentencerank.evaluate.results import Column, Results
from sentencerank.evaluate.significance import Interval, mean_interval
from sentencerank.evaluate.subjects import JUDGES, OTHERS
from sentencerank.evaluate.tables import NOTHING, Table, signed
from sentencerank.method.arrays import Scores

TOP, TAIL = "10%", "70%"
EQUAL = "100w"  # a share of the sentences lets who takes long ones read more; so many words are the same for all


@dataclass(frozen=True, slots=True)
class Claim:
    """`better` scores higher than `worse`, under the main budget and panel unless it names its own."""

    text: str
    better: str
    worse: str
    panel: str = ""
    budget: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """Going without `first` costs more than going without `second`, under a share of the sentences."""

    text: str
    first: str
    second: str
    share: str


CLAIMS: tuple[Claim | Drop, ...] = (
    Claim("SSR above SPR", "ssr-paper", "spr-paper"),
    Claim("SPR above SWR", "spr-paper", "swr-paper"),
    Claim("SWR above TextRank", "swr-paper", "textrank"),
    Claim("SSR above TextRank", "ssr-paper", "textrank"),
    Claim("semantic edges help (SWR above NSE)", "swr-paper", "swr-paper/nse"),
    Claim("article structure helps (SWR above NAS)", "swr-paper", "swr-paper/nas"),
    Claim("subtopics help (SWR above NSC)", "swr-paper", "swr-paper/nsc"),
    Claim("softplus helps (SWR above NSP)", "swr-paper", "swr-paper/nsp"),
    Drop(f"at {TOP} structure matters more than semantic edges", "nas", "nse", TOP),
    Drop(f"at {TAIL} semantic edges matter more than structure", "nse", "nas", TAIL),
    Claim("SSR above a single judge", "ssr-paper", "judge", OTHERS),
    Claim("SSR above the combined judges", "ssr-paper", "combined", JUDGES),
    Claim(f"the same with {EQUAL} each: SSR above a single judge", "ssr-paper", "judge", OTHERS, EQUAL),
    Claim("our reading: SSR above SPR", "ssr-best", "spr-best"),
    Claim("our reading: SPR above SWR", "spr-best", "swr-best"),
    Claim("our reading above the paper's (SSR)", "ssr-best", "ssr-paper"),
    Claim("our reading above TextRank", "ssr-best", "textrank"),
    Claim("our reading above LexRank", "ssr-best", "lexrank"),
    Claim("our reading above lead", "ssr-best", "lead"),
    Claim("our reading above longest-first", "ssr-best", "longest"),
    Claim("our reading above a single judge", "ssr-best", "judge", OTHERS),
    Claim("our reading above the combined judges", "ssr-best", "combined", JUDGES),
    Claim(f"the same with {EQUAL} each: our reading above longest-first", "ssr-best", "longest", JUDGES, EQUAL),
    Claim(f"the same with {EQUAL} each: our reading above lead", "ssr-best", "lead", JUDGES, EQUAL),
    Claim(f"the same with {EQUAL} each: our reading above a single judge", "ssr-best", "judge", OTHERS, EQUAL),
    Claim(f"the same with {EQUAL} each: our reading above the combined judges", "ssr-best", "combined", JUDGES, EQUAL),
)


def claims(parts: Sequence[tuple[Experiment, Results]]) -> Table:
    """Every claim on every dataset."""
    rows = []
    for claim in CLAIMS:
        cells = [_cell(_difference(claim, experiment, results)) for experiment, results in parts]
        if any(cell != NOTHING for cell in cells):
            rows.append((claim.text, *cells))
    header = ("claim", *(f"{experiment.name} {experiment.main.budget}" for experiment, _ in parts))
    note = (
        "The difference in points (mean of R-1, R-2 and R-SU4) and its paired 95 % interval. "
        "✓ above 0: it holds. ✗ below 0: the reverse holds. ~ the interval has 0 in it: not decided by this data. "
        "Many claims are tested at once: about one in twenty is marked ✓ or ✗ by chance alone. "
        "Recall at a share of the sentences favours long sentences."
    )
    return Table("The claims of the paper, and ours", header, tuple(rows), note)


def _difference(claim: Claim | Drop, experiment: Experiment, results: Results) -> Interval | None:
    values = list(_values(claim, experiment, results))
    if not values or not results.samples:
        return None
    found = values[0] - values[1] if len(values) == 2 else values[2] - values[1]  # drops: (0 − 1) − (0 − 2)
    found = found[np.isfinite(found)]
    return mean_interval(found, samples=results.samples) if len(found) else None


def _values(claim: Claim | Drop, experiment: Experiment, results: Results) -> Iterator[Scores]:
    """Per document: better and worse; or, for two drops, the whole system, then without the first and the second."""
    budgets = {budget.name for budget in results.protocol.budgets}
    if isinstance(claim, Drop):
        names = ["swr-paper", f"swr-paper/{claim.first}", f"swr-paper/{claim.second}"]
        column = Column(experiment.main.panel, "rouge", claim.share)
    else:
        names = [claim.better, claim.worse]
        column = Column(claim.panel or experiment.main.panel, "rouge", claim.budget or experiment.main.budget)
    if column.budget in budgets and set(names) <= set(results.names):
        yield from (results.values(name, column) for name in names)


def _cell(difference: Interval | None) -> str:
    if difference is None:
        return NOTHING
    verdict = "✓" if difference.low > 0 else "✗" if difference.high < 0 else "~"
    return f"{verdict} {signed(difference.mean)} ({signed(difference.low)} … {signed(difference.high)})"
