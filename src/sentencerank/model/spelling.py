"""What the spellers of words by pieces have in common: they remember, and gather the rows of many words."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

LONGEST = 100  # characters; longer strings are not words
CACHED = 50_000  # words whose pieces are remembered


class Speller(ABC):
    """Words → rows of their pieces."""

    __slots__ = ()
    _spelt: dict[str, tuple[int, ...]]

    def pieces(self, words: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The rows of all pieces of all words, and how many belong to each."""
        spelt = [self.spell(word) for word in words]
        counts = np.fromiter(map(len, spelt), np.intp, len(spelt))
        return np.fromiter(chain.from_iterable(spelt), np.intp, int(counts.sum())), counts

    def spell(self, word: str) -> tuple[int, ...]:
        """The rows of a word; what cannot be spelt is left out, and () means no vector."""
        found = self._spelt.get(word)
        if found is None:
            if len(self._spelt) >= CACHED:
                self._spelt.clear()
            found = self._spelt[word] = self._spell(word) if len(word) <= LONGEST else ()
        return found

    @abstractmethod
    def _spell(self, word: str) -> tuple[int, ...]:
        """The rows of a word that is not remembered."""
