"""Every article in every view: nothing runs over the edge, and right to left stays in its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from unicodedata import bidirectional, category

import pytest

import sentencerank as sr
from sentencerank.cli import terminal
from sentencerank.cli.terminal import Page
from sentencerank.cli.wrap import columns, isolated, wrapped
from tests.languages.test_articles import ARTICLES, CODES

VIEWS: dict[str, Callable[[sr.Ranking, Page], Iterable[str]]] = {
    "ranked": lambda ranking, page: terminal.ranking_view(ranking, ranking.summary(ratio=0.3), page),
    "summarized": lambda ranking, page: terminal.summary_view(ranking, ranking.summary(ratio=0.3), page),
    "layered": lambda ranking, page: terminal.layers_view(ranking.layers(), page),
    "phrased": lambda ranking, page: terminal.keyphrases_view(ranking.keyphrases(), ranking.topics, page),
    "explained": lambda ranking, page: terminal.explanation_view(ranking, ranking.explain(1), page),
}


def lines(code: str, view: str, width: int) -> list[str]:
    return list(VIEWS[view](sr.rank(ARTICLES[code]), Page(width)))


@pytest.mark.parametrize("width", [64, 79])
@pytest.mark.parametrize("code", CODES)
def test_no_line_is_too_long(code: str, width: int) -> None:
    for view in ("summarized", "layered", "explained"):
        assert all(columns(line) <= width for line in lines(code, view, width))
    assert all(columns(line) <= width for line in lines(code, "ranked", width)[:-4])  # the legend is longer


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("code", ["ar", "he"])
def test_right_to_left_is_isolated(code: str, view: str) -> None:
    for line in lines(code, view, 70):
        outside = re.sub("\u2067[^\u2067\u2069]*\u2069", "", line)
        assert "\u2067" not in outside
        assert "\u2069" not in outside
        if view != "explained":  # its last paragraph is English with words of the text in it
            assert not any(bidirectional(character) in ("R", "AL") for character in outside)


@pytest.mark.parametrize("code", [code for code in CODES if code not in ("ar", "he")])
def test_left_to_right_needs_no_marks(code: str) -> None:
    assert not any("\u2067" in line for view in VIEWS for line in lines(code, view, 70))


def test_columns_of_keyphrases_are_aligned() -> None:
    for code in ("zh", "ko", "ar", "hi", "th"):
        shown = [line for line in lines(code, "phrased", 70) if "×" in line]
        widths = {columns(line[: re.search(r"\d\.\d\d", line).end()]) for line in shown}  # type: ignore[union-attr]
        assert len(widths) == 1


def test_thai_marks_never_begin_a_line() -> None:
    for width in range(10, 60):
        for line in wrapped(ARTICLES["th"], width):
            assert category(line[0]) != "Mn"
            assert line[0] not in "ะาำๅๆ"
            assert line[-1] not in "เแโใไ"


def test_pipes_get_the_text_alone() -> None:
    assert isolated("rain") == "rain"
    assert isolated("مدينة") == "\u2067مدينة\u2069"
    assert "\u2067" not in sr.rank(ARTICLES["ar"]).summary(sentences=2).text
