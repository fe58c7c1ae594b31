"""Article-structure-biased PageRank, one function for both graphs: Eq. (3) (§5.1, §5.3).

W'(v) = d · Σ_{u ∈ Adj(v)} [ w_uv / Σ_{x ∈ Adj(u)} w_ux ] · W'(u)  +  (1 − d) · P(v)
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from sentencerank import kernel
from sentencerank.errors import ConvergenceError
from sentencerank.method.arrays import Edges, Scores, Weights

CHECK = 4  # steps from one look at the change to the next


def pagerank(
    weights: Weights,
    bias: Scores,
    *,
    damping: float = 0.85,
    leak: bool = False,
    tolerance: float = 1e-8,
    max_iterations: int = 200,
) -> Scores:
    """W' on a symmetric graph with the teleport distribution P = `bias`; the scores sum to one unless they leak.

    The mass of a node without edges is spread by P. With `leak`, as the equation is printed, it is lost.
    Raises ConvergenceError when the sum of changes stays above `tolerance`: half a PageRank is not usable.

    >>> pagerank(np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([0.5, 0.5]))
    array([0.5, 0.5])
    """
    if not len(bias):
        return bias.copy()
    found = _walk_natively(weights, bias, damping, leak, tolerance, max_iterations)
    if found is None:
        found = _walk(weights, bias, damping, leak, tolerance, max_iterations)
    if found is None:
        raise ConvergenceError(
            f"PageRank did not settle within {max_iterations} steps (tolerance {tolerance:g}). "
            "Choose a smaller damping: every step shrinks the change by that factor."
        )
    return found


def _walk(
    weights: Weights, bias: Scores, damping: float, leak: bool, tolerance: float, max_iterations: int
) -> Scores | None:
    """The scores once they settle; None if they do not."""
    degree = weights @ np.ones(len(bias))
    idle = degree <= 0
    transition = _transition(weights, np.divide(damping, degree, out=np.zeros(len(bias)), where=~idle))
    # What idle nodes lose is spread by the bias, and nothing else reaches them: it is one number, which settles soon.
    lost = 0.0 if leak else damping * float(bias[idle].sum())
    scores, given, teleport = bias, 1.0, bias
    for step in range(max_iterations):
        previous, before = scores, given
        given = 1.0 - damping + lost * before
        if given != before:
            teleport = given * bias
        scores = transition @ previous
        scores += teleport
        if step % CHECK == 0 and np.add.reduce(np.abs(scores - previous)) < tolerance:
            return scores
    return None


def _walk_natively(
    weights: Weights, bias: Scores, damping: float, leak: bool, tolerance: float, max_iterations: int
) -> Scores | None:
    """The same by the kernel; None where it is not there, or the scores do not settle."""
    if kernel.native is None or bias.dtype != np.float64:
        return None
    scores, start = np.empty(len(bias)), np.ascontiguousarray(bias)
    settings = (start, scores, damping, leak, tolerance, max_iterations)
    if isinstance(weights, Edges):
        settled = kernel.native.pagerank(weights.source, weights.target, weights.weight, *settings)
    elif weights.dtype == np.float32:
        settled = kernel.native.pagerank_dense(np.ascontiguousarray(weights), *settings)
    else:
        settled = False
    return scores if settled else None


def _transition(weights: Weights, passes_on: Scores) -> Weights:
    """What one step moves from node to node: the weights, each column times what its node passes on."""
    if isinstance(weights, Edges):
        return replace(weights, weight=weights.weight * passes_on[weights.source])
    # Converted to float64 once, since every product with a float32 matrix would convert it again.
    return weights * passes_on
