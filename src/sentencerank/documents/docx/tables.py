"""Tables in a Word file: whether one holds data or lays out a page, and its cells row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sentencerank.documents.archive import attribute, local_name
from sentencerank.documents.docx.numbering import whole
from sentencerank.documents.docx.styles import Styles
from sentencerank.documents.pieces import Piece, Words, table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from xml.etree.ElementTree import Element

_WIDEST = 100  # columns up to which spans count
_LONG = 1_000  # characters of a cell
_MANY = 3  # paragraphs of a cell


def lays_out(element: Element, styles: Styles) -> bool:
    """Whether a table lays out a page: one column or cell, tables or sections in its cells, or very long ones.

    Looks no further than the first table inside it, so that all looks at nested tables together are linear.
    """
    rows = cells = columns = paragraphs = size = most = 0
    heading = sections = False
    for part in _inside(element):
        match local_name(part.tag):
            case "tbl":
                return True
            case "tr":
                rows += 1
                columns = max(columns, cells)
                cells = 0
            case "tc":
                cells += 1
                paragraphs = size = 0
                heading = False
            case "p":
                paragraphs += len(part) > 0
                most = max(most, paragraphs)
            case "pStyle":
                heading = heading or styles.style(attribute(part, "val")).kind == "heading"
            case "t":
                size += len(part.text or "")
        sections = sections or (heading and paragraphs >= _MANY) or (size > _LONG and paragraphs > 1)
    columns = max(columns, cells)
    return columns * rows < 2 or (columns < 2 and most > 1) or sections


def _inside(element: Element) -> Iterator[Element]:
    return (part for part in element.iter() if part is not element)


class Rows:
    """The cells of a table while they are read. A cell over several columns or rows leaves the others empty."""

    def __init__(self) -> None:
        self._rows: list[list[Words]] = []
        self.after: list[Piece] = []  # figures in its cells

    def begin_row(self, element: Element) -> bool:
        """Begin a row; return False for one that was deleted."""
        told = _properties(element, "trPr")
        if "del" in told:
            return False
        self._rows.append([Words("")] * min(whole(told.get("gridBefore", "")), _WIDEST))
        return True

    def add_cell(self, element: Element, words: Words) -> None:
        """Add a cell. What goes on with the cell above or before it shows no text of its own."""
        if not self._rows:
            self._rows.append([])
        row = self._rows[-1]
        told = _properties(element, "tcPr")
        if "cellDel" in told:
            return
        merged = any(name in told and told[name] != "restart" for name in ("vMerge", "hMerge"))
        span = min(whole(told.get("gridSpan", "1")), _WIDEST - len(row))
        row += [Words("") if merged else words, *[Words("")] * (span - 1)]

    def piece(self) -> Piece:
        """Return the table."""
        return table(self._rows)


def _properties(element: Element, name: str) -> dict[str, str]:
    return {
        local_name(each.tag): attribute(each, "val")
        for child in element
        if local_name(child.tag) == name
        for each in child
    }
