"""Tables in HTML: whether one holds data or lays out a page, and its cells row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sentencerank.documents.html.signs import HEADINGS, signs, some_text
from sentencerank.documents.pieces import Piece, Words, table

if TYPE_CHECKING:
    from lxml.etree import _Element

_WIDEST = 100  # columns up to which spans count
_LAYOUT = frozenset({*HEADINGS, "pre", "form", "hr", "dl", "table"})  # no cell of data has these in it
_BLOCKS = frozenset({"p", "div", "li", "blockquote", "center"})
_COLUMNS = {"two-column": 2, "three-column": 3, "four-column": 4}
_NOTICES = frozenset({"note", "tip", "warning", "caution", "important"})
_LONG = 500  # characters of a cell
_DATA_CLASSES = (
    "wikitable",
    "docutils",
    "dataframe",
    "data",
    "tableblock",
    "infobox",
    "informaltable",
    "fieldtable",
    "doxtable",
)


def is_data(element: _Element) -> bool:
    """Whether a table holds data: several columns, and cells with little in them or with headers.

    The tables that lay out a page have blocks in their cells, or one row, or one cell in a row.
    """
    if element.get("role") in ("presentation", "none") or "code" in signs(element) or _is_notice(element):
        return False
    rows = cells = blocks = heads = size = longest = columns = in_row = 0
    for child in element.iter("*"):
        tag = child.tag
        if tag == "tr":
            rows += 1
            in_row = 0
        elif tag in ("td", "th"):
            cells += 1
            in_row += 1
            columns = max(columns, in_row)
            heads += tag == "th"
            size = 0
        elif tag in _LAYOUT and child is not element:
            return False
        elif tag == "caption":
            heads += 1
        elif tag in _BLOCKS:
            blocks += 1
        size += len(child.text or "") + len(child.tail or "")
        longest = max(longest, size)
    if columns < 2:
        return False
    named = any(each in (element.get("class") or "").split() for each in _DATA_CLASSES)
    if heads or named:
        return blocks <= 6 * cells
    return rows >= 2 and blocks <= cells and longest < _LONG if blocks else rows * columns >= 2 and longest < 2 * _LONG


def _is_notice(element: _Element) -> bool:
    """Whether a table puts a picture beside a note, a tip or a warning, as DocBook does."""
    parent, first = element.getparent(), next(element.iter("td", "th"), None)
    named = parent is not None and not _NOTICES.isdisjoint((parent.get("class") or "").split())
    return named and first is not None and next(first.iter("img"), None) is not None


def columns_of(element: _Element, told: frozenset[str]) -> int:
    """Return how many columns a table has that is made of other elements, as Javadoc makes them; 0 for all else."""
    if "grid" not in told or element.tag != "div":
        return 0
    classes = element.get("class") or ""
    return next((count for name, count in _COLUMNS.items() if name in classes), 0)


def is_row(element: _Element) -> bool:
    """Whether a row of a table holds data: several short cells with nothing but words in them."""
    cells = [child for child in element if child.tag in ("td", "th")]
    if len(cells) < 2:
        # A gap between two rows, but no picture.
        return bool(cells) and not some_text(element, 2) and next(element.iter("img", "svg", "object"), None) is None
    size = 0
    for count, child in enumerate(element.iter("*")):
        if child.tag in _BLOCKS or child.tag in _LAYOUT or child.tag in ("br", "img", "ul", "ol"):
            return False
        size += len(child.text or "") + len(child.tail or "")
        if size >= _LONG or count >= _LONG:
            return False
    return True


class Grid:
    """The cells of a table while they are read. A cell over several columns or rows leaves the others empty."""

    def __init__(self, columns: int = 0) -> None:
        self.columns = columns  # of a table whose cells are not in rows
        self.caption: list[Words] = []
        self._rows: list[list[Words]] = []
        self._foot: list[list[Words]] = []
        self._row: list[Words] | None = None
        self._below: dict[int, int] = {}  # column → rows that a cell above still takes
        self._span = 1, 1

    def begin_row(self, *, foot: bool) -> None:
        """Begin a row."""
        self._row = []
        (self._foot if foot else self._rows).append(self._row)

    def end_row(self) -> None:
        """End a row; what a cell above takes at its end is left empty."""
        if self._row is not None:
            self._skip_taken()
            self._row = None

    def begin_cell(self, element: _Element) -> None:
        """Begin a cell."""
        self._span = _number(element.get("colspan")), _number(element.get("rowspan"))

    def begin_free_cell(self) -> None:
        """Begin a cell of a table whose cells are not in rows."""
        if self._row is None or len(self._row) >= self.columns:
            self.begin_row(foot=False)
        self._span = 1, 1

    def end_cell(self, words: Words) -> None:
        """End a cell with what was read in it."""
        if self._row is None:
            self.begin_row(foot=False)
        assert self._row is not None
        self._skip_taken()
        wide, high = self._span
        for each in (words, *[Words("")] * (min(wide, _WIDEST - len(self._row)) - 1)):
            if high > 1:
                self._below[len(self._row)] = high - 1
            self._row.append(each)

    def _skip_taken(self) -> None:
        assert self._row is not None
        # No more columns than that, or the rows of a hostile table would grow with each row.
        while len(self._row) < _WIDEST and (left := self._below.get(len(self._row), 0)):
            self._below[len(self._row)] = left - 1
            self._row.append(Words(""))

    def piece(self) -> Piece:
        """Return the table."""
        return table([*self._rows, *self._foot])


def _number(text: str | None) -> int:
    text = (text or "").strip()
    return max(1, min(int(text), 1000)) if text.isascii() and text.isdigit() and len(text) < 6 else 1
