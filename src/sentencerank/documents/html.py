"""HTML: the main text of a web page by trafilatura; and any HTML element by element.

The second way is for chapters of books, for mails, and for pages whose main text is not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from sentencerank.document import BlockKind
from sentencerank.documents.archive import parse_xml
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece, table, tidy
from sentencerank.documents.plain import decode
from sentencerank.errors import DocumentError, LimitError
from sentencerank.extras import require

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from lxml.etree import _Element

_ROOT = re.compile(r"<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:head|body|div|p|span|a|ul|ol|li|table|h[1-6]|br|script|article|section)\b[^<>]*>", re.IGNORECASE
)
_CHARSET = re.compile(rb"""<(?:meta|\?xml)\b[^<>]*?(?:charset|encoding)\s*=\s*(?:["']\s*)?([\w.:-]+)""", re.IGNORECASE)
_NO_TEXT = "head script style template nav iframe object svg math button select textarea noscript audio video canvas"
_IN_LINES = (
    "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark q rp ruby s samp small span strike "
    "strong sub sup time tt u var wbr img"
)
_SKIPPED, _INLINE = frozenset(_NO_TEXT.split()), frozenset(_IN_LINES.split())
_KINDS: dict[str, BlockKind] = {
    "li": "list", "dt": "list", "dd": "list", "blockquote": "quote", "figcaption": "caption", "caption": "caption",
    "pre": "code",
}  # fmt: skip
_HEADING = re.compile(r"h([1-6])")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all", re.IGNORECASE)
_XML_DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
# Characters that trafilatura cannot write as XML.
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_OPEN = re.compile(r"<(/?)(?:div|span|section|article|table|ul|ol|dl|blockquote|b|i|font|em|strong|a)\b", re.IGNORECASE)
_START = re.compile(r"""<[a-zA-Z](?:[^<>"']|"[^"]*"|'[^']*')*""")
_QUOTED = re.compile(r"""=\s*(?:"[^"]*"|'[^']*')""")
_ATTRIBUTES = 1_000  # of one element: the parser compares each with all before it
_CELLS = 1_000  # of one row: trafilatura looks at all of them for each
_NOTE_TYPES = frozenset({"footnote", "endnote", "rearnote", "footnotes", "endnotes", "doc-footnote", "doc-endnote"})
_BLOCKS_IN_CELLS = ("p", "div", "h1", "h2", "h3", "h4", "ul", "ol", "blockquote")


def is_html(text: str, named: bool) -> bool:
    """Whether a text begins as a page does, or with a tag and has more of them."""
    return _begins_page(text) or (text.lstrip().startswith("<") and len(_TAG.findall(text)) >= 3)


def _begins_page(text: str) -> bool:
    """Whether the root element, or the declaration of its type, comes after nothing but spaces and comments.

    A scanner, because a pattern with optional comments takes twice as long for each comment before something else.
    """
    text = _XML_DECLARATION.sub("", text).lstrip()
    place = 0
    while text.startswith("<!--", place):
        end = text.find("-->", place + 4)
        if end < 0:
            return False
        place = end + 3
        while place < len(text) and text[place].isspace():
            place += 1
    return _ROOT.match(text, place) is not None


def read(data: bytes, meter: Meter) -> Content:
    """Read the main text of a page, its title first."""
    declared = _CHARSET.search(data[:4096])
    text, notes = decode(data, declared[1].decode("ascii") if declared else "")
    page = parse_html(text, meter)
    title = next((tidy("".join(element.itertext())) for element in page.iter("title")), "")
    pieces = list(_main_text(page, meter))
    if not pieces:
        pieces = list(_all_text(page, meter))
        notes += ("no main text found: the whole page was read",)
    return Content(tuple(_with_title(pieces, title)), notes, page.get("lang") or page.get("xml:lang") or "")


def html_pieces(text: str, meter: Meter) -> Iterator[Piece]:
    """Yield the visible text of an HTML text, one piece for each block."""
    return _all_text(parse_html(text, meter), meter)


def parse_html(text: str, meter: Meter) -> _Element:
    """Parse an HTML text; too many levels are refused before the parser sees them."""
    require("lxml.html", "documents")
    from lxml import etree, html

    _refuse_many_attributes(text)
    depth = 0
    for tag in _OPEN.finditer(text):
        depth = depth - 1 if tag[1] else depth + 1
        # Old pages leave many elements open, which the parser closes itself.
        if depth > 20 * meter.limits.depth:
            meter.depth(depth)
    try:
        parser = html.HTMLParser(remove_comments=True, remove_pis=True)
        root: _Element = html.document_fromstring(_NO_XML.sub("", _XML_DECLARATION.sub("", text)), parser=parser)
    except (etree.ParserError, etree.LxmlError, ValueError) as error:
        raise DocumentError(f"there is no text in this HTML ({error}). Give a page with text in it.") from error
    return root


def _refuse_many_attributes(text: str) -> None:
    for tag in _START.finditer(text):
        # Three characters are the shortest attribute and the space before it; most tags are shorter than this.
        if tag.end() - tag.start() > 2 * _ATTRIBUTES and len(_QUOTED.sub(" ", tag.group()).split()) > _ATTRIBUTES:
            raise LimitError(
                f"an element of this HTML has more than {_ATTRIBUTES:,} attributes: it looks made to break readers. "
                "Remove them and give the page again."
            )


def _with_title(pieces: list[Piece], title: str) -> list[Piece]:
    """Put a title first: the first heading if it opens the text or the title of the page repeats it, else the latter.

    >>> rain = [Piece("heading", "Rain", 1), Piece("paragraph", "It rained.")]
    >>> [piece.kind for piece in _with_title(rain, "Rain - News")]
    ['title', 'paragraph']
    """
    heading = next((index for index, piece in enumerate(pieces) if piece.kind == "heading"), None)
    if heading is not None and pieces[heading].level == 1 and (heading == 0 or tidy(pieces[heading].text) in title):
        opening = pieces[heading]._replace(kind="title", level=0)
        return [opening, *pieces[:heading], *pieces[heading + 1 :]]
    return [Piece("title", title), *pieces] if title else pieces


def _main_text(page: _Element, meter: Meter) -> Iterator[Piece]:
    if any(len(row) > _CELLS for row in page.iter("tr")):
        return
    trafilatura = require("trafilatura", "documents")
    xml = trafilatura.extract(
        page, output_format="xml", include_comments=False, include_tables=True, include_images=False
    )
    main = parse_xml(xml.encode(), meter).find("main") if xml else None
    for element in main if main is not None else ():
        match element.tag:
            case "head":
                digits = element.get("rend", "")[-1:]
                level = int(digits) if digits.isdigit() else 2
                yield Piece("heading", meter.take("".join(element.itertext())), level)
            case "list":
                yield from _items(element, meter)
            case "quote":
                for part in element.findall("p") or [element]:
                    yield Piece("quote", meter.take(_text(part)))
            case "table":
                rows = ([_text(cell) for cell in row.iter("cell")] for row in element.iter("row"))
                yield _taken(table(rows), meter)
            case "code":
                yield Piece("code", meter.take("".join(element.itertext())))
            case _:
                yield Piece("paragraph", meter.take(_text(element)))


def _items(element: Element, meter: Meter) -> Iterator[Piece]:
    """Yield the items of a list, the nested ones after the one that they stand in."""
    for number, item in enumerate(element.findall("item"), 1):
        mark = f"{number}. " if element.get("rend") == "ol" else "- "
        yield Piece("list", meter.take(_text(item, skip="list")), mark=mark)
        for nested in item.findall("list"):
            yield from _items(nested, meter)


def _text(element: Element, skip: str = "") -> str:
    """Return all text inside an element, its line breaks as spaces, without what stands in `skip`."""
    parts = [element.text or ""]
    for child in element:
        parts.append(" " if child.tag == "lb" else "" if child.tag == skip else _text(child, skip))
        parts.append(child.tail or "")
    return "".join(parts)


def _all_text(root: _Element, meter: Meter) -> Iterator[Piece]:
    from lxml import etree

    walk = _Walk(meter)
    walker = etree.iterwalk(root, events=("start", "end"))
    for event, element in walker:
        if event == "end":
            yield from walk.leave(element)
        elif _is_skipped(element):
            walk.skip(element)
            walker.skip_subtree()
        elif element.tag == "table" and _is_data(element):
            yield from walk.flush()
            yield _taken(table(_rows(element)), meter)
            walker.skip_subtree()
        else:
            yield from walk.enter(element)
    yield from walk.flush()


class _Walk:
    """The text gathered so far, and the blocks that it stands in."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._text: list[str] = []
        self._open: list[_Element] = []  # the blocks around this place
        self._items: list[int] = []  # the items that each of them has so far
        self._mark = ""

    def enter(self, element: _Element) -> Iterator[Piece]:
        """Open an element: a block ends the text before it."""
        if element.tag == "br":
            self._text.append("\n")
        elif element.tag not in _INLINE:
            yield from self.flush()
            if element.tag == "li":
                self._mark = self._list_mark(element)
            self._open.append(element)
            self._items.append(0)
            self._meter.depth(len(self._open))
        self._text.append(element.text or "")

    def leave(self, element: _Element) -> Iterator[Piece]:
        """Close an element, and its block with it."""
        if self._open and self._open[-1] is element:
            yield from self.flush()
            self._open.pop()
            self._items.pop()
        self._text.append(element.tail or "")

    def skip(self, element: _Element) -> None:
        """Leave an element out; an item that is not shown is counted all the same."""
        if element.tag == "li":
            self._list_mark(element)

    def flush(self) -> Iterator[Piece]:
        """Yield what was gathered as one piece."""
        text = "".join(self._text)
        self._text = []
        if text.strip():
            kind, level = self._kind()
            yield Piece(kind, self._meter.take(text), level, self._mark if kind == "list" else "")
            self._mark = ""

    def _list_mark(self, element: _Element) -> str:
        """Count an item, and return its number or a dash. To count the items before each of them takes n² steps."""
        if not self._open or self._open[-1] is not element.getparent():
            return "- "
        self._items[-1] += 1
        return f"{self._items[-1]}. " if self._open[-1].tag == "ol" else "- "

    def _kind(self) -> tuple[BlockKind, int]:
        """Ask the innermost block that says what the text is; a note says it for all inside."""
        for element in reversed(self._open):
            if heading := _HEADING.fullmatch(element.tag):
                return "heading", int(heading[1])
            if element.tag in _KINDS:
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


def _taken(piece: Piece, meter: Meter) -> Piece:
    meter.take(piece.text)
    return piece


def _rows(element: _Element) -> Iterator[list[str]]:
    for row in element.iter("caption", "tr"):
        cells = [row] if row.tag == "caption" else row.iter("td", "th")
        yield ["".join(cell.itertext()) for cell in cells]
