"""`re` for patterns that many a text never needs: `compile` waits until a pattern is used.

Most of the patterns of the package are for one kind of document, of line or of language. To compile all of them takes
as long as ranking twenty articles. A module that keeps patterns has `from sentencerank import patterns as re`. What
most articles need is compiled by `at_once`, while the package is loaded, so that the first article does not wait.
"""

from __future__ import annotations

import re
from re import ASCII, DOTALL, IGNORECASE, MULTILINE, Match, Pattern, escape, finditer, split, sub
from re import compile as at_once
from typing import TYPE_CHECKING, Any

__all__ = [
    "ASCII",
    "DOTALL",
    "IGNORECASE",
    "MULTILINE",
    "Match",
    "Pattern",
    "at_once",
    "compile",
    "escape",
    "finditer",
    "split",
    "sub",
]


class Compiled:
    """A pattern in use: what is asked of it is kept here, as quick to reach as in a pattern of `re`."""

    __slots__ = (
        "_flags",
        "findall",
        "finditer",
        "flags",
        "fullmatch",
        "groupindex",
        "groups",
        "match",
        "pattern",
        "search",
        "split",
        "sub",
        "subn",
    )
    pattern: str


class Waiting(Compiled):
    """A pattern that nobody has used."""

    __slots__ = ()

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern = pattern
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        compiled = re.compile(self.pattern, self._flags)
        value = getattr(compiled, name)
        for each in Compiled.__slots__[1:]:
            setattr(self, each, getattr(compiled, each))
        # Last of all: another thread finds either a pattern that waits or one that has everything.
        self.__class__ = Compiled  # type: ignore[assignment]
        return value


if TYPE_CHECKING:
    from re import compile
else:

    def compile(pattern: str, flags: int = 0) -> Waiting:  # it stands for that of `re`
        """Return what is used like a compiled pattern, and compiled by that.

        >>> ends = compile(r"[.!?]")
        >>> type(ends).__name__, ends.findall("Rain? No."), type(ends).__name__
        ('Waiting', ['?', '.'], 'Compiled')
        """
        return Waiting(pattern, flags)
