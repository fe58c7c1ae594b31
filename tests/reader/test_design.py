"""What the design of the reader promises, shown with real documents in a real browser."""

from __future__ import annotations

import statistics
from itertools import pairwise
from pathlib import Path

import pytest
from benchmarks.bench_reader import VIEWS, queries, spent, watched
from lxml import html

from sentencerank import Ranking, rank, read_document
from sentencerank.ranking import WORDS_PER_MINUTE
from tests.reader.conftest import Opened, Opener, kept, view
from tests.reader.real import DOC, OUTSIDE, found, web_pages
from tests.reader.server import Server, serving
from tests.reader.test_home import drop
from tests.reader.test_time import seconds_of, shown_seconds

pytestmark = pytest.mark.slow

LICENCE = Path("/usr/share/common-licenses/GPL-3")
FORMULAS = Path("/usr/share/texmf/doc/fonts/lm-math/test-word-latinmodern_math.docx")
EMPTY = ":is(#article, #brief):not([hidden]) .chunk:empty"
LONG = DOC / "texlive-doc" / "latex" / "koma-script" / "scrguide-en.pdf"
ROOM = ("--max-sentences", "100000", "--max-characters", "20000000", "--max-seconds", "300")


def installed(path: Path) -> Path:
    if not path.exists():
        pytest.skip(f"{path} is not installed here")
    return path


@pytest.mark.parametrize(
    "kind", ["licence", "manual in HTML", "manual page of a command", "change log", "manual in PDF"]
)
def test_times_agree_and_the_brief_is_dense(offline: Opener, kind: str) -> None:
    ranking = rank(read_document(found(kind)))
    opened = offline(ranking)
    buttons = opened.page.locator("#stops button")
    listed = [float(button.get_attribute("data-seconds") or 0) for button in buttons.all()]
    slack = (
        2.5 * 60 * max(sentence.words for sentence in ranking.sentences) / WORDS_PER_MINUTE
    )  # a sentence more or less
    assert all(after <= 2.5 * before + slack for before, after in pairwise(listed))
    for place, seconds in enumerate(listed):
        for name in ("page", "brief"):
            view(opened, name)
            buttons.nth(place).evaluate("(button) => button.click()")  # it may be among those a narrow bar leaves out
            opened.settle()
            assert abs(seconds_of(opened.page.locator("#readout").text_content() or "") - seconds) < 5
            if not opened.page.locator(EMPTY).count():  # of a long column only what is near the window is in the tree
                assert abs(shown_seconds(opened, ranking) - seconds) < 5
            if name == "brief" and seconds >= 30:
                assert height_of_brief(opened) <= 1.6


def height_of_brief(opened: Opened) -> float:
    """How many times as high as its sentences the Brief is."""
    times: float = opened.state(
        """() => { const height = (nodes) => nodes.reduce((sum, node) => sum + node.getBoundingClientRect().height, 0);
          const chunks = [...document.querySelectorAll('#brief .chunk')].filter((chunk) => chunk.firstChild);
          return height(chunks) / height([...document.querySelectorAll('#brief .point')]); }"""
    )
    return times


STATE = """() => ({view: document.body.dataset.view, query: document.getElementById('query').value,
  stop: document.querySelector('.stop[aria-pressed=true]').textContent,
  read: document.querySelectorAll('#brief .isread').length, marks: document.querySelectorAll('#brief .mine').length})"""


def test_reload_back_and_another_start_go_on_where_one_stopped(open_address: Opener, tmp_path: Path) -> None:
    with serving(folder=tmp_path) as server:
        document = server.add(installed(LICENCE).read_bytes(), LICENCE.name)
        opened = open_address(f"{server.address}/?d={document}", height=500)
        page = opened.page
        page.keyboard.press("3")
        view(opened, "brief")
        opened.ask("patent")
        page.keyboard.press("Enter")  # the best hit
        for _ in range(3):
            page.keyboard.press("j")
        page.keyboard.press("h")
        place = opened.focused
        kept(page, lambda state: state["marks"] and state["query"] == "patent")
        before = opened.state(STATE)
        assert (before["view"], before["query"], before["stop"], before["marks"]) == ("brief", "patent", "2", 1)
        assert before["read"] >= 3
        for act in ("reload", "back"):
            if act == "reload":
                page.reload()
            else:
                page.click("#go-home")
                page.wait_for_selector("#shelf .card")
                page.go_back()
            assert_as_before(opened, before, place)
        page.close()
    # A second `sentencerank read` is another server with the same store.
    with serving(folder=tmp_path) as again:
        assert_as_before(open_address(f"{again.address}/?d={document}", height=500), before, place)


def assert_as_before(opened: Opened, before: dict[str, object], place: int) -> None:
    opened.page.wait_for_selector("#brief .mine")
    opened.page.wait_for_selector("#hit-list li", state="attached")
    opened.settle()
    now = opened.state(STATE)
    assert now.pop("read") >= before["read"]
    assert now == {name: value for name, value in before.items() if name != "read"}
    assert 0 <= opened.top(place) < 500


def test_twenty_five_documents_can_be_reached(open_address: Opener) -> None:
    files = sorted(path for path in DOC.glob("*/copyright") if path.is_file() and path.stat().st_size < 20_000)
    with serving() as server:
        names = {path.parent.name: server.add(path.read_bytes(), f"{path.parent.name}.txt") for path in files[:33]}
        opened = open_address(f"{server.address}/")
        opened.page.wait_for_selector("#shelf .card")
        if opened.page.locator("#shelf-more").is_visible():
            opened.page.click("#shelf-more")
        wanted = sorted(set(names.values()))
        if len(wanted) < 25:
            pytest.skip("too few documents are installed here")
        opened.page.wait_for_function("(n) => document.querySelectorAll('#shelf .card').length >= n", arg=len(wanted))
        shown = opened.state("() => [...document.querySelectorAll('#shelf .card')].map((card) => card.dataset.id)")
        assert sorted(shown) == wanted


def test_every_heading_of_twenty_web_pages_is_there(offline: Opener) -> None:
    for path, heads in web_pages(20):
        ranking = rank(read_document(path))
        opened = offline(ranking)
        shown = opened.state(
            """() => [...document.querySelectorAll('#article :is(h1, h2, h3, h4, h5, h6).block')]
              .map((head) => head.textContent)"""
        )
        there = {"".join(filter(str.isalnum, text)) for text in shown}
        missing = [head for head in heads if "".join(filter(str.isalnum, head)) not in there]
        notes = opened.page.locator("#notes").text_content() or ""
        assert not missing or "left out" in notes, (path, missing)
        assert len(missing) <= 1, (path, missing)
        opened.page.close()


def test_no_formula_and_no_figure_vanishes(offline: Opener) -> None:
    ranking = rank(read_document(installed(FORMULAS)))
    opened = offline(ranking)
    formulas = [block for block in ranking.document.blocks if block.kind == "formula"]
    assert len(formulas) >= 10
    assert opened.page.locator("#article .block.formula").count() == len(formulas)
    assert all(text.strip() for text in opened.page.locator("#article .block.formula").all_text_contents())
    pages = [path for path in sorted(DOC.glob("*/html/*.html")) if b"<img" in path.read_bytes()][:5]
    if not pages:
        pytest.skip("no web page with pictures is installed here")
    for path in pages:
        pictures = html.fromstring(path.read_bytes()).xpath(f"//img[not({OUTSIDE})]")
        opened = offline(rank(read_document(path)))
        notes = opened.page.locator("#notes").text_content() or ""
        assert opened.page.locator("#article .block.figure .tag").count() == len(pictures) or "left out" in notes, path


@pytest.fixture(scope="module")
def manual() -> Ranking:
    """A manual of more than 10,000 sentences."""
    return rank(read_document(installed(LONG)))


def test_a_manual_of_ten_thousand_sentences_opens_and_answers_at_once(offline: Opener, manual: Ranking) -> None:
    assert len(manual) > 10_000
    opened = offline(manual)
    page, session = opened.page, watched(opened.page)
    for name in VIEWS:
        view(opened, name)
        page.keyboard.press("4")
        page.evaluate("() => scrollTo(0, document.body.scrollHeight / 3)")
        opened.settle()
        spent(page, session, "+-", 2)  # the first ones compile
        assert statistics.median(spent(page, session, "12345670", 8)) < 100
        page.keyboard.press("4")
        assert statistics.median(spent(page, session, "j", 8)) < 100
    assert statistics.median(queries(page, session)) < 100
    bars = page.locator("#coverage i")
    assert 20 < bars.count() <= 40, "also where there are hundreds of sections"
    assert opened.state("() => document.querySelectorAll('.sentence').length") < 2_000


def test_a_drop_while_reading_shows_what_becomes_of_it(open_address: Opener) -> None:
    with serving(*ROOM) as server:
        document = server.add(installed(LICENCE).read_bytes(), LICENCE.name)
        opened = open_address(f"{server.address}/?d={document}")
        page = opened.page
        title = page.title()
        readme = found("readme in Markdown")
        drop(opened, readme.name, read_document(readme).text)
        page.wait_for_selector("#jobs .card")
        page.wait_for_selector("#jobs .card[data-stage=ready]")
        drop(opened, "cut.pdf", found("manual in PDF").read_bytes()[:2000].decode("latin-1"))
        page.wait_for_selector("#jobs .card.failed")
        assert len(page.locator("#jobs .failed .card-note").inner_text()) > 30
        assert page.title() == title, "who reads is not disturbed"
        opened.complaints.clear()  # the browser itself tells of the 422


def test_the_first_screen_names_what_the_page_does_beside_real_documents(open_address: Opener) -> None:
    with serving() as server:
        add_some(server)
        opened = open_address(f"{server.address}/")
        opened.page.wait_for_selector("#shelf .card")
        said = opened.page.locator("#home").inner_text()
        assert "Read any document in the time you have" in said
        assert "GNU GENERAL PUBLIC LICENSE" in said
        assert "min" in opened.page.locator("#shelf .card").first.inner_text()


def add_some(server: Server) -> None:
    for path in (installed(LICENCE), found("readme"), found("manual in HTML")):
        server.add(path.read_bytes(), path.name)
