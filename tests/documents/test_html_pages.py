"""Which part of a page is read, and what is left out: pages as different programs and people write them."""

from __future__ import annotations

import pytest

from sentencerank.documents import read_document
from tests.documents.samples import RAIN, SEA, STORY, SUN, parts, prose

LONG = " ".join(STORY * 3)


def page(body: str, title: str = "Rain in Spain", head: str = "") -> bytes:
    return f"<!DOCTYPE html><html><head><title>{title}</title>{head}</head><body>{body}</body></html>".encode()


def test_what_stands_beside_the_text_is_left_out_and_counted() -> None:
    document = read_document(
        page(
            '<a class="skip-link" href="#main">Skip to content</a>'
            '<nav><a href="/">Home</a> <a href="/a">About</a></nav>'
            '<div id="cookie-banner"><p>We use cookies to improve your stay.</p><a href="/c">More</a></div>'
            '<ul class="breadcrumbs"><li><a href="/">Home</a><li><a href="/w">Weather</a></ul>'
            f"<h1>Rain in Spain</h1><p>{LONG}</p>"
            '<div class="share-buttons"><a href="x">Share</a> <a href="y">Post</a></div>'
            f'<h2>Sea</h2><p>{LONG}</p><div class="related-posts"><h3>Related</h3><a href="/s">More sun for '
            f"you</a></div>"
            '<section class="comments-area"><h2>2 comments</h2><p>Nice text, thanks a lot for it.</p></section>'
            "<footer>Copyright 2024 Weather News</footer>"
        )
    )
    assert [text for _, text in parts(document)] == ["Rain in Spain", LONG, "Sea", LONG]
    assert document.notes == (
        "left out: breadcrumbs (1), comments (1), cookie notice (1), navigation (1), page footer (1), "
        "related links (1), share bar (1)",
    )


@pytest.mark.parametrize("main", ["main", "article", 'div role="main"'])
def test_the_main_part_is_what_says_so(main: str) -> None:
    closing = main.partition(" ")[0]
    document = read_document(
        page(f"<div><p>Weather News since 1990</p></div><{main}><h1>Rain</h1><p>{LONG}</p></{closing}><p>Bye.</p>")
    )
    assert parts(document) == [("title", "Rain"), ("paragraph", LONG)]


def test_several_articles_are_all_read() -> None:
    body = "".join(f"<article><h2>Part {index}</h2><p>{text}</p></article>" for index, text in enumerate(STORY))
    found = parts(read_document(page(f"<h1>Rain in Spain</h1>{body}")))
    assert [text for kind, text in found if kind == "heading"] == ["Part 0", "Part 1", "Part 2"]
    assert [text for kind, text in found if kind == "paragraph"] == STORY


def test_a_page_that_is_nothing_but_a_list_of_links_is_read_and_ranked() -> None:
    items = "".join(f'<li><a href="{index}.html">{text}</a></li>' for index, text in enumerate(STORY))
    document = read_document(page(f"<h1>Index</h1><ul>{items}</ul>", "Index"))
    assert parts(document) == [("title", "Index"), *(("list", text) for text in STORY)]
    assert any(sentence.prose for sentence in document.sentences)


@pytest.mark.parametrize(
    "contents",
    [
        '<ul><li><a href="#a">The rain falls in the plain</a><li><a href="#b">The sea is warm and wide</a></ul>',
        '<dl><dt>1. <a href="x#a">Rain falls in the plain</a><dt>2. <a href="x#b">The sea is warm and wide</a></dl>',
    ],
)
def test_a_table_of_contents_is_shown_and_not_ranked(contents: str) -> None:
    document = read_document(
        page(f'<h1>Rain</h1>{contents}<h2 id="a">A</h2><p>{RAIN}</p><h2 id="b">B</h2><p>{SEA}</p>')
    )
    assert [sentence.text for sentence in document.sentences if sentence.prose and "wide" in sentence.text] == []
    assert any(kind == "list" and text.endswith("The sea is warm and wide") for kind, text in parts(document))


def test_a_paragraph_of_links_to_places_of_its_page_is_not_ranked() -> None:
    leading = '<a href="#a">1.1. The gauge leaks.</a><br><a href="#b">1.2. It never rains here.</a>'
    document = read_document(page(f'<h1>Rain</h1><p>{leading}</p><h2 id="a">A</h2><p>{RAIN}</p><p>{SEA}</p>'))
    assert not any(sentence.prose for sentence in document.sentences if "leaks" in sentence.text)
    assert any(sentence.prose for sentence in document.sentences if sentence.text in RAIN)


def test_who_wrote_a_page_of_asciidoctor_is_furniture() -> None:
    about = '<div class="details"><span id="author" class="author">Ann Lee</span><br><span>version 3.8</span></div>'
    document = read_document(page(f'<div id="header"><h1>Rain</h1>{about}</div><p>{RAIN}</p><p>{SEA}</p>'))
    assert [kind for kind, text in parts(document) if "Ann Lee" in text] == ["furniture"]
    details = f'<div class="details"><p>{RAIN}</p></div>'
    assert ("paragraph", RAIN) in parts(read_document(page(f"<h1>Rain</h1>{details}<p>{SEA}</p>")))


def test_a_typed_manual_with_links_to_its_terms_is_text() -> None:
    line = 'The <a href="#gauge">gauge</a> is read every day at noon, and what it shows is written down.\n'
    document = read_document(page(f"<h1>Rain</h1><pre>{line * 40}</pre>"))
    assert {kind for kind, _ in parts(document)} == {"title", "paragraph"}


def test_a_page_laid_out_with_tables() -> None:
    body = (
        "<table><tr><td><a href=1>Home</a><br><a href=2>News</a><br><a href=3>Contact</a><br></td>"
        f"<td><h1>Rain</h1><p>{LONG}<p>{SUN}<table border=1><tr><th>City<th>Rain<tr><td>Madrid<td>12 mm</table>"
        f"</td></tr></table>"
    )
    found = parts(read_document(page(body)))
    assert [each for each in found if each[1] not in ("Home", "News", "Contact")] == [
        ("title", "Rain"),
        ("paragraph", LONG),
        ("paragraph", SUN),
        ("table", "City | Rain\nMadrid | 12 mm"),
    ]


def test_a_page_without_any_paragraph_element() -> None:
    body = f"<b>Rain</b><br><br>{RAIN}<br><br><b>The sea</b><br><br>{SEA}<br><br><div>{SUN}</div>"
    assert parts(read_document(page(body, "Weather"))) == [
        ("title", "Weather"),
        ("heading", "Rain"),
        ("paragraph", RAIN),
        ("heading", "The sea"),
        ("paragraph", SEA),
        ("paragraph", SUN),
    ]


def test_a_page_that_is_one_typed_text() -> None:
    text = "RAIN IN SPAIN\n\n" + "\n\n".join(
        "\n".join(part.strip() for part in (story[:45], story[45:])) for story in STORY * 10
    )
    found = parts(read_document(page(f"<pre>{text}</pre>")))
    assert sum(kind == "paragraph" for kind, _ in found) == 30
    assert not any("\n" in text for _, text in found)


MANUALS = {
    "Sphinx": ('<div class="related" role="navigation"><h3>Navigation</h3><ul><li><a href="i">index</a></li><li>'
    '<a href="n" '
               'accesskey="N">next</a> |</li></ul></div><div class="document"><div class="body" role="main">'
               '<section id="rain">'
               '<h1>Rain<a class="headerlink" href="#rain">¶</a></h1>{text}</section></div></div><div '
               'class="sphinxsidebar"><h3>'
               '<a href="c">Table of Contents</a></h3><ul><li><a href="#">Rain</a></li></ul></div><div '
               'class="footer">© Ann</div>'),
    "DocBook": ('<div class="navheader"><table summary="Navigation header"><tr><th colspan="3">Rain</th></tr><tr>'
    '<td><a '
                'accesskey="p" href="a">Prev</a></td><td>&nbsp;</td><td><a accesskey="n" href="b">Next</a></td>'
                '</tr></table><hr>'
                '</div><div class="sect1"><div class="titlepage"><h1 class="title">Rain</h1></div>{text}</div>'
                '<div class='
                '"navfooter"><hr><table><tr><td><a accesskey="p" href="a">Prev</a></td><td><a accesskey="n" '
                'href="b">Next</a>'
                "</td></tr></table></div>"),
    "Texinfo": ('<div class="header"><p>Next: <a href="b" accesskey="n" rel="next">Sea</a>, Up: <a href="i" '
    'accesskey="u" '
                'rel="up">Top</a> &nbsp; [<a href="c" rel="contents">Contents</a>]</p></div><hr><h1 '
                'class="chapter">Rain</h1>'
                "{text}"),
    "Doxygen": ('<div id="top"><div id="titlearea"><table><tr><td><div id="projectname">Weather</div></td></tr>'
    '</table></div>'
                '<div id="nav-path" class="navpath"><ul><li><a href="a">rain</a></li></ul></div></div><div '
                'class="header"><div '
                'class="headertitle"><div class="title">Rain</div></div></div><div class="contents">{text}</div>'
                '<address '
                'class="footer"></address>'),
    "Javadoc": ('<header><nav><ul><li><a href="o">Overview</a></li><li>Class</li></ul></nav></header><main><div '
    'class="header">'
                '<div class="sub-title">Package <a href="w">org.weather</a></div><h1 class="title">Rain</h1>'
                '</div>{text}</main>'
                '<footer><p>Copyright</p></footer>'),
    "mdBook": ('<nav id="sidebar"><ol><li><a href="a">1. Rain</a></li></ol></nav><div class="page"><div '
    'id="menu-bar" class='
               '"menu-bar"><h1 class="menu-title">Weather book</h1></div><main><h1 id="rain"><a class="header" '
               'href="#rain">Rain'
               '</a></h1>{text}</main><nav class="nav-wrapper"><a rel="next" href="b">next</a></nav></div>'),
    "MediaWiki": ('<div id="content" class="mw-body"><h1 id="firstHeading">Rain</h1><div '
    'id="bodyContent">{text}</div><div '
                  'id="catlinks" class="catlinks"><a href="k">Categories</a>: <a href="w">Weather</a></div></div><div '
                  'id="mw-navigation"><ul><li><a href="m">Main page</a></li></ul></div>'),
}  # fmt: skip


@pytest.mark.parametrize("maker", MANUALS)
def test_pages_of_manuals(maker: str) -> None:
    text = f"<p>{LONG}</p><h2>Sea</h2><ul><li>{SEA}</li></ul><p>{SUN}</p>"
    document = read_document(page(MANUALS[maker].replace("{text}", text), "Rain"))
    found = [each for each in parts(document) if each[1] != "Package org.weather"]
    assert found == [("title", "Rain"), ("paragraph", LONG), ("heading", "Sea"), ("list", SEA), ("paragraph", SUN)]


@pytest.mark.parametrize(
    ("title", "body", "expected"),
    [
        ("Rain - News", "<h1>Rain</h1><p>{}</p>", [("title", "Rain")]),
        ("Rain", "<h2>Rain</h2><p>{}</p>", [("title", "Rain")]),
        ("SELECT", "<h1>1. Overview</h1><p>{}</p><h1>2. More</h1>", [("title", "SELECT"), ("heading", "1. Overview"),
                                                                       ("heading", "2. More")]),
        ("", "<h1>One</h1><p>{}</p><h1>Two</h1>", [("title", "One"), ("heading", "Two")]),
        ("Introduction", "<h1>I</h1><p>{}</p><h1>II</h1>",
         [("title", "Introduction"), ("heading", "I"), ("heading", "II")]),
    ],
)  # fmt: skip
def test_the_title_stands_first_and_once(title: str, body: str, expected: list[tuple[str, str]]) -> None:
    found = parts(read_document(page(body.replace("{}", LONG), title)))
    assert [each for each in found if each[0] in ("title", "heading")] == expected
    assert found[0] == expected[0]


def test_tex_between_delimiters_is_read_where_a_script_sets_it() -> None:
    body = rf"<p>If \(x^2\) is four, then $$y = \frac{{1}}{{2}}$$ holds. {LONG}</p>"
    head = '<script src="https://example.org/MathJax.js"></script>'
    found = parts(read_document(page(body, head=head)))
    assert [kind for kind, _ in found] == ["title", "paragraph", "formula", "paragraph"]
    assert r"\(x^2\)" in read_document(page(body)).text


def test_a_page_of_frames_says_so() -> None:
    data = (
        b"<html><head><title>Rain in Spain</title></head><frameset><frame src=a.html><frame src=b.html>"
        b"</frameset></html>"
    )
    assert read_document(data).notes[0] == "left out: frame (2)"


def test_a_thread_of_discourse() -> None:
    body = (
        '<title>Roof - Forum</title><div role="main"><h1>Roof</h1><div class="topic-body crawler-post">'
        '<div class="crawler-post-meta"><a href="/u/ann">ann</a><time>2 January 2024</time></div>'
        f'<div class="post"><p>{RAIN}</p></div><div class="interactionStatistic"><span>2 Likes</span></div></div>'
        '<div class="topic-body crawler-post"><div class="crawler-post-meta"><a href="/u/bob">bob</a></div>'
        '<div class="post"><aside class="quote no-group"><div class="title">ann:</div>'
        f"<blockquote><p>{SEA}</p></blockquote></aside><p>{SUN}</p></div></div></div>"
    )
    document = read_document(f"<!doctype html>{body}".encode())
    assert [kind for kind, _ in parts(document)] == [
        *("title", "furniture", "paragraph", "furniture", "furniture", "caption", "quote", "paragraph")
    ]


def test_a_thread_of_phpbb() -> None:
    body = (
        '<h2>Roof</h2><div class="post bg2"><dl class="postprofile"><dt>ann</dt><dd>Posts: 12</dd></dl>'
        '<div class="postbody"><p class="author">by <strong>ann</strong> on Tuesday</p>'
        f'<div class="content"><blockquote><div><cite>Bob wrote:</cite>{SEA}</div></blockquote>{RAIN}</div>'
        '<div class="signature">Life is a road.</div></div></div>'
    )
    document = read_document(f"<!doctype html>{body}".encode())
    assert not {"Posts: 12", "by ann on Tuesday", "Life is a road."} & set(prose(document))
    assert f"Bob wrote: {SEA}" in [text for _, text in parts(document)]


def test_what_an_editor_took_out_and_remarked_in_a_page_of_word() -> None:
    body = (
        '<p class=MsoNormal>The lead <del cite="Ann" datetime="2024"><span>was</span></del><ins><span>is</span></ins> '
        f"old.<o:p></o:p></p><p class=MsoNormal>{RAIN}</p><div style='mso-element:comment-list'><p>Is it so?</p></div>"
    )
    document = read_document(f"<!doctype html><body>{body}</body>".encode())
    assert parts(document) == [("paragraph", "The lead is old."), ("paragraph", RAIN)]


def test_a_page_that_confluence_exported() -> None:
    body = (
        '<title>House : Roof</title><div id="content"><div class="page-metadata">Created by Ann Lee</div>'
        f'<h1>Rain</h1><p>{RAIN}</p><div class="confluence-information-macro"><p>{SEA}</p></div></div>'
    )
    document = read_document(f"<!doctype html>{body}".encode())
    assert " ".join(prose(document)) == f"{RAIN} {SEA}"


TEASERS = "".join(
    f'<div class="card"><h3><a href="/{index}">Other news {index}</a></h3><p>A line about it.</p></div>'
    for index in range(9)
)
STORY_PAGE = (
    '<div class="top"><ul><li>Weather</li><li>Sport</li></ul><p>Today, 17:40</p></div>'
    f'<div class="wrap"><h1>Rain in Spain</h1><div class="text"><p>{LONG}</p><p>{SEA}</p>'
    '<ul><li><a href="/1">Sun in May</a></li><li><a href="/2">Snow in May</a></li><li><a href="/3">Hail</a></li></ul>'
    f"<p>{LONG}</p></div></div><div>{TEASERS}</div>"
)


@pytest.mark.parametrize(
    "told",
    [
        '<meta property="og:type" content="article">',
        '<script type="application/ld+json">{"@type": "NewsArticle"}</script>',
    ],
)
def test_of_a_page_that_says_it_is_an_article_only_the_article_is_read(told: str) -> None:
    document = read_document(page(STORY_PAGE, head=told))
    assert parts(document) == [("title", "Rain in Spain"), *(("paragraph", text) for text in (LONG, SEA, LONG))]
    assert "related links (1)" in document.notes[0]
    assert len(parts(read_document(page(STORY_PAGE)))) > 10


def test_the_body_of_an_article_may_have_a_name() -> None:
    named = STORY_PAGE.replace('"text"', '"story-body"')
    assert parts(read_document(page(named))) == parts(
        read_document(page(STORY_PAGE, head='<meta property="og:type" content="article">'))
    )


def test_the_sections_of_an_article_stay_together() -> None:
    sections = (
        f"<div class=s><h2>Wind</h2><p>{LONG}</p><p>{LONG}</p></div><div class=s><h2>Sea</h2><p>{SEA * 2}</p></div>"
    )
    document = read_document(page(f"<div>{sections}</div>", head='<meta property="og:type" content="article">'))
    assert [text for kind, text in parts(document) if kind == "heading"] == ["Wind", "Sea"]


def test_a_caption_and_a_label_that_is_repeated_are_not_ranked() -> None:
    labels = "".join(f"<p>{text}</p><p>Photo: Weather News</p>" for text in STORY)
    document = read_document(page(f'<h1>Rain in Spain</h1><img alt="{SUN}"><p>{SUN}</p>{labels}'))
    assert ("caption", SUN) in parts(document)
    assert [text for kind, text in parts(document) if kind == "furniture"] == ["Photo: Weather News"] * 3


def test_datelines_and_links_that_lead_elsewhere_are_shown_and_not_ranked() -> None:
    links = "".join(f'<p><a href="/{index}">Other news of the day {index}</a></p>' for index in range(4))
    document = read_document(page(f"<h1>Rain</h1><p>2024-05-01 10:30 Source: Ann</p><p>{LONG}</p>{links}<p>{SEA}</p>"))
    assert ("furniture", "2024-05-01 10:30 Source: Ann") in parts(document)
    assert ("paragraph", "Other news of the day 3") in parts(document)
    assert prose(document) == prose(read_document(page(f"<h1>Rain</h1><p>{LONG}</p><p>{SEA}</p>")))


def test_captions_boxes_and_the_author_are_known_by_the_names_that_pages_give_them() -> None:
    document = read_document(
        page(
            f'<h1>Rain in Spain</h1><p>{LONG}</p><p class="js-photo-caption">{SUN}</p><p>{LONG}</p>'
            '<div class="author-bio"><p>Ann writes about rain.</p></div>'
            '<div class="m-auth-modal__body"><p>Log in.</p></div>'
        )
    )
    assert [kind for kind, _ in parts(document)] == ["title", "paragraph", "caption", "paragraph"]
    assert document.notes == ("left out: about the author (1), dialog (1)",)


def test_the_topic_of_a_forum_is_its_title_not_the_name_of_the_site() -> None:
    page = (
        "<html><head><title>Our Forum • View topic - Leaking roof</title></head><body>"
        "<h1>Our Forum</h1><p>All about houses</p><h2><a href='t1'>Leaking roof</a></h2>"
        f"<p>{RAIN} {RAIN}</p><h3>Re: Leaking roof</h3><p>{RAIN}</p></body></html>"
    )
    document = read_document(page.encode(), kind="html")
    assert [block.kind for block in document.blocks[:3]] == ["title", "furniture", "furniture"]
    assert document.text.startswith("Leaking roof")


def test_javadoc_lays_out_its_pages_with_lists() -> None:
    page = (
        "<html><body><h2>Class Rain</h2><ul class='inheritance'><li>java.lang.Object</li><li>rain.Rain</li></ul>"
        f"<ul class='blockList'><li class='blockList'><div class='block'>{RAIN}</div>"
        "<ul class='blockList'><li class='blockList'><h3>Methods</h3></li></ul></li></ul></body></html>"
    )
    document = read_document(page.encode(), kind="html")
    assert ("paragraph", RAIN) in parts(document)
    assert " ".join(prose(document)) == RAIN


def test_the_numbers_of_cells_of_a_notebook_are_left_out() -> None:
    page = (
        f"<html><body><h1>Rain</h1><p>{RAIN}</p><div class='nbinput'><div class='prompt highlight-none'><pre>[1]:</pre>"
        "</div><div class='input_area'><pre>rain()</pre></div></div></body></html>"
    )
    assert [text for kind, text in parts(read_document(page.encode(), kind="html")) if kind == "code"] == ["rain()"]
