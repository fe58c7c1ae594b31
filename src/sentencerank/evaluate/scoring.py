"""One system on one document: every measure, under every budget, before every panel of judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from time import process_time
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import OptionsError, SentenceRankError
from sentencerank.evaluate.budgets import parse_budgets, summary
from sentencerank.evaluate.hits import Hits, Several
from sentencerank.evaluate.measures import average_precision, kendall, ndcg, reading_area, reading_curve, spearman
from sentencerank.evaluate.rouge import Matches, Rouge
from sentencerank.evaluate.subjects import JUDGES, OTHERS, SUMMARIES, Subject
from sentencerank.evaluate.systems import ANY, System
from sentencerank.method.arrays import Order, Scores
from sentencerank.recipe import Budget

ROUGE = ("rouge_1", "rouge_2", "rouge_su4", "rouge_l")
SEVERAL: tuple[Several, ...] = ("pooled", "mean", "jackknife")
SIDES = ("recall", "precision", "f")
RANKING = ("average_precision", "ndcg", "kendall", "spearman", "reading_area")
MEAN_OF = ("rouge_1", "rouge_2", "rouge_su4")  # what the measure "rouge" is the mean of: the three of the paper
MEASURES = {
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
}  # every measure and its short name
READ = np.linspace(0.0, 1.0, 21)  # shares of the words at which the reading curve is kept

Numbers: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True)
class Protocol:
    """How summaries are cut and scored; `stem` is the original script's -m, `limit_references` its -l.

    Without `longest`, ROUGE-L is nan: it takes four fifths of the time and the paper does without.
    """

    budgets: tuple[Budget, ...]
    stem: bool = True
    limit_references: bool = False  # a budget of words cuts the references too
    longest: bool = False  # whether ROUGE-L is computed

    def __post_init__(self) -> None:
        if not self.budgets or any(budget.context for budget in self.budgets):
            raise OptionsError("an evaluation needs at least one budget, and none with context: give 100w, for example")

    @classmethod
    def of(cls, budgets: str, **rest: bool) -> Protocol:
        """Make a protocol from budgets in their notation.

        >>> Protocol.of("100w,5%").name
        '100w, 5%; Porter stems'
        """
        return cls(parse_budgets(budgets), **rest)

    def word_limit(self, budget: Budget) -> int | None:
        """Return what the scorer cuts the summary and each reference to."""
        return budget.words or None if self.limit_references else None

    @cached_property
    def budget_names(self) -> tuple[str, ...]:
        """The budgets in their notation."""
        return tuple(budget.name for budget in self.budgets)

    @property
    def name(self) -> str:
        """All of it in a line."""
        stems = "Porter stems" if self.stem else "no stemming"
        extras = "; references cut" * self.limit_references + "; ROUGE-L" * self.longest
        return f"{', '.join(self.budget_names)}; {stems}{extras}"

    @property
    def rouge(self) -> tuple[str, ...]:
        """The measures of ROUGE that are computed."""
        return ROUGE if self.longest else ROUGE[:-1]


@dataclass(frozen=True, slots=True)
class Column:
    """One measure: before which panel, under which budget (none for a measure of the ranking), and of what kind."""

    panel: str
    measure: str
    budget: str = ""
    several: Several = "pooled"
    side: str = "recall"

    def __post_init__(self) -> None:
        if self.measure not in MEASURES:
            raise OptionsError(f"no measure is called {self.measure!r}. There are: {', '.join(MEASURES)}.")

    @property
    def title(self) -> str:
        """The short name of the measure.

        >>> Column("judges", "rouge_su4", "5%").title, Column("judges", "ndcg").title
        ('R-SU4', 'nDCG')
        """
        return MEASURES[self.measure]


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    """What a system scored on a document; a panel that it does not face is missing."""

    case: str
    system: str
    rouge: Mapping[str, Numbers] = field(default_factory=dict)  # panel → (budgets, ROUGE, SEVERAL, SIDES)
    ranking: Mapping[str, Numbers] = field(default_factory=dict)  # panel → (RANKING,)
    curve: Mapping[str, Numbers] = field(default_factory=dict)  # panel → (READ,)
    error: str = ""  # why there is nothing
    cpu: float = 0.0  # processor seconds that the ranking took; unlike all else not the same in every run


class Scorer:
    """Scores systems on one subject, whose references are prepared once for all of them."""

    def __init__(self, subject: Subject, protocol: Protocol) -> None:
        self.subject, self.protocol = subject, protocol
        self._scorers = [
            Rouge(
                subject.references(budget),
                stem=protocol.stem,
                word_limit=protocol.word_limit(budget),
                longest=protocol.longest,
                # The original script is made for English: it sees no letters but a to z.
                unicode=subject.document.language != "en",
            )
            for budget in protocol.budgets
        ]

    def score(self, system: System) -> Record:
        """Return every measure of a system; what goes wrong inside it is recorded and does not end the run."""
        subject = self.subject
        start = process_time()
        try:
            orders = system.rank(subject)
        # A peer may raise anything, and one bad document must not end an hour of work.
        except Exception as error:
            return Record(subject.id, system.name, error=_reason(error)[:300])
        cpu = process_time() - start
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
            cpu=cpu,
        )

    def _summaries(self, faced: Mapping[str, Sequence[Order]]) -> dict[str, Numbers]:
        """Return ROUGE of each panel; a ranking that faces several panels is compared with all references only once."""
        matches: dict[bytes, list[Matches]] = {}
        for rankings in faced.values():
            for order in rankings:
                if order.tobytes() not in matches:
                    matches[order.tobytes()] = self._matches(order)
        found: dict[str, Numbers] = {}
        for panel, rankings in faced.items():
            each = [_rouge(matches[order.tobytes()], self.subject.panels[panel]) for order in rankings]
            found[panel] = np.mean(each, axis=0)
            # What was not computed has no value.
            found[panel][:, len(self.protocol.rouge) :] = np.nan
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


def _reason(error: Exception) -> str:
    """Say what went wrong on one line; an error that is not the package's own needs the name of its kind."""
    words = " ".join(str(error).split()).removesuffix(".")
    return words if isinstance(error, SentenceRankError) else f"{type(error).__name__}: {words}"


def _agreement(order: Order, subject: Subject, votes: Scores) -> Numbers:
    """Return RANKING: how far an order agrees with votes."""
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
    """Return the share of the votes seen after each share of the words in READ."""
    curve = reading_curve(order, subject.words, votes)
    return np.interp(READ, curve.read, curve.seen)


def _rouge(matches: Sequence[Matches], references: Sequence[int]) -> Numbers:
    chosen = list(references)
    return np.array([[_sides(getattr(found, measure), chosen) for measure in ROUGE] for found in matches])


def _sides(hits: Hits, chosen: list[int]) -> list[list[float]]:
    """Return recall, precision and F for each way to treat several references, of some of the references."""
    some = Hits(hits.hits[chosen], hits.reference[chosen], hits.summary)
    scores = [some.score(several) for several in SEVERAL]
    return [[score.recall, score.precision, score.f] for score in scores]


def _with_others(found: dict[str, Numbers]) -> dict[str, Numbers]:
    """Add the mean over the panels that leave one judge out."""
    each = [numbers for panel, numbers in found.items() if panel not in (SUMMARIES, JUDGES)]
    return {**found, OTHERS: np.mean(each, axis=0)} if each else found
