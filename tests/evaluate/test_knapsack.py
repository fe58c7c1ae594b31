from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.errors import DataError
from sentencerank.evaluate.rivals.knapsack import Knapsack

SENTENCES = st.lists(st.tuples(st.integers(0, 20), st.integers(1, 9), st.integers(0, 3)), min_size=1, max_size=7)


def problem(sentences: list[tuple[int, int, int]], limit: int) -> Knapsack:
    scores, lengths, clusters = (np.array(column) for column in zip(*sentences, strict=True))
    return Knapsack(scores.astype(np.float64), lengths, clusters, limit)


@given(SENTENCES, st.integers(0, 30))
def test_exact_is_what_trying_everything_finds(sentences: list[tuple[int, int, int]], limit: int) -> None:
    one = problem(sentences, limit)
    ways = [np.array(way) for way in itertools.product((False, True), repeat=len(sentences))]
    fitting = [way for way in ways if one.lengths[way].sum() <= limit]
    assert one.value(one.best()) == pytest.approx(max(map(one.value, fitting)))
    assert one.variety(one.widest()) == max(map(one.variety, fitting))
    wanted = one.variety(one.greedy(range(len(sentences))))
    enough = [way for way in fitting if one.variety(way) >= wanted]
    assert one.value(one.best(clusters=wanted)) == pytest.approx(max(map(one.value, enough)))


@given(SENTENCES, st.integers(0, 30))
def test_greedy_fits_and_is_never_above_the_optimum(sentences: list[tuple[int, int, int]], limit: int) -> None:
    one = problem(sentences, limit)
    chosen = one.greedy(np.argsort(-one.scores))
    assert one.lengths[chosen].sum() <= limit
    assert one.value(chosen) <= one.value(one.best()) + 1e-9


def test_more_clusters_than_there_are_is_an_error() -> None:
    with pytest.raises(DataError, match="no solution"):
        problem([(1, 1, 0), (2, 1, 0)], 5).best(clusters=2)
