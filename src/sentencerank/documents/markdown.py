"""Markdown, by markdown-it-py: its tokens say what is a heading, a list item, a quote, a table or code.

It knows all of CommonMark, is pure Python, has one small dependency and limits its own nesting.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sentencerank.document import BlockKind
from sentencerank.documents.html import html_pieces
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece, table
from sentencerank.documents.plain import decode
from sentencerank.errors import DocumentError, LimitError
from sentencerank.extras import require

if TYPE_CHECKING:
    from markdown_it.token import Token

_SIGNS = tuple(
    re.compile(sign, re.MULTILINE)
    for sign in (
        r"^#{1,6} +\S",
        r"^(?:```|~~~)",
        r"\[[^\[\]\n]+\]\((?:https?:|[\w./#-])[^)\[\n]*\)",
        r"(?<![\w*])\*\*[^\s*][^*\n]*\*\*(?!\w)",
        r"^\|?(?: *:?-{3,}:? *\|)+ *(?:(?::-*:?|-+:?) *)?$",
        r"(?<!`)`[^`\n]+`(?!`)",
        r"\A---\n(?:[\w-]+:.*\n)+---$",
        r"^[^\n]+\n(?:={3,}|-{3,})$",
    )
)
_FRONT_MATTER = re.compile(r"\A(---|\+\+\+)[ \t]*\n(.*?)\n(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_TITLE = re.compile(r"^title\s*[:=]\s*(\S.*)$", re.MULTILINE)
_FRONT_FIELD = re.compile(r"^[\w-]+\s*[:=]", re.MULTILINE)


def is_markdown(text: str, named: bool) -> bool:
    """Whether a text has two signs of Markdown, or one and the name of such a file."""
    return sum(bool(sign.search(text)) for sign in _SIGNS) >= (1 if named else 2)


def read(data: bytes, meter: Meter) -> Content:
    """Read the blocks of a Markdown file; front matter is dropped, but its title kept."""
    text, notes = decode(data)
    text, title = _without_front_matter(meter.take(text))
    pieces = [Piece("title", title)] if title else []
    return Content((*pieces, *_blocks(text, meter)), notes)


def _without_front_matter(text: str) -> tuple[str, str]:
    front = _FRONT_MATTER.match(text)
    if not front or not _FRONT_FIELD.search(front[2]):
        return text, ""
    title = _FRONT_TITLE.search(front[2])
    return text[front.end() :], _unquoted(title[1].rstrip()) if title else ""


def _unquoted(value: str) -> str:
    """Return a value without the mark before it and the one behind it, as long as something is left.

    >>> _unquoted('"Rain"'), _unquoted("Rain'"), _unquoted('""')
    ('Rain', 'Rain', '"')
    """
    value = value[1:] if len(value) > 1 and value[0] in "\"'" else value
    return value[:-1] if len(value) > 1 and value[-1] in "\"'" else value


def _blocks(text: str, meter: Meter) -> Iterator[Piece]:
    """Yield the blocks in reading order; links and emphasis are reduced to their words."""
    parser = require("markdown_it", "documents").MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tokens: Sequence[Token] = parser.parse(text)
    around: list[Token] = []  # the open blocks
    mark = ""
    row: list[str] = []
    rows: list[list[str]] = []
    for token in tokens:
        meter.tick()
        if token.nesting > 0:
            around.append(token)
            if token.type == "list_item_open":
                mark = f"{token.info}. " if token.info else "- "
            elif token.type == "table_open":
                rows = []
            elif token.type == "tr_open":
                rows.append(row := [])
        elif token.nesting < 0:
            around.pop()
            if token.type == "table_close":
                yield Piece("table", table(rows))
        elif token.type in ("fence", "code_block"):
            yield Piece("code", token.content)
        elif token.type == "html_block":
            yield from _markup(token.content, meter)
        elif token.type == "inline":
            words = _words(token.children or ())
            if around[-1].type in ("td_open", "th_open"):
                row.append(words)
                continue
            kind, level = _kind(around)
            yield Piece(kind, words, level, mark if kind == "list" else "")
            mark = ""


def _kind(around: Sequence[Token]) -> tuple[BlockKind, int]:
    types = [token.type for token in around]
    if types[-1] == "heading_open":
        return "heading", int(around[-1].tag[1])
    if "blockquote_open" in types:
        return "quote", 0
    return ("list" if "list_item_open" in types else "paragraph"), 0


def _words(tokens: Sequence[Token]) -> str:
    """Return inline tokens as plain words: an image is its description, an HTML tag nothing."""
    parts = []
    for token in tokens:
        if token.type in ("softbreak", "hardbreak"):
            parts.append("\n")
        elif token.type != "html_inline":
            parts.append(token.content)
    return "".join(parts)


def _markup(html: str, meter: Meter) -> Iterator[Piece]:
    """Yield the text of HTML between Markdown; a comment or a lone closing tag has none, which is no error here."""
    try:
        yield from html_pieces(html, meter)
    except LimitError:
        raise
    except DocumentError:
        meter.tick()
