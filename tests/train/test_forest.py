from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.train.mining import forest
from sentencerank.train.mining.forest import Boxes, codes, grown, votes
from sentencerank.train.store import Ints

SIZE = 400


@pytest.fixture
def table() -> forest.Codes:
    return codes(np.random.default_rng(0).normal(size=(SIZE, 5)).round(2))


def examples(table: forest.Codes) -> tuple[Ints, Ints]:
    good = table[:, 0] + table[:, 1] > np.median(table[:, 0] + table[:, 1])
    return np.flatnonzero(good), np.flatnonzero(~good)


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=40), st.integers(2, 9))
def test_codes_keep_the_order(values: list[float], limit: int) -> None:
    coded = codes(np.array(values)[:, None], limit).ravel()
    order = np.argsort(values, kind="stable")
    assert np.all(np.diff(coded[order]) >= 0)
    assert 0 <= coded.min() <= coded.max() < max(limit, 1)


def test_a_forest_learns_and_ranks(table: forest.Codes) -> None:
    positives, negatives = examples(table)
    found = votes(table, positives[::2], negatives[::2], drawn=100, trees=60, seed=1, stream=(1, 0))
    assert 0 <= found.min() <= found.max() <= 60
    assert found[positives[1::2]].mean() > 2 * found[negatives[1::2]].mean()


def test_votes_are_boxes_counted_one_by_one(table: forest.Codes) -> None:
    boxes = grown(table, *examples(table), 100, np.arange(7, dtype=np.uint64))
    inside = [
        sum(bool(np.all((low <= row) & (row <= high))) for low, high in zip(*boxes, strict=True)) for row in table
    ]
    assert forest._inside(forest._grouped(table), boxes).tolist() == inside
    assert max(inside) <= 7  # at most one box of each tree


def test_every_tree_is_right_about_its_own_sample(table: forest.Codes) -> None:
    positives, negatives = np.array([3, 50]), np.array([7, 9])
    found = votes(table, positives, negatives, drawn=5000, trees=64, seed=0, stream=(1, 0))
    assert found[positives].min() > found[negatives].max()


def test_trees_do_not_depend_on_their_batch(table: forest.Codes, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = votes(table, *examples(table), drawn=100, trees=23, seed=5, stream=(2, 1))
    monkeypatch.setattr(forest, "_TREES", 4)
    monkeypatch.setattr(forest, "_ROWS", 3)
    monkeypatch.setattr(forest, "_JOINT", 0)
    assert np.array_equal(votes(table, *examples(table), drawn=100, trees=23, seed=5, stream=(2, 1)), expected)


@pytest.mark.parametrize("other", [{"seed": 6}, {"stream": (1, 1)}, {"stream": (2, 0)}])
def test_seed_round_and_forest_matter(other: dict[str, int], table: forest.Codes) -> None:
    options: dict[str, object] = {"drawn": 100, "trees": 20, "seed": 5, "stream": (2, 1)}
    one, two = (
        votes(table, *examples(table), **given)  # type: ignore[arg-type]
        for given in (options, {**options, **other})
    )
    assert not np.array_equal(one, two)


def test_equal_candidates_with_both_labels_end_in_a_leaf() -> None:
    table = np.zeros((40, 3), np.int16)
    found = votes(table, np.arange(20), np.arange(20, 40), drawn=100, trees=5, seed=0, stream=(1, 0))
    assert found.tolist() == [0] * 40
    assert isinstance(grown(table, np.arange(20), np.arange(20, 40), 9, np.zeros(1, np.uint64)), Boxes)
