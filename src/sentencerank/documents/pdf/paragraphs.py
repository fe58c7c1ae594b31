"""Lines → paragraphs: where one ends on the page, and where it goes on in the next column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Literal

from sentencerank.documents.pdf.formulas import is_display, is_fragment, script
from sentencerank.documents.pdf.lines import Box, Line
from sentencerank.documents.pdf.tables import CAPTION

_SPACED = 1.35  # times the usual distance of two lines: a gap between paragraphs
_INDENT = 0.7  # em
_SAME_SIZE = 0.06  # a share; fonts of one text differ by less
_FULL, _RAGGED = 0.97, 0.7  # of the width: where a line ends that is not the last of its paragraph
_SENTENCE = 8  # words that are no cell
_CELL_GAP = 1.5  # em between the cells of a table
BULLETS = "•‣◦▪●○■□➢►▶✓❖⁃\uf0b7\uf0a7\uf076\uf0d8\uf0fc\uf02d\uf06e"
LIST_MARK = re.compile(
    rf"(?:[-–·∙*{BULLETS}]\s|" r"\(?\d{1,2}[.)]\s|\(?[a-z]\)\s|\(?[ivx]{1,4}\)\s|\[\d{1,3}\]\s)\s*(?=\S)"
)
_LEADERS = re.compile(r"(?:\.\s?){4}\s{0,20}\w{1,5}$|\s…+\s*\d+$")
_LEADERS_FEWEST = 4  # dots
_LEADERS_WITHIN = 200  # characters from the end
ENDS = re.compile(r"[.!?…:;。！？।؟][\"'”’»)\]\d]{0,4}$")
_SMALLER = 0.95  # times the size of the text: a note
_MOST_RULES = 400  # of a page that are looked at
_LABEL = re.compile(r"\d{1,3}|[*∗†‡§¶#‖]{1,3}|[a-z]")
_HEADING_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2})*\.? +[^\W\d_]")
_WORD = re.compile(r"[^\W\d_]+(?:[-\u2010][^\W\d_]+)*")


@dataclass(frozen=True, slots=True, eq=False)
class Paragraph:
    """Lines that belong together, all of one region of a page."""

    lines: list[Line]
    page: int
    what: Literal["text", "rows", "block", "formula", "note"] = "text"
    before: float = 0.0  # white space above it, in lines; 0 at the top of a region
    indented: bool = False  # its first line stands right of the margin
    reach: float = 0.0  # how far its last line goes, of the way to the right margin
    left: float = 0.0  # the margins of its region
    right: float = 0.0
    region: int = 0  # its number
    sure: bool = False  # of a note: a rule stands over it

    @property
    def size(self) -> float:
        """The font size of most of it."""
        sizes = [line.size for line in self.lines]
        return sizes[0] if sizes.count(sizes[0]) == len(sizes) else Counter(sizes).most_common(1)[0][0]

    @property
    def bold(self) -> bool:
        """Whether all of it is bold."""
        return all(line.font.bold for line in self.lines)

    @property
    def fixed(self) -> bool:
        """Whether all of it is in a typewriter's font."""
        return all(line.font.fixed for line in self.lines)


def vocabulary(lines: Sequence[Line]) -> Counter[str]:
    """Count each word, hyphens and all, inside the lines."""
    return Counter(_WORD.findall("\n".join([line.text for line in lines]).lower()))


def keeps_hyphen(first: str, rest: str, known: Counter[str]) -> bool:
    """Whether a word broken at a hyphen has one: it stands with it elsewhere in the file."""
    whole, parts = (first + rest).lower(), f"{first}-{rest}".lower()
    return known[parts] > known[whole]


def paragraphs(
    region: Sequence[Line], page: int, *, rules: Sequence[Box] = (), body: float = 0.0, number: int = 0
) -> Iterator[Paragraph]:
    """Yield the paragraphs of one region: rows of a table together, formulas, then the notes at its foot."""
    if not region:
        return
    text = [line for line in region if not line.block] or list(region)
    left, right = min(line.left for line in text), max(line.right for line in text)
    margins = left, right, number
    foot, end, ruled = notes_range(region, rules, body)
    # What floats at the bottom of a page may stand under its notes.
    upper = [*region[:foot], *region[end:]]
    leading = _leading(upper or region)
    kinds = _kinds(upper, left, right)
    current: list[Line] = []
    kind = ""
    space = 0.0
    for index, line in enumerate(upper):
        if current:
            above = current[-1]
            gap = (line.bottom - above.bottom) / max(leading, 1.2 * min(line.size, above.size))
            if line.block or above.block:
                gap = 1 + (line.top - above.bottom) / leading
            new = kinds[index] != kind or kind == "block"
            if new or (kind == "text" and (gap > _SPACED or _begins(line, current, left, right))):
                yield _paragraph(current, page, kind, space, margins)
                current, space = [], gap
        kind = kinds[index]
        current.append(line)
    if current:
        yield _paragraph(current, page, kind, space, margins)
    for note in _notes(region[foot:end], page, margins):
        yield replace(note, sure=ruled)


def _paragraph(lines: list[Line], page: int, kind: str, space: float, margins: tuple[float, float, int]) -> Paragraph:
    left, right, number = margins
    indented = lines[0].left > left + _INDENT * lines[0].size
    reach = (lines[-1].right - left) / max(1.0, right - left)
    return Paragraph(lines, page, kind, space, indented, reach, left, right, number)  # type: ignore[arg-type]


def _kinds(region: Sequence[Line], left: float, right: float) -> list[str]:
    """Return what each line is part of: text, rows of a table, a block or a formula."""
    kinds = ["block" if line.block else "formula" if is_display(line, left, right) else "" for line in region]
    for near, places in ((-1, range(1, len(region))), (1, range(len(region) - 2, -1, -1))):
        for index in places:
            beside = region[index + near]
            close = abs(region[index].base - beside.base) < 1.7 * max(region[index].size, beside.size)
            if not kinds[index] and kinds[index + near] == "formula" and close and is_fragment(region[index]):
                kinds[index] = "formula"
    return [kind or ("rows" if _is_row(region, index) else "text") for index, kind in enumerate(kinds)]


def notes_range(region: Sequence[Line], rules: Sequence[Box], body: float) -> tuple[int, int, bool]:
    """Return where the footnotes of a region begin and end, and whether a rule stands over them.

    Without a rule they are small lines at the foot, of which the first begins with a sign.
    """
    count = len(region)
    left, right = min(line.left for line in region), max(line.right for line in region)
    for rule in rules[:_MOST_RULES]:
        if abs(rule[0] - left) >= 8 or not 15 < rule[2] - rule[0] < 0.75 * (right - left):
            continue
        start = next((index for index, line in enumerate(region) if line.top > rule[1] - 2), count)
        if (
            start == count
            or region[start].top - rule[1] > 2.5 * body
            or (start and region[start - 1].base > rule[1] + 2)
        ):
            continue
        end = start
        while end < count and _is_note_line(region, end, start, body):
            end += 1
        if end > start:
            return start, end, True
    small = count
    while small and not region[small - 1].block and region[small - 1].size < _SMALLER * body:
        small -= 1
    for index in range(small, count):
        apart = not index or region[index].top - region[index - 1].bottom > 0.25 * body
        if apart and note_label(region[index]):
            return index, count, False
    return count, count, False


def _is_note_line(region: Sequence[Line], index: int, start: int, body: float) -> bool:
    line = region[index]
    if line.block or line.size >= _SMALLER * body or CAPTION.match(line.text):
        return False
    raised = script(line.words[0].pieces[0], line.base, line.size) > 0
    return index == start or raised or line.top - region[index - 1].bottom < 1.2 * line.size


def has_leaders(text: str) -> bool:
    """Whether a line ends with dots and a number, as in a table of contents.

    >>> has_leaders("Rain ........ 7"), has_leaders("It rained.")
    (True, False)
    """
    end = text[-_LEADERS_WITHIN:]
    return (end.count(".") >= _LEADERS_FEWEST or "…" in end) and _LEADERS.search(end) is not None


def note_label(line: Line) -> str:
    """Return the sign a footnote begins with, or nothing: a raised one, a symbol or a number of its own."""
    first = line.words[0].pieces[0]
    text = first.text.rstrip(".)")
    if not _LABEL.fullmatch(text) or (len(line.words) == 1 and not line.words[0].parts):
        return ""
    if script(first, line.base, line.size) > 0 or not text.isalnum():
        return text
    return text if first is line.words[0] and text.isdigit() and not first.text.endswith(")") else ""


def _notes(lines: Sequence[Line], page: int, margins: tuple[float, float, int]) -> Iterator[Paragraph]:
    current: list[Line] = []
    for line in lines:
        raised = script(line.words[0].pieces[0], line.base, line.size) > 0
        begins = note_label(line) and (raised or not current or line.left >= current[-1].left - 1)
        if current and (begins or line.top - current[-1].bottom > 0.8 * line.size):
            yield _paragraph(current, page, "note", 1.0, margins)
            current = []
        current.append(line)
    if current:
        yield _paragraph(current, page, "note", 1.0, margins)


def _leading(region: Sequence[Line]) -> float:
    """Return the usual distance from line to line."""
    distances = [b.bottom - a.bottom for a, b in pairwise(region) if 0.5 * b.size < b.bottom - a.bottom < 3 * b.size]
    return min(median(distances), 2.2 * region[0].size) if distances else 1.2 * region[0].size


def _is_row(region: Sequence[Line], index: int) -> bool:
    """Whether a line has cells and stands next to another one that has."""
    if region[index].block:
        return False
    cells = region[index].cells(_CELL_GAP)
    # A word and what it means: part of a list.
    if len(cells) == 1 or (len(cells) == 2 and len(cells[1]) >= _SENTENCE):
        return False
    near = [line for line in region[max(0, index - 1) : index + 2] if not line.block]
    return sum(len(line.cells(_CELL_GAP)) > 1 for line in near) > 1


def _begins(line: Line, current: Sequence[Line], left: float, right: float) -> bool:
    """Whether a line begins a new paragraph below the current one."""
    above, first = current[-1], current[0]
    fitted = above.right + 0.3 * line.size + (line.words[0].right - line.words[0].left) <= right
    if not same_style(above, line) and (fitted or not _within(above, line)) and not _runs_on(above, line):
        return True
    # A heading in italics over text that is not.
    if len(current) == 1 and above.font.italic and not line.font.italic and fitted and not ENDS.search(above.text):
        return True
    if len(current) == 1 and above.text.isupper() and fitted and not line.text.isupper() and len(above.text) > 4:
        return True
    if has_leaders(above.text):
        return True
    marked = LIST_MARK.match(first.text)
    if LIST_MARK.match(line.text) and (marked or ENDS.search(above.text) or line.text[0] in BULLETS):
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


def _runs_on(above: Line, line: Line) -> bool:
    """Whether two lines meet in one font, though most of them are in two: the first begins in bold."""
    if above.alike and line.alike:
        return False
    last, first = above.words[-1].pieces[-1].style, line.words[0].pieces[0].style
    return last.face == first.face and abs(last.size - first.size) <= _SAME_SIZE * max(last.size, first.size)


def same_style(one: Line, other: Line) -> bool:
    """Whether two lines are in one font and of one size."""
    return abs(one.size - other.size) <= _SAME_SIZE * max(one.size, other.size) and one.font.face == other.font.face


def goes_on(before: Paragraph, after: Paragraph, *, indents: bool) -> bool:
    """Whether a paragraph that a column or page ends goes on in another one; `indents`: new ones are indented here."""
    last, first = before.lines[-1], after.lines[0]
    if abs(before.size - after.size) > _SAME_SIZE * before.size or before.bold != after.bold:
        return False
    if after.what != "text" or before.what != "text" or LIST_MARK.match(first.text) or has_leaders(last.text):
        return False
    if first.text[0].islower() or last.text.endswith(("-", ",")):
        return True
    if indents and not after.before:
        return before.reach > _FULL and not after.indented
    return before.reach > _RAGGED and not ENDS.search(last.text)
