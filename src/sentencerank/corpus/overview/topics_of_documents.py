"""Directions of documents → topics: groups of which none holds too much, unless its documents really are one."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from sentencerank.corpus.overview.grouping import centred, spherical_means
from sentencerank.method.arrays import Ids, Vectors

TOPICS, SUB_TOPICS = 9, 6  # at most: with its first line a page has ten
LARGEST = 0.2  # share of the documents that a topic stays below
MANY = 40  # documents from which topics are kept below that share
FINER = 4  # groups for each topic, before those that lie together are joined


def topic_count(documents: int) -> int:
    """About √n / 2, as many as a page has lines at most.

    >>> [topic_count(n) for n in (1, 5, 20, 100, 400, 10_000)]
    [1, 2, 3, 6, 9, 9]
    """
    return 1 if documents < 4 else min(TOPICS, 1 + round(math.sqrt(documents) / 2))


def sub_topic_count(documents: int) -> int:
    """About √n / 2, at least two.

    >>> [sub_topic_count(n) for n in (12, 100, 1_000)]
    [2, 5, 6]
    """
    return min(SUB_TOPICS, max(2, round(math.sqrt(documents) / 2)))


def find_topics(vectors: Vectors, is_one: Callable[[Ids], bool]) -> list[Ids]:
    """Return the documents of each topic of a collection, the largest first.

    Many documents are divided into more groups than there are topics, because small groups are pure, and those that
    lie next to each other are joined. None may come to hold a fifth of the documents; a group that does from the
    beginning is divided, unless `is_one` says that its documents are one thing.
    """
    count = len(vectors)
    if count < MANY:
        return divide(vectors, topic_count(count))
    most = math.ceil(LARGEST * count) - 1
    waiting, groups = divide(vectors, FINER * topic_count(count)), []
    while waiting:
        group = waiting.pop()
        parts = divide(centred(vectors[group]), 2) if len(group) > most and not is_one(group) else []
        if len(parts) > 1:
            waiting += [group[part] for part in parts]
        else:
            groups.append(group)
    return _by_size(_joined(vectors, groups, most))


def divide(vectors: Vectors, count: int) -> list[Ids]:
    """Return the rows of each of at most `count` groups, the largest first."""
    labels = spherical_means(vectors, count)
    return [np.flatnonzero(labels == label) for label in range(labels.max() + 1 if len(labels) else 0)]


def _joined(vectors: Vectors, groups: list[Ids], most: int) -> list[Ids]:
    """Join the two groups that lose least by it and have room together, until there are few enough (Ward, 1963)."""
    groups = list(groups)
    while len(groups) > topic_count(len(vectors)):
        sizes = np.array([len(group) for group in groups], dtype=np.float64)
        centres = np.array([vectors[group].mean(axis=0) for group in groups], dtype=np.float64)
        squares = (centres**2).sum(axis=1)
        apart = squares[:, None] + squares[None] - 2 * centres @ centres.T
        loss = np.round(apart * sizes[:, None] * sizes[None] / (sizes[:, None] + sizes[None]), 6)
        loss[sizes[:, None] + sizes[None] > most] = np.inf
        np.fill_diagonal(loss, np.inf)
        one, other = divmod(int(np.argmin(loss)), len(groups))
        if np.isinf(loss[one, other]):
            break
        groups[one] = np.sort(np.concatenate((groups[one], groups[other])))
        groups.pop(other)
    return groups


def _by_size(groups: list[Ids]) -> list[Ids]:
    return sorted(groups, key=lambda group: (-len(group), int(group[0])))
