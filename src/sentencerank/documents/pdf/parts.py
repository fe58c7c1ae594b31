"""Paragraphs → pieces: titles, headings, captions, tables, notes, and running text joined over columns and pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sentencerank.document import BlockKind
from sentencerank.documents.pdf.lines import Font
from sentencerank.documents.pdf.paragraphs import ENDS, LIST_MARK, Paragraph, goes_on, vocabulary
from sentencerank.documents.pieces import Piece

_LARGER = 1.1  # times the size of the body: a heading
_TITLE = 1.25  # and of the title
_SMALLER = 0.92  # a note or a caption
_LONGEST_HEADING = 20  # words
_CAPTION = re.compile(
    r"(?:fig(?:ure|\.)|table|tab\.|abb(?:ildung|\.)|tabelle|scheme|chart|plate|listing|algorithm|exhibit|tableau|figura"
    r"|tabla)\s*[\dIVXA-Z]+(?:\.\d+)*(?:\s*\([a-z]\))?\s*[.:|–—-]",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(\d{1,2}(?:\.\d{1,2})*)\.?\s+(?=[^\W\d_])|(?:[IVX]{1,5}|[A-Z])\.\s+(?=[^\W\d_])|(?:chapter|section|appendix)\s+\w+",
    re.IGNORECASE,
)
_NOTE_MARK = re.compile(r"(?:\d{1,3}[.)]?|[*†‡§¶]+|[a-z][.)])\s?(?=[^\W\d_])")
_LEADERS = re.compile(r"(?:\.\s?){4,}\s*\w{1,5}$|\s…+\s*\d+$")
_LEADERS_WITHIN = 200  # characters from the end
_KNOWN = re.compile(
    r"abstract|summary|introduction|conclusions?|acknowledge?ments?|references|bibliography|contents", re.IGNORECASE
)


def pieces(paragraphs: Sequence[Paragraph]) -> Iterator[Piece]:
    """Yield what each paragraph is, in order; a text with figures in its middle is made whole before them."""
    body = _body_font(paragraphs)
    known = vocabulary([line for paragraph in paragraphs for line in paragraph.lines])
    kinds = _with_title([_kind(paragraph, body) for paragraph in paragraphs], paragraphs, body.size)
    whole = _continuations(kinds, paragraphs)
    levels = _levels(kinds, paragraphs)
    parts = {index: list(paragraph.lines) for index, paragraph in enumerate(paragraphs) if index not in whole}
    for index, start in whole.items():
        parts[start] += paragraphs[index].lines
    for index, lines in parts.items():
        kind, paragraph = kinds[index], paragraphs[index]
        text = replace(paragraph, lines=lines).text(known, lined=kind == "code")
        level = _level(text, levels.get(_look(paragraph), 2)) if kind == "heading" else 0
        # A line of a table of contents is not ranked.
        prose = not _LEADERS.search(text[-_LEADERS_WITHIN:])
        if kind == "list" and (mark := LIST_MARK.match(text)):
            yield Piece(kind, text[mark.end() :], level, f"{mark.group().strip()} ", prose)
        else:
            yield Piece(kind, text, level, prose=prose)


def _body_font(paragraphs: Sequence[Paragraph]) -> Font:
    """Return the font of most of the text."""
    fonts: Counter[Font] = Counter()
    for paragraph in paragraphs:
        for line in paragraph.lines:
            fonts[line.font] += len(line.text)
    return fonts.most_common(1)[0][0] if fonts else Font(1.0)


def _kind(paragraph: Paragraph, body: Font) -> BlockKind:
    text = paragraph.lines[0].text
    # A line of a table of contents.
    if _LEADERS.search(text[-_LEADERS_WITHIN:]):
        return "list"
    if paragraph.fixed and not body.fixed:
        return "code"
    if paragraph.rows:
        return "table"
    if _CAPTION.match(text):
        return "caption"
    if _is_heading(paragraph, body.size):
        return "heading"
    if paragraph.size < _SMALLER * body.size and _NOTE_MARK.match(text):
        return "reference"
    # A label inside a figure.
    if paragraph.size < _SMALLER * body.size and len(paragraph.lines) == 1 and not ENDS.search(text):
        return "caption"
    return "list" if LIST_MARK.match(text) else "paragraph"


def _is_heading(paragraph: Paragraph, body: float) -> bool:
    """Whether it is larger or bolder than the body, or a numbered line or one in capitals; never a whole sentence."""
    text = " ".join(line.text for line in paragraph.lines)
    words = text.split()
    if len(words) > _LONGEST_HEADING or not any(map(str.isalpha, text)) or len(paragraph.lines) > 4:
        return False
    if ENDS.search(text) and not text.endswith(("?", ":")):
        return False
    if paragraph.size >= _LARGER * body:
        return True
    if paragraph.size < _SMALLER * body or len(paragraph.lines) > 2 or text.endswith(":"):
        return False
    if _KNOWN.fullmatch(text):
        return True
    apart = paragraph.before > 1.2
    titled = (text.isupper() and len(text) > 3) or bool(_NUMBERED.match(text) and not LIST_MARK.match(text))
    return paragraph.bold or (apart and titled and len(words) <= 12)


def _with_title(kinds: list[BlockKind], paragraphs: Sequence[Paragraph], body: float) -> list[BlockKind]:
    """Make the largest heading near the top of the first page the title, unless it is only the first of many such."""
    headings = [paragraph for paragraph, kind in zip(paragraphs, kinds, strict=True) if kind == "heading"]
    largest = max((heading.size for heading in headings), default=0.0)
    rivals = [heading for heading in headings if heading.size == largest and not _is_section(heading)]
    for index, paragraph in enumerate(paragraphs[:6]):
        if rivals == [paragraph] and paragraph.page == 0 and largest >= _TITLE * body:
            return [*kinds[:index], "title", *kinds[index + 1 :]]
    return kinds


def _is_section(paragraph: Paragraph) -> bool:
    """Whether a heading is numbered, or named as parts of papers are."""
    text = paragraph.lines[0].text
    return bool(_NUMBERED.match(text) or _KNOWN.fullmatch(text))


def _continuations(kinds: Sequence[BlockKind], paragraphs: Sequence[Paragraph]) -> dict[int, int]:
    """Map a paragraph to the one it goes on from: over a column or page break, with figures and notes in between."""
    joins: dict[int, int] = {}
    running = [
        part for part, kind in zip(paragraphs, kinds, strict=True) if kind == "paragraph" and len(part.lines) > 2
    ]
    indents = sum(part.indented for part in running) > len(running) / 2
    last: int | None = None  # the last paragraph of running text
    for index, kind in enumerate(kinds):
        if kind in ("heading", "title"):
            last = None
        elif kind in ("paragraph", "list"):
            start = joins.get(last, last) if last is not None else None
            if start is not None and last is not None and _goes_on(paragraphs, last, index, indents):
                joins[index] = start
            last = index
    return joins


def _goes_on(paragraphs: Sequence[Paragraph], last: int, index: int, indents: bool) -> bool:
    """Whether the second paragraph does not simply stand below the first, and goes on where that one ended."""
    before, after = paragraphs[last], paragraphs[index]
    apart = (
        before.page != after.page or after.lines[0].top < before.lines[-1].top or index > last + 1 or not after.before
    )
    return apart and goes_on(before, after, indents=indents)


def _look(paragraph: Paragraph) -> tuple[float, bool]:
    return round(paragraph.size * 2) / 2, paragraph.bold


def _levels(kinds: Sequence[BlockKind], paragraphs: Sequence[Paragraph]) -> dict[tuple[float, bool], int]:
    """Return the level of each look of a heading, from 1 for the largest."""
    looks = {_look(paragraph) for kind, paragraph in zip(kinds, paragraphs, strict=True) if kind == "heading"}
    return {look: min(6, level) for level, look in enumerate(sorted(looks, reverse=True), 1)}


def _level(text: str, level: int) -> int:
    number = _NUMBERED.match(text)
    return number[1].count(".") + 1 if number and number[1] else level
