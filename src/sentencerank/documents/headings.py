"""Headings that nothing in a file names as such."""

from __future__ import annotations

from sentencerank.documents.pieces import Piece

_LONGEST = 100  # characters of a bold line that may be a heading


def with_headings(pieces: list[Piece], level: int = 2) -> list[Piece]:
    """Take bold lines for headings in a document that has no others.

    >>> from sentencerank.document import Mark
    >>> bold = [Piece("paragraph", name, marks=(Mark("strong", 0, len(name)),)) for name in ("Rain", "Wind")]
    >>> [piece.kind for piece in with_headings([bold[0], Piece("paragraph", "a"), bold[1], Piece("paragraph", "b")])]
    ['heading', 'paragraph', 'heading', 'paragraph']
    """
    if any(piece.kind == "heading" for piece in pieces):
        return pieces
    bold = [_is_bold(piece) for piece in pieces]
    if not 2 <= sum(bold) <= len(pieces) / 2:
        return pieces
    return [
        piece._replace(kind="heading", level=level) if each else piece for piece, each in zip(pieces, bold, strict=True)
    ]


def _is_bold(piece: Piece) -> bool:
    text = piece.text
    return (
        piece.kind == "paragraph"
        and len(text) <= _LONGEST
        and not text.endswith((".", ":", ",", ";"))
        and any(mark.kind == "strong" and mark.start == 0 and mark.end == len(text) for mark in piece.marks)
    )
