"""PDFium's characters → words with their fonts and boxes → lines, as few questions asked as will do."""

from __future__ import annotations

import ctypes
import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from sentencerank.documents.pdf.fonts import Style, large, style
from sentencerank.documents.pdf.lines import Frame, Line, Word
from sentencerank.extras import require

# PDFium puts U+FFFE for a hyphen at the end of a line, and no line end.
_LINE = re.compile("[^\r\n\ufffe]+\ufffe?")
_WORD = re.compile(r"\S+")
_LIGATURES = {0xFFFE: "-", **dict(enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"), start=0xFB00))}
_ODD = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u2060\ufeff\uffff\ud800-\udfff]+")
# Accents that stand before their letter, as old fonts have them.
_ACCENTS = {"´": "\u0301", "`": "\u0300", "ˆ": "\u0302", "¨": "\u0308", "˜": "\u0303", "ˇ": "\u030c", "˘": "\u0306",
            "˚": "\u030a", "˙": "\u0307", "˝": "\u030b", "¯": "\u0304", "¸": "\u0327", "˛": "\u0328"}  # fmt: skip
_ACCENTED = re.compile(f"[{''.join(_ACCENTS)}]")
_DRAWS = re.compile(r"(?:^|\+)(?:line|linew|lcircle|lcirclew|xyatip|xybtip|xydash|xycirc|xybsql)\d+$", re.IGNORECASE)  # letters are strokes
_FONT_NAME = 128  # bytes of a font name that are looked at
_SURROGATE = re.compile("[\ud800-\udfff]")
_MATHEMATICAL = re.compile("[\U0001d400-\U0001d7ff]+")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_BASELINES = 0.3  # of the size: text so much higher or lower stands on another line
_SMALL = 0.85  # of the size: smaller characters may be raised or lowered


class _Run(NamedTuple):
    """One object of the file that shows text: all of it has one font, one size and one baseline."""

    style: Style
    turn: int | None  # quarter turns; None if it is aslant
    base: tuple[float, float]


class Read(NamedTuple):
    """What the text of a page comes to."""

    lines: list[Line]
    frame: Frame
    aslant: int


def read_lines(textpage: Any, frame: Frame, number: int) -> Read:
    """Read the lines of a page, upright: text that runs in another direction than most is left out and counted."""
    found = list(_Reader(textpage).lines())
    turns: Counter[int | None] = Counter()
    for turn, words in found:
        turns[turn] += sum(len(word.text) for word in words)
    del turns[None]
    most = turns.most_common(1)[0][0] if turns else 0
    frame = frame._replace(turn=most or 0)
    text = [words for turn, words in found if turn == most]
    lines = [Line(part, number) for words in text for part in _baselines([_word(raw, frame) for raw in words])]
    letters = sum(len(line.text) for line in lines)
    right_to_left = sum(len(_RIGHT_TO_LEFT.findall(line.text)) for line in lines)
    if right_to_left * 2 > letters:
        frame = frame._replace(mirrored=True)
        lines = [Line([_mirror(word, frame.size[0]) for word in line.words], number) for line in lines]
    return Read(lines, frame, len(found) - len(text))


class _Raw(NamedTuple):
    """A word in the coordinates of the file."""

    text: str
    left: float
    bottom: float
    right: float
    top: float
    run: _Run
    parts: tuple[_Raw, ...] = ()


class _Reader:
    """One text page of PDFium: a call takes a microsecond, so words are asked for, not characters."""

    def __init__(self, textpage: Any) -> None:
        self._pdfium = require("pypdfium2.raw", "documents")
        self._page = textpage.raw
        self._count = max(0, self._pdfium.FPDFText_CountChars(self._page))
        self._matrix, self._name = self._pdfium.FS_MATRIX(), ctypes.create_string_buffer(_FONT_NAME)
        self._rectangle = self._pdfium.FS_RECTF()
        self._rectangle_reference = ctypes.byref(self._rectangle)
        self._ask_box, self._ask_object = self._pdfium.FPDFText_GetLooseCharBox, self._pdfium.FPDFText_GetTextObject
        self._runs: dict[int, _Run] = {}

    def lines(self) -> Iterator[tuple[int | None, list[_Raw]]]:
        """Yield each line and its direction in quarter turns."""
        text = self._text()
        for line in _LINE.finditer(text):
            spans = [(word.group(), line.start() + word.start()) for word in _WORD.finditer(line.group())]
            if not spans:
                continue
            start, end = spans[0][1], spans[-1][1] + len(spans[-1][0]) - 1
            first = self._object(start)
            run = self._run(first, start)
            # Most lines are one object, so that nothing more has to be asked of their words.
            if first and not run.style.large and self._object(end) == first:
                words = [
                    self._made(word, at, at + len(word) - 1, run) if word.isascii() or not _ACCENTED.search(word) else self._word(word, at)
                    for word, at in spans
                ]
            else:
                words = [self._word(word, at) for word, at in spans]
            seen = [word for word in words if word is not None]
            if seen:
                yield seen[len(seen) // 2].run.turn, seen

    def _text(self) -> str:
        buffer = (ctypes.c_ushort * (self._count + 1))()
        written = self._pdfium.FPDFText_GetText(self._page, 0, self._count, buffer)
        # Otherwise some characters have no Unicode, and places would shift. One beyond U+FFFF is two here.
        if written - 1 == self._count:
            return "".join(map(chr, buffer[: self._count]))
        codes = (self._pdfium.FPDFText_GetUnicode(self._page, index) for index in range(self._count))
        return "".join("\ufffe" if code == 2 else chr(code) if 0 < code < 0x110000 else "\ufffd" for code in codes)

    def _word(self, text: str, start: int) -> _Raw | None:
        end = start + len(text) - 1
        first, last = self._object(start), self._object(end) if len(text) > 1 else 0
        run = self._run(first, start)
        if (first == last or not last) and not (run.style.large or (not text.isascii() and _ACCENTED.search(text))):
            return self._made(text, start, end, run)
        parts = list(self._parts(text, start))
        if len(parts) <= 1:
            return parts[0] if parts else None
        most = max(parts, key=lambda part: (part.run.style.size, len(part.text)))
        return _Raw(
            "".join(part.text for part in parts),
            min(part.left for part in parts),
            min(part.bottom for part in parts),
            max(part.right for part in parts),
            max(part.top for part in parts),
            most.run,
            tuple(parts),
        )

    def _parts(self, text: str, start: int) -> Iterator[_Raw]:
        """Yield runs of characters that look alike and stand at one height."""
        begun, known = 0, self._run(self._object(start), start)
        accents = bool(_ACCENTED.search(text))
        for index in range(1, len(text) + 1):
            run = self._run(self._object(start + index), start + index) if index < len(text) else None
            if run is None or run.style != known.style or run.base != known.base:
                made = text[begun:index]
                if accents and _ACCENTED.search(made):
                    made = self._accented(made, start + begun)
                part = self._made(made, start + begun, start + index - 1, known)
                if part is not None:
                    yield part
                begun, known = index, run or known

    def _accented(self, text: str, start: int) -> str:
        """Join accents with the letters they are drawn over."""
        made: list[str] = []
        for index, sign in enumerate(text):
            before = made[-1] if made else ""
            if before in _ACCENTS and sign.isalpha():
                above, below = self._box(start + index - 1), self._box(start + index)
                if below[0] - 0.5 <= (above[0] + above[2]) / 2 <= below[2] + 0.5:
                    made[-1] = unicodedata.normalize("NFC", {"ı": "i", "ȷ": "j"}.get(sign, sign) + _ACCENTS[before])
                    continue
            made.append(sign)
        return "".join(made)

    def _made(self, text: str, first: int, last: int, run: _Run) -> _Raw | None:
        if run.style.size <= 0:
            return None
        left, bottom, right, top = self._box(first)
        if last != first:
            other = self._box(last)
            # Turned text, an accent, or a word written from the right.
            if other[1] != bottom or other[0] < left:
                left, bottom, top = min(left, other[0]), min(bottom, other[1]), max(top, other[3])
                right = max(right, other[2])
            else:
                right = other[2]
        if run.style.large:
            text = large(text)
            # These signs hang from the line above; their middle is where they belong.
            tight = self._tight(first)
            x, y = run.base
            run = run._replace(base=(x, (tight[1] + tight[3]) / 2 - run.style.size / 4))
        if not text.isprintable() or not text.isascii():
            text = _ODD.sub("", _whole(text).translate(_LIGATURES))
        return _Raw(text, left, bottom, right, top, run) if text else None

    def _box(self, place: int) -> tuple[float, float, float, float]:
        box = self._rectangle
        self._ask_box(self._page, place, self._rectangle_reference)
        return box.left, box.bottom, box.right, box.top

    def _tight(self, place: int) -> tuple[float, float, float, float]:
        left, right, bottom, top = (ctypes.c_double() for _ in range(4))
        self._pdfium.FPDFText_GetCharBox(self._page, place, left, right, bottom, top)
        return left.value, bottom.value, right.value, top.value

    def _object(self, place: int) -> int:
        found = self._ask_object(self._page, place)
        return ctypes.addressof(found.contents) if found else 0

    def _run(self, address: int, place: int) -> _Run:
        run = self._runs.get(address)
        if run is None:
            run = self._runs[address] = self._look(place)
        return run

    def _look(self, place: int) -> _Run:
        """Return how the text at a place looks; its size is 0 if it cannot be seen."""
        matrix = self._matrix
        self._pdfium.FPDFText_GetMatrix(self._page, place, ctypes.byref(matrix))
        size = self._pdfium.FPDFText_GetFontSize(self._page, place) * math.hypot(matrix.c, matrix.d)
        turns = math.atan2(matrix.b, matrix.a) / (math.pi / 2)
        x, y = ctypes.c_double(), ctypes.c_double()
        self._pdfium.FPDFText_GetCharOrigin(self._page, place, x, y)
        if not math.isfinite(size):
            size = 0.0
        turn = round(turns) % 4 if abs(turns - round(turns)) < 0.1 else None
        # Fonts made of pictures have sizes of their own; what is seen counts.
        left, bottom, right, top = self._box(place)
        height = right - left if (turn or 0) % 2 else top - bottom
        if size and height > 0 and not 0.4 < height / size < 4:
            size = height / 1.1
        name = self._font_name(place)
        if _DRAWS.search(name):
            size = 0.0
        return _Run(style(name, round(size, 1)), turn, (round(x.value, 1), round(y.value, 1)))

    def _font_name(self, place: int) -> str:
        flags = ctypes.c_int()
        length = self._pdfium.FPDFText_GetFontInfo(self._page, place, self._name, _FONT_NAME, ctypes.byref(flags))
        return self._name.value.decode("utf-8", errors="replace") if 0 < length <= _FONT_NAME else ""


def _whole(text: str) -> str:
    """Return a text with surrogates joined, and letters that only formulas have as plain ones."""
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="ignore")
        text = _MATHEMATICAL.sub(lambda found: unicodedata.normalize("NFKC", found.group()), text)
    return text


def _word(raw: _Raw, frame: Frame) -> Word:
    if not frame.turn and not raw.parts:
        return Word(raw.text, raw.left - frame.left, raw.right - frame.left, frame.top - raw.run.base[1], raw.run.style)
    left, _, right, _ = frame.box(raw.left, raw.bottom, raw.right, raw.top)
    base = frame.point(*raw.run.base, frame.turn)[1]
    return Word(raw.text, left, right, base, raw.run.style, tuple(_word(part, frame) for part in raw.parts))


def _mirror(word: Word, width: float) -> Word:
    parts = tuple(_mirror(part, width) for part in word.parts)
    return word._replace(left=width - word.right, right=width - word.left, parts=parts)


def _baselines(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Yield the words of each baseline: PDFium takes the parts of a fraction for one line.

    Small words next to others stay with them: they are raised or lowered.
    """
    group: list[Word] = []
    for word in words:
        if group:
            other = group[-1]
            larger = max(word.style.size, other.style.size)
            small = min(word.style.size, other.style.size) < _SMALL * larger
            far = abs(word.base - other.base) > (1.0 if small else _BASELINES) * larger
            # The next line, or what stands in another column.
            if far or (word.right < other.left - larger and not _RIGHT_TO_LEFT.search(word.text)):
                yield group
                group = []
        group.append(word)
    if group:
        yield group
