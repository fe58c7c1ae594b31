"""Running heads, feet and page numbers: lines at the edge of a page that come back on others, or count its pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from sentencerank.documents.pdf.lines import Line, Page

_EDGE = 0.12  # the share of the height at each edge where they stand
_FAR = 0.22
_EDGE_LINES = 3  # lines from the edge that can be one, each in a left and a right half
_EDGE_GAP = 0.9  # times the font size: the white space between them and the text
_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"[-–—\[(|\s]*(?:page|seite|p\.|s\.)?\s*(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:/|of|von|de)\s*\d{1,4})?[-–—\])|\s]*", re.I
)
_LONGEST_NUMBER = 60  # characters, with what stands around it
_HEAD = 14  # words of a running head
_NOT_LETTERS = re.compile(r"[\W\d_]+")
_DIGITS = re.compile(r"\d+|[ivxlc]+", re.IGNORECASE)


def without_running(pages: Sequence[Page]) -> list[Page]:
    """Return the pages without what repeats at their edges; a lone page loses only its number."""
    edges = [_edges(page) for page in pages]
    ends = [_outermost(page) for page in pages]
    seen = Counter(
        key for page, lines in zip(pages, edges, strict=True) for key in {_key(line, page) for line in lines}
    )
    firsts = Counter(
        key for page, lines in zip(pages, ends, strict=True) for key in {_key(line, page) for line in lines}
    )
    headings = _texts(pages, edges)
    # Chapters have headers of their own, so no share of all pages is asked.
    few = 2 if len(pages) <= 5 else 3
    counted = _counted([[*one, *other] for one, other in zip(edges, ends, strict=True)])
    result = []
    for index, page in enumerate(pages):
        numbers = [
            line for line in (*edges[index], *ends[index]) if counted is not None and _counts(line, index + counted)
        ]
        dropped = []
        for line in edges[index]:
            short = len(line.words) <= _HEAD
            often = seen[_key(line, page)] >= (few if short else max(4, len(pages) / 3))
            beside = short and not _is_text(line) and any(_level(line, other) for other in numbers)
            if often or beside or _is_number(line, page) or _bare(line) in headings:
                dropped.append(line)
        gone = {id(line) for line in dropped}
        # However close the text is: the number itself, and what stands on top of most pages.
        for line in ends[index]:
            often = firsts[_key(line, page)] > max(3, len(pages) / 2)
            if id(line) not in gone and (often or (len(line.words) == 1 and line in numbers)):
                dropped.append(line)
                gone.add(id(line))
        kept = [line for line in page.lines if id(line) not in gone]
        result.append(page._replace(lines=kept, heads=[line.text for line in dropped]))
    return result


def _outermost(page: Page) -> list[Line]:
    """Return the first and the last line of a page."""
    if len(page.lines) < 2:
        return []
    return [min(page.lines, key=lambda line: line.top), max(page.lines, key=lambda line: line.bottom)]


def _texts(pages: Sequence[Page], edges: Sequence[Sequence[Line]]) -> set[str]:
    """Return what lines that look like headings say: the name of a section may be repeated at the edge."""
    outer = {id(line) for lines in edges for line in lines}
    if not outer:
        return set()
    sizes = Counter(line.size for page in pages for line in page.lines)
    body = sizes.most_common(1)[0][0]
    found = {
        _bare(line)
        for page in pages
        for line in page.lines
        if len(line.words) <= _HEAD and (line.font.bold or line.size > 1.05 * body) and id(line) not in outer
    }
    return {text for text in found if len(text) > 5}


def _bare(line: Line) -> str:
    return _NOT_LETTERS.sub("", line.text).casefold()


def _counted(edges: Sequence[Sequence[Line]]) -> int | None:
    """Return what is to be added to the index of a page for the number that is printed on it."""
    offsets: Counter[int] = Counter()
    for index, lines in enumerate(edges):
        offsets.update({int(number) - index for line in lines for number in _ends_of(line)})
    if not offsets:
        return None
    offset, count = offsets.most_common(1)[0]
    return offset if count >= max(3, len(edges) / 4) else None


def _ends_of(line: Line) -> list[str]:
    """Return the numbers that a short line begins or ends with, signs of notes aside."""
    if len(line.words) > _HEAD:
        return []
    ends = [word for word in (line.words[0], line.words[-1]) if not word.parts and word.style.size >= 0.9 * line.size]
    return [word.text for word in ends if word.text.isascii() and word.text.isdigit() and len(word.text) < 5]


def _is_text(line: Line) -> bool:
    """Whether a line ends a sentence before a number, or breaks a word: no head."""
    words = line.words[:-1] if line.words[-1].text.isdigit() else line.words
    return len(words) > 1 and words[-1].text.endswith((".", "-", ",")) and not words[-1].text.endswith("al.")


def _counts(line: Line, number: int) -> bool:
    return str(number) in _ends_of(line)


def _level(line: Line, other: Line) -> bool:
    return abs(line.base - other.base) < 0.3 * line.size


def printed_number(page: Page, physical: int) -> str:
    """Return the number of a page: as it is printed on it, as the file gives it, or as it is counted."""
    for head in page.heads:
        if _says_number(head):
            return _DIGITS.findall(head)[0]
    return page.label or str(physical)


def _edges(page: Page) -> list[Line]:
    """Return the lines at the top and at the bottom that white space parts from the text between them."""
    downwards = sorted(page.lines, key=lambda line: line.top)
    upwards = sorted(page.lines, key=lambda line: -line.bottom)
    # The outermost line may stand farther in: the text may be smaller than the page.
    tops = [
        line for line in downwards[: 2 * _EDGE_LINES]
        if line.bottom < (_FAR if line.top < downwards[0].bottom else _EDGE) * page.height
    ]  # fmt: skip
    bottoms = [
        line for line in upwards[: 2 * _EDGE_LINES]
        if line.top > (1 - (_FAR if line.bottom > upwards[0].top else _EDGE)) * page.height
    ]  # fmt: skip
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
    if not _says_number(line.text):
        return False
    beside = sum(other.top < line.bottom and other.bottom > line.top for other in page.lines)
    return beside == 1 and len(page.lines) > 1


def _says_number(text: str) -> bool:
    return len(text) <= _LONGEST_NUMBER and bool(_PAGE_NUMBER.fullmatch(text))
