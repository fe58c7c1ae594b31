"""Which sentences are compared with which: all of them, or in a long document those of one chunk.

Distances, similarities and the sentence graph are n × n matrices. Beyond LONGEST sentences they are computed for
chunks of about CHUNK consecutive sentences only, as if sentences of different chunks had nothing to do with
each other. All else stays that of the whole document: the term graph and salience, places, and the scale of every score
(docs/decisions/0023). A shorter document is one chunk.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from sentencerank.frozen import dataclass
from sentencerank.method.arrays import Ids, Labels, Order, Scores, Similarity
from sentencerank.method.terms import Terms

LONGEST = 2000  # sentences that are all compared with each other
CHUNK = 1000  # sentences of a chunk of a longer document, about
DIGITS = 9  # as in selection.py: what agrees so far is equal


@dataclass(frozen=True, slots=True, eq=False)
class Chunk:
    """Consecutive candidates, and how they compare."""

    start: int
    end: int
    similarity: Similarity  # sim_P
    graph: Similarity | None  # SSG
    terms: Terms | None = None  # what the sentences say; only a clustering by words reads it

    @property
    def sentences(self) -> slice:
        """Which of the candidates these are."""
        return slice(self.start, self.end)


def bounds_of(sections: Ids, paragraphs: Ids) -> list[int]:
    """Where the chunks of some sentences begin, and the end: near equal steps, moved to a break of the text close by.

    `sections` and `paragraphs` say where each sentence stands. A new section is the best place to cut, then a new
    paragraph.
    """
    total = len(sections)
    count = 1 if total <= LONGEST else round(total / CHUNK)
    bounds = [0]
    for k in range(1, count):
        target = k * total // count
        near = range(max(bounds[-1] + 1, target - CHUNK // 8), min(total, target + CHUNK // 8))
        bounds.append(min(near, key=lambda i: (_cost(sections, paragraphs, i), abs(i - target)), default=target))
    return [*bounds, total]


def _cost(sections: Ids, paragraphs: Ids, place: int) -> int:
    """How bad a place this is to cut: 0 before a new section, 1 before a new paragraph, 2 inside one."""
    if sections[place - 1] != sections[place]:
        return 0
    return 1 if paragraphs[place - 1] != paragraphs[place] else 2


def note_on_chunks(bounds: Sequence[int]) -> tuple[str, ...]:
    """A note where not all sentences were compared with each other; a chunk of copies of others holds none.

    >>> note_on_chunks([0, 4, 4, 4]), note_on_chunks([0, 1500, 3000])
    ((), ('3,000 sentences: compared with each other within 2 chunks of the text.',))
    """
    count = len(set(bounds)) - 1
    if count < 2:
        return ()
    return (f"{bounds[-1]:,} sentences: compared with each other within {count} chunks of the text.",)


def scores_by_chunk(
    bounds: Sequence[int], bias: Scores, damping: float, walk: Callable[[int, Scores], Scores]
) -> Scores:
    """PageRank in chunks: `walk(k, P)` of chunk k, with P that sums to one there, put on a common scale.

    In one piece the random walk would leave a chunk for any sentence: so with d a chunk gets a share by its size, and
    with 1 − d its share of P.
    """
    if len(bounds) == 2:
        return walk(0, bias)
    scores = np.zeros(len(bias))
    for k, (start, end) in enumerate(pairwise(bounds)):
        here = bias[start:end]
        mass = float(here.sum())
        if mass > 0:
            share = damping * (end - start) / len(bias) + (1 - damping) * mass
            scores[start:end] = share * walk(k, here / mass)
    return scores


def merge_orders(orders: Sequence[Order], values: Sequence[Scores]) -> Order:
    """The orders of the chunks as one: whoever has the highest value at his turn comes next.

    Values fall along an order, so this is what choosing from all chunks at once would have given.

    >>> merge_orders([np.array([1, 0]), np.array([2])], [np.array([0.9, 0.2]), np.array([0.5])])
    array([1, 2, 0])
    """
    order, value = np.concatenate(orders), np.concatenate(values)
    turn = np.concatenate([np.arange(len(part)) for part in orders])
    return order[np.lexsort((order, turn, -np.round(value, DIGITS)))]


def renumber(labels: Sequence[Labels]) -> Labels:
    """Cluster numbers of the chunks as numbers that are unique in the document.

    >>> renumber([np.array([0, 1]), np.array([0, 0])])
    array([0, 1, 2, 2])
    """
    if len(labels) == 1:
        return labels[0]
    firsts = np.cumsum([0] + [int(part.max(initial=-1)) + 1 for part in labels])[:-1]
    return np.concatenate([part + first for part, first in zip(labels, firsts, strict=True)])
