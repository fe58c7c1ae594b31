"""Paragraphs → pieces: what each of them is, in order, and running text joined over columns and pages."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from sentencerank.document import BlockKind, Place
from sentencerank.documents.pdf import entries
from sentencerank.documents.pdf.fonts import Style
from sentencerank.documents.pdf.formulas import display, is_math, script
from sentencerank.documents.pdf.lines import Box, Line, Page
from sentencerank.documents.pdf.paragraphs import ENDS, LEADERS, LIST_MARK, Paragraph, goes_on, note_label, vocabulary
from sentencerank.documents.pdf.sections import (
    ABSTRACT,
    CHAPTER,
    Entry,
    by_outline,
    cut,
    is_heading,
    levels,
    run_in,
    split_dash,
    title_index,
)
from sentencerank.documents.pdf.tables import CAPTION, columns, split
from sentencerank.documents.pdf.text import Setting, cell_text, compose, place_of
from sentencerank.documents.pieces import Piece, table

_SMALLER = 0.92  # of the size of the body: a note or a caption
_ABOUT = re.compile(
    r"(?:key ?words?|index terms|subject headings|ccs concepts|general terms|schlüsselwörter|mots[- ]clés|palabras clave"
    r"|additional key words|unified astronomy thesaurus|pacs(?: numbers?)?|jel|msc|2\d{3} mathematics subject)\b.{0,40}?[:—–.\-]",
    re.IGNORECASE,
)
_IMPRINT = re.compile(
    r"preprint|manuscript|copyright|©|\(c\) \d|permission to make|doi\b|https?://doi|arxiv|draft version|accepted\b|received\b"
    r"|published\b|typeset using|corresponding author|e-?mail|date:|submitted to|acm reference format|\d{4}-\d{3}[\dx]",
    re.IGNORECASE,
)
_QUOTED = 1.2  # em that a quotation stands in, on both sides
_FORMULA_PARTS = 600  # more are not put in order


@dataclass(eq=False)
class Part:
    """A paragraph and what it is."""

    paragraph: Paragraph
    kind: BlockKind
    level: int = 0
    sign: str = ""  # of a list item, a note
    skip: int = 0  # words that are the sign
    prose: bool = True
    sure: bool = False  # a note that nothing else can be
    run_in: bool = False  # a heading on the line of its text
    lines: list[Line] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)  # of a listing: where the column of each line begins

    @property
    def text(self) -> str:
        """The lines as they stand, to look at."""
        return " ".join(line.text for line in self.lines)


def pieces(
    paragraphs: Sequence[Paragraph],
    pages: Sequence[Page],
    body: Style,
    *,
    outline: Sequence[Entry] = (),
    title: str = "",
    numbers: Sequence[str] = (),
) -> Iterator[Piece]:
    """Yield what each paragraph is, in order; a text with figures in its middle is made whole before them."""
    parts = _parts(paragraphs, body, outline, title)
    labels = frozenset(part.sign for part in parts if part.kind == "footnote")
    known = vocabulary([line for part in parts for line in part.lines if not line.block])
    setting = Setting(known, [page.frame for page in pages], [page.links for page in pages], labels, _has_math(parts))
    whole = _continuations(parts)
    for index, start in whole.items():
        parts[start].lines += parts[index].lines
    page = 0
    for index, part in enumerate(parts):
        while page < part.paragraph.page:
            page += 1
            yield Piece("page", "", about={"number": numbers[page] if page < len(numbers) else str(page + 1)})
        if index not in whole:
            yield from _piece(part, setting, pages[part.paragraph.page].drawings.rules)


def _has_math(parts: Sequence[Part]) -> bool:
    """Whether there are formulas at all, so that a letter in italics may be one."""
    found = 0
    for part in parts:
        for line in part.lines:
            found += sum(any(each.style.math for each in word.pieces) and is_math(word) for word in line.words)
            if found > 2:
                return True
    return False


def body_style(pages: Sequence[Page]) -> Style:
    """Return the style of most of the text."""
    styles: Counter[Style] = Counter()
    for page in pages:
        for line in page.lines:
            if not line.block and not line.font.math:
                styles[line.font] += len(line.text)
    return styles.most_common(1)[0][0] if styles else Style(1.0)


def _parts(paragraphs: Sequence[Paragraph], body: Style, outline: Sequence[Entry], title: str) -> list[Part]:
    parts: list[Part] = []
    for paragraph, level in by_outline(paragraphs, outline):
        if level:
            parts.append(Part(paragraph, "heading", level, lines=list(paragraph.lines)))
            continue
        rest: Paragraph | None = paragraph
        if paragraph.what == "text" and (ABSTRACT.match(paragraph.lines[0].text)):
            rest = paragraph = split_dash(paragraph)
        count = run_in(paragraph, body) if paragraph.what == "text" else 0
        if count:
            head, rest = cut(paragraph, count)
            parts.append(Part(head, "heading", lines=list(head.lines), run_in=True))
        if rest is not None and (rest.what != "text" or any(map(str.isalnum, " ".join(line.text for line in rest.lines)))):
            parts.append(_part(rest, body))
    parts = _captions(_chapters(parts))
    _titles(parts, body, title)
    _nest(parts)
    _matters(parts)
    parts = _references(parts)
    headings = [part for part in parts if part.kind == "heading"]
    found = levels([(part.text, part.paragraph, part.level, part.run_in) for part in headings])
    for part, level in zip(headings, found, strict=True):
        part.level = level
    return _figures(_merged(parts), body)


def _part(paragraph: Paragraph, body: Style) -> Part:
    lines = list(paragraph.lines)
    kind = _kind(paragraph, body)
    part = Part(paragraph, kind, lines=lines, prose=not LEADERS.search(lines[0].text))
    if kind == "footnote":
        part.sign = note_label(lines[0]).replace("∗", "*")
        raised = bool(part.sign) and script(lines[0].words[0].pieces[0], lines[0].base, lines[0].size) > 0
        part.sure = raised or (paragraph.sure and bool(part.sign))
        part.skip = 1 if part.sign else 0
        first = lines[0].words[0]
        if part.sign and first.parts:
            # The sign is glued to the first word.
            tail = first.parts[1:]
            word = first._replace(text="".join(each.text for each in tail), left=tail[0].left, parts=tail)
            lines[0] = Line([first._replace(parts=first.parts[:1]), word, *lines[0].words[1:]], lines[0].page)
            part.lines = lines
    return part


def _kind(paragraph: Paragraph, body: Style) -> BlockKind:
    if paragraph.what == "block":
        block = paragraph.lines[0].block
        return "table" if block and block.kind == "table" else "figure"
    if paragraph.what == "formula":
        return "formula"
    if paragraph.what == "note":
        return "footnote"
    text = paragraph.lines[0].text
    # A line of a table of contents.
    if LEADERS.search(text):
        return "list"
    if paragraph.fixed and not body.fixed:
        return "code"
    if paragraph.what == "rows":
        return "table"
    if CAPTION.match(text) and (len(paragraph.lines) > 1 or paragraph.before > 1.2 or not paragraph.before or paragraph.size < body.size):
        return "caption"
    if is_heading(paragraph, body):
        return "heading"
    small = paragraph.size < _SMALLER * body.size
    # A label inside a figure.
    if small and len(paragraph.lines) == 1 and not ENDS.search(text):
        return "caption"
    return "list" if LIST_MARK.match(text) else "paragraph"


def _chapters(parts: Sequence[Part]) -> list[Part]:
    """Join "Chapter 1" with the title below it."""
    result: list[Part] = []
    for part in parts:
        before = result[-1] if result else None
        if before and before.kind == "heading" == part.kind and CHAPTER.fullmatch(before.text):
            before.lines += part.lines
            before.level = part.level or before.level
        else:
            result.append(part)
    return result


def _captions(parts: Sequence[Part]) -> list[Part]:
    """Join "TABLE I" with what is said about the table below it."""
    result: list[Part] = []
    for part in parts:
        before = result[-1] if result else None
        if before and before.kind == "caption" and _is_said(before, part):
            before.lines += part.lines
        else:
            result.append(part)
    return result


def _is_said(caption: Part, part: Part) -> bool:
    """Whether a part goes on a caption whose first line is only its number."""
    if not CAPTION.fullmatch(caption.lines[0].text) or part.paragraph.what != "text" or CAPTION.match(part.text):
        return False
    near = part.paragraph.region == caption.paragraph.region and part.paragraph.page == caption.paragraph.page
    if not near or len(part.lines) > 11:
        return False
    first = len(caption.lines) == 1
    return part.paragraph.before < 2 if first else part.paragraph.before < 1.3 and part.lines[0].size < 1.3 * caption.lines[-1].size


def _titles(parts: Sequence[Part], body: Style, title: str) -> None:
    """Find the title; what stands between it and the first text is who wrote it."""
    index = title_index([part.paragraph for part in parts], [part.kind == "heading" for part in parts], body, title)
    if index is None:
        return
    parts[index].kind = "title"
    for part in parts[:index]:
        if part.kind in ("paragraph", "heading", "list", "caption"):
            part.kind = "furniture"
    for part in parts[index + 1 : index + 40]:
        if part.kind == "heading" and (part.level or _begins_text(part.text)) or part.paragraph.page:
            break
        if part.kind in ("paragraph", "heading", "list", "caption", "table") and not _is_prose(part):
            part.kind = "furniture"
        elif part.kind == "paragraph" and _IMPRINT.match(part.text):
            part.kind = "furniture"
        elif part.kind == "paragraph":
            # The abstract; behind it there are only its key words.
            break


def _begins_text(text: str) -> bool:
    return bool(ABSTRACT.match(text) or re.match(r"(?:1|I)\b\.?\s|introduction|contents", text, re.IGNORECASE))


def _is_prose(part: Part) -> bool:
    words = len(part.text.split())
    return words >= 12 and len(part.lines) > 1 and bool(ENDS.search(part.text)) and "@" not in part.text


def _nest(parts: Sequence[Part]) -> None:
    """Set the level of list items and quotations, and find what goes on an item."""
    nesting = entries.Nesting()
    for part in parts:
        paragraph = part.paragraph
        line = part.lines[0]
        # Margins of several columns: a region for each.
        region = paragraph.region
        if part.kind == "list" and part.prose:
            part.sign = entries.list_sign(line.text)
            part.skip = len(part.sign.split()) if part.sign else 0
            part.level = nesting.level(part.sign, line.left, region, line.size)
        elif part.kind == "paragraph":
            level = nesting.inside(min(each.left for each in part.lines), region, line.size)
            if level and paragraph.before and line.left > paragraph.left + line.size:
                part.kind, part.level = "list", level
                continue
            if not _is_continuation(part):
                nesting.clear()
            if _is_quote(part):
                part.kind, part.level = "quote", 1
        elif part.kind in ("heading", "title"):
            nesting.clear()


def _is_continuation(part: Part) -> bool:
    return not part.paragraph.before or part.lines[0].text[:1].islower()


def _is_quote(part: Part) -> bool:
    paragraph = part.paragraph
    inset = _QUOTED * paragraph.size
    if len(part.lines) < 2 or not paragraph.before or paragraph.before < 1.2:
        return False
    left, right = min(line.left for line in part.lines), max(line.right for line in part.lines)
    return left > paragraph.left + inset and right < paragraph.right - 0.6 * inset and max(
        line.left for line in part.lines[1:]
    ) < left + inset


def _matters(parts: Sequence[Part]) -> None:
    """Set apart key words, imprints, and tables of contents."""
    inside = False
    for index, part in enumerate(parts):
        if part.kind == "heading":
            inside = bool(entries.CONTENTS.fullmatch(part.text) or entries.CONTENTS.fullmatch(part.text.replace(" ", ""))) or (inside and _is_entry(part))
            if inside and _is_entry(part):
                part.kind, part.prose, part.level = "list", False, 0
        elif inside and part.kind in ("paragraph", "list", "table", "caption", "quote"):
            part.kind, part.prose = "list", False
        elif part.kind == "paragraph" and _ABOUT.match(part.text):
            part.kind = "caption"
        elif part.kind == "paragraph" and _IMPRINT.match(part.text) and part.paragraph.page == 0 and index < 30 and len(part.lines) < 4:
            part.kind = "furniture"


def _is_entry(part: Part) -> bool:
    """Whether a heading is a line of a table of contents: a number ends it."""
    return bool(re.search(r"\s(?:\d{1,4}|[ivxlc]+)$", part.text))


def _references(parts: Sequence[Part]) -> list[Part]:
    """Set apart the entries of a bibliography."""
    result: list[Part] = []
    waiting: list[Part] = []
    inside = False

    def flush() -> None:
        for paragraph in entries.entries([part.paragraph for part in waiting]):
            result.append(Part(paragraph, "reference", lines=list(paragraph.lines)))
        waiting.clear()

    for index, part in enumerate(parts):
        if part.kind in ("heading", "title"):
            flush()
            inside = bool(entries.HEADING.fullmatch(part.text))
        elif not inside and part.kind in ("paragraph", "list", "footnote") and part.text.startswith("[1]"):
            texts = [each.text for each in parts[index : index + 12] if each.kind in ("paragraph", "list", "footnote")]
            inside = entries.numbered_from_one(texts)
        if inside and part.kind in ("paragraph", "list", "quote", "caption", "table") and part.paragraph.what in ("text", "rows"):
            waiting.append(part)
        elif inside and part.kind == "footnote" and not part.sure:
            waiting.append(part)
        else:
            result.append(part) if not waiting else _keep(result, waiting, part)
    flush()
    return result


def _keep(result: list[Part], waiting: list[Part], part: Part) -> None:
    """What stands inside a bibliography but is none of it comes before its next entries."""
    del waiting
    result.append(part)


def _merged(parts: Sequence[Part]) -> list[Part]:
    """Join what is one though white space parts it: formulas, listings, notes that go on in the next column."""
    result: list[Part] = []
    last_note: Part | None = None
    last_code: Part | None = None
    for part in parts:
        before = result[-1] if result else None
        if part.kind == "footnote":
            if not part.sign and last_note is not None and part.text[:1].islower() and not ENDS.search(last_note.text):
                last_note.lines += part.lines
                continue
            last_note = part
        same = before is not None and before.kind == part.kind and before.paragraph.region == part.paragraph.region
        if part.kind == "code":
            part.margins = [part.paragraph.left] * len(part.lines)
            near = same and before is not None and part.paragraph.before < 2.6
            # At the top of a column: a listing that the one before ended with.
            if last_code is not None and (near or (not part.paragraph.before and not last_code.paragraph.region == part.paragraph.region)):
                last_code.lines += part.lines
                last_code.margins += part.margins
                continue
            last_code = part
        elif part.kind not in ("footnote", "figure", "caption", "table"):
            last_code = None
        result.append(part)
    return result


def _figures(parts: Sequence[Part], body: Style) -> list[Part]:
    """Take the small words over the caption of a figure for its labels."""
    result: list[Part] = []
    for part in parts:
        if part.kind == "caption" and CAPTION.match(part.text) and not part.text.lower().startswith("tab"):
            labels: list[Part] = []
            while result and _is_label(result[-1], part, body):
                labels.insert(0, result.pop())
            if labels:
                if result and result[-1].kind == "figure" and result[-1].paragraph.page == part.paragraph.page:
                    labels.insert(0, result.pop())
                lines = [line for each in labels for line in each.lines]
                result.append(Part(replace(labels[0].paragraph, what="block"), "figure", lines=lines))
        result.append(part)
    return result


def _is_label(part: Part, caption: Part, body: Style) -> bool:
    if part.paragraph.page != caption.paragraph.page or part.paragraph.region != caption.paragraph.region:
        return False
    if part.kind not in ("paragraph", "caption", "list", "table", "heading", "formula") or CAPTION.match(part.text):
        return False
    if part.kind == "heading" and part.paragraph.size >= body.size:
        return False
    return part.paragraph.size < _SMALLER * body.size and len(part.text.split()) < 8 * len(part.lines) and not (
        part.kind == "paragraph" and len(part.lines) > 2
    )


def _continuations(parts: Sequence[Part]) -> dict[int, int]:
    """Map a part to the one it goes on from: over a column or page break, with figures and notes in between."""
    joins: dict[int, int] = {}
    running = [part.paragraph for part in parts if part.kind == "paragraph" and len(part.lines) > 2]
    indents = sum(paragraph.indented for paragraph in running) > len(running) / 2
    last: int | None = None  # the last part of running text
    for index, part in enumerate(parts):
        if part.kind in ("heading", "title", "formula", "code"):
            last = None
        elif part.kind in ("paragraph", "list", "quote", "reference"):
            start = joins.get(last, last) if last is not None else None
            if start is not None and last is not None and _goes_on(parts, last, index, indents):
                joins[index] = start
                part.kind, part.level = parts[start].kind, parts[start].level
            last = index
    return joins


def _goes_on(parts: Sequence[Part], last: int, index: int, indents: bool) -> bool:
    """Whether the second part does not simply stand below the first, and goes on where that one ended."""
    if parts[index].sign or parts[index].kind == "reference" or parts[last].kind == "reference":
        return False
    before, after = parts[last].paragraph, parts[index].paragraph
    apart = before.page != after.page or before.region != after.region or index > last + 1 or not after.before
    return apart and goes_on(before, after, indents=indents)


def _piece(part: Part, setting: Setting, rules: Sequence[Box]) -> Iterator[Piece]:
    if part.kind == "figure":
        yield _figure(part, setting)
    elif part.kind == "table" and part.prose:
        yield _table(part, setting)
    elif part.kind == "formula":
        yield _formula(part, setting, rules)
    elif part.kind == "code":
        yield _code(part, setting)
    else:
        plain = part.kind in ("heading", "title", "furniture")
        words = compose(part.lines, setting, skip=part.skip, plain=plain)
        if not words.text:
            return
        about = {"label": part.sign} if part.kind == "footnote" and part.sign else {}
        # Old fonts have bullets among the private characters.
        sign = "•" if "\ue000" <= part.sign[:1] <= "\uf8ff" else part.sign
        mark = f"{sign} " if sign else ""
        yield Piece(part.kind, words.text, part.level, mark, part.prose, words.marks, words.places, about=about)


def _figure(part: Part, setting: Setting) -> Piece:
    lines = part.lines
    box = (
        min(line.left for line in lines), min(line.top for line in lines),
        max(line.right for line in lines), max(line.bottom for line in lines),
    )  # fmt: skip
    texts = []
    for line in lines:
        rows = line.block.rows if line.block else ((tuple(line.words),),)
        texts += [cell_text(cell) for row in rows for cell in row]
    text = " ".join(" ".join(texts).split())
    return Piece("figure", text, places=(place_of(part.paragraph.page, box, setting, 0, len(text)),))


def _table(part: Part, setting: Setting) -> Piece:
    block = part.lines[0].block
    if block:
        rows = [[list(cell) for cell in row] for row in block.rows]
    else:
        cuts = columns(part.lines)
        rows = [split(line.words, cuts) for line in part.lines]
    rows = [row for row in rows if any(row)]
    made = table([[cell_text(cell) for cell in row] for row in rows])
    places: list[Place] = []
    for row, cells in zip(rows, made.cells, strict=False):
        words = [word for cell in row for word in cell]
        size = max(word.style.size for word in words)
        box = (
            min(word.left for word in words), min(word.base for word in words) - 0.8 * size,
            max(word.right for word in words), max(word.base for word in words) + 0.25 * size,
        )  # fmt: skip
        places.append(place_of(part.paragraph.page, box, setting, cells[0][0], cells[-1][1]))
    return made._replace(places=tuple(places))


def _formula(part: Part, setting: Setting, rules: Sequence[Box]) -> Piece:
    few = sum(len(word.pieces) for line in part.lines for word in line.words) < _FORMULA_PARTS
    text = display(part.lines, rules) if few else " ".join(line.text for line in part.lines)
    lines = part.lines
    box = (
        min(line.left for line in lines), min(line.top for line in lines),
        max(line.right for line in lines), max(line.bottom for line in lines),
    )  # fmt: skip
    return Piece("formula", text, places=(place_of(part.paragraph.page, box, setting, 0, len(text)),))


def _code(part: Part, setting: Setting) -> Piece:
    """Return a listing with its line breaks and indentation: letters of such fonts are equally wide."""
    lines = part.lines
    widths = sorted((word.right - word.left) / len(word.text) for line in lines for word in line.words if word.text)
    width = max(widths[len(widths) // 2], 0.1)
    margins = part.margins or [part.paragraph.left] * len(lines)
    inset = min(line.left - margin for line, margin in zip(lines, margins, strict=True))
    text, places = "", []
    for line, margin in zip(lines, margins, strict=True):
        text += "\n" if text else ""
        start, at = len(text), margin + inset
        for index, word in enumerate(line.words):
            gap = round((word.left - at) / width)
            text += " " * max(1 if index else 0, min(gap, 80)) + word.text
            at = word.right
        places.append(place_of(line.page, line.box, setting, start, len(text)))
    return Piece("code", text, places=tuple(places))
