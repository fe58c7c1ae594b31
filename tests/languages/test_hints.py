"""What the hints leave out is never found by a pattern, with the kernel and without it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank import kernel
from sentencerank.languages import wording
from sentencerank.languages.hints import SLOTS, Hints

SENTENCES = (
    "in this section, we describe the store.",
    "for more information, see the file readme.",
    "options are summarised below.",
    "there is also a separate manual.",
    "it looks like this.",
    "here are some rules:",
    "everyone is permitted to copy it.",
    "many thanks go to ann.",
    "we'd like to thank the reviewers.",
    "please e-mail ann@rain.example.",
    "we therefore propose a ranking.",
    "to our knowledge it is the first.",
    "our main findings are these.",
    "i recommend it.",
    "good evening.",
    "a warm welcome to everyone.",
    "it's mine, said “you”.",
)
OTHERS = ("rain", "é", "ß", "\ud800")
WORDS = st.sampled_from([*sorted({word for text in SENTENCES for word in text.split()}), *OTHERS])


def found(lower: str, hints: int) -> tuple[object, ...]:
    tests = (wording.announces, wording.signposts, wording.greets, wording.addresses)
    return tuple(test(lower, hints) for test in tests)


@pytest.mark.parametrize("lower", SENTENCES)
def test_every_pattern_is_tried_on_what_it_finds(lower: str) -> None:
    assert any(found(lower, wording.EVERY))
    assert found(lower, wording.hints(lower)) == found(lower, wording.EVERY)


@given(st.lists(WORDS, max_size=12).map(" ".join))
def test_hints_change_nothing(lower: str) -> None:
    assert found(lower, wording.hints(lower)) == found(lower, wording.EVERY)


@given(st.text() | st.lists(WORDS).map(" ".join))
def test_the_kernel_finds_the_same_words(lower: str) -> None:
    if kernel.native is None or "\ud800" in lower:
        return
    found = wording._HINTS.found(lower)
    assert all(found & bits == bits for word in lower.split() if (bits := wording._HINTS.words.get(word)))


def test_the_table_stays_half_empty() -> None:
    assert len(wording._HINTS.words) < SLOTS / 2


@pytest.mark.skipif(kernel.native is None, reason="the kernel is not built")
@pytest.mark.parametrize("table", [b"", b"1234", b"0" * 24])
def test_a_table_of_another_size_is_refused(table: bytes) -> None:
    assert kernel.native is not None
    with pytest.raises(ValueError, match="power of two"):
        kernel.native.hints("rain", table)


def test_words_of_several_patterns() -> None:
    assert Hints.of({1: "a b", 4: "b"}).found("b, c") == 5
