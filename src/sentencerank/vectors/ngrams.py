"""Pieces of a word by their hash: the character n-grams of fastText and of floret.

Both write a word as `<word>` and take its n-grams of so many characters. fastText sends each to one row of a table by
FNV-1a; floret, which has no rows for whole words, sends each and the word itself to one to four rows by MurmurHash3.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sentencerank.vectors.names import encoded

LONGEST = 100  # characters; longer strings are not words


@dataclass(frozen=True, slots=True)
class FastTextPieces:
    """n-grams of `shortest` to `longest` characters, in `buckets` rows.

    >>> FastTextPieces(shortest=3, longest=3, buckets=1000).pieces(["sky"])[1].tolist()  # <sk, sky, ky>
    [3]
    """

    shortest: int
    longest: int
    buckets: int

    def pieces(self, words: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The bucket of each n-gram of each word, and how many belong to each."""
        text, word, starts, ends = _written("<", ">", words)
        owners, rows = [np.zeros(0, dtype=np.intp)], [np.zeros(0, dtype=np.intp)]
        sums = np.full(len(starts), 2166136261, dtype=np.uint32)
        letters = np.zeros(len(starts), dtype=np.intp)
        here, first = starts.copy(), starts == _first_of(starts, word)
        active = np.arange(len(starts))
        signed = text.view(np.int8).astype(np.uint32)  # fastText's own quirk: bytes above 127 are negative
        begins = np.append((text & 0xC0) != 0x80, True)
        while len(active):  # one byte of every n-gram at a time
            sums[active] = (sums[active] ^ signed[here[active]]) * np.uint32(16777619)
            here[active] += 1
            whole = active[begins[here[active]]]
            letters[whole] += 1
            # A single character that is the mark at either end is no n-gram.
            marks = (letters[whole] == 1) & (first[whole] | (here[whole] == ends[whole]))
            kept = whole[(letters[whole] >= self.shortest) & ~marks]
            owners.append(word[kept])
            rows.append((sums[kept] % np.uint32(max(1, self.buckets))).astype(np.intp))
            active = active[(here[active] < ends[active]) & (letters[active] < self.longest)]
        return _grouped(np.concatenate(owners), np.concatenate(rows), len(words))


def _written(
    before: str, after: str, words: Sequence[str]
) -> tuple[NDArray[np.uint8], NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """All marked words as bytes; for every character its word, where it begins, and where its word ends."""
    keys = [encoded(f"{before}{word}{after}") if len(word) <= LONGEST else b"" for word in words]
    text = np.frombuffer(b"".join(keys), np.uint8)
    lengths = np.fromiter(map(len, keys), np.intp, len(keys))
    starts = np.flatnonzero((text & 0xC0) != 0x80)
    word = np.repeat(np.arange(len(keys)), lengths)[starts]
    return text, word, starts, np.cumsum(lengths)[word]


def _first_of(starts: NDArray[np.intp], word: NDArray[np.intp]) -> NDArray[np.intp]:
    """For every character, where the first one of its word begins."""
    fresh = np.diff(word, prepend=-1) != 0
    return starts[np.flatnonzero(fresh)][np.cumsum(fresh) - 1] if len(word) else starts


def _grouped(owners: NDArray[np.intp], rows: NDArray[np.intp], count: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows sorted by the word they belong to, and how many each has."""
    return rows[np.argsort(owners, kind="stable")], np.bincount(owners, minlength=count)
