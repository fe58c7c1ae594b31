"""The problem of §3 solved exactly, as a foil to the greedy round robin of §7 (extra `rivals`).

Sentences with scores F_s and lengths l_i stand in clusters. Two things are wanted at once within a length L: a high sum
of scores, and many clusters (the paper's F_d, which it leaves open; we read it as the number of clusters that have a
sentence in the summary). No choice is best in both, so three optima are computed, each an integer program:

    value        the highest Σ F_s, whatever the clusters
    clusters     the largest number of clusters, whatever the scores
    both         the highest Σ F_s among choices with at least as many clusters as a given one: what is its price?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sentencerank.evaluate.rivals.programs import SECONDS, Program, solve
from sentencerank.method.arrays import Ids, Labels, Mask, Order, Scores


@dataclass(frozen=True, slots=True, eq=False)
class Knapsack:
    """The sentences to choose from and how long the choice may be. Scores are not negative."""

    scores: Scores
    lengths: Ids
    clusters: Labels
    limit: int

    def value(self, chosen: Mask) -> float:
        """Σ F_s of a choice."""
        return float(self.scores[chosen].sum())

    def variety(self, chosen: Mask) -> int:
        """How many clusters a choice has sentences of."""
        return len(np.unique(self.clusters[chosen]))

    def greedy(self, order: Order | Sequence[int]) -> Mask:
        """Return the choice that an order makes: each sentence that still fits is taken."""
        chosen = np.zeros(len(self.scores), dtype=np.bool_)
        left = self.limit
        for sentence in order:
            if self.lengths[sentence] <= left:
                chosen[sentence] = True
                left -= int(self.lengths[sentence])
        return chosen

    def best(self, *, clusters: int = 0, seconds: float = SECONDS) -> Mask:
        """Return the choice of the highest value that has so many clusters.

        Raises DataError if none has, and ConvergenceError if it is not found in time.
        """
        return self._solve(self.scores, 0.0, clusters, seconds)

    def widest(self, *, seconds: float = SECONDS) -> Mask:
        """Return a choice with as many clusters as possible."""
        return self._solve(np.zeros(len(self.scores)), 1.0, 0, seconds)

    def _solve(self, gains: Scores, each: float, clusters: int, seconds: float) -> Mask:
        program = Program()
        chosen = program.add(gains)
        names = np.unique(self.clusters)
        reached = program.add(np.full(len(names), each))
        program.at_most(chosen, self.lengths, self.limit)
        for cluster, variable in zip(names.tolist(), reached.tolist(), strict=True):
            members = chosen[self.clusters == cluster]
            # A cluster counts only if one of its sentences is chosen.
            program.at_least(np.append(members, variable), np.append(np.ones(len(members)), -1.0), 0.0)
        if clusters:
            program.at_least(reached, np.ones(len(reached)), clusters)
        return solve(program, seconds=seconds)[chosen]
