from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.evaluate.tokens import exceptions, measure, porter, stem

# step by step, from the examples of Porter's paper that one step decides
PAPER = """caresses caress ponies poni cats cat feed feed agreed agre plastered plaster bled bled motoring motor
conflated conflat troubled troubl sized size hopping hop falling fall hissing hiss fizzed fizz failing fail filing file
happy happi sky sky rational ration digitizer digit radically radic triplicate triplic formative form hopeful hope
goodness good revival reviv allowance allow inference infer airliner airlin adjustable adjust irritant irrit
replacement replac adjustment adjust dependent depend adoption adopt communism commun effective effect bowdlerize
bowdler probate probat rate rate cease ceas controlling control rolling roll"""
EXAMPLES = PAPER.split()


@pytest.mark.parametrize(("word", "expected"), list(zip(EXAMPLES[::2], EXAMPLES[1::2], strict=True)))
def test_porters_own_examples(word: str, expected: str) -> None:
    assert porter(word) == expected


def test_words_of_three_letters_stay_even_if_irregular() -> None:
    assert [stem(word) for word in ("was", "men", "ate", "as", "s", "")] == ["was", "men", "ate", "as", "s", ""]


def test_irregular_forms_come_first() -> None:
    assert [stem(word) for word in ("were", "best", "mice", "offer", "testes")] == [
        "be",
        "good",
        "mouse",
        "offer",
        "testes",
    ]


def test_forms_that_wordnet_2_did_not_have_are_left_to_porter() -> None:
    assert "ashes" not in exceptions()
    assert stem("ashes") == porter("ashes") == "ash"


def test_the_list_holds_only_what_porter_gets_wrong() -> None:
    assert len(exceptions()) > 3000
    assert not [form for form, first in exceptions().items() if porter(form) == first or len(form) < 4]


@given(st.text("abcdeilmnorstuvyz019", max_size=12))
def test_any_word_has_a_stem_that_is_no_longer_but_for_an_e(word: str) -> None:
    assert len(porter(word)) <= len(word)
    assert measure(word) <= len(word) / 2
    assert stem(word) or not word
