"""Fields: text that Word makes itself, such as tables of contents, page numbers and links."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_WORD = re.compile(r'"([^"]*)"|(\S+)')
_LONGEST = 5_000  # characters of a code
# What is left out, and what a note calls it.
_LEFT_OUT = {"TOC": "table of contents", "INDEX": "index", "TOA": "table of authorities"}


@dataclass(slots=True)
class Field:
    """An open field: its code comes first, what is shown after it."""

    code: list[str] = field(default_factory=list)
    length: int = 0  # of the code
    shown: bool = False
    link: str = ""
    left_out: str = ""  # what it is, if it is left out

    def add(self, text: str) -> None:
        """Add a part of the code."""
        if self.length < _LONGEST and text:
            self.code.append(text)
            self.length += len(text)

    def show(self) -> None:
        """End the code."""
        self.shown = True
        code = "".join(self.code)
        self.link, self.left_out = link_of(code), _LEFT_OUT.get(name_of(code), "")


def name_of(code: str) -> str:
    """Return the name of a field.

    >>> name_of(' TOC \\\\o "1-3" ')
    'TOC'
    """
    return code.split(maxsplit=1)[0].upper() if code.strip() else ""


def left_out_of(code: str) -> str:
    """Return what a field is that is left out, or ""."""
    return _LEFT_OUT.get(name_of(code), "")


def link_of(code: str) -> str:
    """Return the address that a field leads to, or "".

    >>> link_of(' HYPERLINK "http://example.org/" \\\\l "top" '), link_of(" HYPERLINK \\\\l rain "), link_of(" PAGE ")
    ('http://example.org/#top', '#rain', '')
    """
    if name_of(code) != "HYPERLINK":
        return ""
    address = anchor = ""
    words = [quoted or bare for quoted, bare in _WORD.findall(code[:_LONGEST])][1:]
    switch = ""
    for word in words:
        if word.startswith("\\") and len(word) == 2:
            switch = word[1]
            continue
        if switch == "l":
            anchor = anchor or word
        elif switch in ("", "h", "n", "m"):
            address = address or word
        switch = ""
    return address + (f"#{anchor}" if anchor else "")
