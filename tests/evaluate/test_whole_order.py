"""The order of all sentences: areas, correlations and what they count."""

from __future__ import annotations

import numpy as np
import pytest

from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.subjects import Subject, subject
from sentencerank.evaluate.whole_order import wanted_words, whole_order

SENTENCES = ("The rain filled the lake.", "It was one of those things that are.", "The lake feeds the town.")


def subject_of(*references: Reference) -> Subject:
    return subject(Case(id="a", sentences=SENTENCES, references=references))


def test_function_words_are_worth_nothing() -> None:
    wanted = wanted_words(subject_of(Reference("x", "It was of the lake.")))
    assert wanted is not None
    assert wanted.usefulness[1] == 0
    assert wanted.usefulness[0] == wanted.usefulness[2] > 0


def test_who_reads_what_is_wanted_first_has_the_larger_area() -> None:
    one = subject_of(Reference("x", "Rain filled the lake."), Reference("y", "Rain."))
    wanted = wanted_words(one)
    best, worst = (whole_order(np.array(order), one, wanted) for order in ([0, 2, 1], [1, 2, 0]))
    assert best["area"] > 0.5 > worst["area"]
    assert best["ρ"] == pytest.approx(1.0)
    assert np.isnan(best["AP"])


def test_a_word_counts_as_often_as_a_reference_has_it() -> None:
    wanted = wanted_words(subject_of(Reference("x", "Lake.")))
    assert wanted is not None
    # All of it is seen after the first sentence, which has 5 of 18 words: half of them pass meanwhile.
    assert wanted.area(np.array([0, 1, 2])) == pytest.approx(1 - 2.5 / 18)


def test_votes_count_where_nobody_wrote_a_summary() -> None:
    one = subject_of(Reference("x", indices=(2,)))
    assert wanted_words(one) is None
    found = whole_order(np.array([2, 0, 1]), one, None)
    assert found["AP"] == 1.0
    assert found["area"] > 0.8
