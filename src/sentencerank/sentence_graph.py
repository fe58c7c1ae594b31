"""The semantic sentence graph: shared terms and the nearest Γ % of pairs: SSG (§4.3).

w_c(i, j) = (p_ij + v_ij) / (log10 |S_i| + log10 |S_j|)
w_ij = w_c(i, j) / Σ w_c  +  sim_P(i, j) / Σ_{semantic edges} sim_P
"""

from __future__ import annotations

import math

import numpy as np

from sentencerank.arrays import Ids, Similarity
from sentencerank.terms import Terms

AT_ONCE = 128  # sentences up to which all shared terms are counted by one product


def sentence_graph(shared: Similarity, counts: Ids, similarity: Similarity | None, *, nearest: float) -> Similarity:
    """w_ij as a dense matrix, from the shared terms and |S|; `similarity` None leaves the semantic edges out."""
    weights = overlap(shared, counts)
    _normalise(weights)
    if similarity is not None:
        semantic = most_similar(similarity, nearest)
        _normalise(semantic)
        weights += semantic
    return weights


def shared_terms(terms: Terms) -> Similarity:
    """p_ij + v_ij: how many distinct terms two sentences have in common; 0 on the diagonal.

    Terms of few sentences are counted pair by pair, the others by one product: so neither a book's vocabulary nor its
    commonest words make the cost grow with the vocabulary times n². In an article one product is quickest.
    """
    count = len(terms.counts)
    sentence, term = terms.distinct
    often = np.bincount(term, minlength=len(terms.names)) > (max(64, count // 64) if count > AT_ONCE else 0)
    counted = often[term]
    incidence = np.zeros((count, np.count_nonzero(often)), dtype=np.float32)
    incidence[sentence[counted], (np.cumsum(often) - 1)[term[counted]]] = 1.0
    shared = incidence @ incidence.T
    if not counted.all():
        sentence, term = sentence[~counted], term[~counted]
        by_term = np.argsort(term, kind="stable")
        _count_pairs(shared, sentence[by_term], term[by_term])
    np.fill_diagonal(shared, 0.0)
    return shared


def _count_pairs(shared: Similarity, sentence: Ids, term: Ids) -> None:
    """Add one for every pair of sentences in a run of the same term; runs are short, so shifts reach all pairs."""
    distance = 1
    while True:
        same = term[distance:] == term[:-distance]
        if not same.any():
            return
        left, right = sentence[:-distance][same], sentence[distance:][same]
        np.add.at(shared, (left, right), np.float32(1.0))
        np.add.at(shared, (right, left), np.float32(1.0))
        distance += 1


def overlap(shared: Similarity, counts: Ids) -> Similarity:
    """w_c. Two sentences of one term each would divide by log 1 + log 1 = 0: the denominator is at least log10 2."""
    logs = np.log10(np.maximum(counts, 1)).astype(np.float32)
    return shared / np.maximum(logs[:, None] + logs[None, :], np.float32(math.log10(2.0)))


def copies(shared: Similarity, distinct: Ids, *, share: float) -> Ids:
    """The first earlier sentence with which a sentence has at least `share` of their terms in common; -1 for none."""
    together = distinct[:, None] + distinct[None, :] - shared
    alike = np.tril(shared >= share * together, -1) & (shared > 0)
    return np.where(alike.any(axis=1), alike.argmax(axis=1), -1)


def most_similar(similarity: Similarity, nearest: float) -> Similarity:
    """sim_P of the top Γ of all n(n−1)/2 pairs, ties kept and at least one pair; 0 elsewhere."""
    count = len(similarity)
    pairs = similarity[~np.tri(count, dtype=np.bool_)]
    edges = np.zeros_like(similarity)
    if not len(pairs):
        return edges
    wanted = min(len(pairs), max(1, math.floor(nearest * len(pairs) + 0.5)))
    least = np.partition(pairs, len(pairs) - wanted)[len(pairs) - wanted]
    np.copyto(edges, similarity, where=(similarity >= least) & (similarity > 0))
    np.fill_diagonal(edges, 0.0)
    return edges


def _normalise(weights: Similarity) -> None:
    """Divide by the total over edges, each edge once, in place."""
    total = float(weights.sum(dtype=np.float64)) / 2.0
    if total > 0:
        weights /= np.float32(total)
