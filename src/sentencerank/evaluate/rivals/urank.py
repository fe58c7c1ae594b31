"""URank, our reading of X. Wan, "Towards a unified approach to simultaneous single-document and multi-document
summarizations", COLING 2010.

Every sentence has two scores, its importance within its document and within the set of documents, and these influence
each other. The first comes from like sentences of the same document, the second from like sentences of the others:

    local  = α · within · local + (1 − α) · global        global = α · across · global + (1 − α) · local

Our choices: the set is a document and the k documents nearest to it, since open data has no topic sets as DUC-02 has;
α = ½ untuned; the score is damped as PageRank is; redundancy is kept out as in UniformLink.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from sentencerank.errors import ConvergenceError
from sentencerank.evaluate.rivals.neighbours import Neighbours, together
from sentencerank.evaluate.rivals.reading import Counts, Reading, cosines_of
from sentencerank.evaluate.rivals.uniform_link import NEAREST, one_by_one
from sentencerank.method.arrays import Ids, Order, Scores, Similarity

ALPHA = 0.5  # what like sentences say against what the other score says
DAMPING = 0.85


@dataclass(frozen=True, eq=False)
class URank:
    """Ranks by the local score, which the set of documents has influenced."""

    neighbours: Neighbours

    @classmethod
    def of(cls, readings: Sequence[Reading]) -> Self:
        """Index a collection."""
        return cls(Neighbours.of(readings))

    def order(self, reading: Reading, limit: int) -> Order:
        """Rank a document of the collection."""
        counts, owners = together((reading, *self.neighbours.nearest(reading, NEAREST)))
        cosines = cosines_of(counts)
        local, _ = both_scores(cosines, owners)
        own = len(reading.words)
        return one_by_one(local[:own], cosines[:own, :own])


def both_scores(
    cosines: Similarity, owners: Ids, *, tolerance: float = 1e-10, max_iterations: int = 1000
) -> tuple[Scores, Scores]:
    """Return the local and the global score of every sentence; both together sum to one.

    Raises ConvergenceError if they do not settle.
    """
    same = owners[:, None] == owners[None, :]
    within, across = columns_to_one(np.where(same, cosines, 0)), columns_to_one(np.where(same, 0, cosines))
    start = 0.5 / max(len(cosines), 1)
    local = everywhere = np.full(len(cosines), start)
    for _ in range(max_iterations):
        before = local, everywhere
        local, everywhere = (
            DAMPING * (ALPHA * (moves @ own) + (1 - ALPHA) * other) + (1 - DAMPING) * start
            for moves, own, other in ((within, local, everywhere), (across, everywhere, local))
        )
        if np.abs(local - before[0]).sum() + np.abs(everywhere - before[1]).sum() < tolerance:
            return local, everywhere
    raise ConvergenceError(f"URank did not settle within {max_iterations} steps (tolerance {tolerance:g}).")


def columns_to_one(weights: Similarity) -> Counts:
    """Return the weights with every column divided by its sum; who is like nobody votes for all alike.

    >>> columns_to_one(np.array([[0.0, 3.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0]], np.float32)).round(2).tolist()
    [[0.0, 0.75, 0.33], [1.0, 0.0, 0.33], [0.0, 0.25, 0.33]]
    """
    totals = weights.sum(axis=0, dtype=np.float64)
    return np.where(totals > 0, weights / np.where(totals > 0, totals, 1.0), 1.0 / max(len(weights), 1))
