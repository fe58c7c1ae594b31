from __future__ import annotations

import io
import struct
import textwrap
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sentencerank as sr
from sentencerank.document import Block, Document
from sentencerank.documents import Limits, SafeReader, read_document, render_page
from sentencerank.errors import DocumentError, LimitError, OptionsError
from tests.documents.samples import RAIN, SEA, STORY, SUN, parts, prose

BODY = " ".join(STORY)


def canvas_pdf(*pages: Callable[[Any], object], rotation: int = 0) -> bytes:
    """A PDF of A4 pages, each drawn by a function."""
    from reportlab.pdfgen.canvas import Canvas

    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=(595, 842))
    for draw in pages:
        canvas.setFont("Times-Roman", 11)
        canvas.setPageRotation(rotation)
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def write(canvas: Any, text: str, top: float = 100, left: float = 72, width: int = 80, size: float = 11) -> float:
    """Write lines of text; y grows downwards. Return where the next line would stand."""
    canvas.setFont("Times-Roman", size)
    for line in textwrap.wrap(text, width):
        canvas.drawString(left, 842 - top, line)
        top += 1.2 * size
    return top


def runs(canvas: Any, top: float, *pieces: tuple[str, str, float, float], left: float = 72) -> None:
    """Write runs of one line: text, font, size, and how far above the line."""
    for text, font, size, rise in pieces:
        canvas.setFont(font, size)
        canvas.drawString(left, 842 - top + rise, text)
        left += canvas.stringWidth(text, font, size)


def of_kind(document: Document, kind: str) -> list[Block]:
    return [block for block in document.blocks if block.kind == kind]


def text_of(document: Document, each: Any) -> str:
    return document.text[each.start : each.end]


def test_a_sentence_goes_on_behind_a_footnote_a_running_head_and_a_page_end() -> None:
    def first(canvas: Any) -> None:
        canvas.drawString(72, 800, "Journal of Rain")
        write(canvas, BODY)
        runs(canvas, 180, ("The river rose in the night", "Times-Roman", 11, 0), ("1", "Times-Roman", 7, 4))
        runs(canvas, 180, ("and nobody in the whole valley had seen it come and then", "Times-Roman", 11, 0), left=210)
        canvas.line(72, 142, 200, 142)
        runs(canvas, 710, ("1", "Times-Roman", 6, 3), ("The gauge was broken that week.", "Times-Roman", 8, 0))
        canvas.drawString(300, 40, "7")

    def second(canvas: Any) -> None:
        canvas.drawString(72, 800, "Journal of Rain")
        write(canvas, "the water stood in the streets until noon. " + BODY)
        canvas.setFont("Times-Roman", 11)
        canvas.drawString(300, 40, "8")

    document = read_document(canvas_pdf(first, second))
    whole = (
        "The river rose in the night[1] and nobody in the whole valley had seen it come and then the water stood in "
        "the streets until noon."
    )
    assert whole in prose(document)
    (note,) = of_kind(document, "footnote")
    assert (text_of(document, note), note.about) == ("The gauge was broken that week.", {"label": "1"})
    (sign,) = [mark for mark in document.marks if mark.kind == "note"]
    assert (text_of(document, sign), sign.target) == ("[1]", "1")
    assert [block.about for block in of_kind(document, "page")] == [{"number": "8"}]
    assert document.notes == ("left out: running heads and page numbers (4)",)
    assert {place.page for place in document.places} == {1, 2}


def test_places_are_boxes_from_the_top_left_corner() -> None:
    document = read_document(canvas_pdf(lambda canvas: write(canvas, BODY, top=200)))
    place = document.places[0]
    left, top, right, bottom = place.box
    assert place.page == 1
    assert text_of(document, place) == textwrap.wrap(BODY, 80)[0]
    assert left == 72
    assert 188 < top < 200 < bottom < 206
    assert 350 < right < 500
    assert len(document.places) == len(textwrap.wrap(BODY, 80))


def test_places_of_a_turned_page_are_those_of_the_page_as_it_is_shown() -> None:
    def draw(canvas: Any) -> None:
        canvas.translate(595, 0)
        canvas.rotate(90)
        for row, line in enumerate(textwrap.wrap(BODY, 60)):
            canvas.drawString(60, 500 - 14 * row, line)

    document = read_document(canvas_pdf(draw, rotation=90))
    left, top, right, bottom = document.places[0].box
    assert document.text == BODY
    assert left == 60
    assert 80 < top < 95 < bottom < 100
    assert right < 842


def test_a_table_between_rules_has_cells_and_is_no_sentence() -> None:
    rows = [("City", "Rain in mm", "Sun"), ("Madrid", "12", ""), ("San Juan", "8", "9")]

    def draw(canvas: Any) -> None:
        below = write(canvas, BODY)
        canvas.drawString(72, 842 - below - 20, "Table 1: Rain by city.")
        canvas.line(72, 842 - below - 26, 300, 842 - below - 26)
        for index, row in enumerate(rows):
            for column, cell in enumerate(row):
                canvas.drawString(74 + 80 * column, 842 - below - 40 - 14 * index, cell)
        canvas.line(72, 842 - below - 75, 300, 842 - below - 75)
        write(canvas, SUN, top=below + 100)

    document = read_document(canvas_pdf(draw))
    (table,) = of_kind(document, "table")
    assert [tuple(document.text[start:end] for start, end in row) for row in table.cells] == rows
    assert [text_of(document, block) for block in of_kind(document, "caption")] == ["Table 1: Rain by city."]
    assert prose(document) == prose(read_document(f"{BODY}\n\n{SUN}".encode()))


def test_formulas_in_a_line_are_marked_and_those_on_lines_of_their_own_are_blocks() -> None:
    def draw(canvas: Any) -> None:
        below = write(canvas, BODY)
        runs(
            canvas, below + 10, ("The sum of all ", "Times-Roman", 11, 0), ("x", "Times-Italic", 11, 0),
            ("i", "Times-Italic", 7, -2), (" ", "Times-Roman", 11, 0), ("\u2264", "Symbol", 11, 0),
            (" 5 is small and has an area of 10 m", "Times-Roman", 11, 0), ("2", "Times-Roman", 7, 4),
            (" here.", "Times-Roman", 11, 0),
        )  # fmt: skip
        runs(
            canvas, below + 45, ("y", "Times-Italic", 11, 0), (" = ", "Times-Roman", 11, 0),
            ("\u03b1", "Symbol", 11, 0), ("x", "Times-Italic", 11, 0), ("2", "Times-Roman", 7, 4), left=230,
        )  # fmt: skip
        runs(canvas, below + 45, ("(1)", "Times-Roman", 11, 0), left=440)
        runs(canvas, below + 45, ("(1)", "Times-Roman", 11, 0), left=440)
        below = write(canvas, f"Here {SUN}", top=below + 80)
        runs(
            canvas, below, ("So ", "Times-Roman", 11, 0), ("\u03b2", "Symbol", 11, 0),
            (" and ", "Times-Roman", 11, 0), ("\u03b3", "Symbol", 11, 0), (" are left.", "Times-Roman", 11, 0),
        )  # fmt: skip

    document = read_document(canvas_pdf(draw))
    assert "The sum of all x_i ≤ 5 is small and has an area of 10 m² here." in prose(document)
    marked = [text_of(document, mark) for mark in document.marks if mark.kind == "formula"]
    assert marked == ["x_i ≤ 5", "β", "γ"]
    assert [text_of(document, block) for block in of_kind(document, "formula")] == ["y = αx² (1)"]


def test_the_outline_gives_headings_and_their_levels() -> None:
    def draw(canvas: Any) -> None:
        for key, level, name in (("a", 0, "Rain"), ("b", 1, "Rain in the plain"), ("c", 2, "Why it falls")):
            canvas.bookmarkPage(key)
            canvas.addOutlineEntry(name, key, level)
        top = 80.0
        for name in ("Rain", "Rain in the plain", "Why it falls"):
            # They look like the text.
            canvas.setFont("Times-Roman", 11)
            canvas.drawString(72, 842 - top, name)
            top = write(canvas, BODY, top=top + 24) + 24

    headings = of_kind(document := read_document(canvas_pdf(draw)), "heading")
    assert [(text_of(document, block), block.level) for block in headings] == [
        ("Rain", 1), ("Rain in the plain", 2), ("Why it falls", 3),
    ]  # fmt: skip


def test_links_and_emphasis_are_marked() -> None:
    def draw(canvas: Any) -> None:
        runs(
            canvas, 100, ("The ", "Times-Roman", 11, 0), ("weather office", "Times-Italic", 11, 0),
            (" has ", "Times-Roman", 11, 0), ("all the tables", "Times-Bold", 11, 0),
            (" of the rain, says ", "Times-Roman", 11, 0), ("rain.py", "Courier", 11, 0),
            (" of the town.", "Times-Roman", 11, 0),
        )  # fmt: skip
        canvas.linkURL("https://example.org/rain", (72 + 18, 738, 72 + 89, 752))
        write(canvas, BODY, top=114)

    document = read_document(canvas_pdf(draw))
    assert [(mark.kind, text_of(document, mark), mark.target) for mark in document.marks] == [
        ("link", "weather office", "https://example.org/rain"),
        ("emphasis", "weather office", ""),
        ("strong", "all the tables", ""),
        ("code", "rain.py", ""),
    ]


def test_listings_keep_their_lines_and_indentation() -> None:
    code = ["for day in week:", "    if rain(day):", "        stay(at='home')", "return week"]

    def draw(canvas: Any) -> None:
        below = write(canvas, BODY)
        canvas.setFont("Courier", 10)
        for row, line in enumerate(code):
            canvas.drawString(90, 842 - below - 12 - 12 * row, line)
        write(canvas, SUN, top=below + 80)

    assert ("code", "\n".join(code)) in parts(read_document(canvas_pdf(draw)))


def test_lists_are_nested_and_items_go_on_over_lines() -> None:
    items = [(1, "1.", RAIN), (2, "•", SEA), (2, "•", SUN), (1, "2.", SEA)]

    def draw(canvas: Any) -> None:
        top = write(canvas, BODY) + 10
        for level, sign, text in items:
            canvas.drawString(72 + 20 * level, 842 - top, sign)
            top = write(canvas, text, top=top, left=87 + 20 * level, width=60)

    document = read_document(canvas_pdf(draw))
    found = [(block.level, text_of(document, block)) for block in of_kind(document, "list")]
    assert found == [(level, text) for level, _, text in items]
    assert f"2. {SEA}" in document.text


def test_references_are_kept_apart_entry_by_entry() -> None:
    entries = [f"Smith, A. and Lee, B. {text} Journal of Rain, {year}." for year, text in enumerate(STORY * 2, 2001)]

    def draw(canvas: Any) -> None:
        top = write(canvas, BODY) + 16
        canvas.setFont("Times-Bold", 13)
        canvas.drawString(72, 842 - top, "Bibliografía")
        top += 24
        for entry in entries:
            canvas.setFont("Times-Roman", 10)
            for row, line in enumerate(textwrap.wrap(entry, 70)):
                canvas.drawString(72 + 14 * (row > 0), 842 - top, line)
                top += 12

    document = read_document(canvas_pdf(draw))
    assert [text_of(document, block) for block in of_kind(document, "reference")] == entries
    assert prose(document) == prose(read_document(BODY.encode()))


def test_a_table_of_contents_is_not_ranked() -> None:
    def draw(canvas: Any) -> None:
        canvas.setFont("Times-Bold", 14)
        canvas.drawString(72, 760, "Contents")
        canvas.setFont("Times-Roman", 11)
        for row, name in enumerate(("Rain", "Sea", "Sun")):
            canvas.drawString(72, 730 - 14 * row, f"{row + 1} {name} " + ". " * 30 + str(10 + row))
        canvas.setFont("Times-Bold", 14)
        canvas.drawString(72, 660, "1 Rain")
        write(canvas, BODY, top=210)

    document = read_document(canvas_pdf(draw))
    assert prose(document) == prose(read_document(BODY.encode()))
    assert len(of_kind(document, "list")) == 3


def test_a_drawing_is_a_figure_and_its_labels_are_in_no_sentence() -> None:
    def draw(canvas: Any) -> None:
        below = write(canvas, BODY)
        bottom = 842 - below - 150
        canvas.line(100, bottom, 300, bottom)
        canvas.line(100, bottom, 100, bottom + 120)
        for x in (140, 180, 220):
            canvas.rect(x, bottom, 20, x / 3, fill=1)
        canvas.setFont("Helvetica", 8)
        canvas.drawString(170, bottom - 10, "months")
        canvas.drawString(60, bottom + 100, "rain (mm)")
        canvas.setFont("Times-Roman", 11)
        canvas.drawString(100, bottom - 30, "Figure 1: The rain by month.")
        write(canvas, SUN, top=842 - bottom + 60)

    document = read_document(canvas_pdf(draw))
    kinds = [kind for kind, _ in parts(document)]
    assert kinds == ["paragraph", "figure", "caption", "paragraph"]
    (figure,) = of_kind(document, "figure")
    (place,) = [place for place in document.places if figure.start <= place.start <= place.end <= figure.end]
    assert place.page == 1
    assert place.box[0] <= 100 < 300 <= place.box[2]
    assert "months" not in " ".join(prose(document))


def test_the_abstract_on_the_line_of_its_text_is_a_section_and_authors_are_furniture() -> None:
    def draw(canvas: Any) -> None:
        canvas.setFont("Times-Bold", 20)
        canvas.drawString(150, 760, "On the Rain in Spain")
        canvas.setFont("Times-Roman", 12)
        canvas.drawString(230, 730, "Anna Berg")
        canvas.drawString(180, 715, "University of Madrid, anna@example.org")
        runs(canvas, 170, ("Abstract—", "Times-BoldItalic", 11, 0), (textwrap.wrap(BODY, 70)[0], "Times-Roman", 11, 0))
        below = write(canvas, BODY[len(textwrap.wrap(BODY, 70)[0]) :], top=184)
        canvas.setFont("Times-Bold", 13)
        canvas.drawString(72, 842 - below - 20, "1 Introduction")
        write(canvas, SUN, top=below + 44)

    document = read_document(canvas_pdf(draw))
    found = parts(document)
    assert [kind for kind, _ in found] == [
        "title", "furniture", "heading", "paragraph", "heading", "paragraph",
    ]  # fmt: skip
    assert found[2:4] == [("heading", "Abstract"), ("paragraph", BODY)]


def test_pages_are_rendered_as_png() -> None:
    data = canvas_pdf(lambda canvas: write(canvas, BODY), lambda canvas: write(canvas, SUN))
    picture = render_page(data, 2, width=300)
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", picture[16:24])
    assert (width, height) == (300, 425)
    length = struct.unpack(">I", picture[33:37])[0]
    rows = zlib.decompress(picture[41 : 41 + length])
    assert len(rows) == height * (1 + 3 * width)
    # White paper, black letters.
    assert rows[1:4] == b"\xff\xff\xff"
    assert min(rows[1:]) == 0
    assert struct.unpack(">I", render_page(data, 1, scale=1)[16:20])[0] == 595


def test_a_page_is_rendered_of_a_path_and_by_a_reader_of_ones_own(tmp_path: Path) -> None:
    data = canvas_pdf(lambda canvas: write(canvas, BODY))
    path = tmp_path / "paper.pdf"
    path.write_bytes(data)
    assert sr.render_page(path, 1, width=60) == sr.render_page(str(path), 1, width=60) == render_page(data, 1, width=60)
    with SafeReader(Limits(bytes=len(data) - 1)) as reader, pytest.raises(LimitError, match="bytes"):
        reader.render(data, 1)
    with pytest.raises(DocumentError, match="not a file"):
        sr.render_page(tmp_path / "missing.pdf", 1)


def test_what_cannot_be_rendered_is_refused() -> None:
    data = canvas_pdf(lambda canvas: write(canvas, BODY))
    with pytest.raises(LimitError, match="4,000"):
        render_page(data, 1, scale=50)
    with pytest.raises(DocumentError, match="no page 2"):
        render_page(data, 2)
    with pytest.raises(OptionsError):
        render_page(data, 1, width=0)
    with pytest.raises(OptionsError):
        render_page(data, 1, width=100, scale=1)
    with pytest.raises(DocumentError, match="not a PDF"):
        render_page(b"It rained all day.", 1)
    with pytest.raises(DocumentError, match="damaged"):
        render_page(b"%PDF-1.7 nonsense", 1)
