"""The blocks of a plain text: paragraphs with hard wraps undone, list items, quotes, tables, captions and headings.

A heading, a caption or a table is not ranked, so a false one hides a sentence: when in doubt a line is a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import NamedTuple
from unicodedata import category

from sentencerank.document import Block
from sentencerank.languages.sentences import flattened

WIDEST_WRAP = 120  # characters; longer lines are whole paragraphs
_WRAPPED_LINES = 3  # of a paragraph that was wrapped, in a text where others were not
_LONG_WORD = 25  # a URL sticks out of a wrapped paragraph and says nothing about its width

_MARKDOWN = re.compile(r"(#{1,6}) +(?=\S)")
_LIST_MARK = re.compile(r"(?:[-*+•‣◦▪●·–—] |\(?\d{1,3}[.)] |\(?[a-z]\) |\(?[ivx]{1,5}\) ) *(?=\S)")
_NUMBERED = re.compile(r"(?:\d{1,2}(?:\.\d{1,2})*\.?|[IVX]{1,5}\.|(?:Chapter|Section|Part) \w+[.:]?) +(?=[^\W\d_])")
_UNDERLINE = re.compile(r"={3,}|-{3,}")
_UNFINISHED = tuple(".!?…,;:。！？।؟”\"'’»")  # no heading ends like this
_INNER_END = re.compile(r"[.!?] +[^\W\d_]")
_BAR, _GAP = re.compile(r"[|\t]"), re.compile(r"(?<![.!?…:;,”\"'’») ]) {2,}")  # between the cells of a table
_COLUMNS = 3  # of a table: two may be anything
_ROWS = 3  # the last line of a justified paragraph has no gaps
_WORDS = 5  # of a cell
_ASIDE = 25  # words of a caption or a line about the text at most
_CAPTION = re.compile(
    r"(?:photo(?:graph)?s?|picture|image|illustration|figure|fig|chart|map|video|credit|source|fotos?|bild|grafik|quelle|"
    r"imagen|fuente|fonte|crédit|фото|источник|图片?|来源|写真|出典)(?: ?\d{1,3}[a-z]?| by [^:.]{1,40})?\.? ?[:：]",
    re.IGNORECASE,
)  # and what follows describes a picture, or says where it is from
_BYLINE = re.compile(r"B[yY] [A-Z][\w.'’-]*(?:(?:,| and|,? &)? [A-Z][\w.'’-]*){1,6}(?:, [\w ]{3,30})?")
_ABOUT = re.compile(
    r"(?:(?:first |last )?(?:published|updated|modified|posted|printed)\b[^.!?]*\d[^.!?]*"
    r"|(?:read more|click here|share this|sign up|subscribe|follow us|related (?:articles?|stories))\b.*"
    r"|(?:present|in attendance|attendees|participants|apologies|absent|date|time|place|location|venue) ?:.*"
    r"|advertisement|(?:copyright|©|\(c\)).*|.*\ball rights reserved\.?)",
    re.IGNORECASE,
)


class Line(NamedTuple):
    """A line without the white space around it; `text` is what stands after a mark of a quote."""

    start: int
    end: int
    text: str
    quoted: bool = False
    row: bool = False  # of a table


def blocks(text: str) -> tuple[Block, ...]:
    r"""Return paragraphs, headings, list items, quotes and tables, in order and disjoint; marks are left out.

    >>> text = "# Rain\nIt rained\nall day.\n- wind\n> He said so."
    >>> [(block.kind, text[block.start : block.end]) for block in blocks(text)]
    [('heading', 'Rain'), ('paragraph', 'It rained\nall day.'), ('list', 'wind'), ('quote', 'He said so.')]
    """
    lines = list(_with_rows(list(_lines(flattened(text))), text))
    groups = list(_groups(lines))
    found = [_block(group) for group in groups]
    if len(found) > 1:
        found = _with_headings(found, groups, lines)
    return tuple(found)


def _lines(flat: str) -> Iterator[Line]:
    """Yield the lines; of several empty ones in a row the first, for a file may have millions."""
    start, empty = 0, False
    for line in flat.split("\n"):
        stripped = line.strip(" ")
        if empty and not stripped:
            start += len(line) + 1
            continue
        empty = not stripped
        left = start + len(line) - len(line.lstrip(" "))
        if stripped.startswith(">"):
            inner = stripped.lstrip("> ")
            yield Line(left + len(stripped) - len(inner), left + len(stripped), inner, quoted=True)
        else:
            yield Line(left, left + len(stripped), stripped)
        start += len(line) + 1


def cells(line: str) -> list[str]:
    r"""Return the cells of a row of a table: they are parted by tabs, bars, or two spaces that end no sentence.

    >>> cells("North   120  135"), cells("| a | b c |"), cells("Rain\t3 mm"), cells("no row.  None")
    (['North', '120', '135'], ['a', 'b c'], ['Rain', '3 mm'], ['no row.  None'])
    """
    line = line.strip(" \t|")
    return [cell.strip() for cell in (_BAR if _BAR.search(line) else _GAP).split(line)]


def _with_rows(lines: Sequence[Line], text: str) -> Iterator[Line]:
    """Mark the rows of tables: several lines in a row with several cells each; rules between them do not count."""
    rows = [cells(text[line.start : line.end]) if _worded(line) else [] for line in lines]
    likely = [len(row) >= _COLUMNS or bool(line.text and not row) for line, row in zip(lines, rows, strict=True)]
    for table, places in groupby(range(len(lines)), likely.__getitem__):
        run = list(places)
        filled = [place for place in run if rows[place]]
        sure = table and len(filled) >= _ROWS and all(_short(lines[place], rows[place]) for place in filled)
        yield from (lines[place]._replace(row=sure) for place in run)


def _short(line: Line, row: Sequence[str]) -> bool:
    """Return whether a row has short cells, or bars around them: a line of a chat with time and name is no row."""
    return line.text.startswith("|") or max(len(cell.split()) for cell in row) <= _WORDS


def _worded(line: Line) -> bool:
    return any(map(str.isalnum, line.text))


def _groups(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield lines that belong together; rows of === and empty lines only separate."""
    for run, width in _runs(lines):
        group: list[Line] = []
        for line in run:
            if group and _ends(group[-1], line, width):
                yield group
                group = []
            if _worded(line):
                group.append(line)
        if group:
            yield group


def _runs(lines: Sequence[Line]) -> list[tuple[list[Line], int]]:
    """Return lines without an empty one between them, and their width: 0 if every line stands for itself."""
    runs = [list(group) for filled, group in groupby(lines, lambda line: bool(line.text)) if filled]
    widths = [_width(run) for run in runs]
    longest = max(widths, default=0)
    if longest <= WIDEST_WRAP:
        return [(run, longest) for run in runs]
    wrapped = [len(run) >= _WRAPPED_LINES and width <= WIDEST_WRAP for run, width in zip(runs, widths, strict=True)]
    widest = max((width for width, sure in zip(widths, wrapped, strict=True) if sure), default=0)
    return [(run, widest if sure else 0) for run, sure in zip(runs, wrapped, strict=True)]


def _width(lines: Sequence[Line]) -> int:
    """Return the length of the longest line; a long word says nothing about the width, for it sticks out."""
    width = 0
    for line in lines:
        if len(line.text) > width and max(map(len, line.text.split())) <= _LONG_WORD:
            width = len(line.text)
    return width


def _ends(line: Line, following: Line, width: int) -> bool:
    """Return whether the newline between two lines ends a block."""
    if line.row or following.row:
        return not (line.row and following.row)
    if not width or line.quoted != following.quoted or not _worded(following):
        return True
    if _MARKDOWN.match(line.text) or _MARKDOWN.match(following.text) or _LIST_MARK.match(following.text):
        return True
    # Where the next word would have fitted on the line above, the break was meant.
    word = following.text.split(" ", 1)[0]
    return len(line.text) + 1 + len(word) <= width and not word[0].islower()


def _block(group: Sequence[Line]) -> Block:
    first, end = group[0], group[-1].end
    if first.row:
        return Block("table", first.start, end)
    if first.quoted:
        return Block("quote", first.start, end)
    if mark := _MARKDOWN.match(first.text):
        return Block("heading", first.start + mark.end(), end, len(mark[1]))
    if mark := _LIST_MARK.match(first.text):
        return Block("list", first.start + mark.end(), end)
    return Block("caption" if aside(" ".join(line.text for line in group)) else "paragraph", first.start, end)


def aside(text: str) -> bool:
    """Return whether a block of its own is a caption, a byline, a date line or a request, not part of what is told.

    >>> [aside(text) for text in ("Photo: The pool in July.", "By Ann Lee", "Published 3 March 2024 | Updated 5 March")]
    [True, True, True]
    >>> [aside(text) for text in ("By noon the pool was full.", "Published in 1848, it sold well.", "Source of life")]
    [False, False, False]
    """
    if len(text) > 300 or len(text.split()) > _ASIDE:
        return False
    return any((_CAPTION.match(text), _BYLINE.fullmatch(text), _ABOUT.fullmatch(text)))


def _with_headings(found: list[Block], groups: Sequence[Sequence[Line]], lines: Sequence[Line]) -> list[Block]:
    """Turn lone title-like lines into headings, if they stand over text and are the exception."""
    underlined = {line.start for line, below in pairwise(lines) if _UNDERLINE.fullmatch(below.text)}
    kinds = ["", *(block.kind for block in found), ""]
    likely = [
        len(group) == 1
        and (kind == "paragraph" or (kind == "list" and "list" not in around and bool(_NUMBERED.match(group[0].text))))
        and _title_like(group[0].text, underlined=group[0].start in underlined)
        for kind, group, around in zip(kinds[1:], groups, zip(kinds, kinds[2:], strict=False), strict=False)
    ]
    # In verse, a menu or a chat short lines are the text.
    if sum(likely) * 2 > len(likely):
        return found
    result = list(found)
    last_text = max(index for index, title in enumerate(likely) if not title)
    for index in range(last_text):
        if likely[index]:
            start, level = groups[index][0].start, 1 if index == 0 else 2
            result[index] = replace(found[index], kind="heading", start=start, level=level)
    return result


def _title_like(text: str, *, underlined: bool) -> bool:
    """Return whether a line is short, does not end as a sentence, and is numbered, underlined, titled or very short."""
    if len(text) > 80 or text.endswith(_UNFINISHED):
        return False
    words = text.split()
    number = _NUMBERED.match(text)
    if len(words) > 12 or _INNER_END.search(text, number.end() if number else 0):
        return False
    if _caseless(text[0]):
        return underlined or bool(number) or (len(words) <= (6 if " " in text else 1) and len(text) <= 50)
    if not (text[0].isupper() or text[0].isdigit()):
        return False
    if underlined or number:
        return True
    long_words = [word for word in words if len(word) > 3 and word[0].isalpha()]
    titled = bool(long_words) and all(word[0].isupper() for word in long_words)
    return titled or (text[0].isupper() and len(words) <= 6)


def _caseless(character: str) -> bool:
    """Return whether a letter is of a script without capitals."""
    return category(character) == "Lo"
