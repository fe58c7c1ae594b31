"""The outline of a file names its headings: which paragraphs, and which words of them, these are."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from sentencerank.documents.pdf.lines import Line
from sentencerank.documents.pdf.paragraphs import Paragraph

_CONTENT = re.compile(r"[\W_]+")


class Entry(NamedTuple):
    """An entry of the outline of a file."""

    title: str
    level: int  # from 1
    page: int  # from 0


def letters(text: str) -> str:
    """Return the letters and digits of a text, to compare it by.

    >>> letters("1.2 The Rain—in Spain")
    '12theraininspain'
    """
    return _CONTENT.sub("", text).casefold()


def by_outline(paragraphs: Sequence[Paragraph], outline: Sequence[Entry]) -> Iterator[tuple[Paragraph, int]]:
    """Yield the paragraphs, those that the outline names with their level, others with 0; one may be cut in two."""
    wanted: dict[int, list[Entry]] = defaultdict(list)
    for entry in outline:
        if letters(entry.title):
            wanted[entry.page].append(entry)
    for paragraph in paragraphs:
        rest = paragraph
        entries = wanted.get(paragraph.page, [])
        while entries and rest.what in ("text", "rows") and (found := _named(rest, entries)):
            entry, count = found
            entries.remove(entry)
            head, after = cut(rest, count)
            yield replace(head, what="text"), entry.level
            if after is None:
                break
            rest = after
        else:
            yield rest, 0


def _named(paragraph: Paragraph, entries: Sequence[Entry]) -> tuple[Entry, int] | None:
    """Return the entry that a paragraph begins with, and how many of its words are that."""
    text = letters(" ".join(line.text for line in paragraph.lines[:4]))
    for entry in entries[:40]:
        title = letters(entry.title)
        bare = letters(re.sub(r"^(?:[\dIVXA-Z]{1,4}(?:\.\d+)*\.?\s+)", "", entry.title)) or title
        for start in {text.find(title, 0, len(title) + 12), text.find(bare, 0, len(bare) + 12)}:
            wanted = title if text.startswith(title, max(0, start)) else bare
            if start < 0 or (start > 0 and not _is_number(text[:start])):
                continue
            count = _count(paragraph, start + len(wanted))
            if count and _is_apart(paragraph, count):
                return entry, count
    return None


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"(?:chapter|part|appendix|section)?(?:\d{1,6}|[ivx]{1,5}|[a-z]\d{0,4})", text))


def _count(paragraph: Paragraph, length: int) -> int:
    """Return how many words make up so many letters and digits; 0 if a word is cut."""
    seen = count = 0
    for line in paragraph.lines:
        for word in line.words:
            seen += len(letters(word.text))
            count += 1
            if seen >= length:
                return count if seen == length else 0
    return 0


def _is_apart(paragraph: Paragraph, count: int) -> bool:
    """Whether so many words are a line of their own, or look unlike what follows them."""
    for line in paragraph.lines:
        if count <= len(line.words):
            if count == len(line.words):
                return True
            before, after = line.words[count - 1].style, line.words[count].style
            return before.face != after.face or before.italic != after.italic or before.size > 1.05 * after.size
        count -= len(line.words)
    return True


def cut(paragraph: Paragraph, count: int) -> tuple[Paragraph, Paragraph | None]:
    """Cut a paragraph behind so many words."""
    head: list[Line] = []
    rest: list[Line] = []
    for line in paragraph.lines:
        if count >= len(line.words):
            head.append(line)
            count -= len(line.words)
        elif count > 0:
            head.append(line.part(line.words[:count]))
            rest.append(line.part(line.words[count:]))
            count = 0
        else:
            rest.append(line)
    after = replace(paragraph, lines=rest, before=1.0, indented=False) if rest else None
    return replace(paragraph, lines=head), after
