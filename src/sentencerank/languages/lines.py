"""The lines of a plain text: where each begins, what stands before it, and which of them are rows of tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from sentencerank import patterns as re
from sentencerank.document import is_european
from sentencerank.languages.sentences import flattened
from sentencerank.languages.signs import fields, is_field

_BAR, _GAP = re.compile(r"[|\t]"), re.compile(r"(?<![.!?…:;,”\"'’») ]) {2,}")  # between the cells of a table
_COLUMNS = 3  # of a table: two may be anything
_ROWS = 3  # the last line of a justified paragraph has no gaps
_WORDS = 5  # of a cell
_TERM_WORDS, _TERM_WIDTH = 4, 30
_EXPLAINED = 2  # spaces in what explains a term at least
_FAR = 5  # spaces between what stands at the two margins of a page
_MARGIN = 40  # columns
_LONGEST_ROW = 200  # characters of a line that may have columns
_OPTION = re.compile(r"--?\w")  # "-v, --verbose  explain"
_WIDE = re.compile(
    r"[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\U00020000-\U0003ffff]"
)
_SPEAKER = re.compile(r"[QA]\d{0,3}[:.)]")  # of a FAQ
_WIDE_GAP = re.compile(r"(?<=\S)(?: [ \t]|\t)\s*(?=\S)")
# Marks of list items and of clauses. A single letter "o" is a bullet of older texts, "?" what is left of another one.
MARK = re.at_once(
    r"(?:[-*+•‣◦▪▫●○■□·–—o?] |-- |\(?\d{1,3}[.)] |\d{1,2}(?:\.\d{1,3}){1,4}[.)]? |\[?[A-Za-z]\) |\([A-Za-z]\) |"
    r"\(?[ivx]{1,5}[.)] |\(\d{1,3}[a-z]?\) |"
    r"(?:§|Art\.|Article|Artikel|Artículo|Artigo) ?\d{1,4}[a-z]?[.:)]? )[ .:–—-]{0,3}(?=\S)"
)


class Line(NamedTuple):
    """A line without the white space around it; `text` is what stands after a mark of a quote."""

    start: int
    end: int
    text: str
    column: int = 0  # how far it is indented
    quoted: bool = False
    row: bool = False  # of a table
    term: bool = False  # of a list of definitions: what is explained
    mark: int = 0  # characters of the mark of a list item
    gap: int = 0  # where the text behind its only wide gap begins, 0 if there is none
    place: int = 0  # and the column of that text

    @property
    def right(self) -> int:
        """The column at which it ends; a Chinese, Japanese or Korean character takes two."""
        text = self.text
        return self.column + (len(text) if text.isascii() else columns(text))

    @property
    def body(self) -> int:
        """The column at which its text begins, behind the mark."""
        return self.column + self.mark


def columns(text: str) -> int:
    """Return how many columns a text takes.

    >>> columns("rain"), columns("雨 ame")
    (4, 6)
    """
    return len(text) if is_european(text) else len(text) + len(_WIDE.findall(text))


def read_lines(text: str) -> list[Line]:
    """Return the lines of a text; of several empty ones in a row the first, for a file may have millions."""
    found = list(_lines(flattened(text), text))
    if any(map(_border, found)):
        found = list(_without_borders(found))
    if any(line.gap for line in found):
        found = list(_with_terms(found))
    return list(_with_margins(list(_with_rows(found, text))))


def _lines(flat: str, text: str) -> Iterator[Line]:
    start, empty, tabs = 0, False, "\t" in text
    for line in flat.split("\n"):
        stripped = line.strip(" ")
        if empty and not stripped:
            start += len(line) + 1
            continue
        empty = not stripped
        indent = len(line) - len(line.lstrip(" ")) if line[:1] == " " else 0
        left = start + indent
        # Tabs are single spaces in the flat copy.
        tabbed = tabs and "\t" in text[start : min(left, start + 100)]
        column = len(text[start:left].expandtabs()) if tabbed else indent
        if stripped.startswith(">"):
            inner = stripped.lstrip("> ")
            yield Line(left + len(stripped) - len(inner), left + len(stripped), inner, quoted=True)
        else:
            found = MARK.match(stripped)
            mark = found.end() if found else 0
            gap = place = 0
            if tabs or "  " in stripped:
                gap, place = _gap(text[left : left + len(stripped)], column, mark)
            yield Line(left, left + len(stripped), stripped, column, False, False, False, mark, gap, place)
        start += len(line) + 1


def _without_borders(lines: Sequence[Line]) -> Iterator[Line]:
    """Take away the signs around the lines of a box, and those before the lines of a comment."""
    for border, group in groupby(lines, _border):
        run = list(group)
        if border and len(run) >= (2 if border == "|" else _ROWS):
            yield from (_inside(line, border) for line in run)
        else:
            yield from run


def _border(line: Line) -> str:
    text = line.text
    if not text.startswith(("*", "|", "#")):
        return ""
    if text[0] == "*" == text[-1] and (len(text) < 3 or text[1] in " *"):
        return "*"
    if text[0] == "|" == text[-1] and text.count("|") == 2 and len(text.split()) > _WORDS:
        return "|"
    return "#" if text[0] == "#" and (len(text) < 3 or text[1] in " #") and not line.quoted else ""


def _inside(line: Line, border: str) -> Line:
    inner = line.text.strip(border + " ")
    start = line.start + line.text.index(inner) if inner else line.start
    mark = MARK.match(inner)
    column = line.column + start - line.start
    return Line(start, start + len(inner), inner, column, mark=mark.end() if mark else 0)


def cells(line: str) -> list[str]:
    r"""Return the cells of a row of a table: they are parted by tabs, bars, or two spaces that end no sentence.

    >>> cells("North   120  135"), cells("| a | b c |"), cells("Rain\t3 mm"), cells("no row.  None")
    (['North', '120', '135'], ['a', 'b c'], ['Rain', '3 mm'], ['no row.  None'])
    """
    line = line.strip(" \t|")
    if "  " not in line and "|" not in line and "\t" not in line:
        return [line]
    return [cell.strip() for cell in (_BAR if _BAR.search(line) else _GAP).split(line)]


def worded(line: Line) -> bool:
    """Return whether a line has a letter or a digit."""
    return line.text[:1].isalnum() or any(map(str.isalnum, line.text))


def _with_terms(lines: Sequence[Line]) -> Iterator[Line]:
    """Part what is explained from its explanation, where both stand on one line with a wide gap between them."""
    none = Line(0, 0, "")
    alone = _alone(lines)
    for above, line, below in zip([none, *lines], lines, [*lines[1:], none], strict=False):
        if not line.gap:
            yield line
            continue
        hangs = below.text and below.column == line.place > line.column + 3
        # In a wrapped paragraph an option may come to stand at the beginning of a line.
        option = _OPTION.match(line.text) and (
            above.column != line.column or not above.text or _OPTION.match(above.text)
        )
        if option or ((hangs or line.start in alone) and _is_term(line.text[: line.gap])):
            term = line.text[: line.gap].rstrip()
            yield Line(line.start, line.start + len(term), term, line.column, term=True)
            yield Line(line.start + line.gap, line.end, line.text[line.gap :], line.place)
        else:
            yield line


def _alone(lines: Sequence[Line]) -> frozenset[int]:
    """Return where lines begin that stand alone, if three of them are parted at the same place: a list of terms."""
    none = Line(0, 0, "")
    places: dict[tuple[int, int], list[int]] = {}
    for above, line, below in zip([none, *lines], lines, [*lines[1:], none], strict=False):
        if not line.gap or line.mark or above.text or below.text or line.place <= line.column + 3:
            continue
        term = line.text[: line.gap].rstrip()
        if term[0].isalpha() and term[-1] != ":" and _is_term(term) and line.text.count(" ", line.gap) >= _EXPLAINED:
            places.setdefault((line.column, line.place), []).append(line.start)
    return frozenset(start for starts in places.values() if len(starts) >= _ROWS for start in starts)


def is_option(text: str) -> bool:
    """Return whether a line names an option, or several of them, and nothing else.

    >>> is_option("-o, --output=FILE"), is_option("-x = 1"), is_option("--rain falls on the plain in the spring")
    (True, False, False)
    """
    # A line of a patch may begin with a minus.
    return bool(_OPTION.match(text)) and _is_term(text) and all(any(map(str.isalnum, word)) for word in text.split())


def _gap(line: str, column: int, mark: int) -> tuple[int, int]:
    """Return where the text behind the only wide gap of a line begins, and its column; zeros if there is no such gap.

    Two spaces stand after a full stop, and everywhere in a justified line.
    """
    if len(line) > _LONGEST_ROW or ("  " not in line and "\t" not in line):
        return 0, 0
    found = [gap.end() for gap in _WIDE_GAP.finditer(line, mark)]
    if not found or (len(found) > 1 and not _OPTION.match(line)):
        return 0, 0
    return found[0], len((" " * column + line[: found[0]]).expandtabs())


def _is_term(text: str) -> bool:
    text = text.rstrip()
    if _SPEAKER.fullmatch(text):
        return False
    return len(text) <= _TERM_WIDTH and len(text.split()) <= _TERM_WORDS and not text.endswith((".", "!", "?", ","))


def _with_rows(lines: Sequence[Line], text: str) -> Iterator[Line]:
    """Mark the rows of tables: several lines in a row with several cells each; rules between them do not count."""
    tabs = "\t" in text
    rows = [_row(line, text, tabs) for line in lines]
    likely = [
        len(row) >= _COLUMNS or bool(line.text and not row and not line.term)
        for line, row in zip(lines, rows, strict=True)
    ]
    pairs = (_pairs(lines) if any(line.gap for line in lines) else frozenset()) | _fields(lines)
    if not pairs and not any(likely):
        yield from lines
        return
    for table, places in groupby(range(len(lines)), likely.__getitem__):
        run = list(places)
        filled = [place for place in run if rows[place]]
        sure = table and len(filled) >= _ROWS and all(_short(lines[place], rows[place]) for place in filled)
        yield from (lines[place]._replace(row=True) if sure or place in pairs else lines[place] for place in run)


def _row(line: Line, text: str, tabs: bool) -> list[str]:
    """Return the cells of a line; none of a term and of a line without words. Most lines are one cell."""
    if line.term or not worded(line):
        return []
    inside = line.text
    return cells(text[line.start : line.end]) if tabs or "  " in inside or "|" in inside else [inside]


def _with_margins(lines: Sequence[Line]) -> Iterator[Line]:
    """Add to a table what stands alone at its right edge."""
    row = False
    for line in lines:
        row = line.row or (row and bool(line.text) and line.column >= _MARGIN)
        yield line if row == line.row else line._replace(row=row)


def _short(line: Line, row: Sequence[str]) -> bool:
    """Return whether a row has short cells, or bars around them: a line of a chat with time and name is no row."""
    return line.text.startswith("|") or max(len(cell.split()) for cell in row) <= _WORDS


def _pairs(lines: Sequence[Line]) -> frozenset[int]:
    """Return the rows of two columns: three in a row whose second column begins, or ends, at the same place."""
    found: set[int] = set()
    run: list[int] = []
    for index, line in enumerate([*lines, Line(0, 0, "")]):
        if index < len(lines) and _pair(line) and (not run or _aligned(lines[run[-1]], line)):
            run.append(index)
            continue
        if len(run) >= _ROWS:
            found.update(run)
        run = [index] if index < len(lines) and _pair(line) else []
    return frozenset(found)


def _fields(lines: Sequence[Line]) -> frozenset[int]:
    """Return the lines that are fields with values, such as those at the beginning of a mail."""
    found: set[int] = set()
    for named, places in groupby(
        range(len(lines)), lambda place: ":" in lines[place].text and is_field(lines[place].text)
    ):
        run = list(places)
        if named and fields([lines[place].text for place in run]):
            found.update(run)
    return frozenset(found)


def _pair(line: Line) -> bool:
    if not line.gap or line.mark:
        return False
    left, right = line.text[: line.gap].rstrip(), line.text[line.gap :]
    return len(left.split()) <= _WORDS and len(right.split()) <= 2 * _WORDS and not left.endswith((".", "!", "?"))


def _aligned(line: Line, following: Line) -> bool:
    if line.place == following.place:
        return True
    ends = {each.place + len(each.text) - each.gap for each in (line, following)}
    return len(ends) == 1 and all(line.gap - len(line.text[: line.gap].rstrip()) >= _FAR for line in (line, following))
