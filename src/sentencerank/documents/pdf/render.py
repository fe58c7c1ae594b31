"""A page as a picture: rendered by PDFium, written as PNG without another package."""

from __future__ import annotations

import math
import struct
import zlib

from sentencerank.documents.formats import FORMATS, MAGIC_WITHIN
from sentencerank.documents.limits import Meter
from sentencerank.documents.pdf.forms import refuse_bombs, refuse_endless_forms
from sentencerank.documents.pdf.opening import open_pdf
from sentencerank.errors import DocumentError, LimitError, OptionsError
from sentencerank.extras import require

LARGEST = 4_000  # pixels, on each side
_SCALE = 1.5  # pixels for each point
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_RGB = 2  # the kind of colour in the header of a PNG


def render(data: bytes, page: int, meter: Meter, *, scale: float | None = None, width: int | None = None) -> bytes:
    """Return a page of a PDF, counted from 1, as a PNG of `width` pixels or of `scale` pixels for each point.

    It is rendered in this process; `documents.render_page` does it in the confined one. Raises DocumentError if the
    file or the page cannot be read, LimitError if the picture would be wider or higher than 4,000 pixels, and
    OptionsError if the options make no sense.
    """
    if scale is not None and width is not None:
        raise OptionsError("scale and width say the same. Give one of them.")
    if FORMATS["pdf"].magic not in data[:MAGIC_WITHIN]:
        raise DocumentError(
            "this is not a PDF, and only pages of PDFs can be rendered. Give the path or the bytes of a PDF."
        )
    pdfium = require("pypdfium2", "documents")
    refuse_bombs(data, meter)
    pdf = open_pdf(data)
    try:
        refuse_endless_forms(pdf, meter)
        if not 1 <= page <= len(pdf):
            raise DocumentError(f"there is no page {page}: the PDF has {len(pdf)} pages. Count from 1.")
        leaf = pdf[page - 1]
        size = leaf.get_size()
        factor = width / size[0] if width is not None and size[0] > 0 else _SCALE if scale is None else scale
        _check(size, factor)
        # RGB without an alpha channel, so that rows can be written as they are.
        picture = leaf.render(scale=factor, rev_byteorder=True, force_bitmap_format=pdfium.raw.FPDFBitmap_BGR)
        return png(bytes(picture.buffer), picture.width, picture.height, picture.stride)
    except pdfium.PdfiumError as error:
        raise DocumentError(
            f"page {page} cannot be rendered ({error}). Open the PDF and print it to a new one."
        ) from error
    finally:
        pdf.close()


def _check(size: tuple[float, float], factor: float) -> None:
    if not (math.isfinite(factor) and factor > 0):
        raise OptionsError("the scale or the width is not a number above 0. Give one that is, or leave it out.")
    if not all(0 < side * factor <= LARGEST for side in size):
        shown = " x ".join(f"{side * factor:,.0f}" for side in size)
        raise LimitError(f"the picture would have {shown} pixels, the limit is {LARGEST:,} on a side. Ask for less.")


def png(pixels: bytes, width: int, height: int, stride: int) -> bytes:
    r"""Return rows of red, green and blue bytes as a PNG; a row takes `stride` bytes.

    >>> png(b"\xff\x00\x00\x00", 1, 1, 4)[:8]
    b'\x89PNG\r\n\x1a\n'
    """
    # Each row begins with the number of its filter: none.
    rows = b"".join(b"\0" + pixels[row * stride : row * stride + 3 * width] for row in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, _RGB, 0, 0, 0)
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(rows, 6)), (b"IEND", b"")]
    return _SIGNATURE + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body)) for name, body in parts
    )
