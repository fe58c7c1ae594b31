"""Parts that belong together: captions, bibliographies, listings, labels of a figure, text over columns and pages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sentencerank.documents.pdf import entries
from sentencerank.documents.pdf.fonts import Style
from sentencerank.documents.pdf.kinds import SMALLER, Part
from sentencerank.documents.pdf.paragraphs import ENDS, goes_on
from sentencerank.documents.pdf.tables import CAPTION
from sentencerank.languages.bibliography import heads_bibliography


def whole_captions(parts: Sequence[Part]) -> list[Part]:
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
    return (
        part.paragraph.before < 2
        if first
        else part.paragraph.before < 1.3 and part.lines[0].size < 1.3 * caption.lines[-1].size
    )


def references(parts: Sequence[Part]) -> list[Part]:
    """Set apart the entries of a bibliography."""
    result: list[Part] = []
    waiting: list[Part] = []
    inside = False

    def flush() -> None:
        for paragraph in entries.entries([part.paragraph for part in waiting]):
            sign = entries.label(paragraph.lines[0])
            result.append(Part(paragraph, "reference", sign=sign, skip=int(bool(sign)), lines=list(paragraph.lines)))
        waiting.clear()

    for index, part in enumerate(parts):
        if part.kind in ("heading", "title"):
            flush()
            inside = heads_bibliography(part.text)
        elif not inside and part.kind in ("paragraph", "list", "footnote") and part.text.startswith("[1]"):
            texts = [each.text for each in parts[index : index + 12] if each.kind in ("paragraph", "list", "footnote")]
            inside = entries.numbered_from_one(texts)
        text = part.kind in ("paragraph", "list", "quote", "caption", "table") and part.paragraph.what in (
            "text",
            "rows",
        )
        if inside and (text or (part.kind == "footnote" and not part.sure)):
            waiting.append(part)
        else:
            # What stands inside a bibliography but is none of it comes before its next entries.
            result.append(part)
    flush()
    return result


def merged(parts: Sequence[Part]) -> list[Part]:
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
            if last_code is not None and (
                near or (not part.paragraph.before and last_code.paragraph.region != part.paragraph.region)
            ):
                last_code.lines += part.lines
                last_code.margins += part.margins
                continue
            last_code = part
        elif part.kind not in ("footnote", "figure", "caption", "table"):
            last_code = None
        result.append(part)
    return result


def labelled(parts: Sequence[Part], body: Style) -> list[Part]:
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
    return (
        part.paragraph.size < SMALLER * body.size
        and len(part.text.split()) < 8 * len(part.lines)
        and not (part.kind == "paragraph" and len(part.lines) > 2)
    )


def continuations(parts: Sequence[Part]) -> dict[int, int]:
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
