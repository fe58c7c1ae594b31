"""TextTiling: subtopics as stretches of consecutive sentences, which §6 of the paper sets its clusterings against.

M. A. Hearst, "TextTiling: segmenting text into multi-paragraph subtopic passages", Computational Linguistics 23(1),
1997. The words of the text stand in sequences of WIDTH. At each gap between two of them the BLOCK sequences before it
are compared with as many after it, and where the similarity falls deepest between two peaks a new tile begins.
"""

from __future__ import annotations

import numpy as np

from sentencerank.method.arrays import Ids, Labels, Mask, Scores
from sentencerank.method.terms import Terms

WIDTH = 10  # essential words in a sequence: about twenty words, as published
BLOCK = 10  # sequences that are compared
APART = 4  # sequences that two boundaries are apart at least


def tiles(terms: Terms) -> Labels:
    """Number the tile of each sentence, from 0; a text of fewer than sixty essential words is one."""
    ends = tile_ends(terms.ids)
    # A boundary between sequences moves to the nearest beginning of a sentence.
    starts = terms.bounds[1:-1]
    if not len(ends) or not len(starts):
        return np.zeros(len(terms.counts), dtype=np.intp)
    begins = np.zeros(len(terms.counts), dtype=np.intp)
    begins[1 + np.abs(starts[None, :] - ends[:, None]).argmin(axis=1)] = 1
    return np.cumsum(begins)


def tile_ends(ids: Ids, width: int = WIDTH, block: int = BLOCK) -> Ids:
    """Return the numbers of words after which tiles end, the last one left out."""
    scores = smooth(gap_scores(ids, width, block))
    return (np.flatnonzero(boundaries(depths(scores))) + 1) * width


def gap_scores(ids: Ids, width: int, block: int) -> Scores:
    """Return the cosine of the counts of words before and after each gap; smaller blocks at both ends of the text.

    >>> gap_scores(np.array([0, 1, 0, 1, 2, 2]), 2, 1).round(2).tolist()
    [1.0, 0.0]
    """
    sequences = -(-len(ids) // width)
    counts = np.zeros((sequences + 1, int(ids.max(initial=-1)) + 1), dtype=np.float32)
    np.add.at(counts, (1 + np.arange(len(ids)) // width, ids), 1.0)
    sums = np.cumsum(counts, axis=0)
    gaps = sequences - 1
    scores = np.zeros(max(gaps, 0))
    for gap in range(gaps):
        size = gap + 1 if gap < block - 1 else min(block, gaps - gap)
        before = sums[gap + 1] - sums[gap + 1 - size]
        after = sums[min(gap + 1 + size, sequences)] - sums[gap + 1]
        lengths = float(np.sqrt((before @ before) * (after @ after)))
        scores[gap] = float(before @ after) / lengths if lengths else 0.0
    return scores


def smooth(scores: Scores) -> Scores:
    """Return the mean of each score and its two neighbours; beyond an end the scores are mirrored in it.

    >>> smooth(np.array([0.0, 3.0, 0.0, 3.0])).round(2).tolist()
    [0.0, 1.0, 2.0, 3.0]
    """
    if len(scores) < 3:
        return scores
    # Mirrored in the point, not in the line: so the first and the last score stay as they are.
    padded = np.concatenate(([2 * scores[0] - scores[1]], scores, [2 * scores[-1] - scores[-2]]))
    return (padded[:-2] + padded[1:-1] + padded[2:]) / 3


def depths(scores: Scores) -> Scores:
    """Return how far each score lies below the peaks on both sides, added up; 0 near the ends of the text.

    >>> depths(np.array([1.0, 0.9, 0.2, 0.9, 1.0])).round(2).tolist()
    [0.0, 0.0, 1.6, 0.0, 0.0]
    """
    clip = min(max(len(scores) // 10, 2), 5)
    found = np.zeros(len(scores))
    for place in range(clip, len(scores) - clip):
        found[place] = _peak(scores[place::-1]) + _peak(scores[place:]) - 2 * scores[place]
    return found


def _peak(scores: Scores) -> float:
    """Climb from the first score as long as it goes up."""
    falls = np.flatnonzero(np.diff(scores) < 0)
    return float(scores[falls[0]] if len(falls) else scores[-1])


def boundaries(depth: Scores) -> Mask:
    """Return the gaps deeper than the mean less half a standard deviation, deepest first, none close to another."""
    found = np.zeros(len(depth), dtype=np.bool_)
    if not len(depth):
        return found
    cutoff = depth.mean() - depth.std() / 2
    for place in np.lexsort((-np.arange(len(depth)), -depth)).tolist():
        if depth[place] > cutoff and not found[max(place - APART + 1, 0) : place + APART].any():
            found[place] = True
    return found
