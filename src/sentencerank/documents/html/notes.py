"""Footnotes: the signs that lead to them, and their labels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sentencerank.documents.html.signs import NOTE_TYPES, kinds, signs, some_text

if TYPE_CHECKING:
    from lxml.etree import _Element

_TARGET = re.compile(
    r"#(?:_?fn|_?ftn|_?edn|foot|note|cite_note|endnote|sdfootnote|en\d|fnote|n\d|_note)[\w:.-]*", re.IGNORECASE
)
_SIGN = re.compile(
    r"[\[(]?(\d{1,4}|[a-z]{1,2}|[ivxlc]{1,6}|[*†‡§¶#‖]{1,4}|(?:note|n|fn|nb) ?\d{1,3})[\])]?\.?", re.IGNORECASE
)
LONGEST_SIGN = 20  # characters; no sign is so long
_ARROWS = frozenset("↩↑^⤴⏎↵⇑←↲△▲↖🔙\ufe0e\ufe0f ")
_BODIES = frozenset({"li", "p", "aside", "dd", "dt", "td", "tr", "div", "section"})
_LONGEST = 5_000  # characters of a note


def sign_of_note(element: _Element) -> str:
    """Return the label of a link to a note, or "" if it is another link.

    >>> from lxml.html import fromstring
    >>> sign_of_note(fromstring('<a href="#fn1">[1]</a>')), sign_of_note(fromstring('<a href="#rain">rain</a>'))
    ('1', '')
    """
    target = element.get("href") or ""
    if "#" not in target:
        return ""
    told = "noteref" in signs(element) or not {"noteref", "doc-noteref"}.isdisjoint(kinds(element))
    if not told and not _TARGET.fullmatch(target[target.index("#") :]):
        child = element[0] if len(element) else None
        if child is None or "noteref" not in signs(child):
            return ""
    sign = _SIGN.fullmatch(some_text(element, LONGEST_SIGN))
    return sign[1] if sign else ""


def labels_of(root: _Element, name: str = "") -> dict[str, str]:
    """Return the labels of notes by the place that their signs lead to: the name of a file, `#` and an id."""
    found: dict[str, str] = {}
    for element in root.iter("a"):
        if label := sign_of_note(element):
            file, _, place = (element.get("href") or "").rpartition("#")
            found.setdefault(f"{file.rpartition('/')[2] or name}#{place}", label)
    return found


def label_of_body(element: _Element, labels: dict[str, str], name: str = "") -> str:
    """Return the label of the note that an element is, or "" if no sign leads to it."""
    if not labels or element.tag not in _BODIES:
        return ""
    own = element.get("id")
    label = labels.get(f"{name}#{own}", "") if own else ""
    if not label and not ((text := element.text) and not text.isspace()) and len(element):
        child = element[0]
        child = child[0] if child.tag in ("sup", "b") and len(child) else child
        place = child.get("id") or child.get("name")
        label = labels.get(f"{name}#{place}", "") if child.tag in ("a", "sup", "span") and place else ""
    if label and element.tag in ("div", "section", "tr") and len(some_text(element, _LONGEST)) >= _LONGEST:
        return ""
    return label


def is_note(told: frozenset[str], roles: frozenset[str]) -> bool:
    """Whether an element says that it is a note, by its class or its role."""
    return "footnote" in told or not NOTE_TYPES.isdisjoint(roles)


def is_back_link(element: _Element) -> bool:
    """Whether a link only leads back from a note to its sign."""
    text = some_text(element, 8)
    return bool(text) and (element.get("href") or "").find("#") >= 0 and set(text) <= _ARROWS


def plain_label(text: str) -> str:
    """Return a label without what stands around it.

    >>> plain_label("[1]"), plain_label(" 2. ")
    ('1', '2')
    """
    return text.strip(" []().:")
