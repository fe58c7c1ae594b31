"""What sets the subtopics of a document apart from each other: weights of phrases, over numbers alone."""

from __future__ import annotations

import numpy as np

from sentencerank.method.arrays import Ids, Labels, Scores

MOSTLY = 0.5  # share of the sentences with a phrase that must lie inside the subtopic that it names
FEW = 2.0  # n sentences count n / (n + FEW)


def contrast(phrases: Ids, sentences: Ids, labels: Labels, scores: Scores, topics: Labels) -> tuple[Scores, Ids]:
    """Return for each of K topics and c phrases how well the phrase sets the topic apart, and in how many sentences.

    Phrase `phrases[i]` stands in sentence `sentences[i]`. Its weight is its score, times the squared share of its
    sentences that lie inside the topic, times n / (n + 2) for n of them; 0 where less than half of them do.
    """
    count = len(scores)
    pairs = np.unique(phrases * len(labels) + sentences)
    phrases, owners = pairs // len(labels), labels[pairs % len(labels)]
    known = owners >= 0
    keys = np.searchsorted(topics, owners[known]) * count + phrases[known]
    inside = np.bincount(keys, minlength=len(topics) * count).reshape(len(topics), count)
    share = inside / np.maximum(inside.sum(axis=0), 1)
    weights: Scores = scores * share**2 * inside / (inside + FEW)
    weights[share < MOSTLY] = 0.0
    return weights, inside
