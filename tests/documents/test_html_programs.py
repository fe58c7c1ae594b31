"""Pages as the programs that make documentation write them: titles, notices, types, panels of links."""

from __future__ import annotations

from sentencerank.documents import read_document
from tests.documents.samples import RAIN, SEA, STORY, SUN, parts
from tests.documents.test_html_pages import LONG, page


def test_a_list_of_pages_inside_the_named_article_is_read() -> None:
    links = "".join(f'<li><a href="{index}.html">{text}</a></li>' for index, text in enumerate(STORY))
    body = (
        '<nav><a href="/">Home</a></nav><div itemprop="articleBody"><div class="section"><h1>Rain</h1>'
        f'<div class="toctree-wrapper"><p>Contents:</p><ul>{links}</ul></div>'
        f'<div class="section" id="more"><h2>More</h2><p>{LONG}</p></div></div></div>'
    )
    found = parts(read_document(page(body)))
    assert [text for kind, text in found if kind == "list"] == STORY
    assert ("title", "Rain") in found
    assert ("heading", "More") in found


def test_the_title_is_not_the_name_of_the_site_above_the_text() -> None:
    story = f"<p>{LONG}</p>"
    body = f'<h1 id="logo">Daily Rain</h1><h1>It rained in Spain all day</h1><main>{story}</main>'
    found = parts(read_document(page(body, "It rained in Spain all day | Daily Rain")))
    assert found[0] == ("title", "It rained in Spain all day")
    body = f"<h1>The Book of Rain</h1><main><h2>Clouds</h2>{story}</main>"
    found = parts(read_document(page(body, "Clouds - The Book of Rain")))
    assert found == [("title", "Clouds"), ("paragraph", LONG)]


def test_the_title_stands_below_the_name_of_the_site_and_the_contents() -> None:
    contents = "".join(f'<li><a href="#p{index}">Part {index}</a></li>' for index in range(9))
    body = f"<h1>Rain v1 documentation</h1><ul>{contents}</ul><h2>Clouds</h2><p>{LONG}</p>"
    found = parts(read_document(page(body, "Clouds | Rain v1 documentation")))
    assert found[:2] == [("title", "Clouds"), ("furniture", "Rain v1 documentation")]
    assert ("list", "Part 8") in found


def test_a_notice_beside_a_picture_is_text_and_no_table() -> None:
    notice = (
        '<div class="tip"><table border="0" summary="Tip">\n  <tr>\n    <td rowspan="2">\n      <img alt="[Tip]" '
        'src="tip.png"/>\n    </td>\n    <th align="left">Tip</th>\n  </tr>\n  <tr>\n    <td>\n      '
        f"<p>{SEA}</p>\n    </td>\n  </tr>\n</table></div>"
    )
    found = parts(read_document(page(f"<h1>Rain</h1><p>{RAIN}</p>{notice}<p>{SUN}</p>")))
    assert [text for kind, text in found if kind == "paragraph"] == [RAIN, "Tip", SEA, SUN]


def test_a_term_is_divided_from_its_type() -> None:
    terms = (
        f'<dl><dt><strong>depth</strong><span class="classifier">float</span></dt><dd>{RAIN}</dd>'
        '<dt>width <span class="classifier-delimiter">:</span> <span class="classifier">int</span></dt>'
        f"<dd>{SUN}</dd></dl>"
    )
    found = parts(read_document(page(f"<h1>Rain</h1>{terms}")))
    assert [text for kind, text in found if kind == "list"] == ["depth : float", RAIN, "width : int", SUN]


def test_the_title_of_a_box_is_a_caption() -> None:
    box = (
        '<div class="sidebar"><div class="titlepage"><div><div><p class="title"><strong>EXTRA Clouds</strong></p>'
        f"</div></div></div><div>{SEA}</div></div>"
    )
    found = parts(read_document(page(f"<h1>Rain</h1><p>{RAIN}</p>{box}")))
    assert ("caption", "EXTRA Clouds") in found


def test_the_signature_of_a_class_is_code() -> None:
    body = f'<h1>Class Rain</h1><div class="type-signature">public class Rain<br>extends Weather</div><p>{RAIN}</p>'
    found = parts(read_document(page(body, "Rain")))
    assert ("code", "public class Rain\nextends Weather") in found


def test_a_panel_with_titles_between_its_links_is_left_out() -> None:
    panel = (
        '<div class="navheader"><table><tr><th colspan="3">Appendix A. All the Rain of Spain</th></tr><tr>'
        '<td><a accesskey="p" href="a.html">Prev</a></td><th>Part II. Weather</th>'
        '<td><a accesskey="n" href="c.html">Next</a></td></tr></table></div>'
    )
    document = read_document(page(f"{panel}<h2>Appendix A</h2><p>{LONG}</p>", "Appendix A"))
    assert parts(document) == [("title", "Appendix A"), ("paragraph", LONG)]
    assert document.notes == ("left out: navigation (1)",)


def test_the_heads_of_columns_made_of_boxes_are_kept() -> None:
    heads = '<div class="table-header col-first">Type</div><div class="table-header col-last">Method</div>'
    rows = '<div class="col-first even-row-color">int</div><div class="col-last even-row-color">rain()</div>'
    body = f'<main><h1>Rain</h1><p>{LONG}</p><div class="summary-table two-column-summary">{heads}{rows}</div></main>'
    assert ("table", "Type | Method\nint | rain()") in parts(read_document(page(body)))


def test_menus_beside_the_name_of_the_site_are_left_out() -> None:
    menu = "".join(f'<li><a href="{name}.html">{name}</a></li>' for name in ("buffer", "crypto", "events", "http"))
    body = f"<header><h1>Rain v1</h1><div><ul>{menu}</ul></div></header><div><h2>Clouds</h2><p>{LONG}</p></div>"
    document = read_document(page(body, "Clouds | Rain v1"))
    assert "crypto" not in document.text
    assert "left out: navigation (1)" in document.notes
