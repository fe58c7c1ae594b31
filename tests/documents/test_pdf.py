from __future__ import annotations

import io
import re
import textwrap
from typing import Any

import pytest

from sentencerank.document import Document
from sentencerank.documents import Limits, read_document
from sentencerank.errors import DocumentError
from tests.documents.samples import RAIN, SEA, STORY, SUN, fpdf_pdf, parts, prose, reportlab_pdf

PARAGRAPHS = [f"Paragraph {number} begins here and tells a story. " + " ".join(STORY) for number in range(40)]
PAPER = [
    ("Title", "On the Rain in Spain"),
    *(
        pair
        for part in range(4)
        for pair in [
            ("Heading1", f"{part + 1} Part number {part + 1}"),
            *(("BodyText", text) for text in PARAGRAPHS[10 * part : 10 * part + 10]),
        ]
    ),
    ("Heading1", "References"),
    ("BodyText", "[1] A. Smith. Rain. Journal of Weather, 2020."),
    ("BodyText", "[2] B. Lee. Sun. Journal of Weather, 2021."),
]


def without_pages(document: Document) -> list[tuple[str, str]]:
    return [(kind, text) for kind, text in parts(document) if kind != "page"]


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_text_order_and_structure_over_pages_and_columns(columns: int) -> None:
    document = read_document(reportlab_pdf(columns, PAPER))
    found = without_pages(document)
    assert found[0] == ("title", "On the Rain in Spain")
    assert [text for kind, text in found if kind == "heading"] == [text for style, text in PAPER if style == "Heading1"]
    assert [text for kind, text in found if kind == "paragraph"] == PARAGRAPHS
    assert [kind for kind, _ in found[-2:]] == ["reference", "reference"]
    assert "Journal of Rain" not in document.text
    assert {block.level for block in document.blocks if block.kind == "heading"} == {1}


def test_sentences_run_over_page_ends() -> None:
    sentences = prose(read_document(reportlab_pdf(2, PAPER)))
    assert len(sentences) == 40 * 7
    assert set(sentences[1:7]) == set(prose(read_document(" ".join(STORY).encode())))


def test_columns_whose_lines_are_written_row_by_row() -> None:
    left, right = textwrap.wrap(" ".join([RAIN, SEA] * 4), 38), textwrap.wrap(" ".join([SUN, RAIN] * 4), 38)

    def write(pdf: Any) -> None:
        pdf.set_font("Times", style="B", size=18)
        pdf.text(30, 20, "A title over both of the columns of the page")
        pdf.set_font("Times", size=11)
        for index, (one, two) in enumerate(zip(left, right, strict=False)):
            pdf.text(20, 40 + 5 * index, one)
            pdf.text(110, 40 + 5 * index, two)

    count = min(len(left), len(right))
    texts = [text for kind, text in parts(read_document(fpdf_pdf(write))) if kind == "paragraph"]
    assert " ".join(texts) == " ".join(left[:count] + right[:count])


def test_hyphenation_is_undone_but_compounds_keep_theirs() -> None:
    lines = [
        "The well-known rain in Spain is a quantity that",
        "everybody has heard of, and its measure-",
        "ment is simple, as the well-",
        "known instruments show in the Anglo-",
        "American tables of the office.",
    ]

    def write(pdf: Any) -> None:
        for row, line in enumerate(lines):
            pdf.text(20, 40 + 5 * row, line)

    document = read_document(fpdf_pdf(write))
    assert document.text == (
        "The well-known rain in Spain is a quantity that everybody has heard of, and its measurement is simple, "
        "as the well-known instruments show in the Anglo-American tables of the office."
    )


def test_captions_tables_lists_and_notes() -> None:
    def write(pdf: Any) -> None:
        rows = [
            *textwrap.wrap(RAIN + " " + SEA, 80),
            "",
            "Figure 3: The rain in Spain by month.",
            "",
            "- First, the sea warms up.",
            "- Second, the air rises.",
            "",
        ]
        place = 40
        for row in rows:
            pdf.text(20, place, row)
            place += 5
        for cells in (("City", "Rain", "Sun"), ("Madrid", "12", "3"), ("Seville", "8", "9")):
            for index, cell in enumerate(cells):
                pdf.text(20 + 40 * index, place, cell)
            place += 5
        for row in textwrap.wrap(SUN, 80):
            pdf.text(20, place + 10, row)
            place += 5
        pdf.set_font("Times", size=8)
        pdf.text(20, 270, "1 See the weather office.")

    assert parts(read_document(fpdf_pdf(write))) == [
        ("paragraph", f"{RAIN} {SEA}"),
        ("caption", "Figure 3: The rain in Spain by month."),
        ("list", "First, the sea warms up."),
        ("list", "Second, the air rises."),
        ("table", "City | Rain | Sun\nMadrid | 12 | 3\nSeville | 8 | 9"),
        ("paragraph", SUN),
        ("footnote", "See the weather office."),
    ]


def test_bold_lines_are_headings_and_paragraphs_may_be_indented() -> None:
    def write(pdf: Any) -> None:
        place = 40
        for number, text in enumerate(STORY):
            pdf.set_font("Times", style="B", size=11)
            pdf.text(20, place, f"Part {number}")
            pdf.set_font("Times", size=11)
            place += 6
            for _ in range(2):
                for row, line in enumerate(textwrap.wrap(f"{text} {text}", 70)):
                    pdf.text(26 if row == 0 else 20, place, line)
                    place += 5
            place += 6

    found = parts(read_document(fpdf_pdf(write)))
    expected = [
        pair
        for number, text in enumerate(STORY)
        for pair in (("heading", f"Part {number}"), *[("paragraph", f"{text} {text}")] * 2)
    ]
    assert found == expected


@pytest.mark.parametrize("rotation", [90, 180, 270])
def test_turned_pages_are_read_upright(rotation: int) -> None:
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=A4)
    canvas.translate(*{90: (A4[0], 0), 180: A4, 270: (0, A4[1])}[rotation])
    canvas.rotate(rotation)
    for row, line in enumerate(textwrap.wrap(" ".join(STORY), 60)):
        canvas.drawString(60, 500 - 14 * row, line)
    canvas.setPageRotation(rotation)
    canvas.showPage()
    canvas.save()
    assert read_document(buffer.getvalue()).text == " ".join(STORY)


def test_text_aslant_or_along_the_margin_is_left_out() -> None:
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    for row, line in enumerate(textwrap.wrap(" ".join(STORY), 60)):
        canvas.drawString(80, 700 - 14 * row, line)
    canvas.saveState()
    canvas.rotate(90)
    canvas.drawString(200, -30, "arXiv stamp of today")
    canvas.rotate(-45)
    canvas.drawString(300, 100, "DRAFT COPY")
    canvas.restoreState()
    canvas.save()
    assert read_document(buffer.getvalue()).text == " ".join(STORY)


def test_chinese_lines_are_joined_without_a_space() -> None:
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfgen.canvas import Canvas

    registerFont(UnicodeCIDFont("STSong-Light"))
    text = "今天下了一整天的大雨。人们在等待太阳重新出来，但是气象局说还要等很久。" * 4
    buffer = io.BytesIO()
    canvas = Canvas(buffer)
    canvas.setFont("STSong-Light", 12)
    # No two lines are the same: PDFium leaves out a line that repeats its neighbour.
    for row in range(0, len(text), 33):
        canvas.drawString(60, 700 - row / 2, text[row : row + 33])
    canvas.save()
    document = read_document(buffer.getvalue())
    assert document.text == text
    assert document.language == "zh"


def test_pages_without_text_are_noted() -> None:
    def write(pdf: Any) -> None:
        pdf.text(20, 40, RAIN)
        pdf.add_page()
        pdf.add_page()

    assert read_document(fpdf_pdf(write)).notes == ("3 pages, 2 without text: scanned?",)
    with pytest.raises(DocumentError, match="OCR"):
        read_document(fpdf_pdf(lambda pdf: None))


def test_a_damaged_page_is_left_out_and_noted() -> None:
    data = reportlab_pdf(1, PAPER)
    pages = re.search(rb"/Kids \[ ([^\]]*)\]", data)
    assert pages is not None
    kids = re.findall(rb"\d+(?= 0 R)", pages[1])

    def without(*gone: bytes) -> bytes:
        left = b" ".join((b"9" * len(kid) if kid in gone else kid) + b" 0 R" for kid in kids) + b" "
        return data.replace(pages[1], left)

    count = len(kids)
    assert read_document(without(kids[1])).notes[0] == f"1 of {count} pages are damaged and were left out"
    assert PARAGRAPHS[0] in read_document(without(kids[1])).text
    with pytest.raises(DocumentError, match=f"none of the {count} pages can be read"):
        read_document(without(*kids))


def test_encrypted_and_broken_files_say_what_to_do() -> None:
    from reportlab.lib.pdfencrypt import StandardEncryption
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, encrypt=StandardEncryption("secret", strength=128))
    canvas.drawString(100, 100, RAIN)
    canvas.save()
    with pytest.raises(DocumentError, match="password"):
        read_document(buffer.getvalue())
    with pytest.raises(DocumentError, match="damaged"):
        read_document(b"%PDF-1.7\n" + b"nonsense " * 100)


def test_too_many_pages() -> None:
    with pytest.raises(DocumentError, match=r"Limits\(pages="):
        read_document(reportlab_pdf(1, PAPER), limits=Limits(pages=2))


def conference_paper() -> tuple[list[tuple[str, str]], bytes]:
    """What a paper says and its PDF: a title over two columns ten points apart, justified, figures in between."""
    from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import BaseDocTemplate, Frame, FrameBreak, PageTemplate, Paragraph

    times: dict[str, Any] = {"fontName": "Times-Roman", "alignment": TA_JUSTIFY}
    bold: dict[str, Any] = {"fontName": "Times-Bold", "leading": 19}
    styles = {
        "title": ParagraphStyle("title", fontSize=16, alignment=TA_CENTER, **bold),
        "heading": ParagraphStyle("heading", fontSize=11, **bold),
        "paragraph": ParagraphStyle("paragraph", fontSize=9.5, leading=11, firstLineIndent=10, **times),
        "caption": ParagraphStyle("caption", fontSize=8.5, leading=10, spaceBefore=30, spaceAfter=8, **times),
        "reference": ParagraphStyle("reference", fontSize=8.5, leading=10, leftIndent=12, firstLineIndent=-12, **times),
    }
    story = [("title", "A Study of the Rain in Spain and of Those Who Wait for the Sun to Come Back")]
    story += [("heading", "Abstract"), ("paragraph", " ".join(STORY))]
    for part in range(1, 6):
        story.append(("heading", f"{part} Section about rain"))
        story += [
            ("paragraph", f"Here begins text {part}, {item}. {' '.join(STORY[: item % 3 + 1] * 3)}")
            for item in range(4)
        ]
        story += [
            ("caption", f"Figure {part}: {SEA}"),
            ("heading", f"{part}.1 Details of rain"),
            ("paragraph", f"{SUN} {SEA}"),
        ]
    story += [("heading", "References")]
    story += [
        ("reference", f"[{item}] A. Smith and B. Lee. {RAIN} In Proceedings of Rain, 2020.") for item in range(1, 9)
    ]
    buffer = io.BytesIO()
    template = BaseDocTemplate(buffer, pagesize=(612, 792))
    first = [Frame(54, 600, 504, 140, 0, 0, 0, 0), *(Frame(left, 54, 247, 536, 0, 0, 0, 0) for left in (54, 311))]
    later = [Frame(left, 54, 247, 686, 0, 0, 0, 0) for left in (54, 311)]
    template.addPageTemplates(
        [PageTemplate("first", first, autoNextPageTemplate="later"), PageTemplate("later", later)],
    )
    flow: list[Any] = [Paragraph(text, styles[kind]) for kind, text in story]
    template.build([*flow[:3], FrameBreak(), *flow[3:]])
    return story, buffer.getvalue()


def test_a_paper_in_two_columns_under_a_title() -> None:
    story, data = conference_paper()
    document = read_document(data)
    found = without_pages(document)
    flow = [(kind, text.split("] ")[-1]) for kind, text in story]
    assert [pair for pair in found if pair[0] != "caption"] == [pair for pair in flow if pair[0] != "caption"]
    assert {text for kind, text in found if kind == "caption"} == {text for kind, text in flow if kind == "caption"}
    assert [block.level for block in document.blocks if block.kind == "heading"] == [1, *[1, 2] * 5, 1]
