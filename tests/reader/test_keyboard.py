"""Every action from the keyboard alone."""

from __future__ import annotations

import pytest

from sentencerank import Ranking, rank
from tests.reader.conftest import Opener, view


def test_from_sentence_to_sentence_of_the_time(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    chosen = opened.marked
    visited = []
    for _ in chosen:
        page.keyboard.press("j")
        visited.append(opened.focused)
        assert 0 <= opened.top(opened.focused) < 800
    assert visited == chosen
    page.keyboard.press("j")
    assert opened.focused == chosen[-1]
    assert "No further" in (page.locator("#live").text_content() or "")
    page.keyboard.press("k")
    assert opened.focused == chosen[-2]
    assert page.locator("#article .isread").count() == len(chosen)


def test_the_next_sentence_is_the_next_one_of_the_screen(offline: Opener) -> None:
    rain = " ".join(f"Rain number {n} fell on the hills and filled the rivers of the north." for n in range(400))
    opened = offline(rank(f"Rain is measured in this report. {rain} We conclude that rain fills the rivers."))
    page = opened.page
    page.keyboard.press("1")
    page.keyboard.press("j")
    first = opened.focused
    said = "() => getComputedStyle(document.getElementById('step-on'), '::before').content"
    assert opened.state(said) == "none"
    opened.state("() => scrollTo(0, document.body.scrollHeight / 2)")
    opened.settle()
    assert "Next sentence" in opened.state(said), "nothing of the time is on this screen"
    top = min(index for index in opened.shown if opened.top(index) > 0)
    for press in ("j", "k"):
        page.keyboard.press(press)
        assert 0 <= opened.top(opened.focused) < 800
        assert (opened.focused >= top) == (press == "j")
    assert first < top


def test_the_buttons_at_the_foot_go_from_sentence_to_sentence(offline: Opener) -> None:
    opened = offline()
    chosen = opened.marked
    for _ in range(2):
        opened.page.click("#step-on")
    assert opened.focused == chosen[1]
    opened.page.click("#step-back")
    assert opened.focused == chosen[0]


def test_from_section_to_section(offline: Opener) -> None:
    opened = offline()
    seen = []
    for _ in range(3):
        opened.page.keyboard.press("n")
        seen.append(opened.state("() => document.activeElement.textContent.trim()"))
    assert seen == ["A wall of oysters", "What it costs", "What could go wrong"]
    opened.page.keyboard.press("p")
    assert opened.state("() => document.activeElement.textContent.trim()") == "What it costs"


def test_the_time(offline: Opener) -> None:
    opened = offline()
    pressed = "() => document.querySelector('.stop[aria-pressed=true]').textContent"
    for key, stop in (("1", "½"), ("+", "1"), ("=", "all"), ("-", "1"), ("0", "all"), ("9", "all"), ("2", "1")):
        opened.page.keyboard.press(key)
        assert opened.state(pressed) == stop
    said = opened.page.locator("#live").text_content() or ""
    assert " of 1 min" in said or " of 2 min" in said


def test_views_drawer_and_dialogs(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    for name in ("brief", "side", "page"):
        page.keyboard.press("v")
        assert opened.state("() => document.body.dataset.view") == name
        assert page.locator(f'#views [data-view="{name}"]').get_attribute("aria-pressed") == "true"
    page.keyboard.press("c")
    assert page.locator("#drawer").is_visible()
    assert opened.state("() => document.activeElement.id") == "drawer"
    page.keyboard.press("Escape")
    assert page.locator("#drawer").is_hidden()
    for key, dialog in (("e", "export"), ("?", "help")):
        page.keyboard.press(key)
        assert page.locator(f"#{dialog}").is_visible()
        assert "k_" not in page.locator(f"#{dialog}").inner_text(), "every key has its words"
        page.keyboard.press("j")  # nothing moves behind a dialog
        page.keyboard.press("Escape")
        assert page.locator(f"#{dialog}").is_hidden()
    assert page.locator(".current").count() == 0


def test_what_belongs_to_a_sentence(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    page = opened.page
    page.keyboard.press("h")
    assert "Choose a sentence" in (page.locator("#live").text_content() or "")
    page.keyboard.press("j")
    index = opened.focused
    page.keyboard.press("w")
    page.wait_for_selector("#popover .plain")
    assert page.locator("#popover .plain").inner_text() == harbour.explain(index).sentence
    page.keyboard.press("Escape")
    assert opened.focused == index
    page.keyboard.press("h")
    assert page.locator(f"#s{index}.mine").count() == 1
    page.keyboard.press("a")
    page.keyboard.type("just a note: 5")  # letters are text here
    page.keyboard.press("Escape")
    assert opened.focused == index
    assert page.locator(f"#s{index}.noted").count() == 1
    page.keyboard.press("x")
    assert index not in opened.marked
    page.keyboard.press("m")
    assert index in opened.marked
    page.keyboard.press(".")
    assert opened.state("() => document.activeElement.closest('#popover') !== null")
    page.keyboard.press("Escape")
    page.reload()
    page.wait_for_selector("body.ready")
    assert page.locator(f"#s{index}.mine.noted.liked").count() == 1


def test_more_of_a_paragraph(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    page = opened.page
    page.keyboard.press("1")
    view(opened, "brief")
    page.keyboard.press("j")
    paragraph = harbour.sentences[opened.focused].paragraph
    before = set(opened.shown)
    page.keyboard.press("]")
    added = set(opened.shown) - before
    assert added
    assert {harbour.sentences[i].paragraph for i in added} == {paragraph}
    page.keyboard.press("[")
    assert set(opened.shown) == before


def test_enter_leads_from_the_brief_into_the_text(offline: Opener) -> None:
    opened = offline()
    view(opened, "brief")
    for _ in range(4):
        opened.page.keyboard.press("j")
    index = opened.focused
    opened.page.keyboard.press("Enter")
    assert opened.state("() => document.body.dataset.view") == "page"
    assert opened.focused == index


def test_asking(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    page = opened.page
    own = opened.marked
    opened.ask("disease that killed oysters")
    target = next(s.index for s in harbour.sentences if s.text.startswith("A disease that killed"))
    assert target in opened.marked
    assert page.locator("#hit-list mark").count() > 2
    page.keyboard.press("Enter")
    assert opened.focused == target
    page.keyboard.press(">")
    assert opened.focused != target
    page.keyboard.press("<")
    assert opened.focused == target
    assert opened.state("() => CSS.highlights.get('hits').size") > 0
    page.keyboard.press("/")
    page.keyboard.press("Escape")
    assert opened.marked == own
    assert page.input_value("#query") == ""
    page.wait_for_function("() => !location.hash.includes('q=')")


def test_single_keys_can_be_switched_off(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    page.click("#show-menu")
    page.click("#menu-settings")
    page.uncheck('[name="keys"]')
    page.keyboard.press("Escape")
    page.locator("#desk").focus()
    before = opened.marked
    for key in ("j", "1", "v", "?", "+"):
        page.keyboard.press(key)
    assert opened.focused == -1
    assert opened.marked == before
    assert page.locator("#help").is_hidden()


@pytest.mark.parametrize("key", ["Control+j", "Alt+j", "Meta+1"])
def test_keys_of_the_browser_are_left_alone(offline: Opener, key: str) -> None:
    opened = offline()
    before = opened.marked
    opened.page.keyboard.press(key)
    assert opened.focused == -1
    assert opened.marked == before


def test_every_control_is_reached_by_the_tab_key(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    seen = []
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.append(opened.state("() => document.activeElement.id || document.activeElement.className"))
    for name in ("skip", "more", "show-ask", "show-drawer", "show-menu"):
        assert name in seen
