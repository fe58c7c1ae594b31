"""A PDF opened by PDFium, or a reason in words why it cannot be."""

from __future__ import annotations

from typing import Any

from sentencerank.errors import DocumentError
from sentencerank.extras import require


def open_pdf(data: bytes) -> Any:
    """Return the file as PDFium's document; the caller closes it. Raises DocumentError."""
    pdfium = require("pypdfium2", "documents")
    try:
        return pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        raise DocumentError(_refusal(str(error))) from error


def _refusal(reason: str) -> str:
    if "assword" in reason:
        return "the PDF is protected by a password. Open it and save a copy without one."
    if "ecurity" in reason:
        return "the PDF is encrypted in a way that is not read. Open it and print it to a new PDF."
    return f"the PDF is damaged ({reason}). Open it in a viewer and print it to a new PDF."
