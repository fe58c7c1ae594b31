"""PDF, by PDFium: characters with boxes → lines → columns → paragraphs → headings, captions, references."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sentencerank.documents.limits import Meter
from sentencerank.documents.pdf.forms import refuse_bombs, refuse_endless_forms
from sentencerank.documents.pdf.lines import Page, read_page
from sentencerank.documents.pdf.paragraphs import Paragraph, paragraphs
from sentencerank.documents.pdf.parts import pieces
from sentencerank.documents.pdf.regions import regions, without_running
from sentencerank.documents.pieces import Content
from sentencerank.errors import DocumentError
from sentencerank.extras import require


def read(data: bytes, meter: Meter) -> Content:
    """Read the text of a PDF in reading order. PDFium is not thread-safe: read in processes, not in threads."""
    pdfium = require("pypdfium2", "documents")
    refuse_bombs(data, meter)
    try:
        pdf = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        raise DocumentError(_refusal(str(error))) from error
    try:
        meter.pages(len(pdf))
        refuse_endless_forms(pdf, meter)
        pages, damaged = _pages(pdf, pdfium.PdfiumError, meter)
    finally:
        pdf.close()
    blank = sum(not page.lines for page in pages) - damaged
    if damaged == len(pages) > 0:
        raise DocumentError(f"none of the {damaged} pages can be read. Open the PDF and print it to a new one.")
    if blank + damaged == len(pages):
        raise DocumentError(f"the PDF has {len(pages)} pages and no text: it looks scanned. Run OCR on it first.")
    notes = [f"{len(pages)} pages, {blank} without text: scanned?"] * (blank > 0)
    notes += [f"{damaged} of {len(pages)} pages are damaged and were left out"] * (damaged > 0)
    return Content(tuple(pieces(list(_paragraphs(pages, meter)))), tuple(notes))


def _refusal(reason: str) -> str:
    if "assword" in reason:
        return "the PDF is protected by a password. Open it and save a copy without one."
    if "ecurity" in reason:
        return "the PDF is encrypted in a way that is not read. Open it and print it to a new PDF."
    return f"the PDF is damaged ({reason}). Open it in a viewer and print it to a new PDF."


def _pages(pdf: Any, error: type[Exception], meter: Meter) -> tuple[list[Page], int]:
    """Return the pages, and how many of them are damaged and therefore empty."""
    pages, damaged = [], 0
    for index in range(len(pdf)):
        meter.tick()
        try:
            page = pdf[index]
            try:
                pages.append(read_page(page))
            finally:
                page.close()
        except error:
            damaged += 1
            pages.append(Page([], 1.0, 1.0))
        for line in pages[-1].lines:
            meter.take(line.text)
    return pages, damaged


def _paragraphs(pages: list[Page], meter: Meter) -> Iterator[Paragraph]:
    for number, page in enumerate(without_running(pages)):
        meter.tick()
        for region in regions(page.lines):
            yield from paragraphs(region, number)
