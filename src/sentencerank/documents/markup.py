"""HTML as it stands, element by element: chapters of books, mails, and pages whose main text is not found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sentencerank.document import BlockKind
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Piece, table
from sentencerank.errors import DocumentError
from sentencerank.extras import require

if TYPE_CHECKING:
    from lxml.etree import _Element

_NO_TEXT = "head script style template nav iframe object svg math button select textarea noscript audio video canvas"
_IN_LINES = (
    "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark q rp ruby s samp small span strike "
    "strong sub sup time tt u var wbr img"
)
_SKIPPED, _INLINE = frozenset(_NO_TEXT.split()), frozenset(_IN_LINES.split())
_KINDS: dict[str, BlockKind] = {
    "li": "list", "dt": "list", "dd": "list", "blockquote": "quote", "figcaption": "caption", "caption": "caption",
    "pre": "code", "table": "table",
}  # fmt: skip
_HEADING = re.compile(r"h([1-6])")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all", re.IGNORECASE)
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # trafilatura cannot write these as XML
_OPEN = re.compile(r"<(/?)(?:div|span|section|article|table|ul|ol|dl|blockquote|b|i|font|em|strong|a)\b", re.IGNORECASE)
_NOTE_TYPES = frozenset({"footnote", "endnote", "rearnote", "footnotes", "endnotes", "doc-footnote", "doc-endnote"})
_BLOCKS_IN_CELLS = ("p", "div", "h1", "h2", "h3", "h4", "ul", "ol", "blockquote")


def tree(text: str, meter: Meter) -> _Element:
    """The elements of an HTML text; too many levels are refused before a parser sees them."""
    require("lxml.html", "documents")
    from lxml import etree, html

    depth = 0
    for tag in _OPEN.finditer(text):
        depth = depth - 1 if tag[1] else depth + 1
        if depth > 20 * meter.limits.depth:  # old pages leave many elements open; the parser cuts those itself
            meter.depth(depth)
    try:
        parser = html.HTMLParser(remove_comments=True, remove_pis=True)
        root: _Element = html.document_fromstring(_NO_XML.sub("", _XML_DECLARATION.sub("", text)), parser=parser)
    except (etree.ParserError, etree.LxmlError, ValueError) as error:
        raise DocumentError(f"there is no text in this HTML ({error}). Give a page with text in it.") from error
    return root


def pieces(root: _Element, meter: Meter) -> Iterator[Piece]:
    """The visible text of a tree, one piece per block."""
    walk = _Walk(meter)
    from lxml import etree

    walker = etree.iterwalk(root, events=("start", "end"))
    for event, element in walker:
        if event == "end":
            yield from walk.leave(element)
        elif _is_skipped(element):
            walker.skip_subtree()
        elif element.tag == "table" and _is_data(element):
            yield from walk.flush()
            yield Piece("table", meter.take(table(_rows(element))))
            walker.skip_subtree()
        else:
            yield from walk.enter(element)
    yield from walk.flush()


class _Walk:
    """The text gathered so far and the blocks it stands in."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._text: list[str] = []
        self._open: list[_Element] = []  # the blocks around this place
        self._mark = ""

    def enter(self, element: _Element) -> Iterator[Piece]:
        """An element opens: a block ends the text before it."""
        if element.tag == "br":
            self._text.append("\n")
        elif element.tag not in _INLINE:
            yield from self.flush()
            self._open.append(element)
            self._meter.depth(len(self._open))
            if element.tag == "li":
                self._mark = _list_mark(element)
        self._text.append(element.text or "")

    def leave(self, element: _Element) -> Iterator[Piece]:
        """An element closes: so does its block."""
        if self._open and self._open[-1] is element:
            yield from self.flush()
            self._open.pop()
        self._text.append(element.tail or "")

    def flush(self) -> Iterator[Piece]:
        """What was gathered, as one piece."""
        text = "".join(self._text)
        self._text = []
        if text.strip():
            kind, level = self._kind()
            yield Piece(kind, self._meter.take(text), level, self._mark if kind == "list" else "")
            self._mark = ""

    def _kind(self) -> tuple[BlockKind, int]:
        """The innermost block that says what the text is; a note says it for all inside."""
        for element in reversed(self._open):
            if heading := _HEADING.fullmatch(element.tag):
                return "heading", int(heading[1])
            if element.tag in _KINDS and element.tag != "table":
                return _KINDS[element.tag], 0
            if _NOTE_TYPES & set(f"{_type(element)} {element.get('role') or ''}".split()):
                return "reference", 0
        return "paragraph", 0


def _type(element: _Element) -> str:
    return str(element.get("epub:type") or element.get("{http://www.idpf.org/2007/ops}type") or "")


def _is_skipped(element: _Element) -> bool:
    return (
        element.tag in _SKIPPED
        or element.get("hidden") is not None
        or bool(_HIDDEN.search(element.get("style") or ""))
        or "pagebreak" in _type(element)
    )


def _is_data(element: _Element) -> bool:
    """Whether a table holds data; the tables that lay out a page have blocks in their cells, or only one cell a row."""
    if any(next(element.iter(tag), element) is not element for tag in _BLOCKS_IN_CELLS):
        return False
    if sum(1 for _ in element.iter("table")) > 1:
        return False
    return any(sum(1 for _ in row.iter("td", "th")) > 1 for row in element.iter("tr"))


def _rows(element: _Element) -> Iterator[list[str]]:
    for row in element.iter("caption", "tr"):
        cells = [row] if row.tag == "caption" else list(row.iter("td", "th"))
        yield [content(cell) for cell in cells]


def content(element: Any) -> str:
    """All text inside an element."""
    return "".join(element.itertext())


def _list_mark(element: _Element) -> str:
    parent = element.getparent()
    if parent is None or parent.tag != "ol":
        return "- "
    return f"{sum(1 for _ in element.itersiblings('li', preceding=True)) + 1}. "
