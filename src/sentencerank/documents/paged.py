"""Plain text that was printed: pages with running heads, page numbers and numbered lines, as of RFCs and pdftotext.

The text is put together again as it was before it was printed: what stands at the head and the foot of the pages is
left out and counted, and a paragraph that a page ends goes on on the next one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from sentencerank.document import Place
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece, table, tidy
from sentencerank.documents.plain import decode
from sentencerank.languages.layout import blocks, cells
from sentencerank.languages.words import WORD, is_hyphenated, unbroken

_EDGE = 3  # lines at the head and at the foot of a page that may be running heads
_PAGES = 2  # on so many pages at least a running head comes back
_SHARE = 0.3  # and on this share of them
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"[\[(-]{0,2} ?(?:[Pp]age )?(?:\d{1,4}|[ivxlc]{1,6})(?: ?(?:/|of) ?\d{1,4})? ?[\])-]{0,2}")
_NUMBERED_LINE = re.compile(r"[ \t]{0,8}(\d{1,5})(?:[ \t]{2,}|\t|$|(?<=\d) (?=\S))")
_NUMBERED_LINES = 12
_COUNTING = 0.8  # the share of lines whose numbers count upwards
_ENDS = re.compile(r"[.!?…:;。！？][\"'”’»)\]]*$")


class _Line(NamedTuple):
    text: str
    number: int  # in the file
    page: int


def is_paged(text: str, named: bool) -> bool:
    """Whether a text has pages with a running head, or lines with numbers before them."""
    pages = text.split("\f")
    return (len(pages) > _PAGES and bool(_running([page.split("\n") for page in pages]))) or _has_numbers(text)


def _has_numbers(text: str) -> bool:
    """Return whether numbers that count upwards stand before nearly all lines."""
    lines = [line for line in text.split("\n") if line and not line.isspace()]
    if len(lines) < _NUMBERED_LINES:
        return False
    numbers: list[int] = []
    for count, line in enumerate(lines, 1):
        if found := _NUMBERED_LINE.match(line):
            numbers.append(int(found[1]))
        elif len(numbers) + len(lines) - count < _COUNTING * len(lines):
            return False
    worded = sum(len(line.split()) > 4 for line in lines)
    counted = sum(two - one == 1 for one, two in pairwise(numbers))
    return counted >= _COUNTING * len(numbers) and 2 * worded > len(lines)


def read(data: bytes, meter: Meter) -> Content:
    """Read the text without what was printed around it."""
    text, notes = decode(data)
    text = meter.take(text)
    return paged_content(text, notes)


def paged_content(text: str, notes: tuple[str, ...] = ()) -> Content:
    """Return what a printed text consists of."""
    if _has_numbers(text.replace("\f", "\n")):
        text = "\n".join(_NUMBERED_LINE.sub("", line, count=1) for line in text.split("\n"))
        notes = (*notes, "left out: line numbers")
    pages = [page.split("\n") for page in text.split("\f")]
    running = _running(pages)
    lines, left_out = _body(pages, running)
    if left_out:
        notes = (*notes, f"left out: heads and feet of pages ({left_out})")
    return Content(tuple(_pieces(lines, len(pages) > 1)), notes)


def _key(line: str) -> str:
    return " ".join(_DIGITS.sub("0", line).split())


def _edges(page: Sequence[str]) -> list[int]:
    """Return the first and the last lines of a page that are not empty."""
    filled = [index for index, line in enumerate(page) if line.strip()]
    return sorted({*filled[:_EDGE], *filled[-_EDGE:]})


def _running(pages: Sequence[Sequence[str]]) -> frozenset[str]:
    """Return the lines that come back at the edges of pages, with other numbers."""
    times = Counter(key for page in pages for key in {_key(page[index]) for index in _edges(page)})
    least = max(_PAGES, _SHARE * len(pages))
    return frozenset(key for key, count in times.items() if count >= least and len(key) > 2)


def _body(pages: Sequence[Sequence[str]], running: frozenset[str]) -> tuple[list[_Line], int]:
    """Return the lines without running heads, pages joined where a paragraph goes on, and how many were left out."""
    result: list[_Line] = []
    number = left_out = 0
    for count, page in enumerate(pages, 1):
        edges = set(_edges(page))
        kept = []
        for index, line in enumerate(page):
            head = index in edges and (_key(line) in running or bool(_NUMBER.fullmatch(line.strip()[:40])))
            left_out += head
            if not head:
                kept.append(_Line(line, number + index + 1, count))
        # A form feed ends the last line of a page, or stands on a line of its own.
        number += len(page) - 1
        while kept and not kept[0].text.strip():
            kept.pop(0)
        end = len(result)
        while end and not result[end - 1].text.strip():
            end -= 1
        del result[end:]
        if result and kept and not _goes_on(result[-1].text, kept[0].text):
            result.append(_Line("", number, count))
        result += kept
    return result, left_out


def _goes_on(line: str, following: str) -> bool:
    first = following.strip()[:1]
    return first.islower() or (not _ENDS.search(line.rstrip()[-9:]) and first.isalnum() and len(line.split()) > 6)


def _pieces(lines: Sequence[_Line], paged: bool) -> Iterator[Piece]:
    """Yield the blocks of the lines; a page begins before the first block that begins on it."""
    text = "\n".join(line.text for line in lines)
    starts, start = [], 0
    for line in lines:
        starts.append(start)
        start += len(line.text) + 1
    known = {word.lower() for word in WORD.findall(text)} if is_hyphenated(text) else None
    place, page = 0, 0
    for block in blocks(text):
        while place + 1 < len(starts) and starts[place + 1] <= block.start:
            place += 1
        line = lines[place]
        if paged and line.page != page:
            page = line.page
            yield Piece("page", "", about={"number": str(page)})
        inside = text[block.start : block.end]
        if block.kind == "table":
            yield table(cells(row) for row in inside.split("\n") if any(map(str.isalnum, row)))
            continue
        mark = text[starts[place] : block.start].lstrip() if block.kind == "list" else ""
        if known and block.kind != "code":
            inside = unbroken(inside, known)
        inside = tidy(inside, block.kind)
        yield Piece(block.kind, inside, block.level, mark, places=(Place(0, len(inside), line=line.number),))
