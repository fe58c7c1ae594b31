"""Paragraphs → pieces: what each of them is, in order, and running text joined over columns and pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from sentencerank.document import Place
from sentencerank.documents.pdf.display import display
from sentencerank.documents.pdf.fonts import Style
from sentencerank.documents.pdf.formulas import is_math
from sentencerank.documents.pdf.groups import continuations, labelled, merged, references, whole_captions
from sentencerank.documents.pdf.kinds import Part, classify, find_title, nest, set_apart
from sentencerank.documents.pdf.lines import Box, Page
from sentencerank.documents.pdf.outline import Entry
from sentencerank.documents.pdf.paragraphs import Paragraph, vocabulary
from sentencerank.documents.pdf.sections import levels
from sentencerank.documents.pdf.tables import columns, split
from sentencerank.documents.pdf.text import Setting, cell_text, compose, place_of
from sentencerank.documents.pieces import Piece, table

_FORMULA_PARTS = 600  # more are not put in order


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
    whole = continuations(parts)
    for index, start in whole.items():
        parts[start].lines += parts[index].lines
    page = 0
    for index, part in enumerate(parts):
        while page < part.paragraph.page:
            page += 1
            yield Piece("page", "", about={"number": numbers[page] if page < len(numbers) else str(page + 1)})
        if index not in whole:
            yield from _piece(part, setting, pages[part.paragraph.page].drawings.rules)


def _parts(paragraphs: Sequence[Paragraph], body: Style, outline: Sequence[Entry], title: str) -> list[Part]:
    parts = whole_captions(classify(paragraphs, body, outline))
    find_title(parts, body, title)
    nest(parts)
    set_apart(parts)
    parts = references(parts)
    headings = [part for part in parts if part.kind == "heading"]
    found = levels([(part.text, part.paragraph, part.level, part.run_in) for part in headings])
    for part, level in zip(headings, found, strict=True):
        part.level = level
    return labelled(merged(parts), body)


def _has_math(parts: Sequence[Part]) -> bool:
    """Whether there are formulas at all, so that a letter in italics may be one."""
    found = 0
    for part in parts:
        for line in part.lines:
            # Most words have one font, so that there is nothing to look for inside them.
            odd = [word for word in line.words if word.parts or word.style.math]
            found += sum(any(each.style.math for each in word.pieces) and is_math(word) for word in odd)
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
