"""The lines of a PDF page: PDFium's characters with their boxes, gathered into words and lines."""

from __future__ import annotations

import ctypes
import math
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

from sentencerank.extras import require

_LINE = re.compile("[^\r\n\ufffe]+\ufffe?")  # PDFium puts U+FFFE for a hyphen at the end of a line, and no line end
_WORD = re.compile(r"\S+")
_LIGATURES = {
    0xFFFE: "-",
    0xFB00: "ff",
    0xFB01: "fi",
    0xFB02: "fl",
    0xFB03: "ffi",
    0xFB04: "ffl",
    0xFB05: "st",
    0xFB06: "st",
}
_BOLD = re.compile(r"bold|black|heavy|demi|medi(?:um)?(?:$|-|ital)|cmbx|cmb\d|-bd|sfbx|,bold", re.IGNORECASE)
_FIXED = re.compile(r"courier|mono|consol|typewriter|cmtt|menlo|fixed|lettergothic|nimbusmon", re.IGNORECASE)
_FONT_NAME = 128  # bytes of a font name that are looked at


class Word(NamedTuple):
    """A word and where it begins and ends."""

    text: str
    left: float
    right: float


class Font(NamedTuple):
    """How a line looks from end to end."""

    size: float
    bold: bool = False
    fixed: bool = False  # all letters are equally wide: code


class Line:
    """Words on one baseline; `top` and `bottom` grow downwards from the top of the page."""

    def __init__(self, words: list[Word], top: float, bottom: float, font: Font) -> None:
        self.words, self.top, self.bottom, self.font = words, top, bottom, font
        self.size = font.size
        self.left, self.right = words[0].left, words[-1].right

    @cached_property
    def text(self) -> str:
        """The words, one space between them."""
        return " ".join(word.text for word in self.words)

    def cells(self, gap: float) -> list[list[Word]]:
        """The words between gaps of at least `gap` times the font size."""
        cells = [[self.words[0]]]
        for word in self.words[1:]:
            if word.left - cells[-1][-1].right >= gap * self.size:
                cells.append([])
            cells[-1].append(word)
        return cells

    def part(self, words: list[Word]) -> Line:
        """Some of its words as a line of their own."""
        return Line(words, self.top, self.bottom, self.font)


class Page(NamedTuple):
    """The lines of a page in the order of the file, and its size."""

    lines: list[Line]
    width: float
    height: float


def page_lines(page: Any) -> Page:
    """The lines of a page, upright: text that runs in another direction than most is left out."""
    textpage = page.get_textpage()
    try:
        reader = _Reader(textpage)
        found = list(reader.lines())
    finally:
        textpage.close()
    width, height = page.get_size()
    if page.get_rotation() in (90, 270):  # boxes are those of the page before it is turned
        width, height = height, width
    turns = Counter[int]()
    for turn, line in found:
        turns[turn] += sum(len(word.text) for word in line[0])
    most = turns.most_common(1)[0][0] if turns else 0
    lines = [_upright(line, most, width, height) for turn, line in found if turn == most]
    return Page(lines, *((height, width) if most % 2 else (width, height)))


class _Box(NamedTuple):
    text: str
    left: float
    bottom: float
    right: float
    top: float


_Raw = tuple[list[_Box], Font]


class _Reader:
    """One text page of PDFium, asked for as few characters as will do: a call takes a microsecond."""

    def __init__(self, textpage: Any) -> None:
        self._pdfium = require("pypdfium2.raw", "documents")
        self._page = textpage.raw
        self._count = max(0, self._pdfium.FPDFText_CountChars(self._page))
        self._matrix, self._name = self._pdfium.FS_MATRIX(), ctypes.create_string_buffer(_FONT_NAME)

    def lines(self) -> Iterator[tuple[int, _Raw]]:
        """Each line and its direction in quarter turns."""
        for line in _LINE.finditer(self._text()):
            spans = [(word.group(), word.start(), word.end()) for word in _WORD.finditer(line.group())]
            if not spans:
                continue
            ends = line.start() + spans[0][1], line.start() + spans[-1][2] - 1
            places = (
                ends[0],
                line.start() + spans[len(spans) // 2][1],
                ends[1],
            )  # one word may be smaller: code, a note
            size = sorted(self._size(place) for place in places)[1]
            turn = self._turn(places[1])
            if size > 0 and turn is not None:
                names = [self._font_name(place) for place in ends]
                font = Font(size, all(map(_BOLD.search, names)), all(map(_FIXED.search, names)))
                yield turn, (self._words(spans, line.start()), font)

    def _text(self) -> str:
        buffer = (ctypes.c_ushort * (self._count + 1))()
        written = self._pdfium.FPDFText_GetText(self._page, 0, self._count, buffer)
        if written - 1 == self._count:  # else some characters have no Unicode, and places would shift
            text = bytes(buffer)[: 2 * self._count].decode("utf-16-le", errors="surrogatepass")
            if len(text) == self._count:
                return text
        codes = (self._pdfium.FPDFText_GetUnicode(self._page, index) for index in range(self._count))
        return "".join(chr(code) if 0 < code < 0x110000 else "\ufffd" for code in codes)

    def _words(self, spans: list[tuple[str, int, int]], offset: int) -> list[_Box]:
        """Words with the boxes of their first and last characters together."""
        page, ask = self._page, self._pdfium.FPDFText_GetLooseCharBox
        first, last = self._pdfium.FS_RECTF(), self._pdfium.FS_RECTF()
        first_reference, last_reference = ctypes.byref(first), ctypes.byref(last)
        boxes = []
        for text, start, end in spans:
            ask(page, offset + start, first_reference)
            ask(page, offset + end - 1, last_reference)
            left, right, bottom, top = first.left, last.right, first.bottom, first.top
            if left > right or last.bottom != bottom:  # turned text, an accent, a word written from the right
                left, right = min(left, last.left), max(first.right, right)
                bottom, top = min(bottom, last.bottom), max(top, last.top)
            if not text.isascii():
                text = text.translate(_LIGATURES)
            boxes.append(_Box(text, left, bottom, right, top))
        return boxes

    def _size(self, place: int) -> float:
        """The font size as it is seen; 0 for what cannot be seen."""
        self._pdfium.FPDFText_GetMatrix(self._page, place, ctypes.byref(self._matrix))
        size = self._pdfium.FPDFText_GetFontSize(self._page, place) * math.hypot(self._matrix.c, self._matrix.d)
        return round(size, 1) if math.isfinite(size) else 0.0

    def _turn(self, place: int) -> int | None:
        """The direction of the text in quarter turns; None if it is aslant."""
        self._pdfium.FPDFText_GetMatrix(self._page, place, ctypes.byref(self._matrix))
        turns = math.atan2(self._matrix.b, self._matrix.a) / (math.pi / 2)
        return round(turns) % 4 if abs(turns - round(turns)) < 0.1 else None

    def _font_name(self, place: int) -> str:
        flags = ctypes.c_int()
        length = self._pdfium.FPDFText_GetFontInfo(self._page, place, self._name, _FONT_NAME, ctypes.byref(flags))
        return self._name.value.decode("utf-8", errors="replace") if 0 < length <= _FONT_NAME else ""


def _upright(raw: _Raw, turn: int, width: float, height: float) -> Line:
    boxes, font = raw
    if not turn:  # most pages, so without a detour
        words = [Word(box.text, box.left, box.right) for box in boxes]
        return Line(words, height - max(box.top for box in boxes), height - min(box.bottom for box in boxes), font)
    turned = [_turned(box, turn, width, height) for box in boxes]
    words = [Word(box.text, box.left, box.right) for box in turned]
    return Line(words, min(box.top for box in turned), max(box.bottom for box in turned), font)


def _turned(box: _Box, turn: int, width: float, height: float) -> _Box:
    """A box seen upright, with y growing downwards."""
    text, left, bottom, right, top = box
    if turn == 1:  # text runs upwards
        return _Box(text, bottom, right, top, left)
    if turn == 2:
        return _Box(text, width - right, top, width - left, bottom)
    return _Box(text, height - top, width - left, height - bottom, width - right)
