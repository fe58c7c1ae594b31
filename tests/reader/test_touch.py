"""Every action with fingers, at 390 px, from the middle of a text."""

from __future__ import annotations

from pathlib import Path

import pytest

from sentencerank import rank, read_document
from tests.reader import samples
from tests.reader.conftest import Opened, Opener, view

PHONE = {"width": 390, "height": 760, "has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}


def drag(opened: Opened, start: tuple[int, int], end: tuple[int, int]) -> None:
    opened.page.evaluate(
        """([start, end]) => {
          const desk = document.getElementById('desk');
          const at = ([x, y]) => new Touch({identifier: 1, target: desk, clientX: x, clientY: y});
          const send = (type, touches, changed) => desk.dispatchEvent(new TouchEvent(type,
            {touches, changedTouches: changed, bubbles: true, cancelable: true}));
          send('touchstart', [at(start)], [at(start)]);
          send('touchmove', [at(end)], [at(end)]);
          send('touchend', [], [at(end)]);
        }""",
        [start, end],
    )


def pinch(opened: Opened, before: int, after: int) -> None:
    opened.page.evaluate(
        """([before, after]) => {
          const desk = document.getElementById('desk');
          const at = (x, n) => new Touch({identifier: n, target: desk, clientX: x, clientY: 300});
          for (const [type, far] of [['touchstart', before], ['touchmove', after]]) {
            const touches = [at(100, 0), at(100 + far, 1)];
            const options = {touches, changedTouches: touches, bubbles: true, cancelable: true};
            desk.dispatchEvent(new TouchEvent(type, options));
          }
        }""",
        [before, after],
    )


@pytest.fixture(params=[Path(__file__).parents[2] / "docs" / "languages.md", Path("/usr/share/common-licenses/GPL-3")])
def phone(offline: Opener, request: pytest.FixtureRequest) -> Opened:
    """A longer text in its middle: one of ours, and one of a package."""
    if not request.param.exists():
        pytest.skip(f"{request.param} is not installed here")
    opened = offline(rank(read_document(request.param)), **PHONE)
    opened.page.keyboard.press("4")
    opened.state("() => scrollTo(0, 1500)")
    opened.settle()
    opened.state("() => scrollTo(0, 1400)")  # the bar returns when scrolling up
    opened.settle()
    return opened


def test_a_phone_opens_the_brief_with_the_time_under_the_thumb(offline: Opener) -> None:
    opened = offline(**PHONE)
    assert opened.state("() => document.body.dataset.view") == "brief"
    box = opened.page.locator("#more").bounding_box()
    assert box is not None
    assert box["y"] > 650


def test_every_action_is_reached_from_the_middle_of_the_text(phone: Opened) -> None:
    page = phone.page
    place = phone.state("() => scrollY")
    assert place > 600
    before = page.locator("#readout").text_content()
    page.tap("#less")
    assert page.locator("#readout").text_content() != before
    index = phone.visible_index()
    phone.click(index, tap=True)
    for action in ("why", "highlight", "note", "copy", "paragraph", "important", "unimportant"):
        page.wait_for_selector(f'#popover [data-act="{action}"]')
    page.tap('#popover [data-act="highlight"]')
    assert page.locator("#brief .mine").count() == 1
    page.tap('#popover [data-act="why"]')
    page.wait_for_selector("#popover .plain")
    page.tap('#popover [data-act="close"]')
    phone.state("() => scrollBy(0, -60)")
    phone.settle()
    page.tap("#show-ask")
    page.fill("#query", "language")
    page.wait_for_selector("#hit-list li")
    page.tap("#next-hit")
    page.tap("#clear-query")
    page.tap("#show-drawer")
    assert page.locator("#sections").is_visible()
    page.tap("[data-close-panel]")
    page.tap("#show-menu")
    for name in ("export", "settings", "help"):
        assert page.locator(f"#menu-{name}").is_visible()
    page.tap("#show-menu")
    for name in ("page", "side", "brief"):
        page.tap(f'#views [data-view="{name}"]')
        assert phone.state("() => document.body.dataset.view") == name


def test_targets_are_large_enough_for_fingers(phone: Opened) -> None:
    phone.click(phone.visible_index(), tap=True)
    small = phone.state(
        """() => [...document.querySelectorAll('button, select, .file')].filter((b) => b.checkVisibility()
          && (b.getBoundingClientRect().width < 43.5 || b.getBoundingClientRect().height < 43.5))
          .map((b) => [b.id || b.className || b.textContent, b.offsetWidth, b.offsetHeight])"""
    )
    assert small == []


def test_a_swipe_goes_from_sentence_to_sentence(offline: Opener) -> None:
    opened = offline(**PHONE)
    chosen = opened.marked
    drag(opened, (300, 300), (120, 310))
    assert opened.focused == chosen[0]
    drag(opened, (300, 300), (120, 310))
    assert opened.focused == chosen[1]
    drag(opened, (100, 300), (280, 310))
    assert opened.focused == chosen[0]
    drag(opened, (200, 500), (190, 200))  # scrolling is no swipe
    assert opened.focused == chosen[0]


def test_a_pinch_changes_the_time_only_if_asked(offline: Opener) -> None:
    opened = offline(**PHONE)
    before = opened.marked
    pinch(opened, 60, 180)
    assert opened.marked == before
    opened.page.tap("#show-menu")
    opened.page.tap("#menu-settings")
    opened.page.check('[name="pinch"]')
    opened.page.tap("#settings [data-dismiss]")
    pinch(opened, 60, 180)
    assert len(opened.marked) > len(before)


def test_sentences_are_swiped_the_other_way_in_arabic(offline: Opener) -> None:
    opened = offline(rank(samples.ARABIC), **PHONE)
    chosen = opened.marked
    drag(opened, (100, 300), (280, 310))
    assert opened.focused == chosen[0]
    drag(opened, (100, 300), (280, 310))
    assert opened.focused == chosen[1]


def test_nothing_sticks_out(phone: Opened) -> None:
    for name in ("page", "brief", "side"):
        view(phone, name)
        assert phone.state("() => document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_time_changes_without_losing_the_place_where_the_brief_was_opened_first(phone: Opened) -> None:
    before = {i: phone.top(i) for i in phone.shown if 60 < phone.top(i) < 600}
    phone.page.tap("#less")
    phone.settle()
    moved = [abs(phone.top(i) - top) for i, top in before.items() if i in phone.shown]
    assert moved
    assert min(moved) < 2


def in_window(opened: Opened, selector: str) -> bool:
    box = opened.page.locator(selector).bounding_box()
    return box is not None and box["y"] >= 0 and box["y"] + box["height"] <= 760


def test_time_and_view_stay_while_reading_on_and_the_bar_stays_while_asking(phone: Opened) -> None:
    page = phone.page
    phone.state("() => scrollBy(0, 300)")
    phone.settle()
    assert not in_window(phone, "#show-ask"), "the upper bar gives its room to the text"
    assert in_window(phone, "#more")
    assert in_window(phone, '#views [data-view="page"]')
    phone.state("() => scrollBy(0, -60)")
    phone.settle()
    page.tap("#show-ask")
    page.fill("#query", "language")
    page.wait_for_selector("#hit-list li")
    for _ in range(3):
        page.tap("#next-hit")
        phone.settle()
        assert in_window(phone, "#next-hit")
