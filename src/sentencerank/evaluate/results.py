"""What came out of a run: the values of every document, their means, and how sure one can be of a difference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from sentencerank.errors import OptionsError
from sentencerank.evaluate.experiments import Experiment
from sentencerank.evaluate.scoring import (
    MEAN_OF,
    RANKING,
    READ,
    ROUGE,
    SEVERAL,
    SIDES,
    Column,
    Numbers,
    Protocol,
    Record,
)
from sentencerank.evaluate.significance import Interval, difference_interval, mean_interval, permutation_test
from sentencerank.method.arrays import Scores

PARTIAL = "†"  # behind a figure that is not of all documents, and behind a system that has such figures


@dataclass(frozen=True, slots=True)
class Comparison:
    """One system minus another, paired by document."""

    other: str
    difference: Interval
    p: float
    documents: int


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Every system on every document of one experiment.

    A measure is a `Column`; without one, the methods take the main measure of the experiment.
    """

    experiment: Experiment
    cases: tuple[str, ...]  # those that could be judged
    systems: tuple[tuple[str, str], ...]  # name, group
    records: Mapping[tuple[str, str], Record]  # (system, case)
    left_out: tuple[str, ...] = ()  # remarks on documents that could not be judged
    samples: int = 10_000  # drawn for intervals and tests; 0: neither

    @property
    def name(self) -> str:
        """The name of the dataset."""
        return self.experiment.name

    @property
    def protocol(self) -> Protocol:
        """How it was scored."""
        return self.experiment.protocol

    @property
    def names(self) -> tuple[str, ...]:
        """The systems."""
        return tuple(name for name, _ in self.systems)

    def of(self, *groups: str) -> tuple[str, ...]:
        """Return the systems of some groups."""
        return tuple(name for name, group in self.systems if group in groups)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to know before the figures are believed: documents left out, and systems that failed on some."""
        return (*self.left_out, *(self.failure(name) for name in self.names if self.failed(name)))

    def failed(self, system: str) -> tuple[Record, ...]:
        """Return the records of the documents on which a system failed."""
        found = (self.records[system, case] for case in self.cases)
        return tuple(record for record in found if record.error)

    def label(self, system: str) -> str:
        """Return the name of a system as tables show it: marked if it failed on some document."""
        return f"{system} {PARTIAL}" if self.failed(system) else system

    def failure(self, system: str) -> str:
        """Say on how many documents a system failed, and every reason with the first document that it holds for."""
        failed = self.failed(system)
        reasons: dict[str, list[str]] = {}
        for record in failed:
            reasons.setdefault(record.error, []).append(record.case)
        each = (f"({_some(cases)}): {reason}" for reason, cases in reasons.items())
        documents = "document" if len(self.cases) == 1 else "documents"
        return f"{system}: no result on {len(failed)} of {len(self.cases)} {documents} {'; '.join(each)}"

    @property
    def panels(self) -> tuple[str, ...]:
        """Every panel that any document has."""
        return tuple(dict.fromkeys(panel for record in self.records.values() for panel in record.rouge))

    def column(self, measure: str, **rest: str) -> Column:
        """Return a measure, before the main panel and under the main budget unless `panel` and `budget` say others."""
        return replace(self.experiment.main, measure=measure, **rest)  # type: ignore[arg-type]

    def values(self, system: str, column: Column | None = None) -> Scores:
        """Return one value per document; nan where there is none. Raise OptionsError for an unknown system or budget.

        The values are in the order of `cases`.
        """
        if system not in self.names:
            raise OptionsError(f"no system is called {system!r} here. There are: {', '.join(self.names)}.")
        column = column or self.experiment.main
        field, place = self._place(column)
        found = [getattr(self.records[system, case], field).get(column.panel) for case in self.cases]
        return np.array([float("nan") if numbers is None else float(numbers[place].mean()) for numbers in found])

    def mean(self, system: str, column: Column | None = None) -> float:
        """Return the mean over the documents that have a value; nan if none has."""
        values = self.values(system, column)
        return float(np.nanmean(values)) if np.isfinite(values).any() else float("nan")

    def interval(self, system: str, column: Column | None = None) -> Interval | None:
        """Return the mean with its bootstrap interval, no wider than the mean if nothing is to be drawn."""
        values = self.values(system, column)
        values = values[np.isfinite(values)]
        if not len(values):
            return None
        mean = float(values.mean())
        return mean_interval(values, samples=self.samples) if self.samples else Interval(mean, mean, mean)

    def compare(self, reference: str, other: str, column: Column | None = None) -> Comparison | None:
        """Return how much better `reference` is than `other` on the documents where both have a value; None if none."""
        left, right = self.values(reference, column), self.values(other, column)
        both = np.isfinite(left) & np.isfinite(right)
        if not both.any() or not self.samples:
            return None
        left, right = left[both], right[both]
        difference = difference_interval(left, right, samples=self.samples)
        return Comparison(other, difference, permutation_test(left, right, samples=self.samples), int(both.sum()))

    def reading_curve(self, system: str, panel: str) -> tuple[Numbers, Numbers] | None:
        """Return the shares of the words read, and the mean share of the votes seen at each of them."""
        found = [self.records[system, case].curve.get(panel) for case in self.cases]
        curves = [curve for curve in found if curve is not None and np.isfinite(curve).all()]
        return (READ, np.mean(curves, axis=0)) if curves else None

    def _place(self, column: Column) -> tuple[str, tuple[object, ...]]:
        """Return in which field of a record a measure stands, and where in its array."""
        if column.measure in RANKING:
            return "ranking", (RANKING.index(column.measure),)
        budgets = self.protocol.budget_names
        if column.budget not in budgets:
            raise OptionsError(f"no budget {column.budget!r} in this run. There are: {', '.join(budgets)}.")
        measures = [ROUGE.index(one) for one in (MEAN_OF if column.measure == "rouge" else (column.measure,))]
        return "rouge", (
            budgets.index(column.budget), measures, SEVERAL.index(column.several), SIDES.index(column.side)
        )  # fmt: skip


def _some(cases: Sequence[str]) -> str:
    """Name the first document, and say how many more there are.

    >>> _some(["a"]), _some(["a", "b", "c"])
    ('a', 'a and 2 more')
    """
    return cases[0] if len(cases) == 1 else f"{cases[0]} and {len(cases) - 1} more"
