"""A Word file from bytes to pieces: its parts, the text, then the notes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from sentencerank.documents.archive import Archive, attribute, elements, local_name
from sentencerank.documents.docx.notes import Notes
from sentencerank.documents.docx.numbering import Numbering
from sentencerank.documents.docx.runs import is_mostly_code
from sentencerank.documents.docx.styles import Styles
from sentencerank.documents.docx.walk import Walk
from sentencerank.documents.headings import with_headings
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_TEXT = "word/document.xml"
_OTHER_TEXT = "word/document2.xml"  # as some programs call it
_BESIDE = {
    "styles": "word/styles.xml", "numbering": "word/numbering.xml", "footnote": "word/footnotes.xml",
    "endnote": "word/endnotes.xml",
}  # fmt: skip
_NOTES = ("footnote", "endnote")
_EDGES = {"page header": re.compile(r"word/header\d*\.xml"), "page footer": re.compile(r"word/footer\d*\.xml")}
_SAID = re.compile(rb"<(?:\w{1,20}:)?t(?: [^<>]*)?>[^<]*\w")  # a run with a word in it


def read(data: bytes, meter: Meter) -> Content:
    """Read the text in reading order, then the notes, and say what was left out."""
    archive = Archive(data, meter)
    text = _OTHER_TEXT if _TEXT not in archive.names and _OTHER_TEXT in archive.names else _TEXT
    folder, _, name = text.rpartition("/")
    beside = {"links": f"{folder}/_rels/{name}.rels", **_BESIDE}
    parts = {role: archive.optional_xml(name) for role, name in beside.items() if name in archive.names}
    body = next((part for part in archive.xml(text) if local_name(part.tag) == "body"), None)
    pieces, left_out = _pieces(body, parts, meter)
    left_out += _edges(archive)
    sheet = parts.get("styles")
    languages = (attribute(part, "val") for part in elements(sheet, "lang")) if sheet is not None else ()
    notes = [f"{beside[role]} is damaged and was left out" for role, part in parts.items() if part is None]
    if listed := ", ".join(f"{name} ({count})" for name, count in sorted(left_out.items())):
        notes.append(f"left out: {listed}")
    return Content(tuple(pieces), tuple(notes), next(iter(languages), ""))


def _pieces(body: Element | None, parts: dict[str, Element | None], meter: Meter) -> tuple[list[Piece], Counter[str]]:
    if body is None:
        return [], Counter()
    targets = _targets(parts.get("links"))
    note_parts = {kind: part for kind in _NOTES if (part := parts.get(kind)) is not None}
    fields = fonts = True
    while True:
        notes = Notes(note_parts)
        styles = Styles(parts.get("styles"), fonts=fonts)
        walk = Walk(styles, Numbering(parts.get("numbering")), notes, targets, meter, fields=fields)
        pieces = list(walk.pieces(body))
        # A field that never ends hides all that comes after it; text in letters of one width is no code if all is.
        redone = (fields and not walk.open_fields, fonts and not is_mostly_code(pieces))
        if redone == (fields, fonts):
            break
        fields, fonts = redone
    pieces = with_headings(_with_one_title(_pages(pieces)), 1)
    for label, note in notes.left():
        pieces += walk.pieces(note, {"label": label})
    return pieces, walk.left_out


def _targets(links: Element | None) -> dict[str, str]:
    """Return what the ids of links, pictures and other parts stand for."""
    if links is None:
        return {}
    found = {}
    for each in links:
        if local_name(each.tag) == "Relationship":
            inside = "" if attribute(each, "TargetMode") == "External" else "word/"
            target = attribute(each, "Target")
            found[attribute(each, "Id")] = target if target.startswith(("/", "#")) else f"{inside}{target}"
    return found


def _pages(pieces: Iterable[Piece]) -> list[Piece]:
    """Return pieces without page breaks before, after or right behind others."""
    found: list[Piece] = []
    for piece in pieces:
        if piece.kind != "page" or (found and found[-1].kind != "page"):
            found.append(piece)
    return found[:-1] if found and found[-1].kind == "page" else found


def _with_one_title(pieces: list[Piece]) -> list[Piece]:
    """Return pieces with one title: further ones are headings of the highest level.

    >>> [piece.kind for piece in _with_one_title([Piece("title", "Rain"), Piece("title", "Wind")])]
    ['title', 'heading']
    """
    first = next((index for index, piece in enumerate(pieces) if piece.kind == "title"), len(pieces))
    return [
        piece._replace(kind="heading", level=1) if piece.kind == "title" and index > first else piece
        for index, piece in enumerate(pieces)
    ]


def _edges(archive: Archive) -> Counter[str]:
    """Count the headers and footers of pages that have words in them."""

    def said() -> Iterator[str]:
        for name, pattern in _EDGES.items():
            for member in sorted(archive.names - archive.locked):
                if pattern.fullmatch(member) and _SAID.search(archive.read(member)):
                    yield name

    return Counter(said())
