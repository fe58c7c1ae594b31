"""The time that a reader has: stops, what is shown, what the page says about it, and where it goes on."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from sentencerank import Ranking, rank, read_document
from sentencerank.ranking import WORDS_PER_MINUTE
from sentencerank.serve.columns import stops
from tests.reader.conftest import Opened, Opener, view


def seconds_of(readout: str) -> float:
    """What the first time of a readout is, in seconds."""
    found = re.search(
        r"(?:(\d+) h)? ?(?:(\d+) min)? ?(?:(\d+) s)?", readout[readout.index(re.findall(r"\d", readout)[0]) :]
    )
    assert found is not None
    return 3600 * int(found[1] or 0) + 60 * int(found[2] or 0) + int(found[3] or 0)


def shown_seconds(opened: Opened, ranking: Ranking) -> float:
    return sum(ranking.sentences[i].words for i in opened.marked) / WORDS_PER_MINUTE * 60


@pytest.fixture(scope="module")
def longer() -> Ranking:
    return rank(read_document(Path(__file__).parents[2] / "docs" / "documents.md"))


@pytest.mark.parametrize("name", ["page", "brief"])
def test_what_is_shown_is_what_the_readout_and_the_list_say(offline: Opener, longer: Ranking, name: str) -> None:
    opened = offline(longer)
    view(opened, name)
    buttons = opened.page.locator("#stops button")
    assert buttons.count() >= 4
    for place in range(buttons.count()):
        buttons.nth(place).click()
        opened.settle()
        shown = shown_seconds(opened, longer)
        listed = float(buttons.nth(place).get_attribute("data-seconds") or 0)
        readout = seconds_of(opened.page.locator("#readout").text_content() or "")
        assert abs(shown - listed) < 5
        assert abs(shown - readout) < 5


def test_stops_are_near_each_other_and_those_of_the_library(offline: Opener, longer: Ranking) -> None:
    for minutes in (0.4, 1.1, 3, 12, 38, 49, 214, 1_000, 4_321):
        times = [*stops(minutes), minutes]
        assert all(after / before <= 2.5 + 1e-9 for before, after in pairwise(times))
    opened = offline(longer)
    labels = [0.5 if text == "½" else text for text in opened.page.locator("#stops button").all_text_contents()]
    times = [float(label) for label in labels[:-1]]
    headings = {s.index for s in longer.sentences if longer.document.blocks[s.paragraph].kind in ("title", "heading")}
    layers = longer.layers(minutes=times)
    seen: set[int] = set()
    for place, layer in enumerate(layers[: len(times)]):
        opened.page.locator("#stops button").nth(place).click()
        seen |= {sentence.index for sentence in layer.sentences}
        if not seen & headings:  # the library counts their words as well
            assert set(opened.marked) == seen


def test_a_text_opens_at_two_minutes_or_at_the_last_choice(offline: Opener, longer: Ranking) -> None:
    opened = offline(longer)
    assert opened.state("() => document.querySelector('.stop[aria-pressed=true]').textContent") == "2"
    opened.page.click("#more")
    opened.settle()
    assert opened.state("() => JSON.parse(localStorage['sentencerank:settings']).budget") == 5
    opened.state(
        "() => { for (const k of Object.keys(localStorage)) if (k.includes('reading')) delete localStorage[k] }"
    )
    opened.page.goto("about:blank")


def test_a_short_text_is_shown_whole(offline: Opener) -> None:
    for text in ("One sentence stands here alone.", "Rain fell. Snow fell. Hail fell on the town. The town was wet."):
        ranking = rank(text)
        opened = offline(ranking)
        assert opened.marked == list(range(len(ranking)))
        assert "Whole text" in (opened.page.locator("#readout").text_content() or "")


def test_an_empty_document_opens(offline: Opener) -> None:
    opened = offline(rank(""))
    for key in ("j", "n", "5", "v", "w", "c", "m", "g"):
        opened.page.keyboard.press(key)
    assert "no sentence" in (opened.page.locator("#notes").text_content() or "")


def test_place_time_view_and_query_come_back_after_a_reload(offline: Opener, longer: Ranking) -> None:
    opened = offline(longer, height=500)
    page = opened.page
    page.keyboard.press("3")
    view(opened, "brief")
    for _ in range(6):
        page.keyboard.press("j")
    place = opened.focused
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('sentencerank:reading'))")
    address = page.url
    page.reload()
    page.wait_for_selector("body.ready")
    opened.settle()
    assert opened.state("() => document.body.dataset.view") == "brief"
    assert opened.state("() => document.querySelector('.stop[aria-pressed=true]').textContent") == "2"
    assert 0 <= opened.top(place) < 500
    # Also without what the address says.
    page.goto("about:blank")
    page.goto(address.partition("#")[0])
    page.wait_for_selector("body.ready")
    opened.settle()
    assert opened.state("() => document.body.dataset.view") == "brief"
    assert page.locator("#brief .isread").count() >= 5


def test_what_was_looked_at_long_enough_is_read_and_the_next_pass_is_new(offline: Opener, longer: Ranking) -> None:
    opened = offline(longer)
    page = opened.page
    page.keyboard.press("1")
    view(opened, "brief")
    first = opened.marked
    page.wait_for_selector("#brief .isread")  # as long as a busy machine takes to read it
    for _ in range(len(first) + 1):
        page.keyboard.press("j")
    page.wait_for_function("() => document.getElementById('left').textContent.startsWith('All of these')")
    assert "only what is new" in (page.locator("#further").text_content() or "")
    opened.look_away()
    page.click("#further")
    opened.settle()
    second = opened.marked
    assert second
    assert not set(first) & set(second)
    assert page.locator("#brief .isnew").count() == len(second)
    page.keyboard.press("j")
    page.keyboard.press("j")
    assert page.locator("#brief .isnew").count() == len(second) - 1
    assert page.locator("#coverage i").count() > 3
    page.click("#show-menu")
    page.click("#menu-start")
    assert set(first) <= set(opened.marked)


def test_what_is_read_stays_where_it_is_when_the_time_changes(offline: Opener, longer: Ranking) -> None:
    opened = offline(longer, height=500)
    for name in ("brief", "page"):
        view(opened, name)
        opened.page.keyboard.press("4")
        opened.state("() => scrollTo(0, 500)")
        opened.settle()
        for step in ("#less", "#more", "#less"):
            before = opened.state(
                """() => [...document.querySelectorAll(':is(#article, #brief):not([hidden]) .sentence')]
                  .map((s) => [Number(s.dataset.index), s.getBoundingClientRect().top])
                  .filter(([, top]) => top > 60 && top < innerHeight - 60)"""
            )
            opened.page.click(step)
            opened.settle()
            moved = [abs(opened.top(index) - top) for index, top in before if index in opened.shown]
            if moved:
                assert min(moved) < 2
