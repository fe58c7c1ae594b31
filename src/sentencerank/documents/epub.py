"""E-books (.epub): the chapters in the order of the spine, each an XHTML file; the table of contents is not ranked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sentencerank.documents.archive import PASSWORD, Archive, attribute, elements, link_target, local_name
from sentencerank.documents.html import html_pieces
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece
from sentencerank.documents.plain import decode
from sentencerank.errors import DocumentError, LimitError

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_ENCODING = re.compile(rb"""<\?xml[^<>]*?encoding\s*=\s*["']([\w.:-]+)""")
_CHAPTERS = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A file of the spine."""

    name: str
    contents: bool  # a table of contents
    linear: bool  # False: beside the text, such as notes


def read(data: bytes, meter: Meter) -> Content:
    """Read the title, then every chapter."""
    archive = Archive(data, meter)
    package_name = _package_name(archive)
    package = archive.xml(package_name)
    protected = _protected(archive)
    pieces = [Piece("title", text) for text in _metadata(package, "title")[:1]]
    chapters = list(_spine(package, package_name))
    if any(chapter.name in protected for chapter in chapters):
        raise DocumentError("the book is protected against copying (DRM). Give a copy without protection.")
    if any(chapter.name in archive.locked for chapter in chapters):
        raise DocumentError(PASSWORD)
    missing = damaged = 0
    for chapter in chapters:
        if chapter.name not in archive.names:
            missing += 1
            continue
        try:
            pieces += list(_chapter(archive.read(chapter.name), chapter, meter))
        except LimitError:
            raise
        except DocumentError:
            damaged += 1
    if damaged and missing + damaged == len(chapters):
        raise DocumentError(f"none of the {len(chapters)} chapters of the book can be read. Download it again.")
    notes = [f"{missing} chapters of the book are missing in the file"] * (missing > 0)
    notes += [f"{damaged} of {len(chapters)} chapters are damaged and were left out"] * (damaged > 0)
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
    chapters = []
    for reference in elements(package, "itemref"):
        item = items.get(attribute(reference, "idref"))
        if item is None or attribute(item, "media-type") not in _CHAPTERS:
            continue
        name = link_target(package_name, attribute(item, "href"))
        contents = "nav" in attribute(item, "properties").split() or name in guide
        chapters.append(Chapter(name, contents, attribute(reference, "linear") != "no"))
    yield from sorted(chapters, key=lambda chapter: not chapter.linear)


def _chapter(data: bytes, chapter: Chapter, meter: Meter) -> Iterator[Piece]:
    declared = _ENCODING.search(data[:200])
    text = decode(data, declared[1].decode("ascii") if declared else "").text
    if not text.strip():
        return
    if chapter.contents:
        # Elsewhere a <nav> is only in the way, and skipped.
        text = text.replace("<nav", "<div").replace("</nav", "</div")
    for piece in html_pieces(text, meter):
        if chapter.contents:
            yield piece if piece.kind == "heading" else piece._replace(kind="list", prose=False)
        else:
            yield piece if chapter.linear or piece.kind == "heading" else piece._replace(kind="reference")
