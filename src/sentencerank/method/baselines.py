"""The plain methods that every ranker is compared with, over the same sentences and terms.

TextRank (Mihalcea and Tarau 2004): words in common / (log |S_i| + log |S_j|), unbiased PageRank, a plain sort.
LexRank (Erkan and Radev 2004): tf-idf cosines above 0.1 as unweighted edges, unbiased PageRank, a plain sort.
Lead, longest and random: by position, by number of words, by lot.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from sentencerank.method.arrays import Ids, Scores
from sentencerank.method.graphs import overlap, shared_terms
from sentencerank.method.pagerank import pagerank
from sentencerank.method.terms import Terms

LEXRANK_THRESHOLD = 0.1


class Baseline(NamedTuple):
    """A plain method: one score per sentence from the terms, the lengths in words, and a seed."""

    scores: Callable[[Terms, Ids, int], Scores]
    needs_terms: bool = False  # whether a sentence without terms takes no part


def textrank(terms: Terms) -> Scores:
    """Unbiased PageRank on shared words; scores sum to one."""
    return pagerank(overlap(shared_terms(terms), terms.counts), _uniform(len(terms.counts)))


def lexrank(terms: Terms) -> Scores:
    """Unbiased PageRank on the graph of tf-idf cosines above the threshold; idf over the document's own sentences."""
    count = len(terms.counts)
    incidence = np.zeros((count, len(terms.names)), dtype=np.float32)
    np.add.at(incidence, (terms.owners, terms.ids), np.float32(1.0))
    frequency = np.count_nonzero(incidence, axis=0)
    incidence *= np.log(count / np.maximum(frequency, 1)).astype(np.float32)
    incidence /= np.maximum(np.linalg.norm(incidence, axis=1, keepdims=True), 1e-12)
    graph = (incidence @ incidence.T > LEXRANK_THRESHOLD).astype(np.float32)
    np.fill_diagonal(graph, 0.0)
    return pagerank(graph, _uniform(count))


def _lead(terms: Terms, words: Ids, seed: int) -> Scores:
    return 1.0 / np.arange(1.0, len(terms.counts) + 1)


def _random(terms: Terms, words: Ids, seed: int) -> Scores:
    return np.random.default_rng(seed).permutation(len(terms.counts)).astype(np.float64)


def _uniform(count: int) -> Scores:
    return np.full(count, 1.0 / max(count, 1))


BASELINES: Mapping[str, Baseline] = MappingProxyType(
    {
        "textrank": Baseline(lambda terms, words, seed: textrank(terms), needs_terms=True),
        "lexrank": Baseline(lambda terms, words, seed: lexrank(terms), needs_terms=True),
        "lead": Baseline(_lead),
        "longest": Baseline(lambda terms, words, seed: words.astype(np.float64)),
        "random": Baseline(_random),
    }
)
