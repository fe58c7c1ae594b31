"""Pictures in HTML: what they show, where they are from, and whether they are more than ornament."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sentencerank.documents.html.signs import some_text

if TYPE_CHECKING:
    from lxml.etree import _Element

_SMALL = 40  # pixels
_ICON = re.compile(
    r"(?:^|[/_.-])(?:icons?|bullets?|spacer|pixel|blank|callouts?|nav|buttons?|arrows?|emoji|favicon|transparent|next|"
    r"prev|previous|home|up|contents|toc|index|left|right|down|note|tip|warning|caution|important|badge|logo|avatar|dot|"
    r"clear|1x1|search|close|"
    r"folder|open|magnify)s?[\d_-]*(?:[/.]|$)",
    re.IGNORECASE,
)
_FILE = re.compile(r"^\S+\.(?:png|jpe?g|gif|svg|webp)$", re.IGNORECASE)
_NUMBER = re.compile(r"\s*(\d{1,6})")
_LONGEST = 500  # characters of an address


class Picture(NamedTuple):
    """A picture: its description and its address."""

    text: str
    source: str


def picture_of(element: _Element, *, figure: bool) -> Picture | None:
    """Return what an element shows, or None for an ornament; inside a `<figure>` nothing is one."""
    tag = element.tag
    names = ("src", "data", "data-src", "poster")
    source = next((each for name in names if (each := element.get(name))), "")[:_LONGEST]
    if tag in ("video", "audio"):
        source = source or next((each.get("src") or "" for each in element.iter("source")), "")
        return Picture(element.get("title") or element.get("aria-label") or "", _address(source)) if source else None
    if tag == "svg":
        return _drawing(element, figure)
    alt = element.get("alt")
    if alt and (alt == source or _FILE.search(alt) or not any(map(str.isalnum, alt))):
        alt = None  # the name of a file describes nothing
    if tag == "object":
        alt = element.get("title") or element.get("aria-label") or some_text(element, 300)
        if not source and not alt:
            return None
    # A picture with places to click on is no ornament.
    figure = figure or element.get("usemap") is not None
    if not figure and (_is_small(element) or (not (alt or "").strip() and (alt == "" or _ICON.search(source)))):
        return None
    if not figure and _ICON.search(source.rpartition("/")[2]) and len(alt or "") < 20:
        return None
    return Picture(" ".join((alt or element.get("title") or "").split()), _address(source))


def _drawing(element: _Element, figure: bool) -> Picture | None:
    width = _NUMBER.match(element.get("width") or "")
    large = width is not None and int(width[1]) > 2 * _SMALL
    if not figure and not large:
        return None
    title = next((some_text(each, 300) for each in element.iter("title", "desc")), "")
    return Picture(element.get("aria-label") or title, "")


def _is_small(element: _Element) -> bool:
    sizes = [_NUMBER.match(element.get(side) or "") for side in ("width", "height")]
    return any(size is not None and int(size[1]) <= _SMALL and "%" not in (size.string or "") for size in sizes)


def _address(source: str) -> str:
    """Return an address; of a picture that is written out in it, only what kind it is."""
    source = source.strip()
    return source.partition(";")[0][:100] if source.startswith("data:") else source[:_LONGEST]
