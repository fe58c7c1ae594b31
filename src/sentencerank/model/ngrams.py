"""Pieces of a word by their hash: the character n-grams of fastText and of floret.

Both write a word as `<word>` and take its n-grams of so many characters. fastText sends each to one row of a table by
FNV-1a; floret, which has no rows for whole words, sends each and the word itself to one to four rows by MurmurHash3.
Floret tables are not imported any more: `FloretPieces` reads models that have one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sentencerank.frozen import dataclass
from sentencerank.model.names import name_bytes

LONGEST = 1000  # characters; longer strings are not words
SEED = 2166136261  # of floret's hashes, as of FNV-1a
_C1, _C2 = np.uint64(0x87C37B91114253D5), np.uint64(0x4CF5AD432745937F)


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
        """Return the bucket of each n-gram of each word, and how many belong to each word."""
        grams = _ngrams([f"<{word}>" for word in words], self.shortest, self.longest)
        rows = _fnv(grams) % np.uint32(max(1, self.buckets))
        return rows.astype(np.intp), np.bincount(grams.word, minlength=len(words))

    def whole_words(self) -> Iterator[str]:
        """Yield nothing: a bucket has no name."""
        return iter(())


@dataclass(frozen=True, slots=True)
class FloretPieces:
    """The word and its n-grams, each in `hashes` of `buckets` rows.

    >>> FloretPieces(shortest=3, longest=3, buckets=1000, hashes=2).pieces(["sky"])[1].tolist()  # and <sky>
    [8]
    """

    shortest: int
    longest: int
    buckets: int
    hashes: int = 2
    seed: int = SEED
    before: str = "<"
    after: str = ">"
    cased: bool = True  # otherwise words are put into lower case first

    def pieces(self, words: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the buckets of each word and of its n-grams, and how many belong to each word."""
        forms = words if self.cased else [word.lower() for word in words]
        grams = _ngrams([f"{self.before}{form}{self.after}" for form in forms], self.shortest, self.longest, whole=True)
        rows = _murmur(grams, self.seed)[:, : self.hashes] % np.uint32(max(1, self.buckets))
        return rows.astype(np.intp).ravel(), self.hashes * np.bincount(grams.word, minlength=len(words))

    def whole_words(self) -> Iterator[str]:
        """Yield nothing: a bucket has no name."""
        return iter(())


class _Grams(NamedTuple):
    """n-grams as spans of bytes, those of a word together."""

    text: NDArray[np.uint8]
    word: NDArray[np.intp]
    start: NDArray[np.intp]
    length: NDArray[np.intp]


def _ngrams(marked: Sequence[str], shortest: int, longest: int, *, whole: bool = False) -> _Grams:
    """Return all n-grams of all words, but not a mark alone; with `whole` the words too."""
    keys = [name_bytes(word) if len(word) <= LONGEST + 2 else b"" for word in marked]
    text = np.frombuffer(b"".join(keys), np.uint8)
    lengths = np.fromiter(map(len, keys), np.intp, len(keys))
    # Bytes that begin with the bits 10 continue a character of UTF-8: all others begin one.
    starts = np.flatnonzero((text & 0xC0) != 0x80)
    word = np.repeat(np.arange(len(keys)), lengths)[starts]
    count = np.bincount(word, minlength=len(keys))
    # Of each character: one past the last character of the same word, and the first one.
    last = np.cumsum(count)[word]
    first = last - count[word]
    # Words stand side by side: where one ends the next begins.
    bounds = np.append(starts, len(text))
    at = np.arange(len(starts))
    found = [np.zeros((0, 2), dtype=np.intp)]
    for n in range(shortest, longest + 1):
        fits = at + n <= last
        if n == 1:
            # The marks at both ends are no n-grams by themselves.
            fits &= (at != first) & (at + 1 != last)
        found.append(np.stack([at[fits], at[fits] + n], axis=1))
    if whole:
        begin = np.flatnonzero(at == first)
        found.append(np.stack([begin, last[begin]], axis=1))
    spans = np.concatenate(found)
    spans = spans[np.argsort(word[spans[:, 0]], kind="stable")]
    begin, end = bounds[spans[:, 0]], bounds[spans[:, 1]]
    return _Grams(text, word[spans[:, 0]], begin, end - begin)


def _fnv(grams: _Grams) -> NDArray[np.uint32]:
    """Return FNV-1a of 32 bits, with fastText's own quirk: bytes above 127 count as negative."""
    signed = grams.text.view(np.int8).astype(np.uint32)
    sums = np.full(len(grams.start), 2166136261, dtype=np.uint32)
    for nth in range(int(grams.length.max(initial=0))):
        active = np.flatnonzero(grams.length > nth)
        sums[active] = (sums[active] ^ signed[grams.start[active] + nth]) * np.uint32(16777619)
    return sums


def _murmur(grams: _Grams, seed: int) -> NDArray[np.uint32]:
    """Return MurmurHash3 (x64, 128 bits) as four numbers of 32 bits, a row for each n-gram."""
    if not len(grams.start):
        return np.zeros((0, 4), dtype=np.uint32)
    # Zeros after the end stand for the missing tail.
    width = 16 * (int(grams.length.max()) // 16 + 1)
    place = np.arange(width)
    padded = np.append(grams.text, np.zeros(width, dtype=np.uint8))
    letters = np.where(place < grams.length[:, None], padded[grams.start[:, None] + place], np.uint8(0))
    parts = np.ascontiguousarray(letters).view("<u8").astype(np.uint64)
    blocks = grams.length // 16
    one = np.full(len(parts), seed, dtype=np.uint64)
    two = one.copy()
    for nth in range(int(blocks.max())):
        on = blocks > nth
        one[on] ^= _rotate(parts[on, 2 * nth] * _C1, 31) * _C2
        one[on] = (_rotate(one[on], 27) + two[on]) * np.uint64(5) + np.uint64(0x52DCE729)
        two[on] ^= _rotate(parts[on, 2 * nth + 1] * _C2, 33) * _C1
        two[on] = (_rotate(two[on], 31) + one[on]) * np.uint64(5) + np.uint64(0x38495AB5)
    row = np.arange(len(parts))
    two ^= _rotate(parts[row, 2 * blocks + 1] * _C2, 33) * _C1
    one ^= _rotate(parts[row, 2 * blocks] * _C1, 31) * _C2
    one, two = one ^ grams.length.astype(np.uint64), two ^ grams.length.astype(np.uint64)
    one = one + two
    one, two = _mix(one), _mix(two + one)
    one = one + two
    return np.stack([one, two + one], axis=1).astype("<u8").view("<u4").astype(np.uint32)


def _rotate(numbers: NDArray[np.uint64], by: int) -> NDArray[np.uint64]:
    return (numbers << np.uint64(by)) | (numbers >> np.uint64(64 - by))


def _mix(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    numbers = (numbers ^ (numbers >> np.uint64(33))) * np.uint64(0xFF51AFD7ED558CCD)
    numbers = (numbers ^ (numbers >> np.uint64(33))) * np.uint64(0xC4CEB9FE1A85EC53)
    return numbers ^ (numbers >> np.uint64(33))
