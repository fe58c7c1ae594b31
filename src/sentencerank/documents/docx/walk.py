"""A walk through the text of a Word file: elements → pieces, in reading order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from sentencerank.documents.archive import attribute, local_name
from sentencerank.documents.docx.fields import Field, left_out_of, link_of
from sentencerank.documents.docx.notes import Notes
from sentencerank.documents.docx.numbering import Numbering
from sentencerank.documents.docx.pictures import Drawing
from sentencerank.documents.docx.runs import LINE_BREAK, Run, Signs, shown, signs_of, words_of
from sentencerank.documents.docx.scopes import Frame, Scope, paragraph_of
from sentencerank.documents.docx.signs import sign_of
from sentencerank.documents.docx.styles import Look, Styles
from sentencerank.documents.docx.tables import Rows, lays_out
from sentencerank.documents.docx.writing import Writing
from sentencerank.documents.formulas import omml, tex
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Piece

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

# Properties, what was deleted or moved away, codes of fields, readings beside Chinese characters.
_SILENT = frozenset({
    "pPr", "rPr", "tblPr", "tblGrid", "tblPrEx", "trPr", "tcPr", "sectPr", "sdtEndPr", "delText", "delInstrText",
    "ffData", "rt", "rubyPr", "proofErr", "bookmarkStart", "bookmarkEnd", "lastRenderedPageBreak", "footnoteRef",
    "endnoteRef", "annotationRef", "separator", "continuationSeparator", "softHyphen", "graphicFrameLocks", "sdtPr",
})  # fmt: skip
_CHARACTERS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-"}
_OFTEN = 1_000  # steps between two looks at the clock
_DEEPEST_PATH = 128  # elements in the path of a place
_CONTENTS = ("Table of Contents", "Table of Figures")
_LONGEST_ADDRESS = 2_000  # characters


def _skip() -> None:
    """Do nothing. A handler returns this if nothing inside its element is to be visited."""


class Walk:
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
        self._styles, self._notes, self._targets, self._meter = styles, notes, targets, meter
        self._numbering = numbering
        self._writing = Writing(numbering, meter)
        self._with_fields = fields  # False: what fields show is read, whatever they are
        self._frames: list[Frame] = []
        self._scopes: list[Scope] = []
        self._looks: list[Look] = [Look()]
        self._drawings: list[Drawing] = []
        self.left_out: Counter[str] = Counter()
        self.open_fields = False  # whether a field that hides text never ended
        self._handlers: dict[str, Callable[[Element], Callable[[], None] | None]] = {
            "p": self._paragraph, "r": self._run, "t": self._text, "br": self._break, "sym": self._symbol,
            "hyperlink": self._hyperlink, "fldSimple": self._simple_field, "fldChar": self._field_part,
            "instrText": self._code, "tbl": self._table, "tr": self._row, "tc": self._cell, "drawing": self._drawing,
            "pict": self._drawing, "object": self._drawing, "txbxContent": self._box, "sdt": self._control,
            "AlternateContent": self._alternatives, "oMath": self._formula, "oMathPara": self._formula,
            "footnoteReference": self._note, "endnoteReference": self._note, "commentReference": self._comment,
            "altChunk": self._chunk, "del": self._deleted, "moveFrom": self._deleted,
            **dict.fromkeys(_CHARACTERS, self._character),
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
            if steps % _OFTEN == 0:
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
        if frame.end is _skip or not len(element):
            self._frames.pop()
            if frame.end is not None:
                frame.end()

    @property
    def _scope(self) -> Scope:
        return self._scopes[-1]

    def _path(self) -> str:
        return "".join(frame.step for frame in self._frames[:_DEEPEST_PATH])

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

    def _page(self) -> None:
        if self._scope.cell is None and not self._scope.silent:
            self._scope.add_aside(Piece("page", ""))

    def _run(self, element: Element) -> Callable[[], None]:
        look = self._looks[0]
        for child in element[:1]:
            if local_name(child.tag) == "rPr":
                look = self._styles.look(child)
        self._looks.append(look)
        return self._end_run

    def _end_run(self) -> None:
        self._looks.pop()

    def _text(self, element: Element) -> Callable[[], None]:
        if element.text:
            self._write(element.text)
        return _skip

    def _write(self, text: str, signs: Signs | None = None, *, line_ends: bool = False) -> None:
        """Add text to the paragraph; outside every paragraph, which only damaged files have, it is dropped."""
        scope, look = self._scope, self._looks[-1]
        paragraph = scope.paragraph
        if paragraph is None or look.hidden or paragraph.hidden or scope.silent:
            return
        if scope.custom_note and signs is None and text.strip():
            label = self._notes.label(scope.custom_note, text.strip())
            scope.custom_note = ""
            text, signs = f"[{label}]", (("note", label),)
        if signs is None:
            signs = signs_of(look, scope.link) if text.strip() else ()
            text = shown(text, look)
        paragraph.begun = paragraph.begun or not text.isspace()
        paragraph.runs.append(LINE_BREAK if line_ends else Run(text, signs))

    def _character(self, element: Element) -> Callable[[], None]:
        self._write(_CHARACTERS[local_name(element.tag)], ())
        return _skip

    def _symbol(self, element: Element) -> Callable[[], None]:
        self._write(sign_of(attribute(element, "font"), attribute(element, "char")))
        return _skip

    def _break(self, element: Element) -> Callable[[], None]:
        match attribute(element, "type"):
            case "page":
                self._write(" ", ())
                self._page()
            case "column":
                self._write(" ", ())
            case _:
                self._write("\n", (), line_ends=True)
        return _skip

    def _hyperlink(self, element: Element) -> Callable[[], None]:
        anchor = attribute(element, "anchor")
        address = self._targets.get(attribute(element, "id"), "") + (f"#{anchor}" if anchor else "")
        return self._linked(address)

    def _linked(self, address: str) -> Callable[[], None]:
        scope = self._scope
        if not address or address.lower().startswith(("javascript:", "data:")):
            return lambda: None
        scope.links.append(address[:_LONGEST_ADDRESS])
        return lambda: scope.links.clear() if len(scope.links) < 2 else scope.links.__delitem__(-1)

    def _simple_field(self, element: Element) -> Callable[[], None]:
        code = attribute(element, "instr")
        if (name := left_out_of(code)) and self._with_fields:
            self.left_out[name] += 1
            return _skip
        return self._linked(link_of(code))

    def _field_part(self, element: Element) -> Callable[[], None]:
        if not self._with_fields:
            return _skip
        fields = self._scope.fields
        match attribute(element, "fldCharType"):
            case "begin":
                fields.append(Field())
                self._meter.depth(len(fields))
            case "separate" if fields:
                fields[-1].show()
                if fields[-1].left_out and not any(each.left_out for each in fields[:-1]):
                    self.left_out[fields[-1].left_out] += 1
            case "end" if fields:
                fields.pop()
        return _skip

    def _code(self, element: Element) -> Callable[[], None]:
        if self._scope.fields:
            self._scope.fields[-1].add(element.text or "")
        return _skip

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
        return None if rows is None or rows.begin_row(element) else _skip

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
            return None if outer.cell is not None else _skip
        # Its pieces wait for the end of the paragraph that it is anchored in.
        scope = Scope(outer.pending if outer.paragraph is not None else outer.found, outer.note)
        self._scopes.append(scope)
        if self._drawings:
            self._drawings[-1].text = ""  # its description repeats its text
        looks, self._looks = self._looks, [Look()]

        def end() -> None:
            self._looks = looks
            self._writing.end(scope)
            self._scopes.pop()

        return end

    def _control(self, element: Element) -> Callable[[], None] | None:
        """Enter a content control, unless it holds a table of contents or asks for text that nobody gave."""
        told = {local_name(part.tag): part for child in element[:1] for part in child.iter()}
        if "showingPlcHdr" in told and "docPartObj" not in told:
            self.left_out["empty form field"] += 1
            return _skip
        gallery = attribute(told["docPartGallery"], "val") if "docPartGallery" in told else ""
        if gallery in _CONTENTS:
            self.left_out["table of contents"] += 1
            return _skip
        return None

    def _alternatives(self, element: Element) -> None:
        """Visit one of the alternatives: the first, or what is left for old programs if there is no other."""
        choices = [child for child in element if local_name(child.tag) == "Choice" and len(child)]
        others = [child for child in element if local_name(child.tag) != "Choice"]
        self._frames[-1].children = iter((choices or others)[:1])

    def _formula(self, element: Element) -> Callable[[], None]:
        displayed = local_name(element.tag) == "oMathPara"
        formulas = [child for child in element if local_name(child.tag) == "oMath"] if displayed else [element]
        for formula in formulas:
            code = omml.tex_of(formula)
            text = tex.linear(code) if code else " ".join("".join(formula.itertext()).split())
            if text:
                self._write(text, (*signs_of(Look(), self._scope.link), ("formula", code)))
                if displayed:
                    self._writing.end_displayed(self._scope)
        return _skip

    def _note(self, element: Element) -> Callable[[], None]:
        id = f"{local_name(element.tag).removesuffix('Reference')} {attribute(element, 'id')}"
        scope = self._scope
        if self._looks[-1].hidden or scope.silent or id not in self._notes:
            return _skip
        if attribute(element, "customMarkFollows") in ("1", "true", "on"):
            scope.custom_note = id
        else:
            label = self._notes.label(id)
            self._write(f"[{label}]", (("note", label),))
        return _skip

    def _comment(self, element: Element) -> Callable[[], None]:
        self.left_out["comment"] += 1
        return _skip

    def _chunk(self, element: Element) -> Callable[[], None]:
        self.left_out["embedded file"] += 1
        return _skip

    def _deleted(self, element: Element) -> Callable[[], None]:
        for part in element.iter():
            if (name := local_name(part.tag)).endswith("noteReference"):
                self._notes.drop(f"{name.removesuffix('Reference')} {attribute(part, 'id')}")
        return _skip
