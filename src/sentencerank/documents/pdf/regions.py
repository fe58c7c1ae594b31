"""Which lines of a page are its text, and in which order they are read.

Running headers, footers and page numbers are lines at the edge of a page that come back on others; they are dropped.
What crosses the gutter between two columns is read across, what stands between such lines column by column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from statistics import median
from typing import NamedTuple

import numpy as np

from sentencerank.documents.pdf.lines import Line
from sentencerank.documents.pdf.paragraphs import ENDS
from sentencerank.documents.pdf.rows import rows
from sentencerank.documents.pdf.tables import CAPTION

_BIN = 3.0  # points; the resolution at which a gutter is sought
_MARGIN = 0.15  # the share of the width at each side where no gutter is
_GAP = 0.8  # em; so wide a gap inside a line may be a gutter, spaces of justified lines hardly are
_SAME_GUTTER = 6.0  # points
_OVERFULL = 6.0  # points
_FEWEST, _NARROWEST = 4, 9.0  # lines and em that make a column; what is less is a table
_AUTHORS = 24  # lines above the columns of a paper that are looked at
_MOST_CUTS = 3  # cuts inside cuts: up to eight columns


class Layout(NamedTuple):
    """Lines from top to bottom, and where two columns of them may meet."""

    lines: list[Line]
    gutter: float | None


def layout(lines: Sequence[Line]) -> Layout:
    """Return the layout of lines in any order."""
    ordered = sorted(lines, key=lambda line: (line.top, line.left))
    return Layout(ordered, _gutter(ordered))


def gutters(pages: Sequence[Layout]) -> list[float]:
    """Return where columns meet on most pages; on their last page a column may be too short to be seen."""
    found: Counter[int] = Counter()
    for lines, gutter in pages:
        if gutter is not None and _has_columns(lines, gutter):
            found[round(gutter / _SAME_GUTTER)] += 1
    return [place * _SAME_GUTTER for place, count in found.items() if count > 1 and count > 0.2 * len(pages)]


def _has_columns(lines: Sequence[Line], gutter: float) -> bool:
    sides = list(_cut(lines, gutter))
    return all(_is_column([line for side, line in sides if side == which]) for which in (0, 1))


def regions(page: Layout, known: Sequence[float] = (), depth: int = _MOST_CUTS) -> list[list[Line]]:
    """Return the lines of a page in groups to be read one after the other, each from top to bottom.

    `known` are places where columns meet on other pages.
    """
    ordered, gutter = page.lines, page.gutter if depth else None
    sure = False
    for place in known if depth else ():
        if gutter is None or abs(gutter - place) < 2 * _SAME_GUTTER:
            gutter, sure = gutter or place, True
            break
    else:
        usual = [place for place in known if depth and _clear(ordered, place)]
        if usual:
            gutter, sure = usual[0], True
    if gutter is None:
        return [rows(ordered)] if ordered else []
    result: list[list[Line]] = []
    across: list[Line] = []  # lines read over the whole width, until columns begin
    for crossing, members in _bands(_whole(list(_cut(ordered, gutter)))):
        left = [line for side, line in members if side == 0]
        right = [line for side, line in members if side == 1]
        if not crossing and ((_is_column(left) and _is_column(right)) or (sure and _may_be(left, right, gutter))):
            result += [rows(across)] if across else []
            result += regions(layout(left), (), depth - 1) + regions(layout(right), (), depth - 1)
            across = []
        else:
            across += [line for _, line in members]
    return result + ([rows(across)] if across else [])


def _bands(sides: list[tuple[int | None, Line]]) -> Iterator[tuple[bool, list[tuple[int | None, Line]]]]:
    """Yield runs of lines that cross the gutter and that do not; names of authors over columns are a run too."""
    for crossing, group in groupby(sides, key=lambda side: side[0] is None):
        members = list(group)
        cut = 0 if crossing else _authors(members)
        if cut:
            yield True, members[:cut]
        members = members[cut:]
        cut = 0 if crossing else _balanced(members)
        if cut:
            yield False, members[:cut]
        if members[cut:]:
            yield crossing, members[cut:]


def _balanced(members: Sequence[tuple[int | None, Line]]) -> int:
    """Return how many lines are columns of their own: the left one goes on in the right, over white space."""
    if len(members) < 4 * _FEWEST:
        return 0
    bottom = members[0][1].bottom
    last: Line | None = None  # on the left side
    above: set[int | None] = set()
    sides = Counter(side for side, _ in members)  # of what is still to come
    for index, (side, line) in enumerate(members):
        wide = index > 2 and line.top - bottom > 1.8 * line.size and last is not None and not last.block
        both = {0, 1} <= above and min(sides[0], sides[1]) > 0
        if (
            wide
            and both
            and last is not None
            and last.right - last.left > _NARROWEST * last.size
            and not ENDS.search(last.text)
        ):
            return index
        above.add(side)
        sides[side] -= 1
        bottom = max(bottom, line.bottom)
        last = line if side == 0 else last
    return 0


def _authors(members: Sequence[tuple[int | None, Line]]) -> int:
    """Return how many lines stand above the columns: short ones, over white space from side to side."""
    if len(members) < 4 * _FEWEST:
        return 0
    width = median(line.right - line.left for _, line in members)
    bottom = members[0][1].bottom
    for index in range(1, min(len(members), _AUTHORS)):
        line = members[index][1]
        if line.top - bottom > 0.9 * line.size and len({side for side, _ in members[:index]}) == 2:
            above = [other.right - other.left for _, other in members[:index]]
            # A listing in one column beside a caption in the other is short, too.
            if any(other.block or other.font.fixed or CAPTION.match(other.text) for _, other in members[:index]):
                return 0
            return index if max(above) < 0.85 * width or median(above) < 0.6 * width else 0
        bottom = max(bottom, line.bottom)
    return 0


def _clear(lines: Sequence[Line], gutter: float) -> bool:
    """Whether hardly a line crosses a place where columns meet elsewhere."""
    sides = [side for side, _ in _cut(lines, gutter)]
    return bool(sides) and sides.count(None) < 0.4 * len(sides) and 0 in sides and 1 in sides


def _may_be(left: Sequence[Line], right: Sequence[Line], gutter: float) -> bool:
    """Whether a few lines can be the end of two columns: one of them is, and the other begins where such do."""
    if not left or not right or len(left) + len(right) < 3:
        return False
    start = min(line.left for line in right)
    return start - gutter < 3 * max(line.size for line in right)


def _whole(sides: list[tuple[int | None, Line]]) -> list[tuple[int | None, Line]]:
    """Let the end of what crosses the gutter follow it, though it does not cross itself: the last line of a caption."""
    result = list(sides)
    for index in range(1, len(result)):
        side, line = result[index]
        before_side, before = result[index - 1]
        if side is None or before_side is not None or before.block or line.block:
            continue
        if abs(line.base - before.base) < 1 and 0 <= line.left - before.right < line.size:
            # The end of the same line, written apart.
            result[index] = None, line
            continue
        near = 0.5 * line.size < line.base - before.base < 1.5 * line.size
        alike = abs(before.size - line.size) < 0.05 * line.size and before.font.face == line.font.face
        under = (
            abs(line.left - before.left) < 2
            or (CAPTION.match(before.text) and line.left > before.left)
            or abs(line.left + line.right - before.left - before.right) < 4
        )
        following = [other for _, other in result[index + 1 : index + 6]]
        apart = all(
            other.base - line.base > 1.4 * line.size or abs(other.size - line.size) > 0.05 * line.size
            for other in following
        )
        if near and alike and under and (apart or not following):
            result[index] = None, line
    return result


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
    covered += np.bincount(np.clip(((starts - left) / _BIN).astype(int), 0, count), minlength=count + 1)
    covered -= np.bincount(np.clip(((ends - left) / _BIN).astype(int) + 1, 0, count), minlength=count + 1)
    middle = np.cumsum(covered)[int(_MARGIN * count) : int((1 - _MARGIN) * count)]
    # The middle of the widest run of bins that the fewest words cover.
    least = np.flatnonzero(middle == middle.min())
    run = max(np.split(least, np.flatnonzero(np.diff(least) > 1) + 1), key=len)
    return float(left + _BIN * (int(_MARGIN * count) + (run[0] + run[-1] + 1) / 2))


def _cut(lines: Sequence[Line], gutter: float) -> Iterator[tuple[int | None, Line]]:
    """Yield each line with its side, 0 or 1, or None if it crosses; a line with a gap at the gutter is two lines."""
    for line in lines:
        # A line that is too long for its column may stand out a little.
        if line.right <= gutter + _OVERFULL or line.left >= gutter - _OVERFULL:
            yield int(line.left + line.right >= 2 * gutter), line
            continue
        if [1 for word in line.words if word.left < gutter < word.right]:
            yield None, line
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
