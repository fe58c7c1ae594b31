"""Which sentences of a ranking fit a budget, and which layer of the reading each belongs to: pure arithmetic."""

from __future__ import annotations

import math

import numpy as np

from sentencerank.method.arrays import Ids, Order, Scores

FIRST_LAYER_WORDS = 150  # more than this marked at once helps no longer
GROWTH = 2.0  # how many times as much a layer shows as the one before, at most
FILLER = 0.85  # share of the order, from the best, that may fill what others left of a budget
LAYERS = 10  # of a text, unless it is so long that they would grow faster


def within(
    order: Order,
    costs: Ids,
    limit: int,
    depends_on: Ids | None = None,
    *,
    nested: bool = False,
    filler: float = 1.0,
) -> list[int]:
    """The sentences taken by rank; one that does not fit is skipped, or with `nested` ends the extract.

    With `nested` a larger limit never removes a sentence. With `depends_on` a sentence comes with those it leans on.
    Behind a sentence that was skipped only the best share `filler` of the order is tried: the short ones that would
    fit are often the least important of all.

    >>> order, costs = np.array([2, 0, 1]), np.array([5, 1, 4])
    >>> within(order, costs, 8), within(order, costs, 8, nested=True), within(order, costs, 8, filler=0.5)
    ([1, 2], [2], [2])
    """
    chosen: set[int] = set()
    last = len(order)
    for place, index in enumerate(order.tolist()):
        if place >= last:
            break
        wanted = {index} if depends_on is None else {index, *_chain(index, depends_on)}
        wanted -= chosen
        cost = int(costs[list(wanted)].sum())
        if cost <= limit:
            chosen |= wanted
            limit -= cost
        elif nested:
            break
        elif chosen:
            last = math.ceil(filler * len(order))
    return sorted(chosen)


def _chain(index: int, depends_on: Ids) -> list[int]:
    """The sentences that one needs to be understood: the one it leans on, and what that one leans on in turn."""
    chain: list[int] = []
    while (index := int(depends_on[index])) >= 0:
        chain.append(index)
    return chain


def layer_ends(words: int, count: int | None = None) -> Scores:
    """How many words have been read at the end of each layer.

    Layers grow by equal factors, from 150 words, or the share of one layer in a shorter text, to the whole of it. There
    are ten, or as many more as it takes that each at most doubles what was read; with a `count` so many.

    >>> layer_ends(800).round().tolist(), layer_ends(1000, 3).round().tolist()
    ([80.0, 103.0, 133.0, 172.0, 223.0, 288.0, 371.0, 480.0, 619.0, 800.0], [150.0, 387.0, 1000.0])
    """
    if count is None:
        doublings = math.ceil(math.log(max(words, 1) / FIRST_LAYER_WORDS, GROWTH) - 1e-9)
        count = max(LAYERS, 1 + doublings)
    first = min(FIRST_LAYER_WORDS, words / count)
    return np.geomspace(first, words, count) if words > 0 and count > 1 else np.full(count, float(words))


def layer_numbers(words: Ids, ends: Scores) -> Ids:
    """The layer, from 0, of each sentence in rank order, given their words in that order and where the layers end.

    A sentence belongs to the first layer whose end its cumulative count does not pass. The best sentence is always in
    the first, and what is left over in the last.

    >>> layer_numbers(np.array([10, 20, 30, 40]), np.array([15.0, 50.0, 100.0]))
    array([0, 1, 2, 2])
    """
    cumulative = np.cumsum(words)
    numbers = np.minimum(np.searchsorted(ends, cumulative - 1e-6, side="left"), len(ends) - 1)
    numbers[:1] = 0
    return numbers
