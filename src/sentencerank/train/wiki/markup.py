"""Wiki markup → plain text: templates, tables, references, pictures and categories go, the words of links stay."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from sentencerank.extras import require

# Tags whose content is no prose; those of wiki tables are called table as well.
_DROPPED = frozenset(
    {
        "ref",
        "references",
        "table",
        "gallery",
        "math",
        "chem",
        "ce",
        "syntaxhighlight",
        "source",
        "code",
        "pre",
        "timeline",
    }
    | {"score", "imagemap", "graph", "hiero", "templatestyles", "mapframe", "maplink", "style", "script", "section"}
)
_BLOCKS = frozenset({"br", "hr", "li", "dd", "dt", "p", "div", "blockquote", "ul", "ol", "dl"})
_LANGUAGE = re.compile(r"[a-z]{2,3}(-[a-z]+)*|simple")
_QUOTES = re.compile(r"'{2,}")
_EMPTY = re.compile(r"\(\s*(?:[;,:–-]\s*)*\)")
_BEHIND = re.compile(r"([(\[])\s*[;,:]\s*")  # "( ; 2 May 1970)" once a template in front is gone
_MAGIC = re.compile(r"__[A-Z]+__")
_REST = re.compile(r"^\s*(?:\{\||\|[}\-+|]?|!).*$", re.MULTILINE)  # lines of a table that nobody closed
_SPACES = re.compile(r"[^\S\n]+")
_LINES = re.compile(r"\s*\n\s*\n\s*")


def plain_text(markup: str, prefixes: frozenset[str] = frozenset()) -> str:
    """The prose of a page, paragraphs apart by a blank line; `prefixes` are namespaces whose links show no words.

    >>> plain_text("'''Rain''' is [[water]] that {{lang|la|x}}falls<ref>So [[a]].</ref> in [[drop (liquid)|drops]].")
    'Rain is water that falls in drops.'
    """
    code = require("mwparserfromhell", "train").parse(markup, skip_style_tags=True)
    text = "".join(_words(code, prefixes))
    text = _MAGIC.sub("", _QUOTES.sub("", text))
    text = _BEHIND.sub(r"\1", _EMPTY.sub("", _REST.sub("", text)))
    return _LINES.sub("\n\n", _SPACES.sub(" ", text)).strip()


def _words(code: Any, prefixes: frozenset[str]) -> Iterator[str]:
    for node in code.nodes if code is not None else ():
        kind = type(node).__name__
        if kind == "Text":
            yield node.value
        elif kind == "Wikilink":
            yield from _link(node, prefixes)
        elif kind == "Tag":
            tag = str(node.tag).strip().lower()
            if tag in _BLOCKS:
                yield "\n" if tag == "br" else "\n\n"
            if tag not in _DROPPED:
                yield from _words(node.contents, prefixes)
        elif kind == "ExternalLink":
            yield from _words(node.title, prefixes)
        elif kind == "HTMLEntity":
            yield _character(node)
        elif kind == "Heading":
            yield "\n\n"


def _link(node: Any, prefixes: frozenset[str]) -> Iterator[str]:
    title = str(node.title).strip()
    prefix, colon, _ = title.lower().partition(":")
    prefix = prefix.strip().replace("_", " ")
    if colon and prefix and (prefix in prefixes or _LANGUAGE.fullmatch(prefix)):
        return  # pictures, categories, the same page in another language
    if node.text is not None:
        yield from _words(node.text, prefixes)
    else:
        yield title.removeprefix(":").replace("_", " ")


def _character(node: Any) -> str:
    try:
        return node.normalize()
    except (ValueError, OverflowError):
        return " "
