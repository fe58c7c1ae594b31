"""Tables and figures are taken out of the text of a page before its columns are sought."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from sentencerank.documents.pdf.drawings import figures
from sentencerank.documents.pdf.lines import Block, Box, Line, Page, Word, block_line

_MOST_RULES = 600  # of a page that are looked at
_SAME = 4.0  # points: two thin lines that end at the same place
_FARTHEST = 0.45  # of the height of the page, from one rule of a table to the next
_CELL_GAP = 0.55  # em; white space that goes through all rows between two columns
_PROSE = 7  # words of a line that is no cell
_REACH = 10.0  # points; so far from a drawing its labels may stand
_BESIDE = 36.0  # points; a few words beside a drawing are labels of its axis
_DENSE = 0.45  # of its area: a box around text, no figure
CAPTION = re.compile(
    r"(?:(?:supplementary|extended data|online)\s+)?(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|scheme|chart"
    r"|plate|listing|algorithm|exhibit|tableau|figura|tabla|tabela|figuur|tabel|рис(?:унок|\.)|табл(?:ица|\.)|图|表|図)"
    r"\s*(?:[A-Z]?\d+(?:[.\-]\d+)*[a-z]?|[IVX]+|[A-Z](?:\.\d+)?)(?:\s*\([a-z]\))?\s*(?:[.:|–—-]|$|\s(?=[A-Z\u0400-\uffff]))",
    re.IGNORECASE,
)


def with_blocks(page: Page) -> Page:
    """Return the page with one line for each table between rules and each figure, in place of what is inside."""
    lines = _without(page, page.lines, list(_ruled(page)))
    kept = page._replace(lines=lines)
    return page._replace(lines=_without(kept, lines, list(_drawn(kept))))


def _without(page: Page, lines: list[Line], blocks: Sequence[tuple[Block, Sequence[Line]]]) -> list[Line]:
    taken = {id(line) for _, inside in blocks for line in inside}
    number = lines[0].page if lines else 0
    return [*(line for line in lines if id(line) not in taken), *(block_line(block, number) for block, _ in blocks)]


def _ruled(page: Page) -> Iterator[tuple[Block, list[Line]]]:
    """Yield tables: two or more thin lines of one width under each other, with rows between them."""
    groups: list[list[Box]] = []
    for rule in sorted(page.drawings.rules[:_MOST_RULES], key=lambda rule: rule[1]):
        if rule[2] - rule[0] < 30:
            continue
        near = [
            group
            for group in groups[-40:]
            if _alike(group[-1], rule) and rule[1] - group[-1][1] < _FARTHEST * page.height
        ]
        if near:
            near[-1].append(rule)
        else:
            groups.append([rule])
    ends = -1.0
    for group in sorted(groups, key=lambda group: group[0][1]):
        if len(group) < 2 or group[0][1] < ends:
            continue
        for part in _unbroken(group, page):
            box = part[0][0], part[0][1], part[0][2], part[-1][3]
            inside = [line for line in page.lines if _within(line, box)]
            rows = _rows(inside, part, page)
            if len(rows) > 1 and max(map(len, rows)) > 1 and _tabular(inside):
                ends = box[3]
                yield Block("table", box, tuple(tuple(map(tuple, row)) for row in rows)), inside


def _alike(one: Box, other: Box) -> bool:
    return abs(one[0] - other[0]) < _SAME and abs(one[2] - other[2]) < _SAME


def _unbroken(rules: Sequence[Box], page: Page) -> Iterator[list[Box]]:
    """Yield runs of rules between which no prose, no caption and no heading stands."""
    run = [rules[0]]
    for above, below in pairwise(rules):
        between = [
            line
            for line in page.lines
            if above[1] < line.base <= below[3] and line.left < below[2] and line.right > below[0]
        ]
        if any(
            CAPTION.match(line.text) or line.left < below[0] - 9 or line.right > below[2] + 9 for line in between
        ) or _is_prose(between):
            if len(run) > 1:
                yield run
            run = []
        run.append(below)
    if len(run) > 1:
        yield run


def _is_prose(lines: Sequence[Line]) -> bool:
    """Whether most lines have many words and no wide gap."""
    full = [len(line.words) for line in lines if len(line.words) >= _PROSE and len(line.cells(1.2)) == 1]
    return len(full) >= 3 and sum(full) > 0.55 * sum(len(line.words) for line in lines)


def _tabular(lines: Sequence[Line]) -> bool:
    return sum(len(line.words) >= 2 * _PROSE and len(line.cells(1.0)) == 1 for line in lines) <= 0.5 * len(lines)


def _within(line: Line, box: Box) -> bool:
    return box[1] - 1 <= line.base <= box[3] + 1 and line.left >= box[0] - 9 and line.right <= box[2] + 9


def _rows(lines: Sequence[Line], rules: Sequence[Box], page: Page) -> list[list[list[Word]]]:
    """Return the words of each cell; where a rule stands between all rows, lines between two are one row."""
    if not lines:
        return []
    words = [word for line in lines for word in line.words]
    cuts = columns(lines, [rule for rule in page.drawings.columns if rule[3] > rules[0][1] and rule[1] < rules[-1][3]])
    heights = [rule[1] for rule in rules]
    grid = len(rules) > 3
    rows: list[list[Word]] = []
    key: float | None = None
    for word in sorted(words, key=lambda word: word.base):
        band = sum(height < word.base for height in heights[:200])
        same = rows and (band == key if grid else word.base - rows[-1][0].base < 0.6 * word.style.size)
        if same:
            rows[-1].append(word)
        else:
            rows.append([word])
        key = band
    return [split(row, cuts) for row in rows]


def columns(lines: Sequence[Line], drawn: Sequence[Box] = ()) -> list[float]:
    """Return the places between the columns of a table: drawn lines, or white space through most of its rows."""
    size = median(line.size for line in lines)
    if len({round(rule[0]) for rule in drawn}) > 2:
        places = sorted({round(rule[0]) for rule in drawn})
        return [float(place) for place in places[1:-1]]
    # A cell that stands over several columns covers the white space between them.
    spans = sorted((cell[0].left, cell[-1].right) for line in lines for cell in line.cells(_CELL_GAP))
    wide = max(right for _, right in spans) - spans[0][0]
    reach, cuts = spans[0][1], []
    for left, right in spans:
        if right - left > 0.7 * wide and len(lines) > 2:
            continue
        if left - reach >= _CELL_GAP * size:
            cuts.append((left + reach) / 2)
        reach = max(reach, right)
    return cuts


def split(words: Sequence[Word], cuts: Sequence[float]) -> list[list[Word]]:
    """Return the words of each column, those of one cell line by line."""
    cells: list[list[Word]] = [[] for _ in range(len(cuts) + 1)]
    for word in words:
        middle = (word.left + word.right) / 2
        cells[sum(cut < middle for cut in cuts)].append(word)
    return [sorted(cell, key=lambda word: (round(word.base / max(4.0, word.style.size)), word.left)) for cell in cells]


def _drawn(page: Page) -> Iterator[tuple[Block, list[Line]]]:
    """Yield figures, with the lines that are their labels."""
    for box in figures(page):
        near = box[0] - _REACH, box[1] - _REACH, box[2] + _REACH, box[3] + _REACH
        wide = box[0] - _BESIDE, box[1], box[2] + _BESIDE, box[3]
        inside = [
            line
            for line in page.lines
            if not line.block and (_overlaps(line, near) or (len(line.words) < 4 and _overlaps(line, wide)))
        ]
        area = (box[2] - box[0]) * (box[3] - box[1])
        text = sum((line.right - line.left) * line.size for line in inside if _overlaps(line, box))
        if any(line.block and _overlaps(line, box) for line in page.lines) or text > _DENSE * area:
            continue
        if _is_prose(inside) or _is_text([line for line in inside if _overlaps(line, box)]):
            continue
        labels = [
            line
            for line in inside
            if not CAPTION.match(line.text) and (len(line.words) < _PROSE or _overlaps(line, box))
        ]
        yield Block("figure", box, tuple((tuple(line.words),) for line in _reading(labels))), labels


def _is_text(lines: Sequence[Line]) -> bool:
    """Whether lines in a box are text: many words, most lines beginning at one of a few places, or code."""
    words = sum(len(line.words) for line in lines)
    if sum(line.font.fixed for line in lines) > 0.6 * len(lines) and len(lines) > 1:
        return True
    starts = Counter(round(line.left / 3) for line in lines)
    aligned = sum(count for _, count in starts.most_common(2))
    return words >= 25 and words >= 2.5 * len(lines) and aligned >= 0.5 * len(lines)


def _overlaps(line: Line, box: Box) -> bool:
    x, y = (line.left + line.right) / 2, (line.top + line.bottom) / 2
    return (
        box[0] <= x <= box[2]
        and box[1] <= y <= box[3]
        and line.left >= box[0] - 2 * _REACH
        and line.right <= box[2] + 2 * _REACH
    )


def _reading(lines: Sequence[Line]) -> list[Line]:
    return sorted(lines, key=lambda line: (line.top, line.left))
