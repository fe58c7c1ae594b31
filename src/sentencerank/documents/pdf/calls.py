"""The questions that PDFium is asked for every word, with addresses as plain numbers.

The functions of pypdfium2 turn each pointer into an object of Python and back, which takes as long as the answer. So
does checking the types of arguments, so these functions are declared without: an int is passed as a C int, and whatever
is an address has to be a `c_void_p`.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable
from functools import lru_cache, partial
from struct import Struct
from typing import Any

from sentencerank.extras import require

_ADDRESS, _INT = ctypes.c_void_p, ctypes.c_int
_FONT_NAME = 128  # bytes of a font name that are looked at
_UTF_16 = "utf-16-le" if sys.byteorder == "little" else "utf-16-be"
_RESULTS = {
    "FPDFText_GetLooseCharBox": _INT, "FPDFText_GetTextObject": _ADDRESS, "FPDFText_GetMatrix": _INT,
    "FPDFText_GetFontSize": ctypes.c_double, "FPDFText_GetCharOrigin": _INT, "FPDFTextObj_GetFont": _ADDRESS,
    "FPDFPage_GetObject": _ADDRESS, "FPDFPageObj_GetType": _INT,
}  # fmt: skip


@lru_cache
def quick(name: str) -> Callable[..., Any]:
    """Return a function of PDFium that takes addresses as `c_void_p` and gives them as numbers."""
    function = getattr(require("pypdfium2.raw", "documents"), name)
    # Of the kind that keeps the lock of the interpreter: to give it up and take it again is a quarter of such a call.
    made: Callable[..., Any] = ctypes.PYFUNCTYPE(_RESULTS[name])(ctypes.cast(function, _ADDRESS).value or 0)
    return made


class Calls:
    """What is asked of one text page. A place is the number of a character; y grows upwards."""

    def __init__(self, textpage: Any) -> None:
        self._pdfium = require("pypdfium2.raw", "documents")
        self._raw = textpage.raw
        page = ctypes.cast(textpage.raw, _ADDRESS)
        self.object: Callable[[int], int | None] = partial(quick("FPDFText_GetTextObject"), page)
        self._ask_matrix = partial(quick("FPDFText_GetMatrix"), page)
        self._ask_size = partial(quick("FPDFText_GetFontSize"), page)
        self._ask_origin = partial(quick("FPDFText_GetCharOrigin"), page)
        self._ask_font = quick("FPDFTextObj_GetFont")
        # Answers are written into memory that is read as numbers: a matrix has six, a box four, a point two.
        self._floats, self._doubles = (ctypes.c_float * 6)(), (ctypes.c_double * 2)()
        self._matrix, self._x = _ADDRESS(ctypes.addressof(self._floats)), _ADDRESS(ctypes.addressof(self._doubles))
        self._y = _ADDRESS(ctypes.addressof(self._doubles) + ctypes.sizeof(ctypes.c_double))
        self.box = self._boxes(page)
        self._name, self._flags = ctypes.create_string_buffer(_FONT_NAME), ctypes.c_int()
        self._names: dict[int | None, str] = {}

    def text(self) -> str:
        """Return all characters, each at its place; one beyond U+FFFF is two surrogates."""
        count = max(0, self._pdfium.FPDFText_CountChars(self._raw))
        buffer = (ctypes.c_ushort * (count + 1))()
        # Otherwise some characters have no Unicode, and places would shift.
        if self._pdfium.FPDFText_GetText(self._raw, 0, count, buffer) - 1 == count:
            text = bytes(buffer)[: 2 * count].decode(_UTF_16, "surrogatepass")
            # Two surrogates are decoded as one character.
            return text if len(text) == count else "".join(map(chr, buffer[:count]))
        codes = (self._pdfium.FPDFText_GetUnicode(self._raw, place) for place in range(count))
        return "".join("\ufffe" if code == 2 else chr(code) if 0 < code < 0x110000 else "\ufffd" for code in codes)

    def _boxes(self, page: Any) -> Callable[[int], tuple[float, ...]]:
        """Return a function with what it needs at hand: it is called for every word, twice."""
        ask, address = quick("FPDFText_GetLooseCharBox"), self._matrix
        read, numbers = Struct("4f").unpack_from, self._floats

        def box(place: int) -> tuple[float, ...]:
            """Return the left, top, right and bottom end of a character; top and bottom are those of its font."""
            ask(page, place, address)
            return read(numbers)

        return box

    def tight(self, place: int) -> tuple[float, float, float, float]:
        """Return the left, bottom, right and top end of what a character draws."""
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        self._pdfium.FPDFText_GetCharBox(self._raw, place, left, right, bottom, top)
        return left.value, bottom.value, right.value, top.value

    def matrix(self, place: int) -> list[float]:
        """Return how a character is turned and stretched."""
        self._ask_matrix(place, self._matrix)
        return self._floats[:]

    def size(self, place: int) -> float:
        """Return the size of the font, before it is stretched."""
        return float(self._ask_size(place))

    def origin(self, place: int) -> list[float]:
        """Return the point on the baseline where a character begins."""
        self._ask_origin(place, self._x, self._y)
        return self._doubles[:]

    def font_name(self, thing: int | None, place: int) -> str:
        """Return the name of the font of an object that shows the character at a place."""
        font = self._ask_font(_ADDRESS(thing)) if thing else None
        name = self._names.get(font) if font else None
        if name is None:
            name = self._names[font] = self._ask_name(place)
        return name

    def _ask_name(self, place: int) -> str:
        flags = ctypes.byref(self._flags)
        length = self._pdfium.FPDFText_GetFontInfo(self._raw, place, self._name, _FONT_NAME, flags)
        return self._name.value.decode("utf-8", errors="replace") if 0 < length <= _FONT_NAME else ""
