"""Lines → paragraphs: where one ends on the page, and where it goes on in the next column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from sentencerank.documents.pdf.lines import Line

_SPACED = 1.35  # times the usual distance of two lines: a gap between paragraphs
_INDENT = 0.7  # em
_SAME_SIZE = 0.06  # a share; fonts of one text differ by less
_FULL, _RAGGED = 0.97, 0.7  # of the width: where a line ends that is not the last of its paragraph
_CELL_GAP = 1.5  # em between the cells of a table
LIST_MARK = re.compile(r"(?:[-–•‣◦▪●·∙*]\s|\(?\d{1,2}[.)]\s|\(?[a-z]\)\s|\(?[ivx]{1,4}\)\s|\[\d{1,3}\]\s)\s*(?=\S)")
ENDS = re.compile(r"[.!?…:;。！？।؟][\"'”’»)\]\d]{0,4}$")
_HYPHENS = ("-", "\u00ad", "\u2010")
_LAST_WORD = re.compile(r"[^\W\d_]{2,}$")
_LONGEST = 40  # characters of a word that is joined
_HEADING_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.? +[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")


@dataclass(frozen=True, slots=True, eq=False)
class Paragraph:
    """Lines that belong together, all of one region of a page."""

    lines: list[Line]
    page: int
    rows: bool = False  # of a table
    before: float = 0.0  # white space above it, in lines; 0 at the top of a region
    indented: bool = False  # its first line stands right of the margin
    reach: float = 0.0  # how far its last line goes, of the way to the right margin

    @property
    def size(self) -> float:
        """The font size of most of it."""
        return Counter(line.size for line in self.lines).most_common(1)[0][0]

    @property
    def bold(self) -> bool:
        """Whether all of it is bold."""
        return all(line.font.bold for line in self.lines)

    @property
    def fixed(self) -> bool:
        """Whether all of it is in a typewriter's font."""
        return all(line.font.fixed for line in self.lines)

    def text(self, vocabulary: Counter[str], *, lined: bool = False) -> str:
        """Join its lines: with a space, or over a hyphen, which stays only where the word has one elsewhere."""
        if lined:
            return "\n".join(line.text for line in self.lines)
        if self.rows:
            cells = ([" ".join(word.text for word in cell) for cell in line.cells(_CELL_GAP)] for line in self.lines)
            return "\n".join(map(" | ".join, cells))
        return join_lines([line.text for line in self.lines], vocabulary)


def vocabulary(lines: Sequence[Line]) -> Counter[str]:
    """Count each word, hyphens and all, inside the lines."""
    return Counter(word for line in lines for word in _WORD.findall(line.text.lower()))


def join_lines(lines: Sequence[str], known: Counter[str]) -> str:
    r"""Join lines and undo hyphenation; between other lines the line end stays.

    >>> join_lines(["The well-", "known quan-", "tity of U-", "boats", "grew."], Counter({"well-known": 1}))
    'The well-known quantity of U-boats\ngrew.'
    """
    parts = [lines[0]]
    for line in lines[1:]:
        above, rest = parts[-1], _WORD.match(line)
        if not (rest and above.endswith(_HYPHENS)):
            parts.append(f"\n{line}")
            continue
        broken = _LAST_WORD.search(above[-_LONGEST:-1])
        if broken and line[0].islower() and not _keeps_hyphen(broken.group(), rest.group(), known):
            parts[-1] = above[:-1]
        parts.append(line)
    return "".join(parts)


def _keeps_hyphen(first: str, rest: str, known: Counter[str]) -> bool:
    whole, parts = (first + rest).lower(), f"{first}-{rest}".lower()
    return known[parts] > known[whole]


def paragraphs(region: Sequence[Line], page: int) -> Iterator[Paragraph]:
    """Yield the paragraphs of one region, rows of a table together."""
    if not region:
        return
    left, right = min(line.left for line in region), max(line.right for line in region)
    leading = _leading(region)
    current = [region[0]]
    table = _is_row(region, 0)
    space = 0.0
    for index, (above, line) in enumerate(pairwise(region), 1):
        row = _is_row(region, index)
        gap = (line.bottom - above.bottom) / max(leading, 1.2 * min(line.size, above.size))
        if row != table or (not row and (gap > _SPACED or _begins(line, current, left, right))):
            yield _paragraph(current, page, table, space, left, right)
            current, table, space = [], row, gap
        current.append(line)
    yield _paragraph(current, page, table, space, left, right)


def _paragraph(lines: list[Line], page: int, rows: bool, space: float, left: float, right: float) -> Paragraph:
    indented = lines[0].left > left + _INDENT * lines[0].size
    reach = (lines[-1].right - left) / max(1.0, right - left)
    return Paragraph(lines, page, rows, space, indented, reach)


def _leading(region: Sequence[Line]) -> float:
    """Return the usual distance from line to line."""
    distances = [b.bottom - a.bottom for a, b in pairwise(region) if 0.5 * b.size < b.bottom - a.bottom < 3 * b.size]
    return min(median(distances), 2.2 * region[0].size) if distances else 1.2 * region[0].size


def _is_row(region: Sequence[Line], index: int) -> bool:
    """Whether a line has cells and stands next to another one that has."""
    near = region[max(0, index - 1) : index + 2]
    return len(region[index].cells(_CELL_GAP)) > 1 and sum(len(line.cells(_CELL_GAP)) > 1 for line in near) > 1


def _begins(line: Line, current: Sequence[Line], left: float, right: float) -> bool:
    """Whether a line begins a new paragraph below the current one."""
    above, first = current[-1], current[0]
    fitted = above.right + 0.3 * line.size + (line.words[0].right - line.words[0].left) <= right
    if not same_style(above, line) and (fitted or not _within(above, line)):
        return True
    marked = LIST_MARK.match(first.text)
    if LIST_MARK.match(line.text) and (marked or ENDS.search(above.text) or line.text[0] in "•‣◦▪●"):
        return True
    indent = _INDENT * line.size
    if line.font.bold and (_HEADING_NUMBER.match(line.text) or _misaligned(above, line)):
        return True
    if len(current) > 1 and above.left > line.left + indent and abs(first.left - line.left) < indent:
        # With hanging indents this is the first line of the next entry.
        return True
    short = above.right < right - 2 * line.size
    if line.left > left + indent and above.left <= left + 0.5 * indent and not marked:
        return bool(ENDS.search(above.text)) or short
    return fitted and short and bool(ENDS.search(above.text)) and not line.text[0].islower()


def _misaligned(above: Line, line: Line) -> bool:
    """Whether neither their left ends nor their middles agree."""
    far = 1.5 * line.size
    return abs(above.left - line.left) > far and abs(above.left + above.right - line.left - line.right) > 2 * far


def _within(above: Line, line: Line) -> bool:
    """Whether a line in another font may be part of the sentence above: names of files, code."""
    alike = abs(above.size - line.size) <= 0.15 * max(above.size, line.size) and above.font.bold == line.font.bold
    return alike and not ENDS.search(above.text)


def same_style(one: Line, other: Line) -> bool:
    """Whether two lines are in one font and of one size."""
    return abs(one.size - other.size) <= _SAME_SIZE * max(one.size, other.size) and one.font[1:] == other.font[1:]


def goes_on(before: Paragraph, after: Paragraph, *, indents: bool) -> bool:
    """Whether a paragraph that a column or page ends goes on in another one; `indents`: new ones are indented here."""
    last, first = before.lines[-1], after.lines[0]
    if abs(before.size - after.size) > _SAME_SIZE * before.size or before.bold != after.bold:
        return False
    if after.rows or before.rows or LIST_MARK.match(first.text):
        return False
    if first.text[0].islower() or last.text.endswith(("-", ",")):
        return True
    if indents and not after.before:
        return before.reach > _FULL and not after.indented
    return before.reach > _RAGGED and not ENDS.search(last.text)
