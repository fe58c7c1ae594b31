from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.train.encoding import Shard
from sentencerank.train.mining import segmentation
from sentencerank.train.mining.segmentation import (
    Grams,
    best_lengths,
    effective,
    penalty,
    scores,
    segment_corpus,
)
from sentencerank.train.progress import Workers
from sentencerank.train.tokens import END
from tests.train.conftest import Prepared, prepare


def cuts(size: int, widest: int) -> Iterator[tuple[int, ...]]:
    """All ways to cut `size` tokens into segments."""
    for marks in itertools.product((False, True), repeat=max(0, size - 1)):
        ends = [place for place, mark in enumerate(marks, 1) if mark]
        lengths = np.diff([0, *ends, size]).tolist()
        if max(lengths) <= widest:
            yield tuple(lengths)


def total(lengths: Sequence[int], words: Sequence[float], found: dict[tuple[int, int], float]) -> float:
    place, value = 0, 0.0
    for length in lengths:
        value += words[place] if length == 1 else found.get((place, length), -math.inf)
        place += length
    return value


SCORES = st.integers(-9, 0).map(float)  # whole numbers: many ties
FRAGMENTS = st.integers(1, 9).flatmap(
    lambda size: st.tuples(
        st.lists(SCORES, min_size=size, max_size=size),
        st.dictionaries(st.tuples(st.integers(0, size - 1), st.integers(2, 4)), SCORES),
    )
)


@given(FRAGMENTS, st.booleans())
def test_the_best_segmentation_is_that_of_an_exhaustive_search(
    fragment: tuple[list[float], dict[tuple[int, int], float]], long: bool
) -> None:
    words, given = fragment
    found = {key: value for key, value in given.items() if sum(key) <= len(words)}
    grams = []
    for length in (2, 3, 4):
        own = sorted((place, value) for (place, width), value in found.items() if width == length)
        grams.append(Grams(np.array([p for p, _ in own], np.int64), np.array([v for _, v in own], np.float64)))
    before = segmentation.LONG
    try:
        segmentation.LONG = 0 if long else before
        chosen = best_lengths(len(words), np.array(words), grams)
    finally:
        segmentation.LONG = before
    lengths = [int(length) for length in chosen if length]
    assert sum(lengths) == len(words)
    assert total(lengths, words, found) == max(total(cut, words, found) for cut in cuts(len(words), 4))


def test_the_plain_loop_takes_the_same_of_equal_sums(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(3)
    size = 3000
    words = -chance.integers(0, 4, size).astype(float)
    grams = [
        Grams(places, -chance.integers(0, 6, len(places)).astype(float))
        for places in (np.flatnonzero(chance.random(size - width) < 0.7) for width in (1, 2, 3))
    ]
    fast = best_lengths(size, words, grams)
    monkeypatch.setattr(segmentation, "LONG", 0)
    assert np.array_equal(best_lengths(size, words, grams), fast)


def test_the_penalty_splits_at_most_one_positive_in_twenty(prepared: Prepared) -> None:
    candidates = prepared.candidates
    chance = np.random.default_rng(0)
    found = scores(candidates.counts, chance.integers(1, 100, candidates.multi) / 100)
    positives = np.flatnonzero(chance.random(candidates.multi) < 0.3)
    chosen, _ = penalty(candidates, found, positives, candidates.counts)

    def split(cost: float) -> float:
        shift, start, cut = effective(cost, 6), 0, []
        for length in range(2, 7):
            for row, ids in enumerate(candidates.sequences(length).tolist()):
                if start + row in positives:
                    parts = {
                        (a, n): found.by_length[n - 1][candidates.rows(np.array([ids[a : a + n]]))[0]] - (n - 1) * shift
                        for a in range(length)
                        for n in range(1, length - a + 1)
                    }
                    words = [parts[place, 1] for place in range(length)]
                    best = max(total(way, words, parts) for way in cuts(length, 6))
                    cut.append(parts[0, length] < best - 1e-9)
            start += len(candidates.keys[length - 2])
        return float(np.mean(cut))

    assert split(chosen) <= 0.05
    assert 0 <= chosen <= math.log(200)


def test_a_phrase_without_count_or_vote_is_barred_and_a_word_never() -> None:
    counts = [np.array([4, 0]), np.array([3, 0, 2])]
    found = scores(counts, np.array([0.5, 0.9, 0.0]))
    assert found.by_length[0] == pytest.approx([0.0, math.log(0.5 / 4)])
    assert found.by_length[1] == pytest.approx([math.log(0.6 * 0.5), -math.inf, -math.inf])


def test_rectified_counts_cover_every_frequent_token_once(corpus: Path, tmp_path: Path) -> None:
    _, encoded, candidates = prepare(corpus, tmp_path, min_sup=2)
    found = scores(candidates.counts, np.full(candidates.multi, 0.5))
    counts, connect = segment_corpus(encoded, candidates, tmp_path / "candidates", found, 1.0, Workers())
    covered = sum(length * int(own.sum()) for length, own in enumerate(counts, 1))
    assert covered == int(encoded.counts.sum())
    assert connect.shape == (0, 0)
    assert all(np.all(own <= raw) for own, raw in zip(counts, candidates.counts, strict=True))


def test_pos_guided_scores_are_those_of_the_formula() -> None:
    own = Shard(np.array([0, 1, 2]), np.array([0, 0, END], np.uint8), np.array([0]), np.array([0, 1, 0]))
    found = segmentation.Scores((np.array([-1.0, -2.0, -3.0]), np.array([-1.5])), -9.0)
    connect = np.array([[0.5, 0.2], [0.4, 0.5]])
    words, grams = segmentation._scored(own, [(np.array([0]), np.array([0]))], found, 0.0, connect)
    assert words == pytest.approx([-1 + math.log(0.8), -2 + math.log(0.6), -3.0])
    assert grams[0].scores == pytest.approx([-1.5 + math.log(0.2) + math.log(0.6)])
    inside, pairs = segmentation._pairs(own, np.array([2, 0, 1]), 2)
    assert (inside.tolist(), pairs.tolist()) == ([[0, 1], [0, 0]], [[0, 1], [1, 0]])
