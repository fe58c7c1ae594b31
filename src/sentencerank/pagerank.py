"""Article-structure-biased PageRank, one function for both graphs: Eq. (3) (§5.1, §5.3).

W'(v) = d · Σ_{u ∈ Adj(v)} [ w_uv / Σ_{x ∈ Adj(u)} w_ux ] · W'(u)  +  (1 − d) · P(v)
"""

from __future__ import annotations

import numpy as np

from sentencerank.arrays import Scores, Weights
from sentencerank.errors import ConvergenceError


def pagerank(
    weights: Weights,
    bias: Scores,
    *,
    damping: float = 0.85,
    leak: bool = False,
    tolerance: float = 1e-8,
    max_iterations: int = 200,
) -> Scores:
    """W' on a symmetric graph with the teleport distribution P = `bias`; the scores sum to one.

    The mass of a node without edges is spread by P. With `leak`, as the equation is printed, it is lost.
    Raises ConvergenceError when the sum of changes stays above `tolerance`: half a PageRank is not usable.

    >>> pagerank(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([0.5, 0.5]))
    array([0.5, 0.5])
    """
    if not len(bias):
        return bias.copy()
    if isinstance(weights, np.ndarray):
        weights = weights.astype(np.float64, copy=False)  # once; every product would convert a float32 matrix again
    degree = weights @ np.ones(len(bias))
    dangling = degree <= 0
    inverse = np.divide(1.0, degree, out=np.zeros(len(bias)), where=~dangling)
    spread = bool(dangling.any()) and not leak
    scores = bias.copy()
    for _ in range(max_iterations):
        previous = scores
        scores = damping * (weights @ (previous * inverse)) + (1.0 - damping) * bias
        if spread:
            scores += damping * previous[dangling].sum() * bias
        if np.abs(scores - previous).sum() < tolerance:
            return scores
    raise ConvergenceError(
        f"PageRank did not settle within {max_iterations} steps (tolerance {tolerance:g}). "
        "Choose a smaller damping: every step shrinks the change by that factor."
    )
