from __future__ import annotations

import pytest

from sentencerank.documents import read_document
from sentencerank.documents.html import html_pieces
from sentencerank.documents.limits import DEFAULT, Meter
from sentencerank.documents.pieces import tidy
from tests.documents.samples import PAGE, RAIN, SEA, STORY, SUN, parts, prose


def test_main_text_with_structure() -> None:
    document = read_document(PAGE.encode())
    assert parts(document) == [
        ("title", "Rain in Spain"),
        ("paragraph", RAIN),
        ("heading", "Why it rains"),
        ("paragraph", SEA),
        ("list", "First, the sea warms up in summer."),
        ("list", "Second, the air rises."),
        ("list", "Clouds form."),
        ("list", "Take an umbrella with you."),
        ("list", "Stay at home in the evening."),
        ("quote", "We have never seen such rain, said the mayor of the town."),
        ("table", "City | Rain\nMadrid | 12 mm"),
        ("code", "for day in week:\n    rain(day)"),
        ("heading", "What now"),
        ("paragraph", SUN),
    ]
    assert [block.level for block in document.blocks if block.kind == "heading"] == [2, 3]
    assert "2. Stay at home" in document.text


@pytest.mark.parametrize("words", ["Home", "About", "umbrellas", "Related", "Copyright", "Privacy", "More weather"])
def test_boilerplate_is_left_out(words: str) -> None:
    assert words not in read_document(PAGE.encode()).text


def test_the_title_of_a_page_without_a_heading() -> None:
    page = f"<html><head><title>Rain &amp; sun</title></head><body><p>{RAIN}</p><p>{SUN}</p></body></html>"
    assert parts(read_document(page.encode()))[0] == ("title", "Rain & sun")


@pytest.mark.parametrize("encoding", ["iso-8859-1", "koi8-r", "shift_jis"])
def test_the_declared_charset_is_used(encoding: str) -> None:
    text = {"iso-8859-1": "Été à Orléans.", "koi8-r": "Сегодня идёт дождь.", "shift_jis": "今日は雨が降っています。"}[
        encoding
    ]
    page = f'<html><head><meta http-equiv="Content-Type" content="text/html; charset={encoding}"></head><p>{text}</p>'
    document = read_document(page.encode(encoding))
    assert document.text == text
    assert not any("guessed" in note for note in document.notes)


def test_the_declared_language_counts_where_the_text_does_not_tell() -> None:
    text = "Ilha tliet ijiem tagħmel ix-xita fuq il-pjanura. " * 5
    document = read_document(f'<html lang="mt-MT"><body><p>{text}</p></body></html>'.encode())
    assert document.language == "mt"
    assert document.notes == ("Read as mt, as the file declares.",)


def test_an_xml_declaration_is_no_obstacle() -> None:
    page = f'<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html><body><p>{RAIN}</p></body></html>'
    assert prose(read_document(page.encode())) == prose(read_document(RAIN.encode()))


def walked(body: str) -> list[tuple[str, str]]:
    meter = Meter(DEFAULT)
    found = html_pieces(f"<html><body>{body}</body></html>", meter)
    return [(piece.kind, piece.mark + tidy(piece.text, piece.kind)) for piece in found]


def test_markup_as_it_stands() -> None:
    assert walked("loose<p>one <b>bold</b><br>two</p>tail<ul><li>a<p>b</p></ul><dl><dt>t<dd>d</dl>") == [
        ("paragraph", "loose"),
        ("paragraph", "one bold two"),
        ("paragraph", "tail"),
        ("list", "- a"),
        ("list", "b"),
        ("list", "t"),
        ("list", "d"),
    ]


def test_hidden_and_script_are_skipped_but_not_what_follows() -> None:
    assert walked("a<script>x</script>b<span style='display: none'>no</span>c<nav>menu</nav>d<p hidden>e</p>f") == [
        ("paragraph", "abcdf")
    ]


def test_tables_for_layout_are_read_through() -> None:
    assert walked("<table><tr><td><p>One.</p></td><td><div>Two.</div></td></tr></table>") == [
        ("paragraph", "One."),
        ("paragraph", "Two."),
    ]
    assert walked("<table><tr><td>a<td>b<tr><td>c<td>d</table>") == [("table", "a | b\nc | d")]
    assert walked("<table><tr><td>only</table>") == [("paragraph", "only")]


def test_story_order() -> None:
    page = (
        "<html><body>"
        + "".join(f"<h2>Part {index}</h2><p>{text}</p>" for index, text in enumerate(STORY))
        + "</body></html>"
    )
    assert [text for kind, text in parts(read_document(page.encode())) if kind == "paragraph"] == STORY


def test_many_comments_before_something_else_are_read_in_no_time() -> None:
    from sentencerank.documents.html import is_html

    assert not is_html("<!-- a -->\n" * 5000 + "Rain fell.", False)
    assert not is_html("<!-- a " * 5000, False)
    assert is_html("<!-- a -->\n" * 5000 + "<HTML>", False)
    assert is_html('<?xml version="1.0"?> <!-- a --> <!doctype html>', False)
