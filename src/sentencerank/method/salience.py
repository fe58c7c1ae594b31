"""From term scores to sentence scores: softplus, sal_sp and F_s, Eq. (4) and (5) (§5.2, §5.4)."""

from __future__ import annotations

import numpy as np

from sentencerank.method.arrays import Scores
from sentencerank.method.terms import Terms


def softplus(x: Scores) -> Scores:
    """sp(x) = ln(1 + eˣ): lifts small scores, leaves large ones nearly alone (§5.2).

    >>> round(float(softplus(np.array([2.6, 2.2, 2.1, 0.3, 0.2])).mean()), 3)  # Table 1, S_1; printed as 1.768
    1.769
    """
    # log(1 + exp(x)) overflows near x = 710.
    return np.logaddexp(0.0, x)


def salience(terms: Terms, term_scores: Scores, *, elevate: bool = True) -> Scores:
    """sal_sp(S) = (1/|S|) Σ_{v ∈ S} sp(W'(v)), or sal(S) without `elevate`; 0 for a sentence without terms. Eq. (4)."""
    lifted = softplus(term_scores) if elevate else term_scores
    totals = np.bincount(terms.owners, lifted[terms.ids], minlength=len(terms.counts))
    return totals / np.maximum(terms.counts, 1)


def combined(salience: Scores, centrality: Scores | None) -> dict[str, Scores]:
    """F_s(S) = ½ · (sal_sp(S) + W'(S)) as its two summands; sal_sp(S) alone where there is no sentence graph. Eq. (5).

    >>> combined(np.array([2.0]), np.array([4.0]))
    {'salience': array([1.]), 'centrality': array([2.])}
    """
    if centrality is None:
        return {"salience": salience}
    return {"salience": 0.5 * salience, "centrality": 0.5 * centrality}
