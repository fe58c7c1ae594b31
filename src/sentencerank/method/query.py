"""Ranking for a question: how close the terms and the sentences of a document are to what is asked.

    q(v) = max_{w ∈ query} max(0, cos(v, w)), and 1 where v and w are the same term
    q(S) = Σ_{w ∈ query} f(w) · max_{v ∈ S} sim(v, w)        the share of the query that S answers

The same graphs serve; the two teleports are biased towards the query: P ∝ location · (ε + q).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sentencerank.method.arrays import Scores, Vectors
from sentencerank.method.terms import Terms

ANSWER = 0.05  # ε: what a term far from the query still gets
NEAR = 0.3  # closeness from which two terms have something to do with each other


@dataclass(frozen=True, slots=True, eq=False)
class Query:
    """What is asked, as closeness in [0, 1]."""

    terms: Scores  # (m,)
    sentences: Scores  # of the candidates

    @property
    def found(self) -> bool:
        """Whether any term of the text is the same as one of the query, or near it."""
        return float(self.terms.max(initial=0.0)) >= NEAR


def ask(terms: Terms, vectors: Vectors | None, asked: Terms, asked_vectors: Vectors | None) -> Query:
    """Compare a query (its own terms and unit vectors) with the candidates of a document."""
    # Shape: (m, terms of the query).
    close = _closeness(terms, vectors, asked, asked_vectors)
    best = np.zeros((len(terms.counts), close.shape[1]))
    filled = np.flatnonzero(terms.counts)
    if len(filled) and close.shape[1]:
        best[filled] = np.maximum.reduceat(close[terms.ids], terms.bounds[:-1][filled], axis=0)
    weight = np.bincount(asked.ids, minlength=len(asked.names)) / max(len(asked.ids), 1)
    return Query(close.max(axis=1, initial=0.0), best @ weight)


def _closeness(terms: Terms, vectors: Vectors | None, asked: Terms, asked_vectors: Vectors | None) -> Scores:
    if vectors is None or asked_vectors is None:
        close = np.zeros((len(terms.names), len(asked.names)))
    else:
        close = np.maximum(vectors @ asked_vectors.T, 0.0).astype(np.float64)
    place = {name: index for index, name in enumerate(terms.names)}
    for column, name in enumerate(asked.names):
        # A phrase of the query also matches its single words.
        for part in {name, *name.split()}:
            if part in place:
                close[place[part], column] = 1.0 if part == name else np.maximum(close[place[part], column], 0.5)
    return close
