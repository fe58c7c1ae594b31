"""What each paragraph of a file is: title, heading, list item, note, caption, who wrote it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from sentencerank.document import BlockKind
from sentencerank.documents.pdf import entries
from sentencerank.documents.pdf.fonts import Style
from sentencerank.documents.pdf.formulas import script
from sentencerank.documents.pdf.lines import Line
from sentencerank.documents.pdf.outline import Entry, by_outline, cut
from sentencerank.documents.pdf.paragraphs import ENDS, LIST_MARK, Paragraph, has_leaders, note_label
from sentencerank.documents.pdf.sections import ABSTRACT, CHAPTER, is_heading, run_in, split_dash, title_index
from sentencerank.documents.pdf.tables import CAPTION
from sentencerank.languages.bibliography import heads_bibliography

SMALLER = 0.92  # of the size of the body: a note or a caption
_ABOUT = re.compile(
    r"(?:key ?words?|index terms|subject headings|ccs concepts|general terms|schlüsselwörter|mots[- ]clés"
    r"|palabras clave|additional key words|unified astronomy thesaurus|pacs(?: numbers?)?|jel|msc"
    r"|2\d{3} mathematics subject)\b.{0,40}?[:—–.\-]",
    re.IGNORECASE,
)
_IMPRINT = re.compile(
    r"preprint|manuscript|copyright|©|\(c\) \d|permission to make|doi\b|https?://doi|arxiv|draft version|accepted\b"
    r"|received\b"
    r"|published\b|typeset using|corresponding author|e-?mail|date:|submitted to|acm reference format|\d{4}-\d{3}[\dx]",
    re.IGNORECASE,
)
_OFFICE = re.compile(
    r"univers|institut|department|dept\.|laborator|school|college|faculty|cent(?:er|re)|\binc\.|gmbh|corp\b",
    re.IGNORECASE,
)
_AUTHORS = 24  # parts behind the title that may be about who wrote it
_QUOTED = 1.2  # em that a quotation stands in, on both sides


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


def classify(paragraphs: Sequence[Paragraph], body: Style, outline: Sequence[Entry]) -> list[Part]:
    """Return what each paragraph is by itself; a heading on the line of its text is a part of its own."""
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
        if rest is not None and (
            rest.what != "text" or any(map(str.isalnum, " ".join(line.text for line in rest.lines)))
        ):
            parts.append(_part(rest, body))
    return _chapters(parts)


def _part(paragraph: Paragraph, body: Style) -> Part:
    lines = list(paragraph.lines)
    kind = _kind(paragraph, body)
    part = Part(paragraph, kind, lines=lines, prose=not has_leaders(lines[0].text))
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
    if has_leaders(text):
        return "list"
    if paragraph.fixed and not body.fixed:
        return "code"
    if paragraph.what == "rows":
        return "table"
    if CAPTION.match(text) and (
        len(paragraph.lines) > 1 or paragraph.before > 1.2 or not paragraph.before or paragraph.size < body.size
    ):
        return "caption"
    if is_heading(paragraph, body):
        return "heading"
    small = paragraph.size < SMALLER * body.size
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


def find_title(parts: Sequence[Part], body: Style, title: str) -> None:
    """Find the title; what stands between it and the first text is who wrote it."""
    index = title_index([part.paragraph for part in parts], [part.kind == "heading" for part in parts], body, title)
    if index is None:
        return
    # A title stands before the text.
    if any(
        part.kind == "paragraph" and _is_prose(part) and len(part.text.split()) > 20 for part in parts[:index]
    ) or heads_bibliography(parts[index].text):
        return
    parts[index].kind = "title"
    for part in parts[:index]:
        if part.kind in ("paragraph", "heading", "list", "caption"):
            part.kind = "furniture"
    for part in parts[index + 1 : index + _AUTHORS]:
        if part.paragraph.page or (part.kind == "heading" and (part.level or _begins_text(part.text))):
            break
        short = part.kind in ("paragraph", "heading", "caption", "table") and not _is_prose(part)
        if short or (part.kind == "paragraph" and _IMPRINT.match(part.text)):
            part.kind = "furniture"
        elif part.kind == "paragraph":
            # The abstract; behind it there are only its key words.
            break


def _begins_text(text: str) -> bool:
    return bool(ABSTRACT.match(text) or re.match(r"(?:1|I)\b\.?\s|introduction|contents", text, re.IGNORECASE))


def _is_prose(part: Part) -> bool:
    words = len(part.text.split())
    if "@" in part.text or not ENDS.search(part.text):
        return False
    return words >= 12 and len(part.lines) > 1 if _OFFICE.search(part.text) else words >= 7


def nest(parts: Sequence[Part]) -> None:
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
    return (
        left > paragraph.left + inset
        and right < paragraph.right - 0.6 * inset
        and max(line.left for line in part.lines[1:]) < left + inset
    )


def set_apart(parts: Sequence[Part]) -> None:
    """Set apart key words, imprints, and tables of contents."""
    inside = False
    for index, part in enumerate(parts):
        if part.kind == "heading":
            inside = bool(
                entries.CONTENTS.fullmatch(part.text) or entries.CONTENTS.fullmatch(part.text.replace(" ", ""))
            ) or (inside and _is_entry(part))
            if inside and _is_entry(part):
                part.kind, part.prose, part.level = "list", False, 0
            continue
        # What ends as a sentence does, and goes over lines, stands behind the contents.
        inside = inside and not (part.kind == "paragraph" and len(part.lines) > 1 and _is_prose(part))
        if inside and part.kind in ("paragraph", "list", "table", "caption", "quote"):
            part.kind, part.prose = "list", False
        elif part.kind == "paragraph" and _ABOUT.match(part.text):
            part.kind = "caption"
        elif (
            part.kind == "paragraph"
            and _IMPRINT.match(part.text)
            and part.paragraph.page == 0
            and index < 30
            and len(part.lines) < 4
        ):
            part.kind = "furniture"


def _is_entry(part: Part) -> bool:
    """Whether a heading is a line of a table of contents: a number ends it."""
    return bool(re.search(r"\s(?:\d{1,4}|[ivxlc]+)$", part.text))
