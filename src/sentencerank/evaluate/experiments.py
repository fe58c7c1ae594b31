"""Experiments as data: which cases, under which budgets; the tables of the paper among them (§8).

    Table 2             DUC-02, 100 words
    Table 3             SummBank, 5 % of the sentences: each judge against the others, all combined against all
    Table 4, Figure 2   the same from 10 % to 90 %
    Table 5             SummBank, 10, 40 and 70 %: SWR without one feature at a time

Any other dataset gets budgets that fit its references.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from sentencerank.document import word_count
from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.datasets import Kind, kind_of, load
from sentencerank.evaluate.scoring import Column, Protocol
from sentencerank.evaluate.subjects import JUDGES, OTHERS, SUMMARIES
from sentencerank.files.compressed import without_compression


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
    data: str | Path | Iterable[Case],
    *,
    name: str = "",
    kind: Kind = "auto",
    protocol: Protocol | None = None,
    budgets: str | None = None,
    stem: bool = True,
    longest: bool = False,
    limit: int | None = None,
) -> Experiment:
    """Return the experiment on a dataset, given by its path or as cases; `limit` takes the first ones only.

    Without a protocol there is the paper's where the data is the paper's, and otherwise one that fits, with the
    budgets, the stems and ROUGE-L that are asked for. Raises DataError if there is nothing to read.
    """
    if isinstance(data, str | Path):
        path = Path(data)
        kind = kind_of(path) if kind == "auto" and path.exists() else kind
        cases = load(path, kind)[:limit]
        name = name or without_compression(path.name).removesuffix(".jsonl")
    else:
        kind, cases = "cases", tuple(data)[:limit]
    if protocol is None:
        notation = budgets or _fitting_budgets(kind, cases)
        protocol = Protocol.of(notation, stem=stem, limit_references=kind == "duc02", longest=longest)
    return Experiment(name, kind, cases, protocol, _headlines(cases, protocol.budget_names))


def _fitting_budgets(kind: Kind, cases: Sequence[Case]) -> str:
    """Return the paper's budgets for its data; elsewhere shares for judged sentences, words for summaries."""
    if kind == "duc02":
        return _each_rule(100)
    if kind == "summbank":
        return "5%,curve"
    if any(_judged(reference) for case in cases for reference in case.references):
        return "5%,curve,100w"
    lengths = [word_count(text) for case in cases for text in case.summaries]
    typical = median(lengths) if lengths else 0
    if typical <= 30:
        return _each_rule(30)
    if typical <= 70:
        return f"{_each_rule(100)},50w"
    return _each_rule(100) if typical <= 150 else f"{_each_rule(400)},250w"


def _each_rule(words: int) -> str:
    """Return the main rule first, and the other two beside it."""
    return f"{words}w,{words}w/stop,{words}w/skip"


def _headlines(cases: Sequence[Case], names: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return what is shown first: where sentences were judged, the top 30 %, before all judges and without one."""
    plain = [name for name in names if "/" not in name] or list(names)
    judges = max((sum(map(_judged, case.references)) for case in cases), default=0)
    found: list[tuple[str, str]] = []
    if judges:
        shares = [name for name in plain if name.endswith("%")] or plain
        shown = [name for name in ("5%", "10%", "30%", "40%", "70%") if name in shares] or shares[:3]
        first = "30%" if "30%" in shown else shown[0]
        panels = (JUDGES, OTHERS) if judges > 1 else (JUDGES,)
        found += [(panel, name) for name in (first, *(name for name in shown if name != first)) for panel in panels]
        found += [(panel, name) for name in plain if name.endswith("w") and name not in shown for panel in panels]
    if any(case.summaries for case in cases):
        words = [name for name in plain if name.endswith("w")] or plain[:1]
        found += [(SUMMARIES, name) for name in words]
    return tuple(found) or ((SUMMARIES, names[0]),)


def _judged(reference: Reference) -> bool:
    return reference.text is None
