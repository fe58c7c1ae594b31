"""The styles of an OpenDocument text: what a paragraph is, how letters look, how the items of a list are counted."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from sentencerank.documents.archive import attribute, elements, local_name
from sentencerank.documents.docx.styles import Facts, Look, Style, is_monospaced, look_of_styles, style_of

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_LONGEST_CHAIN = 20  # styles that are based on each other
_NUMBERS = frozenset({"1", "a", "A", "i", "I"})


class Counted(NamedTuple):
    """How the items of one level of a list are counted; unordered ones have no format."""

    format: str = ""
    start: str = "1"


class Styles:
    """The styles of a file by their names; chains are followed when a style is first met.

    Without `fonts`, letters of one width are not taken for code: some write everything in them.
    """

    def __init__(self, roots: list[Element], *, fonts: bool = True) -> None:
        self._fonts = fonts
        found = list(chain.from_iterable(elements(root, "style") for root in roots))
        self._facts = {attribute(each, "name"): _facts(each) for each in found}
        self._known: dict[str, tuple[Style, Look]] = {}
        self.lists = {
            attribute(each, "name"): [_level(level) for level in each]
            for root in roots
            for each in elements(root, "list-style")
        }

    def get(self, name: str) -> tuple[Style, Look]:
        """Return what a style says of a paragraph, and how its letters look."""
        if name not in self._known:
            facts: list[Facts] = []
            following = name
            while following in self._facts and len(facts) < _LONGEST_CHAIN:
                facts.append(self._facts[following])
                following = facts[-1].base
            # Some programs use the names of usual styles without defining them.
            facts = facts or [Facts(_shown_name(name))]
            self._known[name] = style_of(facts, fonts=self._fonts), look_of_styles(facts, fonts=self._fonts)
        return self._known[name]


def _facts(style: Element) -> Facts:
    told: dict[str, str] = {}
    for properties in style:
        if local_name(properties.tag) == "text-properties":
            told.update((local_name(key), value) for key, value in properties.attrib.items())
    name = _shown_name(attribute(style, "display-name") or attribute(style, "name"))
    level = attribute(style, "default-outline-level")
    weight = told.get("font-weight", "")
    position = told.get("text-position", "").split()[:1]
    font = told.get("font-name") or told.get("font-family", "")
    look = Look(
        weight in ("bold", "600", "700", "800", "900") if weight else None,
        told["font-style"] in ("italic", "oblique") if "font-style" in told else None,
        is_monospaced(font) if font else None,
        told["display"] == "none" if "display" in told else None,
        {"super": "superscript", "sub": "subscript"}.get(position[0], "") if position else None,
    )
    outline = str(int(level) - 1) if level in tuple("123456789") else ""
    return Facts(name, attribute(style, "parent-style-name"), outline, look=look)


def _shown_name(name: str) -> str:
    """Return the name of a style as it is shown; in a name of XML a space is written _20_."""
    return " ".join(name.lower().replace("_20_", " ").replace("_5f_", " ").replace("_", " ").split())


def _level(level: Element) -> Counted:
    format = attribute(level, "num-format") if local_name(level.tag).endswith("number") else ""
    return Counted(format if format in _NUMBERS else "", attribute(level, "start-value") or "1")
