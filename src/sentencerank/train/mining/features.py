"""What tells a phrase from a mere sequence: 14 numbers for a candidate of several words, 9 for a single word.

Shards contribute integers only, which are added up and divided once at the end: the result does not depend on how the
corpus was cut. N is the number of tokens, c a count (raw in the first round, rectified by segmentation later),
p(v) = c(v)·|v|/N, idf(w) = ln(documents/df(w)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

import numpy as np

from sentencerank.train.checkpoints import Bools, Bytes, Floats, Ints, load_integers, save_arrays
from sentencerank.train.encoding import Encoded, Shard, load_shard
from sentencerank.train.mining.candidates import Candidates, load_occurrences
from sentencerank.train.progress import Workers
from sentencerank.train.tokens import CAPITAL, CAPITALS, CLOSE, DASH, OPEN, QUOTE_AFTER, QUOTE_BEFORE

CONTEXT = 48  # words on either side
MULTI = (
    "association", "weighted association", "cohesion", "outside", "quoted", "dashed", "bracketed", "capitalised",
    "first stop", "last stop", "stop share", "mean idf", "complete inside", "complete outside",
)  # fmt: skip
SINGLE = (
    "count", "independence", "stop", "idf", "quoted", "bracketed", "capital", "capitals", "complete outside",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Integers by candidate, all lengths one after another: words first."""

    quoted: Ints
    dashed: Ints
    bracketed: Ints
    capital: Ints  # every word begins with a capital
    capitals: Ints  # words only: all letters are capitals
    outside: Ints  # (candidates, longest): how often its k-th word stands in the context, itself included
    documents: Ints  # words only: df


def collect_sums(encoded: Encoded, candidates: Candidates, folder: Path, places: Path, workers: Workers) -> Sums:
    """Return the sums over all shards, and write them to `folder` once; `places` is the folder of the candidates."""
    names = [field.name for field in fields(Sums)]
    if not folder.exists():
        sizes = tuple(map(len, candidates.counts))
        totals: list[Ints] = []
        describe = partial(_shard_sums, encoded.folder, places, sizes)
        for own in workers.over_shards(describe, encoded.shards, "describing"):
            totals = [total + part for total, part in zip(totals, own, strict=True)] if totals else own
        save_arrays(folder, **dict(zip(names, totals, strict=True)))
    return Sums(*(load_integers(folder, name) for name in names))


def _shard_sums(corpus: Path, folder: Path, sizes: Sequence[int], number: int) -> list[Ints]:
    own = load_shard(corpus, number)
    around, documents = context_counts(own, sizes[0])
    starts = np.cumsum([0, *sizes])
    flagged = [np.zeros(starts[-1], np.int64) for _ in range(5)]
    outside = np.zeros((starts[-1], len(sizes)), np.int64)
    for length, size in enumerate(sizes, 1):
        positions, ids = _occurrences(own, folder, length, number, size)
        rows = slice(starts[length - 1], starts[length])
        for total, mask in zip(flagged, _masks(own.flags, positions, length), strict=True):
            total[rows] = np.bincount(ids[mask], minlength=size)
        # `bincount` adds up floats, which are exact for integers below 2⁵³.
        for k in range(length if length > 1 else 0):
            outside[rows, k] = np.bincount(ids, around[positions + k], minlength=size).astype(np.int64)
    return [*flagged, outside, documents]


def _occurrences(own: Shard, folder: Path, length: int, number: int, size: int) -> tuple[Ints, Ints]:
    if length > 1:
        return load_occurrences(folder, length, number)
    positions = np.flatnonzero(own.ids < size)
    return positions, own.ids[positions]


def _masks(flags: Bytes, positions: Ints, length: int) -> list[Bools]:
    """Tell which occurrences are quoted, dashed, bracketed, capitalised, and all in capitals."""
    first, last = flags[positions], flags[positions + (length - 1)]
    inside, every = np.zeros_like(first), first
    for k in range(1, length):
        inside = inside | flags[positions + (k - 1)]
        every = every & flags[positions + k]
    return [
        (first & QUOTE_BEFORE > 0) & (last & QUOTE_AFTER > 0),
        inside & DASH > 0,
        (first & OPEN > 0) & (last & CLOSE > 0),
        every & CAPITAL > 0,
        every & CAPITALS > 0,
    ]


def context_counts(own: Shard, vocabulary: int) -> tuple[Ints, Ints]:
    """Return how often the word of each token stands in its context, itself included; and the documents of each word.

    The context is the token's fragment and one on either side in the same document, at most 48 words away. Tokens are
    sorted by word and place; the d-th later token of the same word is looked at for as long as any is near enough.
    """
    size = len(own.ids)
    fragment = np.concatenate(([0], np.cumsum(own.ends)[:-1])) if size else np.zeros(0, np.int64)
    document = np.zeros(size, np.int64)
    np.add.at(document, own.documents[own.documents < size], 1)
    document = np.cumsum(document)
    # Now no fragment has the number after one of another document.
    fragment += 2 * document
    kept = np.flatnonzero(own.ids < vocabulary)
    bits = size.bit_length()
    # One sort of numbers is three times as fast as a stable argsort. A key fits 64 bits, since word and place were
    # below 2³² when they were written.
    keys = np.sort(own.ids[kept] << bits | kept)
    words, places = keys >> bits, keys & ((1 << bits) - 1)
    fresh = (np.diff(words, prepend=-1) != 0) | (np.diff(document[places], prepend=-1) != 0)
    documents = np.bincount(words[fresh], minlength=vocabulary)
    counts = np.ones(size, np.int64)
    left = np.arange(len(places))
    for distance in range(1, CONTEXT + 1):
        left = left[left + distance < len(places)]
        here, there = places[left], places[left + distance]
        near = (words[left] == words[left + distance]) & (there - here <= CONTEXT)
        near &= fragment[there] - fragment[here] <= 1
        left, here, there = left[near], here[near], there[near]
        if not len(left):
            break
        # Each place occurs once in either array.
        counts[here] += 1
        counts[there] += 1
    return counts, documents


def features(
    candidates: Candidates, counts: Sequence[Ints], sums: Sums, encoded: Encoded, stops: Bools
) -> tuple[Floats, Floats]:
    """Return the feature tables, multi-words first; `stops` says which words are stop words or numbers."""
    frequency = np.log(encoded.documents / np.maximum(1, sums.documents))
    multi = [
        _multi(candidates, counts, sums, encoded.tokens, frequency, stops, n) for n in range(2, candidates.longest + 1)
    ]
    return np.concatenate([np.zeros((0, len(MULTI))), *multi]), _single(candidates, counts, sums, frequency, stops)


def _multi(
    candidates: Candidates,
    counts: Sequence[Ints],
    sums: Sums,
    tokens: int,
    frequency: Floats,
    stops: Bools,
    length: int,
) -> Floats:
    raw, own = candidates.counts[length - 1], counts[length - 1]
    start = sum(map(len, candidates.counts[: length - 1]))
    rows = slice(start, start + len(raw))
    sequences = candidates.sequences(length)
    # A rectified count may be 0: it counts as half an occurrence, not as a tiny number.
    c = np.where(own > 0, own, 0.5)
    best, left, right = best_split(candidates, counts, length)
    association = np.log(c * length / tokens) - best + 2 * np.log(tokens)
    weights = frequency[sequences]
    repeats = (sequences[:, :, None] == sequences[:, None, :]).sum(axis=2)
    elsewhere = sums.outside[rows, :length] / raw[:, None] - repeats
    total = weights.sum(axis=1)
    outside = np.divide((weights * elsewhere).sum(axis=1), total, out=np.zeros(len(raw)), where=total > 0)
    prefix = counts[length - 2][candidates.prefixes(length)]
    suffix = counts[length - 2][candidates.suffixes[length - 2]]
    stop = stops[sequences]
    shares = [part[rows] / raw for part in (sums.quoted, sums.dashed, sums.bracketed, sums.capital)]
    return np.column_stack(
        [
            *(association, own * association, c / np.sqrt(left * right), outside, *shares),
            *(stop[:, 0], stop[:, -1], stop.mean(axis=1), weights.mean(axis=1)),
            c / np.maximum(c, np.maximum(prefix, suffix)),
            _largest_extension(candidates, counts, length) / c,
        ]
    )


def best_split(candidates: Candidates, counts: Sequence[Ints], length: int) -> tuple[Floats, Floats, Floats]:
    """Return the split (l, r) with the largest p(l)·p(r): ln (c(l)·|l|·c(r)·|r|), c(l), c(r)."""
    rows = len(candidates.keys[length - 2])
    best, left, right = np.full(rows, -np.inf), np.ones(rows), np.ones(rows)
    chain = [np.arange(rows)]  # chain[k]: the candidates without their last k words
    for n in range(length, 1, -1):
        chain.append(candidates.prefixes(n)[chain[-1]])
    ends = np.arange(rows)
    for n in range(1, length):  # the left part has n words
        ends = candidates.suffixes[length - n - 1][ends]
        own = [counts[n - 1][chain[length - n]], counts[length - n - 1][ends]]
        own = [np.where(part > 0, part, 0.5) for part in own]
        value = np.log(own[0] * n) + np.log(own[1] * (length - n))
        better = value > best
        best = np.where(better, value, best)
        left, right = np.where(better, own[0], left), np.where(better, own[1], right)
    return best, left, right


def _largest_extension(candidates: Candidates, counts: Sequence[Ints], length: int) -> Ints:
    """Return the largest count of a candidate that is one word longer, on the left or on the right."""
    largest = np.zeros(len(candidates.counts[length - 1]), np.int64)
    if length < candidates.longest:
        np.maximum.at(largest, candidates.prefixes(length + 1), counts[length])
        np.maximum.at(largest, candidates.suffixes[length - 1], counts[length])
    return largest


def _single(candidates: Candidates, counts: Sequence[Ints], sums: Sums, frequency: Floats, stops: Bools) -> Floats:
    raw, own = candidates.counts[0], counts[0]
    rows = slice(0, len(raw))
    shares = [part[rows] / raw for part in (sums.quoted, sums.bracketed, sums.capital, sums.capitals)]
    c = np.where(own > 0, own, 0.5)
    longer = _largest_extension(candidates, counts, 1) / c
    return np.column_stack([np.log1p(own), own / raw, stops, frequency, *shares, longer])
