from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sentencerank as sr
from sentencerank.cli import terminal
from sentencerank.cli.terminal import Page, bar
from sentencerank.cli.wrap import columns, flat, wrapped

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), max_size=60)


@given(words, st.integers(4, 30))
def test_no_line_is_too_wide_and_no_character_is_lost(text: str, width: int) -> None:
    lines = wrapped(text, width)
    assert all(columns(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(flat(text).split())


def test_closing_marks_stay_with_what_they_close() -> None:
    assert wrapped("今天下雨。", 8) == ["今天下", "雨。"]
    assert wrapped("他说「好」", 6) == ["他说", "「好」"]


def test_a_word_longer_than_the_line_is_cut() -> None:
    assert wrapped("see https://example.org/a/long/path now", 12) == [
        "see",
        "https://exam",
        "ple.org/a/lo",
        "ng/path now",
    ]


def test_nothing_is_one_empty_line() -> None:
    assert wrapped(" \n ", 10) == [""]


def test_control_characters_never_reach_the_terminal() -> None:
    page = Page(60, color=False)
    ranking = sr.rank(
        "The river \x1b[31mrose overnight and flooded the mill. The mill is closed until the river falls."
    )
    lines = [
        *terminal.title("a\x1b]0;b\x07.txt", ranking, page),
        *terminal.ranking_view(ranking, ranking.summary(sentences=1), page),
        *terminal.summary_view(ranking, ranking.summary(sentences=2), page),
        *terminal.layers_view(ranking.layers(), page),
        *terminal.folded_view(ranking, ranking.layers(), 1, page),
        *terminal.keyphrases_view(ranking.keyphrases(), ranking.topics, page),
        *terminal.explanation_view(ranking, ranking.explain(0), page),
    ]
    assert lines
    assert not any("\x1b" in line or "\x07" in line for line in lines)


@pytest.mark.parametrize("value", [0.0, 0.001, 0.5, 1.0])
def test_a_bar_fits_and_something_is_never_nothing(value: float) -> None:
    assert len(bar(value, 1.0, 10)) <= 10
    assert bool(bar(value, 1.0, 10)) == (value > 0)


def test_what_speaks_against_a_sentence_stands_left_of_the_axis() -> None:
    ranking = sr.rank("The council voted to close the bridge. Engineers found cracks in the bridge. No.")
    last = int(ranking.order[-1])
    lines = list(terminal.explanation_view(ranking, ranking.explain(last), Page()))
    axis = {line.index("│") for line in lines if "│" in line}
    assert len(axis) == 1
