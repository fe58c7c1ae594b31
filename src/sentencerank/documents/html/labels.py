"""Lines of a page that are shown and not ranked: captions, labels, datelines, and links that lead elsewhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from sentencerank.document import PROSE
from sentencerank.documents.pieces import Piece
from sentencerank.languages.signs import ends_sentence

_SHORT = 100  # characters of a label
_OFTEN = 3  # times a page repeats it
_REST = 30  # characters beside the date and the time of a dateline
_LINKED = 0.9  # of a line, which then is a link
_DATE = re.compile(
    r"\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{4}"
    r"|\d{4} ?[年년] ?\d{1,2} ?[月월] ?\d{1,2} ?[日일]"
)
_TIME = re.compile(r"\d{1,2}[:：.]\d{2}(?:[:：.]\d{2})?")


def without_labels(pieces: Sequence[Piece]) -> list[Piece]:
    """Take out of the ranking what is no text of the page.

    >>> rain = [Piece("figure", "A wet street"), Piece("paragraph", "A wet street"), Piece("paragraph", "It rained.")]
    >>> [piece.kind for piece in without_labels(rain)]
    ['figure', 'caption', 'paragraph']
    """
    short = (piece.text for piece in pieces if piece.kind == "paragraph" and len(piece.text) < _SHORT)
    lines = Counter(text for text in short if not ends_sentence(text))
    links = _are_beside(pieces)
    found: list[Piece] = []
    for piece in pieces:
        if piece.kind == "paragraph" and found and found[-1].kind == "figure" and found[-1].text == piece.text:
            piece = piece._replace(kind="caption")
        elif piece.kind == "paragraph" and (lines[piece.text] >= _OFTEN or is_dateline(piece.text)):
            piece = piece._replace(kind="furniture", prose=False)
        elif links and _is_link(piece):
            piece = piece._replace(prose=False)
        found.append(piece)
    return found


def is_dateline(text: str) -> bool:
    """Return whether a line says when a page was written, and little more.

    >>> is_dateline("2019-09-07 09:59:22 Source: Rain News"), is_dateline("Rain fell on 2019-09-07 in all of Spain.")
    (True, False)
    """
    if len(text) > _SHORT or ends_sentence(text) or not _DATE.search(text):
        return False
    return len(_TIME.sub("", _DATE.sub("", text)).strip()) <= _REST


def _are_beside(pieces: Sequence[Piece]) -> bool:
    """Return whether links stand beside the text: on a page of links they are the text."""
    ranked = [piece for piece in pieces if piece.prose and piece.kind in PROSE]
    return 2 * sum(len(piece.text) for piece in ranked if _is_link(piece)) < sum(len(piece.text) for piece in ranked)


def _is_link(piece: Piece) -> bool:
    """Return whether a line is nothing but links."""
    if piece.kind not in ("paragraph", "list"):
        return False
    linked = sum(mark.end - mark.start for mark in piece.marks if mark.kind == "link")
    return linked > _LINKED * len(piece.text)
