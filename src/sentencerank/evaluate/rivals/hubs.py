"""HITS (J. Kleinberg, "Authoritative sources in a hyperlinked environment", 1999) on sentences and what they hold.

A sentence is as important as the entities or topics in it, and these are as important as the sentences they stand in:

    authority(s) = Σ_e w_se · hub(e)        hub(e) = Σ_s w_se · authority(s)
"""

from __future__ import annotations

import numpy as np

from sentencerank.errors import ConvergenceError
from sentencerank.evaluate.rivals.reading import Counts, shares
from sentencerank.method.arrays import Scores


def authorities(weights: Counts, *, tolerance: float = 1e-10, max_iterations: int = 10_000) -> Scores:
    """Return the authority of every row, summing to one; all zeros if no row holds anything.

    It starts from equal scores: the limit does not depend on where one starts within the strongest part of the graph,
    so the initial ranks that some publications give change nothing. Raises ConvergenceError if it does not settle.

    >>> authorities(np.array([[1.0, 1.0], [0.0, 1.0]])).round(3).tolist()
    [0.618, 0.382]
    """
    scores = shares(np.ones(len(weights)))
    for _ in range(max_iterations):
        before, scores = scores, shares(weights @ (weights.T @ scores))
        if np.abs(scores - before).sum() < tolerance:
            return scores
    raise ConvergenceError(f"HITS did not settle within {max_iterations} steps (tolerance {tolerance:g}).")
