"""PDF, by PDFium: characters with boxes → lines → columns → paragraphs → headings, tables, formulas, notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from sentencerank.documents.limits import Meter
from sentencerank.documents.pdf.characters import read_lines
from sentencerank.documents.pdf.drawings import read_drawings, read_links
from sentencerank.documents.pdf.forms import refuse_bombs, refuse_endless_forms
from sentencerank.documents.pdf.lines import Frame, Page
from sentencerank.documents.pdf.opening import open_pdf
from sentencerank.documents.pdf.outline import Entry
from sentencerank.documents.pdf.paragraphs import Paragraph, paragraphs
from sentencerank.documents.pdf.parts import body_style, pieces
from sentencerank.documents.pdf.regions import gutters, layout, regions
from sentencerank.documents.pdf.running import printed_number, without_running
from sentencerank.documents.pdf.tables import with_blocks
from sentencerank.documents.pieces import Content, Piece
from sentencerank.errors import DocumentError
from sentencerank.extras import require

_MOST_ENTRIES = 10_000  # of the outline
_DEEPEST = 6


def read(data: bytes, meter: Meter) -> Content:
    """Read the text of a PDF in reading order. PDFium is not thread-safe: read in processes, not in threads."""
    pdfium = require("pypdfium2", "documents")
    refuse_bombs(data, meter)
    pdf = open_pdf(data)
    try:
        meter.pages(len(pdf))
        refuse_endless_forms(pdf, meter)
        pages, damaged = _pages(pdf, pdfium.PdfiumError, meter)
        outline = _outline(pdf, pdfium.PdfiumError)
        title = pdf.get_metadata_dict().get("Title", "")
    finally:
        pdf.close()
    blank = sum(not page.lines for page in pages) - damaged
    if damaged == len(pages) > 0:
        raise DocumentError(f"none of the {damaged} pages can be read. Open the PDF and print it to a new one.")
    if blank + damaged == len(pages):
        count = "one page" if len(pages) == 1 else f"{len(pages)} pages"
        raise DocumentError(f"the PDF has {count} and no text: it looks scanned. Run OCR on it first.")
    notes = [f"{len(pages)} pages, {blank} without text: scanned?"] * (blank > 0)
    notes += [f"{damaged} of {len(pages)} pages are damaged and were left out"] * (damaged > 0)
    found = list(_pieces(pages, outline, title, meter))
    return Content(found, (*notes, *_left_out(pages)))


def _pages(pdf: Any, error: type[Exception], meter: Meter) -> tuple[list[Page], int]:
    """Return the pages, and how many of them are damaged and therefore empty."""
    pages, damaged = [], 0
    for index in range(len(pdf)):
        meter.tick()
        try:
            page = pdf[index]
            try:
                pages.append(_page(pdf, page, index))
            finally:
                page.close()
        except error:
            damaged += 1
            pages.append(Page([], 1.0, 1.0))
        for line in pages[-1].lines:
            meter.take(line.text)
    return pages, damaged


def _page(pdf: Any, page: Any, index: int) -> Page:
    left, bottom, right, top = page.get_bbox()
    frame = Frame(left, bottom, right, top, shown=page.get_rotation() // 90)
    textpage = page.get_textpage()
    try:
        text = read_lines(textpage, frame, index)
    finally:
        textpage.close()
    frame = text.frame
    width, height = frame.size
    drawings, links = read_drawings(page, frame), read_links(pdf, page, frame)
    return Page(text.lines, width, height, frame, drawings, links, pdf.get_page_label(index), text.aslant)


def _outline(pdf: Any, error: type[Exception]) -> list[Entry]:
    """Return the entries of the outline that lead to a page."""
    found: list[Entry] = []
    try:
        for entry in pdf.get_toc(max_depth=_DEEPEST):
            aim = entry.get_dest()
            page = aim.get_index() if aim else None
            if page is not None:
                found.append(Entry(entry.get_title(), entry.level + 1, page))
            if len(found) >= _MOST_ENTRIES:
                break
    except error:
        return []
    return found


def _pieces(pages: list[Page], outline: Sequence[Entry], title: str, meter: Meter) -> Iterator[Piece]:
    running = without_running(pages)
    numbers = [printed_number(page, number) for number, page in enumerate(running, 1)]
    pages[:] = running
    body = body_style(running)
    found: list[Paragraph] = []
    blocked = [with_blocks(page) for page in running]
    layouts = [layout(page.lines) for page in blocked]
    known = gutters(layouts)
    for number, page in enumerate(blocked):
        meter.tick()
        rules, count = page.drawings.rules, len(found)
        for index, region in enumerate(regions(layouts[number], known)):
            found += paragraphs(region, number, rules=rules, body=body.size, number=count + index)
    yield from pieces(found, running, body, outline=outline, title=title, numbers=numbers)


def _left_out(pages: Sequence[Page]) -> list[str]:
    counts = Counter(
        {
            "running heads and page numbers": sum(len(page.heads) for page in pages),
            "lines in another direction": sum(page.aslant for page in pages),
        }
    )
    said = ", ".join(f"{name} ({count})" for name, count in counts.items() if count)
    return [f"left out: {said}"] if said else []
