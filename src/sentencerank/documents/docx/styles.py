"""The styles of a Word file: what a paragraph or a run of characters is, by the name of its style and by its chain."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from sentencerank.document import BlockKind
from sentencerank.documents.archive import attribute, local_name

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_LONGEST_CHAIN = 20  # styles that are based on each other
# Word writes English names in every language; other programs write those of the user.
_HEADING = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|nagłówek|nadpis|otsikko|başlık|επικεφαλίδα|címsor"
    r"|заголовок|titlu|naslov|antraštė|标题|標題|見出し|제목|כותרת|عنوان) ?([1-9])"
)
_TITLES = frozenset(
    {"title", "titel", "titre", "título", "titolo", "название", "标题", "標題", "表題", "제목", "tytuł"}
)
_CONTENTS = re.compile(r"(?:toc|contents|verzeichnis|table of contents|table of figures|index) ?(?:\d|heading)?")
_LIST = re.compile(r"list(?: bullet| number| continue)? ?([2-9])?")
_TERMS = {"definition term": 1, "definition": 2, "definition definition": 2}  # → level
_CODE = frozenset({
    "html preformatted", "source code", "preformatted text", "code", "code block", "macro", "macro text", "listing",
})  # fmt: skip
_CODE_OF_CHARACTERS = frozenset({
    "html code", "html typewriter", "html keyboard", "html sample", "verbatim char", "source text", "code",
    "inline code", "code char", "html preformatted char", "teletype",
})  # fmt: skip
_KINDS: dict[str, BlockKind] = {
    **dict.fromkeys(_TITLES, "title"), **dict.fromkeys(_CODE, "code"),
    **dict.fromkeys(("quote", "intense quote", "block text", "quotations", "quotation", "zitat"), "quote"),
    **dict.fromkeys(("caption", "subtitle", "author", "date", "image caption", "table caption"), "caption"),
    **dict.fromkeys(("bibliography",), "reference"),
    **dict.fromkeys(("abstract title",), "heading"),
}  # fmt: skip
_MONOSPACED = re.compile(r"courier|consolas|mono\b|menlo|lucida console|typewriter|cascadia|inconsolata|fixedsys")
_OFF = frozenset({"0", "off", "false", "none"})


class Look(NamedTuple):
    """How characters look; None says that nothing is told."""

    strong: bool | None = None
    emphasis: bool | None = None
    code: bool | None = None
    hidden: bool | None = None
    script: str | None = None  # "superscript" or "subscript"

    def over(self, other: Look) -> Look:
        """Return this look, and what the other one tells where this one says nothing."""
        if self == _NO_LOOK:
            return other
        told = (theirs if mine is None else mine for mine, theirs in zip(self, other, strict=True))
        return Look._make(told)


_NO_LOOK = Look()


class Style(NamedTuple):
    """What the style of a paragraph says about it."""

    kind: BlockKind = "paragraph"
    level: int = 0
    contents: bool = False  # a line of a table of contents
    prose: bool = True
    number: str | None = None  # of its list
    depth: int | None = None  # in that list, from 0
    hidden: bool = False
    typed: bool = False  # in letters of one width


class Facts(NamedTuple):
    """What one style says by itself."""

    name: str = ""
    base: str = ""
    outline: str = ""
    number: str | None = None
    depth: str | None = None
    look: Look = _NO_LOOK


class Styles:
    """The styles by their ids. Chains are followed when a style is first met.

    Without `fonts`, letters of one width are not taken for code: some write everything in them.
    """

    def __init__(self, sheet: Element | None, *, fonts: bool = True) -> None:
        self._fonts = fonts
        self._facts: dict[str, Facts] = {}
        self._styles: dict[str, Style] = {}
        self._looks: dict[str, Look] = {}
        self._sheet = {attribute(each, "styleId"): each for each in sheet or () if local_name(each.tag) == "style"}
        defaults = (id for id, each in self._sheet.items() if attribute(each, "default") in ("1", "true", "on"))
        self._default = next((id for id in defaults if attribute(self._sheet[id], "type") == "paragraph"), "")

    def style(self, id: str) -> Style:
        """Return the style of a paragraph; one without a style has the default one."""
        id = id or self._default
        if id not in self._styles:
            self._styles[id] = style_of(self._chain(id), fonts=self._fonts)
        return self._styles[id]

    def look(self, properties: Element) -> Look:
        """Return how a run looks: what its properties tell, and then its style."""
        look = look_of(properties)
        look = look if self._fonts else look._replace(code=None)
        id = next((attribute(each, "val") for each in properties if local_name(each.tag) == "rStyle"), "")
        return look.over(self._look_of_style(id)) if id else look

    def _look_of_style(self, id: str) -> Look:
        if id not in self._looks:
            self._looks[id] = look_of_styles(self._chain(id), fonts=self._fonts)
        return self._looks[id]

    def _chain(self, id: str) -> list[Facts]:
        """Return a style and those that it is based on; a chain may be a circle."""
        chain: list[Facts] = []
        while id in self._sheet and len(chain) < _LONGEST_CHAIN:
            if id not in self._facts:
                self._facts[id] = _facts(self._sheet[id])
            chain.append(self._facts[id])
            id = self._facts[id].base
        return chain


def look_of(properties: Element) -> Look:
    """Return the look that the properties of a run tell, without their style."""
    told: dict[str, Element] = {local_name(each.tag): each for each in properties}
    if not told:
        return _NO_LOOK
    high = attribute(told["vertAlign"], "val") if "vertAlign" in told else None
    cursive = is_on(told, "rtl") or is_on(told, "cs")  # such scripts have properties of their own
    font = attribute(told["rFonts"], "ascii") or attribute(told["rFonts"], "hAnsi") if "rFonts" in told else ""
    return Look(
        is_on(told, "bCs") if cursive else is_on(told, "b"),
        is_on(told, "iCs") if cursive else is_on(told, "i"),
        is_monospaced(font) if font else None,
        is_on(told, "vanish"),
        None if high is None else high if high in ("superscript", "subscript") else "",
    )


def is_monospaced(name: str) -> bool:
    """Whether all letters of a font are equally wide, by its name.

    >>> is_monospaced("Courier New"), is_monospaced("Liberation Mono1"), is_monospaced("Monotype Corsiva")
    (True, True, False)
    """
    return bool(_MONOSPACED.search(name.lower().rstrip("0123456789")))


def look_of_styles(chain: Sequence[Facts], *, fonts: bool = True) -> Look:
    """Return how characters of a style look, given the styles that it is based on after it."""
    look = _NO_LOOK
    for facts in chain:
        look = look.over(facts.look if fonts else facts.look._replace(code=None))
        if facts.name in _CODE_OF_CHARACTERS:
            look = look.over(Look(code=True))
    return look


def is_on(told: Mapping[str, Element], name: str) -> bool | None:
    """Whether a property is switched on or off, or None if nothing is told."""
    return attribute(told[name], "val") not in _OFF if name in told else None


def _facts(style: Element) -> Facts:
    values: dict[str, str] = {}
    look = _NO_LOOK
    for part in style:
        match local_name(part.tag):
            case "rPr":
                look = look_of(part)
            case "pPr":
                for each in part.iter():
                    values.setdefault(local_name(each.tag), attribute(each, "val"))
            case name:
                values.setdefault(name, attribute(part, "val"))
    return Facts(
        " ".join(values.get("name", "").lower().split()),
        values.get("basedOn", ""),
        values.get("outlineLvl", ""),
        values.get("numId", "" if "numPr" in values else None),
        values.get("ilvl"),
        look,
    )


def style_of(chain: Sequence[Facts], *, fonts: bool = True) -> Style:
    """Return what the style of a paragraph says, given the styles that it is based on after it."""
    number = next((facts.number for facts in chain if facts.number is not None), None)
    depth = next((int(facts.depth) for facts in chain if facts.depth in tuple("012345678") and facts.depth), None)
    hidden = next((facts.look.hidden for facts in chain if facts.look.hidden is not None), False)
    typed = fonts and next((facts.look.code for facts in chain if facts.look.code is not None), False)
    style = Style(number=number, depth=depth, hidden=hidden, typed=typed)
    outline = next((facts.outline for facts in chain if facts.outline), "")
    for facts in chain:
        name = facts.name
        if _CONTENTS.fullmatch(name):
            return style._replace(contents=True)
        if is_outline(facts.outline):
            return style._replace(kind="heading", level=int(facts.outline) + 1)
        if (heading := _HEADING.fullmatch(name)) and (outline != "9" or facts is chain[0]):
            return style._replace(kind="heading", level=int(heading[1]))
        if (item := _LIST.fullmatch(name)) and name != "list paragraph":
            return style._replace(kind="list", level=int(item[1] or 1))
        if name in _TERMS:
            return style._replace(kind="list", level=_TERMS[name], prose=_TERMS[name] > 1)
        if name in _KINDS:
            kind = _KINDS[name]
            return style._replace(kind=kind, level=1 if kind in ("heading", "quote") else 0)
    return style


def is_outline(value: str) -> bool:
    """Whether an outline level makes a paragraph a heading."""
    return value in tuple("012345678")
