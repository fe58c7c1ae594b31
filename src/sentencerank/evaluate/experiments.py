"""Experiments as data: which systems on which data, under which budgets; the tables of the paper among them (§8).

    Table 2             DUC-02, 100 words
    Table 3             SummBank, 5 % of the sentences: each judge against the others, all combined against all
    Table 4, Figure 2   the same from 10 % to 90 %
    Table 5             SummBank, 10, 40 and 70 %: SWR without one feature at a time

Any other dataset gets budgets that fit its references.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from sentencerank.document import word_count
from sentencerank.evaluate import systems as under_test
from sentencerank.evaluate.budgets import CURVE, Budget, parse_budgets
from sentencerank.evaluate.cases import Case
from sentencerank.evaluate.datasets import Kind, load, recognised
from sentencerank.evaluate.results import Column
from sentencerank.evaluate.scoring import Protocol
from sentencerank.evaluate.subjects import JUDGES, OTHERS, SUMMARIES
from sentencerank.evaluate.systems import System
from sentencerank.method.options import METHODS, READINGS

ALL_RULES = ("cut", "stop", "skip")


@dataclass(frozen=True, slots=True)
class Experiment:
    """A dataset with its protocol and what is shown first of the results."""

    name: str
    kind: Kind
    cases: tuple[Case, ...]
    protocol: Protocol
    headlines: tuple[tuple[str, str], ...]  # (panel, budget)

    @property
    def main(self) -> Column:
        """The measure that systems are compared by: the mean of R-1, R-2 and R-SU4 under the first headline."""
        panel, budget = self.headlines[0]
        return Column(panel, "rouge", budget)

    @property
    def judged(self) -> bool:
        """Whether anybody judged sentences."""
        return any(panel in (JUDGES, OTHERS) for panel, _ in self.headlines)


def experiment(
    path: str | Path,
    *,
    kind: Kind = "auto",
    budgets: str | None = None,
    stem: bool = True,
    longest: bool = False,
    limit: int | None = None,
) -> Experiment:
    """The experiment on a dataset: the paper's where the data is, otherwise one that fits; `limit` takes the first."""
    path = Path(path)
    found = recognised(path) if kind == "auto" and path.exists() else kind
    cases = load(path, found)[:limit]
    chosen = parse_budgets(budgets) if budgets else _fitting(found, cases)
    name = path.name.removesuffix(".gz").removesuffix(".jsonl")
    protocol = Protocol(chosen, stem=stem, limit_references=found == "duc02", longest=longest)
    return Experiment(name, found, cases, protocol, _headlines(cases, chosen))


def systems(
    methods: Sequence[str] = METHODS,
    readings: Sequence[str] = tuple(READINGS),
    *,
    ablations: bool = False,
    judges: bool = True,
    model: str | Path | None = None,
) -> tuple[System, ...]:
    """Methods in readings; with `ablations` also those of Table 5 and of our own reading; the judges last.

    `model` is the name of a model or its folder; by default what `Ranker` takes by itself.

    >>> len(systems()), len(systems(["ssr", "lead"], ["best"], judges=False))
    (18, 2)
    """
    chosen = under_test.methods(methods, readings)
    if ablations:
        known = {system.name for system in chosen}
        whole = [under_test.method("swr", "paper"), under_test.method("ssr", "best")]  # what the rest is compared with
        chosen += tuple(system for system in whole if system.name not in known)
        chosen += (*under_test.ablations(), *under_test.parts())
    chosen = tuple(under_test.with_model(system, model) for system in chosen)
    return (*chosen, *(under_test.judges() if judges else ()))


def _fitting(kind: Kind, cases: Sequence[Case]) -> tuple[Budget, ...]:
    """The paper's budgets for its data; elsewhere shares for judged sentences, words for summaries of that length."""
    if kind == "duc02":
        return _each_rule(100)
    if kind == "summbank":
        return (Budget(5, "%"), *CURVE)
    if _judged(cases):
        return (Budget(5, "%"), *CURVE, Budget(100))
    lengths = [word_count(text) for case in cases for text in case.summaries]
    typical = median(lengths) if lengths else 0
    if typical <= 30:
        return _each_rule(30)
    if typical <= 70:
        return (*_each_rule(100), Budget(50))
    return _each_rule(100) if typical <= 150 else (*_each_rule(400), Budget(250))


def _each_rule(words: int) -> tuple[Budget, ...]:
    """The main rule first, the other two beside it."""
    return tuple(Budget(words, rule=rule) for rule in ALL_RULES)  # type: ignore[arg-type]


def _headlines(cases: Sequence[Case], budgets: Sequence[Budget]) -> tuple[tuple[str, str], ...]:
    """What is shown first: where sentences were judged, the top 30 %, before all judges and with one left out."""
    plain = [budget.name for budget in budgets if budget.rule == "cut"]
    several = any(sum(r.indices is not None or r.scores is not None for r in case.references) > 1 for case in cases)
    found: list[tuple[str, str]] = []
    if _judged(cases):
        shares = [name for name in plain if name.endswith("%")] or plain
        shown = [name for name in ("5%", "10%", "30%", "40%", "70%") if name in shares] or shares[:3]
        first = "30%" if "30%" in shown else shown[0]
        panels = (JUDGES, OTHERS) if several else (JUDGES,)
        found += [(panel, name) for name in (first, *(name for name in shown if name != first)) for panel in panels]
        found += [(panel, name) for name in plain if name.endswith("w") and name not in shown for panel in panels]
    if any(case.summaries for case in cases):
        words = [name for name in plain if name.endswith("w")] or plain[:1]
        found += [(SUMMARIES, name) for name in words]
    return tuple(found) or tuple((SUMMARIES, budget.name) for budget in budgets[:1])


def _judged(cases: Sequence[Case]) -> bool:
    return any(
        reference.indices is not None or reference.scores is not None for case in cases for reference in case.references
    )
