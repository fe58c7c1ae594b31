"""Every action from the keyboard alone."""

from __future__ import annotations

import pytest

from sentencerank import Ranking
from tests.reader.conftest import Opener


def test_from_sentence_to_sentence_of_the_layer(offline: Opener) -> None:
    opened = offline(hash="#L3")
    page = opened.page
    layer = opened.marked
    visited = []
    for _ in layer:
        page.keyboard.press("j")
        visited.append(opened.focused)
        assert 0 <= opened.top(opened.focused) < 800
    assert visited == layer
    page.keyboard.press("j")
    assert opened.focused == layer[-1]
    assert "no further" in (page.locator("#live").text_content() or "")
    page.keyboard.press("k")
    assert opened.focused == layer[-2]


def test_from_section_to_section(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    seen = []
    for _ in range(3):
        page.keyboard.press("n")
        seen.append(opened.state("() => document.activeElement.textContent.trim()"))
    assert seen == ["A wall of oysters", "What it costs", "What could go wrong"]
    page.keyboard.press("p")
    assert opened.state("() => document.activeElement.textContent.trim()") == "What it costs"


def test_depth(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    for key, depth in (("+", 3), ("=", 4), ("-", 3), ("7", 7), ("1", 1), ("0", len(harbour.layers()))):
        opened.page.keyboard.press(key)
        assert opened.hash.partition(".")[0] == f"#L{depth}"
    said = opened.page.locator("#live").text_content()
    assert said == f"layer 10 of 10, {len(harbour)} sentences, 2 minutes"


def test_depth_of_a_paragraph(offline: Opener) -> None:
    opened = offline(hash="#L1")
    page = opened.page
    page.keyboard.press("j")
    before = len(opened.marked)
    for _ in range(9):
        page.keyboard.press("]")
    assert len(opened.marked) > before
    for _ in range(10):
        page.keyboard.press("[")
    assert len(opened.marked) < before + 1


def test_gaps(offline: Opener) -> None:
    opened = offline(hash="#L1")
    page = opened.page
    page.keyboard.press("v")  # dim → fold
    # The first sentences are all shown: there is a gap behind the third.
    for _ in range(3):
        page.keyboard.press("j")
    before = opened.shown
    page.keyboard.press("Enter")  # the gap beside the sentence
    assert len(opened.shown) > len(before)
    page.focus(".gap[aria-expanded=false]")
    more = len(opened.shown)
    page.keyboard.press("Enter")
    assert len(opened.shown) > more
    assert opened.state("() => document.activeElement.getAttribute('aria-expanded')") == "true"


def test_views_panels_and_dialogs(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    for name in ("fold", "highlight", "dim"):
        page.keyboard.press("v")
        assert opened.state("() => document.body.dataset.view") == name
    page.keyboard.press("j")
    chosen = opened.focused
    for key, panel in (("w", "why"), ("t", "topics"), ("c", "contents")):
        was = page.locator(f"#{panel}").is_visible()
        page.keyboard.press(key)
        assert page.locator(f"#{panel}").is_visible() != was
    page.keyboard.press("w")
    assert opened.state("() => document.activeElement.id") == "why"
    page.keyboard.press("Escape")
    assert opened.focused == chosen
    for key, dialog in (("e", "export"), ("?", "help")):
        page.keyboard.press(key)
        assert page.locator(f"#{dialog}").is_visible()
        page.keyboard.press("j")  # nothing moves behind a dialog
        page.keyboard.press("Escape")
        assert not page.locator(f"#{dialog}").is_visible()
    page.keyboard.press("Escape")
    assert page.locator(".current").count() == 0


def test_promote_and_demote(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    page.keyboard.press("m")
    assert page.locator("#live").text_content() == "choose a sentence first"
    page.keyboard.press("j")
    chosen = opened.focused
    page.keyboard.press("x")
    assert chosen not in opened.marked
    page.keyboard.press("m")
    page.keyboard.press("m")
    assert page.locator(f"#s{chosen}.promoted.l1").count() == 1
    page.keyboard.press("x")
    assert page.locator(".promoted, .demoted").count() == 0


def test_query(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    page.keyboard.press("/")
    page.keyboard.type("just more 5")  # letters and digits are text here
    assert page.input_value("#query") == "just more 5"
    assert opened.state("() => document.getElementById('depth').value") == "2"
    page.fill("#query", "insurers premiums")
    page.keyboard.press("Enter")
    page.wait_for_selector("#best")


def test_single_keys_can_be_switched_off(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    page.click("#show-settings")
    page.uncheck('[name="keys"]')
    page.keyboard.press("Escape")
    page.locator("#article").focus()
    for key in ("j", "5", "v", "?", "+"):
        page.keyboard.press(key)
    assert opened.focused == -1
    assert opened.state("() => document.body.dataset.view") == "dim"
    assert opened.state("() => document.getElementById('depth').value") == "2"
    assert not page.locator("#help").is_visible()


@pytest.mark.parametrize("key", ["Control+j", "Alt+j", "Meta+5"])
def test_keys_of_the_browser_are_left_alone(offline: Opener, key: str) -> None:
    opened = offline()
    opened.page.keyboard.press(key)
    assert opened.focused == -1
    assert opened.state("() => document.getElementById('depth').value") == "2"


def test_focus_goes_in_the_order_of_reading(offline: Opener) -> None:
    opened = offline(hash="#L3", width=1100)
    page = opened.page
    page.keyboard.press("v")  # fold: gaps are buttons among the text
    page.keyboard.press("j")
    order = []
    while opened.state("() => Boolean(document.activeElement.closest('#article'))"):
        order.append(opened.state("() => document.activeElement.getBoundingClientRect().top + scrollY"))
        page.keyboard.press("Tab")
    assert len(order) > 3
    assert order == sorted(order)


def test_the_text_is_reached_by_the_tab_key_alone(offline: Opener) -> None:
    opened = offline(width=1100)
    page = opened.page
    page.keyboard.press("Tab")
    assert opened.state("() => document.activeElement.className") == "skip"
    for _ in range(40):
        page.keyboard.press("Tab")
        if opened.focused >= 0:
            break
    assert opened.focused == opened.marked[0]
