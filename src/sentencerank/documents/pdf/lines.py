"""Words, lines and pages as they are seen: upright, with y growing downwards from the top of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from sentencerank.documents.pdf.fonts import Style

ASCENT, DESCENT = 0.8, 0.25  # of the size: how far a line reaches above and below its baseline
Box = tuple[float, float, float, float]  # left, top, right, bottom


class Word(NamedTuple):
    """Characters without a space between them. One in several fonts or at several heights has parts."""

    text: str
    left: float
    right: float
    base: float  # the height of the line it stands on
    style: Style
    parts: tuple[Word, ...] = ()

    @property
    def pieces(self) -> tuple[Word, ...]:
        """Its parts, or itself."""
        return self.parts or (self,)


class Link(NamedTuple):
    """A place on the page that leads somewhere."""

    box: Box
    target: str


class Drawings(NamedTuple):
    """What is drawn on a page: thin lines, pictures and other shapes."""

    rules: Sequence[Box] = ()  # from left to right
    columns: Sequence[Box] = ()  # thin lines from top to bottom
    shapes: Sequence[Box] = ()
    images: Sequence[Box] = ()


class Block(NamedTuple):
    """What stands on the page as a whole and is no running text: a table or a figure."""

    kind: str
    box: Box
    rows: tuple[tuple[tuple[Word, ...], ...], ...] = ()  # of a table: the words of each cell


class Line:
    """Words on one baseline. One with a block is a table or a figure, and has no words that are read."""

    def __init__(self, words: list[Word], page: int, block: Block | None = None) -> None:
        self.words, self.page, self.block = words, page, block
        first = words[0]
        style, base = first.style, first.base
        # Whether all words have one font and one baseline.
        self.alike = alike = not [1 for word in words if word.parts or word.style is not style or word.base != base]
        parts = words if alike else [part for word in words for part in word.parts or (word,)]
        self.count = len(parts)
        self.font = style if alike else _most(parts, words)
        self.size = self.font.size
        self.left, self.right = min([word.left for word in words]), max([word.right for word in words])
        self.base = base if alike else _base(parts, self.font)
        self.top, self.bottom = self.base - ASCENT * self.size, self.base + DESCENT * self.size
        if block:
            self.left, self.top, self.right, self.bottom = block.box

    @cached_property
    def text(self) -> str:
        """The words with one space between them."""
        return " ".join(word.text for word in self.words)

    @property
    def box(self) -> Box:
        """Where it stands."""
        return self.left, self.top, self.right, self.bottom

    def cells(self, gap: float) -> list[list[Word]]:
        """Split the words at gaps of at least `gap` times the font size."""
        least = gap * self.size
        cell = [self.words[0]]
        cells = [cell]
        for before, word in pairwise(self.words):
            if word.left - before.right >= least:
                cell = []
                cells.append(cell)
            cell.append(word)
        return cells

    def part(self, words: list[Word]) -> Line:
        """Return some of its words as a line of their own."""
        return Line(words, self.page)


def _most(parts: Sequence[Word], words: Sequence[Word]) -> Style:
    """Return the style of most characters, letters before signs."""
    # Counted by identity first, since to compare two styles takes long.
    counts: dict[int, int] = {}
    known: dict[int, Style] = {}
    for part in parts:
        style = part.style
        key = id(style)
        if key in counts:
            counts[key] += len(part.text)
        else:
            known[key], counts[key] = style, len(part.text)
    styles: dict[Style, int] = {}
    for key, style in known.items():
        styles[style] = styles.get(style, 0) + (0 if style.math else counts[key])
    most = Counter(styles).most_common(2) if len(styles) > 1 else list(styles.items())
    if len(most) > 1 and most[1][0].face == most[0][0].face and _are_capitals(words):
        # Capitals of two sizes stand for small ones.
        return max(most[0][0], most[1][0], key=lambda style: style.size)
    return most[0][0]


def _are_capitals(words: Sequence[Word]) -> bool:
    return len(words) < 20 and " ".join(word.text for word in words).isupper()


def _base(parts: Sequence[Word], font: Style) -> float:
    """Return the baseline of most characters of the font."""
    bases: dict[float, int] = {}
    for part in parts:
        if part.style is font or part.style == font:
            bases[part.base] = bases.get(part.base, 0) + len(part.text)
    most: float = max(bases, key=bases.__getitem__)
    return round(most, 1)


def block_line(block: Block, page: int) -> Line:
    """Return a line that stands for a block."""
    left, _, right, bottom = block.box
    return Line([Word("", left, right, bottom, Style(1.0))], page, block)


class Frame(NamedTuple):
    """The visible part of a page, and how its text is turned against the page as it is shown."""

    left: float
    bottom: float
    right: float
    top: float
    turn: int = 0  # quarter turns, of the text
    shown: int = 0  # quarter turns, of the page
    mirrored: bool = False  # written from the right: left and right are swapped while lines are put together

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of the page when its text is upright."""
        width, height = self.right - self.left, self.top - self.bottom
        return (height, width) if self.turn % 2 else (width, height)

    def point(self, x: float, y: float, turn: int) -> tuple[float, float]:
        """Return a point of the file as it is seen after so many turns."""
        if turn == 0:
            return x - self.left, self.top - y
        if turn == 1:
            return y - self.bottom, x - self.left
        if turn == 2:
            return self.right - x, y - self.bottom
        return self.top - y, self.right - x

    def box(self, left: float, bottom: float, right: float, top: float) -> Box:
        """Return a box of the file as it is seen when the text is upright."""
        return _ordered(*self.point(left, bottom, self.turn), *self.point(right, top, self.turn))

    def place(self, box: Box) -> Box:
        """Return an upright box in points from the top left corner of the page as it is shown."""
        left, top, right, bottom = box
        if self.mirrored:
            left, right = self.size[0] - right, self.size[0] - left
        if self.turn == self.shown:
            return left, top, right, bottom
        ends = [self.point(*self._file(x, y), self.shown) for x, y in ((left, top), (right, bottom))]
        return _ordered(*ends[0], *ends[1])

    def _file(self, u: float, v: float) -> tuple[float, float]:
        """Return the point of the file for an upright one."""
        if self.turn == 0:
            return u + self.left, self.top - v
        if self.turn == 1:
            return v + self.left, u + self.bottom
        if self.turn == 2:
            return self.right - u, v + self.bottom
        return self.right - v, self.top - u


def _ordered(x: float, y: float, other_x: float, other_y: float) -> Box:
    return min(x, other_x), min(y, other_y), max(x, other_x), max(y, other_y)


class Page(NamedTuple):
    """The lines of a page in the order of the file, its size, and what else is on it."""

    lines: list[Line]
    width: float
    height: float
    frame: Frame = Frame(0, 0, 1, 1)
    drawings: Drawings = Drawings()
    links: Sequence[Link] = ()
    label: str = ""  # its number as the file gives it
    aslant: int = 0  # lines that run in another direction and are left out
    heads: Sequence[str] = ()  # running heads and feet that were taken away
