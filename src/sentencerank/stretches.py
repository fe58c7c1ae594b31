"""Which sentences are compared with which: all of them, or in a long document those of one stretch.

Distances, similarities and the sentence graph are n × n matrices. Beyond LONGEST sentences they are computed for
stretches of about STRETCH consecutive sentences only, as if sentences of different stretches had nothing to do with
each other. All else stays that of the whole document: the term graph and salience, places, and the scale of every score
(docs/decisions/0023). A shorter document is one stretch.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from sentencerank.arrays import Ids, Labels, Order, Scores, Similarity
from sentencerank.document import Document

LONGEST = 2000  # sentences that are all compared with each other
STRETCH = 1000  # sentences of a stretch of a longer document, about
DIGITS = 9  # as in selection.py: what agrees so far is equal


@dataclass(frozen=True, slots=True, eq=False)
class Stretch:
    """Consecutive live sentences, and how they compare."""

    start: int
    end: int
    similarity: Similarity  # sim_P
    graph: Similarity | None  # SSG

    @property
    def sentences(self) -> slice:
        """Which of the live sentences these are."""
        return slice(self.start, self.end)


def bounds_of(document: Document, sentences: Ids) -> list[int]:
    """Where the stretches of some sentences begin, and the end: near equal steps, moved to a seam of the text close by.

    A new section is the best place to cut, then a new paragraph.
    """
    total = len(sentences)
    count = 1 if total <= LONGEST else round(total / STRETCH)
    bounds = [0]
    for k in range(1, count):
        target = k * total // count
        near = range(max(bounds[-1] + 1, target - STRETCH // 8), min(total, target + STRETCH // 8))
        bounds.append(min(near, key=lambda i: (_seam(document, sentences, i), abs(i - target)), default=target))
    return [*bounds, total]


def _seam(document: Document, sentences: Ids, place: int) -> int:
    """How bad a place this is to cut: 0 before a new section, 1 before a new paragraph, 2 inside one."""
    before, after = document.sentences[sentences[place - 1]], document.sentences[sentences[place]]
    return 0 if before.section != after.section else 1 if before.paragraph != after.paragraph else 2


def stretched(bounds: Sequence[int]) -> tuple[str, ...]:
    """A note where not all sentences were compared with each other; a stretch of copies of others holds none.

    >>> stretched([0, 4, 4, 4]), stretched([0, 1500, 3000])
    ((), ('3,000 sentences: compared with each other within 2 stretches of the text.',))
    """
    count = len(set(bounds)) - 1
    if count < 2:
        return ()
    return (f"{bounds[-1]:,} sentences: compared with each other within {count} stretches of the text.",)


def scores_by_stretch(
    bounds: Sequence[int], bias: Scores, damping: float, walk: Callable[[int, Scores], Scores]
) -> Scores:
    """PageRank in stretches: `walk(k, P)` of stretch k, with P that sums to one there, put on a common scale.

    In one piece a walker would leave his stretch for any sentence: so with d a stretch gets a share by its size, and
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


def merged(orders: Sequence[Order], values: Sequence[Scores]) -> Order:
    """The orders of the stretches as one: whoever has the highest value at his turn comes next.

    Values fall along an order, so this is what choosing from all stretches at once would have given.

    >>> merged([np.array([1, 0]), np.array([2])], [np.array([0.9, 0.2]), np.array([0.5])])
    array([1, 2, 0])
    """
    order, value = np.concatenate(orders), np.concatenate(values)
    turn = np.concatenate([np.arange(len(part)) for part in orders])
    return order[np.lexsort((order, turn, -np.round(value, DIGITS)))]


def renumbered(labels: Sequence[Labels]) -> Labels:
    """Cluster numbers of the stretches as numbers that are unique in the document.

    >>> renumbered([np.array([0, 1]), np.array([0, 0])])
    array([0, 1, 2, 2])
    """
    if len(labels) == 1:
        return labels[0]
    firsts = np.cumsum([0] + [int(part.max(initial=-1)) + 1 for part in labels])[:-1]
    return np.concatenate([part + first for part, first in zip(labels, firsts, strict=True)])
