"""Every action with fingers, on a phone."""

from __future__ import annotations

from tests.reader.conftest import Opened, Opener

PHONE = {"width": 375, "height": 700, "has_touch": True, "is_mobile": True}


def drag(opened: Opened, start: tuple[int, int], end: tuple[int, int]) -> None:
    opened.page.evaluate(
        """([start, end]) => {
          const desk = document.getElementById('article');
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
          const desk = document.getElementById('article');
          const at = (x, n) => new Touch({identifier: n, target: desk, clientX: x, clientY: 300});
          for (const [type, far] of [['touchstart', before], ['touchmove', after]]) {
            const touches = [at(100, 0), at(100 + far, 1)];
            const options = {touches, changedTouches: touches, bubbles: true, cancelable: true};
            desk.dispatchEvent(new TouchEvent(type, options));
          }
        }""",
        [before, after],
    )


def test_a_phone_folds_and_has_its_slider_below(offline: Opener) -> None:
    opened = offline(**PHONE)
    assert opened.state("() => document.body.dataset.view") == "fold"
    box = opened.page.locator("#depth").bounding_box()
    assert box is not None
    assert box["y"] > 600
    opened.page.tap("#deeper")
    assert opened.hash.endswith("#L3")


def test_a_tap_opens_a_gap_and_chooses_a_sentence(offline: Opener) -> None:
    opened = offline(**PHONE, hash="#L1")
    page = opened.page
    before = opened.shown
    page.locator(".gap").first.scroll_into_view_if_needed()
    page.locator(".gap").first.tap()
    assert len(opened.shown) > len(before)
    opened.click(opened.marked[0], tap=True)
    assert opened.focused == opened.marked[0]
    marked = len(opened.marked)
    for _ in range(9):
        page.tap("#local-deeper")
    assert len(opened.marked) > marked
    page.tap("#show-why")
    assert page.locator("#why-body").is_visible()
    page.tap("[data-close=why]")
    assert not page.locator("#why-body").is_visible()


def test_a_swipe_goes_from_sentence_to_sentence(offline: Opener) -> None:
    opened = offline(**PHONE, hash="#L3")
    layer = opened.marked
    drag(opened, (300, 300), (120, 310))
    assert opened.focused == layer[0]
    drag(opened, (300, 300), (120, 310))
    assert opened.focused == layer[1]
    drag(opened, (100, 300), (280, 310))
    assert opened.focused == layer[0]
    drag(opened, (200, 500), (190, 200))  # scrolling is no swipe
    assert opened.focused == layer[0]


def test_a_pinch_changes_the_depth_only_if_asked(offline: Opener) -> None:
    opened = offline(**PHONE)
    pinch(opened, 60, 180)
    assert opened.state("() => document.getElementById('depth').value") == "2"
    opened.page.tap("#show-settings")
    opened.page.check('[name="pinch"]')
    opened.page.tap("#settings [data-dismiss]")
    pinch(opened, 60, 180)
    assert opened.state("() => document.getElementById('depth').value") == "3"
    pinch(opened, 180, 60)
    assert opened.state("() => document.getElementById('depth').value") == "2"


def test_sentences_are_swiped_the_other_way_in_arabic(offline: Opener) -> None:
    from sentencerank import rank
    from tests.reader import samples

    opened = offline(rank(samples.ARABIC), **PHONE, hash="#L9")
    layer = opened.marked
    drag(opened, (100, 300), (280, 310))
    assert opened.focused == layer[0]
    drag(opened, (100, 300), (280, 310))
    assert opened.focused == layer[1]
