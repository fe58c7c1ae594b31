"""PDF pages beside the text, with the sentences marked on them; and documents of any length."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from benchmarks.bench_reader import large

from sentencerank import read_document
from sentencerank.reader.page import page_around
from tests.reader.conftest import Opener, view
from tests.reader.server import serving

TALE = (
    "The ferry of Merle runs twice a day across the river. It has no engine, and hangs on a rope of steel. The council "
    "wants to replace it by a bridge in four years. Two hundred people signed a letter against that plan. "
)


def printed() -> bytes:
    """A PDF of two pages."""
    fpdf = pytest.importorskip("fpdf")
    pdf = fpdf.FPDF()
    pdf.set_font("Helvetica", size=12)
    for number in range(2):
        pdf.add_page()
        for part in range(4):
            pdf.multi_cell(0, 7, TALE.replace("Merle", f"Merle {number}{part}"), new_x="LMARGIN", new_y="NEXT")
            pdf.ln(4)
    return bytes(pdf.output())


def test_the_pages_of_a_pdf_stand_beside_the_brief(open_address: Opener) -> None:
    with serving("--keep-originals") as server:
        identity = server.add(printed(), "ferry.pdf")
        opened = open_address(f"{server.address}/?d={identity}", width=1400)
        page = opened.page
        page.click("#show-menu")
        page.click("#menu-pictures")
        page.wait_for_selector("#pictures .sheet img")
        page.wait_for_selector("#pictures .box.chosen", state="attached")
        assert opened.state("() => document.body.dataset.view") == "side"
        page.wait_for_function("() => document.querySelector('.sheet img').naturalWidth > 1000")
        # The box of a sentence lies on its page.
        box, sheet = (page.locator(one).first.bounding_box() for one in (".box.chosen", ".sheet"))
        assert box is not None
        assert sheet is not None
        assert sheet["x"] <= box["x"] < sheet["x"] + sheet["width"]
        page.locator("#beside .sentence").first.click()
        page.wait_for_selector(".box.current", state="attached")
        # In another view they are offered again.
        page.click('#views [data-view="brief"]')
        page.click("#show-menu")
        assert page.locator("#menu-pictures").inner_text() == "Original pages"
        page.click("#menu-pictures")
        page.wait_for_selector("#pictures:not([hidden])")
        page.click("#show-menu")
        page.click("#menu-pictures")
        assert page.locator("#pictures").is_hidden()
        assert page.locator("#article").is_visible()


def test_without_the_file_there_are_no_pages_to_choose(open_address: Opener, served: str) -> None:
    opened = open_address(served + "/")
    opened.page.locator("#shelf .card-title").first.click()
    opened.page.wait_for_selector("#article .sentence")
    opened.page.click("#show-menu")
    assert opened.page.locator("#menu-pictures").is_hidden()


def test_ten_thousand_sentences_open_and_only_what_is_near_is_in_the_tree(open_address: Opener, tmp_path: Path) -> None:
    path = tmp_path / "large.html"
    path.write_text(page_around(large(10_000)), encoding="utf-8")
    opened = open_address(path.as_uri())
    page = opened.page
    for name in ("page", "brief", "side"):
        view(opened, name)
        for key in ("0", "3", "6"):
            page.keyboard.press(key)
            opened.settle()
            assert 0 < page.locator(".sentence").count() < 1200
    view(opened, "page")
    for share in (0.2, 0.9, 0.5):
        opened.state(f"() => scrollTo(0, document.body.scrollHeight * {share})")
        opened.settle()
        opened.settle()
        seen = opened.state("() => document.elementFromPoint(640, 400).closest('.chunk')?.childElementCount")
        assert seen, "what is looked at is there"
    page.keyboard.press("j")
    first = opened.focused
    page.keyboard.press("j")
    assert opened.focused > first
    assert 0 < opened.top(opened.focused) < 800


TITLE = "Water garden cloud"  # of what is made up


def test_a_long_text_is_printed_whole(open_address: Opener, tmp_path: Path) -> None:
    path = tmp_path / "large.html"
    path.write_text(page_around(large(2_500)), encoding="utf-8")
    opened = open_address(path.as_uri())
    for name, least in (("page", 2_450), ("brief", 400)):
        view(opened, name)
        opened.page.keyboard.press("7")  # fifty minutes
        opened.settle()
        assert opened.page.locator(f"#{'article' if name == 'page' else 'brief'} .chunk:empty").count()
        text = read_document(opened.page.pdf(), kind="pdf").text
        assert text.count(".") >= least
        assert text.startswith(f"{TITLE}\n\n{TITLE}" if name == "brief" else TITLE), "the Brief has no title of its own"
        opened.page.mouse.wheel(0, 3000)
        opened.page.wait_for_selector(f"#{'article' if name == 'page' else 'brief'} .chunk:empty", state="attached")


def test_opening_is_sent_compressed(served: str) -> None:
    with urlopen(f"{served}/v1/documents", timeout=60) as answer:
        identity = json.load(answer)["documents"][0]["id"]
    request = Request(f"{served}/v1/documents/{identity}/reader", headers={"Accept-Encoding": "gzip"})
    with urlopen(request, timeout=60) as answer:
        assert answer.headers["Content-Encoding"] == "gzip"
        assert json.loads(gzip.decompress(answer.read()))["columns"]["text"]
