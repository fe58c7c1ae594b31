"""Parts of a plain text that only their headings explain: tables of contents, references, synopses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from sentencerank import patterns as re
from sentencerank.document import BlockKind
from sentencerank.languages.bibliography import heads_references
from sentencerank.languages.lines import Line
from sentencerank.languages.signs import (
    CODE_HEADINGS,
    CONTENTS,
    POINTERS,
    WORDY,
    ends_sentence,
    has_leaders,
    heads_synopsis,
    is_manual_line,
    wordiness,
)

_MARK = re.compile(r"[\s*•▪▫●○■□?o-]*(?:(?:\d{1,3}|[A-Z])(?:\.\d{1,3})*[.)]? +)?")  # what stands before a title
_BULLETS = " *•▪▫●○■□?"
_DIGITS = 4  # of the number of a page
_PARTED_NUMBER = re.at_once(r"(?:\d{1,2}|[A-Z])(?:\.\d{1,3})+[.)]? +\S")
_ENTRY_LINES = 4
_ENTRIES = 3  # lines under each other that come back as headings are a table of contents
_COMING_BACK = 0.6
_HALVES = 5  # blocks up to the next entry, where one has several


class Part(NamedTuple):
    """Lines that are going to be one block."""

    kind: BlockKind
    lines: list[Line]
    start: int  # behind the mark of a list item
    level: int = 0

    @property
    def text(self) -> str:
        """Its lines as one."""
        lines = self.lines
        return lines[0].text if len(lines) == 1 else " ".join([line.text for line in lines])


def with_contents(parts: Sequence[Part]) -> list[Part]:
    """Turn tables of contents into furniture: short lines under each other that come back, or under such a title."""
    entries = [_entry(part) for part in parts]
    times = Counter(entries)
    headed = not CONTENTS.isdisjoint(times)
    loose = _coming_back(parts) if headed else entries
    result = list(parts)
    found: list[int] = []
    start = 0
    while start < len(parts):
        end, seen, leaders = start, set[str](), False
        titled = entries[start] in CONTENTS
        while end < len(parts) and (entries[end] or (titled and loose[end])):
            title = _without_page(parts[end].lines[0].text).casefold()
            if title in seen or (leaders and parts[end].kind != "furniture"):
                break
            seen.add(title)
            leaders = parts[end].kind == "furniture"
            end += 1
        # The first heading of the text itself may stand right below its contents.
        while end > start + 1 and entries[end - 1] and entries[end - 1] in entries[start : end - 1][:_ENTRIES]:
            end -= 1
        again = sum(times[entry] > 1 for entry in entries[start:end])
        if (titled and end - start >= 2) or (end - start >= _ENTRIES and again >= _COMING_BACK * (end - start)):
            for index in range(start + titled, end):
                result[index] = parts[index]._replace(kind="furniture")
            found += range(start, end)
            if titled:
                result[start] = parts[start]._replace(kind="heading", level=2)
        start = max(end, start + 1)
    # What stands between entries that come back later is the second half of one of them.
    first = {entry: index for index, entry in reversed(list(enumerate(entries)))}
    for above, below in pairwise(found):
        begun = all(first[entries[index]] == index and times[entries[index]] > 1 for index in (above, below))
        if begun and 1 < below - above <= _HALVES:
            for index in range(above + 1, below):
                result[index] = parts[index]._replace(kind="furniture", level=0)
    return result


def _entry(part: Part) -> str:
    """Return what an entry of a table of contents and its heading have in common; "" for other blocks."""
    if not _is_short(part):
        return ""
    text = part.text
    # The title of a section with a number may be a question, or take several lines.
    if not _PARTED_NUMBER.match(text.lstrip(_BULLETS)):
        if len(part.lines) > 1 or len(text) > 100:
            return ""
        if text.endswith((".", "!", ",", ";", ":", "。", "…")) and not has_leaders(text):
            return ""
    return _title(text).casefold()


def _coming_back(parts: Sequence[Part]) -> list[str]:
    """Return the first line of each short block if there is another such line: a title may be a whole sentence."""
    lines = [_title(part.lines[0].text).casefold() if _is_short(part) else "" for part in parts]
    times = Counter(lines)
    return [line if times[line] > 1 else "" for line in lines]


def _is_short(part: Part) -> bool:
    return part.kind in ("paragraph", "list", "heading", "furniture") and len(part.lines) <= _ENTRY_LINES


def _title(text: str) -> str:
    """Return a title without its number, and without that of its page.

    >>> _title("2.1. Rain ....... 12"), _title("* Rain"), _title("1999")
    ('Rain', 'Rain', '')
    """
    mark = _MARK.match(text)
    return _without_page(text[mark.end() :] if mark else text)


def _without_page(text: str) -> str:
    end = len(text)
    while end > max(0, len(text) - _DIGITS) and text[end - 1].isdecimal():
        end -= 1
    return text[:end].rstrip(" .…")


def with_sections(parts: Sequence[Part]) -> list[Part]:
    """Turn what stands under "References" into references, and what stands under "Synopsis" into code."""
    kind: BlockKind | None = None
    level = number = column = 0
    manual = bool(parts) and parts[0].kind == "furniture" and is_manual_line(parts[0].text)
    result = []
    for part in parts:
        if part.kind == "heading" and manual and kind == "code" and part.lines[0].column > column:
            part = part._replace(kind="code", level=0)
        elif part.kind == "heading":
            number += 1
            if kind is None or part.level <= level:
                kind, level, column = _section_kind(part.text), part.level, part.lines[0].column
                kind = "code" if manual and heads_synopsis(part.text, number) else kind
        elif kind == "reference" and part.kind in ("paragraph", "list", "code"):
            part = part._replace(kind="reference")
        elif kind == "code" and part.kind in ("paragraph", "list") and not _is_told(part.text):
            part = part._replace(kind="code")
        result.append(part)
    return result


def _is_told(text: str) -> bool:
    """Return whether a text in a synopsis is a sentence: "rain [FILE]..." and "rain [FILE...]" are none."""
    return ends_sentence(text) and not text.rstrip(")]>").endswith("...") and wordiness(text) >= WORDY


def _section_kind(title: str) -> BlockKind | None:
    if heads_references(title) or POINTERS.fullmatch(_title(title)):
        return "reference"
    return "code" if CODE_HEADINGS.fullmatch(title) else None
