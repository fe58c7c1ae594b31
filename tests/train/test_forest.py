from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.train.checkpoints import Ints
from sentencerank.train.mining import forest
from sentencerank.train.mining.forest import codes, examples, grow_trees, quality
from sentencerank.train.progress import Workers

SIZE = 400


@pytest.fixture
def table() -> forest.Codes:
    return codes(np.random.default_rng(0).normal(size=(SIZE, 5)).round(2))


def labelled(table: forest.Codes) -> tuple[Ints, Ints]:
    good = table[:, 0] + table[:, 1] > np.median(table[:, 0] + table[:, 1])
    return np.flatnonzero(good), np.flatnonzero(~good)


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=40), st.integers(2, 9))
def test_codes_keep_the_order(values: list[float], limit: int) -> None:
    coded = codes(np.array(values)[:, None], limit).ravel()
    order = np.argsort(values, kind="stable")
    assert np.all(np.diff(coded[order]) >= 0)
    assert 0 <= coded.min() <= coded.max() < max(limit, 1)


def test_a_forest_learns_and_ranks(table: forest.Codes) -> None:
    positives, negatives = labelled(table)
    found = quality(table, positives[::2], negatives[::2], drawn=100, trees=60, seed=1, stream=(1, 0))
    assert 0 <= found.min() <= found.max() <= 1
    assert found[positives[1::2]].mean() > 2 * found[negatives[1::2]].mean()


def test_votes_are_boxes_counted_one_by_one(table: forest.Codes) -> None:
    names = np.arange(7, dtype=np.uint64)
    boxes = grow_trees(table, examples(*labelled(table), 100, names), names)
    inside = [
        sum(bool(np.all((low <= row) & (row <= high))) for low, high in zip(*boxes, strict=True)) for row in table
    ]
    assert forest._count_boxes(forest._join_features(table), boxes).tolist() == inside
    assert max(inside) <= 7  # at most one box of each tree


def test_a_tree_is_not_asked_about_its_own_examples(table: forest.Codes) -> None:
    positives, negatives = (part[:12] for part in labelled(table))
    found = quality(table, positives, negatives, drawn=8, trees=9, seed=2, stream=(1, 0))
    key = np.array([0], np.uint64)
    for part in (2, 1, 0):
        key = forest._hash(key + np.array([part], np.uint64))
    for row in (*positives.tolist(), *negatives.tolist(), 300):
        asked, voted = 0, 0
        for tree in range(9):
            names = forest._hash(key + np.array([tree], np.uint64))
            chosen = examples(positives, negatives, 8, names)
            low, high = grow_trees(table, chosen, names)
            if row not in chosen:
                asked += 1
                voted += int(np.any(np.all((low <= table[row]) & (table[row] <= high), axis=1)))
        assert found[row] == (voted / asked if asked else 0)


def test_trees_do_not_depend_on_their_batch_or_worker(table: forest.Codes, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = quality(table, *labelled(table), drawn=100, trees=23, seed=5, stream=(2, 1))
    monkeypatch.setattr(forest, "_TREES", 4)
    monkeypatch.setattr(forest, "_ROWS", 3)
    monkeypatch.setattr(forest, "_JOINT", 0)
    with Workers(2) as two:
        for workers in (None, two):
            found = quality(table, *labelled(table), drawn=100, trees=23, seed=5, stream=(2, 1), workers=workers)
            assert np.array_equal(found, expected)


@pytest.mark.parametrize("other", [{"seed": 6}, {"stream": (1, 1)}, {"stream": (2, 0)}])
def test_seed_round_and_forest_matter(other: dict[str, int], table: forest.Codes) -> None:
    options: dict[str, object] = {"drawn": 100, "trees": 20, "seed": 5, "stream": (2, 1)}
    one, two = (
        quality(table, *labelled(table), **given)  # type: ignore[arg-type]
        for given in (options, {**options, **other})
    )
    assert not np.array_equal(one, two)


def test_equal_candidates_with_both_labels_end_in_a_leaf() -> None:
    table = np.zeros((40, 3), np.int16)
    found = quality(table, np.arange(20), np.arange(20, 40), drawn=100, trees=5, seed=0, stream=(1, 0))
    assert found.tolist() == [0.0] * 40
