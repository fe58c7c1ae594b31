"""What the navigation of an e-book says: the titles of its chapters, and where its pages begin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sentencerank.documents.archive import Archive, attribute, elements, link_target, local_name
from sentencerank.documents.pieces import tidy

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_NCX = "application/x-dtbncx+xml"


class Entry(NamedTuple):
    """A line of the table of contents: what it is called, and how deep it stands, from 1."""

    title: str
    depth: int


class Navigation(NamedTuple):
    """What is known of a file by its name: its title, the numbers of its pages by their ids, the titles inside it."""

    titles: dict[str, Entry]
    pages: dict[str, dict[str, str]]
    parts: dict[str, dict[str, int]]  # how deep a title, in small letters, stands


def navigation_of(archive: Archive, package: Element, package_name: str) -> Navigation:
    """Read the navigation file of EPUB 3 and that of EPUB 2; a book can do without either."""
    found = Navigation({}, {}, {})
    for item in elements(package, "item"):
        name = link_target(package_name, attribute(item, "href"))
        if "nav" in attribute(item, "properties").split():
            _read_nav(archive.optional_xml(name), name, found)
        elif attribute(item, "media-type") == _NCX:
            _read_ncx(archive.optional_xml(name), name, found)
    return found


def _read_nav(root: Element | None, name: str, found: Navigation) -> None:
    for nav in elements(root, "nav") if root is not None else ():
        kind = attribute(nav, "type")
        for link, depth in _inside(nav, "ol", "a"):
            _add(found, kind, name, attribute(link, "href"), "".join(link.itertext()), depth)


def _read_ncx(root: Element | None, name: str, found: Navigation) -> None:
    if root is None:
        return
    for point, depth in _inside(root, "navPoint", "navPoint"):
        _add(found, "toc", name, *_target(point), depth)
    for target in elements(root, "pageTarget"):
        address, title = _target(target)
        _add(found, "page-list", name, address, title or attribute(target, "value"), 1)


def _target(point: Element) -> tuple[str, str]:
    address = title = ""
    for child in point:
        if local_name(child.tag) == "content":
            address = attribute(child, "src")
        elif local_name(child.tag) == "navLabel":
            title = "".join(child.itertext())
    return address, title


def _inside(root: Element, level: str, name: str) -> Iterator[tuple[Element, int]]:
    """Yield the elements of a name in their order, and how many elements of another name they stand in."""
    waiting = [(root, int(local_name(root.tag) == level))]
    while waiting:
        element, depth = waiting.pop()
        if local_name(element.tag) == name:
            yield element, depth
        waiting += [(child, depth + (local_name(child.tag) == level)) for child in reversed(element)]


def _add(found: Navigation, kind: str, base: str, address: str, title: str, depth: int) -> None:
    file, place, title = link_target(base, address), address.partition("#")[2], tidy(title)
    if not address or not title:
        return
    if kind == "toc":
        # The first entry that leads into a file is about its beginning.
        found.titles.setdefault(file, Entry(title, max(1, depth)))
        if place:
            found.parts.setdefault(file, {}).setdefault(title.casefold(), max(1, depth))
    elif kind == "page-list" and place:
        found.pages.setdefault(file, {}).setdefault(place, title)
