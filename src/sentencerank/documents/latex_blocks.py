"""The blocks of LaTeX: paragraphs, and environments such as lists, code, formulas and tables."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod

from sentencerank.document import BlockKind, MarkKind, Place
from sentencerank.documents.formulas.tex import linear
from sentencerank.documents.latex_braces import Braces
from sentencerank.documents.latex_commands import (
    ARGUMENTS,
    CELL,
    DRAWN,
    FORMULAS,
    LISTS,
    QUOTES,
    ROW,
    RULES,
    TABLES,
    VERBATIM,
    WIDE_TABLES,
)
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Piece, Words, Writer, table, tidy

_DEEPEST = 100  # environments inside each other that are told apart


class Blocks(ABC):
    """What was gathered of a text so far; blocks end where TeX ends a paragraph."""

    def __init__(self, text: str, meter: Meter, depth: int = 0, short: re.Pattern[str] | None = None) -> None:
        self._text = text
        self._short = short  # finds the signs around code that stand for \\verb
        self._braces = Braces(text)
        self._meter = meter
        self._depth = depth
        self._writer = Writer()
        self._kind: BlockKind = "paragraph"
        self._environments: list[str] = []
        self._open: list[bool] = []  # for each brace whether a mark ends with it
        self._pending: MarkKind | None = None
        self._target = ""
        self._pieces: list[Piece] = []
        self._notes = 0
        self._after: list[Piece] = []  # notes that wait for the end of their paragraph
        self._mark = ""
        self._remarks = True  # whether what is left out by \iffalse may have an end
        self._ends: dict[str, int] = {}  # where an end that was looked for comes next; -1: nowhere
        self._lines = 0
        self._counted = 0
        self._start = 0  # where the block that is gathered begins

    @abstractmethod
    def _inner(self, text: str) -> Words:
        """Return a text inside another one as words on one line."""

    def _line(self, place: int) -> int:
        """Return the number of the line at a place, which never goes back."""
        if place > self._counted:
            self._lines += self._text.count("\n", self._counted, place)
            self._counted = place
        return self._lines + 1

    def _end(self) -> None:
        words = self._writer.take()
        mark, self._mark = self._mark, ""
        if not words.text:
            return
        depth = sum(name in LISTS for name in self._environments)
        level = depth if self._kind == "list" else 0
        at = (Place(0, len(words.text), line=self._line(self._start)),)
        self._pieces.append(Piece(self._kind, words.text, level, mark, marks=words.marks, places=at))
        self._pieces += self._after
        self._after = []

    def _display(self, tex: str) -> None:
        kind = self._kind
        self._end()
        if tex:
            self._pieces.append(Piece("formula", linear(tex), about={"tex": tex}))
        self._kind = kind

    def _begin(self, name: str, end: int) -> int:
        self._end()
        bare = name.rstrip("*")
        if bare in VERBATIM or bare in DRAWN or bare in FORMULAS or bare in TABLES:
            return self._raw(name, bare, end)
        # Nobody nests so deep; a file that never ends what it begins would take time with the square of its size.
        if len(self._environments) < _DEEPEST:
            self._environments.append(bare)
        if bare == "abstract":
            self._pieces.append(Piece("heading", "Abstract", 1))
        self._kind = self._kind_here()
        if bare == "thebibliography":
            self._pieces.append(Piece("heading", "References", 1))
        end = self._braces.after_options(end)
        for _ in range(ARGUMENTS.get(bare, 0)):
            end = self._braces.inside(self._braces.after_options(end))[1]
        return end

    def _close(self, name: str, end: int) -> int:
        self._end()
        bare = name.rstrip("*")
        if bare in self._environments:
            while self._environments and self._environments.pop() != bare:
                pass
        self._kind = self._kind_here()
        return end

    def _kind_here(self) -> BlockKind:
        for name in reversed(self._environments):
            if name in LISTS:
                return "list"
            if name in QUOTES:
                return "quote"
            if name == "thebibliography":
                return "reference"
        return "paragraph"

    def _find(self, closing: str, place: int) -> int:
        """Return where something ends from a place on, which never goes back, or -1; it is looked for only once."""
        known = self._ends.get(closing)
        if known is None or 0 <= known < place:
            known = self._ends[closing] = self._text.find(closing, place)
        return known

    def _raw(self, name: str, bare: str, end: int) -> int:
        """Read an environment that is no text: code, drawings, formulas, tables."""
        stops = [self._find(f"\\end{{{each}}}", end) for each in {name, f"{bare}*"}]
        stop = min((each for each in stops if each >= 0), default=-1)
        if stop < 0:
            return end
        inside = self._text[end:stop]
        if bare in FORMULAS:
            self._display(" ".join(inside.split()))
        elif bare in TABLES:
            begin = end
            for _ in range(2 if name in WIDE_TABLES else 1):
                begin = self._braces.inside(self._braces.after_options(begin))[1]
            rows = ROW.split(RULES.sub("", self._text[begin:stop]))
            cells = [[self._inner(cell) for cell in CELL.split(row)] for row in rows]
            self._pieces.append(table(cells))
        elif bare in VERBATIM and (code := tidy(inside, "code")):
            self._pieces.append(Piece("code", code))
        return self._text.find("}", stop) + 1
