"""Documents made to break a page: whatever stands in them is shown as text."""

from __future__ import annotations

from pathlib import Path

from benchmarks.bench_reader import large

from sentencerank import rank
from sentencerank.reader.page import page_around
from tests.reader import samples
from tests.reader.conftest import Opener
from tests.reader.stub import serving


def test_markup_and_scripts_stay_text(offline: Opener, open_address: Opener) -> None:
    ranking = rank(samples.HOSTILE)
    with serving(samples.HOSTILE) as address:
        for opened in (offline(ranking), open_address(f"{address}/?d={0:032x}")):
            for key in ("0", "j", "w", "v", "v", "t", "c"):
                opened.page.keyboard.press(key)
            opened.page.fill("#query", "<img src=x onerror=window.broken=9> rivers")
            opened.page.keyboard.press("Enter")
            opened.page.wait_for_selector("#best")
            assert opened.state("() => window.broken") is None
            assert opened.page.locator("#article :is(img, script, b, style)").count() == 0
            found = opened.state("() => [...document.querySelectorAll('.text')].map((t) => t.textContent)")
            assert found == [sentence.text for sentence in ranking.sentences]


def test_hostile_names_stay_text(open_address: Opener) -> None:
    with serving("# <script>window.broken=1</script>\n\nThe <b>title</b> is odd. It has been read.") as address:
        opened = open_address(f"{address}/?d={0:032x}")
        assert opened.state("() => window.broken") is None
        assert "<script>" in opened.page.title()


def test_a_huge_word_does_not_widen_the_page(offline: Opener) -> None:
    opened = offline(rank(samples.HOSTILE), width=375)
    opened.page.keyboard.press("0")
    assert opened.state("() => document.documentElement.scrollWidth") <= 375


def test_ten_thousand_paragraphs_open_and_fold(open_address: Opener, tmp_path: Path) -> None:
    record = large(10_000, paragraph=1, section=20_000)
    path = tmp_path / "large.html"
    path.write_text(page_around(record), encoding="utf-8")
    opened = open_address(path.as_uri())
    assert opened.page.locator("#article .block").count() == 10_000
    opened.page.keyboard.press("v")  # fold
    opened.page.keyboard.press("1")
    shown = len(opened.shown)
    assert 0 < shown < 100
    assert opened.page.locator(".gap").count() <= shown + 1  # neighbours that are hidden whole make one run
    opened.page.keyboard.press("v")
    opened.page.keyboard.press("5")
    layer = opened.marked
    opened.page.keyboard.press("j")  # the first of the layer that the window shows
    place = layer.index(opened.focused)
    opened.page.keyboard.press("j")
    assert opened.focused == layer[place + 1]


def test_a_server_that_refuses_is_quoted(open_address: Opener) -> None:
    with serving("Rain fell. Snow fell.") as address:
        opened = open_address(f"{address}/?d={'f' * 32}")
        assert "not in the library. Choose another" in (opened.page.locator("#notes").text_content() or "")
        opened.complaints.clear()  # the browser itself tells of the 404
