"""UniformLink, our reading of X. Wan and J. Xiao, "Exploiting neighborhood knowledge for single document summarization
and keyphrase extraction", ACM Transactions on Information Systems 28(2), 2010.

A document is ranked together with the k documents of a collection that are nearest to it. All their sentences are nodes
of one graph, linked by the cosine of tf-isf vectors; links inside a document and between documents count alike
("uniform"). PageRank scores them, and the sentences of the document are then taken one by one: whatever is like a
sentence that was taken loses in proportion.

Our choices: nearness by tf-idf over the documents of the run, and ω = 1 untuned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from sentencerank.evaluate.rivals.neighbours import Neighbours, together
from sentencerank.evaluate.rivals.reading import Reading, cosines_of
from sentencerank.method.arrays import Order, Scores, Similarity
from sentencerank.method.chunks import DIGITS
from sentencerank.method.pagerank import pagerank

NEAREST = 10  # k of Table 2
PENALTY = 1.0  # ω, how much a taken sentence costs those like it


@dataclass(frozen=True, eq=False)
class UniformLink:
    """Ranks by the document and its `k` nearest ones; with k = 0 by the document alone."""

    neighbours: Neighbours
    k: int = NEAREST

    @classmethod
    def of(cls, readings: Sequence[Reading], k: int = NEAREST) -> Self:
        """Index a collection."""
        return cls(Neighbours.of(readings), k)

    def order(self, reading: Reading, limit: int) -> Order:
        """Rank a document of the collection."""
        near = self.neighbours.nearest(reading, self.k) if self.k else ()
        counts, _ = together((reading, *near))
        cosines = cosines_of(counts)
        scores = pagerank(cosines, np.full(len(cosines), 1.0 / max(len(cosines), 1)))
        own = len(reading.words)
        return one_by_one(scores[:own], cosines[:own, :own])


def one_by_one(scores: Scores, similarity: Similarity, *, penalty: float = PENALTY) -> Order:
    """Take the best sentence, and from each other take off ω · its share of likeness to it · the score taken.

    >>> one_by_one(np.array([3.0, 2.9, 1.0]), np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]], dtype=np.float32)).tolist()
    [0, 2, 1]
    """
    share = similarity / np.maximum(similarity.sum(axis=1, keepdims=True), 1e-12)
    left = scores.astype(np.float64)
    order = np.empty(len(scores), dtype=np.intp)
    for turn in range(len(scores)):
        best = int(np.round(left, DIGITS).argmax())
        order[turn] = best
        left -= penalty * share[:, best] * scores[best]
        left[best] = -np.inf
    return order
