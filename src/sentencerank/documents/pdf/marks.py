"""How deep the marks of a PDF's content are nested.

PDFium copies the list of all open marks for each one that opens: 50,000 that never close take gigabytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

_TOKEN = re.compile(rb"\(|%[^\r\n]*|\b(?:B[DM]C|EMC|BI|ID)\b")
_IN_STRING = re.compile(rb"\\.|[()]", re.DOTALL)
_MARKS = (b"BDC", b"BMC", b"EMC")


class Marks(NamedTuple):
    """What one content does to the number of open marks. An end where none is open is ignored, as PDFium does."""

    highest: int = 0  # above where it starts
    change: int = 0  # at its end, if no end is ignored
    deepest: int = 0  # if none is open at the start
    left: int = 0  # open at the end, if none is open at the start


def marks_of(content: bytes) -> Marks:
    """Count the marks of a content; strings, comments and pictures are skipped.

    >>> marks_of(b"/P BMC /S <</MCID 0>> BDC (BMC BMC) Tj EMC")
    Marks(highest=2, change=1, deepest=2, left=1)
    """
    if not any(name in content for name in _MARKS):
        return Marks()
    highest = change = deepest = left = place = 0
    picture = False
    while (token := _TOKEN.search(content, place)) is not None:
        place, text = token.end(), token[0]
        if text == b"(":
            place = _behind_string(content, place)
        elif text in (b"BDC", b"BMC"):
            change, left = change + 1, left + 1
            highest, deepest = max(highest, change), max(deepest, left)
        elif text == b"EMC":
            change, left = change - 1, max(0, left - 1)
        elif text == b"BI":
            picture = True
        elif text == b"ID" and picture:
            picture = False
            # The bytes of a picture follow, or the file is damaged and they never end.
            end = content.find(b"EI", place)
            place = end if end >= 0 else len(content)
    return Marks(highest, change, deepest, left)


def _behind_string(content: bytes, place: int) -> int:
    """Return where the string ends that begins before a place; brackets in it are closed, or escaped."""
    brackets = 1
    while brackets and (token := _IN_STRING.search(content, place)) is not None:
        place = token.end()
        brackets += {b"(": 1, b")": -1}.get(token[0], 0)
    return place if not brackets else len(content)


def deepest(contents: Iterable[Marks]) -> int:
    """Return how many marks are open at most, in contents that are read one after the other.

    >>> deepest([Marks(1, 1, 1, 1)] * 3)
    3
    """
    found = now = 0
    for one in contents:
        found = max(found, now + one.highest, one.deepest)
        now = max(now + one.change, one.left)
    return found
