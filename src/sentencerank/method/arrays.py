"""Names for the arrays that flow between the stages, each with its dimensions.

n sentences, m terms (words and phrases), d dimensions of a vector, t tokens (occurrences of terms).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Scores: TypeAlias = NDArray[np.float64]  # (n,) or (m,)
Vectors: TypeAlias = NDArray[np.float32]  # (m, d); a row of zeros means "no vector"
Similarity: TypeAlias = NDArray[np.float32]  # (n, n), symmetric, in [0, 1]
Distances: TypeAlias = NDArray[np.float32]  # (n, n), symmetric; inf where a sentence has no vector
Labels: TypeAlias = NDArray[np.intp]  # (n,) cluster of each sentence; -1 outside every cluster
Order: TypeAlias = NDArray[np.intp]  # (n,) a permutation, most important first
Ids: TypeAlias = NDArray[np.intp]  # (t,) indices into something
Mask: TypeAlias = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Edges:
    """A sparse symmetric graph: every edge stands in both directions, once each."""

    size: int
    source: Ids
    target: Ids
    weight: Scores

    def __matmul__(self, x: Scores) -> Scores:
        """Σ_u w_uv · x_u for every node v."""
        sums: Scores = np.bincount(self.target, self.weight * x[self.source], minlength=self.size)  # type: ignore[assignment]
        return sums


Weights: TypeAlias = Edges | NDArray[np.float32] | NDArray[np.float64]  # anything with `weights @ x`
