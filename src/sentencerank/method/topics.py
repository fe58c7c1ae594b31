"""What sets the subtopics of a document apart from each other: weights of phrases, over numbers alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from sentencerank import kernel
from sentencerank.method.arrays import Ids, Labels, Scores

MOSTLY = 0.5  # share of the sentences with a phrase that must lie inside the subtopic that it names
TRIED = 10  # phrases of a topic that are looked at
HARDLY = 0.35  # weight below which a phrase may be anything, such as part of a clause, or says nothing
FEW = 2.0  # n sentences count n / (n + FEW)


class Contrast(NamedTuple):
    """A phrase that sets a topic apart; of several the best is the least."""

    hardly: bool  # whether it may be anything, such as part of a clause, or says nothing
    worth: float  # how well it sets the topic apart, less than 0
    topic: int  # its place among the topics
    phrase: int
    repeated: bool  # whether several sentences of the topic have it
    carried: bool  # whether one that carries the topic has it
    several: bool  # whether it has several words


def contrast(
    bounds: Ids,
    sentences: Ids,
    labels: Labels,
    scores: Scores,
    sizes: Ids,
    topics: Labels,
    carriers: Ids,
    weight: Callable[[int], float],
    weights: Scores | None = None,
) -> list[Contrast]:
    """Return the phrases that set topics apart, best first: at most ten of each, and of equals the first.

    Phrase k has `sizes[k]` words and stands in the sentences `sentences[bounds[k]:bounds[k + 1]]`. It is worth its
    score, times the squared share of its sentences that lie inside the topic, times n / (n + 2) for n of them, times
    its squared weight; nothing where less than half of them do. `carriers` has the place of the topic that each
    sentence carries; -1: none. `weight`, from 0 to 1, is asked only where `weights` are not known.
    """
    if kernel.native is not None:
        known = weight if weights is None else weights
        columns = (bounds, sentences, labels, scores, sizes, topics, carriers)
        found: list[Contrast] = kernel.native.contrast(*columns, MOSTLY, FEW, TRIED, known, HARDLY)
        return found
    count = len(scores)
    every = np.repeat(np.arange(count), np.diff(bounds))
    pairs = np.unique(every * len(labels) + sentences)
    phrases, owners = pairs // len(labels), labels[pairs % len(labels)]
    told = owners >= 0
    keys = np.searchsorted(topics, owners[told]) * count + phrases[told]
    inside = np.bincount(keys, minlength=len(topics) * count).reshape(len(topics), count)
    shares = inside / np.maximum(inside.sum(axis=0), 1)
    values: Scores = scores * shares**2 * inside / (inside + FEW)
    values[shares < MOSTLY] = 0.0
    values = np.round(values, 9)
    some = np.flatnonzero(carriers[sentences] >= 0)
    carried = set(zip(carriers[sentences[some]].tolist(), every[some].tolist(), strict=True))
    # A vague word tells even less apart than it says of the whole.
    return sorted(
        [
            Contrast(
                share < HARDLY,
                -value * share**2,
                row,
                phrase,
                bool(inside[row, phrase] > 1),
                (row, phrase) in carried,
                bool(sizes[phrase] > 1),
            )
            for row, phrase, value in _best(values)
            if (share := weight(phrase)) > 0
        ]
    )


def _best(values: Scores) -> list[tuple[int, int, float]]:
    """The highest values above 0 in each row, with their places; of equals the first."""
    rows, columns = np.nonzero(values > 0)
    own = values[rows, columns]
    order = np.lexsort((-own, rows))
    before = np.searchsorted(rows, rows)  # how many stand in the rows above
    first = order[np.arange(len(order)) - before < TRIED]
    return list(zip(rows[first].tolist(), columns[first].tolist(), own[first].tolist(), strict=True))
