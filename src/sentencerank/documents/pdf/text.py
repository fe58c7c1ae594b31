"""Lines → one text: hyphenation undone, what stands out marked, the place of every line kept."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sentencerank.document import Mark, MarkKind, Place
from sentencerank.documents.pdf.fonts import Style
from sentencerank.documents.pdf.formulas import continues, is_math, linear, script, spans
from sentencerank.documents.pdf.lines import Box, Frame, Line, Link, Word
from sentencerank.documents.pdf.paragraphs import keeps_hyphen
from sentencerank.documents.pieces import Words, tidy

_HYPHENS = ("-", "\u00ad", "\u2010")
_LAST_WORD = re.compile(r"[^\W\d_]{2,}$")
_FIRST_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")
_LONGEST = 40  # characters of a word that is joined
_BEFORE = 40  # parts of a word before the sign of a note that are looked at
_SIGN = re.compile(r"[\d,*∗†‡§¶‖–-]{1,9}|[a-z](?:,[a-z])*")
_UNIT = re.compile(r"(?:[kcmµμdn]?m|s|K|W|Hz|ft|in|yd|mi)$")


class Setting(NamedTuple):
    """What is known of the whole file when a text is put together."""

    known: Counter[str]  # its words
    frames: Sequence[Frame]  # of its pages
    links: Sequence[Sequence[Link]]  # on each page
    labels: frozenset[str]  # of its footnotes
    math: bool = True  # there are formulas in it


def place_of(page: int, box: Box, setting: Setting, start: int = 0, end: int = 0) -> Place:
    """Return where a box stands on the page as it is shown."""
    shown = setting.frames[page].place(box) if page < len(setting.frames) else box
    left, top, right, bottom = shown
    return Place(start, end, page + 1, (round(left, 1), round(top, 1), round(right, 1), round(bottom, 1)))


def compose(lines: Sequence[Line], setting: Setting, *, skip: int = 0, plain: bool = False) -> Words:
    """Join lines to one text. `skip`: so many words at the beginning are left out; `plain`: no marks for fonts."""
    writer = _Writer(setting, plain=plain, lines=lines)
    for index, line in enumerate(lines):
        words = line.words[skip:] if index == 0 else line.words
        if words:
            writer.line(line, words)
    return writer.take()


class _Writer:
    def __init__(self, setting: Setting, *, plain: bool, lines: Sequence[Line]) -> None:
        self._setting, self._plain = setting, plain
        self._parts: list[str] = []
        self._length = 0
        self._marks: list[Mark] = []
        self._places: list[Place] = []
        self._open: dict[str, tuple[MarkKind, str, int, int]] = {}  # start and end so far
        counts: Counter[tuple[bool, bool, bool]] = Counter()
        for line in lines:
            counts[line.font.italic, line.font.bold, line.font.fixed] += len(line.text)
        self._usual = counts.most_common(1)[0][0] if counts else (False, False, False)

    def line(self, line: Line, words: Sequence[Word]) -> None:
        """Add a line."""
        if self._parts:
            self._join(words[0].text)
        start = self._length
        links = self._links(line)
        if not links:
            self._stop("link")
        alike = line.alike or all(not word.parts and word.style == line.font for word in words)
        if alike and not links and not line.font.math:
            self._run(words)
        else:
            self._words(line, words, links)
        self._places.append(place_of(line.page, line.box, self._setting, start, self._length))

    def _links(self, line: Line) -> list[Link]:
        if line.page >= len(self._setting.links):
            return []
        return [link for link in self._setting.links[line.page] if link.box[1] < line.base < link.box[3] + 2]

    def _run(self, words: Sequence[Word]) -> None:
        """Add words that look alike."""
        text = " ".join([word.text for word in words])
        self._look(words[0].style, len(text))
        self._append(text)

    def _words(self, line: Line, words: Sequence[Word], links: Sequence[Link]) -> None:
        formulas = dict(spans(words, italics=self._setting.math and not line.font.italic)) if not self._plain else {}
        end = 0  # of the formula that is being written
        begun = 0
        written = 0  # words
        for index, word in enumerate(words):
            if index < written:
                continue
            if index and (word.style.size >= words[index - 1].style.size or not self._close(words[index - 1], word)):
                self._append(" ")
            if index in formulas:
                end, begun = formulas[index], self._length
            if not links and index >= end:
                written = self._alike(words, index, line, formulas)
                if written > index:
                    self._run(words[index:written])
                    continue
            text, note = self._word(word, line, inside=index < end)
            if links:
                middle = (word.left + word.right) / 2
                target = next((link.target for link in links if link.box[0] - 1 <= middle <= link.box[2] + 1), "")
                self._extend("link", "link", target, len(text)) if target else self._stop("link")
            if index < end:
                self._stop("look")
            elif not self._plain:
                self._look(word.style, len(text))
            at = self._length
            self._append(text)
            if note:
                self._marks.append(Mark("note", at + note[0], at + note[1], note[2]))
            if end and index + 1 == end:
                tail = len(text) - len(text.rstrip(",.;:?!"))
                if self._length - tail > begun:
                    self._formula(begun, self._length - tail)
                end = 0

    def _alike(self, words: Sequence[Word], start: int, line: Line, formulas: Mapping[int, int]) -> int:
        """Return how far words on the line look alike, and are no formulas; `start` if the first one is special."""
        first = words[start]
        if script(first, line.base, line.size):
            return start
        end = start
        while end < len(words) and end not in formulas:
            word = words[end]
            if word.parts or word.style is not first.style or word.base != first.base:
                break
            end += 1
        return end

    def _formula(self, start: int, end: int) -> None:
        """Mark a formula; one that a line end cuts in two stays one."""
        last = self._marks[-1] if self._marks else None
        if last and last.kind == "formula" and last.end + 1 == start:
            text = "".join(self._parts[-400:])
            offset = self._length - len(text)
            if last.start >= offset and continues(text[: last.end - offset], text[start - offset :]):
                self._marks[-1] = replace(last, end=end)
                return
        self._marks.append(Mark("formula", start, end))

    def _close(self, before: Word, word: Word) -> bool:
        """Whether no space belongs between two words: a sign of a note set apart by a hair."""
        small = word.style.size < 0.85 * before.style.size and word.base < before.base - 0.18 * before.style.size
        return small and word.left - before.right < 0.35 * before.style.size

    def _word(self, word: Word, line: Line, *, inside: bool) -> tuple[str, tuple[int, int, str] | None]:
        """Return a word as text, and the range and label of the sign of a note in it."""
        parts = word.pieces
        if not word.parts and not script(word, line.base, line.size):
            return word.text, None
        base, size = (word.base, word.style.size) if word.style.size >= 0.85 * line.size else (line.base, line.size)
        if not inside:
            for index, part in enumerate(parts):
                if script(part, base, size) <= 0:
                    continue
                before = "".join(each.text for each in parts[max(0, index - _BEFORE) : index]) or self._tail()
                if self._is_sign(part.text, before, parts[index - 1] if index else None):
                    label = part.text.replace("∗", "*")
                    # In brackets, so that it ends a sentence with its word.
                    shown = f"[{label}]"
                    first = linear(parts[:index], base, size) if index else ""
                    rest = linear(parts[index + 1 :], base, size) if index + 1 < len(parts) else ""
                    return f"{first}{shown}{rest}", (len(first), len(first) + len(shown), label)
        return linear(parts, base, size), None

    def _tail(self) -> str:
        return self._parts[-1] if self._parts else ""

    def _is_sign(self, text: str, before: str, part: Word | None) -> bool:
        """Whether raised characters are the sign of a note, not a power."""
        if not _SIGN.fullmatch(text) or not before.strip():
            return False
        if part is not None and (part.style.math or is_math(part)):
            return text.isdigit() and text in self._setting.labels and len(part.text) > 1
        if text.isalpha():
            return text in self._setting.labels
        last = before.strip()[-1]
        return not (last.isdigit() or _UNIT.fullmatch(before.strip().split()[-1]))

    def _join(self, following: str) -> None:
        """Add what stands between two lines: a space, or nothing over a hyphen, which stays only in compounds."""
        above = self._parts[-1]
        rest = _FIRST_WORD.match(following)
        if rest and above.endswith(_HYPHENS) and len(above) > 1 and not above[-2].isspace():
            broken = _LAST_WORD.search(above[-_LONGEST:-1])
            if (
                broken
                and following[0].islower()
                and not keeps_hyphen(broken.group(), rest.group(), self._setting.known)
            ):
                self._parts[-1] = above[:-1]
                self._length -= 1
                self._places[-1] = replace(self._places[-1], end=min(self._places[-1].end, self._length))
                for key, (kind, target, start, end) in self._open.items():
                    self._open[key] = kind, target, start, min(end, self._length)
        elif len(tidy(f"{above[-1:]}\n{following[:1]}")) != 2:
            self._append(" ")

    def _append(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)

    def _look(self, style: Style, length: int) -> None:
        if self._plain:
            return
        italic, bold, fixed = self._usual
        if style.fixed and not fixed:
            self._extend("look", "code", "", length)
        elif style.bold and not bold:
            self._extend("look", "strong", "", length)
        elif style.italic != italic and not style.math:
            self._extend("look", "emphasis", "", length)
        else:
            self._stop("look")

    def _extend(self, key: str, kind: MarkKind, target: str, length: int) -> None:
        """Let a mark reach over the next characters; begin it if it is not open."""
        known = self._open.get(key)
        if known and known[:2] == (kind, target):
            self._open[key] = kind, target, known[2], self._length + length
            return
        self._stop(key)
        self._open[key] = kind, target, self._length, self._length + length

    def _stop(self, key: str) -> None:
        if not self._open:
            return
        known = self._open.pop(key, None)
        if known and known[3] > known[2]:
            self._marks.append(Mark(known[0], known[2], known[3], known[1]))

    def take(self) -> Words:
        """Return the text with its marks and places."""
        self._stop("link")
        self._stop("look")
        marks = [mark for mark in self._marks if mark.start < self._length]
        marks = [mark if mark.end <= self._length else replace(mark, end=self._length) for mark in marks]
        marks.sort(key=lambda mark: (mark.start, -mark.end))
        return Words("".join(self._parts), tuple(marks), tuple(self._places))


def cell_text(words: Sequence[Word]) -> str:
    """Return the words of one cell of a table as text."""
    return " ".join(linear(word.parts, word.base, word.style.size) if word.parts else word.text for word in words)
