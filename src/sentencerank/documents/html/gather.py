"""The pieces of a walk as they are gathered: lines, paragraphs and the cells of tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sentencerank.document import MarkKind
from sentencerank.documents.html.formulas import Formula, split
from sentencerank.documents.html.frames import Counter, Frame, Inside
from sentencerank.documents.html.lines import parted
from sentencerank.documents.html.signs import INLINE
from sentencerank.documents.html.tables import Grid, is_row
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Piece, Words, Writer
from sentencerank.languages.signs import aside, ends_sentence

if TYPE_CHECKING:
    from lxml.etree import _Element


@dataclass(frozen=True, slots=True)
class Manner:
    """How a tree is walked. By default everything that is shown is read."""

    left_out: Callable[[_Element], bool] = lambda element: False  # called for what is not a part of a line
    is_contents: Callable[[_Element], bool] = lambda element: False  # called for lists
    tex: tuple[str, ...] = ()  # the delimiters of TeX in the text
    labels: dict[str, str] = field(default_factory=dict)  # of notes, by the places that their signs lead to
    name: str = ""  # of the file in a book
    pages: Mapping[str, str] = field(default_factory=dict)  # id → number of the page that begins there
    contents: bool = False  # a table of contents: `<nav>` is shown, nothing is ranked
    plain: frozenset[_Element] = frozenset()  # `<pre>` elements that hold the text itself
    path: str = ""  # of the parent of the root


class Gathering:
    """What was gathered so far, and the elements that it stands in."""

    def __init__(self, meter: Meter, manner: Manner) -> None:
        self._meter, self._manner, self._tex = meter, manner, manner.tex
        self._deepest = meter.limits.depth
        self._writer = Writer()
        self._frames: list[Frame] = []
        self._blocks: list[Frame] = []  # those of them that are blocks
        self._lists: list[Counter] = []
        self._mark = ""  # of the list item that began
        self._breaks: list[int] = []
        self._grid: Grid | None = None  # the table that is read
        self._rows: Frame | None = None  # what its rows stand in, if it is part of a table that lays out the page
        self._pending: list[Piece] = []  # what stands in a line but has to wait for its end
        self._found: list[Piece] = []
        self._open_marks: set[MarkKind] = set()
        self._code = 0  # how many elements of code we are in

    def _text(self, text: str | None) -> None:
        # Half of all texts are the white space between two blocks, which means nothing where no word stands before it.
        if not text or (not self._writer.length and text.isspace()):
            return
        if self._tex and not self._code and any(each in text for each in self._tex):
            for part in split(text, self._tex):
                if isinstance(part, str):
                    self._writer.write(part)
                else:
                    self._formula(part)
        else:
            self._writer.write(text)

    def _break(self) -> None:
        """A line ends; two breaks in a row end a paragraph."""
        place = self._writer.length
        inside = self._blocks[-1].inside if self._blocks else Inside()
        if (
            self._breaks
            and self._breaks[-1] == place
            and self._grid is None
            and inside.kind not in ("heading", "title")
        ):
            self._flush()
            return
        self._breaks.append(place)
        self._writer.write("\n")

    def _formula(self, formula: Formula) -> None:
        inline = self._grid is not None or (self._blocks and self._blocks[-1].inside.kind == "heading")
        if formula.displayed and not inline:
            self._flush()
            self._add(Piece("formula", formula.text, about={"tex": formula.tex} if formula.tex else {}), self._path())
        else:
            self._writer.begin("formula", formula.tex)
            self._writer.write(formula.text)
            self._writer.end()

    def _aside(self, piece: Piece) -> None:
        """Keep a piece until the line that it stands in ends."""
        if self._writer.length or self._grid is not None:
            self._pending.append(piece)
        else:
            self._flush()
            self._found.append(piece)

    def _add(self, piece: Piece, path: str) -> None:
        if piece.text:
            self._meter.take(piece.text)
            self._found.append(piece._replace(path=path))

    def _path(self, step: str = "") -> str:
        """Return the path of the innermost block, or of a child of where we are."""
        if step:
            return self._frames[-1].path + step
        return self._blocks[-1].path if self._blocks else self._manner.path

    def _flush(self) -> None:
        """End the piece that is gathered."""
        if self._grid is not None:
            return
        if self._writer.length:
            self._end_piece()
        self._breaks.clear()
        if self._pending:
            self._found += self._pending
            self._pending.clear()

    def _end_piece(self) -> None:
        words = self._writer.take()
        block = self._blocks[-1] if self._blocks else None
        inside, path = (block.inside, block.path) if block else (Inside(), self._manner.path)
        parts = [words]
        if self._breaks and inside.kind != "heading" and not (block and "lines" in block.signs):
            parts = parted(words, self._breaks)
        for part in parts:
            mark = self._mark if inside.kind == "list" else ""
            about = {"label": inside.label} if inside.label and inside.kind in ("footnote", "reference") else {}
            kind = "code" if inside.kind == "paragraph" and part.marks and _is_code(part) else inside.kind
            text = self._meter.take(part.text)
            piece = Piece(kind, text, inside.level, mark, inside.prose, part.marks, about=about, path=path)
            self._found.append(piece)
            self._mark = "" if inside.kind == "list" else self._mark

    def _row(self, element: _Element, parent: Frame) -> None:
        """Rows of short cells are data, also in a table that lays out other things."""
        if not is_row(element) or parent.inside.kind == "footnote":
            self._end_rows()
        elif self._grid is None:
            self._flush()
            self._grid = Grid()
            self._rows = parent

    def _end_rows(self) -> None:
        if self._rows is not None and self._grid is not None:
            self._rows = None
            self._end_table(self._grid)

    def _open_in_table(self, frame: Frame) -> None:
        grid = self._grid
        assert grid is not None
        if self._is_free_cell():
            grid.begin_free_cell()
        elif frame.tag == "tr":
            grid.begin_row(foot=any(each.tag == "tfoot" for each in self._frames[-4:]))
        elif frame.tag in ("td", "th"):
            grid.begin_cell(frame.element)
        elif frame.tag not in INLINE:
            self._writer.write("\n")

    def _is_free_cell(self) -> bool:
        above = self._frames[-2].grid if len(self._frames) > 1 else None
        return above is not None and above.columns > 0

    def _close_in_table(self, tag: str, grid: Grid) -> None:
        if tag in ("td", "th"):
            grid.end_cell(self._writer.take()._replace(places=()))
            self._breaks.clear()
        elif tag == "tr":
            grid.end_row()
        elif tag == "caption":
            grid.caption.append(self._writer.take()._replace(places=()))
        elif tag not in INLINE:
            self._writer.write("\n")

    def _end_table(self, grid: Grid) -> None:
        self._grid = None
        self._breaks.clear()
        path = self._path()
        for words in grid.caption:
            self._add(Piece("caption", words.text, marks=words.marks), path)
        stray = self._writer.take()
        piece = grid.piece()
        self._add(piece._replace(prose=self._blocks[-1].inside.prose), path)
        if stray.text:
            self._add(Piece("paragraph", stray.text, marks=stray.marks), path)
        self._found += self._pending
        self._pending.clear()


def _is_code(words: Words) -> bool:
    """Whether a paragraph is marked as code from end to end, and is no sentence and no address."""
    text = words.text
    whole = any(mark.kind == "code" and mark.end - mark.start == len(text) for mark in words.marks[:3])
    return whole and not (text[:1].isupper() and " " in text and ends_sentence(text)) and aside(text) is None
