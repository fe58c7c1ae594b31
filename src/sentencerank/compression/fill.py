"""Fill a budget exactly: what is returned has been counted as a whole, by the caller's own counter.

Token counts do not add up, so the costs of single units only say where to begin. A choice is rendered as it would be
returned and counted; what is over loses its lowest-ranked units, then more are tried, each accepted only after a count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

TRIES = 48  # choices that are counted in vain before the rest is given up
SLACK = 1.25  # a unit is worth a try up to this share of the room that is left


@dataclass(slots=True)
class Choice:
    """A choice of units that fits; `size` counts what is rendered."""

    limit: int
    costs: Sequence[int]  # of each unit alone
    size: Callable[[frozenset[int]], int]  # what a choice costs, rendered
    must: frozenset[int] = frozenset()  # units that are never dropped
    mark: int = 1  # what the mark of a gap costs, about
    chosen: frozenset[int] = frozenset()
    used: int = 0
    failures: int = field(default=0, repr=False)

    def __post_init__(self) -> None:
        self.chosen, self.used = self.must, self.size(self.must) if self.must else 0

    def take(self, units: Iterable[int]) -> bool:
        """Add units if everything still fits."""
        wider = self.chosen.union(units)
        if wider == self.chosen:
            return True
        size = self.size(wider)
        if size > self.limit:
            self.failures += 1
            return False
        self.chosen, self.used = wider, size
        return True

    def cost(self, units: Iterable[int]) -> int:
        """What units would cost, were counts to add up."""
        return sum(self.costs[unit] for unit in units)

    @property
    def room(self) -> int:
        """What is left of the budget."""
        return self.limit - self.used


def fill(budget: Choice, groups: Sequence[Sequence[frozenset[int]]]) -> None:
    """Take what is best: each group offers the same unit with more or fewer of its neighbours, the best group first."""
    # The best comes first, whatever is estimated.
    any(map(budget.take, groups[0] if groups else ()))
    while _take_several(budget, groups):
        pass
    _take_what_fits(budget, groups)


def fill_nested(budget: Choice, groups: Sequence[Sequence[frozenset[int]]]) -> None:
    """Take the best until the next does not fit, so that a larger budget never removes a unit."""
    low, high = 0, len(groups) + 1
    while high - low > 1:
        middle = (low + high) // 2
        if budget.take(frozenset().union(*(group[0] for group in groups[:middle]))):
            low = middle
        else:
            high = middle


def fill_beside(budget: Choice, units: Iterable[int], chunk_of: Sequence[int]) -> None:
    """Take single units that fit into the room that is left and stand beside what was chosen of their chunk."""
    budget.failures = 0
    for unit in units:
        if budget.room <= 0 or budget.failures >= TRIES:
            return
        beside = any(place in budget.chosen and chunk_of[place] == chunk_of[unit] for place in (unit - 1, unit + 1))
        if beside and budget.costs[unit] <= SLACK * budget.room + 2:
            budget.take((unit,))


def _take_several(budget: Choice, groups: Sequence[Sequence[frozenset[int]]]) -> bool:
    """Take all that should fit, were counts to add up; over the budget, less of it: the lowest-ranked go first."""
    left = budget.room
    seen: set[int] = set(budget.chosen)
    more: list[frozenset[int]] = []
    for group in groups:
        for wanted in group:
            units = wanted - seen
            cost = budget.cost(units)
            if cost <= left:
                break
        else:
            continue
        if cost + budget.mark * len(units) > left:
            break  # it fits if no mark of a gap is needed: to be tried before what is worse
        left -= cost + budget.mark * len(units)
        seen |= units
        more += [units] if units else []
        if left <= 0:
            break
    while more and not budget.take(frozenset().union(*more)):
        more = more[: len(more) * 7 // 8] if len(more) > 8 else more[:-1]
    return bool(more)


def _take_what_fits(budget: Choice, groups: Sequence[Sequence[frozenset[int]]]) -> None:
    """Try the groups one by one, the best first."""
    budget.failures = 0
    for group in groups:
        if budget.room <= 0 or budget.failures >= TRIES:
            return
        for units in group:
            # What costs a little more than the room that is left is tried as well: a token or two may be saved where
            # texts join.
            if units <= budget.chosen or (
                budget.cost(units - budget.chosen) <= SLACK * budget.room + 2 and budget.take(units)
            ):
                break
