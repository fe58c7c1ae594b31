"""Plain text in any common encoding, its hard wraps undone by the layout of the languages."""

from __future__ import annotations

from collections.abc import Iterator

from sentencerank.documents.decoding import decoded
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece, table
from sentencerank.languages.layout import blocks, cells


def read(data: bytes, meter: Meter) -> Content:
    """Paragraphs, headings, list items, quotes and tables of a text file."""
    text, notes = decoded(data)
    return Content(tuple(pieces(meter.take(text))), notes)


def pieces(text: str) -> Iterator[Piece]:
    r"""The pieces of a plain text; the mark of a list item is kept beside it.

    >>> [(piece.kind, piece.mark, piece.text) for piece in pieces("Rain fell\nall day.\n\n2. wind")]
    [('paragraph', '', 'Rain fell\nall day.'), ('list', '2. ', 'wind')]
    """
    for block in blocks(text):
        inside = text[block.start : block.end]
        if block.kind == "quote":
            inside = "\n".join(line.lstrip("> ") for line in inside.split("\n"))
        if block.kind == "table":
            inside = table(cells(row) for row in inside.splitlines() if any(map(str.isalnum, row)))
        line = text[text.rfind("\n", 0, block.start) + 1 : block.start]
        yield Piece(block.kind, inside, block.level, line.lstrip() if block.kind == "list" else "")
