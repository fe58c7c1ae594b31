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

# PDFium puts U+FFFE for a hyphen at the end of a line, and no line end.
_LINE = re.compile("[^\r\n\ufffe]+\ufffe?")
_WORD = re.compile(r"\S+")
_LIGATURES = {0xFFFE: "-", **dict(enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"), start=0xFB00))}
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
        """The words with one space between them."""
        return " ".join(word.text for word in self.words)

    def cells(self, gap: float) -> list[list[Word]]:
        """Split the words at gaps of at least `gap` times the font size."""
        cells = [[self.words[0]]]
        for word in self.words[1:]:
            if word.left - cells[-1][-1].right >= gap * self.size:
                cells.append([])
            cells[-1].append(word)
        return cells

    def part(self, words: list[Word]) -> Line:
        """Return some of its words as a line of their own."""
        return Line(words, self.top, self.bottom, self.font)


class Page(NamedTuple):
    """The lines of a page in the order of the file, and its size."""

    lines: list[Line]
    width: float
    height: float


def read_page(page: Any) -> Page:
    """Read the lines of a page, upright: text that runs in another direction than most is left out."""
    textpage = page.get_textpage()
    try:
        found = list(_Reader(textpage).lines())
    finally:
        textpage.close()
    width, height = page.get_size()
    # Boxes are those of the page before it is turned.
    if page.get_rotation() in (90, 270):
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
        """Yield each line and its direction in quarter turns."""
        for line in _LINE.finditer(self._text()):
            spans = [(word.group(), word.start(), word.end()) for word in _WORD.finditer(line.group())]
            if not spans:
                continue
            ends = line.start() + spans[0][1], line.start() + spans[-1][2] - 1
            middle = line.start() + spans[len(spans) // 2][1]
            # The median of three places: one word may be smaller, such as code or the mark of a note.
            size = sorted(self._size(place) for place in (*ends, middle))[1]
            turn = self._turn(middle)
            if size > 0 and turn is not None:
                names = [self._font_name(place) for place in ends]
                font = Font(size, all(map(_BOLD.search, names)), all(map(_FIXED.search, names)))
                yield turn, (self._words(spans, line.start()), font)

    def _text(self) -> str:
        buffer = (ctypes.c_ushort * (self._count + 1))()
        written = self._pdfium.FPDFText_GetText(self._page, 0, self._count, buffer)
        # Otherwise some characters have no Unicode, and places would shift.
        if written - 1 == self._count:
            text = bytes(buffer)[: 2 * self._count].decode("utf-16-le", errors="surrogatepass")
            if len(text) == self._count:
                return text
        codes = (self._pdfium.FPDFText_GetUnicode(self._page, index) for index in range(self._count))
        return "".join(chr(code) if 0 < code < 0x110000 else "\ufffd" for code in codes)

    def _words(self, spans: list[tuple[str, int, int]], offset: int) -> list[_Box]:
        """Return the words, each with the box around its first and last characters."""
        page, ask = self._page, self._pdfium.FPDFText_GetLooseCharBox
        first, last = self._pdfium.FS_RECTF(), self._pdfium.FS_RECTF()
        first_reference, last_reference = ctypes.byref(first), ctypes.byref(last)
        boxes = []
        for text, start, end in spans:
            ask(page, offset + start, first_reference)
            ask(page, offset + end - 1, last_reference)
            left, right, bottom, top = first.left, last.right, first.bottom, first.top
            # Turned text, an accent, or a word written from the right.
            if left > right or last.bottom != bottom:
                left, right = min(left, last.left), max(first.right, right)
                bottom, top = min(bottom, last.bottom), max(top, last.top)
            if not text.isascii():
                text = text.translate(_LIGATURES)
            boxes.append(_Box(text, left, bottom, right, top))
        return boxes

    def _size(self, place: int) -> float:
        """Return the font size as it is seen; 0 for what cannot be seen."""
        self._pdfium.FPDFText_GetMatrix(self._page, place, ctypes.byref(self._matrix))
        size = self._pdfium.FPDFText_GetFontSize(self._page, place) * math.hypot(self._matrix.c, self._matrix.d)
        return round(size, 1) if math.isfinite(size) else 0.0

    def _turn(self, place: int) -> int | None:
        """Return the direction of the text in quarter turns; None if it is aslant."""
        self._pdfium.FPDFText_GetMatrix(self._page, place, ctypes.byref(self._matrix))
        turns = math.atan2(self._matrix.b, self._matrix.a) / (math.pi / 2)
        return round(turns) % 4 if abs(turns - round(turns)) < 0.1 else None

    def _font_name(self, place: int) -> str:
        flags = ctypes.c_int()
        length = self._pdfium.FPDFText_GetFontInfo(self._page, place, self._name, _FONT_NAME, ctypes.byref(flags))
        return self._name.value.decode("utf-8", errors="replace") if 0 < length <= _FONT_NAME else ""


def _upright(raw: _Raw, turn: int, width: float, height: float) -> Line:
    boxes, font = raw
    # Most pages are not turned, so this way is short.
    if not turn:
        words = [Word(box.text, box.left, box.right) for box in boxes]
        return Line(words, height - max(box.top for box in boxes), height - min(box.bottom for box in boxes), font)
    turned = [_turn_box(box, turn, width, height) for box in boxes]
    words = [Word(box.text, box.left, box.right) for box in turned]
    return Line(words, min(box.top for box in turned), max(box.bottom for box in turned), font)


def _turn_box(box: _Box, turn: int, width: float, height: float) -> _Box:
    """Return a box as it is seen upright, with y growing downwards; at turn 1 the text runs upwards."""
    text, left, bottom, right, top = box
    if turn == 1:
        return _Box(text, bottom, right, top, left)
    if turn == 2:
        return _Box(text, width - right, top, width - left, bottom)
    return _Box(text, height - top, width - left, height - bottom, width - right)
