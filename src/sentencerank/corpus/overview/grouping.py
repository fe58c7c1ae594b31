"""What belongs together: sentences that say the same, by MinHash; documents on the same topic, by spherical k-means.

Neither compares all pairs, and neither starts at random.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sentencerank.method.arrays import Ids, Labels, Vectors
from sentencerank.model.embeddings import unit

BANDS, WIDTH = 16, 4  # sentences that share a whole band are compared: likely from a likeness of about .5 on
ALIKE = 0.6  # share of common word pairs from which two sentences say the same
ROUNDS = 50  # of k-means, at most
BLOCK = 4096  # rows at once: memory does not grow with the collection
_WORD = re.compile(r"\w+")


def first_alike(texts: Sequence[str]) -> Ids:
    """Return for each text the first one that says the same, itself if there is none before it.

    >>> first_alike(["The rain fell on the old town.", "Snow fell.", "Rain fell on the old town."]).tolist()
    [0, 1, 0]
    """
    shingles = [_shingles(text) for text in texts]
    first = np.arange(len(texts))
    for one, other in _candidates(shingles):
        if first[other] == other and _likeness(shingles[one], shingles[other]) >= ALIKE:
            first[other] = one
    # What is like a copy is like its original.
    while not np.array_equal(first, first[first]):
        first = first[first]
    return first


def _shingles(text: str) -> frozenset[int]:
    """Pairs of neighbouring words, as numbers; the word itself where there is only one."""
    words = _WORD.findall(text.casefold())
    pairs = pairwise(words) if len(words) > 1 else zip(words, words, strict=True)
    return frozenset(zlib.crc32(f"{one} {two}".encode("utf-8", "replace")) for one, two in pairs)


def _likeness(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / max(len(one | other), 1)


def _candidates(shingles: Sequence[frozenset[int]]) -> Iterator[tuple[int, int]]:
    """(earlier, later) pairs that fall into the same bucket; in a crowded bucket each is paired with its first."""
    signatures = _signatures(shingles)
    for band in range(BANDS):
        buckets: dict[bytes, int] = {}
        for place, row in enumerate(signatures[:, band * WIDTH : (band + 1) * WIDTH]):
            if shingles[place]:
                head = buckets.setdefault(row.tobytes(), place)
                if head != place:
                    yield head, place


def _signatures(shingles: Sequence[frozenset[int]]) -> NDArray[np.uint64]:
    """MinHash: of every text the least value of each of many hash functions."""
    seeds = np.random.default_rng(0).integers(0, 1 << 63, BANDS * WIDTH, dtype=np.uint64)
    least = np.zeros((len(shingles), BANDS * WIDTH), dtype=np.uint64)
    for place, pairs in enumerate(shingles):
        if pairs:
            numbers = np.fromiter(pairs, np.uint64, len(pairs))
            least[place] = _mix(numbers[:, None] ^ seeds).min(axis=0)
    return least


def _mix(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Well-spread numbers from any: the last steps of splitmix64; products wrap around."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))


def spherical_means(vectors: Vectors, count: int) -> Labels:
    """Return at most `count` groups of rows of length one, numbered by size, the largest first.

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
    """Return directions without what all have in common, which would make every pair look alike.

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
