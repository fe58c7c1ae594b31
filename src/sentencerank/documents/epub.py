"""E-books (.epub): the chapters in the order of the spine, each an XHTML file; the table of contents is not ranked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from sentencerank.document import PROSE
from sentencerank.documents.archive import PASSWORD, Archive, attribute, elements, link_target, local_name
from sentencerank.documents.contents import Entry, navigation_of
from sentencerank.documents.html.gather import Manner
from sentencerank.documents.html.notes import labels_of
from sentencerank.documents.html.parse import parse_html
from sentencerank.documents.html.walk import Walk
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece
from sentencerank.documents.plain import decode
from sentencerank.errors import DocumentError, LimitError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_ENCODING = re.compile(rb"""<\?xml[^<>]*?encoding\s*=\s*["']([\w.:-]+)""")
_EMPTY = re.compile(
    r"<(?=[tsinx])(title|script|style|textarea|iframe|noscript|xmp|noframes)\b([^<>]*)/>", re.IGNORECASE
)
_CONTENTS = 4  # headings below each other that are links make a table of contents
_FILES = 3  # and so do those that lead to so many files
_CHAPTERS = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A file of the spine."""

    name: str
    contents: bool  # a table of contents
    linear: bool  # False: beside the text, such as notes
    navigation: bool = False  # nothing but a table of contents


@dataclass(frozen=True, slots=True)
class _Book:
    """What the chapters of a book know of each other."""

    titles: dict[str, Entry] = field(default_factory=dict)  # by the name of the file
    pages: dict[str, dict[str, str]] = field(default_factory=dict)
    parts: dict[str, dict[str, int]] = field(default_factory=dict)  # titles inside the file, and how deep they stand
    labels: dict[str, dict[str, str]] = field(default_factory=dict)  # of notes, by the files that hold them


def read(data: bytes, meter: Meter) -> Content:
    """Read the title, then every chapter."""
    archive = Archive(data, meter)
    package_name = _package_name(archive)
    package = archive.xml(package_name)
    protected = _protected(archive)
    title = "".join(_metadata(package, "title")[:1])
    pieces = []
    chapters = list(_spine(package, package_name))
    if any(chapter.name in protected for chapter in chapters):
        raise DocumentError("the book is protected against copying (DRM). Give a copy without protection.")
    if any(chapter.name in archive.locked for chapter in chapters):
        raise DocumentError(PASSWORD)
    book = _Book(*navigation_of(archive, package, package_name))
    missing = damaged = 0
    for chapter in chapters:
        if chapter.name not in archive.names:
            missing += 1
            continue
        try:
            pieces += list(_chapter(archive.read(chapter.name), chapter, book, meter))
        except LimitError:
            raise
        except DocumentError:
            damaged += 1
    if damaged and missing + damaged == len(chapters):
        raise DocumentError(f"none of the {len(chapters)} chapters of the book can be read. Download it again.")
    notes = [f"{missing} chapters of the book are missing in the file"] * (missing > 0)
    notes += [f"{damaged} of {len(chapters)} chapters are damaged and were left out"] * (damaged > 0)
    if title:
        pieces = [Piece("title", title), *_once(pieces, title)]
    return Content(tuple(pieces), tuple(notes), next(iter(_metadata(package, "language")), ""))


def _package_name(archive: Archive) -> str:
    for rootfile in elements(archive.xml(_CONTAINER), "rootfile"):
        if name := attribute(rootfile, "full-path"):
            return link_target("", name)
    raise DocumentError("the book is damaged: it names no package. Download it again.")


def _metadata(package: Element, name: str) -> list[str]:
    found = (
        element.text or "" for part in package if local_name(part.tag) == "metadata" for element in elements(part, name)
    )
    return [text.strip() for text in found if text.strip()]


def _protected(archive: Archive) -> frozenset[str]:
    """Return the names of encrypted files; fonts often are, for other reasons."""
    if _ENCRYPTION not in archive.names:
        return frozenset()
    references = elements(archive.xml(_ENCRYPTION), "CipherReference")
    return frozenset(link_target("", attribute(reference, "URI")) for reference in references)


def _spine(package: Element, package_name: str) -> Iterator[Chapter]:
    """Yield the chapters in reading order, what stands beside the text after it."""
    items = {attribute(item, "id"): item for item in elements(package, "item")}
    guide = {
        link_target(package_name, attribute(entry, "href"))
        for entry in elements(package, "reference")
        if attribute(entry, "type") == "toc"
    }
    chapters: dict[str, Chapter] = {}
    for reference in elements(package, "itemref"):
        item = items.get(attribute(reference, "idref"))
        if item is None or attribute(item, "media-type") not in _CHAPTERS:
            continue
        name = link_target(package_name, attribute(item, "href"))
        navigation = "nav" in attribute(item, "properties").split()
        linear = attribute(reference, "linear") != "no" or navigation
        # Some programs name a file again for each of its sections.
        chapters.setdefault(name, Chapter(name, navigation or name in guide, linear, navigation))
    yield from sorted(chapters.values(), key=lambda chapter: not chapter.linear)


def _chapter(data: bytes, chapter: Chapter, book: _Book, meter: Meter) -> Iterator[Piece]:
    declared = _ENCODING.search(data[:200])
    text = decode(data, declared[1].decode("ascii") if declared else "").text
    if not text.strip():
        return
    # In XHTML such an element is empty; a parser of HTML would take all that follows for what stands in it.
    root = parse_html(_EMPTY.sub(r"<\1\2></\1>", text), meter)
    name = chapter.name.rpartition("/")[2]
    for place, label in labels_of(root, name).items():
        book.labels.setdefault(place.partition("#")[0], {})[place] = label
    manner = Manner(
        left_out=lambda element: bool(element.tag == "nav") and not chapter.contents,
        labels=book.labels.get(name, {}),
        name=name,
        pages=book.pages.get(chapter.name, {}),
        contents=chapter.navigation,
        path=f"{chapter.name}#",
    )
    pieces, entry = list(_without_contents(list(Walk(meter, manner).pieces(root)))), book.titles.get(chapter.name)
    if (parts := book.parts.get(chapter.name)) and not chapter.contents:
        pieces = _parted(pieces, entry, parts)
    for piece in _headed(pieces, entry):
        if piece.kind == "figure" and (source := piece.about.get("source")):
            piece = piece._replace(about={"source": source if ":" in source else link_target(chapter.name, source)})
        if chapter.contents and piece.kind == "list":
            yield piece._replace(prose=False)
        elif chapter.linear or piece.kind not in PROSE:
            yield piece
        else:
            yield piece._replace(kind="footnote", mark="")


def _without_contents(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield pieces; the headings of a table of contents, which are nothing but links into the book, as its items."""
    targets = {target.partition("#")[0] for piece in pieces if (target := _lead(piece))}
    # Headings over text may lead back, all of them to the same file.
    contents = len(targets - {""}) >= _FILES
    for leads, run in groupby(pieces, lambda piece: bool(_lead(piece))):
        found = list(run)
        if leads and (contents or len(found) >= _CONTENTS):
            found = [piece._replace(kind="list", level=max(1, piece.level), prose=False) for piece in found]
        yield from found


def _lead(piece: Piece) -> str:
    """Return to which other place of the book a heading leads that is a link and nothing else but its number, or ""."""
    link = next((mark for mark in piece.marks if mark.kind == "link"), None) if piece.kind == "heading" else None
    if link is None or ":" in link.target:
        return ""
    return "" if any(map(str.isalpha, piece.text[: link.start] + piece.text[link.end :])) else link.target


def _parted(pieces: list[Piece], entry: Entry | None, parts: dict[str, int]) -> list[Piece]:
    """Return a chapter with the headings that only the contents know as such: some books just print them bold.

    >>> chapter = [Piece("heading", "1. Rain", 1), Piece("paragraph", "1.1 Drizzle"), Piece("paragraph", "Rain fell.")]
    >>> [(piece.kind, piece.level) for piece in _parted(chapter, Entry("1. Rain", 3), {"1.1 drizzle": 4})]
    [('heading', 1), ('heading', 2), ('paragraph', 0)]
    """
    headings = {piece.text.casefold(): piece.level for piece in pieces if piece.kind == "heading"}
    left = {title: depth for title, depth in parts.items() if title not in headings}
    depths = parts if entry is None else {**parts, entry.title.casefold(): entry.depth}
    # How far the levels of this file are from the depths of the contents.
    shift = next((level - depths[title] for title, level in headings.items() if title in depths), 0)
    found = []
    for piece in pieces:
        if left and piece.kind == "paragraph" and (depth := left.pop(piece.text.casefold(), 0)):
            piece = piece._replace(kind="heading", level=min(6, max(1, depth + shift)))
        found.append(piece)
    return found


def _headed(pieces: list[Piece], entry: Entry | None) -> list[Piece]:
    """Return a chapter with a heading: if it has none, the one that the table of contents knows.

    >>> chapter = [Piece("paragraph", "One"), Piece("paragraph", "Rain fell.")]
    >>> [piece.kind for piece in _headed(chapter, Entry("One", 1))]
    ['heading', 'paragraph']
    """
    if entry is None or any(piece.kind in ("heading", "title") for piece in pieces):
        return pieces
    if not any(piece.kind in PROSE and piece.prose for piece in pieces):
        return pieces
    first = next(index for index, piece in enumerate(pieces) if piece.text)
    level = min(6, entry.depth)
    if pieces[first].text.casefold() == entry.title.casefold():
        return [*pieces[:first], pieces[first]._replace(kind="heading", level=level, mark=""), *pieces[first + 1 :]]
    return [Piece("heading", entry.title, level), *pieces]


def _once(pieces: list[Piece], title: str) -> list[Piece]:
    """Return pieces without the title of the book where a title page, or the contents, repeat it."""
    ranked = next((index for index, piece in enumerate(pieces) if piece.prose and piece.kind in PROSE), len(pieces))
    return [
        piece
        for index, piece in enumerate(pieces)
        if index >= ranked or piece.kind != "heading" or piece.text.casefold() != title.casefold()
    ]
