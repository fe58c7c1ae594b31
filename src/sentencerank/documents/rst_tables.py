"""The tables of reStructuredText: grids drawn with lines, and columns under rows of ===."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sentencerank.documents.indented import Row
from sentencerank.documents.pieces import Piece, table
from sentencerank.documents.rst_inline import rst_words

_RULE = re.compile(r"[=-]{2,}")
_SIMPLE_RULE = re.compile(r"[= ]+|[- ]+")


def read_table(lines: Sequence[Row], place: int) -> tuple[int, list[Piece]]:
    """Return the table that begins at a line, and where it ends."""
    return _grid(lines, place) if lines[place].text.startswith("+") else _simple(lines, place)


def _grid(lines: Sequence[Row], place: int) -> tuple[int, list[Piece]]:
    end = place
    while end < len(lines) and lines[end].text[:1] in ("+", "|"):
        end += 1
    cells: list[list[list[str]]] = []
    new = True
    for row in lines[place:end]:
        if row.text.startswith("+"):
            new = True
            continue
        parts = row.text.strip("|").split("|")
        if new or len(parts) != len(cells[-1]):
            cells.append([[] for _ in parts])
            new = False
        for cell, part in zip(cells[-1], parts, strict=True):
            cell.append(part.strip())
    return end, _table(cells)


def _simple(lines: Sequence[Row], place: int) -> tuple[int, list[Piece]]:
    columns = [rule.start() for rule in _RULE.finditer(lines[place].text)]
    # The table ends with a rule that has an empty line below it.
    end = place + 1
    while end < len(lines) and not (_is_rule(lines, end) and (end + 1 == len(lines) or not lines[end + 1].text)):
        end += 1
    if end == len(lines):
        end = next((k for k in range(place, len(lines)) if not lines[k].text), len(lines)) - 1
    cells: list[list[list[str]]] = []
    for row in lines[place + 1 : end]:
        if not row.text or _SIMPLE_RULE.fullmatch(row.text):
            continue
        parts = [row.text[left:right].strip() for left, right in zip(columns, [*columns[1:], None], strict=True)]
        # A row without a first cell goes on with the one above it.
        if parts[0] or not cells:
            cells.append([[] for _ in parts])
        for cell, part in zip(cells[-1], parts, strict=True):
            cell.append(part)
    return end + 1, _table(cells)


def _is_rule(lines: Sequence[Row], place: int) -> bool:
    return lines[place].text.startswith("==") and bool(_SIMPLE_RULE.fullmatch(lines[place].text))


def _table(cells: Sequence[Sequence[Sequence[str]]]) -> list[Piece]:
    return [table([rst_words(" ".join(filter(None, cell))) for cell in row] for row in cells)] if cells else []
