"""Markup that is left in a text is decoded: entities become characters, tags go, and every place can be found again."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from dataclasses import dataclass

from sentencerank.languages.words import word_list

_BLOCK = word_list(["p div li ul ol tr td th table h1 h2 h3 h4 h5 h6 blockquote hr section article title"])
_INLINE = word_list(["a abbr b big br cite code em font i img q ref s small span strong sub sup tt u"])
# Only known names are tags: "a<b and c>d" is a formula.
_MARKUP = re.compile(
    rf"&(?:amp;){{0,2}}(?:#\d{{1,7}}|#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z]\w{{1,30}});"
    rf"|</?({'|'.join(sorted(_BLOCK | _INLINE, key=len, reverse=True))})(?:\s[^<>]{{0,300}})?/?>"
)


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text without markup, and where its characters stood before."""

    text: str
    starts: tuple[int, ...] = ()  # offsets from which the next shift holds
    shifts: tuple[int, ...] = ()  # what to add to an offset to find its character in the text as given

    def original(self, offset: int) -> int:
        """Return where a character stood in the text as given.

        >>> plain = plain_text("R&amp;D <b>pays</b>.")
        >>> plain.text, plain.original(plain.text.index("pays"))
        ('R&D pays.', 11)
        """
        place = bisect_right(self.starts, offset) - 1
        return offset + (self.shifts[place] if place >= 0 else 0)


def plain_text(text: str) -> PlainText:
    """Decode entities, also those that were encoded more than once, and take tags out; blocks end a paragraph."""
    parts: list[str] = []
    starts: list[int] = []
    shifts: list[int] = []
    end = length = 0
    for found in _MARKUP.finditer(text):
        tag = found[1]
        new = html.unescape(html.unescape(html.unescape(found[0]))) if tag is None else "\n\n" if tag in _BLOCK else ""
        parts += [text[end : found.start()], new]
        length += found.start() - end + len(new)
        end = found.end()
        starts.append(length)
        shifts.append(end - length)
    if not starts:
        return PlainText(text)
    return PlainText("".join((*parts, text[end:])), tuple(starts), tuple(shifts))
