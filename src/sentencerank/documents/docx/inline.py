"""What stands inside the paragraphs of a Word file: runs, links, fields, formulas, signs of notes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from sentencerank.documents.archive import attribute, local_name
from sentencerank.documents.docx.fields import Field, left_out_of, link_of
from sentencerank.documents.docx.notes import Notes
from sentencerank.documents.docx.runs import LINE_BREAK, Run, Signs, shown, signs_of
from sentencerank.documents.docx.scopes import Scope
from sentencerank.documents.docx.signs import sign_of
from sentencerank.documents.docx.styles import Look, Styles
from sentencerank.documents.docx.writing import Writing
from sentencerank.documents.formulas import omml, tex
from sentencerank.documents.limits import Meter
from sentencerank.documents.paths import address_of
from sentencerank.documents.pieces import Piece

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

CHARACTERS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-"}


def skip() -> None:
    """Do nothing. A handler returns this if nothing inside its element is to be visited."""


class Inline:
    """The part of a walk that is in a paragraph. A handler returns what is to be done when its element ends."""

    def __init__(
        self,
        styles: Styles,
        notes: Notes,
        targets: Mapping[str, str],
        writing: Writing,
        meter: Meter,
        *,
        fields: bool,
    ) -> None:
        self._styles, self._notes, self._targets, self._meter = styles, notes, targets, meter
        self._writing = writing
        self._with_fields = fields  # False: what fields show is read, whatever they are
        self._scopes: list[Scope] = []
        self._looks: list[Look] = [Look()]
        self.left_out: Counter[str] = Counter()

    @property
    def _scope(self) -> Scope:
        return self._scopes[-1]

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
        return skip

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
        self._write(CHARACTERS[local_name(element.tag)], ())
        return skip

    def _symbol(self, element: Element) -> Callable[[], None]:
        self._write(sign_of(attribute(element, "font"), attribute(element, "char")))
        return skip

    def _break(self, element: Element) -> Callable[[], None]:
        match attribute(element, "type"):
            case "page":
                self._write(" ", ())
                self._page()
            case "column":
                self._write(" ", ())
            case _:
                self._write("\n", (), line_ends=True)
        return skip

    def _hyperlink(self, element: Element) -> Callable[[], None]:
        anchor = attribute(element, "anchor")
        address = self._targets.get(attribute(element, "id"), "") + (f"#{anchor}" if anchor else "")
        return self._linked(address)

    def _linked(self, address: str) -> Callable[[], None]:
        scope = self._scope
        if not (address := address_of(address)):
            return lambda: None
        scope.links.append(address)
        return lambda: scope.links.clear() if len(scope.links) < 2 else scope.links.__delitem__(-1)

    def _simple_field(self, element: Element) -> Callable[[], None]:
        code = attribute(element, "instr")
        if (name := left_out_of(code)) and self._with_fields:
            self.left_out[name] += 1
            return skip
        return self._linked(link_of(code))

    def _field_part(self, element: Element) -> Callable[[], None]:
        if not self._with_fields:
            return skip
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
        return skip

    def _code(self, element: Element) -> Callable[[], None]:
        if self._scope.fields:
            self._scope.fields[-1].add(element.text or "")
        return skip

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
        return skip

    def _note(self, element: Element) -> Callable[[], None]:
        id = f"{local_name(element.tag).removesuffix('Reference')} {attribute(element, 'id')}"
        scope = self._scope
        if self._looks[-1].hidden or scope.silent or id not in self._notes:
            return skip
        if attribute(element, "customMarkFollows") in ("1", "true", "on"):
            scope.custom_note = id
        else:
            label = self._notes.label(id)
            self._write(f"[{label}]", (("note", label),))
        return skip
