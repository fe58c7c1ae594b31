"""Word files (.docx): paragraphs by their styles, lists, tables, quotes, captions and footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from sentencerank.document import BlockKind
from sentencerank.documents.archive import Archive, attribute, elements, local_name
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece, table

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_STYLES = "word/styles.xml"
_NOTES = {"word/footnotes.xml": "footnote", "word/endnotes.xml": "endnote"}
_HEADING = re.compile(r"heading (\d)")
_KINDS: dict[str, BlockKind] = {
    "title": "title", "quote": "quote", "intense quote": "quote", "block text": "quote", "caption": "caption",
    "table of figures": "caption", "html preformatted": "code", "plain text": "code", "bibliography": "reference",
    "list paragraph": "paragraph",
}  # fmt: skip
_LIST = re.compile(r"list (?:bullet|number|continue)?.*|list")
_NO_NOTES = ("separator", "continuationSeparator", "continuationNotice")
_LEFT_OUT = frozenset({"del", "moveFrom", "Fallback", "instrText", "delText", "rPr", "pict"})


class Style(NamedTuple):
    """What the style of a paragraph says about it."""

    kind: BlockKind = "paragraph"
    level: int = 0
    listed: bool = False
    contents: bool = False  # a line of the table of contents


def read(data: bytes, meter: Meter) -> Content:
    """Read the body in reading order, then the notes."""
    archive = Archive(data, meter)
    parts = {name: archive.optional_xml(name) for name in (_STYLES, *_NOTES) if name in archive.names}
    style_sheet = parts.get(_STYLES)
    styles = _styles(style_sheet) if style_sheet is not None else {}
    body = next(iter(archive.xml("word/document.xml")), None)
    pieces = list(_blocks(body, styles, meter)) if body is not None else []
    for name, tag in _NOTES.items():
        if (notes := parts.get(name)) is not None:
            pieces += _notes(notes, tag, meter)
    languages = (attribute(part, "val") for part in elements(style_sheet, "lang")) if style_sheet is not None else ()
    damaged = tuple(f"{name} is damaged and was left out" for name, part in parts.items() if part is None)
    return Content(tuple(pieces), damaged, next(iter(languages), ""))


def _styles(sheet: Element) -> dict[str, Style]:
    """Return what each style means: by its outline level or its name, or by those of the style it is based on."""
    found = {attribute(style, "styleId"): style for style in sheet if local_name(style.tag) == "style"}
    return {id: _style(id, found) for id in found}


def _style(id: str, found: Mapping[str, Element]) -> Style:
    listed = False
    # A chain of styles may be a circle.
    for _ in range(10):
        style = found.get(id)
        if style is None:
            break
        values = {local_name(part.tag): attribute(part, "val") for part in style.iter()}
        name = values.get("name", "").lower()
        listed = listed or "numPr" in values
        if heading := _HEADING.fullmatch(name):
            return Style("heading", int(heading[1]))
        if values.get("outlineLvl", "9") in "012345678":
            return Style("heading", int(values["outlineLvl"]) + 1)
        if name.startswith(("toc ", "table of contents")) and name != "toc heading":
            return Style(contents=True)
        if _LIST.fullmatch(name) and name != "list paragraph":
            return Style(listed=True)
        if name in _KINDS:
            return Style(_KINDS[name], listed=listed)
        id = values.get("basedOn", "")
    return Style(listed=listed)


def _blocks(body: Element, styles: Mapping[str, Style], meter: Meter) -> Iterator[Piece]:
    """Yield paragraphs and tables, wherever content controls wrap them."""
    for element in body:
        match local_name(element.tag):
            case "p":
                yield _paragraph(element, styles, meter)
            case "tbl":
                yield from _table(element, styles, meter)
            case "sdt" | "sdtContent" | "customXml" | "smartTag" | "ins":
                yield from _blocks(element, styles, meter)


def _paragraph(element: Element, styles: Mapping[str, Style], meter: Meter) -> Piece:
    properties = next((child for child in element if local_name(child.tag) == "pPr"), None)
    values = {
        local_name(part.tag): attribute(part, "val") for part in (properties.iter() if properties is not None else ())
    }
    style = styles.get(values.get("pStyle", ""), Style())
    text = meter.take(_text(element))
    if style.contents:
        return Piece("list", text, prose=False)
    if "outlineLvl" in values and values["outlineLvl"] in tuple("012345678"):
        return Piece("heading", text, int(values["outlineLvl"]) + 1)
    numbered = values.get("numId", "0") != "0" or ("numId" not in values and style.listed)
    if numbered and style.kind == "paragraph":
        return Piece("list", text, mark="- ")
    return Piece(style.kind, text, style.level)


def _table(element: Element, styles: Mapping[str, Style], meter: Meter) -> Iterator[Piece]:
    """Yield a table as rows of cells; a frame of one cell is read as the text in it."""
    rows = [list(_children(row, "tc")) for row in _children(element, "tr")]
    if [len(row) for row in rows] == [1]:
        yield from _blocks(rows[0][0], styles, meter)
    else:
        yield table([[meter.take(_cell(cell)) for cell in row] for row in rows])


def _children(element: Element, name: str) -> Iterator[Element]:
    for child in element:
        if local_name(child.tag) == name:
            yield child
        elif local_name(child.tag) in ("sdt", "sdtContent", "customXml"):
            yield from _children(child, name)


def _cell(element: Element) -> str:
    return " ".join(_text(part) for part in _outer_paragraphs(element))


def _outer_paragraphs(element: Element) -> Iterator[Element]:
    """Yield the paragraphs that stand in no other one: a paragraph has the text of those in its text boxes already."""
    waiting = [element]
    while waiting:
        part = waiting.pop()
        if local_name(part.tag) == "p":
            yield part
        else:
            waiting.extend(reversed(part))


def _text(element: Element) -> str:
    """Return the words of a paragraph as printed: no deleted text, no field codes, no second copy of a text box."""
    parts = []
    waiting = [element]
    while waiting:
        part = waiting.pop()
        name = local_name(part.tag)
        if name == "t":
            parts.append(part.text or "")
        elif name in ("tab", "br", "cr"):
            parts.append(" ")
        elif name == "noBreakHyphen":
            parts.append("-")
        elif name not in _LEFT_OUT and name != "pPr":
            waiting.extend(reversed(part))
    return "".join(parts)


def _notes(root: Element, tag: str, meter: Meter) -> Iterator[Piece]:
    """Yield the notes, numbered as they are printed; the separators in the file are no notes."""
    number = 0
    for note in root:
        if local_name(note.tag) == tag and attribute(note, "type") not in _NO_NOTES:
            number += 1
            yield Piece("reference", meter.take(_cell(note)), mark=f"[{number}] ")
