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
    """A choice of units that fits; `fits` counts what is rendered."""

    limit: int
    costs: Sequence[int]  # of each unit alone
    size: Callable[[frozenset[int]], int]  # what a choice costs, rendered
    chosen: frozenset[int] = frozenset()
    mark: int = 1  # what the mark of a gap costs, about
    used: int = 0
    _failures: int = field(default=0, repr=False)

    def take(self, units: Iterable[int]) -> bool:
        """Add units if everything still fits."""
        wider = self.chosen.union(units)
        if wider == self.chosen:
            return True
        size = self.size(wider)
        if size > self.limit:
            self._failures += 1
            return False
        self.chosen, self.used = wider, size
        return True

    @property
    def spent(self) -> bool:
        """Whether nothing more fits, or too much was tried in vain."""
        return self.used >= self.limit or self._failures >= TRIES


def fill(budget: Choice, groups: Sequence[Sequence[frozenset[int]]]) -> None:
    """Take what is best: each group offers the same unit with more or fewer of its neighbours, the best group first."""
    budget.used = budget.size(budget.chosen) if budget.chosen else 0
    # The best comes first, whatever is estimated.
    any(map(budget.take, groups[0] if groups else ()))
    while _take_several(budget, groups):
        pass
    budget._failures = 0
    for group in groups:
        if budget.spent:
            return
        for units in group:
            # What costs a little more than the room that is left is tried as well: a token or two may be saved where
            # texts join.
            cost = sum(budget.costs[i] for i in units - budget.chosen)
            if cost <= SLACK * (budget.limit - budget.used) + 2 and budget.take(units):
                break


def fill_nested(budget: Choice, groups: Sequence[Sequence[frozenset[int]]]) -> None:
    """Take the best until the next does not fit, so that a larger budget never removes a unit."""
    kept = budget.chosen
    budget.used = budget.size(kept) if kept else 0
    low, high = 0, len(groups) + 1
    while high - low > 1:
        middle = (low + high) // 2
        prefix = kept.union(*(group[0] for group in groups[:middle]))
        size = budget.size(prefix)
        if size <= budget.limit:
            low, budget.chosen, budget.used = middle, prefix, size
        else:
            high = middle


def _take_several(budget: Choice, groups: Sequence[Sequence[frozenset[int]]]) -> bool:
    """Take all that should fit, were counts to add up; over the budget, less of it: the lowest-ranked go first."""
    left = budget.limit - budget.used
    new: set[int] = set()
    more: list[frozenset[int]] = []
    for group in groups:
        units = group[0] - budget.chosen - new
        cost = sum(budget.costs[i] + budget.mark for i in units)
        if units and cost <= left:
            left -= cost
            new |= units
            more.append(units)
        if left <= 0:
            break
    while more and not budget.take(frozenset().union(*more)):
        more = more[: len(more) * 7 // 8] if len(more) > 8 else more[:-1]
    return bool(more)
