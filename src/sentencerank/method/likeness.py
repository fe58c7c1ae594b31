"""How far other sentences say the same: likeness to all of them in words, and to the nearest few in meaning.

centroid(i)  cosine of x_i and Σ_j x_j, where x_i(v) = times that S_i has v · ln(n / sentences that have v)
support(i)   mean cosine of S_i with the five sentences nearest to it: "five sentences say something like this"
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from sentencerank import kernel
from sentencerank.method.arrays import Ids, Scores, Vectors
from sentencerank.method.chunks import Chunk
from sentencerank.method.terms import Terms

NEIGHBOURS = 5
BLOCK = 1 << 22  # cosines held at once


def idf_weights(terms: Terms) -> tuple[Ids, Ids, Scores]:
    """x: which sentence has which term, and its tf-idf there."""
    size, count = max(len(terms.names), 1), len(terms.counts)
    sentence, term, times = terms.pairs
    among = np.bincount(term, minlength=size)
    return sentence, term, times * _idf(among, count)[term]


def _idf(among: Ids, count: int) -> Scores:
    # A word of all sentences tells none of them apart, but it is a word in common.
    return np.log((1.0 + count) / (0.5 + among))


def centroid_likeness(terms: Terms) -> Scores:
    """The cosine of each sentence with the sum of all of them, by tf-idf of words."""
    count = len(terms.counts)
    centre, products, lengths = np.empty(len(terms.names)), np.empty(count), np.empty(count)
    if kernel.native is not None:
        kernel.native.likeness(*terms.pairs, _idf(np.arange(count + 1), count), centre, products, lengths)
    else:
        sentence, term, weight = idf_weights(terms)
        centre[:] = np.bincount(term, weight, minlength=len(terms.names))
        products[:] = np.bincount(sentence, weight * centre[term], minlength=count)
        lengths[:] = np.sqrt(np.bincount(sentence, weight**2, minlength=count))
    return products / np.maximum(lengths * math.sqrt(centre @ centre), 1e-12)


def tf_idf_rows(terms: Terms) -> Vectors:
    """x_i as unit rows: the twin of vectors, which knows words and not their meaning. Small texts only."""
    sentence, term, weight = idf_weights(terms)
    rows = np.zeros((len(terms.counts), len(terms.names)), dtype=np.float32)
    rows[sentence, term] = weight
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    return rows / np.maximum(lengths, np.float32(1e-12))[:, None]


def support(vectors: Vectors, chunks: Sequence[Chunk]) -> Scores:
    """The mean cosine of each sentence with its nearest ones in the same chunk; `vectors` are unit rows."""
    found = np.zeros(len(vectors))
    for chunk in chunks:
        found[chunk.sentences] = nearest_mean(vectors[chunk.sentences])
    return found


def nearest_mean(vectors: Vectors) -> Scores:
    """The mean of the five greatest cosines of each row with the others; of all of them where there are fewer.

    >>> nearest_mean(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]], dtype=np.float32)).tolist()
    [0.5, 0.5, 0.0]
    """
    count = len(vectors)
    some = min(NEIGHBOURS, count - 1)
    found = np.zeros(count)
    if some < 1:
        return found
    step = max(1, BLOCK // count)
    for start in range(0, count, step):
        cosines = vectors[start : start + step] @ vectors.T
        cosines[np.arange(len(cosines)), start + np.arange(len(cosines))] = -2.0
        found[start : start + step] = np.partition(cosines, count - some, axis=1)[:, count - some :].mean(axis=1)
    return found
