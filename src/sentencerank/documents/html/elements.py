"""What an element is by itself: words and nothing else, a link to another page, what an editor struck out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sentencerank.documents.html.frames import LEAVES
from sentencerank.documents.html.notes import LONGEST_SIGN
from sentencerank.documents.html.signs import signs
from sentencerank.documents.paths import address_of

if TYPE_CHECKING:
    from lxml.etree import _Element

NO_MORE: tuple[list[str], ...] = ([], ["class"])  # attributes of an element that nothing is said of
LINKED = frozenset({"class", "href", "title", "rel", "target"})  # attributes of a link that say nothing else of it
ANCHORS = frozenset({"¶", "#", "§", "🔗", "", "⚓", "∞", "\uf0c1", "[#]", "[link]", "link"})


def is_line(element: _Element) -> bool:
    """Whether all that stands in an element are words, or elements with nothing but words in them."""
    for child in element:
        if child.tag not in LEAVES or len(child) or child.keys() not in NO_MORE or signs(child):
            return False
    return True


def leads_away(element: _Element) -> str:
    """Return the address of a link to another page that has nothing but words in it, else nothing."""
    target = (element.get("href") or "").strip()
    # What leads to a place may be the sign of a note, if it is short.
    plain = target and ("#" not in target or (target[0] != "#" and len((element.text or "").strip()) > LONGEST_SIGN))
    return address_of(target) if plain and is_line(element) else ""


def is_replaced(element: _Element, attributes: list[str]) -> bool:
    """Whether what is struck out was taken out by an editor: it says when, or what came in its place stands beside."""
    beside = (element.getnext(), element.getprevious())
    return "datetime" in attributes or any(each is not None and each.tag == "ins" for each in beside)


def is_undivided(element: _Element) -> bool:
    """Whether nothing that can be read stands between an element and the one before it."""
    before = element.getprevious()
    return before is not None and not (before.tail or "").strip() and "delimiter" not in (before.get("class") or "")


def is_permalink(text: str) -> bool:
    """Whether a text only says that it is a link to where it stands."""
    return text in ANCHORS or text.lower().startswith(("link to ", "permalink", "permanent link", "anchor"))
