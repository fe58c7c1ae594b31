from __future__ import annotations

import io
import zipfile

import pytest

from sentencerank.documents import Limits, read_document
from sentencerank.errors import DocumentError, LimitError
from tests.documents.samples import RAIN, SEA, SUN, docx, parts, prose, word_file, word_paragraph, zipped


def test_structure_by_styles() -> None:
    document = read_document(docx())
    assert parts(document) == [
        ("title", "Rain in Spain"),
        ("heading", "Why it rains"),
        ("paragraph", RAIN),
        ("list", "First, the sea warms up."),
        ("list", "Second, the air rises."),
        ("table", "City | Rain\nMadrid | 12 mm"),
        ("caption", "Table 1: Rain by city"),
        ("heading", "What now"),
        ("quote", "We have never seen such rain."),
        ("paragraph", SUN),
    ]
    assert [block.level for block in document.blocks if block.kind == "heading"] == [1, 2]


def test_footnotes_come_last_and_are_not_ranked() -> None:
    notes = (
        '<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>'
        f'<w:footnote w:id="1">{word_paragraph("See the weather office.")}</w:footnote>'
    )
    document = read_document(word_file(word_paragraph(RAIN), footnotes=notes))
    assert parts(document) == [("paragraph", RAIN), ("footnote", "See the weather office.")]
    assert document.blocks[1].about == {"label": "1"}
    assert len(prose(document)) == 2


def test_deleted_text_fields_and_second_copies_are_left_out() -> None:
    body = (
        "<w:p><w:r><w:t>It </w:t></w:r><w:del><w:r><w:delText>snowed</w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>rained</w:t></w:r></w:ins><w:r><w:tab/><w:instrText> PAGEREF _Toc </w:instrText>"
        "<w:t>all</w:t><w:br/><w:t>day</w:t><w:noBreakHyphen/><w:t>long.</w:t></w:r>"
        '<mc:AlternateContent xmlns:mc="urn:mc"><mc:Choice><w:r><w:t> Boxed.</w:t></w:r></mc:Choice>'
        "<mc:Fallback><w:r><w:t> Boxed.</w:t></w:r></mc:Fallback></mc:AlternateContent></w:p>"
    )
    assert read_document(word_file(body)).text == "It rained all day-long. Boxed."


def test_styles_inherit_and_direct_formatting_counts() -> None:
    styles = (
        '<w:style w:styleId="H"><w:name w:val="My heading"/><w:basedOn w:val="Base"/></w:style>'
        '<w:style w:styleId="Base"><w:name w:val="Other"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style>'
        '<w:style w:styleId="T"><w:name w:val="toc 1"/></w:style>'
        '<w:style w:styleId="Loop"><w:name w:val="Loop"/><w:basedOn w:val="Loop"/></w:style>'
    )
    body = (
        word_paragraph("A heading", '<w:pStyle w:val="H"/>')
        + word_paragraph("A line of contents 3", '<w:pStyle w:val="T"/>')
        + word_paragraph("An item.", '<w:numPr><w:numId w:val="4"/></w:numPr>')
        + word_paragraph("Another heading", '<w:outlineLvl w:val="0"/>')
        + word_paragraph(RAIN, '<w:pStyle w:val="Loop"/>')
    )
    document = read_document(word_file(body, styles=styles))
    assert [kind for kind, _ in parts(document)] == ["heading", "list", "heading", "paragraph"]
    assert [block.level for block in document.blocks if block.kind == "heading"] == [2, 1]
    assert document.notes == ("left out: table of contents (1)",)


def test_content_controls_and_frames_are_opened() -> None:
    frame = f"<w:tbl><w:tr><w:tc>{word_paragraph(SEA)}</w:tc></w:tr></w:tbl>"
    body = f"<w:sdt><w:sdtContent>{word_paragraph(RAIN)}{frame}</w:sdtContent></w:sdt>"
    assert parts(read_document(word_file(body))) == [("paragraph", RAIN), ("paragraph", SEA)]


def test_a_damaged_word_file() -> None:
    with pytest.raises(DocumentError, match="XML in the file is damaged"):
        read_document(zipped({"word/document.xml": "<w:document"}))
    with pytest.raises(DocumentError, match="no text"):
        read_document(word_file(""))
    with pytest.raises(DocumentError, match="damaged"):
        read_document(docx()[:-200])


@pytest.mark.parametrize("name", ["styles", "footnotes", "endnotes"])
def test_a_damaged_part_beside_the_text_is_left_out_and_noted(name: str) -> None:
    good = word_file(
        word_paragraph(RAIN), footnotes="<w:footnote><w:p><w:r><w:t>A note.</w:t></w:r></w:p></w:footnote>"
    )
    with zipfile.ZipFile(io.BytesIO(good)) as archive:
        members: dict[str, str | bytes] = {member: archive.read(member) for member in archive.namelist()}
    document = read_document(zipped({**members, f"word/{name}.xml": "<w:damaged"}))
    assert document.notes == (f"word/{name}.xml is damaged and was left out",)
    assert parts(document)[0] == ("paragraph", RAIN)
    assert len(parts(document)) == (1 if name == "footnotes" else 2)
    deep = "<a>" * 60 + "</a>" * 60
    with pytest.raises(LimitError):
        read_document(zipped({**members, f"word/{name}.xml": deep}), limits=Limits(depth=50))


def test_a_text_box_in_a_cell_is_read_once() -> None:
    box = f"<w:p><w:r><w:txbxContent>{word_paragraph('Wind')}</w:txbxContent></w:r></w:p>"
    table = f"<w:tbl><w:tr><w:tc>{box}</w:tc><w:tc>{word_paragraph('Rain')}</w:tc></w:tr></w:tbl>"
    document = read_document(word_file(table + word_paragraph(RAIN)))
    assert parts(document)[0] == ("table", "Wind | Rain")
