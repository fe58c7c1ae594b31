"""What E_Coh, T_Coh and CP_3 have in common: the projection of a text to its sentences, and the integer program.

Two sentences are linked, the earlier to the later, if they hold the same entity or topic (C. Guinaudeau and M. Strube,
"Graph-based local coherence modeling", ACL 2013). The program chooses sentences within a number of words:

    maximise    λ_I Σ importance_i x_i + λ_C Σ coherence_i x_i + λ_R Σ y_e / m
    so that     Σ length_i x_i ≤ limit      y_e = 1 exactly if a chosen sentence holds e

The last sum counts every entity once, however often it is said: that is what keeps redundancy out.
"""

from __future__ import annotations

import numpy as np

from sentencerank.evaluate.rivals.programs import Program, solve
from sentencerank.evaluate.rivals.reading import Counts, shares
from sentencerank.method.arrays import Ids, Mask, Order, Scores
from sentencerank.method.selection import by_score

IMPORTANCE, COHERENCE, VARIETY = 0.5, 0.25, 0.25  # λ_I, λ_C, λ_R, untuned
ROOM, FEWEST = 5, 20  # a program chooses among sentences for so many summaries, and among at least so many
GAP = 1e-2  # a solution this near to the best is taken


def links(holds: Counts) -> Counts:
    """Return the projection: for i < j how much both hold, divided by how far apart they are; 0 elsewhere.

    >>> links(np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]])).tolist()
    [[0.0, 0.0, 0.5], [0.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """
    place = np.arange(len(holds))
    distance = np.maximum(np.abs(place[:, None] - place[None, :]), 1)
    present = (holds > 0).astype(np.float64)
    return np.triu(present @ present.T / distance, 1)


def outdegrees(holds: Counts) -> Scores:
    """Return how much each sentence is taken up by later ones: what E_Coh and T_Coh call coherence."""
    return links(holds).sum(axis=1)


def choose(importance: Scores, coherence: Scores, holds: Mask, lengths: Ids, limit: int) -> Mask:
    """Return which sentences the program chooses. Raise ConvergenceError if that takes too long."""
    program = Program()
    gain = IMPORTANCE * shares(importance) + COHERENCE * shares(coherence)
    chosen = add_sentences(program, gain, holds, lengths, limit)
    return solve(program, gap=GAP)[chosen]


def add_sentences(program: Program, gain: Scores, holds: Mask, lengths: Ids, limit: int) -> Ids:
    """Add the sentences, what they hold and the limit to a program; return the variables of the sentences."""
    chosen = program.add(gain)
    held = holds[:, holds.any(axis=0)]
    covered = program.add(np.full(held.shape[1], VARIETY / max(held.shape[1], 1)))
    program.at_most(chosen, lengths, limit)
    program.covers(chosen, covered, held)
    return chosen


def pool(importance: Scores, lengths: Ids, words: int) -> Ids:
    """Return, in reading order, the sentences that the program chooses among: the most important, in so many words.

    >>> pool(np.array([1.0, 3.0, 2.0]), np.array([9, 9, 9]), 1).tolist()
    [0, 1, 2]
    """
    order = by_score(importance)
    count = int(np.searchsorted(np.cumsum(lengths[order]), words)) + 1
    return np.sort(order[: max(count, FEWEST)])


def chosen_first(importance: Scores, among: Ids, chosen: Mask) -> Order:
    """Return what the program chose, the most important first, then all others by importance.

    >>> chosen_first(np.array([3.0, 2.0, 1.0]), np.array([1, 2]), np.array([False, True])).tolist()
    [2, 0, 1]
    """
    order = by_score(importance)
    first = np.isin(order, among[chosen])
    return np.concatenate((order[first], order[~first]))
