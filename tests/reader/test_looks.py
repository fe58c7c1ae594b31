"""How it looks: narrow and wide, light and dark, any direction of writing; and what assistive technology is told."""

from __future__ import annotations

import re

import pytest

from sentencerank import rank
from tests.reader import samples
from tests.reader.conftest import Opened, Opener, view


def luminance(colour: str) -> float:
    channels = [float(part) / 255 for part in re.findall(r"[\d.]+", colour)[:3]]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colour(opened: Opened, selector: str, name: str) -> str:
    found: str = opened.page.evaluate(
        "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]", [selector, name]
    )
    return found


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("more", [None, "more"])
def test_the_palest_ink_stays_legible(offline: Opener, scheme: str, more: str | None) -> None:
    opened = offline(color_scheme=scheme, contrast=more)
    opened.page.keyboard.press("1")
    paper = colour(opened, "body", "backgroundColor")
    assert (luminance(paper) < 0.05) == (scheme == "dark")
    rest = contrast(colour(opened, "#article .ink5 .text", "color"), paper)
    near = contrast(colour(opened, "#article .ink4 .text", "color"), paper)
    chosen = contrast(colour(opened, "#article .chosen .text", "color"), paper)
    assert 4.5 <= rest < near < chosen
    assert chosen >= 12


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_on_a_tint_are_legible(offline: Opener, scheme: str) -> None:
    opened = offline(color_scheme=scheme)
    ink, *tints = opened.state(
        """() => { const probe = document.body.appendChild(document.createElement('i'));
          return ['ink', 'mine', 'hit', 'wash'].map((name) => { probe.style.color = `var(--${name})`;
            return getComputedStyle(probe).color; }); }"""
    )
    assert all(contrast(ink, tint) >= 6 for tint in tints)


def test_what_belongs_to_the_time_has_a_line_below_it_unless_all_does(offline: Opener) -> None:
    opened = offline()
    lined = """() => [...document.querySelectorAll('#article .sentence.chosen > .text')]
      .map((text) => getComputedStyle(text).textDecorationLine)"""
    opened.page.keyboard.press("2")
    assert set(opened.state(lined)) == {"underline"}
    opened.page.keyboard.press("0")
    assert set(opened.state(lined)) == {"none"}


def test_sepia_stays_legible(offline: Opener) -> None:
    opened = offline()
    opened.page.keyboard.press("1")
    opened.page.click("#show-menu")
    opened.page.click("#menu-settings")
    opened.page.select_option('[name="theme"]', "sepia")
    paper = colour(opened, "body", "backgroundColor")
    assert contrast(colour(opened, "#article .ink5 .text", "color"), paper) >= 4.5


@pytest.mark.parametrize(
    ("width", "height"), [(320, 640), (390, 760), (640, 400), (768, 1024), (1280, 800), (1920, 1000)]
)
def test_nothing_sticks_out_at_any_width(offline: Opener, width: int, height: int) -> None:
    """640 × 400 is a window of 1280 × 800 at a zoom of 200 %."""
    opened = offline(width=width, height=height)
    page = opened.page
    for name in ("brief", "side", "page"):
        view(opened, name)
        page.keyboard.press("j")
        page.keyboard.press("w")
        assert opened.state("() => document.documentElement.scrollWidth - innerWidth") <= 0
        page.keyboard.press("Escape")
        page.keyboard.press("c")
        assert opened.state("() => document.documentElement.scrollWidth - innerWidth") <= 0
        page.keyboard.press("Escape")
    for selector in ("#more", "#readout", "#show-ask", "#show-menu", '#views [data-view="brief"]'):
        assert page.locator(selector).first.is_visible()


def test_the_tools_stand_in_one_row(offline: Opener) -> None:
    opened = offline(width=1280)
    assert opened.state("() => document.getElementById('bar').offsetHeight") < 60


@pytest.mark.parametrize("text", [samples.ARABIC, samples.HEBREW], ids=["arabic", "hebrew"])
def test_text_from_right_to_left(offline: Opener, text: str) -> None:
    opened = offline(rank(text))
    assert colour(opened, "#article .block", "direction") == "rtl"
    article, map_ = opened.page.locator("#article").bounding_box(), opened.page.locator("#map").bounding_box()
    assert article is not None
    assert map_ is not None
    assert map_["x"] < article["x"]  # mirrored
    assert colour(opened, "#article", "letterSpacing") == "normal"


def test_chinese_is_set_as_chinese_and_can_be_asked(offline: Opener) -> None:
    opened = offline(rank(samples.CHINESE))
    assert opened.state("() => document.getElementById('article').lang") == "zh"
    opened.page.keyboard.press("/")
    opened.page.fill("#query", "牡蛎")
    opened.page.wait_for_selector("#hit-list mark")
    assert "牡蛎" in (opened.page.locator("#hit-list").text_content() or "")


def test_marks_keep_a_shape_where_the_system_chooses_the_colours(offline: Opener) -> None:
    opened = offline(forced_colors="active")
    assert "underline" in colour(opened, "#article mark.text", "textDecorationLine")


def test_settings_change_the_type_and_are_remembered(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    before = float(colour(opened, "#article", "fontSize")[:-2])
    wide = page.locator("#article").bounding_box()
    page.click("#show-menu")
    page.click("#menu-settings")
    for name, value in (("size", "large"), ("width", "narrow"), ("spacing", "wide"), ("theme", "dark")):
        page.select_option(f'[name="{name}"]', value)
    page.click("#settings [data-dismiss]")
    narrow = page.locator("#article").bounding_box()
    assert wide is not None
    assert narrow is not None
    assert narrow["width"] < wide["width"]
    page.reload()
    page.wait_for_selector("body.ready")
    assert float(colour(opened, "#article", "fontSize")[:-2]) > before
    assert luminance(colour(opened, "body", "backgroundColor")) < 0.05


def test_print_shows_the_text_alone(offline: Opener) -> None:
    opened = offline()
    opened.page.emulate_media(media="print")
    for selector in ("#bar", "#map", "#status"):
        assert opened.page.locator(selector).is_hidden()
    assert opened.page.locator("#article h1").is_visible()
    assert opened.page.pdf().startswith(b"%PDF")


def test_the_map_shows_every_sentence_and_goes_where_it_is_clicked(offline: Opener) -> None:
    opened = offline(height=500)
    page = opened.page
    page.keyboard.press("0")
    opened.settle()
    box = page.locator("#map").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.9)
    opened.settle()
    assert opened.state("() => scrollY") > 300
