"""The numberings of a Word file: the mark that each item of a list, and each numbered heading, has before it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from sentencerank.documents.archive import attribute, local_name
from sentencerank.documents.numerals import numeral

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_STYLES = {"lowerLetter": "a", "upperLetter": "A", "lowerRoman": "i", "upperRoman": "I"}
_DEEPEST = 8  # Word has nine levels, from 0
_PLACE = re.compile(r"%([1-9])")
_LONGEST = 40  # characters of a mark


class _Level(NamedTuple):
    start: int = 1
    format: str = "decimal"
    text: str = ""


_BULLET = _Level(format="bullet", text="•")


class Numbering:
    """Counts the items of every list while a document is read."""

    def __init__(self, part: Element | None) -> None:
        self._levels: dict[str, dict[int, _Level]] = {}
        self._lists: dict[str, str] = {}  # number → abstract list
        self._starts: dict[tuple[str, int], int] = {}  # where a number begins its list anew
        self._by_style: dict[str, tuple[str, int]] = {}  # style → abstract list and depth
        self._counts: dict[str, list[int]] = {}
        self._begun: set[str] = set()
        self._owners: dict[str, str] = {}  # style of a list → the list that defines it
        self._links: dict[str, str] = {}  # list → the style that it takes its levels from
        for each in part or ():
            if local_name(each.tag) == "abstractNum":
                self._abstract(each)
        for each in part or ():
            if local_name(each.tag) == "num":
                self._number(each)

    def _abstract(self, element: Element) -> None:
        id = attribute(element, "abstractNumId")
        levels: dict[int, _Level] = {}
        for part in element:
            if local_name(part.tag) == "styleLink":
                self._owners[attribute(part, "val")] = id
            elif local_name(part.tag) == "numStyleLink":
                self._links[id] = attribute(part, "val")
            if local_name(part.tag) != "lvl":
                continue
            values = {local_name(each.tag): attribute(each, "val") for each in part}
            depth = whole(attribute(part, "ilvl"))
            levels[depth] = _Level(
                whole(values.get("start", "1")), values.get("numFmt", "decimal"), values.get("lvlText", "")[:_LONGEST]
            )
            if style := values.get("pStyle"):
                self._by_style.setdefault(style, (id, depth))
        self._levels[id] = levels

    def _number(self, element: Element) -> None:
        id = attribute(element, "numId")
        for part in element:
            if local_name(part.tag) == "abstractNumId":
                self._lists[id] = attribute(part, "val")
            elif local_name(part.tag) == "lvlOverride":
                for each in part:
                    if local_name(each.tag) == "startOverride":
                        self._starts[id, whole(attribute(part, "ilvl"))] = whole(attribute(each, "val"))

    def depth_of(self, style: str) -> int | None:
        """Return how deep the items of a style stand, if a list names that style."""
        return self._by_style[style][1] if style in self._by_style else None

    def mark(self, number: str, depth: int) -> str:
        """Count an item and return its mark, such as "2.1 " or "- "; what only goes on with an item has none."""
        depth = min(max(depth, 0), _DEEPEST)
        abstract = self._lists.get(number, "")
        levels = self._levels.get(abstract) or self._levels.get(self._owners.get(self._links.get(abstract, ""), ""), {})
        level = levels.get(depth, _BULLET)
        if level.format == "bullet":
            return "- " if level.text.strip() else ""
        key = abstract or number
        counts = self._counts.setdefault(key, [])
        if number not in self._begun:
            # A second number of the same list goes on with it, unless it says where to begin.
            self._begun.add(number)
            for each in range(_DEEPEST + 1):
                if (number, each) in self._starts and each < len(counts):
                    del counts[each:]
        while len(counts) <= depth:
            each = len(counts)
            first = self._starts.get((number, each), levels.get(each, _Level()).start)
            counts.append(first - 1 if each == depth else first)
        del counts[depth + 1 :]
        counts[depth] += 1
        if level.format == "none":
            return ""
        text = _PLACE.sub(lambda place: self._shown(int(place[1]) - 1, counts, levels), level.text).strip()
        return f"{text} " if text else ""

    @staticmethod
    def _shown(depth: int, counts: list[int], levels: dict[int, _Level]) -> str:
        if depth >= len(counts):
            return ""
        return numeral(counts[depth], _STYLES.get(levels.get(depth, _Level()).format, "1"))


def whole(text: str) -> int:
    """Return a number from 0 to 99,999 that an attribute names, or 0 if it names none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
