"""The article on a page that says it holds one: the part with the running text, without teasers and menus."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from sentencerank.documents.html.signs import HEADINGS, INLINE, SILENT

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

    from sentencerank.documents.html.furniture import Size

_TYPES = re.compile(
    r'"@type"\s{0,4}:\s{0,4}\[?\s{0,9}"(?:News|Reportage\w*|Analysis\w*|Opinion\w*|Blog|Liveblog)?(?:Article|Posting)"'
)
_NAMED = re.compile(
    r"(?:^|[\s_-])(?:field-name-body|(?:article|story|post|entry)[_-]{0,2}(?:body|content|text))(?:$|[\s_-])",
    re.IGNORECASE,
)
_ITEMS = ("Article", "BlogPosting")
_LONGEST_NAME = 300  # characters of a class and an id
_LONGEST_DATA = 100_000  # characters of structured data that are looked at
_LEAST = 60  # characters of a paragraph; teasers and captions are mostly shorter
_LEAST_LINES = 200  # characters of lines that stand in no paragraph
_LEAST_TEXT = 100  # characters of running text; with less there is nothing to go by
_SHARE = 0.6  # of the running text of the page: so much at least is the article
_WEIGHT = 2.5  # of other text against running text


def article_of(
    page: _Element, body: _Element, sizes: dict[_Element, Size], gone: Callable[[_Element], str]
) -> _Element | None:
    """Return the element that holds the article of a page, if the page says that it has one.

    Going down from the body, each step loses some running text and leaves some other text behind. The article is where
    most of the first is left for the least of the second.
    """
    if not _is_told(page, body):
        return None
    shown, running = _running(body, sizes, gone)
    if running[body] < _LEAST_TEXT:
        return None
    chain = [body]
    while below := [each for each in chain[-1] if running.get(each, 0) >= _SHARE * running[body]]:
        if _has_equals(below[0], running):
            break
        chain.append(below[0])
        # What the page itself names as the text of its article is not searched for a part of it.
        if _is_named(below[0]):
            break
    best = max(chain, key=lambda each: running[each] - _WEIGHT * (shown[each] - running[each]))
    return best if best is not body else None


def _is_told(page: _Element, body: _Element) -> bool:
    """Whether the head, the structured data or the names of a page say that it holds an article."""
    for meta in page.iter("meta"):
        if (meta.get("property") or meta.get("name") or "").lower() == "og:type":
            return (meta.get("content") or "").lower().startswith("article")
    for script in page.iter("script"):
        if script.get("type") == "application/ld+json" and _TYPES.search((script.text or "")[:_LONGEST_DATA]):
            return True
    return any(map(_is_named, body.iter("article", "div", "section")))


def _is_named(element: _Element) -> bool:
    if element.get("itemprop") == "articleBody" or (element.get("itemtype") or "").endswith(_ITEMS):
        return True
    return bool(_NAMED.search(f"{element.get('class') or ''} {element.get('id') or ''}"[:_LONGEST_NAME]))


def _running(
    body: _Element, sizes: dict[_Element, Size], gone: Callable[[_Element], str]
) -> tuple[dict[_Element, int], dict[_Element, int]]:
    """Return how many characters each element shows, and how many of them are running text: long, and few are links."""
    shown: dict[_Element, int] = {}
    running: dict[_Element, int] = {}
    left_out = _left_out(body, gone)
    for element in reversed(list(body.iter("*"))):
        if element.tag in SILENT or element in left_out:
            shown[element] = running[element] = 0
        else:
            own = len((element.text or "").strip())
            shown[element] = shown.get(element, 0) + own
            if not running.get(element) and element.tag not in INLINE:
                running[element] = _running_here(element, sizes[element])
        parent = element.getparent()
        if parent is not None:
            shown[parent] = shown.get(parent, 0) + shown[element] + len((element.tail or "").strip())
            running[parent] = running.get(parent, 0) + running.get(element, 0)
    return shown, running


def _running_here(element: _Element, size: Size) -> int:
    """Return how many characters of running text stand in a block that has no other such block in it."""
    lines = all(child.tag in INLINE or child.tag == "br" for child in element if isinstance(child.tag, str))
    if (lines or element.tag == "p") and size.own >= _LEAST and 3 * size.linked < size.shown:
        return size.own
    if element.tag == "p":
        return 0
    own = len((element.text or "").strip()) + sum(len((child.tail or "").strip()) for child in element)
    return own if own >= _LEAST_LINES else 0


def _left_out(body: _Element, gone: Callable[[_Element], str]) -> set[_Element]:
    found: set[_Element] = set()
    stack = [body]
    while stack:
        for child in stack.pop():
            if isinstance(child.tag, str) and child.tag not in INLINE and child.tag not in SILENT:
                if gone(child):
                    found.add(child)
                else:
                    stack.append(child)
    return found


def _has_equals(element: _Element, running: dict[_Element, int]) -> bool:
    """Whether elements of the same kind stand beside it, with a heading and a text each: it is one section of some."""
    parent = element.getparent()
    kind = (element.tag, element.get("class"))
    return parent is not None and any(
        each is not element
        and (each.tag, each.get("class")) == kind
        and running.get(each)
        and any(True for _ in islice(each.iter(*HEADINGS), 1))
        for each in parent
    )
