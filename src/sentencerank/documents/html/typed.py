"""Text that was typed for a terminal and put into a page as it was: RFCs, manual pages, mails."""

from __future__ import annotations

from collections.abc import Iterator

from sentencerank.documents.pieces import Piece, table
from sentencerank.languages.layout import blocks, cells


def typed_pieces(text: str) -> Iterator[Piece]:
    r"""Yield the blocks of a text without its hard wraps.

    >>> [(piece.kind, piece.text) for piece in typed_pieces("Rain fell\nall day.\n\n2. wind")]
    [('paragraph', 'Rain fell all day.'), ('list', 'wind')]
    """
    for block in blocks(text):
        inside = text[block.start : block.end]
        if block.kind == "table":
            yield table(cells(row) for row in inside.splitlines() if any(map(str.isalnum, row)))
            continue
        if block.kind == "quote":
            inside = " ".join(line.lstrip("> ") for line in inside.split("\n"))
        line = text[text.rfind("\n", 0, block.start) + 1 : block.start]
        inside = inside if block.kind == "code" else " ".join(inside.split())
        yield Piece(block.kind, inside, block.level, line.lstrip() if block.kind == "list" else "")
