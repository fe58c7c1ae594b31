"""Which sentences of a ranking fit a budget, and which layer of the reading each belongs to: pure arithmetic."""

from __future__ import annotations

import numpy as np

from sentencerank.method.arrays import Ids, Order

FIRST_LAYER_WORDS = 150  # more than this marked at once helps no longer


def within(order: Order, costs: Ids, limit: int, depends_on: Ids | None = None, *, fill: bool = False) -> list[int]:
    """The sentences taken by rank until the next one does not fit; with `fill` that one is skipped instead.

    Without `fill` a larger limit never removes a sentence. With `depends_on` a sentence comes with those it leans on.

    >>> order, costs = np.array([2, 0, 1]), np.array([5, 1, 4])
    >>> within(order, costs, 8), within(order, costs, 8, fill=True)
    ([2], [1, 2])
    """
    chosen: set[int] = set()
    for index in order.tolist():
        wanted = {index} if depends_on is None else {index, *_chain(index, depends_on)}
        wanted -= chosen
        cost = int(costs[list(wanted)].sum())
        if cost <= limit:
            chosen |= wanted
            limit -= cost
        elif not fill:
            break
    return sorted(chosen)


def _chain(index: int, depends_on: Ids) -> list[int]:
    """The sentences that one needs to be understood: the one it leans on, and what that one leans on in turn."""
    chain: list[int] = []
    while (index := int(depends_on[index])) >= 0:
        chain.append(index)
    return chain


def layer_numbers(words: Ids, count: int) -> Ids:
    """The layer, from 0, of each sentence in rank order, given their words in that order.

    Layer k ends at k/count of the words, the first at half of that and at no more than 150 words; a sentence belongs to
    the first layer whose end its cumulative count does not pass. The best sentence is always in the first.

    >>> layer_numbers(np.array([10, 20, 30, 40]), 4)
    array([0, 1, 2, 3])
    """
    cumulative = np.cumsum(words)
    ends = cumulative[-1:].sum() * np.arange(1, count + 1) / count
    if count > 1:
        ends[0] = min(ends[0] / 2, FIRST_LAYER_WORDS)
    numbers = np.minimum(np.searchsorted(ends, cumulative - 1e-6, side="left"), count - 1)
    numbers[:1] = 0
    return numbers
