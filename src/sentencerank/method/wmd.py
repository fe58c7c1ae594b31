"""Word Mover's Distance between sentences, relaxed or exact; sim_P and sim_G, Eq. (1) and (6) (§4.3, §6.1, §8.2).

    R(i→j) = Σ_{v ∈ S_i} f_i(v) · min_{u ∈ S_j} ‖e_v − e_u‖        f_i = normalised term frequency
    WMD(i, j) ≈ max(R(i→j), R(j→i))                                a lower bound, hence "relaxed"

Vectors have unit length, so distances lie in [0, 2]. A sentence without any vector is infinitely far from all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import numpy as np

from sentencerank import kernel
from sentencerank.extras import require
from sentencerank.method.arrays import Distances, Ids, Mask, Similarity, Vectors
from sentencerank.method.terms import Terms

BLOCK = 1 << 23  # distances held at once: 32 MB
SAME = 1e-5  # squared distances below this are rounding errors of float32, up to 2e-6 here: the vectors are equal


def relaxed_wmd(terms: Terms, vectors: Vectors, cosines: Vectors | None = None) -> Distances:
    """Linear-complexity relaxed WMD of all pairs: one product, a maximum and a sum per block of sentences.

    `cosines` of all pairs of terms save the product where they are known already.
    """
    if kernel.native is not None and cosines is not None:
        distances = np.empty((len(terms.counts), len(terms.counts)), dtype=np.float32)
        kernel.native.distances(np.ascontiguousarray(cosines), terms.ids, terms.bounds, distances)
        return distances
    ids, known, counts = _known_tokens(terms, vectors)
    starts = np.concatenate(([0], np.cumsum(counts)))
    share = np.repeat(1.0 / counts, counts).astype(np.float32)[:, None]
    one_sided = np.empty((len(known), len(known)), dtype=np.float32)
    for first, last in _blocks(starts, max(len(ids), len(vectors))):
        here, rows = ids[starts[first] : starts[last]], cosines
        if rows is None:
            distinct, here = np.unique(here, return_inverse=True)
            rows = vectors[distinct] @ vectors.T
        if kernel.native is not None:
            bounds = starts[first : last + 1] - starts[first]
            rows, here = np.ascontiguousarray(rows), np.ascontiguousarray(here)
            kernel.native.relaxed(rows, rows.shape[1], here, bounds, ids, starts, first, one_sided)
            continue
        order, nearest = _nearest(rows, here, counts[first:last])
        squared = 2.0 - 2.0 * nearest
        squared[squared < SAME] = 0.0
        # Shape: (terms, sentences of the block), contiguous, because whole rows are gathered below.
        to_block = np.ascontiguousarray(np.sqrt(squared).T)
        one_sided[:, first + order] = np.add.reduceat(to_block[ids] * share, starts[:-1], axis=0)
    if kernel.native is not None:
        kernel.native.larger(one_sided)
        return _spread(one_sided, known, len(terms.counts))
    return _spread(np.maximum(one_sided, one_sided.T), known, len(terms.counts))


def exact_wmd(terms: Terms, vectors: Vectors) -> Distances:
    """The optimal transport between every pair of sentences, by POT's network simplex; for short documents."""
    emd2 = require("ot", "wmd").emd2
    ids, known, counts = _known_tokens(terms, vectors)
    bags = [np.unique(bag, return_counts=True) for bag in np.split(ids, np.cumsum(counts)[:-1])] if len(known) else []
    distances = np.zeros((len(bags), len(bags)), dtype=np.float32)
    for i, (left, left_counts) in enumerate(bags):
        for j, (right, right_counts) in enumerate(bags[:i]):
            squared = 2.0 - 2.0 * (vectors[left] @ vectors[right].T)
            squared[squared < SAME] = 0.0
            distances[i, j] = distances[j, i] = emd2(
                left_counts / left_counts.sum(), right_counts / right_counts.sum(), np.sqrt(squared).astype(np.float64)
            )
    return _spread(distances, known, len(terms.counts))


DISTANCES: Mapping[str, Callable[[Terms, Vectors, Vectors | None], Distances]] = MappingProxyType(
    {"relaxed": relaxed_wmd, "exact": lambda terms, vectors, cosines: exact_wmd(terms, vectors)}
)


def lexical_distance(terms: Terms) -> Distances:
    """The relaxed WMD of terms that all lie at right angles: for a language without vectors.

    R(i→j) = √2 · share of the tokens of S_i that S_j does not contain.
    """
    count = len(terms.counts)
    sentence, term = terms.distinct
    contains = np.zeros((count, len(terms.names)), dtype=np.float32)
    contains[sentence, term] = 1.0
    frequency = np.zeros_like(contains)
    np.add.at(frequency, (terms.owners, terms.ids), np.float32(1.0))
    missing = 1.0 - (frequency @ contains.T) / np.maximum(terms.counts, 1).astype(np.float32)[:, None]
    missing[missing < SAME] = 0.0
    distances = np.float32(np.sqrt(2.0)) * np.maximum(missing, missing.T)
    known = np.flatnonzero(terms.counts)
    return _spread(distances[np.ix_(known, known)], known, count)


def encoded_distance(vectors: Vectors) -> Distances:
    """The distance of sentence vectors of unit length, by an encoder in place of WMD (§9): ‖e_i − e_j‖, in [0, 2].

    >>> encoded_distance(np.array([[1, 0], [0, 1], [0, 0]], dtype=np.float32)).round(2)
    array([[0.  , 1.41,  inf],
           [1.41, 0.  ,  inf],
           [ inf,  inf, 0.  ]], dtype=float32)
    """
    squared = 2.0 - 2.0 * (vectors @ vectors.T)
    squared[squared < SAME] = 0.0
    known = np.flatnonzero(vectors.any(axis=1))
    return _spread(np.sqrt(squared)[np.ix_(known, known)], known, len(vectors))


def similarity(distances: Distances) -> Similarity:
    """sim_P = 1 / (1 + WMD), Eq. (1); 0 where there is no vector, 1 on the diagonal."""
    found = 1.0 + distances
    return np.reciprocal(found, out=found)


def distances_of(similarity: Similarity) -> Distances:
    """WMD from sim_P, the inverse of Eq. (1)."""
    with np.errstate(divide="ignore"):
        return np.reciprocal(similarity) - np.float32(1.0)


def gaussian_similarity(distances: Distances, gamma: float = 1.0) -> Similarity:
    """sim_G = exp(−γ · WMD²), Eq. (6); 0 where there is no vector, 1 on the diagonal."""
    return np.exp(-np.float32(gamma) * np.square(distances))


def _nearest(cosines: Vectors, ids: Ids, counts: Ids) -> tuple[Ids, Vectors]:
    """The greatest cosine of each term to a token of each sentence, longer sentences first; and which these are."""
    order = np.argsort(-counts, kind="stable")
    starts = (np.cumsum(counts) - counts)[order]
    nearest = cosines[ids[starts]]
    # How many sentences have more than 0, 1, 2, … tokens: these are the first ones, since they are sorted by length.
    longer = len(counts) - np.cumsum(np.bincount(counts))
    # Each round compares one token more of ever fewer sentences; this is faster than np.maximum.reduceat.
    for nth, some in enumerate(longer[1:-1].tolist(), 1):
        np.maximum(nearest[:some], cosines[ids[starts[:some] + nth]], out=nearest[:some])
    return order, nearest


def _known_tokens(terms: Terms, vectors: Vectors) -> tuple[Ids, Ids, Ids]:
    """The tokens that have a vector, the sentences that have such tokens, and how many each has."""
    kept: Mask = (vectors != 0).any(axis=1)[terms.ids]
    counts = np.bincount(terms.owners[kept], minlength=len(terms.counts))
    known = np.flatnonzero(counts)
    return terms.ids[kept], known, counts[known]


def _blocks(starts: Ids, width: int) -> Iterator[tuple[int, int]]:
    """Runs of sentences (first, last) whose tokens, times `width`, stay within BLOCK."""
    first, count = 0, len(starts) - 1
    room = max(1, BLOCK // max(width, 1))
    while first < count:
        last = int(np.searchsorted(starts, starts[first] + room, side="right")) - 1
        last = min(max(last, first + 1), count)
        yield first, last
        first = last


def _spread(distances: Distances, known: Ids, count: int) -> Distances:
    """Put the sentences without vectors back, infinitely far away, and every sentence at no distance from itself."""
    if len(known) < count:
        whole = np.full((count, count), np.inf, dtype=np.float32)
        whole[np.ix_(known, known)] = distances
        distances = whole
    np.fill_diagonal(distances, 0.0)
    return distances
