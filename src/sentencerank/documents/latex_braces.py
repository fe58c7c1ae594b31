"""The arguments of LaTeX commands, and its signs and accents."""

from __future__ import annotations

import re
from unicodedata import normalize

_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_OPTIONS = re.compile(r"(?:\s{0,5}\[[^\[\]]{0,500}\]){0,3}")
_SPACE = re.compile(r"\s{0,20}")
_COMBINED = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
}  # fmt: skip
ACCENTS = frozenset(_COMBINED)
TYPED = (("~", " "), ("---", "—"), ("--", "–"), ("``", "“"), ("''", "”"), ("`", "‘"))
_WORDS = {
    "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX", "ldots": "…", "dots": "…", "textbackslash": "\\", "ss": "ß",
    "ae": "æ", "oe": "œ", "o": "ø", "aa": "å", "quad": " ", "S": "§", "P": "¶",
}  # fmt: skip


def accented(character: str, accent: str) -> str:
    r"""Return a letter with its accent, or the sign that a command stands for.

    >>> accented("e", "'"), accented("ss", "")
    ('é', 'ß')
    """
    if not accent:
        return _WORDS.get(character, character)
    return normalize("NFC", character[:1] + _COMBINED[accent]) + character[1:] if character else ""


class Braces:
    """Where the braces of a text close; found once, so that arguments are found at once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._closing: dict[int, int] = {}
        opened: list[int] = []
        for brace in _BRACE.finditer(text):
            if brace[0] == "{":
                opened.append(brace.start())
            elif brace[0] == "}" and opened:
                self._closing[opened.pop()] = brace.start()

    def inside(self, place: int) -> tuple[str, int]:
        """Return the argument in braces that begins at a place, and where it ends; nothing if there is none."""
        found = _SPACE.match(self._text, place)
        start = found.end() if found else place
        stop = self._closing.get(start)
        return ("", place) if stop is None else (self._text[start + 1 : stop], stop + 1)

    def after_options(self, place: int) -> int:
        """Return the end of the options in brackets that begin at a place."""
        found = _OPTIONS.match(self._text, place)
        return found.end() if found else place

    def letter(self, place: int) -> tuple[str, int]:
        """Return the letter that an accent belongs to, and where it ends."""
        if self._text[place : place + 1] == "{":
            inside, end = self.inside(place)
            return inside.replace("\\i", "i").replace("\\j", "j").strip(), end
        if self._text.startswith(("\\i", "\\j"), place):
            return self._text[place + 1], place + 2
        return self._text[place : place + 1], place + 1
