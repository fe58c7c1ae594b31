"""A walk through a tree of HTML: elements → pieces, in reading order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sentencerank.document import MarkKind
from sentencerank.documents.formulas.linear import LONGEST_SCRIPT, is_script, script
from sentencerank.documents.html import frames, notes
from sentencerank.documents.html.code import code_of, language_of_code
from sentencerank.documents.html.elements import (
    ANCHORS,
    LINKED,
    NO_MORE,
    is_line,
    is_permalink,
    is_replaced,
    is_undivided,
    leads_away,
)
from sentencerank.documents.html.formulas import ELEMENTS, formula_of
from sentencerank.documents.html.frames import BLOCKS, LEAVES, LISTED, Frame, Inside
from sentencerank.documents.html.gather import Gathering
from sentencerank.documents.html.pictures import picture_of
from sentencerank.documents.html.signs import (
    CODE,
    HEADINGS,
    HIDING,
    INLINE,
    LISTS,
    NOTHING,
    SILENT,
    VERBATIM,
    is_hidden,
    kinds,
    signs,
    some_text,
)
from sentencerank.documents.html.tables import Grid, columns_of, is_data
from sentencerank.documents.html.typed import typed_pieces
from sentencerank.documents.paths import DEEPEST, OFTEN, step_to
from sentencerank.documents.pieces import Piece

if TYPE_CHECKING:
    from lxml.etree import _Element

_PICTURES = frozenset({"img", "svg", "object", "video", "audio"})
_WHOLE = VERBATIM | _PICTURES | ELEMENTS | {"br", "hr", "sub", "sup", "a"}  # may be one thing by their name alone
_PAGES = frozenset({"pagebreak", "doc-pagebreak"})  # roles


class Walk(Gathering):
    """A walk, from one element to the next without recursion."""

    def pieces(self, root: _Element) -> Iterator[Piece]:
        """Yield the pieces of a tree."""
        path = f"{self._manner.path}/{root.tag}"
        inside = Inside(prose=not self._manner.contents)
        self._open(Frame(root, root.tag, path, inside, signs(root), kinds(root)))
        steps = 0
        open_frames, visit = self._frames, self._visit
        while open_frames:
            frame = open_frames[-1]
            for child in frame.children:
                steps += 1
                if steps % OFTEN == 0:
                    self._meter.tick()
                if not isinstance(tag := child.tag, str):
                    self._text(child.tail)
                elif visit(child, tag, frame):
                    break
            else:
                self._close(frame)
        self._flush()
        yield from self._found

    def _visit(self, element: _Element, tag: str, parent: Frame) -> bool:
        """Read an element, or open it; return whether it was opened."""
        step = step_to(parent.counts, tag)
        attributes = element.keys()
        # To look for an attribute takes longer than to know that it is not there.
        told = signs(element) if "class" in attributes or "id" in attributes else NOTHING
        if self._grid is None and not told:
            if tag in LEAVES and attributes in NO_MORE and is_line(element):
                self._words(element, LEAVES[tag])
                return False
            plain = tag == "a" and LINKED.issuperset(attributes) and not self._manner.pages
            if plain and (target := leads_away(element)):
                self._words(element, "link", target)
                return False
        roles = kinds(element) if "role" in attributes or "epub:type" in attributes else NOTHING
        if self._rows is parent and tag != "tr":
            self._end_rows()
        if self._is_left_out(element, tag, attributes, parent, told, roles) or (
            (attributes or tag in _WHOLE) and self._is_whole(element, tag, parent, step, told, roles)
        ):
            if tail := element.tail:
                self._text(tail)
            return False
        if tag == "tr" and (self._grid is None or self._rows is parent):
            self._row(element, parent)
        path = parent.path + step if len(self._frames) < DEEPEST else parent.path
        self._open(Frame(element, tag, path, parent.inside, told, roles, not attributes))
        return True

    def _words(self, element: _Element, kind: MarkKind | None, target: str = "") -> None:
        """Read a few words that stand out in a line, as most elements do; nothing else can be said of them."""
        marked = kind is not None and kind not in self._open_marks
        if kind is not None and marked:
            self._writer.begin(kind, target)
            self._open_marks.add(kind)
        code = kind == "code"
        self._code += code
        if text := element.text:
            self._text(text)
        for child in element:
            self._words(child, LEAVES[child.tag])
        self._code -= code
        if kind is not None and marked:
            self._writer.end()
            self._open_marks.discard(kind)
        if kind == "emphasis" and element.tag == "cite" and (text or "").endswith(":"):
            self._writer.write(" ")  # "Ann wrote:" stands over what she wrote
        if tail := element.tail:
            self._text(tail)

    def _is_left_out(
        self,
        element: _Element,
        tag: str,
        attributes: list[str],
        parent: Frame,
        told: frozenset[str],
        roles: frozenset[str],
    ) -> bool:
        if tag in SILENT:
            return tag != "script" or formula_of(element) is None
        if tag == "nav" and self._manner.contents:
            return "page-list" in roles or "landmarks" in roles
        if tag == "button" and parent.inside.kind != "heading":
            return True
        if tag == "del" and is_replaced(element, attributes):
            return True
        if attributes:
            # What a program hides because a script shows the same formula may be all that there is.
            hidden = "gone" in told or (not HIDING.isdisjoint(attributes) and is_hidden(element))
            if hidden and ("math" not in told and tag not in ("math", "mjx-container")):
                return True
            if "prompt" in told and tag == "div" and self._grid is None:
                return True
            if "anchor" in told and tag == "a" and (len(text := some_text(element, 30)) <= 2 or is_permalink(text)):
                return True
        # A cell of a table that is made of `<div>` may be called a header.
        cell = self._grid is not None and self._grid.columns > 0
        return tag not in INLINE and not cell and self._manner.left_out(element)

    def _is_whole(
        self, element: _Element, tag: str, parent: Frame, step: str, told: frozenset[str], roles: frozenset[str]
    ) -> bool:
        """Read an element that is one thing, whatever stands in it; return whether it is."""
        if tag == "br":
            self._break()
        elif tag == "hr":
            self._flush()
        elif (told or roles or self._manner.pages) and (number := self._page(element, told, roles)):
            self._aside(Piece("page", "", about={"number": number} if number.strip() else {}))
        elif tag in VERBATIM and self._grid is None and parent.inside.kind != "heading":
            self._verbatim(element, parent, step)
        elif tag in ("sub", "sup"):
            return self._script(element, tag)
        elif tag == "a":
            return self._link(element, parent)
        elif (formula := formula_of(element, told)) is not None:
            self._formula(formula)
        elif tag in _PICTURES:
            self._picture(element, parent)
        elif told or tag == "span":
            return self._is_code(element, tag, parent, step, told) or self._is_label(element, tag, parent, told)
        else:
            return False
        return True

    def _is_code(self, element: _Element, tag: str, parent: Frame, step: str, told: frozenset[str]) -> bool:
        if tag in INLINE or self._grid is not None or "code" not in told or tag == "section":
            return False
        # Programs also put whole descriptions under such names.
        if any(True for _ in element.iter(*VERBATIM, "ul", "h1", "h2", "h3", "img")):
            return False
        if tag == "table":
            self._flush()
            self._add(Piece("code", " ".join("".join(element.itertext()).split())), self._path(step))
        else:
            self._verbatim(element, parent, step)
        return True

    def _is_label(self, element: _Element, tag: str, parent: Frame, told: frozenset[str]) -> bool:
        """Read what only names a note, or the mark that Word writes before the item of a list."""
        if parent.inside.kind in ("footnote", "reference") and ("label" in told or "footnote heading" in told):
            parent.inside = parent.inside._replace(label=notes.plain_label(some_text(element, 30)))
            return True
        if tag == "span" and "mso-list:ignore" in (element.get("style") or "").lower().replace(" ", ""):
            mark = some_text(element, 20)
            self._mark = f"{mark} " if any(map(str.isalnum, mark)) and len(mark) > 1 else "- "
            return True
        return False

    def _open(self, frame: Frame) -> None:
        """Begin an element that has others in it."""
        element, tag, inside, told = frame.element, frame.tag, frame.inside, frame.signs
        self._frames.append(frame)
        tabular = self._grid is None and (told or tag == "table")
        if tabular and (grid := self._grid_of(frame)):
            self._flush()
            frame.grid = self._grid = grid
            frame.block = True
        elif self._grid is not None and frame.grid is None:
            self._open_in_table(frame)
        elif inside.kind == "heading" and not inside.endless and tag not in HEADINGS:
            self._writer.write("" if tag in INLINE else "\n")
        elif tag in BLOCKS or frames.is_block(element, tag, self._writer.length > 0):
            if self._blocks and "lines" in self._blocks[-1].signs and "line" in told:
                self._break()
            else:
                self._flush()
            frame.block = True
            frame.inside = frames.inside_of(frame, self._lists, self._manner.labels, self._manner.name)
            listed = tag == "dl" or (tag in LISTS and frame.inside.lists == 1)
            if listed and frame.inside.prose and self._manner.is_contents(element):
                frame.inside = frame.inside._replace(prose=False)
        if frame.block:
            self._blocks.append(frame)
            if len(self._blocks) > self._deepest:
                self._meter.depth(len(self._blocks))
            if tag in LISTED:
                self._mark = frame.begin_list(self._lists, self._mark)
        if tag in INLINE:
            if "classifier" in told and is_undivided(element):
                self._writer.write(" : ")  # as the style sheets of docutils write
            self._begin_mark(frame)
        if text := element.text:
            self._text(text)

    def _grid_of(self, frame: Frame) -> Grid | None:
        if frame.tag != "table":
            return Grid(columns) if (columns := columns_of(frame.element, frame.signs)) else None
        note = frame.inside.kind == "footnote" or notes.is_note(frame.signs, frame.roles)
        return None if note or not is_data(frame.element) else Grid()

    def _begin_mark(self, frame: Frame) -> None:
        mark = frames.mark_of(frame.element, frame.tag, frame.inside)
        # One of a kind says it all; old pages leave hundreds of them open.
        if mark is not None and mark[0] not in self._open_marks:
            self._writer.begin(*mark)
            self._open_marks.add(mark[0])
            frame.mark = mark[0]
        self._code += frame.tag in CODE
        if frame.tag == "q":
            self._writer.write("“")

    def _close(self, frame: Frame) -> None:
        if self._rows is frame:
            self._end_rows()
        if frame.tag in INLINE:
            self._code -= frame.tag in CODE
            if frame.tag == "q":
                self._writer.write("”")
            if frame.mark:
                self._writer.end()
                self._open_marks.discard(frame.mark)
        if frame.grid is not None:
            self._end_table(frame.grid)
        elif self._grid is not None:
            self._close_in_table("td" if self._is_free_cell() else frame.tag, self._grid)
        elif frame.block:
            self._flush()
        elif frame.tag not in INLINE:
            self._writer.write("\n")
        if frame.block:
            self._blocks.pop()
            if frame.tag in LISTED:
                self._mark = frame.end_list(self._lists, self._mark)
        self._frames.pop()
        if self._frames and (tail := frame.element.tail):
            self._text(tail)

    def _page(self, element: _Element, told: frozenset[str], roles: frozenset[str]) -> str:
        """Return the number of the page that begins with an element, a space if it has none, or "" if none begins."""
        pages = self._manner.pages
        listed = pages and pages.get(element.get("id") or element.get("name") or "")
        if not listed and "page" not in told and _PAGES.isdisjoint(roles):
            return ""
        text = some_text(element, 30)
        if listed:
            # What has more in it than a number is the text of that page.
            return listed if not text or len(text) < 10 else ""
        number = element.get("title") or element.get("aria-label") or text
        digits = "".join(each for each in number.strip("[]{}() ").split()[-1:])
        return digits.strip("[]{}().") or " "

    def _verbatim(self, element: _Element, parent: Frame, step: str) -> None:
        self._flush()
        words = code_of(element)
        path = self._path(step)
        if element in self._manner.plain:
            for piece in typed_pieces(words.text):
                self._add(piece, path)
            return
        language = language_of_code(element)
        about = {"language": language} if language else {}
        self._add(Piece("code", words.text, marks=words.marks, about=about, prose=parent.inside.prose), path)

    def _script(self, element: _Element, tag: str) -> bool:
        text = some_text(element, 3 * LONGEST_SCRIPT)
        if not is_script(text) or any(True for _ in element.iter("a", "img", "math")):
            return False
        self._writer.write(script(text, high=tag == "sup"))
        return True

    def _link(self, element: _Element, parent: Frame) -> bool:
        if label := notes.sign_of_note(element):
            if parent.inside.kind == "footnote" and parent.inside.label in ("", label):
                return False  # leads back to its sign
            text = some_text(element, 20)
            self._writer.begin("note", label)
            # In brackets it stays with the sentence that it follows.
            self._writer.write(text if text[0] in "[(" else f"[{text}]")
            self._writer.end()
            return True
        if not (element.get("href") or "").startswith("#"):
            return False
        if parent.inside.kind == "footnote":
            return notes.is_back_link(element)
        return (parent.inside.kind == "heading" or parent.tag == "dt") and some_text(element, 9) in ANCHORS

    def _picture(self, element: _Element, parent: Frame) -> None:
        alt = element.get("alt") or ""
        if 0 < len(alt) <= 2 and not alt.isascii():  # an emoji is a letter of the text
            self._writer.write(alt)
            return
        picture = picture_of(element, figure=any(frame.tag == "figure" for frame in self._frames[-6:]))
        if picture is None:
            return
        if self._grid is not None and parent.tag in ("td", "th", "a") and not self._writer.length and picture.text:
            self._writer.write(picture.text)
            return
        about = {"source": picture.source} if picture.source else {}
        self._aside(Piece("figure", self._meter.take(picture.text), about=about, path=self._path()))
