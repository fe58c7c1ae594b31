"""What every format is read into: pieces of text in reading order, what stands out in them, and where they stood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple

from sentencerank import patterns as re
from sentencerank.document import BlockKind, Mark, MarkKind, Place, Range
from sentencerank.frozen import dataclass

# Their line breaks mean something.
_LINED: frozenset[BlockKind] = frozenset({"table", "code"})
_HAN_AND_KANA = "\u3000-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef"
_FIRST_UNSPACED = "\u2e80"  # no character below needs that
_UNSPACED = re.compile(f"[{_HAN_AND_KANA}]{{2}}")
# A line break between such characters stands for nothing, not for a space.
_UNSPACED_BREAK = re.compile(rf"(?<=[{_HAN_AND_KANA}])[ \t]*\n[ \t]*(?=[{_HAN_AND_KANA}])")
_LINE_SPACES = re.compile(r"[^\S\n]+")
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u2060\ufeff\ufffe\uffff\ud800-\udfff]+"
)
_NOTHING: Mapping[str, str] = {}
_BETWEEN = " | "  # two cells


class Piece(NamedTuple):
    """What becomes one block, with its own text; marks, places and cells are ranges of that text."""

    kind: BlockKind
    text: str
    level: int = 0  # of a heading; of a list item or a quote: how deep it is nested
    mark: str = ""  # stands in the text before the block, outside every sentence: "- ", "2. ", "Ann: "
    prose: bool = True  # False: not ranked, although its kind would be: a quoted mail, a table of contents
    marks: tuple[Mark, ...] = ()
    places: tuple[Place, ...] = ()
    cells: tuple[tuple[Range, ...], ...] = ()  # of a table
    about: Mapping[str, str] = _NOTHING  # see `Block.about`
    path: str = ""  # of the element that all of it stood in, instead of places


@dataclass(frozen=True, slots=True)
class Content:
    """What a reader found in a file: pieces, or a plain text that is kept as it stands."""

    pieces: Iterable[Piece] = ()
    notes: tuple[str, ...] = ()
    language: str = ""  # as the file declares it; used only where the text itself does not tell
    text: str = ""  # instead of pieces


class Words(NamedTuple):
    """A text on one line and what stands out in it."""

    text: str
    marks: tuple[Mark, ...] = ()
    places: tuple[Place, ...] = ()


_NO_WORDS = Words("")


class Writer:
    """Gathers the text of one block run by run. It is tidied as it comes, so that marks and places fit at once.

    >>> writer = Writer()
    >>> writer.write("Rain  in ")
    >>> writer.begin("link", "#spain")
    >>> writer.write(" Spain ")
    >>> writer.end()
    >>> writer.write("fell.")
    >>> writer.take()
    Words(text='Rain in Spain fell.', marks=(Mark(kind='link', start=8, end=13, target='#spain'),), places=())
    """

    def __init__(self) -> None:
        self._open: list[_Open] = []
        self._clear()

    def _clear(self) -> None:
        self._parts: list[str] = []
        self.length = 0  # characters that were written; white space at the end does not count
        self._gap = ""  # white space that waits for the next word
        self._marks: list[Mark] = []
        self._places: list[Place] = []

    def write(self, text: str, place: Place | None = None) -> None:
        """Add a run of text. If a place is given, it is kept with the characters of this run."""
        # Not by `tidy`: a book has a hundred thousand runs, and calls would be half of the time.
        plain = text.isprintable()
        if plain:
            # The only white space in it are plain spaces.
            words = " ".join(text.split()) if "  " in text else text.strip()
        else:
            text = without_invisible(text)
            words = " ".join(text.split()) if text.isascii() else _on_one_line(text)
        if not words:
            self._gap = _stronger(self._gap, text)
            return
        gap, after = self._gap, ""
        # Most runs have no white space to take away.
        if len(words) != len(text):
            if plain:
                gap, after = gap or text[0] if text[0] == " " else gap, " " if text[-1] == " " else ""
            else:
                if text[0].isspace():
                    gap = _stronger(gap, text[: len(text) - len(text.lstrip())])
                if text[-1].isspace():
                    after = _stronger("", text[len(text.rstrip()) :])
        start = self.length
        if gap and start and not (gap == "\n" and _UNSPACED.fullmatch(self._parts[-1][-1] + words[0])):
            self._parts.append(" ")
            start += 1
        # Those that wait for a word were begun last.
        for each in reversed(self._open):
            if each.start is not None:
                break
            each.start = start
        self._parts.append(words)
        self.length = start + len(words)
        self._gap = after
        if place is not None:
            self._places.append(replace(place, start=start, end=self.length))

    def glue(self) -> None:
        """Forget the white space at the end: what comes next follows without any."""
        self._gap = ""

    def begin(self, kind: MarkKind, target: str = "") -> None:
        """Begin a mark with the next word."""
        self._open.append(_Open(kind, target))

    def end(self) -> None:
        """End the mark that was begun last; one without a word is dropped."""
        self._close(self._open.pop())

    def add(self, kind: MarkKind, text: str, *, target: str = "") -> None:
        """Add a run of text that is marked from end to end."""
        self.begin(kind, target)
        self.write(text)
        self.end()

    def _close(self, mark: _Open) -> None:
        if mark.start is not None and mark.start < self.length:
            self._marks.append(Mark(mark.kind, mark.start, self.length, mark.target))

    def take(self) -> Words:
        """Return what was written and begin anew; a mark that is still open goes on in the next text."""
        if not self.length:
            self._gap = ""
            return _NO_WORDS
        for mark in self._open:
            self._close(mark)
            mark.start = None
        if len(self._marks) > 1:
            # Of two marks over the same words the outer one was ended last, and comes first.
            self._marks.reverse()
            self._marks.sort(key=lambda mark: (mark.start, -mark.end))
        words = Words("".join(self._parts), tuple(self._marks), tuple(self._places))
        self._clear()
        return words


@dataclass(slots=True)
class _Open:
    kind: MarkKind
    target: str
    start: int | None = None


def _stronger(gap: str, spaces: str) -> str:
    """Return what two runs of white space come to: a line break, a space or nothing."""
    if not spaces or gap == "\n":
        return gap
    return "\n" if "\n" in spaces else " "


def without_invisible(text: str) -> str:
    """Return a text without characters that nobody sees."""
    # Most texts that are not printable have line ends, and nothing else of that kind.
    return text if text.replace("\n", " ").isprintable() else _INVISIBLE.sub("", text)


def _on_one_line(text: str) -> str:
    # Curly quotation marks are no reason to look for what Chinese and Japanese need.
    if "\n" in text and not text.isascii() and max(text) >= _FIRST_UNSPACED:
        text = _UNSPACED_BREAK.sub("", text)
    return " ".join(text.split())


def tidy(text: str, kind: BlockKind = "paragraph") -> str:
    r"""Return a text without invisible characters, on one line unless its line breaks mean something.

    >>> tidy(" soft\xadhyphen\n and\u00a0space "), tidy("今天\n下雨。"), tidy("a  b\n\nc", "table")
    ('softhyphen and space', '今天下雨。', 'a b\nc')
    """
    text = without_invisible(text)
    if kind == "code":
        return "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
    if kind not in _LINED:
        return _on_one_line(text)
    lines = (_LINE_SPACES.sub(" ", line).strip() for line in text.split("\n"))
    return "\n".join(line for line in lines if line)


def note_sign(label: str) -> str:
    """Return how the sign of a footnote is written in the text: in brackets, so that sentences end before it.

    >>> note_sign("12"), note_sign("*")
    ('[12]', '[*]')
    """
    return f"[{label}]"


def table(rows: Iterable[Iterable[Words | str]]) -> Piece:
    r"""Return rows of cells as a piece: a line for each row.

    >>> table([["City", "Rain"], ["Madrid", "12 mm"]]).text
    'City | Rain\nMadrid | 12 mm'
    >>> table([["City", "Rain"], ["Madrid", "12 mm"]]).cells
    (((0, 4), (7, 11)), ((12, 18), (21, 26)))
    """
    lines: list[str] = []
    cells: list[tuple[Range, ...]] = []
    marks: list[Mark] = []
    place = 0
    for row in rows:
        words = [Words(tidy(cell)) if isinstance(cell, str) else cell for cell in row]
        if not any(cell.text for cell in words):
            continue
        starts = []
        start = place
        for cell in words:
            starts.append((start, start + len(cell.text)))
            marks += (moved(mark, start) for mark in cell.marks)
            start += len(cell.text) + len(_BETWEEN)
        cells.append(tuple(starts))
        lines.append(_BETWEEN.join(cell.text for cell in words))
        place += len(lines[-1]) + 1
    return Piece("table", "\n".join(lines), marks=tuple(marks), cells=tuple(cells))


def moved(mark: Mark, by: int) -> Mark:
    """Return a mark so many characters later."""
    # Not by `replace`, which takes four times as long.
    return Mark(mark.kind, mark.start + by, mark.end + by, mark.target)
