"""An element on the way through a tree: what it makes of the text inside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sentencerank.document import BlockKind, MarkKind
from sentencerank.documents.html import notes
from sentencerank.documents.html.signs import CODE, EMPHASIS, HEADINGS, INLINE, LISTS, STRONG, signs, some_text
from sentencerank.documents.html.tables import Grid
from sentencerank.documents.numerals import numeral
from sentencerank.documents.paths import address_of

if TYPE_CHECKING:
    from lxml.etree import _Element

_BLOCK_STYLE = re.compile(r"display\s*:\s*(?:block|list-item|table)", re.IGNORECASE)
_WORD_LIST = re.compile(r"mso-list:\s*\w+\s+level(\d)", re.IGNORECASE)
_MARKS: dict[str, MarkKind] = {
    **dict.fromkeys(EMPHASIS, "emphasis"), **dict.fromkeys(STRONG, "strong"), **dict.fromkeys(CODE, "code"),
}  # fmt: skip
LEAVES: dict[str, MarkKind | None] = {**_MARKS, "span": None}  # often hold words and nothing else
LISTED = LISTS | {"li", "dt", "dd", "blockquote"}  # begin a list, an item or what ends one
BLOCKS = frozenset({"p", "div", "li", "ul", "ol", "dl", "dt", "dd", "section", "body", *HEADINGS})  # the usual ones
ALIKE = frozenset({"p", "div", "section"})  # say nothing of what stands in them, if they have no attributes
_SECTIONS = frozenset({*HEADINGS, "section", "article"})
_CONTENTS = frozenset({"toc", "doc-toc", "doc-index", "index", "page-list", "landmarks"})  # roles
_LONGEST_ASIDE = 250  # characters of what stands beside a text
_LONGEST_CAPTION = 500
_ENDLESS = 600  # characters; no heading is so long


class Inside(NamedTuple):
    """What text inside an element is."""

    kind: BlockKind = "paragraph"
    level: int = 0
    lists: int = 0  # how many lists it stands in
    quotes: int = 0
    label: str = ""  # of a note
    prose: bool = True
    endless: bool = False  # in a heading that nobody closed: only its first line is one


@dataclass(slots=True)
class Counter:
    """A list: the number of its next item, and how it is written."""

    ordered: bool
    number: int = 1
    step: int = 1
    style: str = "1"

    def next(self, value: str | None) -> str:
        """Return the mark of the next item, which may name its own number."""
        if value and value.lstrip("-").isdigit() and value.isascii() and len(value) < 9:
            self.number = int(value)
        text = numeral(self.number, self.style)
        self.number += self.step
        return f"{text}. " if self.ordered else "- "


class Frame:
    """An open element."""

    __slots__ = (
        "bare", "block", "children", "counts", "element", "grid", "inside", "mark", "path", "roles", "signs", "tag"
    )  # fmt: skip

    def __init__(
        self,
        element: _Element,
        tag: str,
        path: str,
        inside: Inside,
        told: frozenset[str],
        roles: frozenset[str],
        bare: bool = False,
    ) -> None:
        self.element, self.tag, self.path, self.inside = element, tag, path, inside
        self.children: Iterator[_Element] = iter(element)
        self.counts: dict[str, int] = {}  # of the children so far, by their names
        self.bare = bare  # without attributes
        self.block = False
        self.mark: MarkKind | None = None  # that was begun with it
        self.signs = told  # what the class of the element says
        self.roles = roles
        self.grid: Grid | None = None

    def begin_list(self, lists: list[Counter], mark: str) -> str:
        """Begin a list, an item or what ends one; return the mark that the next text has before it."""
        if self.tag in LISTS:
            lists.append(_counter(self.element))
        elif self.tag == "li" and self.inside.kind == "list":
            return lists[-1].next(self.element.get("value")) if lists else "- "
        elif self.tag != "li":
            return ""
        return mark

    def end_list(self, lists: list[Counter], mark: str) -> str:
        """End a list, an item or what ends one."""
        if self.tag in LISTS:
            lists.pop()
        return "" if self.tag == "li" or self.tag in LISTS else mark


def is_block(element: _Element, tag: str, after_words: bool) -> bool:
    """Whether an element that is none of the usual blocks begins a new line."""
    if tag in INLINE:
        return tag in ("span", "a", "label") and bool(_BLOCK_STYLE.search(element.get("style") or ""))
    if ":" in tag:
        return False  # Word's own
    if "-" in tag:  # a page may define its own elements: part of a line if one goes on around them
        return not (after_words or (element.tail or "").strip())
    return True


def inside_of(frame: Frame, lists: list[Counter], labels: dict[str, str], name: str) -> Inside:
    """Return what the text inside a block is, given what stands around the block."""
    element, tag, told, around = frame.element, frame.tag, frame.signs, frame.inside
    if frame.bare and tag in ALIKE and not labels and not around.endless:
        return around
    if told and ("contents" in told or "unsaid" in told):
        around = around._replace(prose=False)
    if tag in HEADINGS:
        level = _number(element.get("aria-level")) or HEADINGS[tag]
        endless = len(some_text(element, _ENDLESS)) >= _ENDLESS
        return around._replace(kind="heading", level=min(level, 6), endless=endless)
    if around.endless:
        around = around._replace(kind="paragraph", level=0, endless=False)
    if (labels or not frame.bare) and (found := _told(frame, around, labels, name)) is not None:
        return found
    note = around.kind in ("footnote", "reference")
    if tag in LISTS or tag == "dl":
        return around._replace(lists=around.lists + 1)
    if note:
        if tag == "li":
            label = notes.label_of_body(element, labels, name) or (
                str(lists[-1].number) if lists and lists[-1].ordered else ""
            )
            return around._replace(label=label or around.label)
        return around
    if tag == "li":
        if "section" in told or _is_section(element):
            return around
        return around._replace(kind="list", level=max(1, around.lists))
    if tag == "dt":
        return around._replace(kind="list", level=max(1, around.lists), prose=False)
    if tag == "dd":
        depth = max(1, around.lists) + 1
        return around._replace(kind="list", level=depth, lists=depth)
    if tag == "blockquote":
        return around._replace(kind="quote", level=around.quotes + 1, quotes=around.quotes + 1)
    if tag in ("figcaption", "caption"):
        return around._replace(kind="caption", level=0)
    return around


def _told(frame: Frame, around: Inside, labels: dict[str, str], name: str) -> Inside | None:
    """Return what the attributes of a block say that its text is, if they say it."""
    element, tag, told, roles = frame.element, frame.tag, frame.signs, frame.roles
    if roles and element.get("role") == "heading" and tag not in LISTS:
        return around._replace(kind="heading", level=min(6, _number(element.get("aria-level")) or 2))
    if around.kind != "footnote":
        label = notes.label_of_body(element, labels, name) if labels else ""
        if label or notes.is_note(told, roles):
            # The section that holds all notes has no label itself.
            return around._replace(kind="footnote", level=0, label=label, lists=0)
        if "citation" in told and tag in ("div", "dl", "p", "li"):
            return around._replace(kind="reference", level=0)
    elif label := notes.label_of_body(element, labels, name):
        return around._replace(label=label)
    if told:
        beside = (
            "beside" in told
            or ("signature" in told and tag == "div" and _is_posted(element))
            or ("details" in told and len(element) > 0 and element[0].get("id") == "author")
        )
        if beside and len(some_text(element, _LONGEST_ASIDE)) < _LONGEST_ASIDE:
            return around._replace(kind="furniture", level=0, prose=False)
        if "heading" in told:
            return around._replace(kind="heading", level=1)
        if "title" in told and tag in ("div", "p") and (titled := _titled(element, tag, around)):
            return titled
        captions = "caption" in told and tag in ("div", "p", "span", "dt", "center")
        if captions and len(some_text(element, _LONGEST_CAPTION)) < _LONGEST_CAPTION:
            return around._replace(kind="caption", level=0)
    if tag == "p" and (word := _WORD_LIST.search(element.get("style") or "")):
        return around._replace(kind="list", level=int(word[1]) or 1)
    if roles and not roles.isdisjoint(_CONTENTS):
        return around._replace(prose=False)
    return None


def _titled(element: _Element, tag: str, around: Inside) -> Inside | None:
    """Return what an element is that says it is a title and is no heading."""
    parent = element.getparent()
    classes = (parent.get("class") or "") if parent is not None else ""
    if parent is None:
        return None
    if "headertitle" in classes.split():
        return around._replace(kind="heading", level=1)
    # Who is quoted in a forum stands over the quotation; DocBook so writes the titles of boxes.
    boxed = tag == "p" and any("titlepage" in signs(above) for above in islice(element.iterancestors(), 3))
    formal = boxed or "formal" in signs(parent) or classes.startswith("quote")
    return around._replace(kind="caption", level=0) if formal else None


def _is_posted(element: _Element) -> bool:
    """Whether an element stands in what somebody posted."""
    return any("post" in (above.get("class") or "").lower() for above in islice(element.iterancestors(), 4))


def _is_section(element: _Element) -> bool:
    """Whether an item of a list is a section of the page: it has headings or sections in it."""
    return any(
        child.tag in _SECTIONS or any(below.tag in HEADINGS for below in child)
        for child in element
        if child.tag not in LISTS
    )


def mark_of(element: _Element, tag: str, inside: Inside) -> tuple[MarkKind, str] | None:
    """Return the mark that an element makes, and its target."""
    if tag == "a":
        target = (element.get("href") or "").strip()
        # Leads to where it stands.
        own = target.startswith("#") and (inside.kind == "heading" or "anchor" in signs(element))
        if not own and (address := address_of(target)):
            return "link", address
    elif tag in _MARKS:
        return _MARKS[tag], ""
    return None


def _counter(element: _Element) -> Counter:
    ordered = element.tag == "ol"
    start, items = _number(element.get("start")), 0
    if ordered and element.get("reversed") is not None:
        items = sum(1 for child in element if child.tag == "li")
    first = start if element.get("start") else items or 1
    return Counter(ordered, first, -1 if items else 1, (element.get("type") or "1")[:1])


def _number(text: str | None) -> int:
    text = (text or "").strip()
    digits = text.lstrip("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(text) < 9 and text.count("-") <= 1 else 0
