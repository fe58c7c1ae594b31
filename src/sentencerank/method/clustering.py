"""Subtopics: affinity propagation (§6.2), spectral clustering (§6.1), TextTiling and a cheap form for long documents.

Every function gives one label to each sentence, numbered by first appearance, so that relabelling changes nothing. All
but TextTiling, which compares words, take a similarity matrix of sentences. A sentence that is like no other
(similarity 0 throughout) is labelled by itself.
To add a clustering, write a function of the type `Clustering` and name it in CLUSTERINGS.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy as np

from sentencerank import kernel
from sentencerank.method.arrays import Labels, Order, Scores, Similarity
from sentencerank.method.chunks import Chunk, renumber
from sentencerank.method.selection import marginal_relevance, relevance_of
from sentencerank.method.tiling import tiles
from sentencerank.method.wmd import distances_of, gaussian_similarity

DENSE_EIGEN = 600  # sentences up to which all eigenvectors are cheaper than an iteration for a few


def affinity_clusters(
    similarity: Similarity, *, damping: float = 0.5, max_iterations: int = 1000, patience: int = 25
) -> Labels | None:
    """Affinity propagation on sim_P with the off-diagonal median as preference; None if it does not settle (§6.2).

        r_ij ← s_ij − max_{j' ≠ j} (s_ij' + a_ij')
        a_ij ← min{0, r_jj + Σ_{i' ∉ {i, j}} max(0, r_i'j)}  (i ≠ j)       a_jj ← Σ_{i' ≠ j} max(0, r_i'j)

    The paper closes the brace after r_jj; this is Frey and Dueck's form (docs/decisions/0012). O(n²) per iteration.
    It has settled when the exemplars stay the same for `patience` iterations; heavier damping needs more of them.
    """
    count = len(similarity)
    if count < 3 or _all_equal(similarity):
        return np.zeros(count, dtype=np.intp)
    s = similarity.astype(np.float64)
    np.fill_diagonal(s, np.median(s[~np.eye(count, dtype=np.bool_)]))
    # Without this the messages of tied sentences oscillate; with it the earlier one becomes the exemplar.
    s -= 1e-9 * np.arange(count) / count
    responsibility, availability = np.zeros_like(s), np.zeros_like(s)
    rows = np.arange(count)
    unchanged, exemplars = 0, np.zeros(count, dtype=np.bool_)
    for _ in range(max_iterations):
        # r needs the largest offer of the *other* exemplars: the largest one, or the second largest for itself.
        offer = availability + s
        best = offer.argmax(axis=1)
        most = offer[rows, best]
        offer[rows, best] = -np.inf
        update = s - most[:, None]
        update[rows, best] = s[rows, best] - offer.max(axis=1)
        responsibility = damping * responsibility + (1 - damping) * update

        # a adds up the support of the others; the minimum with 0 holds everywhere but on the diagonal.
        support = np.maximum(responsibility, 0.0)
        np.fill_diagonal(support, responsibility.diagonal())
        update = support.sum(axis=0) - support
        own = update.diagonal().copy()
        np.minimum(update, 0.0, out=update)
        np.fill_diagonal(update, own)
        availability = damping * availability + (1 - damping) * update

        chosen = responsibility.diagonal() + availability.diagonal() > 0
        unchanged = unchanged + 1 if np.array_equal(chosen, exemplars) else 0
        exemplars = chosen
        if unchanged >= patience and exemplars.any():
            return nearest_exemplar(similarity, np.flatnonzero(exemplars))
    return None


def spectral_clusters(similarity: Similarity, *, count: int) -> Labels:
    """K clusters by the K leading eigenvectors of D^-½ S D^-½ (§6.1), read off by pivoted QR (docs/decisions/0013)."""
    size = len(similarity)
    if count <= 1 or size < 4 or _all_equal(similarity):
        return np.zeros(size, dtype=np.intp)
    # Likeness to oneself says nothing of others: left in, it sets apart whoever is least like the rest. Only a sentence
    # that is like no other keeps it, as a component of its own.
    others = similarity.astype(np.float64)
    np.fill_diagonal(others, 0.0)
    degree = others.sum(axis=1)
    others[np.diag_indices(size)] = degree <= 0
    scale = 1.0 / np.sqrt(np.where(degree > 0, degree, 1.0))
    laplacian = others * scale[:, None] * scale[None, :]
    return _by_appearance(_assign_by_qr(_leading_eigenvectors(laplacian, count)))


def exemplar_clusters(similarity: Similarity, exemplars: Order) -> Labels:
    """Clusters around sentences that were chosen for being important and unlike each other: O(n·K), for any length."""
    return nearest_exemplar(similarity, np.sort(exemplars)) if len(exemplars) else np.zeros(0, dtype=np.intp)


def cluster_count(sentences: int, bound: int) -> int:
    """K = min(⌊0.3·n⌋, C), and one cluster for n < 4.

    >>> [cluster_count(n, 8) for n in (1, 3, 4, 10, 100)]
    [1, 1, 1, 3, 8]
    """
    return max(1, min(3 * sentences // 10, bound))


def topic_count(sentences: int) -> int:
    """√n topics at most, where they name the document rather than decide the order; one in a note of a few sentences.

    >>> [topic_count(n) for n in (0, 1, 7, 12, 30, 100)]
    [1, 1, 1, 3, 5, 10]
    """
    return max(1, min(round(sentences**0.5), sentences // 4))


def without_small(similarity: Similarity, exemplars: Order, labels: Labels) -> Order:
    """The exemplars whose clusters are large enough to be a topic: two sentences, and a third of the average."""
    sizes = np.bincount(labels, minlength=len(exemplars))[labels[exemplars]]
    kept = exemplars[sizes >= max(2.0, len(similarity) / (3 * len(exemplars)))]
    return kept if len(kept) else exemplars[:1]


def nearest_exemplar(similarity: Similarity, exemplars: Order) -> Labels:
    """Every sentence joins its most similar exemplar; an exemplar is its own."""
    if kernel.native is not None and similarity.dtype == np.float32:
        labels = np.empty(len(similarity), dtype=np.intp)
        kernel.native.nearest_exemplar(np.ascontiguousarray(similarity), exemplars, labels)
        return labels
    to = similarity[:, exemplars]
    labels = to.argmax(axis=1)
    labels[exemplars] = np.arange(len(exemplars))
    return _by_appearance(labels)


def _all_equal(similarity: Similarity) -> bool:
    """No pair is more alike than another: there is nothing to cluster by, and affinity propagation would oscillate."""
    count = len(similarity)
    if count < 2:
        return True
    if kernel.native is not None and similarity.dtype == np.float32:
        wide: float = kernel.native.range_of(np.ascontiguousarray(similarity))
        return wide < 1e-6
    # Rows that are one longer put the diagonal into the last column, so that nothing is copied.
    off = similarity.ravel()[1:].reshape(count - 1, count + 1)[:, :-1]
    return float(off.max() - off.min()) < 1e-6


def _by_appearance(labels: Labels) -> Labels:
    """Number the clusters in the order in which they first appear.

    >>> _by_appearance(np.array([2, 0, 2, 1]))
    array([0, 1, 0, 2])
    """
    number: dict[int, int] = {}
    return np.array([number.setdefault(label, len(number)) for label in labels.tolist()], dtype=np.intp)


def _leading_eigenvectors(matrix: Scores, count: int) -> Scores:
    """Eigenvectors of the largest eigenvalues, as columns."""
    size = len(matrix)
    if size <= DENSE_EIGEN:
        return np.linalg.eigh(matrix)[1][:, -count:]
    basis = np.random.default_rng(0).standard_normal((size, count + 8))
    # Orthogonal iteration: with a few columns more than needed it converges much faster.
    for _ in range(60):
        basis, _ = np.linalg.qr(matrix @ basis)
    values, vectors = np.linalg.eigh(basis.T @ (matrix @ basis))
    return (basis @ vectors)[:, -count:] if len(values) else basis


def _assign_by_qr(vectors: Scores) -> Labels:
    """Clusters from K orthonormal columns: turned so that K typical rows lie on the axes, each row joins its axis.

    After Damle, Minden and Ying, "Simple, direct and efficient multi-way spectral clustering" (2019). There is no start
    to choose and no seed, and the labels do not depend on the basis of the columns.
    """
    typical = vectors[_pivots(vectors)]
    # The rotation nearest to the one that would make `typical` the identity: its polar factor.
    left, _, right = np.linalg.svd(typical.T)
    return np.round(np.abs(vectors @ (left @ right)), 9).argmax(axis=1)


def _pivots(vectors: Scores) -> list[int]:
    """The pivots of QR on the transpose: each time the row with most left after those chosen; of equals the first."""
    rest = vectors.copy()
    chosen: list[int] = []
    for _ in range(vectors.shape[1]):
        lengths = (rest**2).sum(axis=1)
        chosen.append(int(np.round(lengths, 12).argmax()))
        direction = rest[chosen[-1]] / np.sqrt(lengths[chosen[-1]])
        rest -= np.outer(rest @ direction, direction)
    return chosen


class Limits(NamedTuple):
    """What bounds the subtopics of a document."""

    most: int  # C
    affinity: int  # sentences beyond which affinity propagation gives way to spectral clustering
    gamma: float  # γ of sim_G
    chunks: int = 1  # of the document


Clustering: TypeAlias = Callable[[Sequence[Chunk], Scores, Limits], tuple[Labels, tuple[str, ...]]]
_ByChunk: TypeAlias = Callable[[Similarity, Scores, Limits], tuple[Labels, str]]


def _affinity(similarity: Similarity, scores: Scores, limits: Limits) -> tuple[Labels, str]:
    if len(scores) <= limits.affinity:
        # Heavy damping is slower, so it is tried only where light damping oscillates.
        for damping, patience in ((0.5, 25), (0.9, 100)):
            labels = affinity_clusters(similarity, damping=damping, patience=patience)
            if labels is not None:
                return labels, ""
    labels, _ = _spectral(similarity, scores, limits)
    return labels, f"Spectral clustering was used instead of affinity propagation ({len(scores)} sentences)."


def _spectral(similarity: Similarity, scores: Scores, limits: Limits) -> tuple[Labels, str]:
    wanted = cluster_count(len(scores), limits.most)
    return spectral_clusters(gaussian_similarity(distances_of(similarity), limits.gamma), count=wanted), ""


def _exemplar(similarity: Similarity, scores: Scores, limits: Limits) -> tuple[Labels, str]:
    most = limits.most if limits.chunks == 1 else max(2, limits.most // limits.chunks)
    few = min(topic_count(len(scores)), most)
    if few == 1 or _all_equal(similarity):
        return np.zeros(len(scores), dtype=np.intp), ""
    first, _ = marginal_relevance(relevance_of(scores), similarity, trade=0.5, count=few)
    labels = exemplar_clusters(similarity, first)
    kept = without_small(similarity, first, labels)
    return (labels if len(kept) == len(first) else exemplar_clusters(similarity, kept)), ""


def _by_chunk(
    cluster: _ByChunk, chunks: Sequence[Chunk], scores: Scores, limits: Limits
) -> tuple[Labels, tuple[str, ...]]:
    """Cluster every chunk for itself; the notes say where another method was used."""
    limits = limits._replace(chunks=len(chunks))
    found = [cluster(chunk.similarity, scores[chunk.sentences], limits) for chunk in chunks]
    return renumber([labels for labels, _ in found]), tuple(dict.fromkeys(note for _, note in found if note))


def _texttiling(chunks: Sequence[Chunk], scores: Scores, limits: Limits) -> tuple[Labels, tuple[str, ...]]:
    return renumber([np.zeros(0, np.intp) if chunk.terms is None else tiles(chunk.terms) for chunk in chunks]), ()


CLUSTERINGS: Mapping[str, Clustering] = MappingProxyType(
    {
        "affinity": partial(_by_chunk, _affinity),
        "spectral": partial(_by_chunk, _spectral),
        "exemplar": partial(_by_chunk, _exemplar),
        "texttiling": _texttiling,
        "none": lambda chunks, scores, limits: (np.zeros(len(scores), dtype=np.intp), ()),
    }
)
