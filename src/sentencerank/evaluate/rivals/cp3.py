"""CP_3, our reading of D. Parveen, M. Mesgar and M. Strube, "Generating coherent summaries of scientific articles using
coherence patterns", EMNLP 2016.

A coherence pattern is a connected graph of three sentences, linked from the earlier to the later where they share an
entity. How often each pattern occurs in what people wrote is its weight, and the integer program of E_Coh is given, in
place of the links of single sentences, every pattern that three chosen sentences form.

Our choices, beside those of E_Coh: patterns are mined in the beginnings of the other documents of the run, since open
data has no corpus of abstracts beside it, and only patterns of sentences that stand near each other are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import Self, TypeAlias

import numpy as np

from sentencerank.errors import DataError, DocumentError
from sentencerank.evaluate.rivals.coherence import COHERENCE, GAP, IMPORTANCE, add_sentences, chosen_first, links, pool
from sentencerank.evaluate.rivals.hubs import authorities
from sentencerank.evaluate.rivals.programs import Program, solve
from sentencerank.evaluate.rivals.reading import Reading, shares
from sentencerank.method.arrays import Mask, Order

Pattern: TypeAlias = tuple[tuple[int, int], ...]  # edges between 0, 1, 2, in the least of all numberings
SIZE = 3
OPENING = 12  # sentences at the beginning of a document in which patterns are mined: a text of an abstract's length
REACH = 4  # a pattern stands within so many sentences in a row
ROOM = 2  # a program chooses among sentences for so many summaries: patterns make it large


@dataclass(frozen=True, eq=False)
class CP3:
    """Ranks by patterns that were mined in the other documents of a collection, never in their references."""

    mined: Mapping[str, Counter[Pattern]]

    @classmethod
    def of(cls, readings: Sequence[Reading]) -> Self:
        """Mine the beginnings of all documents."""
        return cls({reading.id: mine(linked(reading)[:OPENING, :OPENING]) for reading in readings})

    def weights(self, id: str) -> dict[Pattern, float]:
        """Return the share of each pattern among those of all documents but one. Raise DataError if that is all."""
        if len(self.mined) < 2:
            raise DataError(
                "coherence patterns are mined in the other documents of a collection, and there is none: "
                "evaluate several documents together, or choose e-coh"
            )
        total: Counter[Pattern] = Counter()
        for name, found in self.mined.items():
            if name != id:
                total += found
        whole = max(sum(total.values()), 1)
        return {pattern: count / whole for pattern, count in total.items()}

    def order(self, reading: Reading, limit: int) -> Order:
        """Rank a document of the collection; raise DocumentError if it has no entity."""
        counts = reading.entity_counts
        importance = authorities(counts)
        among = pool(importance, reading.lengths, ROOM * limit)
        program = Program()
        gain = IMPORTANCE * shares(importance[among])
        chosen = add_sentences(program, gain, counts[among] > 0, reading.lengths[among], limit)
        known = self.weights(reading.id)
        found = [(places, known.get(kind, 0.0)) for places, kind in subgraphs(linked(reading)[np.ix_(among, among)])]
        triples = program.add(COHERENCE * shares(np.array([weight for _, weight in found])))
        for triple, (places, _) in zip(triples.tolist(), found, strict=True):
            # A pattern counts only if all its sentences are chosen; three demands are solved faster than their sum.
            for sentence in chosen[list(places)].tolist():
                program.at_most(np.array([triple, sentence]), np.array([1.0, -1.0]), 0.0)
        return chosen_first(importance, among, solve(program, gap=GAP)[chosen])


def linked(reading: Reading) -> Mask:
    """Return which sentence is linked to which later one; no link at all in a text without entities."""
    try:
        return links(reading.entity_counts) > 0
    except DocumentError:
        return np.zeros((len(reading.words), len(reading.words)), dtype=np.bool_)


def mine(graph: Mask) -> Counter[Pattern]:
    """Count the patterns of a projection.

    >>> mine(np.array([[False, True, False], [False, False, True], [False, False, False]]))
    Counter({((0, 1), (1, 2)): 1})
    """
    return Counter(kind for _, kind in subgraphs(graph))


def subgraphs(graph: Mask) -> Iterator[tuple[tuple[int, ...], Pattern]]:
    """Yield every connected induced subgraph of three near nodes, and its pattern."""
    for first in range(len(graph)):
        for rest in combinations(range(first + 1, min(first + REACH, len(graph))), SIZE - 1):
            places = (first, *rest)
            edges = [(a, b) for a, b in combinations(range(SIZE), 2) if graph[places[a], places[b]]]
            if len(edges) >= SIZE - 1:
                yield places, pattern_of(edges)


def pattern_of(edges: Sequence[tuple[int, int]]) -> Pattern:
    """Return the same name for the same shape: the least list of edges over all numberings of the nodes.

    >>> pattern_of([(0, 2), (1, 2)]) == pattern_of([(0, 1), (2, 1)])
    True
    """
    return min(tuple(sorted((number[a], number[b]) for a, b in edges)) for number in permutations(range(SIZE)))
