from __future__ import annotations

import math
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from sentencerank.errors import DataError
from sentencerank.evaluate.measures import (
    average_precision,
    kendall,
    ndcg,
    reading_area,
    reading_curve,
    spearman,
)
from sentencerank.method.arrays import Order

votes = st.lists(st.integers(0, 3), min_size=1, max_size=12)
tied = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=2, max_size=40)


def by_votes(found: list[int]) -> Order:
    return np.argsort(-np.array(found), kind="stable")


@given(votes.filter(any))
def test_the_judges_own_order_is_best(found: list[int]) -> None:
    order = by_votes(found)
    assert ndcg(order, found) == pytest.approx(1)
    assert average_precision(order, found) == pytest.approx(1)


@given(votes.filter(any), st.integers(0, 99))
def test_every_order_lies_between_0_and_1(found: list[int], seed: int) -> None:
    order = np.random.default_rng(seed).permutation(len(found))
    for value in (ndcg(order, found), average_precision(order, found), reading_area(order, [1] * len(found), found)):
        assert 0 <= value <= 1 + 1e-12


def test_ndcg_of_a_known_example() -> None:
    dcg = 3 + 2 / math.log2(3) + 3 / 2 + 0 + 1 / math.log2(6) + 2 / math.log2(7)
    ideal = 3 + 3 / math.log2(3) + 2 / 2 + 2 / math.log2(5) + 1 / math.log2(6)
    assert ndcg(range(6), [3, 2, 3, 0, 1, 2]) == pytest.approx(dcg / ideal)
    assert ndcg(range(6), [3, 2, 3, 0, 1, 2], top=1) == 1
    assert ndcg(range(6), [0, 2, 3, 0, 1, 2], top=1) == 0


def test_graded_average_precision_is_the_mean_over_bars() -> None:
    found, order = [1, 4, 0, 2], [2, 0, 3, 1]
    bars = [0.5, 1.5, 2.5, 3.5]  # one in each quarter of (0, 4]
    each = [average_precision(order, [int(v >= bar) for v in found]) for bar in bars]
    assert average_precision(order, found) == pytest.approx(sum(each) / 4)
    assert average_precision(order, [10 * v for v in found]) == pytest.approx(sum(each) / 4)


@given(tied)
def test_correlations_are_scipys(pairs: list[tuple[int, int]]) -> None:
    x, y = zip(*pairs, strict=True)
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert math.isnan(kendall(x, y))
        assert math.isnan(spearman(x, y))
    else:
        assert kendall(x, y) == pytest.approx(stats.kendalltau(x, y).statistic, abs=1e-12)
        assert spearman(x, y) == pytest.approx(stats.spearmanr(x, y).statistic, abs=1e-12)


def test_kendall_in_more_than_one_block() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.integers(50, size=1300), rng.integers(50, size=1300)
    assert kendall(x, y) == pytest.approx(stats.kendalltau(x, y).statistic)


def test_reading_evenly_important_words_is_the_diagonal() -> None:
    curve = reading_curve([2, 0, 1], [10, 20, 30], [1, 2, 3])
    assert curve.read.tolist() == curve.seen.tolist()
    assert curve.area == pytest.approx(0.5)


def test_orders_and_their_reverses_average_to_one_half() -> None:
    words, found = [5, 9, 1, 7], [0, 2, 1, 1]
    for order in permutations(range(4)):
        assert reading_area(order, words, found) + reading_area(order[::-1], words, found) == pytest.approx(1)


def test_votes_per_word_is_the_best_reading_order() -> None:
    words, found = [5, 9, 1, 7], [0, 2, 1, 1]
    best = max(permutations(range(4)), key=lambda order: reading_area(order, words, found))
    assert best == (2, 1, 3, 0)


def test_judges_who_say_nothing_give_nan() -> None:
    for value in (ndcg([0, 1], [0, 0]), average_precision([0, 1], [0, 0]), reading_area([0, 1], [3, 4], [0, 0])):
        assert math.isnan(value)
    for value in (ndcg([], []), average_precision([], []), kendall([], []), spearman([], []), spearman([1], [1])):
        assert math.isnan(value)


def test_what_is_no_order_or_no_vote_is_refused() -> None:
    for order, found in (([0, 0], [1, 1]), ([0, 2], [1, 1]), ([0], [1, 1])):
        with pytest.raises(DataError, match="exactly once"):
            ndcg(order, found)
    for bad in ([1, -1], [1, math.nan]):
        with pytest.raises(DataError, match="not negative"):
            average_precision([0, 1], bad)
    with pytest.raises(DataError, match="two finite scores"):
        kendall([1, 2], [1, 2, 3])
