"""Reading order: what crosses the gutter is read across, what stands between such lines column by column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from statistics import median

import numpy as np

from sentencerank.documents.pdf.lines import Font, Line, Word

_BIN = 3.0  # points; the resolution at which a gutter is sought
_MARGIN = 0.15  # the share of the width at each side where no gutter is
_GAP = 0.8  # em; so wide a gap inside a line may be a gutter, spaces of justified lines hardly are
_FEWEST, _NARROWEST = 4, 9.0  # lines and em that make a column; what is less is a table
_DEEPEST = 3  # cuts inside cuts: up to eight columns


def regions(lines: Sequence[Line], depth: int = _DEEPEST) -> list[list[Line]]:
    """The lines of a page in groups to be read one after the other, each from top to bottom."""
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
    """Where the fewest lines have a word, if that can be a gutter at all."""
    if len(lines) < 2 * _FEWEST:
        return None
    left, right = min(line.left for line in lines), max(line.right for line in lines)
    count = int((right - left) / _BIN) + 2
    if not 10 < count < 10_000:
        return None
    covered = np.zeros(count + 1)
    starts = np.array([word.left for line in lines for word in line.words])
    ends = np.array([word.right for line in lines for word in line.words])
    np.add.at(covered, np.clip(((starts - left) / _BIN).astype(int), 0, count), 1)
    np.add.at(covered, np.clip(((ends - left) / _BIN).astype(int) + 1, 0, count), -1)
    middle = np.cumsum(covered)[int(_MARGIN * count) : int((1 - _MARGIN) * count)]
    least = np.flatnonzero(middle == middle.min())
    run = max(np.split(least, np.flatnonzero(np.diff(least) > 1) + 1), key=len)
    return float(left + _BIN * (int(_MARGIN * count) + (run[0] + run[-1] + 1) / 2))


def _cut(lines: Sequence[Line], gutter: float) -> Iterator[tuple[int | None, Line]]:
    """Each line with its side, 0 or 1, or None if it crosses; a line with a gap at the gutter is two lines."""
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
    """Enough lines, wide enough: the cells of a table are neither."""
    if len(lines) < _FEWEST:
        return False
    return median(line.right - line.left for line in lines) >= _NARROWEST * median(line.size for line in lines)


def _rows(lines: Sequence[Line]) -> list[Line]:
    """Lines at the same height made one; the pieces of a table row or of a justified line."""
    rows: list[Line] = []
    for line in sorted(lines, key=lambda line: line.top):
        if rows and _beside(rows[-1], line):
            rows[-1] = _merged(rows[-1], line)
        else:
            rows.append(line)
    return rows


def _beside(row: Line, line: Line) -> bool:
    shared = min(row.bottom, line.bottom) - max(row.top, line.top)
    apart = line.left >= row.right - 1 or line.right <= row.left + 1
    return apart and shared > 0.5 * min(row.bottom - row.top, line.bottom - line.top)


def _merged(row: Line, line: Line) -> Line:
    words: list[Word] = sorted(row.words + line.words, key=lambda word: word.left)
    larger = max(row, line, key=lambda part: part.right - part.left)
    font = Font(larger.size, row.font.bold and line.font.bold, row.font.fixed and line.font.fixed)
    return Line(words, min(row.top, line.top), max(row.bottom, line.bottom), font)
