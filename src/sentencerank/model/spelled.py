"""Vectors from the letters of words, for languages whose models have none.

Words that share letters are near each other: a compound and its parts, two inflections of one stem.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from zlib import crc32

import numpy as np

from sentencerank.document import UNSPACED
from sentencerank.method.arrays import Vectors

_UNSPACED = re.compile(UNSPACED)


@dataclass(frozen=True, slots=True)
class SpelledTable:
    """Three letters in a row are a sign or its opposite in one of the dimensions; without spaces, one and two are.

    >>> near, far = (SpelledTable().vectors(["hafenstadt", word]) for word in ("hafen", "geige"))
    >>> bool(near[0] @ near[1] > far[0] @ far[1])
    True
    """

    dimensions: int = 512

    def vectors(self, names: Sequence[str]) -> Vectors:
        """Return one row per name."""
        spelled = [grams(name) for name in names]
        rows = np.repeat(np.arange(len(names)), [len(own) for own in spelled])
        hashes = np.array([crc32(gram.encode()) for own in spelled for gram in own], dtype=np.int64)
        vectors = np.zeros((len(names), self.dimensions), dtype=np.float32)
        np.add.at(vectors, (rows, hashes % self.dimensions), np.where(hashes >> 20 & 1, 1.0, -1.0))
        return vectors


def grams(word: str) -> list[str]:
    """Return the runs of letters that a word is compared by.

    >>> grams("hut"), grams("下雨")
    (['<hu', 'hut', 'ut>'], ['下', '雨', '下雨'])
    """
    if _UNSPACED.match(word):
        return [*word, *map("".join, pairwise(word))]
    marked = f"<{word}>"
    return [marked[start : start + 3] for start in range(len(marked) - 2)]
