"""Which patterns are worth trying on a sentence: those of which it has a word that they need.

Most sentences have none, and to look for the words of all patterns at once costs less than to try one of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sentencerank import kernel
from sentencerank import patterns as re

SLOTS = 1 << 11  # of a table that must stay half empty
SLOT = 12  # bytes: a hash and the bits
FIRST = "^"  # before a word that must be the first of a sentence
MARKED = 1 << 63  # a double quotation mark, a backquote, or any character outside ASCII
_LETTERS = re.compile(r"[a-z]+")
_TO_SPACES = bytes(c if c in b"abcdefghijklmnopqrstuvwxyz" else 32 for c in range(256))


class Hints(NamedTuple):
    """Words, each with the bits of the patterns that need it; for the kernel a table of their hashes and bits."""

    words: Mapping[str, int]
    table: bytes
    pairs: int  # bits that count only together with the bit above

    @classmethod
    def of(cls, needed: Mapping[int, str], pairs: int = 0) -> Hints:
        """Make hints from bits and, for each, words of which a pattern needs one; "^this" is the first of a sentence.

        A bit of `pairs` and the one above it count only together: a pattern needs a word of each.

        >>> Hints.of({1: "see read", 2: "read ^this"}).words
        {'see': 1, 'read': 3, '^this': 2}
        """
        words: dict[str, int] = {}
        for bit, some in needed.items():
            for word in some.split():
                words[word] = words.get(word, 0) | bit
        slots = [(0, 0)] * SLOTS
        for word, bits in words.items():
            number = slot = _hash(word)
            while slots[slot % SLOTS][1]:
                slot += 1
            slots[slot % SLOTS] = number, bits
        return cls(words, b"".join(_packed(*slot) for slot in slots), pairs)

    def found(self, lower: str) -> int:
        """Return the bits of the words of a text in lower case, and MARKED.

        >>> hints = Hints.of({1: "see read", 2: "rain", 4: "^we"})
        >>> hints.found("we'll see rain."), hints.found("do we?"), hints.found('"a"') == MARKED
        (7, 0, True)
        >>> both = Hints.of({1: "see", 2: "file"}, pairs=1)
        >>> both.found("see the file."), both.found("see it."), both.found("a file.")
        (3, 0, 0)
        """
        if kernel.native is not None:
            bits: int = kernel.native.hints(lower, self.table, self.pairs)
            return bits
        bits = 0 if lower.isascii() and '"' not in lower and "`" not in lower else MARKED
        # The same words in ASCII, sooner.
        words = lower.encode().translate(_TO_SPACES).decode().split() if lower.isascii() else _LETTERS.findall(lower)
        for word in self.words.keys() & {*words, *(FIRST + word for word in words[:1])}:
            bits |= self.words[word]
        both = bits & bits >> 1 & self.pairs
        return (bits & ~(self.pairs | self.pairs << 1)) | both | both << 1


def _packed(number: int, bits: int) -> bytes:
    return number.to_bytes(4, "little") + bits.to_bytes(SLOT - 4, "little")


def _hash(word: str) -> int:
    number = 0
    for letter in word.encode(errors="surrogatepass"):
        number = (number * 31 + letter) & 0xFFFFFFFF
    return number
