"""From scores and subtopics to one ranking: round robin and its successors (§7).

Every order is prefix-nested: the best k sentences are the best k + 1 without the last. Ties go to the earlier sentence.
To add a selection, write a function of the type `Selection` and name it in SELECTIONS.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from sentencerank import kernel
from sentencerank.method.arrays import Ids, Labels, Mask, Order, Scores, Similarity, clipped, first_places, several
from sentencerank.method.chunks import DIGITS, Chunk, merge_orders
from sentencerank.method.extracts import FIRST_LAYER_WORDS

# (scores, subtopics, chunks of the sentences, λ) → the order, and what each sentence lost to those before it
Selection: TypeAlias = Callable[[Scores, Labels, Sequence[Chunk], float], tuple[Order, Scores]]
FloatArray = TypeVar("FloatArray", NDArray[np.float32], NDArray[np.float64])

HEAD, QUOTA = 0.2, 0.1  # shares of the words: what stays as it is, and what sections without a sentence may take
BLOCK = 1 << 22  # numbers held at once
FEW = 5  # sentences of which each should be read alone, or behind the one it leans on
OUTSIDE = 0.02  # share of the scores at either end


def by_score(scores: Scores) -> Order:
    """A plain descending sort.

    >>> by_score(np.array([1.0, 3.0, 3.0]))
    array([1, 2, 0])
    """
    return np.argsort(-np.round(scores, DIGITS), kind="stable")


def density(scores: Scores, lengths: Scores) -> Scores:
    """s'_i = s_i / l_i, the paper's unit score."""
    return scores / np.maximum(lengths, 1)


def round_robin(scores: Scores, clusters: Labels) -> Order:
    """The paper's selection: each round takes the best remaining sentence of every cluster, best cluster first (§7).

    >>> round_robin(np.array([5.0, 4.0, 3.0, 1.0]), np.array([0, 0, 1, 1]))
    array([0, 2, 1, 3])
    """
    turn = _turns(scores, clusters)
    return np.lexsort((np.arange(len(scores)), -np.round(scores, DIGITS), turn))


def weighted_round_robin(scores: Scores, clusters: Labels) -> Order:
    """Turns in proportion to what a cluster holds, by highest averages: its k-th turn is worth Σ scores / k.

    The paper's own proposal for later work. A large subtopic speaks more often than an aside. Scores count from the
    lowest one up, since some may be negative.

    >>> weighted_round_robin(np.array([5.0, 4.0, 3.0, 1.0]), np.array([0, 0, 0, 1]))
    array([0, 1, 2, 3])
    """
    above = scores - scores.min(initial=0.0)
    totals = np.bincount(clusters, above, minlength=int(clusters.max(initial=-1)) + 1)
    average = totals[clusters] / (_turns(scores, clusters) + 1)
    return np.lexsort((np.arange(len(scores)), -np.round(scores, DIGITS), -np.round(average, DIGITS)))


def marginal_relevance(
    relevance: Scores, similarity: Similarity, *, trade: float, count: int | None = None
) -> tuple[Order, Scores]:
    """Greedy maximal marginal relevance: next = argmax λ·rel_i − (1−λ)·max_{j chosen} sim(i, j), λ = `trade`.

    Also gives what each sentence lost to those chosen before it: (1−λ)·max sim at its turn. `count` stops earlier.
    """
    wanted = len(relevance) if count is None else min(count, len(relevance))
    order = np.empty(wanted, dtype=np.intp)
    lost = np.zeros(len(relevance))
    if kernel.native is not None and similarity.dtype == np.float32 and relevance.dtype == np.float64:
        relevance, similarity = np.ascontiguousarray(relevance), np.ascontiguousarray(similarity)
        kernel.native.marginal_relevance(relevance, similarity, trade, order, lost)
        return order, lost
    gain = trade * relevance
    nearest = np.zeros(len(relevance))
    for k in range(wanted):
        loss = (1.0 - trade) * nearest
        best = int((gain - loss).round(DIGITS).argmax())
        order[k], lost[best], gain[best] = best, loss[best], -np.inf
        np.maximum(nearest, similarity[best], out=nearest)
    return order, lost


def even(order: Order, sections: Labels, words: Ids) -> Order:
    """A soft quota: within 30 % of the words every section has a sentence, as far as a tenth of the words allows.

    The first fifth stays as it is; then comes the best sentence of each section that has none there.

    >>> even(np.array([0, 1, 2, 3, 4, 5]), np.array([0, 0, 0, 0, 0, 1]), np.array([8, 8, 8, 8, 8, 4]))
    array([0, 5, 1, 2, 3, 4])
    """
    # Where there is one section, its best sentence is the best of all.
    if not several(sections):
        return order
    read = words[order].cumsum()
    total = int(read[-1])
    head = max(1, int(read.searchsorted(HEAD * total, side="right")))
    # The first place at which each section occurs is that of its best sentence.
    firsts = first_places(sections[order])
    late = np.sort(firsts[firsts >= head])
    late = late[words[order[late]].cumsum() <= QUOTA * total]
    if not len(late):
        return order
    return np.concatenate((order[:head], order[late], np.delete(order, late)[head:]))


def relevance_of(scores: Scores) -> Scores:
    """Scores on a scale on which 2 % lie below 0 and 2 % above 1; what lies outside is drawn in by half.

    What counts is how much better a sentence is. By rank, the hundred best of a long text would differ by nothing, and
    their order would be one of novelty alone; by the range of the scores, one outstanding lead would press all others
    together.

    >>> relevance_of(np.array([1.0, 2.0, 3.0, 4.0, 5.0])).round(2)
    array([-0.01,  0.24,  0.5 ,  0.76,  1.01])
    """
    if not len(scores):
        return scores
    ordered = np.sort(scores)
    if kernel.native is not None and scores.dtype == np.float64:
        found = np.empty(len(scores))
        kernel.native.relevance(np.ascontiguousarray(scores), ordered, OUTSIDE, found)
        return found
    low, high = quantile(ordered, OUTSIDE), quantile(ordered, 1.0 - OUTSIDE)
    if high - low <= 1e-12:
        return np.zeros(len(scores))
    values = (scores - low) / (high - low)
    inside = clipped(values, 0.0, 1.0)
    return inside + (values - inside) / 2


def quantile(ordered: Scores, share: float) -> float:
    """What numpy.quantile gives for sorted values, to the last bit, without its many steps.

    >>> quantile(np.array([1.0, 2.0, 4.0]), 0.75)
    3.0
    """
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    rest, left = place - below, float(ordered[below])
    right = float(ordered[min(below + 1, len(ordered) - 1)])
    return left + (right - left) * rest if rest < 0.5 else right - (right - left) * (1.0 - rest)


def whole_first(
    order: Order, whole: Mask, words: Ids, leans: Ids | None = None, paragraphs: Labels | None = None
) -> Order:
    """Fill the first layer with whole sentences; half sentences wait until it is full, or until none is left.

    Among the first few a sentence that `leans` on another, by its number, follows it or waits; -1 stands alone. Two of
    them that stand side by side in one of the `paragraphs` keep their order: the second goes into detail.

    >>> whole_first(np.array([1, 0, 2]), np.array([True, False, True]), np.array([9, 9, 9]))
    array([0, 2, 1])
    >>> whole_first(np.array([1, 2, 0]), np.ones(3, dtype=np.bool_), np.array([9, 9, 9]), np.array([-1, 0, -1]))
    array([2, 0, 1])
    """
    first = order[whole[order]]
    if leans is not None:
        first = _alone_first(first, leans)
    if paragraphs is not None:
        first = np.concatenate((_as_read(first[:FEW], paragraphs), first[FEW:]))
    first = first[: max(FEW, 1 + int(words[first].cumsum().searchsorted(FIRST_LAYER_WORDS)))]
    waits = np.ones(len(order), dtype=np.bool_)
    waits[first] = False
    return np.concatenate((first, order[waits[order]]))


def _alone_first(order: Order, leans: Ids) -> Order:
    """Let the first few be the best that can be read alone, or behind the one they lean on."""
    if not np.count_nonzero(leans[order[:FEW]] >= 0):
        return order
    first: list[int] = []
    waiting = list(reversed(order.tolist()))
    passed: list[int] = []
    while waiting and len(first) < FEW:
        index = waiting.pop()
        if leans[index] >= 0 and leans[index] not in first:
            passed.append(index)
            continue
        first.append(index)
        # One that was passed over may be free now, and is better than what comes.
        waiting.extend(reversed(passed))
        passed.clear()
    return np.array([*first, *passed, *reversed(waiting)], dtype=np.intp)


def _as_read(order: Order, paragraphs: Labels) -> Order:
    """Let each sentence follow those right before it in its paragraph, where they are there.

    >>> _as_read(np.array([3, 7, 2, 6]), np.array([0, 0, 0, 0, 1, 1, 1, 2]))
    array([2, 3, 7, 6])
    """
    read: list[int] = []
    left = set(order.tolist())
    for index in order.tolist():
        first = index
        while first - 1 in left and paragraphs[first - 1] == paragraphs[index]:
            first -= 1
        if index in left:
            read += range(first, index + 1)
            left.difference_update(range(first, index + 1))
    return np.array(read, dtype=np.intp)


def unit_range(values: FloatArray) -> FloatArray:
    """Values moved to [0, 1]; all zeros where nothing varies.

    >>> unit_range(np.array([2.0, 4.0, 3.0]))
    array([0. , 1. , 0.5])
    """
    if not values.size:
        return values
    low, high = values.min(), values.max()
    if high - low <= 1e-12:
        return np.zeros_like(values)
    # In place, since the numbers of a long text are many.
    above = values - low
    above /= high - low
    return above


def most_alike(similarity: Similarity, order: Order) -> Ids:
    """For each sentence the better-ranked one that is most like it; -1 for the first and where nothing is alike."""
    alike = np.full(len(order), -1, dtype=np.intp)
    # A plain method compares no sentences, so its matrix is empty.
    if len(similarity) < len(order):
        return alike
    rank = np.empty(len(order), dtype=np.intp)
    rank[order] = np.arange(len(order))
    if kernel.native is not None and similarity.dtype == np.float32:
        kernel.native.most_alike(np.ascontiguousarray(similarity), rank, alike)
        return alike
    step = max(1, BLOCK // max(len(order), 1))
    for start in range(0, len(order), step):
        rows = slice(start, start + step)
        better = np.where(rank[None, :] < rank[rows, None], similarity[rows], 0.0)
        best = better.argmax(axis=1)
        alike[rows] = np.where(better[np.arange(len(best)), best] > 0, best, -1)
    return alike


def _marginal_relevance(
    scores: Scores, clusters: Labels, chunks: Sequence[Chunk], trade: float
) -> tuple[Order, Scores]:
    """Maximal marginal relevance in every chunk for itself, merged by what each sentence was worth at its turn."""
    relevance = relevance_of(scores)
    orders: list[Order] = []
    lost = np.zeros(len(relevance))
    for chunk in chunks:
        here = chunk.sentences
        order, lost[here] = marginal_relevance(relevance[here], unit_range(chunk.similarity), trade=trade)
        orders.append(chunk.start + order)
    if len(orders) == 1:
        return orders[0], lost
    return merge_orders(orders, [trade * relevance[order] - lost[order] for order in orders]), lost


SELECTIONS: Mapping[str, Selection] = MappingProxyType(
    {
        "round_robin": lambda scores, clusters, chunks, trade: (round_robin(scores, clusters), np.zeros(len(scores))),
        "weighted_round_robin": lambda scores, clusters, chunks, trade: (
            weighted_round_robin(scores, clusters),
            np.zeros(len(scores)),
        ),
        "marginal_relevance": _marginal_relevance,
    }
)

# What a score is divided by: (scores, words, characters) → scores (docs/decisions/0001)
LENGTH_NORMS: Mapping[str, Callable[[Scores, Ids, Ids], Scores]] = MappingProxyType(
    {
        "none": lambda scores, words, characters: scores,
        "sqrt": lambda scores, words, characters: density(scores, np.sqrt(characters.astype(np.float64))),
        "words": lambda scores, words, characters: density(scores, words.astype(np.float64)),
        "characters": lambda scores, words, characters: density(scores, characters.astype(np.float64)),
    }
)


def _turns(scores: Scores, clusters: Labels) -> Ids:
    """How many sentences of its own cluster stand before each sentence."""
    order = np.lexsort((np.arange(len(scores)), -np.round(scores, DIGITS), clusters))
    sorted_clusters = clusters[order]
    first = np.searchsorted(sorted_clusters, sorted_clusters, side="left")
    turns = np.empty(len(scores), dtype=np.intp)
    turns[order] = np.arange(len(scores)) - first
    return turns
