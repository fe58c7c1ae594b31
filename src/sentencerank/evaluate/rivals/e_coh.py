"""E_Coh, our reading of D. Parveen and M. Strube, "Integrating importance, non-redundancy and coherence in graph-based
extractive summarization", IJCAI 2015.

Sentences and entities are the two sides of a graph. HITS says how important a sentence is, its links to later sentences
how coherent a summary with it will be, and an integer program weighs both against saying the same twice.

Our choices: entities without coreference (reading.py), untuned weights, and a program that chooses among the most
important sentences only and stops within 1 % of the optimum (coherence.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from sentencerank.evaluate.rivals.coherence import ROOM, choose, chosen_first, outdegrees, pool
from sentencerank.evaluate.rivals.hubs import authorities
from sentencerank.evaluate.rivals.reading import Counts, Reading
from sentencerank.method.arrays import Order


@dataclass(frozen=True, eq=False)
class ECoh:
    """Ranks a document by itself."""

    @classmethod
    def of(cls, readings: Sequence[Reading]) -> Self:
        """Learn nothing from a collection."""
        return cls()

    def order(self, reading: Reading, limit: int) -> Order:
        """Rank a document; raise DocumentError if it has no entity."""
        return coherent_order(reading, reading.entity_counts, limit)


def coherent_order(reading: Reading, weights: Counts, limit: int) -> Order:
    """Rank by the graph of sentences and what they hold: entities here, topics in T_Coh."""
    importance = authorities(weights)
    among = pool(importance, reading.lengths, ROOM * limit)
    held = weights[among] > 0
    chosen = choose(importance[among], outdegrees(weights)[among], held, reading.lengths[among], limit)
    return chosen_first(importance, among, chosen)
