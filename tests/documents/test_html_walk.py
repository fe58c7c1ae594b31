"""What becomes of each element: HTML as the programs write it that make pages, books and mails."""

from __future__ import annotations

import pytest

from sentencerank.documents import read_document
from sentencerank.documents.html import html_pieces
from sentencerank.documents.limits import DEFAULT, Meter
from sentencerank.documents.pieces import Piece


def pieces(body: str) -> list[Piece]:
    return list(html_pieces(f"<html><body>{body}</body></html>", Meter(DEFAULT)))


def shown(body: str) -> list[tuple[str, int, str]]:
    return [(piece.kind, piece.level, piece.mark + piece.text) for piece in pieces(body)]


def marked(body: str) -> list[tuple[str, str, str]]:
    return [
        (mark.kind, piece.text[mark.start : mark.end], mark.target) for piece in pieces(body) for mark in piece.marks
    ]


def test_lists_keep_their_numbers_and_depth() -> None:
    body = (
        "<ol start=3><li>a<li value=7>b<ol type=i><li>c</ol><li>d</ol><ol reversed><li>x<li>y</ol><ol type=A><li>z</ol>"
    )
    assert shown(body) == [
        ("list", 1, "3. a"),
        ("list", 1, "7. b"),
        ("list", 2, "i. c"),
        ("list", 1, "8. d"),
        ("list", 1, "2. x"),
        ("list", 1, "1. y"),
        ("list", 1, "A. z"),
    ]


def test_further_paragraphs_of_an_item_have_no_mark() -> None:
    body = "<ul><li><p>a</p><p>b</p><pre>c</pre></li><li>d<ul><li>e</li></ul>f</li></ul>"
    assert shown(body) == [
        ("list", 1, "- a"),
        ("list", 1, "b"),
        ("code", 0, "c"),
        ("list", 1, "- d"),
        ("list", 2, "- e"),
        ("list", 1, "f"),
    ]


def test_items_that_are_sections_are_no_list() -> None:
    body = "<ul><li><section><h3>Rain</h3><p>It fell.</p></section></li></ul>"
    assert shown(body) == [("heading", 3, "Rain"), ("paragraph", 0, "It fell.")]


def test_definitions() -> None:
    found = pieces("<dl><dt>rain</dt><dd>Water.<dl><dt>drizzle</dt><dd>Little of it.</dd></dl></dd></dl>")
    assert [(piece.level, piece.prose, piece.text) for piece in found] == [
        (1, False, "rain"),
        (2, True, "Water."),
        (3, False, "drizzle"),
        (4, True, "Little of it."),
    ]


def test_quotes_have_their_depth() -> None:
    body = "<blockquote><p>a</p><blockquote>b</blockquote></blockquote><p>He said <q>rain</q>.</p>"
    assert shown(body) == [("quote", 1, "a"), ("quote", 2, "b"), ("paragraph", 0, "He said “rain”.")]


def test_what_stands_out_is_marked() -> None:
    body = (
        '<p>A <a href="/x">big <b>rain</b></a>, <em>very</em> <i>wet</i>, <kbd>x</kbd> <a '
        'href="javascript:no">y</a></p>'
    )
    assert marked(body) == [
        ("link", "big rain", "/x"),
        ("strong", "rain", ""),
        ("emphasis", "very", ""),
        ("emphasis", "wet", ""),
        ("code", "x", ""),
    ]


def test_scripts_become_signs_where_there_are_such() -> None:
    body = "<p>H<sub>2</sub>O, 10<sup>-6</sup>, x<sub>i</sub>, e<sup>-kt</sup>, 1<sup>st</sup>, Rain<sup>TM</sup></p>"
    assert pieces(body)[0].text == "H₂O, 10⁻⁶, x_i, e^(-kt), 1st, RainTM"


NOTES = {
    "pandoc": '<p>Rain.<a href="#fn1" class="footnote-ref" role="doc-noteref"><sup>1</sup></a></p><section '
    'role="doc-endnotes">'
    '<ol><li id="fn1"><p>Note.<a href="#fnref1" role="doc-backlink">↩︎</a></p></li></ol></section>',
    "Markdown": '<p>Rain.<sup id="fnref:1"><a class="footnote-ref" href="#fn:1">1</a></sup></p><div '
    'class="footnote"><hr><ol>'
    '<li id="fn:1"><p>Note.&#160;<a class="footnote-backref" href="#fnref:1">&#8617;</a></p></li></ol></div>',
    "Sphinx": '<p>Rain.<a class="footnote-reference brackets" href="#id3">1</a></p><dl class="footnote brackets">'
    '<dt class="label" '
    'id="id3"><span class="brackets">1</span></dt><dd><p>Note.</p></dd></dl>',
    "docutils": '<p>Rain.<a class="footnote-reference" href="#id2">[1]</a></p><table class="docutils footnote" '
    'id="id2">'
    '<tr><td class="label"><a class="fn-backref" href="#id1">[1]</a></td><td>Note.</td></tr></table>',
    "Texinfo": '<p>Rain.<a id="DOCF1" href="#FOOT1"><sup>1</sup></a></p><div class="footnotes-segment"><h5 class='
    '"footnote-body-heading"><a id="FOOT1" href="#DOCF1">(1)</a></h5><p>Note.</p></div>',
    "MediaWiki": '<p>Rain.<sup class="reference"><a href="#cite_note-1">[1]</a></sup></p><ol class="references"><li '
    'id="cite_note-1"><span class="mw-cite-backlink"><a href="#cite_ref-1">^</a></span> <span>Note.</span></li></ol>',
    "EPUB 3": '<p>Rain.<a epub:type="noteref" href="#n1">1</a></p><aside epub:type="footnote" id="n1">'
    '<p>Note.</p></aside>',
    "plain": '<p>Rain.<sup><a href="#note1">1</a></sup></p><p id="note1">Note.</p>',
}  # fmt: skip


@pytest.mark.parametrize("maker", NOTES)
def test_notes_stand_apart_from_the_text(maker: str) -> None:
    text, note = pieces(NOTES[maker])
    assert (text.text, note.text) == ("Rain.[1]", "Note.")
    assert [(mark.kind, text.text[mark.start : mark.end], mark.target) for mark in text.marks] == [("note", "[1]", "1")]
    assert (note.kind, dict(note.about)) == ("footnote", {"label": "1"})


def test_figures_and_their_captions() -> None:
    body = '<figure><img src="a.png" alt=""><figcaption>Figure 1: Rain.</figcaption></figure>'
    figure, caption = pieces(body)
    assert (figure.kind, figure.text, dict(figure.about)) == ("figure", "", {"source": "a.png"})
    assert (caption.kind, caption.text) == ("caption", "Figure 1: Rain.")


def test_a_picture_in_a_sentence_stands_after_it_and_an_icon_nowhere() -> None:
    body = (
        '<p>Rain <img src="x.png" width=16> is <img src="b.jpg" alt="A map of Spain"> wet <img alt="😀" '
        'src="s.png">.</p>'
    )
    text, figure = pieces(body)
    assert text.text == "Rain is wet 😀."
    assert (figure.kind, figure.text, dict(figure.about)) == ("figure", "A map of Spain", {"source": "b.jpg"})


def test_tables_have_cells_for_every_column() -> None:
    caption, table = pieces(
        "<table><caption>Rain</caption><tfoot><tr><td>Sum<td>4<td>6</tfoot><tr><th>City<th colspan=2>Rain<tr>"
        "<td rowspan=2>Madrid<td>1<td><a href=u>2</a><tr><td>3<td>4</table>"
    )
    assert (caption.kind, caption.text) == ("caption", "Rain")
    assert table.text == "City | Rain | \nMadrid | 1 | 2\n | 3 | 4\nSum | 4 | 6"
    assert [len(row) for row in table.cells] == [3, 3, 3, 3]
    assert [(table.text[mark.start : mark.end], mark.target) for mark in table.marks] == [("2", "u")]


def test_spans_cannot_blow_up_a_table() -> None:
    (table,) = pieces("<table>" + "<tr><td colspan=1000 rowspan=1000>a<td>b</tr>" * 500 + "</table>")
    assert max(len(row) for row in table.cells) <= 102
    assert len(table.text) < 500 * 102 * 4


def test_rows_of_data_in_a_table_for_layout() -> None:
    body = "<table><tr><td colspan=2><h2>Types</h2></td></tr><tr><td>int<td>one</tr><tr><td>float<td>two</tr></table>"
    assert shown(body) == [("heading", 2, "Types"), ("table", 0, "int | one\nfloat | two")]


def test_code_keeps_its_lines_and_its_language() -> None:
    body = (
        '<pre class="sourceCode python"><code>def f():\n    <a href="x">return</a> 1   \n</code></pre>'
        '<div class="highlight-c notranslate"><pre><span class="lineno">1 </span>int a;<br>int b;</pre></div>'
        '<div class="fragment"><div class="line">if (a)</div>\n<div class="line">  b();</div></div>'
    )
    assert [(piece.kind, piece.text, dict(piece.about)) for piece in pieces(body)] == [
        ("code", "def f():\n    return 1", {"language": "python"}),
        ("code", "int a;\nint b;", {"language": "c"}),
        ("code", "if (a)\n  b();", {}),
    ]
    assert marked(body) == [("link", "return", "x")]


FORMULAS = {
    "MathML": "<math><msup><mi>x</mi><mn>2</mn></msup></math>",
    "KaTeX": '<span class="katex"><span class="katex-mathml"><math><semantics><msup><mi>x</mi><mn>2</mn></msup>'
    '<annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>'
    '<span class="katex-html" aria-hidden="true">x2</span></span>',
    "MathJax": '<span class="MathJax_Preview">x2</span><span class="MathJax"><nobr>x2</nobr></span>'
    '<script type="math/tex">x^2</script>',
    "MathJax 3": '<mjx-container><mjx-math aria-hidden="true">x2</mjx-math><mjx-assistive-mml><math><msup><mi>x</mi>'
    "<mn>2</mn></msup></math></mjx-assistive-mml></mjx-container>",
    "MediaWiki": '<span class="mwe-math-element"><span style="display: none;"><math alttext="{\\displaystyle '
    'x^{2}}"><msup>'
    '<mi>x</mi><mn>2</mn></msup></math></span><img class="mwe-math-fallback-image-inline" alt="{\\displaystyle '
    'x^{2}}"></span>',
    "picture": '<img src="x.png" class="math" alt="x^2">',
    "LaTeX2HTML": '<img src="img1.png" width="30" alt="$x^2$">',
    "Sphinx": '<span class="math notranslate nohighlight">\\(x^2\\)</span>',
}  # fmt: skip


@pytest.mark.parametrize("maker", FORMULAS)
def test_a_formula_stays_in_its_sentence(maker: str) -> None:
    (piece,) = pieces(f"<p>Let {FORMULAS[maker]} be four.</p>")
    assert piece.text == "Let x² be four."
    assert [(mark.kind, piece.text[mark.start : mark.end]) for mark in piece.marks] == [("formula", "x²")]


def test_a_displayed_formula_stands_alone() -> None:
    body = (
        '<p>Then</p><div class="math notranslate">\\[\\frac{a}{b}\\]</div><p>and <math display="block">'
        "<mi>c</mi></math></p>"
    )
    assert [(piece.kind, piece.text, dict(piece.about)) for piece in pieces(body)] == [
        ("paragraph", "Then", {}),
        ("formula", "a/b", {"tex": "\\frac{a}{b}"}),
        ("paragraph", "and", {}),
        ("formula", "c", {}),
    ]


def test_lines_of_an_address_are_apart_and_those_of_a_wrapped_text_are_not() -> None:
    body = "Ann Lee<br>12 Sea Road<br>Spain<br><br>The rain in Spain<br>stays mainly<br>in the plain.<br><br>Last."
    assert [piece.text for piece in pieces(body)] == [
        "Ann Lee",
        "12 Sea Road",
        "Spain",
        "The rain in Spain stays mainly in the plain.",
        "Last.",
    ]


def test_what_word_exports() -> None:
    body = (
        "<p class=MsoTitle>Rain</p><p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><![if !supportLists]>"
        "<span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>One<o:p></o:p></p>"
    )
    assert shown(body) == [("heading", 1, "Rain"), ("list", 2, "- One")]


def test_pages_begin_where_the_book_says() -> None:
    body = (
        '<p>a</p><span epub:type="pagebreak" title="12"/><p>b <span role="doc-pagebreak" aria-label="13"></span>c</p>'
    )
    found = pieces(body)
    assert [(piece.kind, piece.text) for piece in found] == [
        ("paragraph", "a"),
        ("page", ""),
        ("paragraph", "b c"),
        ("page", ""),
    ]
    assert [piece.about["number"] for piece in found if piece.kind == "page"] == ["12", "13"]


def test_a_heading_that_nobody_closed_does_not_swallow_the_page() -> None:
    found = shown(f"<h2>Rain<p>{'It rained. ' * 100}</p><p>More.</p>")
    assert [(kind, level) for kind, level, _ in found] == [("heading", 2), ("paragraph", 0), ("paragraph", 0)]


def test_headings_are_read_without_the_signs_beside_them() -> None:
    body = (
        '<h2>Rain<a class="headerlink" href="#rain" title="Link to this heading">¶</a></h2>'
        '<h3 id="a"><a href="#a">Sea</a> <span class="mw-editsection">[edit]</span></h3><h4><button>Sun</button></h4>'
        '<p role="heading" aria-level="5">Wind</p>'
    )
    assert shown(body) == [("heading", 2, "Rain"), ("heading", 3, "Sea"), ("heading", 4, "Sun"), ("heading", 5, "Wind")]
    assert marked(body) == []


def test_every_block_has_the_path_of_its_element() -> None:
    from lxml import html

    page = "<html><body><div><p>a</p></div><p>b</p><div><ul><li>c<li>d</ul>tail</div></body></html>"
    document = read_document(page.encode(), name="page.html")
    # One place for each block, over the whole of it.
    assert [(place.start, place.end) for place in document.places] == [
        (block.start, block.end) for block in document.blocks
    ]
    paths = [place.path for place in document.places]
    assert paths == [
        "/html/body/div/p",
        "/html/body/p",
        "/html/body/div[2]/ul/li",
        "/html/body/div[2]/ul/li[2]",
        "/html/body/div[2]",
    ]
    tree = html.document_fromstring(page)
    assert [tree.xpath(path)[0].tag for path in paths] == ["p", "p", "li", "li", "div"]


def test_depth_and_number_do_not_matter() -> None:
    import time

    def seconds(count: int) -> float:
        # Levels that stay open, a table and many siblings.
        page = "<div>" * 400 + "<p>a <b>b</b></p>" * count + "<table>" + "<tr><td>x<td>y" * count + "</table>"
        started = time.process_time()
        assert len(pieces(page)) == count + 1
        return time.process_time() - started

    seconds(100)
    assert seconds(4_000) < 12 * max(seconds(1_000), 0.02)


def test_code_behind_other_code_begins_a_line() -> None:
    page = (
        "<pre><code class='mjs'>import rain;\nrain.fall();</code><code class='cjs'>require('rain').fall();</code></pre>"
    )
    assert [piece.text for piece in pieces(page)] == ["import rain;\nrain.fall();\nrequire('rain').fall();"]


def test_a_paragraph_that_is_code_from_end_to_end() -> None:
    page = "<p><code>rain --heavy</code><p><code>It rains for hours.</code><p>It rains if <code>rain</code> is on."
    assert [piece.kind for piece in pieces(page)] == ["code", "paragraph", "paragraph"]
