"""What a walk through a Word file is in: a text of its own, a paragraph, the cell of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sentencerank.document import BlockKind, Place
from sentencerank.documents.archive import attribute, local_name
from sentencerank.documents.docx.fields import Field
from sentencerank.documents.docx.numbering import Numbering, whole
from sentencerank.documents.docx.runs import Run
from sentencerank.documents.docx.styles import Style, Styles, is_on, is_outline
from sentencerank.documents.docx.tables import Rows
from sentencerank.documents.paths import step_to
from sentencerank.documents.pieces import Piece

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_SIDE_BY_SIDE = frozenset({"del", "moveFrom"})


@dataclass(slots=True)
class Frame:
    """An open element, and what is to be done when it ends."""

    children: Iterator[Element]
    step: str
    end: Callable[[], None] | None = None
    counts: dict[str, int] = field(default_factory=dict)

    def step_to(self, name: str) -> str:
        """Count a child, and return the step of its path."""
        return step_to(self.counts, name)


@dataclass(slots=True)
class Paragraph:
    """A paragraph while it is read."""

    kind: BlockKind = "paragraph"
    level: int = 0
    prose: bool = True
    number: str = ""  # of its list
    depth: int = 0
    path: str = ""
    contents: bool = False
    hidden: bool = False
    continues: bool = False  # the next paragraph goes on with its text
    page_before: bool = False
    page_after: bool = False
    item: bool = False  # in the style of lists, without a mark
    runs: list[Run] = field(default_factory=list)
    begun: bool = False  # whether a word of it was read
    typed: bool = False  # in letters of one width, by its style


@dataclass(slots=True)
class Scope:
    """A text of its own: the body, a note, a text box, a cell."""

    found: list[Piece]
    note: Mapping[str, str] | None = None  # what is known of the note that it is
    cell: list[Run] | None = None  # the text so far, if it is the cell of a table
    paragraph: Paragraph | None = None
    carried: list[Run] = field(default_factory=list)  # of a paragraph that goes on in the next one
    pending: list[Piece] = field(default_factory=list)  # what stands in a paragraph but has to wait for its end
    fields: list[Field] = field(default_factory=list)
    rows: Rows | None = None
    links: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)  # the lines of a listing so far
    code_path: str = ""
    custom_note: str = ""  # the id of a note whose sign comes next

    @property
    def silent(self) -> bool:
        """Whether what comes is not shown: the code of a field, or a table of contents."""
        return bool(self.fields) and any(not each.shown or each.left_out for each in self.fields)

    @property
    def link(self) -> str:
        """The address that the text leads to."""
        return self.links[-1] if self.links else next((each.link for each in self.fields if each.link), "")

    def end_code(self) -> None:
        """End a listing."""
        if self.code:
            text = "\n".join(self.code).strip("\n")
            self.code.clear()
            if text.strip():
                self.found.append(Piece("code", text, places=(Place(0, len(text), path=self.code_path),)))

    def add(self, piece: Piece, path: str = "") -> None:
        """Add a piece; a listing before it ends."""
        self.end_code()
        if path and piece.text and not piece.places:
            piece = piece._replace(places=(Place(0, len(piece.text), path=path),))
        self.found.append(piece)

    def add_aside(self, piece: Piece) -> None:
        """Add a piece that stands in a paragraph: before its text, or after it if it has begun."""
        if self.cell is not None or self.carried or (self.paragraph and self.paragraph.begun):
            self.pending.append(piece)
        else:
            self.add(piece)

    def end_pending(self) -> None:
        """Add what waited for the end of a paragraph."""
        if self.pending:
            self.end_code()
            self.found += self.pending
            self.pending.clear()


def paragraph_of(element: Element, styles: Styles, numbering: Numbering, path: str) -> Paragraph:
    """Return a paragraph without its text: what its properties and its style say."""
    properties = next((child for child in element[:1] if local_name(child.tag) == "pPr"), None)
    told = {local_name(each.tag): each for each in properties} if properties is not None else {}
    id = attribute(told["pStyle"], "val") if "pStyle" in told else ""
    style = styles.style(id)
    outline = attribute(told["outlineLvl"], "val") if "outlineLvl" in told else ""
    if is_outline(outline) and not style.contents:
        style = style._replace(kind="heading", level=int(outline) + 1)
    elif outline == "9" and style.kind == "heading":
        style = style._replace(kind="paragraph", level=0)
    paragraph = Paragraph(style.kind, style.level, style.prose, path=path, contents=style.contents, typed=style.typed)
    _number(paragraph, told, style, numbering.depth_of(id))
    if properties is None:
        return paragraph
    paragraph.hidden = style.hidden
    mark = {local_name(each.tag) for each in told["rPr"]} if "rPr" in told else set()
    drop_cap = attribute(told["framePr"], "dropCap") if "framePr" in told else ""
    paragraph.continues = not _SIDE_BY_SIDE.isdisjoint(mark) or drop_cap in ("drop", "margin")
    paragraph.page_before = bool(is_on(told, "pageBreakBefore"))
    if "sectPr" in told:
        kinds = [attribute(each, "val") for each in told["sectPr"] if local_name(each.tag) == "type"]
        paragraph.page_after = not kinds or kinds[0] in ("nextPage", "oddPage", "evenPage")
    return paragraph


def _number(paragraph: Paragraph, told: Mapping[str, Element], style: Style, named: int | None) -> None:
    """Say which list a paragraph is an item of, if it is one."""
    values = {local_name(each.tag): attribute(each, "val") for each in told["numPr"]} if "numPr" in told else {}
    number = values.get("numId", style.number)
    if number is None or number == "0":
        paragraph.item = style.kind == "list"
        return
    deep = whole(values["ilvl"]) if "ilvl" in values else style.depth
    paragraph.number = number or "-"
    paragraph.depth = min(8, deep if deep is not None else named if named is not None else max(0, style.level - 1))
    if paragraph.kind in ("paragraph", "list"):
        paragraph.kind, paragraph.level = "list", paragraph.depth + 1
