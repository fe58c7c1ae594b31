from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.train import tokens
from sentencerank.train.tokens import CAPITAL, CAPITALS, CLOSE, DASH, END, OPEN, QUOTE_AFTER, QUOTE_BEFORE, tokenise

LATIN = st.text(alphabet=st.characters(max_codepoint=0x24F))


def words_of(text: str) -> list[str]:
    words = tokenise(text)
    return [words.names[id] for id in words.ids]


@given(LATIN)
def test_words_are_those_of_the_pattern_in_lower_case(text: str) -> None:
    assert words_of(text) == [word.lower() for word in re.findall(r"[^\W_]+", text)]


@given(st.text())
def test_offsets_give_the_words_back(text: str) -> None:
    words = tokenise(text)
    assert [text[a:b].lower() for a, b in zip(words.starts, words.ends, strict=True)] == words_of(text)
    assert np.all(words.starts[1:] >= words.ends[:-1])
    assert len(set(words.names)) == len(words.names)
    for a, b in zip(words.starts, words.ends, strict=True):
        assert words_of(text[a:b]) == [text[a:b].lower()]


def flags(text: str, bit: int) -> list[bool]:
    return (tokenise(text).flags & bit > 0).tolist()


def test_flags() -> None:
    assert flags("Rain NASA a A", CAPITAL) == [True, True, False, True]
    assert flags("Rain NASA a A", CAPITALS) == [False, True, False, False]
    assert flags("rain-fed crop - land", DASH) == [True, False, False, False]
    assert flags('He said "yes, no," then “so”', QUOTE_BEFORE) == [False, False, True, False, False, True]
    assert flags('He said "yes, no," then “so”', QUOTE_AFTER) == [False, False, False, True, False, True]
    assert flags("one (two three) four", OPEN) == [False, True, False, False]
    assert flags("one (two three) four", CLOSE) == [False, False, True, False]


@pytest.mark.parametrize("mark", list(tokens.SEPARATORS))
def test_every_separator_ends_a_fragment(mark: str) -> None:
    assert flags(f"one{mark} two", END) == [True, True]


def test_what_ends_a_fragment_and_what_does_not() -> None:
    assert flags("a b\nc\n \nd - e’f", END) == [False, False, True, False, False, True]
    words = tokenise("a b\nc d", [3])
    assert (words.flags & END > 0).tolist() == [False, True, False, True]


def test_marks_stay_with_their_letters_and_unspaced_scripts_fall_into_characters() -> None:
    assert words_of("e\u0301te\u0301 नमस्ते \u0301x") == ["e\u0301te\u0301", "नमस्ते", "x"]
    assert words_of("東京a都 x") == ["東", "京", "a", "都", "x"]
    assert words_of("ΟΔΟΣ οδος İstanbul") == ["οδος", "οδος", "i\u0307stanbul"]


def test_nothing() -> None:
    assert words_of("") == words_of(" ?! ") == []
    assert len(tokenise("").flags) == 0


def test_hashes_that_collide_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "one two three one international internationally two " * 3
    expected = words_of(text)
    monkeypatch.setattr(tokens, "_HASH", np.uint64(0))  # every word in one slot
    assert words_of(text) == expected


def test_batches_share_their_words(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a b c a c b b a " * 5
    expected = words_of(text)
    monkeypatch.setattr(tokens, "_BATCH", 3)
    assert words_of(text) == expected
