"""Page, Brief, side by side: verbatim, in order, and nothing hidden without a mark."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from sentencerank import Ranking, rank, read_document
from tests.reader import samples
from tests.reader.conftest import Opener, view


def test_every_sentence_of_the_page_is_verbatim_in_order_and_in_its_own_block(
    offline: Opener, harbour: Ranking
) -> None:
    opened = offline()
    for key in ("1", "2", "0"):
        opened.page.keyboard.press(key)
        found: list[Any] = opened.state(
            """() => [...document.querySelectorAll('#article .sentence')].map((s) => [Number(s.dataset.index),
              s.querySelector('.text').textContent, Number(s.closest('.block').dataset.block)])"""
        )
        assert found == [[s.index, s.text, s.paragraph] for s in harbour.sentences]
    text: str = opened.state(
        "() => [...document.querySelectorAll('#article .block')].map((b) => b.textContent).join('')"
    )
    assert "".join(text.split()) == "".join(re.sub("^#+ ", "", harbour.document.text, flags=re.M).split())


def test_the_brief_is_verbatim_and_every_hidden_run_has_a_mark(offline: Opener, harbour: Ranking) -> None:
    opened = offline()
    view(opened, "brief")
    headings = {s.index for s in harbour.sentences if harbour.document.blocks[s.paragraph].kind in ("title", "heading")}
    for key in ("1", "2", "0"):
        opened.page.keyboard.press(key)
        opened.settle()
        texts = opened.state(
            "() => [...document.querySelectorAll('#brief .sentence')].map((s) => [+s.dataset.index, s.textContent])"
        )
        assert texts == [[index, harbour.sentences[index].text] for index, _ in texts]
        gaps = opened.state("() => [...document.querySelectorAll('.gap')].map((g) => [+g.dataset.from, +g.dataset.to])")
        hidden = {i for start, end in gaps for i in range(start, end)} - headings
        assert hidden | set(opened.shown) == set(range(len(harbour))) - headings
        assert not hidden & set(opened.shown)


def test_a_gap_opens_alone_and_folds_again(offline: Opener) -> None:
    opened = offline()
    opened.page.keyboard.press("1")
    view(opened, "brief")
    before = set(opened.shown)
    gap = opened.page.locator("#brief .gap").first
    start, end = int(gap.get_attribute("data-from") or 0), int(gap.get_attribute("data-to") or 0)
    gap.click()
    opened.settle()
    assert before < set(opened.shown) <= before | set(range(start, end))
    opened.page.locator("#brief .gap[aria-expanded=true]").first.click()
    opened.settle()
    assert set(opened.shown) == before


def test_the_brief_is_hardly_higher_than_its_sentences(offline: Opener) -> None:
    opened = offline(rank(read_document(Path(__file__).parents[2] / "docs" / "documents.md")))
    view(opened, "brief")
    for key in ("1", "2", "3", "4"):
        opened.page.keyboard.press(key)
        opened.settle()
        whole, sentences = opened.state(
            """() => { const rows = [...document.querySelectorAll('#brief .point')];
              const chunks = [...document.querySelectorAll('#brief .chunk')].map((c) => c.getBoundingClientRect());
              const lines = rows.map((s) => s.getBoundingClientRect().height);
              return [chunks.reduce((a, c) => a + c.height, 0), lines.reduce((a, b) => a + b, 0)]; }"""
        )
        assert whole <= 1.6 * sentences


def test_headings_stand_in_the_margin_where_there_is_room_and_what_is_read_stays(offline: Opener) -> None:
    opened = offline(rank(read_document(Path(__file__).parents[2] / "docs" / "documents.md")))
    page = opened.page
    page.keyboard.press("4")
    view(opened, "brief")
    beside = """() => { const head = document.querySelector('#brief .under').getBoundingClientRect();
      const text = document.querySelector('#brief .row .point').getBoundingClientRect();
      return [head.left >= 0, head.right < text.left, head.top < text.bottom && head.bottom > text.top]; }"""
    assert opened.state(beside) == [True, True, True]
    opened.state("() => scrollTo(0, 900)")
    opened.settle()
    for act in ("#show-drawer", "#show-drawer", "ask", "#clear-query"):
        before = {index: opened.top(index) for index in opened.shown if 100 < opened.top(index) < 700}
        if act == "ask":
            page.keyboard.press("/")
            page.keyboard.type("documents")
            page.wait_for_selector("#hit-list li")
        else:
            page.click(act)
        opened.settle()
        moved = [abs(opened.top(index) - top) for index, top in before.items() if index in opened.shown]
        assert not moved or min(moved) < 2
        panel = page.locator("#drawer").is_visible() or page.locator("#hits").is_visible()
        assert opened.state(beside)[1] != panel
    page.set_viewport_size({"width": 900, "height": 800})
    assert not opened.state(beside)[1]


def test_side_by_side_goes_where_the_brief_points(offline: Opener, harbour: Ranking) -> None:
    opened = offline(width=1400, height=600)
    view(opened, "side")
    page = opened.page
    last = page.locator("#beside .sentence").last
    index = int(last.get_attribute("data-index") or 0)
    last.click()
    opened.settle()
    assert 0 <= opened.top(index) < 600
    assert page.locator(f"#s{index}.current").count() == 1


def test_a_sentence_of_the_brief_leads_to_its_place(offline: Opener) -> None:
    opened = offline(height=500)
    view(opened, "brief")
    index = opened.shown[-1]
    opened.click(index)
    opened.page.click('[data-act="place"]')
    opened.settle()
    assert opened.state("() => document.body.dataset.view") == "page"
    assert opened.focused == index
    assert 0 <= opened.top(index) < 500


def test_ink_falls_in_steps(offline: Opener) -> None:
    opened = offline()
    opened.page.keyboard.press("2")
    for name in ("ink1", "ink3", "ink4"):
        assert opened.page.locator(f"#article .{name}").count() > 0


PAGE = """<html lang="en"><head><title>Rivers</title></head><body><article><h1>Rivers of the north</h1>
<p>Rivers <em>carry</em> the rain of the <a href="https://example.org/hills">northern hills</a> to the sea each year.
They run <a href="javascript:alert(1)">fast</a> in spring, when the <code>snow</code> on the hills melts away.</p>
<h2>What they carry</h2><ul><li>Sand comes first, and gravel after it, in every flood.</li>
<li>Wood comes last, from the forests of the hills.</li></ul>
<table><tr><th>River</th><th>Length</th></tr><tr><td>Ousel</td><td>120 km</td></tr>
<tr><td>Merle</td><td>87 km</td></tr></table>
<figure><img src="https://example.org/map.png" alt="A map of the rivers"><figcaption>The rivers of the
north on a map.</figcaption></figure><pre><code>flow = depth * width</code></pre>
<p>The longest of the rivers has no bridge below the town of Merle. Its ferry is two hundred years old.</p>
<h2>What they leave</h2><p>Every flood leaves new land at the mouth of the river. Farmers plough it after three
years.</p>
</article></body></html>"""


def test_the_document_as_it_was(offline: Opener) -> None:
    opened = offline(rank(read_document(PAGE.encode(), kind="html")))
    page = opened.page
    titles = [text.strip() for text in page.locator("#article :is(h1, h2)").all_text_contents()]
    assert [title for title in titles if title in ("What they carry", "What they leave")] == [
        "What they carry",
        "What they leave",
    ]
    kinds = {block.kind for block in rank(read_document(PAGE.encode(), kind="html")).document.blocks}
    if "list" in kinds:
        assert page.locator("#article ul > li.list").count() == 2
    if "table" in kinds:
        assert page.locator("#article .block.table td").count() >= 4
    link = page.locator("#article a[href='https://example.org/hills']")
    if link.count():
        assert link.get_attribute("rel") == "noopener noreferrer"
    assert page.locator("#article a[href^='javascript']").count() == 0
    assert page.locator("#article img").count() == 0, "an offline page asks for nothing"


@pytest.mark.parametrize("text", [samples.ARABIC, samples.HEBREW], ids=["arabic", "hebrew"])
def test_gaps_are_isolated_from_text_that_runs_from_right_to_left(offline: Opener, text: str) -> None:
    opened = offline(rank(text * 4))
    opened.page.keyboard.press("1")
    view(opened, "brief")
    assert opened.page.locator("#brief .gap bdi").count() == opened.page.locator("#brief .gap").count()
    assert opened.state("() => getComputedStyle(document.querySelector('#brief .point')).direction") == "rtl"


KEYS = """# Shortcuts

Most people need about ten of the shortcuts of this editor in daily work.

| action | Linux | macOS | note |
| --- | --- | --- | --- |
| open the palette | Ctrl+Shift+P | Cmd+Shift+P | |
| close the window | Alt+F4 | Cmd+Q | |

Everything else can be changed in a file of settings, which is read when the editor starts.
"""


def test_a_table_is_a_table_in_the_brief_and_a_row_among_the_hits(offline: Opener) -> None:
    opened = offline(rank(read_document(KEYS.encode(), kind="markdown")))
    page = opened.page
    view(opened, "brief")
    rows = [page.locator(f"#brief tr:nth-child({k}) > *").all_text_contents() for k in (1, 3)]
    assert rows == [["action", "Linux", "macOS", "note"], ["close the window", "Alt+F4", "Cmd+Q", ""]]
    assert "|" not in page.locator("#brief").inner_text()
    opened.ask("close window macOS")
    hit = page.locator("#hit-list .hit").first
    hit.wait_for()
    assert hit.inner_text() == "Table close the window · Alt+F4 · Cmd+Q"
    assert hit.locator("mark").all_text_contents() == ["close", "window"]
    page.wait_for_function("() => CSS.highlights.get('hits')?.size > 0")
    painted = (
        "() => [...CSS.highlights.get('hits')].map((r) => r.startContainer.data.slice(r.startOffset, r.endOffset))"
    )
    assert set(opened.state(painted)) == {"macOS", "close", "window"}


CONTENTS = """<body><h1>The ferry</h1><ul><li>1. Its rope</li><li>2. Its river</li><li>3. Who pays for it?</li></ul>
<h2>1. Its rope</h2><p>It hangs on a rope of steel that was made in another town.</p>
<h2>2. Its river</h2><p>The ferry runs twice a day across a river without ice.</p>
<h2>3. Who pays for it?</h2><p>The council pays for the rope every year.</p></body>"""


def test_a_table_of_contents_is_not_in_the_brief_and_leads_to_its_sections(offline: Opener) -> None:
    opened = offline(rank(read_document(CONTENTS.encode(), name="ferry.html")))
    page = opened.page
    page.keyboard.press("0")
    assert len(opened.marked) == 3
    page.locator("#article li .sentence").nth(1).click()
    assert page.evaluate("() => document.activeElement.closest('.block').textContent") == "2. Its river"
    assert page.locator("#popover").is_hidden()
    view(opened, "brief")
    assert page.locator("#brief .point").count() == 3
    assert not page.locator("#brief .gap").count()


def test_what_is_below_a_long_table_of_contents_is_one_step_away(offline: Opener) -> None:
    parts = "".join(f"## Part {n}\n\nRain number {n} fell on the hills.\n\n" for n in range(60))
    opened = offline(rank(read_document(f"# Rain\n\n{parts}".encode(), kind="markdown")))
    page = opened.page
    page.click("#show-drawer")
    for name in ("Yours", "Sections"):
        page.locator("#drawer .jumps button", has_text=name).click()
        box = page.locator("#drawer h3", has_text=name).bounding_box()
        assert box is not None
        assert 0 < box["y"] < 800
