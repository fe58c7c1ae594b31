"""Which patterns are worth trying on a sentence: those of which it has a word that they need.

Most sentences have none, and to look for the words of all patterns at once costs less than to try one of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from sentencerank import kernel

SLOTS = 1 << 10  # of a table that must stay half empty
_LETTERS = re.compile(r"[a-z]+")


class Hints(NamedTuple):
    """Words, each with the bits of the patterns that need it; for the kernel a table of their hashes and bits."""

    words: Mapping[str, int]
    table: bytes

    @classmethod
    def of(cls, needed: Mapping[int, str]) -> Hints:
        """Make hints from bits and, for each, words of which a pattern needs one.

        >>> Hints.of({1: "see read", 2: "read"}).words
        {'see': 1, 'read': 3}
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
        return cls(words, b"".join(number.to_bytes(4, "little") for slot in slots for number in slot))

    def found(self, lower: str) -> int:
        """Return the bits of the words of a text in lower case.

        >>> hints = Hints.of({1: "see read", 2: "rain"})
        >>> hints.found("we'll see rain."), hints.found("nothing")
        (3, 0)
        """
        if kernel.native is not None:
            return int(kernel.native.hints(lower, self.table))
        bits = 0
        for word in _LETTERS.findall(lower):
            bits |= self.words.get(word, 0)
        return bits


def _hash(word: str) -> int:
    number = 0
    for letter in word.encode(errors="surrogatepass"):
        number = (number * 31 + letter) & 0xFFFFFFFF
    return number
