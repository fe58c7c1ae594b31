"""The numbers that the paper prints."""

from __future__ import annotations

import numpy as np
import pytest

from sentencerank.method.clustering import cluster_count
from sentencerank.method.options import LITERAL, PAPER, spr, swr
from sentencerank.method.salience import combined, salience, softplus
from sentencerank.method.structures import location_ranks
from tests.strategies import terms_of

S1, S2 = [2.6, 2.2, 2.1, 0.3, 0.2], [1.6, 1.5, 1.5, 1.5, 1.4]


def test_table_1_softplus_of_every_word() -> None:
    printed = [[2.67, 2.31, 2.22, 0.85, 0.80], [1.78, 1.70, 1.70, 1.70, 1.62]]
    for scores, row in zip((S1, S2), printed, strict=True):
        assert softplus(np.array(scores)) == pytest.approx(row, abs=0.006)


def test_table_1_softplus_reverses_the_order_of_the_two_sentences() -> None:
    terms = terms_of([[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]], 10)
    scores = np.array(S1 + S2)
    assert salience(terms, scores, elevate=False) == pytest.approx([1.48, 1.50])
    assert salience(terms, scores) == pytest.approx([1.768, 1.702], abs=0.0015)


def test_equation_5_halves_the_sum() -> None:
    parts = combined(np.array([1.0, 2.0]), np.array([3.0, 0.0]))
    assert sum(parts.values()).tolist() == [2.0, 1.0]  # type: ignore[union-attr]


def test_location_scores_of_news() -> None:
    places = location_ranks("news", 4)
    assert (1 / places).tolist() == [1, 1 / 2, 1 / 3, 1 / 4]
    assert 1 / np.log10(1 + places[0]) == pytest.approx(1 / np.log10(2))


def test_number_of_spectral_clusters() -> None:
    assert [cluster_count(n, 8) for n in (0, 3, 4, 20, 27, 200)] == [1, 1, 1, 6, 8, 8]


def test_parameters_of_section_8() -> None:
    assert (PAPER.window, swr(PAPER).window) == (3, 2)
    assert (LITERAL.threshold, LITERAL.phrase_threshold) == (0.65, 0.60)
    assert (PAPER.damping, PAPER.nearest, PAPER.gamma, PAPER.max_clusters) == (0.85, 0.30, 1.0, 8)
    assert (PAPER.clustering, spr(PAPER).clustering) == ("affinity", "spectral")
    assert (PAPER.structure, PAPER.softplus, PAPER.selection) == ("news", True, "round_robin")
