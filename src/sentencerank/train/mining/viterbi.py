"""The best segmentation of many fragments at once: one Viterbi step for the k-th tokens of all of them together.

Where no candidate of several words covers both a token and the next, a segmentation must break; so fragments fall apart
into short islands, and the number of steps is the length of the longest island.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from sentencerank.train.store import Floats, Ints

LONG = 2048  # tokens: islands above this go through a plain loop, one token after another


class Grams(NamedTuple):
    """Segments that may be used: all of one length, by the position where they begin."""

    positions: Ints
    scores: Floats


def best_lengths(size: int, words: Floats, grams: Sequence[Grams]) -> Ints:
    """The lengths of the segments with the largest sum of scores, at the positions where they begin; 0 elsewhere.

    `words` are the scores of single words, `grams[k]` those of k + 2 words. Of equal sums the one with the shorter last
    segment wins.

    >>> best_lengths(3, np.array([-1.0, -1.0, -1.0]), [Grams(np.array([0, 1]), np.array([-1.0, -0.5]))])
    array([1, 2, 0])
    """
    chosen = np.ones(size, np.int64)
    starts, lengths = _islands(size, grams)
    if not len(starts):
        return chosen
    scores = np.full((len(grams) + 1, size), -np.inf)
    scores[0] = words
    for row, (positions, own) in zip(scores[1:], grams, strict=True):
        row[positions] = own
    short = lengths <= LONG
    if short.any():
        order = np.argsort(-lengths[short], kind="stable")
        _batch(scores, starts[short][order], lengths[short][order], chosen)
    for start, length in zip(starts[~short].tolist(), lengths[~short].tolist(), strict=True):
        chosen[start : start + length] = _one(scores[:, start : start + length])
    return chosen


def _islands(size: int, grams: Sequence[Grams]) -> tuple[Ints, Ints]:
    """Begins and lengths of the runs of tokens that segments of several words hold together."""
    change = np.zeros(size + 1, np.int64)
    for width, (positions, scores) in enumerate(grams, 2):
        used = positions[scores > -np.inf]
        np.add.at(change, used, 1)
        np.add.at(change, used + width - 1, -1)
    joined = np.concatenate(([False], np.cumsum(change)[:-1] > 0, [False]))  # joined[i + 1]: token i and the next
    edges = np.flatnonzero(np.diff(joined.astype(np.int8)))
    return edges[::2], edges[1::2] - edges[::2] + 1


def _batch(scores: Floats, starts: Ints, lengths: Ints, chosen: Ints) -> None:
    """Viterbi over islands in falling order of length; writes segment lengths into `chosen`."""
    widest = len(scores)
    best = [np.zeros(len(starts))]  # best[-k]: the sum up to k − 1 tokens before this one
    back = np.zeros(len(chosen), np.uint8)
    active = np.searchsorted(-lengths, -np.arange(int(lengths[0])), side="left")  # islands longer than t
    for t, count in enumerate(active.tolist()):
        here = starts[:count] + t
        top = best[-1][:count] + scores[0][here]
        width = np.ones(count, np.uint8)
        for n in range(2, min(widest, t + 1) + 1):
            sums = best[-n][:count] + scores[n - 1][here - (n - 1)]
            better = sums > top
            top = np.where(better, sums, top)
            width[better] = n
        back[here] = width
        best = [*best[-(widest - 1) :], top] if widest > 1 else [top]
    ends = starts + lengths
    left = np.flatnonzero(lengths > 0)
    while len(left):
        widths = back[ends[left] - 1].astype(np.int64)
        begins = ends[left] - widths
        for n in range(2, widest + 1):
            wide = begins[widths == n]
            for k in range(1, n):
                chosen[wide + k] = 0
            chosen[wide] = n
        ends[left] = begins
        left = left[begins > starts[left]]


def _one(scores: Floats) -> Ints:
    """The same for one island, as a plain loop: also what the tests compare with."""
    rows = scores.tolist()
    size = scores.shape[1]
    best, back = [0.0], []
    for t in range(size):
        top, width = best[t] + rows[0][t], 1
        for n in range(2, min(len(rows), t + 1) + 1):
            value = best[t + 1 - n] + rows[n - 1][t + 1 - n]
            if value > top:
                top, width = value, n
        best.append(top)
        back.append(width)
    chosen = np.zeros(size, np.int64)
    end = size
    while end:
        width = back[end - 1]
        end -= width
        chosen[end] = width
    return chosen
