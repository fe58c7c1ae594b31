"""What stands on a page beside its text: menus, notices, share bars, footers. It is left out and counted."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from sentencerank.documents.html.notes import is_note
from sentencerank.documents.html.signs import HEADINGS, SILENT, kinds, names, signs, some_text

if TYPE_CHECKING:
    from lxml.etree import _Element


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:^|[-_ ])(?:{'|'.join(words.split())})(?:$|[-_ ])")


# By the words of a class or an id; the first that fits is taken.
_NAMES = (
    ("cookie notice", _pattern("cookies? cookie\\w* consent gdpr ccpa")),
    ("breadcrumbs", _pattern("breadcrumbs? crumbs? navpath nav-path path breadcrumb\\w*")),
    ("dialog", _pattern("modal popup lightbox")),
    ("about the author", _pattern("author-bio author-dropdown author-box author-info about-author authorbox bio")),
    ("share bar", _pattern("share sharing social sharedaddy addthis share\\w* social\\w*")),
    ("advertisement", _pattern("ads? advert\\w* sponsor\\w* promo\\w* adsense")),
    ("newsletter", _pattern("newsletters? subscribe signup mailinglist")),
    ("related links", _pattern("related\\w* recommend\\w* read-next readnext more-stories trending popular")),
    ("comments", _pattern("comments disqus\\w* respond comment-list commentlist comments-area comments_thread")),
    (
        "navigation",
        _pattern(
            "nav docnav navbar\\w* navigation menu menubar "
            "sidebar\\w* sphinxsidebar pager pagination prev-next prevnext "
            "navheader navfooter masthead topbar toolbar sitemap navbox nav\\w* catlinks bottomnav topnav skip\\w* "
            "tabs toplang bottomlang mainmenu langlinks langs? languages? quicklinks search\\w* login buttons?"
        ),
    ),
    (
        "page header",
        _pattern("header headerbar page-header titlearea projectarea projectrow site-header site-title site-branding"),
    ),
    ("page footer", _pattern("footer\\w* colophon copyright site-info siteinfo page-footer bottom legal")),
)
_PLACED = names("address div ul ol section p table td tr header footer aside center dl")
_SECTION = re.compile(r"(?:^|\s)(?:section|sect\d|level\d|chapter|refsect\d|refentry|entry-content|article)(?:$|\s)")
_HUMP = re.compile(r"([a-z])([A-Z])")
_STEPS = names("next prev previous up index contents start home first last top toc help glossary")
_STEP_WORDS = names("next prev previous up home contents index top")


class Size(NamedTuple):
    """How many characters are shown in an element, and how many of them are links."""

    shown: int = 0
    linked: int = 0

    @property
    def own(self) -> int:
        """Characters that are not links."""
        return self.shown - self.linked


_EMPTY = Size()


def sizes_of(root: _Element) -> dict[_Element, Size]:
    """Return the size of every element; the time grows with their number."""
    shown: dict[_Element, int] = {}
    linked: dict[_Element, int] = {}
    elements = list(root.iter("*"))
    found: dict[_Element, Size] = {}
    for element in reversed(elements):
        silent = element.tag in SILENT or element.get("hidden") is not None
        text = element.text
        size = 0 if silent else shown.pop(element, 0) + (len(text.strip()) if text else 0)
        links = 0 if silent else size if element.tag == "a" and element.get("href") else linked.pop(element, 0)
        found[element] = Size(size, links)
        parent = element.getparent()
        if parent is not None:
            tail = element.tail
            shown[parent] = shown.get(parent, 0) + size + (len(tail.strip()) if tail else 0)
            linked[parent] = linked.get(parent, 0) + links
    return found


class Furniture:
    """Names what to leave out of a page, and counts it."""

    def __init__(self, root: _Element, sizes: dict[_Element, Size], *, article: bool = False) -> None:
        self._sizes = sizes
        self._article = article
        self._root = root
        self._total = max(1, sizes.get(root, _EMPTY).own)
        whole = sizes.get(root, _EMPTY)
        # On a page of links every part of it is dense with them.
        self._spine = frozenset(_spine(root, sizes)) if 2 * whole.linked < whole.shown else frozenset[object]()
        self.counts: Counter[str] = Counter()

    def __call__(self, element: _Element) -> bool:
        """Return whether an element is left out."""
        name = self.name(element)
        if name and self._sizes.get(element, _EMPTY).shown:
            self.counts[name] += 1
        return bool(name)

    def name(self, element: _Element) -> str:
        """Return what an element is that is left out, or ""."""
        size = self._sizes.get(element, _EMPTY)
        tag = element.tag
        if 2 * size.own > self._total or tag in HEADINGS:
            return ""
        dense = 2 * size.linked >= size.shown
        if tag == "nav" or (element.attrib and "navigation" in kinds(element)):
            return "" if _is_contents(element) else "navigation"
        if tag in ("header", "footer", "aside", "form", "dialog"):
            return self._by_tag(element, tag, size)
        if element.attrib and (name := self._by_attributes(element, tag, size, dense)):
            return name
        if tag in _PLACED and 0 < size.shown < 500 and 3 * size.linked >= size.shown and _has_steps(element, size):
            return "navigation"
        if tag in ("ul", "ol") and dense and _is_menu(element) and _in_header(element):
            return "navigation"
        if self._article and tag in _PLACED and dense and _is_menu(element) and "contents" not in signs(element):
            return "related links"
        if element.getparent() in self._spine and element not in self._spine and tag in _PLACED:
            # A bare list of links may be what the page is for.
            few = 20 * size.own < self._total > 1_500 and (
                tag not in ("ul", "ol", "p", "dl") or len(element.attrib) > 0
            )
            if few and 5 * size.linked >= 3 * size.shown > 0 and _is_menu(element):
                return "navigation"
        return ""

    def is_contents(self, element: _Element) -> bool:
        """Whether a list holds nothing but links to places of the same page, perhaps with numbers before them."""
        size = self._sizes.get(element, _EMPTY)
        if 10 * size.linked > 9 * size.shown > 0 and _is_contents(element):
            return True
        return 5 * size.linked > 4 * size.shown > 0 and self._leads_here(element)

    def _leads_here(self, element: _Element) -> bool:
        """Whether all links name the same file, and places that this page has."""
        links = [target for each in islice(element.iter("a"), 30) if (target := each.get("href"))]
        files = {target.partition("#")[0] for target in links}
        return len(links) > 1 and len(files) == 1 and all(target.partition("#")[2] in self._places for target in links)

    @cached_property
    def _places(self) -> frozenset[str]:
        """The names of places that links can lead to."""
        named = (element.get("id") or element.get("name") for element in self._root.iter("*"))
        return frozenset(name for name in named if name)

    def _by_tag(self, element: _Element, tag: str, size: Size) -> str:
        inner = any(each.tag in ("article", "main", "section", "blockquote") for each in element.iterancestors())
        inner = inner or self._root.tag in ("article", "main")
        if tag == "dialog":
            return "dialog"
        if tag == "form":
            return "form" if size.own < 300 else ""
        if tag == "aside":
            if is_note(signs(element), kinds(element)) or any(True for _ in element.iter("blockquote")):
                return ""
            return "sidebar" if 5 * size.linked >= 2 * size.shown or (not inner and 4 * size.own < self._total) else ""
        if tag == "header":
            titled = any(True for _ in element.iter("h1", "h2"))
            return "" if inner or titled or size.own > 300 else "page header"
        return "page footer" if size.own < 300 or not inner else ""

    def _by_attributes(self, element: _Element, tag: str, size: Size, dense: bool) -> str:
        roles = kinds(element)
        if roles:
            if "search" in roles or "dialog" in roles or "alertdialog" in roles:
                return "form" if size.own < 1000 else ""
            if "contentinfo" in roles and 4 * size.own < self._total:
                return "page footer"
            if "banner" in roles and size.own < 300 and not any(True for _ in element.iter("h1")):
                return "page header"
            if "complementary" in roles and dense:
                return "sidebar"
        if tag not in _PLACED or ("contents" in signs(element) and size.shown and _is_contents(element)):
            return ""
        classes = element.get("class") or ""
        called = classes if _SECTION.search(classes) or tag == "section" else f"{classes} {element.get('id') or ''}"
        name = named(called.strip())
        return name if name and self._is_likely(name, element, size, dense) else ""

    def _is_likely(self, name: str, element: _Element, size: Size, dense: bool) -> bool:
        """Whether an element that has such a name is also of such a size. When in doubt it is kept."""
        small = 4 * size.own < self._total
        match name:
            case "cookie notice":
                return small and size.own < 3_000
            case "dialog" | "about the author":
                return small and size.own < 1_500
            case "comments":
                return 2 * size.own < self._total
            case "advertisement" | "newsletter" | "share bar":
                return small and (dense or size.shown < 400)
            case "page footer":
                return (small and size.own < 600 and not any(True for _ in element.iter("p", "pre", "h1", "h2"))) or (
                    dense and small
                )
            case "related links":
                return dense
            case "page header":
                return small and size.own < 150 and not _has_title(element)
            case _:
                # A header without links may be the title.
                return (
                    (dense and size.own < 600)
                    or (size.shown < 60 and any(True for _ in element.iter("a", "input")) and not _has_heading(element))
                    or (0 < size.own < 300 and _has_steps(element, size))
                )


def _spine(root: _Element, sizes: dict[_Element, Size]) -> list[_Element]:
    """Return the elements from the root down to the lowest that holds four fifths of the text that is no link."""
    found = [root]
    least = 0.8 * sizes.get(root, _EMPTY).own
    while True:
        below = [child for child in found[-1] if sizes.get(child, _EMPTY).own >= least and least > 0]
        if not below:
            return found
        found.append(below[0])


@lru_cache(maxsize=4096)
def named(called: str) -> str:
    """Return what a class or an id names.

    >>> named("site-nav"), named("cookie-banner"), named("content")
    ('navigation', 'cookie notice', '')
    """
    words = [_HUMP.sub(r"\1-\2", word).lower() for word in called.split() if len(word) < 60]
    return next((name for name, pattern in _NAMES if any(map(pattern.search, words))), "")


def _is_contents(element: _Element) -> bool:
    """Whether a list of links leads to places of the same page, as a table of contents does."""
    links = [each.get("href") or "" for each in islice(element.iter("a"), 30)]
    links = [each for each in links if each]
    told = "contents" in signs(element) or not kinds(element).isdisjoint({"doc-toc", "toc", "doc-index"})
    return len(links) >= 2 and (all(each.startswith("#") for each in links) or (told and element.tag != "nav"))


def _has_title(element: _Element) -> bool:
    """Whether an element holds a heading, or the title that Doxygen writes."""
    return _has_heading(element) or any(
        "headertitle" in (each.get("class") or "") for each in islice(element.iter("div"), 20)
    )


def _is_menu(element: _Element) -> bool:
    return sum(1 for _ in islice(element.iter("a"), 3)) == 3 and not _has_heading(element)


def _in_header(element: _Element) -> bool:
    return any(each.tag == "header" for each in islice(element.iterancestors(), 4))


def _has_heading(element: _Element) -> bool:
    return any(True for _ in element.iter(*HEADINGS))


def _has_steps(element: _Element, size: Size) -> bool:
    """Whether links lead to the next page, the one before, the contents: the panel of a manual."""
    steps = words = 0
    for link in islice(element.iter("a"), 20):
        relations = (link.get("rel") or "").lower().split()
        steps += not _STEPS.isdisjoint(relations) or (link.get("accesskey") or "").lower() in ("n", "p", "u", "h")
        if size.shown < 200:
            words += some_text(link, 12).lower().strip("[]«»<>←→‹›-=|&. ") in _STEP_WORDS
    return steps >= 2 or words >= 2
