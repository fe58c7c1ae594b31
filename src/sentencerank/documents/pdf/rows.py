"""Lines at one height are one row, and words that touch are one: what is raised, lowered or in small capitals."""

from __future__ import annotations

from collections.abc import Sequence

from sentencerank.documents.pdf.lines import Line, Word

_NEAR = 4  # rows above that a line may belong to
# More parts than these are no longer put together, so that the time to put them together does not grow with the square.
_ROW, _WORD = 200, 100  # parts of a row, and of a word


def rows(lines: Sequence[Line]) -> list[Line]:
    """Join lines at the same height: the parts of a table row or of a justified line."""
    found: list[Line] = []
    for line in sorted(lines, key=lambda line: (line.base, line.left)):
        # What is raised comes before its line, what is lowered behind it.
        for index in range(len(found) - 1, max(-1, len(found) - _NEAR - 1), -1):
            if _beside(found[index], line):
                found[index] = _merge(found[index], line)
                break
        else:
            found.append(line)
    return [
        row if row.alike or row.block or all(word.style is row.font for word in row.words) else _tidied(row)
        for row in found
    ]


def _tidied(row: Line) -> Line:
    words = glued(row.words)
    return row if len(words) == len(row.words) else Line(words, row.page)


def _beside(row: Line, line: Line) -> bool:
    if row.block or line.block or row.count + line.count > _ROW:
        return False
    shared = min(row.bottom, line.bottom) - max(row.top, line.top)
    if shared <= 0.5 * min(row.bottom - row.top, line.bottom - line.top):
        return False
    # Two fractions side by side are not two scripts: text of one size has one baseline.
    small = min(row.size, line.size) < 0.85 * max(row.size, line.size)
    if not small and abs(row.base - line.base) >= 0.3 * row.size:
        return False
    return line.left >= row.right - 1 or line.right <= row.left + 1 or _fits(row, line)


def _fits(row: Line, line: Line) -> bool:
    """Whether two lines are beside each other, what is raised or lowered in them aside."""
    one, other = _full(row), _full(line)
    if len(one) < len(other):
        one, other = other, one
    left, right = min(part.left for part in other), max(part.right for part in other)
    return all(left >= part.right - 1 or right <= part.left + 1 for part in one)


def _full(line: Line) -> list[Word]:
    size = 0.85 * line.size
    return [part for word in line.words for part in word.pieces if part.style.size >= size] or line.words


def _merge(row: Line, line: Line) -> Line:
    return Line(glued(sorted(row.words + line.words, key=lambda word: word.left)), row.page)


def glued(words: Sequence[Word]) -> list[Word]:
    """Join words that are one: with what is raised or lowered beside them, and capitals of two sizes."""
    result: list[Word] = []
    for word in words:
        if result and (result[-1].style is not word.style or result[-1].parts or word.parts) and _one(result[-1], word):
            before = result[-1]
            parts = before.pieces + word.pieces
            largest = max(parts, key=lambda part: (part.style.size, len(part.text)))
            result[-1] = Word(
                before.text + word.text, before.left, max(before.right, word.right), largest.base, largest.style, parts
            )
        else:
            result.append(word)
    return result


def _one(before: Word, word: Word) -> bool:
    if len(before.parts) + len(word.parts) > _WORD:
        return False
    last, first = before.pieces[-1], word.pieces[0]
    if before.parts and first.style.size < 0.85 * before.style.size and before.left < first.left < before.right + 1:
        return True
    larger = max(last.style.size, first.style.size)
    if min(last.style.size, first.style.size) >= 0.92 * larger or abs(first.left - last.right) > 0.2 * larger:
        return False
    if abs(first.base - last.base) > 0.1 * larger:
        # The sign of a note stands close to its word; the word after a sign does not.
        return first.style.size < last.style.size
    return last.text[-1:].isupper() and first.text[:1].isupper() and len(before.text) <= 2
