"""A walk through the text of a Word file: elements → pieces, in reading order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from sentencerank.documents.archive import attribute, local_name
from sentencerank.documents.docx.inline import CHARACTERS, Inline, skip
from sentencerank.documents.docx.notes import Notes
from sentencerank.documents.docx.numbering import Numbering
from sentencerank.documents.docx.pictures import Drawing
from sentencerank.documents.docx.runs import words_of
from sentencerank.documents.docx.scopes import Frame, Scope, paragraph_of
from sentencerank.documents.docx.styles import Look, Styles
from sentencerank.documents.docx.tables import Rows, lays_out
from sentencerank.documents.docx.writing import Writing
from sentencerank.documents.limits import Meter
from sentencerank.documents.paths import DEEPEST, OFTEN
from sentencerank.documents.pieces import Piece

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

# Properties, what was deleted or moved away, codes of fields, readings beside Chinese characters.
_SILENT = frozenset({
    "pPr", "rPr", "tblPr", "tblGrid", "tblPrEx", "trPr", "tcPr", "sectPr", "sdtEndPr", "delText", "delInstrText",
    "ffData", "rt", "rubyPr", "proofErr", "bookmarkStart", "bookmarkEnd", "lastRenderedPageBreak", "footnoteRef",
    "endnoteRef", "annotationRef", "separator", "continuationSeparator", "softHyphen", "graphicFrameLocks", "sdtPr",
})  # fmt: skip
_CONTENTS = ("Table of Contents", "Table of Figures")
_GROUPS = frozenset({"/wgp", "/wpc", "/grpSp", "/group"})  # shapes that are drawn together


class Walk(Inline):
    """A walk, from one element to the next without recursion."""

    def __init__(
        self,
        styles: Styles,
        numbering: Numbering,
        notes: Notes,
        targets: Mapping[str, str],
        meter: Meter,
        *,
        fields: bool = True,
    ) -> None:
        super().__init__(styles, notes, targets, Writing(numbering, meter), meter, fields=fields)
        self._numbering = numbering
        self._frames: list[Frame] = []
        self._drawings: list[Drawing] = []
        self.open_fields = False  # whether a field that hides text never ended
        self._handlers: dict[str, Callable[[Element], Callable[[], None] | None]] = {
            "p": self._paragraph, "r": self._run, "t": self._text, "br": self._break, "sym": self._symbol,
            "hyperlink": self._hyperlink, "fldSimple": self._simple_field, "fldChar": self._field_part,
            "instrText": self._code, "tbl": self._table, "tr": self._row, "tc": self._cell, "drawing": self._drawing,
            "pict": self._drawing, "object": self._drawing, "txbxContent": self._box, "sdt": self._control,
            "AlternateContent": self._alternatives, "oMath": self._formula, "oMathPara": self._formula,
            "footnoteReference": self._note, "endnoteReference": self._note, "commentReference": self._comment,
            "altChunk": self._chunk, "del": self._deleted, "moveFrom": self._deleted,
            **dict.fromkeys(CHARACTERS, self._character),
            **dict.fromkeys(("docPr", "cNvPr", "shape", "rect", "blip", "imagedata", "chart", "relIds", "OLEObject",
                             "extent", "decorative"), self._part_of_drawing),
        }  # fmt: skip

    def pieces(self, root: Element, note: Mapping[str, str] | None = None) -> Iterator[Piece]:
        """Yield the pieces of a text; `note` says what is known of it if it is a note."""
        found: list[Piece] = []
        scope = Scope(found, note)
        self._scopes.append(scope)
        self._frames.append(Frame(iter(root), f"/{local_name(root.tag)}"))
        steps = 0
        while self._frames:
            steps += 1
            if steps % OFTEN == 0:
                self._meter.tick()
            frame = self._frames[-1]
            child = next(frame.children, None)
            if child is None:
                self._frames.pop()
                if frame.end is not None:
                    frame.end()
                yield from found
                found.clear()
            else:
                self._visit(child, frame)
        self._writing.end(scope)
        self.open_fields |= scope.silent
        self._scopes.pop()
        yield from found

    def _visit(self, element: Element, parent: Frame) -> None:
        name = local_name(element.tag)
        if name in _SILENT:
            return
        handler = self._handlers.get(name)
        step = parent.step_to(name) if name in ("p", "tbl", "tr", "tc") else f"/{name}"
        frame = Frame(iter(element), step)
        self._frames.append(frame)
        frame.end = handler(element) if handler is not None else None
        if frame.end is skip or not len(element):
            self._frames.pop()
            if frame.end is not None:
                frame.end()

    def _path(self) -> str:
        return "".join(frame.step for frame in self._frames[:DEEPEST])

    def _paragraph(self, element: Element) -> Callable[[], None]:
        scope, outer = self._scope, self._scope.paragraph
        if outer is not None and outer.runs:
            # Only damaged files have a paragraph in another one, or in the text box of a cell.
            self._writing.end_paragraph(scope, outer)
            outer.runs = []
        paragraph = paragraph_of(element, self._styles, self._numbering, self._path())
        paragraph.runs, scope.carried = scope.carried, []
        if paragraph.page_before:
            self._page()
        scope.paragraph = paragraph

        def end() -> None:
            if paragraph.contents and any(run.text.strip() for run in paragraph.runs):
                self.left_out["table of contents"] |= 1
            self._writing.end_paragraph(scope, paragraph)
            scope.paragraph = outer
            if paragraph.page_after:
                self._page()

        return end

    def _table(self, element: Element) -> Callable[[], None] | None:
        scope = self._scope
        if scope.cell is not None or scope.rows is not None or scope.silent or lays_out(element, self._styles):
            return None
        rows = scope.rows = Rows()
        path = self._path()

        def end() -> None:
            scope.rows = None
            piece = rows.piece()
            if piece.text:
                self._meter.take(piece.text)
                scope.add(piece, path)
            scope.found.extend(rows.after)

        return end

    def _row(self, element: Element) -> Callable[[], None] | None:
        rows = self._scope.rows
        return None if rows is None or rows.begin_row(element) else skip

    def _cell(self, element: Element) -> Callable[[], None] | None:
        rows = self._scope.rows
        if rows is None:
            return None
        scope = Scope(rows.after, cell=[])
        self._scopes.append(scope)

        def end() -> None:
            self._scopes.pop()
            rows.add_cell(element, words_of(scope.cell or ())[0])
            scope.end_pending()

        return end

    def _drawing(self, element: Element) -> Callable[[], None]:
        drawing = Drawing()
        self._drawings.append(drawing)
        scope, path = self._scope, self._path()

        def end() -> None:
            self._drawings.pop()
            piece = drawing.piece()
            if piece is not None and not (scope.silent or self._looks[-1].hidden):
                self._meter.take(piece.text)
                scope.add_aside(self._writing.placed(piece, path))

        return end

    def _part_of_drawing(self, element: Element) -> None:
        if self._drawings:
            self._drawings[-1].take(element, local_name(element.tag), self._targets)

    def _box(self, element: Element) -> Callable[[], None] | None:
        outer = self._scope
        if outer.cell is not None or self._looks[-1].hidden or outer.silent:
            return None if outer.cell is not None else skip
        # Its pieces wait for the end of the paragraph that it is anchored in.
        scope = Scope(outer.pending if outer.paragraph is not None else outer.found, outer.note)
        self._scopes.append(scope)
        if self._drawings:
            self._drawings[-1].text = ""  # its description repeats its text
        looks, self._looks = self._looks, [Look()]
        drawn = outer.paragraph is not None and any(frame.step in _GROUPS for frame in self._frames)
        first = len(outer.pending)

        def end() -> None:
            self._looks = looks
            self._writing.end(scope)
            self._scopes.pop()
            if drawn:
                # The words on the shapes of a diagram.
                outer.pending[first:] = map(_as_label, outer.pending[first:])

        return end

    def _control(self, element: Element) -> Callable[[], None] | None:
        """Enter a content control, unless it holds a table of contents or asks for text that nobody gave."""
        told = {local_name(part.tag): part for child in element[:1] for part in child.iter()}
        if "showingPlcHdr" in told and "docPartObj" not in told:
            self.left_out["empty form field"] += 1
            return skip
        gallery = attribute(told["docPartGallery"], "val") if "docPartGallery" in told else ""
        if gallery in _CONTENTS:
            self.left_out["table of contents"] += 1
            return skip
        return None

    def _alternatives(self, element: Element) -> None:
        """Visit one of the alternatives: the first, or what is left for old programs if there is no other."""
        choices = [child for child in element if local_name(child.tag) == "Choice" and len(child)]
        others = [child for child in element if local_name(child.tag) != "Choice"]
        self._frames[-1].children = iter((choices or others)[:1])

    def _comment(self, element: Element) -> Callable[[], None]:
        self.left_out["comment"] += 1
        return skip

    def _chunk(self, element: Element) -> Callable[[], None]:
        self.left_out["embedded file"] += 1
        return skip

    def _deleted(self, element: Element) -> Callable[[], None]:
        for part in element.iter():
            if (name := local_name(part.tag)).endswith("noteReference"):
                self._notes.drop(f"{name.removesuffix('Reference')} {attribute(part, 'id')}")
        return skip


def _as_label(piece: Piece) -> Piece:
    """Return a paragraph of a diagram as what is said about it, unless it is a sentence."""
    told = piece.kind != "paragraph" or piece.text.endswith((".", "!", "?", "…"))
    return piece if told else piece._replace(kind="caption")
