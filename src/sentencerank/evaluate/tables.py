"""Results as tables: what each says is decided here, how it looks in report.py.

Scores are in %, recall with references pooled unless a heading says otherwise. A difference is system minus reference
system, in points, with its paired 95 % bootstrap interval and the p of a paired permutation test.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sentencerank.evaluate.budgets import CURVE
from sentencerank.evaluate.experiments import Experiment
from sentencerank.evaluate.published import PRINTED, Printed
from sentencerank.evaluate.results import MEAN_OF, SHORT, Column, Results
from sentencerank.evaluate.scoring import RANKING
from sentencerank.evaluate.subjects import JUDGES, OTHERS

SHOWN = ("method", "baseline", "peer", "judge")
NOTHING = "–"

PANELS = {
    "summaries": "against the summaries",
    "judges": "against all judges",
    "others": "against the judges but one, mean over which",
}


@dataclass(frozen=True, slots=True)
class Table:
    """A title, a heading, rows of text, and which cells are the best of their column."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""
    best: frozenset[tuple[int, int]] = frozenset()  # (row, column)


def tables(results: Results, experiment: Experiment, reference: str) -> tuple[Table, ...]:
    """Every table that these results have something to say in."""
    found = [
        *(scores(results, panel, budget, reference) for panel, budget in _first_of_each_panel(experiment)),
        rankings(results, reference),
        *(curve(results, panel) for panel in (JUDGES, OTHERS)),
        budgets(results, experiment),
        several(results, experiment),
        without_one(results, experiment, "swr-paper", "ablation", "Table 5: SWR without one feature at a time"),
        without_one(results, experiment, "ssr-best", "part", "Our reading without one of its parts at a time"),
        *(beside(results, printed) for printed in PRINTED if printed.kind == experiment.kind),
    ]
    return tuple(table for table in found if table.rows)


def scores(results: Results, panel: str, budget: str, reference: str) -> Table:
    """All measures under one headline, and the difference to the reference system."""
    columns = [Column(panel, measure, budget) for measure in (*results.protocol.rouge, "rouge")]
    f = replace(columns[-1], side="f")
    rows = []
    for name in results.of(*SHOWN):
        values = [results.mean(name, column) for column in (*columns, f)]
        if not all(map(math.isnan, values)):
            rows.append((name, *map(percent, values), *_difference(results, name, reference, columns[-1])))
    header = ("system", *(column.title for column in columns), "mean F", f"− {reference}", "95 %", "p")
    note = "mean: of R-1, R-2 and R-SU4."
    return _marked(
        Table(f"{budget}, {PANELS.get(panel, panel)}", header, tuple(rows), note), range(1, len(columns) + 2)
    )


def rankings(results: Results, reference: str) -> Table:
    """How far the whole ranking agrees with judges of sentences."""
    rows = []
    for name in results.of(*SHOWN):
        panel = OTHERS if name.startswith("judge") else JUDGES
        values = [results.mean(name, Column(panel, measure)) for measure in RANKING]
        if not all(map(math.isnan, values)):
            among = [results.mean(name, Column(OTHERS, "average_precision"))]
            difference = _difference(results, name, reference, Column(panel, "average_precision"))
            rows.append((name, *map(percent, (*values, *among)), *difference))
    header = ("system", *(SHORT[measure] for measure in RANKING), "AP of others", f"AP − {reference}", "95 %", "p")
    note = (
        "Against the votes of all judges; AP of others, and everything of a single judge, against the others. "
        "AP average precision, τ Kendall, ρ Spearman, area under the reading curve (share of words read → votes seen)."
    )
    return _marked(Table("The whole ranking against the judges' votes", header, tuple(rows), note), range(1, 7))


def curve(results: Results, panel: str) -> Table:
    """R-1 from 10 % to 90 % of the sentences: the paper's Table 4 and Figure 2."""
    known = {budget.name for budget in results.protocol.budgets}
    shares = [budget.name for budget in CURVE if budget.name in known]
    rows = []
    for name in results.of(*SHOWN) if len(shares) > 2 else ():
        values = [results.mean(name, Column(panel, "rouge_1", share)) for share in shares]
        if not all(map(math.isnan, values)):
            rows.append((name, *map(percent, values)))
    title = f"R-1 from {shares[0]} to {shares[-1]} of the sentences, {PANELS[panel]}" if shares else ""
    return _marked(Table(title, ("system", *shares), tuple(rows)), range(1, len(shares) + 1))


def budgets(results: Results, experiment: Experiment) -> Table:
    """Every budget, each as R-1 / R-2 / R-SU4."""
    panel = experiment.main.panel
    words = [b.name for b in results.protocol.budgets if b.unit == "w"]
    cells = [("" if p == panel else p, p, budget) for p, budget in experiment.headlines]
    cells += [("", panel, name) for name in words if (panel, name) not in experiment.headlines]
    rows = []
    for name in results.of(*SHOWN):
        shown = [triple(results, name, p, budget) for _, p, budget in cells]
        if any(cell != NOTHING for cell in shown):
            rows.append((name, *shown))
    header = ("system", *(f"{budget} {short}".strip() for short, _, budget in cells))
    note = "/stop: the sentence that does not fit ends the summary; /skip: the next one is tried; otherwise it is cut."
    return Table("R-1 / R-2 / R-SU4 under every budget", header, tuple(rows), note)


def several(results: Results, experiment: Experiment) -> Table:
    """The ways to treat several references, and precision and F beside recall."""
    column = experiment.main
    ways = [replace(column, several=way) for way in ("pooled", "mean", "jackknife")]
    sides = [replace(column, side=side) for side in ("precision", "f")]
    rows = []
    for name in results.of(*SHOWN):
        values = [results.mean(name, one) for one in (*ways, *sides)]
        if not all(map(math.isnan, values)):
            rows.append((name, *map(percent, values)))
    header = ("system", "recall, pooled", "recall, mean", "recall, jackknife", "precision, pooled", "F, pooled")
    title = f"Ways to score several references: mean of R-1, R-2 and R-SU4, {column.budget}"
    return _marked(Table(title, header, tuple(rows)), range(1, 6))


def without_one(results: Results, experiment: Experiment, whole: str, group: str, title: str) -> Table:
    """What each thing is worth: the whole system, and its difference to the system without one thing."""
    names = results.of(group)
    if whole not in results.names or not names:
        return Table(title, (), ())
    panel, _ = experiment.headlines[0]
    shown = [budget for p, budget in experiment.headlines if p == panel][:5]
    rows = [(whole, *(f"{percent(results.mean(whole, Column(panel, 'rouge', budget)))}" for budget in shown))]
    rows += [
        (name.partition("/")[2], *(_change(results, name, whole, Column(panel, "rouge", budget)) for budget in shown))
        for name in names
    ]
    note = (
        "Mean of R-1, R-2 and R-SU4; below the whole system what taking one thing away changes, and its 95 % interval."
    )
    return Table(f"{title}, {PANELS.get(panel, panel)}", ("system", *shown), tuple(rows), note)


def beside(results: Results, printed: Printed) -> Table:
    """Our figures with the paper's beside them."""
    names, known = results.names, {budget.name for budget in results.protocol.budgets}
    rows = []
    for (name, panel, budget), figures in printed.rows.items():
        ours = triple(results, name, panel, budget) if name in names and budget in known else NOTHING
        rows.append((name, panel, budget, ours, " / ".join(percent(figure / 100) for figure in figures)))
    header = ("system", "panel", "budget", "here", "printed")
    return Table(f"{printed.number} of the paper: {printed.title}, R-1 / R-2 / R-SU4", header, tuple(rows))


def overview(experiments: Sequence[tuple[Experiment, Results]]) -> Table:
    """All datasets side by side, under the first headline of each; average precision where sentences were judged."""
    cells = [
        (results, experiment.main, f"{experiment.name} {experiment.main.budget}") for experiment, results in experiments
    ]
    cells += [
        (results, Column(JUDGES, "average_precision"), f"{experiment.name} AP")
        for experiment, results in experiments
        if experiment.judged
    ]
    names = dict.fromkeys(name for results, _, _ in cells for name in results.of("method", "baseline", "peer"))
    rows = [
        (
            name,
            *(
                percent(results.mean(name, column)) if name in results.names else NOTHING
                for results, column, _ in cells
            ),
        )
        for name in names
    ]
    header = ("system", *(title for _, _, title in cells))
    note = "Mean of R-1, R-2 and R-SU4, recall, references pooled. AP: average precision of the ranking by the votes."
    return _marked(Table("Every dataset under its first budget", header, tuple(rows), note), range(1, len(header)))


def percent(value: float) -> str:
    """A share as text.

    >>> percent(0.5), percent(float("nan"))
    ('50.00', '–')
    """
    return NOTHING if math.isnan(value) else f"{100 * value:.2f}"


def triple(results: Results, name: str, panel: str, budget: str) -> str:
    """R-1 / R-2 / R-SU4."""
    values = [results.mean(name, Column(panel, measure, budget)) for measure in MEAN_OF]
    return NOTHING if all(map(math.isnan, values)) else " / ".join(map(percent, values))


def signed(value: float) -> str:
    """Points with their sign.

    >>> signed(0.0123), signed(-0.5)
    ('+1.23', '−50.00')
    """
    return f"{round(100 * value, 2) + 0.0:+.2f}".replace("-", "−")  # + 0.0: no minus before a zero


def _difference(results: Results, name: str, reference: str, column: Column) -> tuple[str, str, str]:
    found = results.compare(reference, name, column) if reference in results.names and name != reference else None
    if found is None:
        return "", "", ""
    bounds = f"{signed(-found.difference.high)} … {signed(-found.difference.low)}"
    return signed(-found.difference.mean), bounds, f"{found.p:.4f}"


def _change(results: Results, name: str, whole: str, column: Column) -> str:
    mean, bounds, _ = _difference(results, name, whole, column)
    return f"{mean} ({bounds})" if mean else NOTHING


def _first_of_each_panel(experiment: Experiment) -> Iterable[tuple[str, str]]:
    first: dict[str, str] = {}
    for panel, budget in experiment.headlines:
        first.setdefault(panel, budget)
    return first.items()


def _marked(table: Table, columns: Iterable[int]) -> Table:
    """Mark the best of each column; the judges compete with nobody."""
    best: set[tuple[int, int]] = set()
    for column in columns:
        cells = {
            row: cells[column]
            for row, cells in enumerate(table.rows)
            if cells[column] not in ("", NOTHING) and not cells[0].startswith(("judge", "combined"))
        }
        top = max(map(float, cells.values()), default=0.0)
        best |= {(row, column) for row, cell in cells.items() if float(cell) == top}
    return replace(table, best=frozenset(best))
