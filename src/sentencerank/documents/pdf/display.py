"""A displayed formula as text on one line: fractions, roots, limits, scripts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from sentencerank.documents.pdf.formulas import SMALL, linear, lowered, raised
from sentencerank.documents.pdf.lines import Box, Line, Word

_LARGE = frozenset("∑∏∫⋃⋂⨄⋀⋁∮")
_MOST_BARS = 60


def display(lines: Sequence[Line], rules: Iterable[Box]) -> str:
    """Return a displayed formula as text: fractions with a slash, limits and scripts as such, a line for each row."""
    parts = [part for line in lines for word in line.words for part in word.pieces]
    size = max(median(part.style.size for part in parts), max(part.style.size for part in parts) * 0.8)
    size = max((part.style.size for part in parts if not part.style.large), default=size)
    box = (
        min(part.left for part in parts),
        min(line.top for line in lines),
        max(part.right for part in parts),
        max(line.bottom for line in lines),
    )
    bars = [
        rule
        for rule in rules
        if box[0] - 2 <= rule[0] and rule[2] <= box[2] + 2 and box[1] - size <= rule[1] <= box[3] + size
    ]
    for bar in sorted(bars[:_MOST_BARS], key=lambda bar: bar[2] - bar[0]):
        parts = _fraction(parts, bar, size)
    return "\n".join(_row(row, size) for row in _rows(_limits(parts, size), size))


def _fraction(parts: list[Word], bar: Box, size: float) -> list[Word]:
    """Replace what stands over and under a bar by one part."""
    inside = [part for part in parts if bar[0] - 1 <= (part.left + part.right) / 2 <= bar[2] + 1]
    above = [part for part in inside if -1.7 * size < part.base - bar[1] < 0.1 * size]
    gone = {id(part) for part in above}
    below = [
        part for part in inside if 0.3 * part.style.size < part.base - bar[1] < 1.7 * size and id(part) not in gone
    ]
    if not below:
        return parts
    style = max((part.style for part in inside), key=lambda style: style.size)
    if above:
        text = f"{_bracketed(_flat(above, size))}/{_bracketed(_flat(below, size))}"
        gone |= {id(part) for part in below}
        rest = [part for part in parts if id(part) not in gone]
        return [*rest, Word(text, bar[0], bar[2], bar[1] + 0.25 * size, style)]
    roots = [part for part in parts if part.text == "√" and abs(part.right - bar[0]) < 0.3 * size]
    if not roots:
        return parts
    gone = {id(part) for part in (*below, *roots)}
    rest = [part for part in parts if id(part) not in gone]
    return [
        *rest,
        Word(
            f"√{_bracketed(_flat(below, size))}",
            roots[0].left,
            bar[2],
            max(p.base for p in below if p.style.size == max(q.style.size for q in below)),
            style,
        ),
    ]


def _bracketed(text: str) -> str:
    return text if len(text) == 1 or text.isalnum() else f"({text})"


def _flat(parts: Sequence[Word], size: float) -> str:
    return " ".join(_row(row, max(part.style.size for part in parts)) for row in _rows(parts, size))


def _limits(parts: Sequence[Word], size: float) -> list[Word]:
    """Put the limits of large operators behind them."""
    result = list(parts)
    for operator in [part for part in parts if part.text in _LARGE][:_MOST_BARS]:
        middle = (operator.left + operator.right) / 2
        near = [
            part for part in result
            if part is not operator and part.style.size < SMALL * size
            and part.left < operator.right + 0.7 * size and part.right > operator.left - 0.7 * size
            and abs((part.left + part.right) / 2 - middle) < 0.9 * size
            and 0.35 * size < abs(part.base - operator.base) < 2.2 * size
        ]  # fmt: skip
        under = "".join(part.text for part in sorted(near, key=lambda part: part.left) if part.base > operator.base)
        over = "".join(part.text for part in sorted(near, key=lambda part: part.left) if part.base < operator.base)
        gone = {id(part) for part in (*near, operator)}
        result = [part for part in result if id(part) not in gone]
        text = operator.text + (lowered(under) if under else "") + (raised(over) if over else "")
        result.append(operator._replace(text=text))
    return result


def _rows(parts: Sequence[Word], size: float) -> list[list[Word]]:
    """Return the parts row by row; scripts belong to the nearest row."""
    full = [part for part in parts if part.style.size >= SMALL * size] or list(parts)
    bases: list[float] = []
    for base in sorted(part.base for part in full):
        if not bases or base - bases[-1] > 0.7 * size:
            bases.append(base)
    rows: list[list[Word]] = [[] for _ in bases]
    for part in parts:
        nearest = min(range(len(bases)), key=lambda index: abs(bases[index] - part.base))
        rows[nearest].append(part)
    return [sorted(row, key=lambda part: part.left) for row in rows if row]


def _row(parts: Sequence[Word], size: float) -> str:
    largest = [part for part in parts if part.style.size >= SMALL * size] or list(parts)
    base = median(part.base for part in largest)
    words: list[list[Word]] = []
    for part in parts:
        if words and part.left - words[-1][-1].right < 0.14 * size:
            words[-1].append(part)
        else:
            words.append([part])
    return " ".join(linear(word, base, size) for word in words)
