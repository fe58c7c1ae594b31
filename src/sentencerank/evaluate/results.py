"""What came out of a run: the values of every document, their means, and how sure one can be of a difference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from sentencerank.errors import OptionsError
from sentencerank.evaluate.hits import Several
from sentencerank.evaluate.scoring import RANKING, READ, ROUGE, SEVERAL, SIDES, Numbers, Protocol, Record
from sentencerank.evaluate.significance import Interval, difference_interval, mean_interval, permutation_test
from sentencerank.method.arrays import Scores

MEAN_OF = ("rouge_1", "rouge_2", "rouge_su4")  # what the measure "rouge" is the mean of: the three of the paper
SHORT = {
    "rouge": "mean",
    "rouge_1": "R-1",
    "rouge_2": "R-2",
    "rouge_su4": "R-SU4",
    "rouge_l": "R-L",
    "average_precision": "AP",
    "ndcg": "nDCG",
    "kendall": "τ",
    "spearman": "ρ",
    "reading_area": "area",
}


@dataclass(frozen=True, slots=True)
class Column:
    """One measure: before which panel, under which budget (none for a measure of the ranking), and of what kind."""

    panel: str
    measure: str
    budget: str = ""
    several: Several = "pooled"
    side: str = "recall"

    @property
    def title(self) -> str:
        """Short name of the measure.

        >>> Column("judges", "rouge_su4", "5%").title, Column("judges", "ndcg").title
        ('R-SU4', 'nDCG')
        """
        return SHORT[self.measure]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Reference minus other, paired by document."""

    other: str
    difference: Interval
    p: float
    documents: int


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Every system on every document of one dataset."""

    name: str
    protocol: Protocol
    cases: tuple[str, ...]
    systems: tuple[tuple[str, str], ...]  # name, group
    records: Mapping[tuple[str, str], Record]  # (system, case)
    remarks: tuple[str, ...] = ()
    samples: int = 10_000  # drawn for intervals and tests; 0: neither

    @property
    def names(self) -> tuple[str, ...]:
        """The systems."""
        return tuple(name for name, _ in self.systems)

    def of(self, *groups: str) -> tuple[str, ...]:
        """The systems of some groups."""
        return tuple(name for name, group in self.systems if group in groups)

    @property
    def panels(self) -> tuple[str, ...]:
        """Every panel that any document has."""
        return tuple(dict.fromkeys(panel for record in self.records.values() for panel in record.rouge))

    def values(self, system: str, column: Column) -> Scores:
        """One value per document; nan where there is none."""
        return np.array([self._value(self.records[system, case], column) for case in self.cases])

    def mean(self, system: str, column: Column) -> float:
        """The mean over the documents that have a value; nan if none has."""
        values = self.values(system, column)
        return float(np.nanmean(values)) if np.isfinite(values).any() else float("nan")

    def interval(self, system: str, column: Column) -> Interval | None:
        """The mean with its bootstrap interval, no wider than the mean if nothing is to be drawn."""
        values = self.values(system, column)
        values = values[np.isfinite(values)]
        if not len(values):
            return None
        mean = float(values.mean())
        return mean_interval(values, samples=self.samples) if self.samples else Interval(mean, mean, mean)

    def compare(self, reference: str, other: str, column: Column) -> Comparison | None:
        """How much better `reference` is than `other`, on the documents on which both have a value; None if on none."""
        left, right = self.values(reference, column), self.values(other, column)
        both = np.isfinite(left) & np.isfinite(right)
        if not both.any() or not self.samples:
            return None
        left, right = left[both], right[both]
        difference = difference_interval(left, right, samples=self.samples)
        return Comparison(other, difference, permutation_test(left, right, samples=self.samples), int(both.sum()))

    def reading_curve(self, system: str, panel: str) -> tuple[Numbers, Numbers] | None:
        """(share of words read, mean share of votes seen)."""
        found = [self.records[system, case].curve.get(panel) for case in self.cases]
        curves = [curve for curve in found if curve is not None and np.isfinite(curve).all()]
        return (READ, np.mean(curves, axis=0)) if curves else None

    def only(self, *names: str) -> Results:
        """The same with some of the systems."""
        return replace(self, systems=tuple(system for system in self.systems if system[0] in names))

    def _value(self, record: Record, column: Column) -> float:
        if column.measure in RANKING:
            numbers = record.ranking.get(column.panel)
            return float("nan") if numbers is None else float(numbers[RANKING.index(column.measure)])
        if column.measure not in SHORT:
            raise OptionsError(f"no measure is called {column.measure!r}. There are: {', '.join(SHORT)}.")
        numbers = record.rouge.get(column.panel)
        if numbers is None:
            return float("nan")
        budgets = [budget.name for budget in self.protocol.budgets]
        if column.budget not in budgets:
            raise OptionsError(f"no budget {column.budget!r} in this run. There are: {', '.join(budgets)}.")
        measures = MEAN_OF if column.measure == "rouge" else (column.measure,)
        place = [ROUGE.index(measure) for measure in measures], SEVERAL.index(column.several), SIDES.index(column.side)
        return float(numbers[(budgets.index(column.budget), *place)].mean())
