"""What sets the subtopics of a document apart from each other: weights of phrases, over numbers alone."""

from __future__ import annotations

import numpy as np

from sentencerank.method.arrays import Ids, Labels, Scores

MOSTLY = 0.5  # share of the occurrences of a phrase that must lie inside the subtopic that it names


def contrast(phrases: Ids, sentences: Ids, labels: Labels, scores: Scores, topics: Labels) -> Scores:
    """Return for each of K topics and c phrases how well the phrase sets the topic apart.

    Phrase `phrases[i]` stands in sentence `sentences[i]`. Its weight is its score, times the squared share of its
    occurrences that lie inside the topic, times n / (n + 1) for n of them; 0 where less than half of them do.
    """
    count, places = len(scores), np.searchsorted(topics, labels[sentences])
    known = labels[sentences] >= 0
    keys = places[known] * count + phrases[known]
    inside = np.bincount(keys, minlength=len(topics) * count).reshape(len(topics), count)
    share = inside / np.maximum(inside.sum(axis=0), 1)
    weights: Scores = scores * share**2 * inside / (inside + 1)
    weights[share < MOSTLY] = 0.0
    return weights
