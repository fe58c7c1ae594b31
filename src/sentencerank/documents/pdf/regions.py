"""Which lines of a page are its text, and in which order they are read.

Running headers, footers and page numbers are lines at the edge of a page that come back on others; they are dropped.
What crosses the gutter between two columns is read across, what stands between such lines column by column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from statistics import median

import numpy as np

from sentencerank.documents.pdf.lines import Font, Line, Page, Word

_EDGE = 0.12  # the share of the height at each edge where they stand
_EDGE_LINES = 3  # lines from the edge that can be one, each in a left and a right half
_EDGE_GAP = 0.7  # times the font size: the white space between them and the text
_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"[-–—\[(|\s]*(?:page|seite|p\.|s\.)?\s*(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:/|of|von|de)\s*\d{1,4})?[-–—\])|\s]*", re.I
)
_LONGEST_NUMBER = 60  # characters, with what stands around it
_BIN = 3.0  # points; the resolution at which a gutter is sought
_MARGIN = 0.15  # the share of the width at each side where no gutter is
_GAP = 0.8  # em; so wide a gap inside a line may be a gutter, spaces of justified lines hardly are
_FEWEST, _NARROWEST = 4, 9.0  # lines and em that make a column; what is less is a table
_MOST_CUTS = 3  # cuts inside cuts: up to eight columns


def without_running(pages: Sequence[Page]) -> list[Page]:
    """Return the pages without what repeats at their edges; a lone page loses only its number."""
    seen = Counter(key for page in pages for key in {_key(line, page) for line in _edges(page)})
    # Chapters have headers of their own, so no share of all pages is asked.
    few = 2 if len(pages) <= 5 else 3
    result = []
    for page in pages:
        dropped = {id(line) for line in _edges(page) if seen[_key(line, page)] >= few or _is_number(line, page)}
        result.append(page._replace(lines=[line for line in page.lines if id(line) not in dropped]))
    return result


def _edges(page: Page) -> list[Line]:
    """Return the lines at the top and at the bottom that white space parts from the text between them."""
    downwards = sorted(page.lines, key=lambda line: line.top)
    upwards = sorted(page.lines, key=lambda line: -line.bottom)
    tops = [line for line in downwards[: 2 * _EDGE_LINES] if line.bottom < _EDGE * page.height]
    bottoms = [line for line in upwards[: 2 * _EDGE_LINES] if line.top > (1 - _EDGE) * page.height]
    return [
        *tops[: _count_before_gap([line.bottom for line in tops], [line.top for line in downwards[1:]], tops)],
        *bottoms[: _count_before_gap([-line.top for line in bottoms], [-line.bottom for line in upwards[1:]], bottoms)],
    ]


def _count_before_gap(ends: Sequence[float], starts: Sequence[float], lines: Sequence[Line]) -> int:
    """Count the lines that stand before the last gap of most of a line's height."""
    gaps = [start - end > _EDGE_GAP * line.size for end, start, line in zip(ends, starts, lines, strict=False)]
    return max((index + 1 for index, gap in enumerate(gaps) if gap), default=0)


def _key(line: Line, page: Page) -> tuple[str, int]:
    """Return what a line says but for its numbers, and its height: even and odd pages may have it at other sides."""
    return _NUMBER.sub("#", line.text.lower()), round(line.top / page.height * 50)


def _is_number(line: Line, page: Page) -> bool:
    """Whether a line is a page number and no other line stands at its height."""
    if len(line.text) > _LONGEST_NUMBER:
        return False
    beside = sum(other.top < line.bottom and other.bottom > line.top for other in page.lines)
    return beside == 1 and bool(_PAGE_NUMBER.fullmatch(line.text)) and len(page.lines) > 1


def regions(lines: Sequence[Line], depth: int = _MOST_CUTS) -> list[list[Line]]:
    """Return the lines of a page in groups to be read one after the other, each from top to bottom."""
    ordered = sorted(lines, key=lambda line: (line.top, line.left))
    gutter = _gutter(ordered) if depth else None
    if gutter is None:
        return [_rows(ordered)] if ordered else []
    result: list[list[Line]] = []
    across: list[Line] = []  # lines read over the whole width, until columns begin
    for crossing, group in groupby(_cut(ordered, gutter), key=lambda side: side[0] is None):
        members = list(group)
        left = [line for side, line in members if side == 0]
        right = [line for side, line in members if side == 1]
        if not crossing and _is_column(left) and _is_column(right):
            result += [_rows(across)] if across else []
            result += regions(left, depth - 1) + regions(right, depth - 1)
            across = []
        else:
            across += [line for _, line in members]
    return result + ([_rows(across)] if across else [])


def _gutter(lines: Sequence[Line]) -> float | None:
    """Return the place where the fewest lines have a word, if that can be a gutter at all."""
    if len(lines) < 2 * _FEWEST:
        return None
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    count = int((right - left) / _BIN) + 2
    if not 10 < count < 10_000:
        return None
    # How many words cover each bin: +1 where a word begins, -1 behind its end, summed up from the left.
    covered = np.zeros(count + 1)
    starts = np.array([word.left for line in lines for word in line.words])
    ends = np.array([word.right for line in lines for word in line.words])
    np.add.at(covered, np.clip(((starts - left) / _BIN).astype(int), 0, count), 1)
    np.add.at(covered, np.clip(((ends - left) / _BIN).astype(int) + 1, 0, count), -1)
    middle = np.cumsum(covered)[int(_MARGIN * count) : int((1 - _MARGIN) * count)]
    # The middle of the widest run of bins that the fewest words cover.
    least = np.flatnonzero(middle == middle.min())
    run = max(np.split(least, np.flatnonzero(np.diff(least) > 1) + 1), key=len)
    return float(left + _BIN * (int(_MARGIN * count) + (run[0] + run[-1] + 1) / 2))


def _cut(lines: Sequence[Line], gutter: float) -> Iterator[tuple[int | None, Line]]:
    """Yield each line with its side, 0 or 1, or None if it crosses; a line with a gap at the gutter is two lines."""
    for line in lines:
        if line.right <= gutter or line.left >= gutter:
            yield int(line.left >= gutter), line
            continue
        before = [word for word in line.words if word.right <= gutter]
        after = [word for word in line.words if word.left >= gutter]
        whole = len(before) + len(after) == len(line.words) and before and after
        if whole and after[0].left - before[-1].right >= _GAP * line.size:
            yield 0, line.part(before)
            yield 1, line.part(after)
        else:
            yield None, line


def _is_column(lines: Sequence[Line]) -> bool:
    """Whether there are enough lines, and wide enough: the cells of a table are neither."""
    if len(lines) < _FEWEST:
        return False
    return median(line.right - line.left for line in lines) >= _NARROWEST * median(line.size for line in lines)


def _rows(lines: Sequence[Line]) -> list[Line]:
    """Join lines at the same height: the parts of a table row or of a justified line."""
    rows: list[Line] = []
    for line in sorted(lines, key=lambda line: line.top):
        if rows and _beside(rows[-1], line):
            rows[-1] = _merge(rows[-1], line)
        else:
            rows.append(line)
    return rows


def _beside(row: Line, line: Line) -> bool:
    shared = min(row.bottom, line.bottom) - max(row.top, line.top)
    apart = line.left >= row.right - 1 or line.right <= row.left + 1
    return apart and shared > 0.5 * min(row.bottom - row.top, line.bottom - line.top)


def _merge(row: Line, line: Line) -> Line:
    words: list[Word] = sorted(row.words + line.words, key=lambda word: word.left)
    larger = max(row, line, key=lambda part: part.right - part.left)
    font = Font(larger.size, row.font.bold and line.font.bold, row.font.fixed and line.font.fixed)
    return Line(words, min(row.top, line.top), max(row.bottom, line.bottom), font)
