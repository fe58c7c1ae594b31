from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from sentencerank.errors import DataError, OptionsError
from sentencerank.evaluate import significance
from sentencerank.evaluate.significance import difference_interval, mean_interval, permutation_test

RNG = np.random.default_rng(1)
LEFT = RNG.normal(0.40, 0.1, 60)
RIGHT = LEFT - RNG.normal(0.02, 0.05, 60)


def test_the_interval_is_close_to_the_normal_one() -> None:
    found = mean_interval(LEFT)
    error = LEFT.std() / np.sqrt(60)
    assert found.mean == pytest.approx(LEFT.mean())
    assert (found.low, found.high) == pytest.approx((LEFT.mean() - 1.96 * error, LEFT.mean() + 1.96 * error), abs=0.003)


def test_pairing_narrows_the_interval_of_a_difference() -> None:
    paired = difference_interval(LEFT, RIGHT)
    assert paired.high - paired.low < mean_interval(LEFT).high - mean_interval(LEFT).low
    assert paired.mean == pytest.approx(LEFT.mean() - RIGHT.mean())


def test_a_seed_decides_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    assert mean_interval(LEFT, seed=3) == mean_interval(LEFT, seed=3) != mean_interval(LEFT, seed=4)
    assert permutation_test(LEFT, RIGHT, seed=3) == permutation_test(LEFT, RIGHT, seed=3)
    whole = mean_interval(LEFT, seed=3)
    monkeypatch.setattr(significance, "CELLS", 60 * 7)
    assert mean_interval(LEFT, seed=3) == whole


def test_few_documents_are_counted_out_as_scipy_does() -> None:
    x, y = LEFT[:10], RIGHT[:10]
    exact = stats.permutation_test((x - y,), np.mean, permutation_type="samples", n_resamples=np.inf).pvalue
    assert permutation_test(x, y) == pytest.approx(exact)


def test_sampling_comes_close_to_counting() -> None:
    x, y = LEFT[:12], RIGHT[:12]
    assert permutation_test(x, y, samples=4000) == pytest.approx(permutation_test(x, y), abs=0.03)


def test_equal_systems_are_not_different() -> None:
    assert permutation_test([0.3, 0.4], [0.3, 0.4]) == 1
    assert permutation_test(LEFT, LEFT) == 1


def test_one_document_proves_nothing() -> None:
    assert permutation_test([0.9], [0.1]) == 1
    one = mean_interval([0.9])
    assert one.low == one.mean == one.high == 0.9


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(DataError, match="same documents"):
        permutation_test([1, 2], [1])
    for bad in ([], [float("nan")], [[1.0]]):
        with pytest.raises(DataError, match="one finite number"):
            mean_interval(bad)
    with pytest.raises(OptionsError, match="level=1"):
        mean_interval([1], level=1)
    with pytest.raises(OptionsError, match="samples=0"):
        permutation_test([1], [1], samples=0)
