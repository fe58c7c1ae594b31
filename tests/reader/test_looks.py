"""How it looks: narrow and wide, light and dark, any direction of writing; and what assistive technology is told."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sentencerank import rank
from tests.reader import samples
from tests.reader.conftest import Opened, Opener
from tests.reader.test_rules import view


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
def test_dimmed_text_stays_legible(offline: Opener, scheme: str, more: str | None) -> None:
    opened = offline(color_scheme=scheme, contrast=more)
    paper = colour(opened, "body", "backgroundColor")
    assert (luminance(paper) < 0.05) == (scheme == "dark")
    rest = contrast(colour(opened, ".rest .text", "color"), paper)
    layer = contrast(colour(opened, ".layer .text", "color"), paper)
    assert rest >= 4.5
    assert layer >= 12
    assert layer > rest + 4


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_highlights_have_a_shade_and_a_line(offline: Opener, scheme: str) -> None:
    opened = offline(color_scheme=scheme, hash="#L5")
    view(opened, "highlight")
    opened.page.wait_for_timeout(1100)
    for layer in ("l1", "l2", "l4"):
        shade = colour(opened, f".{layer} mark", "backgroundColor")
        assert contrast(colour(opened, f".{layer} mark", "color"), shade) >= 7
        assert "inset" in colour(opened, f".{layer} mark", "boxShadow")


@pytest.mark.parametrize(
    ("width", "height"), [(320, 640), (375, 700), (640, 400), (768, 1024), (1280, 800), (1920, 1000)]
)
def test_nothing_sticks_out_at_any_width(offline: Opener, width: int, height: int) -> None:
    """640 × 400 is a window of 1280 × 800 at a zoom of 200 %."""
    opened = offline(width=width, height=height)
    page = opened.page
    for name in ("highlight", "dim", "fold"):
        view(opened, name)
        for panel in ("why", "topics", "contents"):
            page.evaluate("(name) => document.getElementById(`show-${name}`).click()", panel)
            assert opened.state("() => document.documentElement.scrollWidth - innerWidth") <= 0
            page.evaluate("(name) => document.querySelector(`[data-close=${name}]`).click()", panel)
    for selector in ("#depth", "#deeper", "#show-help", '[data-view="fold"]', "#query", "#article h1"):
        assert page.locator(selector).first.is_visible()
    wide = page.locator("#article").bounding_box()
    assert wide is not None
    assert wide["width"] <= 42 * 16


def test_controls_are_large_enough_for_fingers(offline: Opener) -> None:
    opened = offline(width=375, height=700, has_touch=True, is_mobile=True)
    opened.click(opened.marked[0], tap=True)
    small = opened.state(
        """() => [...document.querySelectorAll('button')].filter((b) => b.checkVisibility()
          && (b.offsetWidth < 24 || b.offsetHeight < 24)).map((b) => b.id || b.textContent)"""
    )
    assert small == []


@pytest.mark.parametrize("text", [samples.ARABIC, samples.HEBREW], ids=["arabic", "hebrew"])
def test_text_from_right_to_left(offline: Opener, text: str) -> None:
    opened = offline(rank(text), hash="#L3")
    assert colour(opened, "#article .block", "direction") == "rtl"
    article, map_ = opened.page.locator("#article").bounding_box(), opened.page.locator("#map").bounding_box()
    assert article is not None
    assert map_ is not None
    assert map_["x"] < article["x"]  # mirrored
    opened.click(opened.marked[0])
    local = opened.page.locator("#local").bounding_box()
    assert local is not None
    assert local["x"] > article["x"]
    assert colour(opened, "#article", "letterSpacing") == "normal"
    view(opened, "fold")
    assert opened.page.locator(".gap").count() > 0


def test_chinese_counts_characters_and_is_set_as_chinese(offline: Opener) -> None:
    opened = offline(rank(samples.CHINESE), hash="#L2")
    view(opened, "fold")
    assert "characters" in (opened.page.locator(".gap").first.text_content() or "")
    assert opened.state("() => document.getElementById('article').lang") == "zh"
    assert colour(opened, "#article", "letterSpacing") == "normal"
    assert colour(opened, "#article", "fontStyle") == "normal"
    opened.page.fill("#query", "牡蛎")
    opened.page.keyboard.press("Enter")
    opened.page.wait_for_selector("#best")
    assert "牡蛎" in (opened.page.locator("#best").text_content() or "")


def test_marks_keep_a_shape_where_the_system_chooses_the_colours(offline: Opener) -> None:
    opened = offline(forced_colors="active")
    assert "underline" in colour(opened, "mark.text", "textDecorationLine")


def test_settings_change_the_type(offline: Opener) -> None:
    opened = offline()
    page = opened.page
    before = colour(opened, "#article", "lineHeight")
    page.click("#show-settings")
    page.select_option('[name="spacing"]', "wide")
    page.select_option('[name="face"]', "sans")
    page.select_option('[name="theme"]', "dark")
    page.click("#settings [data-dismiss]")
    assert float(colour(opened, "#article", "lineHeight")[:-2]) > float(before[:-2])
    assert luminance(colour(opened, "body", "backgroundColor")) < 0.05
    page.reload()
    page.wait_for_selector("body.ready")
    assert luminance(colour(opened, "body", "backgroundColor")) < 0.05


def test_the_layer_is_told_to_ears_and_can_be_kept_quiet(offline: Opener) -> None:
    opened = offline()

    def spoken() -> Any:
        return opened.state(
            "() => getComputedStyle(document.querySelector('mark.text[data-layer]'), '::before').content"
        )

    assert "layer" in spoken()
    opened.page.click("#show-settings")
    opened.page.uncheck('[name="spoken"]')
    assert spoken() == "none"


def test_print_shows_the_text_alone(offline: Opener) -> None:
    opened = offline()
    opened.page.emulate_media(media="print")
    for selector in ("#bar", "#map", "#contents"):
        assert not opened.page.locator(selector).is_visible()
    assert opened.page.locator("#article h1").is_visible()
    assert opened.page.pdf().startswith(b"%PDF")


def test_a_short_text_is_shown_in_full(offline: Opener) -> None:
    for text in ("One sentence stands here alone.", "Rain fell. Snow fell. Hail fell on the town. The town was wet."):
        ranking = rank(text)
        opened = offline(ranking)
        assert opened.shown == list(range(len(ranking)))
        assert "Full text" in (opened.page.locator("#readout").text_content() or "")


def test_an_empty_document_opens(offline: Opener) -> None:
    opened = offline(rank(""))
    for key in ("j", "n", "5", "v", "w", "t", "m"):
        opened.page.keyboard.press(key)
    assert "no sentence" in (opened.page.locator("#notes").text_content() or "")


def box(opened: Opened, selector: str) -> dict[str, float]:
    found: dict[str, float] = opened.page.evaluate(
        "(selector) => document.querySelector(selector).getBoundingClientRect().toJSON()", selector
    )
    return found


def test_a_short_text_begins_where_a_long_one_does(offline: Opener) -> None:
    long, short = offline(), offline(rank("# Rain\n\nIt rained. The road to the village is closed."))
    assert box(short, ".block")["top"] == box(long, ".block")["top"]
    assert box(short, "#contents")["bottom"] == pytest.approx(800, abs=1)


def test_the_contents_are_written_in_the_direction_of_the_text(offline: Opener) -> None:
    opened = offline(rank("# ميناء لومير\n\n" + samples.ARABIC))
    title, best = box(opened, "#sections a"), box(opened, "#sections p")
    assert title["right"] == pytest.approx(best["right"], abs=1)


@pytest.mark.parametrize("width", [961, 1199, 1200, 1201])
def test_no_panel_lies_over_the_text_of_a_page_that_was_just_opened(offline: Opener, width: int) -> None:
    opened = offline(width=width)
    left, covered = opened.page.evaluate(
        """() => { const text = document.querySelector("#article p").getBoundingClientRect();
          const panels = [...document.querySelectorAll(".panel:not([hidden])")].map((p) => p.getBoundingClientRect());
          return [text.left, Math.max(0, ...panels.filter((p) => p.left < text.left).map((p) => p.right))]; }"""
    )
    assert covered <= left
