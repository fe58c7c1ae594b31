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
    "this chapter explains the rest.",
    "section 4 presents our results.",
    "this manpage documents rain.",
    "see also rain(1)",
    "the rest of the paper is organised so.",
    "copyright 2004 lee",
    "(c) 2004 lee",
    "*of rain",
    "© lee",
    "the faq was last updated in may.",
    "the latest version of rain is available here.",
    "it is distributed in the hope of rain.",
    '"you" means anyone.',
    "“rain” is the water.",
    "the term rain has the meaning below.",
    'when we say "rain"',
    "usage: rain [-v] [-w]",
    "rain [-v] [-w]",
    "the latter rained.",
    "for example, rain.",
    "...and rain.",
    "it’s rain.",
    "'no,' he said.",
    "``no rain'' fell.",
    "the file is in the directory.",
    "details are available in the manual.",
    "please read the file readme.",
    "check our home page.",
    "as described below.",
)
OTHERS = ("rain", "é", "ß", "\ud800")
WORDS = st.sampled_from([*sorted({word for text in SENTENCES for word in text.split()}), *OTHERS])


def found(lower: str, hints: int) -> tuple[object, ...]:
    tests = (wording.announces, wording.signposts, wording.greets, wording.addresses, wording.depends, wording.talks)
    return tuple(test(lower, hints) for test in tests)


@pytest.mark.parametrize("lower", SENTENCES)
def test_every_pattern_is_tried_on_what_it_finds(lower: str) -> None:
    assert any(found(lower, wording.EVERY))
    assert found(lower, wording.hints(lower)) == found(lower, wording.EVERY)


@given(st.lists(WORDS, max_size=12).map(" ".join))
def test_hints_change_nothing(lower: str) -> None:
    assert found(lower, wording.hints(lower)) == found(lower, wording.EVERY)


@given(st.text() | st.lists(WORDS).map(" ".join) | st.sampled_from(SENTENCES))
def test_the_kernel_finds_the_same_words(lower: str) -> None:
    if kernel.native is None or any("\ud800" <= character <= "\udfff" for character in lower):
        return
    native, kernel.native = kernel.native, None
    try:
        plain = wording.hints(lower)
    finally:
        kernel.native = native
    assert wording.hints(lower) == plain


def test_the_table_stays_half_empty() -> None:
    assert len(wording._HINTS.words) < SLOTS / 2


@pytest.mark.skipif(kernel.native is None, reason="the kernel is not built")
@pytest.mark.parametrize("table", [b"", b"1234", b"0" * 36])
def test_a_table_of_another_size_is_refused(table: bytes) -> None:
    assert kernel.native is not None
    with pytest.raises(ValueError, match="power of two"):
        kernel.native.hints("rain", table, 0)


def test_words_of_several_patterns() -> None:
    hints = Hints.of({1: "a b", 4: "b", 8: "^b"})
    assert hints.found("b, c") == 13
    assert hints.found("c, b") == 5
