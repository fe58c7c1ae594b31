"""A forest that learns from noisy labels: each tree sees few random negatives, so their mistakes average out.

Each of T trees draws K examples of either label, with replacement, and is grown until its leaves are pure. Q(v) is the
share of trees that vote for v, of those that have not drawn it. All trees grow at once, level by level, in numpy;
random numbers are hashes of (seed, round, forest, tree, node, draw), so a tree does not depend on its neighbours.

Features are coded by rank, so a leaf is a box of codes. For scoring, every box with a positive vote is one bit: a table
has, for each feature and code, the boxes that allow it; the AND of a candidate's rows leaves the boxes it lies in, at
most one for each tree, and the number of bits is the number of votes. No tree is walked down, and the result is exact.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sentencerank.train.checkpoints import Bools, Floats, Ints
from sentencerank.train.progress import Workers

FEATURES = 4  # tried at each node
THRESHOLDS = 2  # tried for each of them
DEPTH = 100
CODES = 256  # ranks that a feature is coded with
_TREES = 250  # grown at once
_BOXES = 8192  # scored at once: the bits of _ROWS candidates stay in the cache
_HIGH = 1 << 20  # above any number of samples
_JOINT = 20_000  # combinations of codes that features are joined for, at most
_ROWS = 1024

Codes = npt.NDArray[np.int16]
Counts = npt.NDArray[np.int32]
Words = npt.NDArray[np.uint64]


class Boxes(NamedTuple):
    """Leaves with a positive vote: the lowest and the highest code of each feature, both inclusive."""

    low: Codes
    high: Codes


def codes(features: Floats, limit: int = CODES) -> Codes:
    """Code each feature by rank: distinct values if there are few, otherwise `limit` classes of about equal size.

    >>> codes(np.array([[0.5], [9.0], [0.5], [7.0]])).ravel().tolist()
    [0, 2, 0, 1]
    """
    coded = np.empty(features.shape, np.int16)
    for column in range(features.shape[1]):
        values = np.sort(features[:, column])
        distinct = values[np.diff(values, prepend=np.nan) != 0]
        if len(distinct) > limit:
            distinct = np.unique(values[np.arange(limit) * len(values) // limit])
        coded[:, column] = np.searchsorted(distinct, features[:, column], side="right") - 1
    return coded


def quality(
    coded: Codes,
    positives: Ints,
    negatives: Ints,
    *,
    drawn: int,
    trees: int,
    seed: int,
    stream: tuple[int, int],
    workers: Workers | None = None,
) -> Floats:
    """Return Q(v), the share of votes for v among the trees that did not draw it; `stream` is (round, forest).

    Workers grow some trees each, and their votes are added up.

    A tree has learnt its own examples by heart and votes as they are labelled. If these votes counted, a bad entry of a
    small knowledge base would pass any threshold, and a good phrase that the base lacks would lose by being drawn.
    """
    stage = f"forest {stream[0]}" if stream[0] else "forest of words"
    total, asked = np.zeros(len(coded), np.int32), np.full(len(coded), trees, np.int32)
    key = np.array([0], np.uint64)
    for part in (seed, *stream):
        key = _hash(key + np.array([part], np.uint64))
    names = [
        _hash(key + np.arange(first, min(first + _TREES, trees)).astype(np.uint64)) for first in range(0, trees, _TREES)
    ]
    pool = workers or Workers()
    done, vote = 0, partial(_vote, coded, positives, negatives, min(drawn, len(positives), len(negatives)))
    for own, votes in zip(names, pool.in_order(vote, names), strict=True):
        total += votes.found
        asked -= votes.drew
        done += len(own)
        pool.progress(stage, done, trees, "trees")
    # Examples of both labels that are alike in every code share a leaf, so a vote may be off by one: hence the bounds.
    return np.clip(total, 0, asked) / np.maximum(1, asked)


class _Votes(NamedTuple):
    """By candidate: the votes of trees that did not draw it, and how many trees did."""

    found: Counts
    drew: Counts


def _vote(coded: Codes, positives: Ints, negatives: Ints, drawn: int, names: Words) -> _Votes:
    """Grow a tree for each name and let all of them vote."""
    groups, chosen = _join_features(coded), examples(positives, negatives, drawn, names)
    boxes = grow_trees(coded, chosen, names)
    good, bad = (_count_draws(own, len(coded)) for own in (chosen[:, :drawn], chosen[:, drawn:]))
    found = -good
    for start in range(0, len(boxes.low), _BOXES):
        found += _count_boxes(groups, Boxes(boxes.low[start : start + _BOXES], boxes.high[start : start + _BOXES]))
    return _Votes(found.astype(np.int32), (good + bad).astype(np.int32))


def examples(positives: Ints, negatives: Ints, drawn: int, names: Words) -> Ints:
    """Draw for each tree, one per row: `drawn` positives and then as many negatives, with replacement."""
    random = _hash(_hash(names[:, None]) + np.arange(2 * drawn, dtype=np.uint64)[None, :])
    left, right = (
        positives[_below(random[:, :drawn], len(positives))],
        negatives[_below(random[:, drawn:], len(negatives))],
    )
    return np.concatenate((left, right), axis=1)


def _count_draws(chosen: Ints, size: int) -> Ints:
    """Count the trees that drew each candidate."""
    ordered = np.sort(chosen, axis=1)
    return np.bincount(ordered[np.diff(ordered, axis=1, prepend=-1) != 0], minlength=size)


def grow_trees(coded: Codes, chosen: Ints, names: Words) -> Boxes:
    """Grow a tree for each name, a random 64-bit number, on its examples; return the boxes that vote for it."""
    samples = coded[chosen.ravel()]
    sizes = np.full(len(names), chosen.shape[1])
    labels = np.tile(np.arange(chosen.shape[1]) < chosen.shape[1] // 2, len(names)).astype(np.int64)
    low = np.zeros((len(names), coded.shape[1]), np.int16)
    high = np.full_like(low, np.iinfo(np.int16).max)
    # A node is stuck if it drew no feature that could split it. If its samples are all alike, nothing can.
    stuck = np.zeros(len(names), np.bool_)
    found: list[Boxes] = []
    for _ in range(DEPTH):
        starts = np.cumsum(sizes) - sizes
        ones = np.add.reduceat(labels, starts)
        ends = (ones == 0) | (ones == sizes)
        for node in np.flatnonzero(stuck & ~ends).tolist():
            own = samples[starts[node] : starts[node] + sizes[node]]
            ends[node] = (own == own[0]).all()
        found.append(Boxes(low[ends & (2 * ones > sizes)], high[ends & (2 * ones > sizes)]))
        inner = ~ends
        if not inner.any():
            break
        kept = np.repeat(inner, sizes)
        samples, labels = samples[kept], labels[kept]
        sizes, names, low, high = sizes[inner], names[inner], low[inner], high[inner]
        samples, labels, sizes, names, low, high, stuck = _split(samples, labels, sizes, names, low, high)
    return Boxes(np.concatenate([boxes.low for boxes in found]), np.concatenate([boxes.high for boxes in found]))


def _split(
    samples: Codes, labels: Ints, sizes: Ints, names: Words, low: Codes, high: Codes
) -> tuple[Codes, Ints, Ints, Words, Codes, Codes, Bools]:
    """Split every node by the best of the features and thresholds it draws; a node that drew none keeps its samples.

    A threshold is the value of a random sample of the node; the best has the least Gini impurity of the two sides.
    """
    starts = np.cumsum(sizes) - sizes
    node = np.repeat(np.arange(len(sizes)), sizes)
    ones = np.add.reduceat(labels, starts)
    best = np.full(len(sizes), np.inf)
    feature, threshold = np.zeros(len(sizes), np.int64), np.zeros(len(sizes), np.int16)
    place = np.arange(len(samples)) * samples.shape[1]
    flat, weights = samples.ravel(), labels * _HIGH + 1
    for draw in range(FEATURES * THRESHOLDS):
        tried = _below(_hash(names + np.uint64(1 + draw // THRESHOLDS)), samples.shape[1])
        random = _hash(names + np.uint64(1 + FEATURES + draw))
        value = samples[starts + _below(random, sizes), tried]
        left = flat[place + tried[node]] <= value[node]
        # One pass adds up both counts: the positives in the high bits, all samples in the low ones.
        sums = np.add.reduceat(left * weights, starts)
        count, one = sums & (_HIGH - 1), sums // _HIGH
        impurity = _gini(one, count) + _gini(ones - one, sizes - count)
        better = (count < sizes) & (impurity < best)
        best = np.where(better, impurity, best)
        feature, threshold = np.where(better, tried, feature), np.where(better, value, threshold)
    side = ~(flat[place + feature[node]] <= threshold[node]) & np.isfinite(best)[node]
    order = np.argsort(2 * node + side, kind="stable")
    parts = np.bincount(2 * node + side, minlength=2 * len(sizes))
    low, high = np.repeat(low, 2, axis=0), np.repeat(high, 2, axis=0)
    done = np.flatnonzero(np.isfinite(best))
    high[2 * done, feature[done]] = threshold[done]
    low[2 * done + 1, feature[done]] = threshold[done] + 1
    children = np.repeat(_hash(names), 2)
    children[1::2] = _hash(~children[1::2])
    real = parts > 0
    stuck = np.repeat(np.isinf(best), 2)
    return samples[order], labels[order], parts[real], children[real], low[real], high[real], stuck[real]


def _gini(ones: Ints, sizes: Ints) -> Floats:
    """Return the Gini impurity times size: 2·n₁·n₀/n."""
    return 2 * ones * (sizes - ones) / np.maximum(1, sizes)


class _Group(NamedTuple):
    """Some features as one: the rows of its table, by candidate, and the codes of each feature, by row."""

    rows: Ints
    columns: list[int]
    codes: Codes


def _join_features(coded: Codes) -> list[_Group]:
    """Join features as long as few combinations of their codes occur: less to look up for every candidate."""
    groups: list[_Group] = []
    sizes = coded.max(axis=0, initial=0).astype(np.int64) + 1
    for column in np.argsort(sizes, kind="stable").tolist():
        own = coded[:, column].astype(np.int64)
        if groups and len(groups[-1].codes) * sizes[column] < _JOINT:
            last = groups.pop()
            _, first, rows = np.unique(last.rows * sizes[column] + own, return_index=True, return_inverse=True)
            columns = [*last.columns, column]
            groups.append(_Group(rows, columns, coded[first][:, columns]))
        else:
            groups.append(_Group(own, [column], np.arange(sizes[column], dtype=np.int16)[:, None]))
    return groups


def _box_bits(low: Codes, high: Codes, codes: int) -> Words:
    """Return bits by code: the boxes that allow it. Each goes on at its lowest code and off behind its highest."""
    bits = np.left_shift(np.uint64(1), np.arange(len(low), dtype=np.uint64) & np.uint64(63))
    table = np.zeros((codes + 1, -(-len(low) // 64)), np.uint64)
    for rows in (low, np.minimum(high, codes - 1) + 1):
        np.bitwise_xor.at(table, (rows, np.arange(len(low)) // 64), bits)
    return np.bitwise_xor.accumulate(table, axis=0)[:-1]


def _count_boxes(groups: list[_Group], boxes: Boxes) -> Ints:
    """Count the boxes in which each candidate lies."""
    tables = []
    for group in groups:
        parts = [
            _box_bits(boxes.low[:, column], boxes.high[:, column], int(own.max()) + 1)[own]
            for column, own in zip(group.columns, group.codes.T, strict=True)
        ]
        tables.append(np.bitwise_and.reduce(parts, axis=0) if len(parts) > 1 else parts[0])
    total = np.empty(len(groups[0].rows), np.int64)
    for first in range(0, len(total), _ROWS):
        rows = slice(first, first + _ROWS)
        inside = tables[0][groups[0].rows[rows]]
        for table, group in zip(tables[1:], groups[1:], strict=True):
            inside &= table[group.rows[rows]]
        total[rows] = np.bitwise_count(inside).sum(axis=1, dtype=np.int64)
    return total


def _hash(values: Words) -> Words:
    """Hash 64-bit numbers so that every bit depends on every bit (the finaliser of a splitting generator)."""
    values = values + np.uint64(0x9E3779B97F4A7C15)
    values = (values ^ (values >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    values = (values ^ (values >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return values ^ (values >> np.uint64(31))


def _below(random: Words, limit: int | Ints) -> Ints:
    """Turn random bits into numbers from 0 up to `limit`, which is less than 2³²."""
    return (((random >> np.uint64(32)) * np.asarray(limit, np.uint64)) >> np.uint64(32)).astype(np.int64)
