"""OpenDocument text (.odt): its elements are turned into those of HTML, which the walk through pages reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from sentencerank.document import BlockKind
from sentencerank.documents.archive import PASSWORD, Archive, attribute, elements, link_target, local_name
from sentencerank.documents.docx.numbering import whole
from sentencerank.documents.docx.runs import Run, is_code, is_mostly_code
from sentencerank.documents.docx.styles import Look
from sentencerank.documents.formulas.symbols import names
from sentencerank.documents.headings import with_headings
from sentencerank.documents.html.gather import Manner
from sentencerank.documents.html.walk import Walk
from sentencerank.documents.limits import Meter
from sentencerank.documents.odt_styles import Counted, Styles
from sentencerank.documents.paths import OFTEN
from sentencerank.documents.pieces import Content, Piece
from sentencerank.errors import DocumentError
from sentencerank.extras import require

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from lxml.etree import _Element

_TEXT, _STYLES, _MANIFEST = "content.xml", "styles.xml", "META-INF/manifest.xml"
_MOST = 1_000  # spaces that one element stands for
# What was deleted, what others say about it, readings beside Chinese characters, forms.
_SILENT = names(
    "tracked-changes annotation ruby-text forms sequence-decls variable-decls user-field-decls note-citation title "
    "desc covered-table-cell table-column table-columns table-header-columns event-listeners object-ole"
)
_CONTENTS = names("table-of-content illustration-index table-index object-index user-index alphabetical-index")
_SAME = {"list-header": "div", "section": "div", "bibliography": "div", "table": "table", "table-row": "tr",
         "text-box": "div"}  # fmt: skip
_CLASSES: dict[BlockKind, str] = {"caption": "caption", "reference": "csl-entry"}
_CELLS = frozenset({"td", "th"})
_BLOCKS = names("body div ul ol li table thead tr td th aside blockquote")


def read(data: bytes, meter: Meter) -> Content:
    """Read the text in its order, then the notes."""
    require("lxml.etree", "documents")
    archive = Archive(data, meter)
    if _MANIFEST in archive.names and b"encryption-data" in archive.read(_MANIFEST):
        raise DocumentError(PASSWORD)
    root, sheet = archive.xml(_TEXT), archive.optional_xml(_STYLES)
    body = next((part for each in elements(root, "body") for part in each if local_name(part.tag) == "text"), None)
    if body is None:
        raise DocumentError("this is an office file that is not read: save it as .docx or PDF.")
    sheets = [root] if sheet is None else [sheet, root]
    maker, pieces = _made(archive, Styles(sheets), body, meter)
    if is_mostly_code(pieces):
        maker, pieces = _made(archive, Styles(sheets, fonts=False), body, meter)
    pieces = list(_titled(with_headings(pieces, 1), maker.title))
    languages = (
        (attribute(part, "language") for part in elements(sheet, "text-properties")) if sheet is not None else ()
    )
    notes = (f"left out: table of contents ({maker.contents})",) if maker.contents else ()
    return Content(tuple(pieces), notes, next(filter(None, languages), ""))


def _made(archive: Archive, styles: Styles, body: Element, meter: Meter) -> tuple[_Maker, list[Piece]]:
    maker = _Maker(archive, styles, meter)
    return maker, list(Walk(meter, Manner()).pieces(maker.page(body)))


def _titled(pieces: list[Piece], title: str) -> Iterator[Piece]:
    """Yield pieces; where they stood in the file is not known. The first heading with the words of the title is it."""
    for piece in pieces:
        if title and piece.kind == "heading" and piece.text == title:
            piece, title = piece._replace(kind="title", level=0), ""
        yield piece._replace(path="")


class _Frame(NamedTuple):
    """An element of the file that is being read, and the element of the page that it is written to."""

    element: Element
    children: Iterator[Element]
    target: _Element


class _Maker:
    """Makes a page of HTML of a text, from one element to the next without recursion."""

    def __init__(self, archive: Archive, styles: Styles, meter: Meter) -> None:
        from lxml import etree

        self._archive, self._styles, self._meter = archive, styles, meter
        self._new: Callable[..., _Element] = etree.SubElement
        self._root, self._notes = etree.Element("body"), etree.Element("div")
        self._lists: list[str] = []  # the styles of the lists that are open
        self._counts: dict[tuple[str, int], int] = {}  # of the items of the last list of a style, by their depth
        self._noted = 0  # notes so far
        self._alone = False  # whether the paragraph has no words
        self.title = ""
        self.contents = 0

    def page(self, body: Element) -> _Element:
        """Return the elements of a text, and then those of its notes."""
        frames = [_Frame(body, iter(body), self._root)]
        steps = 0
        while frames:
            steps += 1
            if steps % OFTEN == 0:
                self._meter.tick()
            element, children, target = frames[-1]
            child = next(children, None)
            if child is None:
                frames.pop()
                if local_name(element.tag) == "list":
                    self._lists.pop()
                if frames:
                    _say(frames[-1].target, element.tail)
                continue
            made = self._made(child, local_name(child.tag), target)
            if made is None:
                _say(target, child.tail)
            else:
                _say(made, child.text)
                frames.append(_Frame(child, iter(child), made))
        if self._noted:
            self._root.append(self._notes)
        return self._root

    def _made(self, element: Element, name: str, parent: _Element) -> _Element | None:
        """Return what an element is written to: a new one, or its parent; None if it is done with."""
        if name in _SILENT:
            return None
        if name in _CONTENTS:
            self.contents += 1
            return None
        if name in _SAME:
            return self._new(parent, _SAME[name])
        match name:
            case "h" | "p":
                return self._paragraph(element, name, parent)
            case "span":
                return self._looking(self._styles.get(attribute(element, "style-name"))[1], parent)
            case "a":
                return self._new(parent, "a", href=attribute(element, "href"))
            case "s":
                _say(parent, " " * min(_whole(attribute(element, "c")), _MOST))
            case "tab":
                _say(parent, "\t")
            case "line-break":
                _say(parent, "\n") if parent.tag == "pre" else self._new(parent, "br")
            case "list":
                return self._list(element, parent)
            case "list-item":
                return self._item(element, parent)
            case "table-header-rows":
                return self._new(parent, "thead")
            case "table-cell":
                return self._cell(element, parent)
            case "note":
                return self._note(element, parent)
            case "frame":
                return self._shown(element, parent)
            case _:
                return parent
        return None

    def _paragraph(self, element: Element, name: str, parent: _Element) -> _Element | None:
        style, look = self._styles.get(attribute(element, "style-name"))
        if style.contents or look.hidden:
            self.contents += style.contents
            return None
        text = "".join(element.itertext()).strip()
        self._alone = not text
        if style.kind == "title" and not self.title:
            self.title = " ".join(text.split())
        if name == "h" or style.kind in ("heading", "title"):
            level = _whole(attribute(element, "outline-level")) if name == "h" else max(1, style.level)
            return self._new(parent, f"h{min(6, level)}")
        if style.kind == "code" or (style.typed and parent.tag not in _CELLS and is_code([Run(text)], typed=True)):
            # Each line is a paragraph.
            last = _last(parent)
            if last is None or last.tag != "pre":
                return self._new(parent, "pre")
            _say(last, "\n")
            return last
        if style.kind in _CLASSES:
            return self._new(parent, "p", {"class": _CLASSES[style.kind]})
        if style.kind == "list" and not self._lists:
            return self._new(parent, "dd" if style.prose else "dt")
        parent = self._new(parent, "blockquote") if style.kind == "quote" else parent
        # Whose letters are all of one width has no word that stands out by them.
        return self._looking(look._replace(code=None), self._new(parent, "p"))

    def _looking(self, look: Look, parent: _Element) -> _Element | None:
        if look.hidden:
            return None
        for on, tag in ((look.strong, "b"), (look.emphasis, "i"), (look.code, "code"), (look.script, None)):
            if on:
                parent = self._new(parent, tag or ("sup" if look.script == "superscript" else "sub"))
        return parent

    def _list(self, element: Element, parent: _Element) -> _Element:
        style = attribute(element, "style-name") or (self._lists[-1] if self._lists else "")
        depth, levels = len(self._lists), self._styles.lists.get(style, [])
        level = levels[depth] if depth < len(levels) else Counted()
        self._lists.append(style)
        goes_on = attribute(element, "continue-numbering") == "true" or attribute(element, "continue-list")
        start = self._counts.get((style, depth), 0) + 1 if goes_on else _whole(level.start)
        self._counts[style, depth] = start - 1
        made = self._new(parent, "ol" if level.format else "ul")
        if level.format:
            made.set("type", level.format)
            made.set("start", str(start))
        return made

    def _item(self, element: Element, parent: _Element) -> _Element:
        key = (self._lists[-1] if self._lists else "", len(self._lists) - 1)
        self._counts[key] = self._counts.get(key, 0) + 1
        made = self._new(parent, "li")
        if value := attribute(element, "start-value"):
            self._counts[key] = _whole(value)
            made.set("value", value)
        return made

    def _cell(self, element: Element, parent: _Element) -> _Element:
        above = parent.getparent()
        made = self._new(parent, "th" if above is not None and above.tag == "thead" else "td")
        for name, given in (("colspan", "number-columns-spanned"), ("rowspan", "number-rows-spanned")):
            if span := attribute(element, given):
                made.set(name, span)
        return made

    def _note(self, element: Element, parent: _Element) -> _Element:
        citation = next((each for each in element if local_name(each.tag) == "note-citation"), None)
        label = "" if citation is None else attribute(citation, "label") or (citation.text or "").strip()
        self._noted += 1
        label, place = label or str(self._noted), f"fn{self._noted}"
        self._new(parent, "a", href=f"#{place}", role="doc-noteref").text = label
        return self._new(self._notes, "aside", id=place, role="doc-footnote")

    def _shown(self, element: Element, parent: _Element) -> _Element | None:
        """Return where the text of a box goes; a picture or a formula has none."""
        inside = {local_name(each.tag): each for each in reversed(element)}
        if "object" in inside and self._formula(inside["object"], parent):
            return None
        if "text-box" in inside:
            return self._new(parent, "span")
        if "image" in inside:
            said = (inside[name].text for name in ("desc", "title") if name in inside)
            made = self._new(parent, "img", src=attribute(inside["image"], "href"))
            # In a page an empty description says that a picture is an ornament.
            if alt := next(filter(None, said), ""):
                made.set("alt", alt)
        return None

    def _formula(self, element: Element, parent: _Element) -> bool:
        """Copy a formula, which is a file of its own in the archive; return whether it is one."""
        name = f"{link_target('', attribute(element, 'href'))}/{_TEXT}"
        root = self._archive.optional_xml(name)
        if root is None or local_name(root.tag) != "math":
            return False
        made = self._new(parent, "math", display="block" if self._alone else "inline")
        copies = [(root, made)]
        while copies:
            source, copy = copies.pop()
            copy.text, copy.tail = source.text, copy.tail
            copies += [(each, self._new(copy, local_name(each.tag))) for each in source]
        return True


def _say(target: _Element, text: str | None) -> None:
    """Add text behind all that an element has; in an element of its own if there is text already, which is quicker."""
    # White space between paragraphs only makes the file easier to read.
    if not text or (target.tag in _BLOCKS and text.isspace()):
        return
    last = _last(target)
    if last is None and not target.text:
        target.text = text
    elif last is not None and not last.tail:
        last.tail = text
    else:
        own = target.makeelement("span")
        own.text = text
        target.append(own)


def _last(target: _Element) -> _Element | None:
    """Return the last child of an element. To ask how many it has would take longer with each."""
    return next(target.iterchildren(reversed=True), None)


def _whole(text: str) -> int:
    return max(1, whole(text))
