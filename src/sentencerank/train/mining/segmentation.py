"""Segmentation: cut every fragment into words and phrases, by one Viterbi; the counts that it leaves are rectified.

A segment v scores ln [c(v) / sum of counts of that length] + ln Q(v) + g(v). In length mode g(v) = ln P(|v|) with
P(n) ∝ ρ^−(n−1). In POS-guided mode g(v) = Σ ln δ(t_k, t_k+1) over its inside, + ln (1 − δ) at its end unless the
fragment ends there; δ(a, b) is the probability that adjacent tags a, b lie in one segment, estimated from the segments.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from sentencerank.train.checkpoints import Floats, Ints
from sentencerank.train.encoding import Encoded, Shard, load_shard
from sentencerank.train.mining.candidates import Candidates, load_occurrences
from sentencerank.train.progress import Workers

SPLIT = 0.05  # share of the positive phrases that the penalty may split
LARGEST = 200.0  # ρ
SWEEPS = 10  # segmentations of the corpus at most, to estimate δ
LONG = 2048  # tokens: islands above this go through a plain loop, one token after another


class Scores(NamedTuple):
    """What a segment scores without g, by length from 1; −∞ bars a candidate. Rare words share `floor`."""

    by_length: tuple[Floats, ...]
    floor: float


def scores(counts: Sequence[Ints], quality: Floats) -> Scores:
    """Return ln [c(v) / sum of counts of that length] + ln Q(v); a phrase without a count or a vote is barred.

    A single word has Q = 1: the step over it is always open, and a low quality of function words would reward
    whatever swallows them.
    """
    found = []
    start = 0
    for length, own in enumerate(counts, 1):
        total = max(1, int(own.sum()))
        with np.errstate(divide="ignore"):
            value = np.log(own / total)
            if length > 1:
                value += np.log(quality[start : start + len(own)])
                start += len(own)
            else:
                value = np.maximum(value, math.log(0.5 / total))
        found.append(value)
    return Scores(tuple(found), math.log(0.5 / max(1, int(counts[0].sum()))))


def penalty(candidates: Candidates, found: Scores, positives: Ints, counts: Sequence[Ints]) -> tuple[float, bool]:
    """Return ln ρ, the largest for which at most 5 % of the positive phrases are split when segmented on their own.

    Cut into k segments, |v| words cost k − 1 factors P(1)/… less: v stays whole if and only if
    ln ρ − ln Z ≤ (score(v) − best score in k segments) / (k − 1) for all k, so the answer is a quantile, without any
    search. The second result says whether ρ came to lie at an end of [1, 200].
    """
    limits = np.concatenate([np.zeros(0), *(_limits(candidates, found, n) for n in range(2, candidates.longest + 1))])
    alive = np.concatenate([np.zeros(0, np.int64), *counts[1:]])[positives] > 0
    own = np.sort(limits[positives[alive]])
    if not len(own):
        return 0.0, True
    wanted = float(own[int(SPLIT * len(own))])
    low, high = 0.0, math.log(LARGEST)
    if not effective(low, candidates.longest) < wanted < effective(high, candidates.longest):
        return (low if wanted <= effective(low, candidates.longest) else high), True
    # Bisection works because ln ρ − ln Z(ρ) grows with ρ.
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if effective(middle, candidates.longest) <= wanted else (low, middle)
    return low, False


def effective(penalty: float, longest: int) -> float:
    """Return ln ρ − ln Z with Z = Σ ρ^−(n−1): all that a segmentation depends on.

    >>> round(effective(0.0, 6), 3)
    -1.792
    """
    return penalty - math.log(sum(math.exp(-penalty * n) for n in range(longest)))


def _limits(candidates: Candidates, found: Scores, length: int) -> Floats:
    """Return for each candidate the minimum over k ≥ 2 of (score(v) − best score of v in k segments) / (k − 1)."""
    rows = len(candidates.keys[length - 2])
    # whole[begin, end] has the scores of that part of every candidate.
    whole: dict[tuple[int, int], Floats] = {}
    ids = np.arange(rows)
    for begin in range(length):
        part = ids
        for end in range(length, begin, -1):
            whole[begin, end] = found.by_length[end - begin - 1][part]
            if end - begin > 1:
                part = candidates.prefixes(end - begin)[part]
        if begin < length - 1:
            ids = candidates.suffixes[length - begin - 2][ids]
    # best[end][number of segments] has the best sum up to there.
    best = {0: {0: np.zeros(rows)}}
    for end in range(1, length + 1):
        best[end] = {}
        for begin in range(end):
            for k, value in best[begin].items():
                sums = value + whole[begin, end]
                best[end][k + 1] = np.maximum(best[end][k + 1], sums) if k + 1 in best[end] else sums
    own = whole[0, length]
    with np.errstate(invalid="ignore"):
        return np.min([(own - value) / (k - 1) for k, value in best[length].items() if k > 1], axis=0)


def segment_corpus(
    encoded: Encoded, candidates: Candidates, folder: Path, found: Scores, penalty: float, workers: Workers
) -> tuple[tuple[Ints, ...], Floats]:
    """Segment the corpus; return rectified counts by length, and δ by pairs of tags (empty without tags)."""
    sizes = tuple(map(len, candidates.counts))
    tags = len(encoded.tags)
    # This start does not depend on the number of tags.
    connect = np.full((tags, tags), 0.5)
    before = np.zeros((0, 0), np.int64)
    for _ in range(SWEEPS if tags else 1):
        work = partial(_shard_counts, encoded.folder, folder, sizes, found, penalty, connect)
        totals: list[Ints] = []
        for own in workers.over_shards(work, encoded.shards, "recounting"):
            totals = [total + part for total, part in zip(totals, own, strict=True)] if totals else own
        inside, pairs = totals[-2:]
        if np.array_equal(inside, before):
            break
        before = inside
        connect = (inside + 1) / (pairs + 2)
    return tuple(totals[:-2]), connect


def _shard_counts(
    corpus: Path, folder: Path, sizes: Sequence[int], found: Scores, penalty: float, connect: Floats, number: int
) -> list[Ints]:
    own = load_shard(corpus, number)
    located = [load_occurrences(folder, length, number) for length in range(2, len(sizes) + 1)]
    chosen = best_lengths(len(own.ids), *_scored(own, located, found, penalty, connect))
    counts = [np.bincount(own.ids[chosen == 1], minlength=sizes[0] + 1)[: sizes[0]]]
    for length, (positions, ids) in enumerate(located, 2):
        counts.append(np.bincount(ids[chosen[positions] == length], minlength=sizes[length - 1]))
    return [*counts, *_pairs(own, chosen, len(connect))]


def _scored(
    own: Shard, located: Sequence[tuple[Ints, Ints]], found: Scores, penalty: float, connect: Floats
) -> tuple[Floats, list[Grams]]:
    words = np.append(found.by_length[0], found.floor)[own.ids]
    if not len(connect):
        # g(v) is the same for all segments, but for one step per word.
        shift = effective(penalty, len(located) + 1)
        return words, [
            Grams(positions, found.by_length[n][ids] - n * shift) for n, (positions, ids) in enumerate(located, 1)
        ]
    pair = connect[own.tags[:-1], own.tags[1:]]
    joined = np.append(np.log(pair), 0.0)
    cut = np.where(own.ends, 0.0, np.append(np.log1p(-pair), 0.0))
    scored = []
    for n, (positions, ids) in enumerate(located, 1):
        value = found.by_length[n][ids]
        for k in range(n):
            value = value + joined[positions + k]
        scored.append(Grams(positions, value + cut[positions + n]))
    return words + cut, scored


def _pairs(own: Shard, chosen: Ints, tags: int) -> list[Ints]:
    """Count adjacent pairs of tags inside segments, and all of them inside fragments."""
    if not tags:
        return [np.zeros((0, 0), np.int64)] * 2
    codes = own.tags[:-1] * tags + own.tags[1:]
    inside = np.bincount(codes[chosen[1:] == 0], minlength=tags * tags)
    pairs = np.bincount(codes[~own.ends[:-1]], minlength=tags * tags)
    return [inside.reshape(tags, tags), pairs.reshape(tags, tags)]


class Grams(NamedTuple):
    """Segments that may be used: all of one length, by the position where they begin."""

    positions: Ints
    scores: Floats


def best_lengths(size: int, words: Floats, grams: Sequence[Grams]) -> Ints:
    """Return the lengths of the segments with the largest sum of scores, where they begin; 0 elsewhere.

    `words` are the scores of single words, `grams[k]` those of k + 2 words. Of equal sums the one with the shorter last
    segment wins. One Viterbi step goes over the k-th tokens of all fragments together. Where no segment of several
    words covers both a token and the next, a segmentation must break; so fragments fall apart into short islands, and
    the number of steps is the length of the longest island.

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
        _solve_islands(scores, starts[short][order], lengths[short][order], chosen)
    for start, length in zip(starts[~short].tolist(), lengths[~short].tolist(), strict=True):
        chosen[start : start + length] = _solve_island(scores[:, start : start + length])
    return chosen


def _islands(size: int, grams: Sequence[Grams]) -> tuple[Ints, Ints]:
    """Return begins and lengths of the runs of tokens that segments of several words hold together."""
    change = np.zeros(size + 1, np.int64)
    for width, (positions, scores) in enumerate(grams, 2):
        used = positions[scores > -np.inf]
        np.add.at(change, used, 1)
        np.add.at(change, used + width - 1, -1)
    # joined[i + 1] says whether a segment holds token i and the next one together.
    joined = np.concatenate(([False], np.cumsum(change)[:-1] > 0, [False]))
    edges = np.flatnonzero(np.diff(joined.astype(np.int8)))
    return edges[::2], edges[1::2] - edges[::2] + 1


def _solve_islands(scores: Floats, starts: Ints, lengths: Ints, chosen: Ints) -> None:
    """Run Viterbi over islands in falling order of length, and write segment lengths into `chosen`."""
    widest = len(scores)
    # best[-k] is the sum up to k − 1 tokens before this one.
    best = [np.zeros(len(starts))]
    back = np.zeros(len(chosen), np.uint8)
    # By step t, how many islands are longer than t.
    active = np.searchsorted(-lengths, -np.arange(int(lengths[0])), side="left")
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


def _solve_island(scores: Floats) -> Ints:
    """Return the segment lengths of one island by a plain loop, which the tests also compare with."""
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
