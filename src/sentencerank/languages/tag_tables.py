"""Parts of speech by a small table: endings that tell a class, and the frequent words that they get wrong.

`tags/CODE.txt` is made by `scripts/pack_tags.py` and has lines `class: words`; what begins with a hyphen is an ending.
A word that is neither listed nor has a telling ending is a noun, or a name if it has a capital.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).parent / "tags"
LONGEST = 5  # letters of an ending


class TagTable(NamedTuple):
    """The classes of words and of endings."""

    words: Mapping[str, str]
    endings: Mapping[str, str]

    def tag(self, word: str) -> str:
        """Return the class of a word.

        >>> table = TagTable({"avoir": "V"}, {"aient": "V", "ent": "N"})
        >>> [table.tag(word) for word in ("Avoir", "chantaient", "moment", "Nantes", "port")]
        ['V', 'V', 'N', 'P', 'N']
        """
        lower = word.lower()
        if known := self.words.get(lower):
            return known
        if word[0].isupper():
            return "P"
        if not any(map(str.isalpha, word)):
            return "O"
        longest = min(LONGEST, len(lower) - 2)
        return next((kind for size in range(longest, 0, -1) if (kind := self.endings.get(lower[-size:], ""))), "N")


@cache
def read_table(code: str) -> TagTable:
    """Return the table of a language of the package.

    >>> [read_table("fr").tag(word) for word in ("maison", "chanterons", "lentement")]
    ['N', 'V', 'O']
    """
    words: dict[str, str] = {}
    endings: dict[str, str] = {}
    for line in (FOLDER / f"{code}.txt").read_text(encoding="utf-8").splitlines():
        kind, _, listed = line.partition(": ")
        for word in listed.split() if len(kind) == 1 else ():
            if word.startswith("-"):
                endings[word[1:]] = kind
            else:
                words[word] = kind
    return TagTable(words, endings)
