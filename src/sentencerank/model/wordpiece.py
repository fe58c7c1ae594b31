"""WordPiece: a word falls into the longest pieces that a vocabulary has, from the left."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain

from sentencerank.model.spelling import Speller

_JOINTS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True, eq=False)
class WordPiece(Speller):
    """Greedy longest match; joints split a word first. Unless it is cased, in lower case and without accents.

    >>> speller = WordPiece({"play": 0, "##ing": 1, "cafe": 2})
    >>> speller.spell("Playing"), speller.spell("café-play"), speller.spell("played")
    ((0, 1), (2, 0), ())
    """

    vocabulary: Mapping[str, int]  # piece → row; a piece that continues a word begins with ##
    cased: bool = False
    _spelt: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False)

    def _spell(self, word: str) -> tuple[int, ...]:
        letters = word if self.cased else word.lower()
        if not letters.isascii() and not self.cased:
            letters = "".join(c for c in unicodedata.normalize("NFD", letters) if unicodedata.category(c) != "Mn")
        parts = [letters] if letters.isalnum() else _JOINTS.split(letters)
        return tuple(chain.from_iterable(self._longest_matches(part) for part in parts))

    def _longest_matches(self, part: str) -> list[int]:
        ids: list[int] = []
        start, mark = 0, ""
        while start < len(part):
            for end in range(len(part), start, -1):
                row = self.vocabulary.get(mark + part[start:end])
                if row is not None:
                    break
            else:
                return []  # never the row of [UNK]: it would make all strange words alike
            ids.append(row)
            start, mark = end, "##"
        return ids
