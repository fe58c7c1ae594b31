"""PDFium's characters → words with their fonts and boxes → lines, as few questions asked as will do."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from sentencerank.documents.pdf.calls import Calls
from sentencerank.documents.pdf.fonts import Style, large, style
from sentencerank.documents.pdf.lines import Frame, Line, Word

# PDFium puts U+FFFE for a hyphen at the end of a line, and no line end.
_LINE = re.compile("[^\r\n\ufffe]+\ufffe?")
_WORD = re.compile(r"\S+")
_LIGATURES = {0xFFFE: "-", **dict(enumerate(("ff", "fi", "fl", "ffi", "ffl", "st", "st"), start=0xFB00))}
_ODD = re.compile("[\x00-\x1f\x7f-\x9f\u200b\u2060\ufeff\uffff\ud800-\udfff]+")
# Codes of the encoding T1 of LaTeX, in fonts that do not say what they mean: ligatures, quotation marks, dashes.
_T1 = {"\x1b": "\ufb00", "\x1c": "\ufb01", "\x1d": "\ufb02", "\x1e": "\ufb03", "\x1f": "\ufb04",
       "\x10": "“", "\x11": "”", "\x15": "–", "\x16": "—"}  # fmt: skip
_T1_CODES = re.compile(
    r"[\x1b-\x1f](?=[a-z])|(?<=[A-Za-z])[\x1b-\x1f]|\x10(?=[\w\x1b-\x1f])|(?<=[\w.,!?])\x11|(?<=\w)\x15(?=\w)"
    r"|(?<= )\x16(?= )"
)
# Accents that stand before their letter, as old fonts have them.
_ACCENTS = {"´": "\u0301", "`": "\u0300", "ˆ": "\u0302", "¨": "\u0308", "˜": "\u0303", "ˇ": "\u030c", "˘": "\u0306",
            "˚": "\u030a", "˙": "\u0307", "˝": "\u030b", "¯": "\u0304", "¸": "\u0327", "˛": "\u0328"}  # fmt: skip
_ACCENTED = re.compile(f"[{''.join(_ACCENTS)}]")
_DRAWS = re.compile(
    r"(?:^|\+)(?:line|linew|lcircle|lcirclew|xyatip|xybtip|xydash|xycirc|xybsql)\d+$", re.IGNORECASE
)  # letters are strokes
_SURROGATE = re.compile("[\ud800-\udfff]")
_MATHEMATICAL = re.compile("[\U0001d400-\U0001d7ff]+")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_BASELINES = 0.3  # of the size: text so much higher or lower stands on another line
_EAST = "\u2e80"  # beyond stand scripts that are set without spaces
_SPACE = 0.2  # of the height of a letter's box: so wide a gap is a space
_SMALL = 0.85  # of the size: smaller characters may be raised or lowered
_new = tuple.__new__


class _Run(NamedTuple):
    """One object of the file that shows text: all of it has one font, one size and one baseline."""

    style: Style
    turn: int | None  # quarter turns; None if it is aslant
    base: float  # upright, as it is seen after these turns
    plain: bool  # whether it is seen, upright, and no large sign


class Read(NamedTuple):
    """What the text of a page comes to."""

    lines: list[Line]
    frame: Frame
    aslant: int


def read_lines(textpage: Any, frame: Frame, number: int) -> Read:
    """Read the lines of a page, upright: text that runs in another direction than most is left out and counted."""
    found = list(_Reader(textpage, frame).lines())
    turns: Counter[int | None] = Counter()
    for turn, words in found:
        turns[turn] += len(words)
    del turns[None]
    most = turns.most_common(1)[0][0] if turns else 0
    frame = frame._replace(turn=most or 0)
    text = [words for turn, words in found if turn == most]
    lines = [Line(part, number) for words in text for part in _baselines(words)]
    letters = sum(len(line.text) for line in lines)
    right_to_left = sum(len(_RIGHT_TO_LEFT.findall(line.text)) for line in lines if not line.text.isascii())
    if right_to_left * 2 > letters:
        frame = frame._replace(mirrored=True)
        lines = [Line([_mirror(word, frame.size[0]) for word in line.words], number) for line in lines]
    return Read(lines, frame, len(found) - len(text))


class _Reader:
    """One text page of PDFium: a call takes a microsecond, so words are asked for, not characters."""

    def __init__(self, textpage: Any, frame: Frame) -> None:
        self._frame, self._left, self._calls = frame, frame.left, Calls(textpage)
        self._object, self._box = self._calls.object, self._calls.box
        self._runs: dict[int | None, _Run] = {}
        self._styles: dict[tuple[str, float], Style] = {}  # of fonts and sizes

    def lines(self) -> Iterator[tuple[int | None, list[Word]]]:
        """Yield each line and its direction in quarter turns."""
        text = _in_t1(self._calls.text())
        for line in _LINE.finditer(text):
            spans = [(word.group(), word.start()) for word in _WORD.finditer(text, *line.span())]
            if not spans:
                continue
            start, end = spans[0][1], spans[-1][1] + len(spans[-1][0]) - 1
            first = self._object(start)
            run = self._run(first, start)
            # Most lines are one object, so that nothing more has to be asked of their words.
            if first and run.plain and self._object(end) == first:
                words = [self._simple(word, at, run) for word, at in spans]
            else:
                words = self._several(spans)
                middle = spans[len(spans) // 2][1]
                run = self._run(self._object(middle), middle)
            seen = [word for word in words if word is not None]
            if seen:
                yield run.turn, seen

    def _several(self, spans: Sequence[tuple[str, int]]) -> list[Word | None]:
        """Return words of several objects: the end of a word is asked for only where the next one is of another."""
        ask = self._object
        objects = [ask(at) for _, at in spans]
        words: list[Word | None] = []
        for (text, at), first, following in zip(spans, objects, [*objects[1:], None], strict=True):
            run = self._runs.get(first) or self._run(first, at)
            # One letter is of one object, and a word is if the next one is of the same.
            alone = first == following or len(text) == 1 or (ask(at + len(text) - 1) or first) == first
            if alone:
                words.append(self._simple(text, at, run) if run.plain else self._word(text, at, alone))
            else:
                things = [ask(place) for place in range(at, at + len(text))]
                words += [
                    self._word(text[start:end], at + start, alone, things[start:end])
                    for start, end in self._apart(text, at, things)
                ]
        return words

    def _apart(self, text: str, at: int, things: Sequence[int | None]) -> Iterator[tuple[int, int]]:
        """Yield ranges of a word that are words: PDFium misses spaces beside and in objects, as groff writes them."""
        start = 0
        if max(text) < _EAST:
            left = self._box(at)
            for index in range(1, len(text)):
                right = self._box(at + index)
                if right[0] - left[2] > _SPACE * (left[1] - left[3]) and self._is_space(text, at, index, things):
                    yield start, index
                    start = index
                left = right
        yield start, len(text)

    def _is_space(self, text: str, at: int, index: int, things: Sequence[int | None]) -> bool:
        """Whether a gap is a space: between words, not inside a formula."""
        left, right = (self._run(things[place], at + place) for place in (index - 1, index))
        return (
            left.base == right.base
            and left.style.size == right.style.size
            and not (left.style.math or right.style.math or text[index - 1] in "([{<=+-/")
        )

    def _simple(self, text: str, start: int, run: _Run) -> Word | None:
        """Return an upright word of one object; anything odd takes the longer way."""
        left, _, right, bottom = self._box(start)
        if len(text) > 1:
            begin, _, right, low = self._box(start + len(text) - 1)
            if low != bottom or begin < left:
                return self._word(text, start, alone=True)
        if text.isascii() and text.isprintable():
            # As Word(…) does it, in a third of the time: there are hundreds of thousands of them.
            return _new(Word, (text, left - self._left, right - self._left, run.base, run.style, ()))
        return self._word(text, start, alone=True)

    def _word(self, text: str, start: int, alone: bool, things: Sequence[int | None] = ()) -> Word | None:
        """Return a word; `things` are the objects of its characters, if they are known."""
        run = self._run(things[0] if things else self._object(start), start)
        if alone and not (run.style.large or _ACCENTED.search(text)):
            return self._made(text, start, start + len(text) - 1, run)
        things = things or [self._object(place) for place in range(start, start + len(text))]
        parts = _with_accents(list(self._parts(text, start, things)))
        if len(parts) <= 1:
            return parts[0] if parts else None
        most = max(parts, key=lambda part: (part.style.size, len(part.text)))
        left, right = min(part.left for part in parts), max(part.right for part in parts)
        return Word("".join(part.text for part in parts), left, right, most.base, most.style, tuple(parts))

    def _parts(self, text: str, start: int, things: Sequence[int | None]) -> Iterator[Word]:
        """Yield runs of characters that look alike and stand at one height."""
        begun, known = 0, self._run(things[0], start)
        accents = bool(_ACCENTED.search(text))
        for index, (before, thing) in enumerate(pairwise([*things, None]), 1):
            if thing is not None and thing == before:
                continue
            run = self._run(thing, start + index) if index < len(text) else None
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

    def _made(self, text: str, first: int, last: int, run: _Run) -> Word | None:
        style, base = run.style, run.base
        if style.size <= 0:
            return None
        left, top, right, bottom = self._box(first)
        if last != first:
            begin, high, end, low = self._box(last)
            # Turned text, an accent, or a word written from the right.
            if low != bottom or begin < left:
                left, bottom, top, right = min(left, begin), min(bottom, low), max(top, high), max(right, end)
            else:
                right = end
        if run.turn:
            left, _, right, _ = self._frame._replace(turn=run.turn).box(left, bottom, right, top)
        else:
            left, right = left - self._frame.left, right - self._frame.left
        if style.large:
            text = large(text)
            # These signs hang from the line above; their middle is where they belong.
            if not run.turn:
                tight = self._calls.tight(first)
                base = self._frame.top - (tight[1] + tight[3]) / 2 + style.size / 4
        if not text.isascii() or not text.isprintable():
            text = _ODD.sub("", _whole(text).translate(_LIGATURES))
        return Word(text, left, right, base, style) if text else None

    def _run(self, thing: int | None, place: int) -> _Run:
        run = self._runs.get(thing)
        if run is None:
            run = self._runs[thing] = self._look(thing, place)
        return run

    def _look(self, thing: int | None, place: int) -> _Run:
        """Return how the text at a place looks; its size is 0 if it cannot be seen."""
        a, b, c, d, _, _ = self._calls.matrix(place)
        size = self._calls.size(place) * (math.hypot(c, d) if c else abs(d))
        turn: int | None = 0 if a > 0 else 2
        if b:
            turns = math.atan2(b, a) / (math.pi / 2)
            turn = round(turns) % 4 if abs(turns - round(turns)) < 0.1 else None
        key = self._calls.font_name(thing, place), round(size, 1) if math.isfinite(size) else 0.0
        look = self._styles.get(key)
        if look is None:
            look = self._styles[key] = style(key[0], self._seen(*key, place, turn or 0))
        x, y = self._calls.origin(place)
        base = self._frame.point(x, y, turn)[1] if turn else self._frame.top - y
        return _Run(look, turn, round(base, 1), turn == 0 and look.size > 0 and not look.large)

    def _seen(self, name: str, size: float, place: int, turn: int) -> float:
        """Return the size of a font as it is seen: fonts made of pictures have sizes of their own."""
        if not size or _DRAWS.search(name):
            return 0.0
        left, top, right, bottom = self._box(place)
        height = right - left if turn % 2 else top - bottom
        return round(height / 1.1, 1) if height > 0 and not 0.4 < height / size < 4 else size


def _in_t1(text: str) -> str:
    """Return a text with the letters that stray codes of T1 mean, each in its place.

    >>> _in_t1("the \\x1crst e\\x1bect of \\x10rain\\x11 in 50\\x1559")
    'the ﬁrst eﬀect of “rain” in 50–59'
    """
    return _T1_CODES.sub(lambda code: _T1[code[0]], text) if any(map(text.__contains__, _T1)) else text


def _with_accents(parts: list[Word]) -> list[Word]:
    """Join an accent that is a part of its own, because it stands higher, with the letter under it."""
    for index, (part, below) in enumerate(pairwise(parts)):
        middle = (part.left + part.right) / 2
        if (
            part.text in _ACCENTS
            and below.text[0].isalpha()
            and below.left - 0.5 <= middle <= below.left + below.style.size
        ):
            letter = unicodedata.normalize("NFC", below.text[0] + _ACCENTS[part.text])
            return [*parts[:index], below._replace(text=letter + below.text[1:]), *parts[index + 2 :]]
    return parts


def _whole(text: str) -> str:
    """Return a text with surrogates joined, and letters that only formulas have as plain ones."""
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", errors="surrogatepass").decode("utf-16-le", errors="ignore")
        text = _MATHEMATICAL.sub(lambda found: unicodedata.normalize("NFKC", found.group()), text)
    return text


def _mirror(word: Word, width: float) -> Word:
    parts = tuple(_mirror(part, width) for part in word.parts)
    return word._replace(left=width - word.right, right=width - word.left, parts=parts)


def _baselines(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Yield the words of each baseline: PDFium takes the parts of a fraction for one line.

    Small words next to others stay with them: they are raised or lowered.
    """
    first = words[0]
    base, left = first.base, first.left
    if not [1 for word in words if word.base != base or word.left < left]:
        yield list(words)
        return
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
