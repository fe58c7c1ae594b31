"""WordPiece: a word falls into the longest pieces that a vocabulary has, from the left."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

LONGEST = 100  # characters; longer strings are not words
CACHED = 50_000  # words whose pieces are remembered
_JOINTS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True, eq=False)
class WordPiece:
    """Greedy longest match; joints split a word first. Unless it is cased, in lower case and without accents.

    >>> speller = WordPiece({"play": 0, "##ing": 1, "cafe": 2})
    >>> speller.spell("Playing"), speller.spell("café-play"), speller.spell("played")
    ((0, 1), (2, 0), ())
    """

    vocabulary: Mapping[str, int]  # piece → row; a piece that continues a word begins with ##
    cased: bool = False
    _spelt: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False)

    def pieces(self, words: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The rows of all pieces of all words, and how many belong to each."""
        spelt = [self.spell(word) for word in words]
        counts = np.fromiter(map(len, spelt), np.intp, len(spelt))
        return np.fromiter(chain.from_iterable(spelt), np.intp, int(counts.sum())), counts

    def spell(self, word: str) -> tuple[int, ...]:
        """The rows of a word; a part that cannot be spelt is left out, and () means no vector."""
        found = self._spelt.get(word)
        if found is None:
            if len(self._spelt) >= CACHED:
                self._spelt.clear()
            found = self._spelt[word] = self._spell(word)
        return found

    def _spell(self, word: str) -> tuple[int, ...]:
        if len(word) > LONGEST:
            return ()
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
