"""What sets the subtopics of a document apart from each other: weights of phrases, over numbers alone."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sentencerank import kernel
from sentencerank.method.arrays import Ids, Labels, Scores

MOSTLY = 0.5  # share of the sentences with a phrase that must lie inside the subtopic that it names
FEW = 2.0  # n sentences count n / (n + FEW)


class Contrast(NamedTuple):
    """A phrase of a topic."""

    phrase: int
    weight: float  # how well it sets the topic apart
    sentences: int  # of the topic that have it


def contrast(
    phrases: Ids, sentences: Ids, labels: Labels, scores: Scores, topics: Labels, most: int
) -> list[list[Contrast]]:
    """Return for each topic the phrases that set it apart, best first, at most `most`; of equals the first.

    Phrase `phrases[i]` stands in sentence `sentences[i]`; phrases come in order. Its weight is its score, times the
    squared share of its sentences that lie inside the topic, times n / (n + 2) for n of them; 0 where less than half of
    them do.
    """
    if kernel.native is not None:
        native = kernel.native.contrast(phrases, sentences, labels, scores, topics, MOSTLY, FEW, most)
        return [[Contrast(*one) for one in some] for some in native]
    count = len(scores)
    pairs = np.unique(phrases * len(labels) + sentences)
    phrases, owners = pairs // len(labels), labels[pairs % len(labels)]
    known = owners >= 0
    keys = np.searchsorted(topics, owners[known]) * count + phrases[known]
    inside = np.bincount(keys, minlength=len(topics) * count).reshape(len(topics), count)
    share = inside / np.maximum(inside.sum(axis=0), 1)
    weights: Scores = scores * share**2 * inside / (inside + FEW)
    weights[share < MOSTLY] = 0.0
    weights = np.round(weights, 9)
    orders = [row.argsort(kind="stable")[:most].tolist() for row in -weights]
    return [
        [Contrast(phrase, float(own[phrase]), int(times[phrase])) for phrase in order if own[phrase] > 0]
        for order, own, times in zip(orders, weights, inside, strict=True)
    ]
