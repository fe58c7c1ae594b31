"""Web pages: the main text with its structure by trafilatura; menus, footers and advertisements are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from sentencerank.documents.archive import parsed
from sentencerank.documents.decoding import decoded
from sentencerank.documents.limits import Meter
from sentencerank.documents.markup import content, tree
from sentencerank.documents.markup import pieces as every_piece
from sentencerank.documents.pieces import Content, Piece, table, tidy
from sentencerank.extras import require

if TYPE_CHECKING:
    from lxml.etree import _Element

_CHARSET = re.compile(rb"""<(?:meta|\?xml)\b[^>]*?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)


def read(data: bytes, meter: Meter) -> Content:
    """The main text of a page; its title first."""
    declared = _CHARSET.search(data[:4096])
    text, notes = decoded(data, declared[1].decode("ascii") if declared else "")
    page = tree(text, meter)
    language = page.get("lang") or page.get("xml:lang") or ""
    title = next((tidy(content(element)) for element in page.iter("title")), "")
    pieces = list(_main(page, meter))
    if not pieces:
        pieces = list(every_piece(page, meter))
        notes += ("no main text found: the whole page was read",)
    return Content(tuple(titled(pieces, title)), notes, language)


def titled(pieces: list[Piece], title: str) -> list[Piece]:
    """The pieces with a title: the first heading if it opens the text or the file's title repeats it, else the latter.

    >>> [piece.kind for piece in titled([Piece("heading", "Rain", 1), Piece("paragraph", "It rained.")], "Rain - News")]
    ['title', 'paragraph']
    """
    heading = next((index for index, piece in enumerate(pieces) if piece.kind == "heading"), None)
    if heading is not None and pieces[heading].level == 1 and (heading == 0 or tidy(pieces[heading].text) in title):
        opening = pieces[heading]._replace(kind="title", level=0)
        return [opening, *pieces[:heading], *pieces[heading + 1 :]]
    return [Piece("title", title), *pieces] if title else pieces


def _main(page: _Element, meter: Meter) -> Iterator[Piece]:
    trafilatura = require("trafilatura", "documents")
    xml = trafilatura.extract(
        page, output_format="xml", include_comments=False, include_tables=True, include_images=False
    )
    if xml:
        body = parsed(xml.encode(), meter).find("main")
        yield from _pieces(body, meter) if body is not None else ()


def _pieces(body: Element, meter: Meter) -> Iterator[Piece]:
    for element in body:
        text = "".join(element.itertext())
        match element.tag:
            case "head":
                yield Piece("heading", meter.take(text), _level(element))
            case "list":
                yield from _items(element, meter)
            case "quote":
                for part in element.findall("p") or [element]:
                    yield Piece("quote", meter.take(_text(part)))
            case "table":
                rows = ([_text(cell) for cell in row.iter("cell")] for row in element.iter("row"))
                yield Piece("table", meter.take(table(rows)))
            case "code":
                yield Piece("code", meter.take(text))
            case _:
                yield Piece("paragraph", meter.take(_text(element)))


def _level(element: Element) -> int:
    digits = element.get("rend", "")[-1:]
    return int(digits) if digits.isdigit() else 2


def _items(element: Element, meter: Meter) -> Iterator[Piece]:
    """The items of a list, the nested ones after the one they stand in."""
    for number, item in enumerate(element.findall("item"), 1):
        mark = f"{number}. " if element.get("rend") == "ol" else "- "
        yield Piece("list", meter.take(_text(item, skip="list")), mark=mark)
        for nested in item.findall("list"):
            yield from _items(nested, meter)


def _text(element: Element, skip: str = "") -> str:
    """All text inside an element, its line breaks as spaces, without what stands in `skip`."""
    parts = [element.text or ""]
    for child in element:
        parts.append(" " if child.tag == "lb" else "" if child.tag == skip else _text(child, skip))
        parts.append(child.tail or "")
    return "".join(parts)
