"""Results as tables: what each says is decided here, how it looks in report.py and page.py.

Scores are in %, recall with references pooled unless a heading says otherwise. A difference is system minus reference
system, in points, with its paired 95 % bootstrap interval and the p of a paired permutation test.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from sentencerank.evaluate.budgets import CURVE
from sentencerank.evaluate.paper import PRINTED, Printed
from sentencerank.evaluate.results import PARTIAL, Results
from sentencerank.evaluate.scoring import MEAN_OF, MEASURES, RANKING, Column
from sentencerank.evaluate.subjects import JUDGES, OTHERS

SHOWN = ("method", "baseline", "rival", "peer", "judge")
NOTHING = "–"
FEWER = (
    f"{PARTIAL} A mean over fewer documents than the others have: it is not to be compared with theirs. "
    "Differences are taken over the documents that both systems have a result on."
)

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
    remarks: tuple[str, ...] = ()  # on systems that failed somewhere

    @property
    def below(self) -> tuple[str, ...]:
        """The lines below the rows."""
        return (*((self.note,) if self.note else ()), *self.remarks)


def tables(results: Results, reference: str) -> tuple[Table, ...]:
    """Return every table that these results have something to say in."""
    first: dict[str, str] = {}
    for panel, budget in results.experiment.headlines:
        first.setdefault(panel, budget)
    found = [
        *(scores(results, panel, budget, reference) for panel, budget in first.items()),
        rankings(results, reference),
        *(curve(results, panel, measure) for measure in MEAN_OF for panel in (JUDGES, OTHERS)),
        budgets(results),
        several(results),
        without_one(results, "swr-paper", "ablation", "Table 5: SWR without one feature at a time"),
        without_one(results, "ssr-best", "part", "Our reading without one of its parts at a time"),
        *(beside(results, printed) for printed in PRINTED if printed.kind == results.experiment.kind),
    ]
    found = [table for table in found if table.rows]
    return tuple(with_failures(table, results, why=not place) for place, table in enumerate(found))


def with_failures(table: Table, *parts: Results, why: bool = True) -> Table:
    """Return a table with a line on its marks below it, and one for each system that failed on some document."""
    if not any(PARTIAL in cell for row in table.rows for cell in row):
        return table
    if not why:
        return replace(table, remarks=(f"{FEWER} The reasons stand below the first table.",))
    lines = [
        f"{PARTIAL} {f'{one.name}: ' if len(parts) > 1 else ''}{one.failure(name)}."
        for one in parts
        for name in one.names
        if one.failed(name)
    ]
    return replace(table, remarks=(FEWER, *lines))


def scores(results: Results, panel: str, budget: str, reference: str) -> Table:
    """Return all measures under one headline, and the difference to the reference system."""
    columns = [Column(panel, measure, budget) for measure in (*results.protocol.rouge, "rouge")]
    main = columns[-1]
    rows = _mean_rows(
        results,
        lambda name: (*columns, replace(main, side="f")),
        lambda name: _difference(results, name, reference, main),
    )
    header = ("system", *(column.title for column in columns), "mean F", f"− {reference}", "95 %", "p")
    title = f"{budget}, {PANELS.get(panel, panel)}"
    return _mark_best(Table(title, header, rows, "mean: of R-1, R-2 and R-SU4."), range(1, len(columns) + 2))


def rankings(results: Results, reference: str) -> Table:
    """Return how far the whole ranking agrees with judges of sentences."""

    def panel(name: str) -> str:
        return OTHERS if name.startswith("judge") else JUDGES

    rows = _mean_rows(
        results,
        lambda name: [*(Column(panel(name), one) for one in RANKING), Column(OTHERS, "average_precision")],
        lambda name: _difference(results, name, reference, Column(panel(name), "average_precision")),
    )
    header = ("system", *(MEASURES[one] for one in RANKING), "AP of others", f"AP − {reference}", "95 %", "p")
    note = (
        "Against the votes of all judges; AP of others, and everything of a single judge, against the others. "
        "AP average precision, τ Kendall, ρ Spearman, area under the reading curve (share of words read → votes seen)."
    )
    return _mark_best(Table("The whole ranking against the judges' votes", header, rows, note), range(1, 7))


def curve(results: Results, panel: str, measure: str) -> Table:
    """Return a measure from 10 % to 90 % of the sentences: the paper's Table 4 and Figure 2."""
    shares = [budget.name for budget in CURVE if budget.name in results.protocol.budget_names]
    if len(shares) < 3:
        return Table("", (), ())
    rows = _mean_rows(results, lambda name: [Column(panel, measure, share) for share in shares])
    title = f"{MEASURES[measure]} from {shares[0]} to {shares[-1]} of the sentences, {PANELS[panel]}"
    return _mark_best(Table(title, ("system", *shares), rows), range(1, len(shares) + 1))


def budgets(results: Results) -> Table:
    """Return every budget, each as R-1 / R-2 / R-SU4."""
    headlines, panel = results.experiment.headlines, results.experiment.main.panel
    words = [budget.name for budget in results.protocol.budgets if budget.unit == "words"]
    cells = [("" if p == panel else p, p, budget) for p, budget in headlines]
    cells += [("", panel, name) for name in words if (panel, name) not in headlines]
    rows = [
        (results.label(name), *(triple(results, name, p, budget) for _, p, budget in cells))
        for name in results.of(*SHOWN)
    ]
    header = ("system", *(f"{budget} {short}".strip() for short, _, budget in cells))
    note = "/stop: the sentence that does not fit ends the summary; /skip: the next one is tried; otherwise it is cut."
    return Table("R-1 / R-2 / R-SU4 under every budget", header, with_something(rows), note)


def several(results: Results) -> Table:
    """Return the ways to treat several references, and precision and F beside recall."""
    main = results.experiment.main
    ways = [replace(main, several=way) for way in ("pooled", "mean", "jackknife")]
    sides = [replace(main, side=side) for side in ("precision", "f")]
    header = ("system", "recall, pooled", "recall, mean", "recall, jackknife", "precision, pooled", "F, pooled")
    title = f"Ways to score several references: mean of R-1, R-2 and R-SU4, {main.budget}"
    return _mark_best(Table(title, header, _mean_rows(results, lambda name: [*ways, *sides])), range(1, 6))


def without_one(results: Results, whole: str, group: str, title: str) -> Table:
    """Return what each thing is worth: the whole system, and its difference to the system without one thing."""
    names = results.of(group)
    if whole not in results.names or not names:
        return Table(title, (), ())
    panel = results.experiment.main.panel
    columns = [Column(panel, "rouge", budget) for p, budget in results.experiment.headlines if p == panel][:5]
    rows = [(results.label(whole), *(percent(results.mean(whole, column)) for column in columns))]
    rows += [
        (_part(results.label(name)), *(_change(results, name, whole, column) for column in columns)) for name in names
    ]
    note = (
        "Mean of R-1, R-2 and R-SU4; below the whole system what taking one thing away changes, and its 95 % interval."
    )
    header = ("system", *(column.budget for column in columns))
    return Table(f"{title}, {PANELS.get(panel, panel)}", header, tuple(rows), note)


def beside(results: Results, printed: Printed) -> Table:
    """Return our figures in the paper's own form, with its figures in brackets.

    The rows stand in blocks, one for each panel, and the columns too, one block for each budget. Marked is what the
    paper marks: the highest of each block, or, where features are taken away, what is lowest without one.
    """
    panels = list(dict.fromkeys(panel for _, panel, _ in printed.rows))
    budgets = list(dict.fromkeys(budget for *_, budget in printed.rows))
    columns = [(budget, measure) for budget in budgets for measure in MEAN_OF]
    header = ("system", *(f"{MEASURES[measure]}, {budget}" for budget, measure in columns))
    rows: list[tuple[str, ...]] = []
    best: set[tuple[int, int]] = set()
    for panel in panels:
        names = list(dict.fromkeys(name for name, of, _ in printed.rows if of == panel))
        # In the block of a judge that judge comes first, as in the paper.
        names.sort(key=lambda name: name not in ("judge", "combined"))
        ours = [[_ours(results, name, Column(panel, measure, budget)) for budget, measure in columns] for name in names]
        best |= {(len(rows) + row, column) for row, column in _marked(names, ours)}
        for name, figures in zip(names, ours, strict=True):
            theirs = [figure / 100 for budget in budgets for figure in printed.rows[name, panel, budget]]
            shown = f"judge {panel.removeprefix('without ')}" if name == "judge" else _label(results, name)
            pairs = zip(figures, theirs, strict=True)
            rows.append((shown, *(f"{percent(mine)} ({percent(other)})" for mine, other in pairs)))
    note = "In brackets what the paper prints."
    return Table(f"{printed.number} of the paper: {printed.title}", header, tuple(rows), note, frozenset(best))


def _label(results: Results, name: str) -> str:
    return results.label(name) if name in results.names else name


def _part(name: str) -> str:
    """Return what a system goes without.

    >>> _part("swr-paper/nse †")
    'nse †'
    """
    return name.partition("/")[2]


def _ours(results: Results, name: str, column: Column) -> float:
    known = name in results.names and (not column.budget or column.budget in results.protocol.budget_names)
    return results.mean(name, column) if known else math.nan


def _marked(names: Sequence[str], figures: Sequence[Sequence[float]]) -> set[tuple[int, int]]:
    """Return (row, column) of the highest figure of each column, or of the lowest among those without a feature."""
    without = [row for row, name in enumerate(names) if "/" in name]
    marked = set()
    for column in range(len(figures[0])):
        values = {row: figures[row][column] for row in without or range(len(names))}
        known = [value for value in values.values() if not math.isnan(value)]
        end = (min if without else max)(known, default=math.nan)
        marked |= {(row, column + 1) for row, value in values.items() if value == end}
    return marked


def overview(parts: Sequence[Results]) -> Table:
    """Return all datasets under the first headline of each; average precision where sentences were judged."""
    cells = [(one, one.experiment.main, f"{one.name} {one.experiment.main.budget}") for one in parts]
    cells += [(one, Column(JUDGES, "average_precision"), f"{one.name} AP") for one in parts if one.experiment.judged]
    names = dict.fromkeys(name for one in parts for name in one.of("method", "baseline", "rival", "peer"))
    rows = [
        (name, *(partial(one, name, percent(_ours(one, name, column))) for one, column, _ in cells)) for name in names
    ]
    header = ("system", *(title for _, _, title in cells))
    note = "Mean of R-1, R-2 and R-SU4, recall, references pooled. AP: average precision of the ranking by the votes."
    table = Table("Every dataset under its first budget", header, tuple(rows), note)
    return with_failures(_mark_best(table, range(1, len(header))), *parts)


def partial(results: Results, name: str, figure: str) -> str:
    """Return a figure of a system, marked if it is not of all documents."""
    return f"{figure}{PARTIAL}" if name in results.names and results.failed(name) else figure


def percent(value: float) -> str:
    """Return a share as text.

    >>> percent(0.5), percent(float("nan"))
    ('50.00', '–')
    """
    return NOTHING if math.isnan(value) else f"{100 * value:.2f}"


def triple(results: Results, name: str, panel: str, budget: str) -> str:
    """Return R-1 / R-2 / R-SU4."""
    values = [results.mean(name, Column(panel, measure, budget)) for measure in MEAN_OF]
    return NOTHING if all(map(math.isnan, values)) else " / ".join(map(percent, values))


def signed(value: float) -> str:
    """Return points with their sign.

    >>> signed(0.0123), signed(-0.5)
    ('+1.23', '−50.00')
    """
    # Adding 0.0 leaves no minus before a zero.
    return f"{round(100 * value, 2) + 0.0:+.2f}".replace("-", "−")


def _mean_rows(
    results: Results,
    columns: Callable[[str], Iterable[Column]],
    more: Callable[[str], tuple[str, ...]] = lambda name: (),
) -> tuple[tuple[str, ...], ...]:
    """Return a row of means for every system that has any, with more cells behind them."""
    means = [(name, [percent(results.mean(name, column)) for column in columns(name)]) for name in results.of(*SHOWN)]
    return with_something((results.label(name), *figures, *more(name)) for name, figures in means)


def with_something(rows: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return the rows that have a figure; if there are any, also those of systems that failed everywhere."""
    found = [(row, any(cell not in ("", NOTHING) for cell in row[1:])) for row in rows]
    anything = any(given for _, given in found)
    return tuple(row for row, given in found if given or (anything and PARTIAL in row[0]))


def _difference(results: Results, name: str, reference: str, column: Column) -> tuple[str, str, str]:
    found = results.compare(reference, name, column) if reference in results.names and name != reference else None
    if found is None:
        return "", "", ""
    bounds = f"{signed(-found.difference.high)} … {signed(-found.difference.low)}"
    return signed(-found.difference.mean), bounds, f"{found.p:.4f}"


def _change(results: Results, name: str, whole: str, column: Column) -> str:
    mean, bounds, _ = _difference(results, name, whole, column)
    return f"{mean} ({bounds})" if mean else NOTHING


def _mark_best(table: Table, columns: Iterable[int]) -> Table:
    """Return the table with the best of each column marked.

    The judges compete with nobody, and neither does a mean over fewer documents than the others have.
    """
    best: set[tuple[int, int]] = set()
    for column in columns:
        cells = {
            row: cells[column]
            for row, cells in enumerate(table.rows)
            if cells[column] not in ("", NOTHING)
            and not cells[0].startswith(("judge", "combined"))
            and PARTIAL not in cells[0] + cells[column]
        }
        top = max(map(float, cells.values()), default=0.0)
        best |= {(row, column) for row, cell in cells.items() if float(cell) == top}
    return replace(table, best=frozenset(best))
