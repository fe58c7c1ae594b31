"""Unigrams, bigrams and skip-bigrams as integers, and how many of them a summary shares with each reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sentencerank.evaluate.hits import Counts, Hits

Units: TypeAlias = NDArray[np.int64]  # word numbers, or grams made of them

SKIP = 4  # ROUGE-SU4: at most four words stand between the two of a pair


def pairs(words: Units, base: int, skip: int = 0) -> Units:
    """All pairs of words with at most `skip` between them, each as (a + 1) · base + b, for words below `base`.

    >>> pairs(np.array([1, 2, 0]), 10, skip=1).tolist()
    [22, 30, 20]
    """
    left = (words + 1) * base
    return np.concatenate([left[:-gap] + words[gap:] for gap in range(1, min(skip + 2, max(len(words), 2)))])


def skip_units(words: Units, base: int) -> Units:
    """What ROUGE-SU4 counts: skip-bigrams and every unigram but the last, which the script forgets.

    >>> skip_units(np.array([1, 2, 0]), 10).tolist()
    [22, 30, 20, 1, 2]
    """
    return np.concatenate([pairs(words, base, SKIP), words[:-1]])


class GramTable:
    """How often each unit occurs in each reference."""

    def __init__(self, references: Sequence[Units]) -> None:
        self._totals: Counts = np.array([len(units) for units in references], dtype=np.int64)
        everything = np.concatenate(references)
        self._units, column = np.unique(everything, return_inverse=True)
        row = np.repeat(np.arange(len(references)), self._totals)
        shape = (len(references), len(self._units))
        flat = np.bincount(row * shape[1] + column, minlength=shape[0] * shape[1])
        self._counts = flat.reshape(shape)

    def hits(self, units: Units) -> Hits:
        """Σ min(occurrences in the summary, occurrences in the reference), for each reference."""
        column = np.searchsorted(self._units, units)
        column[column == len(self._units)] = -1
        known = column[self._units[column] == units] if len(self._units) else column[:0]
        occurrences = np.bincount(known, minlength=len(self._units))
        return Hits(np.minimum(occurrences, self._counts).sum(axis=1), self._totals, len(units))
