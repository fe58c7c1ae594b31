"""What stands out in a line of reStructuredText: code, roles, links, emphasis, signs of notes."""

from __future__ import annotations

import re

from sentencerank.document import MarkKind
from sentencerank.documents.formulas.symbols import names
from sentencerank.documents.pieces import Words, Writer, note_sign

_INLINE = re.compile(
    r"``(?P<code>[^`\n]{1,1000}(?:`[^`\n]{1,100}){0,3})``"
    r"|:(?P<role>[\w.+-]{1,30}(?::[\w.+-]{1,30})?):`(?P<said>[^`]{1,500})`"
    r"|`(?P<link>[^`<]{1,300})<(?P<target>[^`<>]{1,500})>`__?"
    r"|`(?P<named>[^`]{1,300})`__?"
    r"|`(?P<plain>[^`]{1,300})`(?::[\w-]{1,30}:)?"
    r"|\*\*(?P<strong>[^\s*][^*]{0,500})\*\*"
    r"|(?<![\w*])\*(?P<emphasis>[^\s*][^*]{0,500})\*(?!\w)"
    r"|\[(?P<note>#?[\w.-]{0,40}|\*)\]_(?!\w)"
    r"|(?<!\w)\|(?P<substitute>[^\s|][^|\n]{0,60})\|_{0,2}"
    r"|(?<![\w_])(?P<word>[^\W_][\w.-]{0,60}?)__?(?![\w`])"
    r"|\\(?P<escaped>.)"
)
_TEXTS = names("ref doc term abbr title-reference emphasis guilabel menuselection any numref dfn sup sub t")
_TARGETED = re.compile(r"(.{1,300}?)\s*<([^<>]{1,300})>$", re.DOTALL)


def rst_words(text: str) -> Words:
    """Return a text without its signs, and what they mark.

    >>> words = rst_words("See ``ls`` and :ref:`the rain <rain>` in *Spain* [1]_.")
    >>> words.text, [mark.kind for mark in words.marks]
    ('See ls and the rain in Spain [1].', ['code', 'link', 'emphasis', 'note'])
    """
    writer = Writer()
    place = 0
    for found in _INLINE.finditer(text):
        writer.write(text[place : found.start()])
        place = found.end()
        _mark(found, writer)
    writer.write(text[place:])
    return writer.take()


def _mark(found: re.Match[str], writer: Writer) -> None:
    group = found.lastgroup or ""
    said = found[group]
    match group:
        case "code" | "plain":
            writer.add("code" if group == "code" else "emphasis", said)
        case "said":
            _role(found["role"], said, writer)
        case "target":
            writer.add("link", found["link"].strip(), target=said)
        case "named" | "word":
            writer.add("link", said)
        case "strong" | "emphasis":
            writer.add("strong" if group == "strong" else "emphasis", said)
        case "note":
            label = said.lstrip("#") or "#"
            writer.add("note", note_sign(label), target=label)
        case "escaped":
            # An escaped space joins what stands on both sides of it.
            writer.write("" if said.isspace() else said)
        case _:
            writer.write(said)


def _role(name: str, said: str, writer: Writer) -> None:
    name = name.rpartition(":")[2].lower()
    if name == "math":
        writer.add("formula", said, target=said)
        return
    titled = _TARGETED.match(said)
    kind: MarkKind = "link" if titled or name in _TEXTS else "code"
    text = titled[1] if titled else said.lstrip("!")
    if text.startswith("~"):
        text = text[1:].rpartition(".")[2]
    if name in ("pep", "rfc"):
        kind, text = "link", f"{name.upper()} {text}"
    writer.add(kind, text, target=titled[2] if titled else "")
