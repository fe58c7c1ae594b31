"""From a paragraph with its runs to pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sentencerank.document import Mark, MarkKind, Place
from sentencerank.documents.docx.numbering import Numbering
from sentencerank.documents.docx.runs import GAP, Run, is_code, is_typed, lines_of, only_formulas, words_of
from sentencerank.documents.docx.scopes import Paragraph, Scope
from sentencerank.documents.html.lines import parted
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Piece, Words

_WHOLE = frozenset({"title", "heading", "caption", "footnote", "table"})  # their lines belong together
_LOOKS: frozenset[MarkKind] = frozenset({"strong", "emphasis"})  # all of a heading looks so
_TYPED: frozenset[MarkKind] = frozenset({"code"})


class Writing:
    """Makes pieces of paragraphs when they end."""

    def __init__(self, numbering: Numbering, meter: Meter) -> None:
        self._numbering, self._meter = numbering, meter
        self._item = 0  # level of the item that was read last, if nothing else came after it

    def end(self, scope: Scope) -> None:
        """End a text: what waits is added."""
        if scope.carried:
            self.end_paragraph(scope, Paragraph(runs=scope.carried))
            scope.carried = []
        scope.end_code()
        scope.end_pending()

    def end_paragraph(self, scope: Scope, paragraph: Paragraph) -> None:
        """End a paragraph."""
        if paragraph.continues:
            scope.carried = paragraph.runs
            return
        if scope.cell is not None:
            if paragraph.runs:
                scope.cell += [*paragraph.runs, GAP]
        elif not paragraph.contents:
            self._end(scope, paragraph)
        if scope.cell is None:
            scope.end_pending()

    def end_displayed(self, scope: Scope) -> None:
        """End a paragraph before and after a displayed formula that stands in it."""
        paragraph = scope.paragraph
        if scope.cell is not None or paragraph is None or paragraph.kind not in ("paragraph", "list", "quote"):
            return
        if not paragraph.runs:
            return
        formula = paragraph.runs.pop()
        self._end(scope, paragraph)
        self._formula(scope, formula, paragraph.path)
        paragraph.runs, paragraph.number = [], ""

    def _end(self, scope: Scope, paragraph: Paragraph) -> None:
        runs = paragraph.runs
        if scope.note is None and (
            paragraph.kind == "code" or (paragraph.kind == "paragraph" and is_code(runs, paragraph.typed))
        ):
            self._code(scope, paragraph)
            return
        if not any(run.text.strip() for run in runs):
            return
        if scope.note is None and paragraph.kind in ("paragraph", "caption") and (formulas := only_formulas(runs)):
            self._formulas(scope, formulas, runs, paragraph.path)
            return
        whole = paragraph.kind in _WHOLE or scope.note is not None
        dropped = _LOOKS if paragraph.kind in ("title", "heading") else _TYPED if is_typed(runs) else frozenset()
        all_words, breaks = words_of(runs, dropped)
        for words in [all_words] if whole or not breaks else parted(all_words, breaks):
            if words.text:
                self._meter.take(words.text)
                scope.add(self._piece(scope, paragraph, words), paragraph.path)

    def _piece(self, scope: Scope, paragraph: Paragraph, words: Words) -> Piece:
        text, marks, _ = words
        if scope.note is not None:
            label = scope.note.get("label", "")
            # Who chose the sign of a note wrote it before the note too.
            cut = len(label) if label and not label.isalnum() and text.startswith(label) else 0
            return Piece("footnote", text, about=scope.note, marks=marks) if not cut else _cut(words, cut, scope.note)
        kind, level, mark = paragraph.kind, paragraph.level, ""
        if paragraph.number:
            mark = self._numbering.mark(paragraph.number, paragraph.depth)
            paragraph.number = ""  # what a line break parts from it has no mark of its own
        elif paragraph.item:
            mark, paragraph.item = "- " if paragraph.prose and paragraph.level == 1 else "", False
        self._item = level if kind == "list" else 0
        return Piece(kind, text, level, mark, paragraph.prose, marks)

    def _code(self, scope: Scope, paragraph: Paragraph) -> None:
        text = self._meter.take(lines_of(paragraph.runs))
        if not scope.code:
            scope.code_path = paragraph.path
        scope.code += (line.rstrip() for line in text.split("\n"))

    def _formulas(self, scope: Scope, formulas: Sequence[Run], runs: Sequence[Run], path: str) -> None:
        number = " ".join("".join(run.text for run in runs if run is not formulas[0]).split())
        numbered = len(formulas) == 1 and any(map(str.isdigit, number))
        for formula in formulas:
            self._formula(scope, formula, path, number if numbered else "")

    def _formula(self, scope: Scope, formula: Run, path: str, number: str = "") -> None:
        code = next((target for kind, target in formula.signs if kind == "formula"), "")
        text = f"{formula.text} {number}" if number else formula.text
        self._meter.take(text)
        scope.add(Piece("formula", text, about={"tex": code} if code else {}), path)

    @staticmethod
    def placed(piece: Piece, path: str) -> Piece:
        """Return a piece with the place where its element stands."""
        return piece._replace(places=(Place(0, len(piece.text), path=path),)) if piece.text else piece


def _cut(words: Words, count: int, note: Mapping[str, str]) -> Piece:
    text = words.text[count:]
    gone = count + len(text) - len(text.lstrip())
    marks = tuple(
        Mark(mark.kind, max(0, mark.start - gone), mark.end - gone, mark.target)
        for mark in words.marks
        if mark.end > gone
    )
    return Piece("footnote", text.strip(), marks=marks, about=note)
