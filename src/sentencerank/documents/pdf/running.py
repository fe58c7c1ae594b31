"""Running headers, footers and page numbers: lines at the edge of a page that come back on others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from sentencerank.documents.pdf.lines import Line, Page

EDGE = 0.12  # the share of the height at each edge where they stand
_DEEPEST = 3  # lines from the edge that can be one, each in a left and a right half
_PARTED = 0.7  # times the font size: the white space between them and the text
_NUMBER = re.compile(r"\d+")
_PAGE_NUMBER = re.compile(
    r"[-–—\[(|\s]*(?:page|seite|p\.|s\.)?\s*(?:\d{1,4}|[ivxlc]{1,6})(?:\s*(?:/|of|von|de)\s*\d{1,4})?[-–—\])|\s]*", re.I
)


def without_running(pages: Sequence[Page]) -> list[Page]:
    """The pages without what repeats at their edges; a lone page loses only its number."""
    seen = Counter(key for page in pages for key in {_key(line, page) for line in _edges(page)})
    few = 2 if len(pages) <= 5 else 3  # chapters have headers of their own, so no share of all pages is asked
    result = []
    for page in pages:
        dropped = {id(line) for line in _edges(page) if seen[_key(line, page)] >= few or _is_number(line, page)}
        result.append(page._replace(lines=[line for line in page.lines if id(line) not in dropped]))
    return result


def _edges(page: Page) -> list[Line]:
    """The lines at the top and at the bottom that white space parts from the text between them."""
    downwards = sorted(page.lines, key=lambda line: line.top)
    upwards = sorted(page.lines, key=lambda line: -line.bottom)
    tops = [line for line in downwards[: 2 * _DEEPEST] if line.bottom < EDGE * page.height]
    bottoms = [line for line in upwards[: 2 * _DEEPEST] if line.top > (1 - EDGE) * page.height]
    return [
        *tops[: _parted([line.bottom for line in tops], [line.top for line in downwards[1:]], tops)],
        *bottoms[: _parted([-line.top for line in bottoms], [-line.bottom for line in upwards[1:]], bottoms)],
    ]


def _parted(ends: Sequence[float], starts: Sequence[float], lines: Sequence[Line]) -> int:
    """How many of the lines stand before the last gap of most of a line's height."""
    gaps = [start - end > _PARTED * line.size for end, start, line in zip(ends, starts, lines, strict=False)]
    return max((index + 1 for index, gap in enumerate(gaps) if gap), default=0)


def _key(line: Line, page: Page) -> tuple[str, int]:
    """What a line says but for its numbers, and its height on the page: even and odd pages may differ in side."""
    return _NUMBER.sub("#", line.text.lower()), round(line.top / page.height * 50)


def _is_number(line: Line, page: Page) -> bool:
    """A page number that stands alone: no other line at its height."""
    beside = sum(other.top < line.bottom and other.bottom > line.top for other in page.lines)
    return beside == 1 and bool(_PAGE_NUMBER.fullmatch(line.text)) and len(page.lines) > 1
