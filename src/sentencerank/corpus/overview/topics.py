"""Topics of a collection: directions that documents share, found by k-means on the sphere, without a random start."""

from __future__ import annotations

import numpy as np

from sentencerank.method.arrays import Labels, Vectors
from sentencerank.model.embeddings import unit

ROUNDS = 50
BLOCK = 4096  # rows at once: memory does not grow with the collection


def spherical_means(vectors: Vectors, count: int) -> Labels:
    """At most `count` groups of rows of length one, numbered by size, the largest first.

    The first centre is the row nearest to the mean, each further one a row that is far from those before it, but not
    the farthest, which is an outlier: the row at the 90th percentile. Rows of zeros go to the group 0.
    """
    if count < 2 or len(vectors) < 2:
        return np.zeros(len(vectors), dtype=np.intp)
    centres = _starts(vectors, min(count, len(vectors)))
    labels = np.full(len(vectors), -1, dtype=np.intp)
    for _ in range(ROUNDS):
        nearest = _nearest(vectors, centres)
        if np.array_equal(nearest, labels):
            break
        labels = nearest
        moved = unit(np.array([vectors[labels == label].sum(axis=0) for label in range(len(centres))], np.float32))
        centres = np.where(np.any(moved, axis=1, keepdims=True), moved, centres)
    return _by_size(labels)


def centred(vectors: Vectors) -> Vectors:
    """Directions without what all have in common, which would make every pair look alike.

    >>> centred(np.array([[1, 0.1], [1, -0.1]], dtype=np.float32)).round(2).tolist()
    [[0.0, 1.0], [0.0, -1.0]]
    """
    mean = vectors.mean(axis=0, dtype=np.float64).astype(np.float32) if len(vectors) else 0
    return unit(np.where(np.any(vectors, axis=1, keepdims=True), vectors - mean, 0).astype(np.float32))


def _starts(vectors: Vectors, count: int) -> Vectors:
    first = int(np.argmax(np.round(vectors @ vectors.mean(axis=0), 6)))
    chosen = [first]
    closest = vectors @ vectors[first]
    for _ in range(count - 1):
        far = np.argsort(np.round(closest, 6), kind="stable")
        chosen.append(int(far[len(far) // 10]))
        closest = np.maximum(closest, vectors @ vectors[chosen[-1]])
    return vectors[chosen].copy()


def _nearest(vectors: Vectors, centres: Vectors) -> Labels:
    blocks = [
        np.argmax(np.round(vectors[start : start + BLOCK] @ centres.T, 6), axis=1)
        for start in range(0, len(vectors), BLOCK)
    ]
    return np.concatenate(blocks)


def _by_size(labels: Labels) -> Labels:
    """The same groups, numbered from the largest; of equals the one that comes first."""
    names, first, counts = np.unique(labels, return_index=True, return_counts=True)
    order = sorted(range(len(names)), key=lambda k: (-counts[k], first[k]))
    number = {int(names[k]): place for place, k in enumerate(order)}
    return np.array([number[label] for label in labels.tolist()], dtype=np.intp)
