"""What the name, the class and the role of an element say about it."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lxml.etree import _Element


def names(text: str) -> frozenset[str]:
    """Return the words of a text, as a set."""
    return frozenset(text.split())


SILENT = names(
    "head script style template noscript title meta link base iframe applet select textarea input option datalist "
    "canvas param source track area map col colgroup progress meter frame noframes rp rt rtc embed bgsound keygen "
    "noembed"
)
INLINE = names(
    "a abbr acronym b basefont bdi bdo big blink cite code data del dfn em font i img ins kbd label mark math nobr "
    "output picture q rb ruby s samp slot small span strike strong sub sup svg time tt u var wbr button object audio "
    "video"
)
EMPHASIS = frozenset({"em", "i", "cite", "var", "dfn"})
STRONG = frozenset({"strong", "b"})
CODE = frozenset({"code", "kbd", "samp", "tt"})
LISTS = frozenset({"ul", "ol", "menu", "dir"})
VERBATIM = frozenset({"pre", "listing", "xmp", "plaintext"})
HEADINGS = {f"h{level}": level for level in range(1, 7)}
NOTE_TYPES = names("footnote endnote rearnote footnotes endnotes rearnotes doc-footnote doc-endnote doc-endnotes")
_HIDDEN = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all|mso-element\s*:\s*comment", re.IGNORECASE
)
HIDING = frozenset({"hidden", "style", "aria-hidden"})  # the attributes that hide an element
_FEW = 200  # characters that may be hidden from those who hear the page

# A class → what it says. What is named here is known from the programs that make pages.
_CLASSES = {
    # Shown to nobody who reads.
    "gone": "katex-html mathjax_preview mathjax_display mathjax_svg mjx-chtml mathjax_chtml mathjax mjx-math sr-only "
    "visually-hidden visuallyhidden screen-reader-text skip-link skip-nav skip-to-content skiplink screen-reader-only "
    "mw-editsection editsection mw-cite-backlink mw-jump-link viewcode-link viewcode-back footnote-back "
    "footnote-backref footnotebackref reversefootnote fn-backref backrefs linenos linenodiv lineno linenumber "
    "line-numbers-rows listing_lines rouge-gutter blob-num gutter line-number hljs-ln-numbers copybtn copy-button "
    "ocn copybutton ingroups test-arrow srclink hideme out-of-band collapse-toggle noprint printfooter "
    "ambox input_prompt output_prompt jp-inputprompt jp-outputprompt "
    "nonbreaking-nothing go-to-top back-to-top clipboard ttname ttdoc ttdef ttdeci ttc",
    "anchor": "headerlink header-anchor anchor anchorjs-link permalink heading-anchor anchor-link copiable-anchor "
    "self-link doc-anchor zola-anchor heading-link direct-link hash-link",
    "math": "math katex katex-display mwe-math-element arithmatex mathjax_process tex2jax_process",
    "display": "katex-display mathdisplay display displaymath displayed-equation mwe-math-fallback-image-display",
    "contents": "toc toctree-wrapper contents-local table-of-contents shortcontents contents_toc tocsection minitoc "
    "element-shortcontents element-contents element-menu detailmenu msotoc1 msotoc2 msotoc3 toctree tableofcontents",
    "footnote": "footnote footnotes endnote endnotes msofootnotetext msoendnotetext footnotes-segment footnote-list "
    "footnote-text fn-body element-footnotes",
    "citation": "citation csl-entry bib-entry bibitem",
    "label": "label fn-label footnote-label",
    "footnote heading": "footnote-body-heading",
    "footnotes heading": "footnotes-heading",
    "noteref": "footnote-reference footnote-ref footnoteref noteref fnref fn-ref footnote-anchor footnotereference "
    "msofootnotereference endnote-reference sdfootnoteanc",
    "caption": "caption wp-caption-text thumbcaption figure-caption caption-text admonition-title topic-title rubric "
    "sidebar-title sub-title msocaption figcaption gallerytext captions cutline image-credit image-credit-wrap "
    "video-desc",
    "heading": "msotitle",
    "code": "code fragment memname member-signature type-signature signature-block synopsis funcsynopsisinfo src "
    "memproto highlight-source programlisting-line",
    # About what is said in a forum, not said by anybody: who wrote it and when, how many like it.
    "beside": "crawler-post-meta topic-category interactionstatistic topic-meta-data postprofile post-buttons back2top "
    "action-bar message-user message-userdetails message-attribution message-signature userinfo posthead postfoot "
    "post_author post_head post_controls moderatorbar poster user-info user-details post-signature post-menu "
    "comment-user comment-date comment-meta page-metadata greybox author post-author post-meta entry-meta byline "
    "postmetadata",
    "details": "details",  # who wrote a page and when, as Asciidoctor has it
    "signature": "signature",  # of who wrote, in a forum; elsewhere that of a function
    "lines": "verse poem stanza lineblock line-block poetry verseblock",
    "page": "pagenum pagebreak pageno page-number pb",
    "formal": "table figure example equation imageblock tableblock listingblock exampleblock informaltable quoteblock "
    "admonitionblock sidebarblock literalblock openblock verseblock procedure",
    "prompt": "prompt",  # the number of a cell of a notebook; elsewhere what stands before a command
    "section": "blocklist blocklistlast",  # an item that lays out a page of Javadoc
    "unsaid": "inheritance",  # a list of the classes above one
    "title": "title",
    "titlepage": "titlepage",  # holds the title of a part that is no section, if it is no heading
    "classifier": "classifier",  # what a term is, such as the type of an argument
    "grid": "summary-table",
    "line": "line",
}
_SAYS: dict[str, frozenset[str]] = {}
for _sign, _named in _CLASSES.items():
    for _name in _named.split():
        _SAYS[_name] = _SAYS.get(_name, frozenset()) | {_sign}
NOTHING: frozenset[str] = frozenset()
_CAPTION = frozenset({"caption"})
_CONTENTS, _CONTENTS_IDS = (
    frozenset({"contents"}),
    frozenset({"toc", "table-of-contents", "table_of_contents", "mytoc"}),
)


@lru_cache(maxsize=4096)
def signs_of_class(classes: str) -> frozenset[str]:
    """Return what the names in a class attribute say.

    >>> sorted(signs_of_class("math notranslate")), sorted(signs_of_class("headerlink"))
    (['math'], ['anchor'])
    """
    names = classes.lower().split()
    told = frozenset().union(*(_SAYS[name] for name in names if name in _SAYS))
    # Every maker of pages has another name for captions, with this word in it.
    return told | _CAPTION if any("caption" in name for name in names) else told


def signs(element: _Element) -> frozenset[str]:
    """Return what the class of an element says, or the id of a table of contents."""
    classes = element.get("class")
    found = signs_of_class(classes) if classes else NOTHING
    return found | _CONTENTS if element.get("id") in _CONTENTS_IDS else found


def kinds(element: _Element) -> frozenset[str]:
    """Return the role of an element, and its `epub:type`."""
    role, kind = element.get("role"), element.get("epub:type")
    return _kinds(role, kind) if role or kind else NOTHING


@lru_cache(maxsize=1024)
def _kinds(role: str | None, kind: str | None) -> frozenset[str]:
    return frozenset(f"{role or ''} {kind or ''}".lower().split())


def is_hidden(element: _Element) -> bool:
    """Whether an element is not shown."""
    if HIDING.isdisjoint(element.keys()):
        return False
    if element.get("hidden") is not None or _HIDDEN.search(element.get("style") or ""):
        return True
    # What is hidden from those who hear the page is ornament; but while a dialog is open it may be the whole page.
    return element.get("aria-hidden") == "true" and len(some_text(element, _FEW)) < _FEW


@cache
def _walker() -> Any:
    from lxml import etree

    return etree.iterwalk


def iterwalk(element: _Element) -> Any:
    """Walk through a tree: "start" and "end" with each element."""
    return _walker()(element, events=("start", "end"))


def some_text(element: _Element, length: int = 100) -> str:
    """Return the text of an element, or about so many characters of it if it is long; the time is bounded."""
    if not len(element):
        return " ".join((element.text or "").split())
    parts: list[str] = []
    # Counted by elements: there may be a million of them without a word.
    for event, each in islice(iterwalk(element), 8 * length + 64):
        part = each.text if event == "start" else each.tail if each is not element else None
        if part and isinstance(each.tag, str):
            parts.append(part)
            length -= len(part.strip())  # the indents of the source say nothing
            if length <= 0:
                break
    return " ".join("".join(parts).split())
