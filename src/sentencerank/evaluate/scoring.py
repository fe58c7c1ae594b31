"""One system on one document: every measure, under every budget, before every panel of judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sentencerank.evaluate.budgets import Budget, summary
from sentencerank.evaluate.hits import Hits, Several
from sentencerank.evaluate.measures import average_precision, kendall, ndcg, reading_area, reading_curve, spearman
from sentencerank.evaluate.rouge import Matches, Rouge
from sentencerank.evaluate.subjects import JUDGES, OTHERS, SUMMARIES, Subject
from sentencerank.evaluate.systems import ANY, System
from sentencerank.method.arrays import Order, Scores

ROUGE = ("rouge_1", "rouge_2", "rouge_su4", "rouge_l")
SEVERAL: tuple[Several, ...] = ("pooled", "mean", "jackknife")
SIDES = ("recall", "precision", "f")
RANKING = ("average_precision", "ndcg", "kendall", "spearman", "reading_area")
READ = np.linspace(0.0, 1.0, 21)  # shares of the words at which the reading curve is kept

Numbers: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Protocol:
    """How summaries are cut and scored; `stem` is the original script's -m, `limit_references` its -l.

    Without `longest`, ROUGE-L is nan: it takes four fifths of the time and the paper does without.
    """

    budgets: tuple[Budget, ...]
    stem: bool = True
    limit_references: bool = False  # a budget of words cuts the references too
    longest: bool = False  # whether ROUGE-L is computed

    def word_limit(self, budget: Budget) -> int | None:
        """What the scorer cuts the summary and each reference to."""
        return int(budget.amount) or None if self.limit_references and budget.unit == "w" else None

    @property
    def name(self) -> str:
        """All of it in a line.

        >>> Protocol((Budget(100), Budget(5, "%"))).name
        '100w, 5%; Porter stems'
        """
        stems = "Porter stems" if self.stem else "no stemming"
        extras = "; references cut" * self.limit_references + "; ROUGE-L" * self.longest
        return f"{', '.join(budget.name for budget in self.budgets)}; {stems}{extras}"

    @property
    def rouge(self) -> tuple[str, ...]:
        """The measures of ROUGE that are computed."""
        return ROUGE if self.longest else ROUGE[:-1]


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """What a system scored on a document; a panel that it does not face is missing."""

    case: str
    system: str
    rouge: Mapping[str, Numbers] = field(default_factory=dict)  # panel → (budgets, ROUGE, SEVERAL, SIDES)
    ranking: Mapping[str, Numbers] = field(default_factory=dict)  # panel → (RANKING,)
    curve: Mapping[str, Numbers] = field(default_factory=dict)  # panel → (READ,)
    error: str = ""  # why there is nothing


class Bench:
    """The references of a subject, prepared once for all systems."""

    def __init__(self, subject: Subject, protocol: Protocol) -> None:
        self.subject, self.protocol = subject, protocol
        self._scorers = [
            Rouge(
                subject.references(budget),
                stem=protocol.stem,
                word_limit=protocol.word_limit(budget),
                longest=protocol.longest,
            )
            for budget in protocol.budgets
        ]

    def score(self, system: System) -> Record:
        """Every measure of a system; what goes wrong inside it is recorded and does not end the run."""
        subject = self.subject
        try:
            orders = system.rank(subject)
        except Exception as error:  # whatever a peer may raise: one bad document must not end an hour of work
            reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
            return Record(subject.id, system.name, error=reason[:300])
        if orders is None:
            return Record(subject.id, system.name)
        faced = {panel: orders.get(panel, orders.get(ANY, ())) for panel in subject.panels}
        faced = {panel: rankings for panel, rankings in faced.items() if len(rankings)}
        return Record(
            subject.id,
            system.name,
            _with_others(self._summaries(faced)),
            _with_others(self._over_votes(faced, _agreement)),
            _with_others(self._over_votes(faced, _seen)),
        )

    def _summaries(self, faced: Mapping[str, Sequence[Order]]) -> dict[str, Numbers]:
        """ROUGE of each panel. The same ranking before several panels is compared with all references only once."""
        matches: dict[bytes, list[Matches]] = {}
        for rankings in faced.values():
            for order in rankings:
                if order.tobytes() not in matches:
                    matches[order.tobytes()] = self._matches(order)
        found: dict[str, Numbers] = {}
        for panel, rankings in faced.items():
            each = [_rouge(matches[order.tobytes()], self.subject.panels[panel]) for order in rankings]
            found[panel] = np.mean(each, axis=0)
            found[panel][:, len(self.protocol.rouge) :] = np.nan  # what was not computed
        return found

    def _matches(self, order: Order) -> list[Matches]:
        ranked = order.tolist()
        return [
            scorer.matches(summary(ranked, self.subject.sentences, budget))
            for scorer, budget in zip(self._scorers, self.protocol.budgets, strict=True)
        ]

    def _over_votes(self, faced: Mapping[str, Sequence[Order]], measure: _Measure) -> dict[str, Numbers]:
        found: dict[str, Numbers] = {}
        for panel, rankings in faced.items():
            votes = self.subject.votes(panel)
            if votes is not None:
                found[panel] = np.mean([measure(order, self.subject, votes) for order in rankings], axis=0)
        return found


_Measure: TypeAlias = Callable[[Order, Subject, Scores], Numbers]


def _agreement(order: Order, subject: Subject, votes: Scores) -> Numbers:
    """RANKING: how far an order agrees with votes."""
    places = np.empty(len(order))
    places[order] = -np.arange(len(order), dtype=np.float64)
    return np.array(
        [
            average_precision(order, votes),
            ndcg(order, votes),
            kendall(places, votes),
            spearman(places, votes),
            reading_area(order, subject.words, votes),
        ]
    )


def _seen(order: Order, subject: Subject, votes: Scores) -> Numbers:
    """The share of the votes seen after each share of the words in READ."""
    curve = reading_curve(order, subject.words, votes)
    return np.interp(READ, curve.read, curve.seen)


def _rouge(matches: Sequence[Matches], references: Sequence[int]) -> Numbers:
    chosen = list(references)
    return np.array([[_sides(getattr(found, measure), chosen) for measure in ROUGE] for found in matches])


def _sides(hits: Hits, chosen: list[int]) -> list[list[float]]:
    """Recall, precision and F for each way to treat several references, of some of the references."""
    some = Hits(hits.hits[chosen], hits.reference[chosen], hits.summary)
    scores = [some.score(several) for several in SEVERAL]
    return [[score.recall, score.precision, score.f] for score in scores]


def _with_others(found: dict[str, Numbers]) -> dict[str, Numbers]:
    """Add the mean over the panels that leave one judge out."""
    each = [numbers for panel, numbers in found.items() if panel not in (SUMMARIES, JUDGES)]
    return {**found, OTHERS: np.mean(each, axis=0)} if each else found
