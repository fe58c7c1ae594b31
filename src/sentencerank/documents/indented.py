"""Lines with indents: what the readers of formats share whose structure is in the white space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sentencerank.document import BlockKind, Place
from sentencerank.documents.pieces import Piece, Words

DEEPEST = 12  # levels of blocks inside blocks; what is deeper is read at this level


class Row(NamedTuple):
    """A line of the file without the indent that its block has."""

    text: str
    number: int  # from 1

    @property
    def indent(self) -> int:
        """How many spaces it begins with; an empty line has none."""
        return len(self.text) - len(self.text.lstrip(" "))


def rows(text: str) -> list[Row]:
    """Return the lines of a text, tabs made spaces and white space at their ends dropped."""
    return [Row(line.expandtabs().rstrip(), number) for number, line in enumerate(text.split("\n"), 1)]


def body(lines: Sequence[Row], start: int, least: int = 1) -> int:
    """Return where the lines end that are indented from `start` on; empty lines between them belong to them."""
    end = place = start
    while place < len(lines):
        if lines[place].text and lines[place].indent < least:
            break
        place += 1
        if lines[place - 1].text:
            end = place
    return end


def dedented(lines: Sequence[Row]) -> list[Row]:
    """Return lines without the indent that all of them have.

    >>> [row.text for row in dedented([Row("  a", 1), Row("", 2), Row("   b", 3)])]
    ['a', '', ' b']
    """
    least = min((row.indent for row in lines if row.text), default=0)
    return [Row(row.text[least:], row.number) for row in lines]


def placed(
    kind: BlockKind, words: Words | str, line: int, level: int = 0, mark: str = "", *, prose: bool = True
) -> Piece:
    """Return a piece that knows the line it begins at."""
    text, marks = (words, ()) if isinstance(words, str) else (words.text, words.marks)
    return Piece(kind, text, level, mark, prose, marks, (Place(0, len(text), line=line),))
