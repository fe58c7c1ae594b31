"""What counts as a word in English text: one pattern, shared by the tokeniser and the packing script."""

from __future__ import annotations

import re
from collections.abc import Iterable

LONGEST = 60  # characters; anything longer is a checksum, a URL or noise, not a word

# Letters and digits with their accents and inner joints: "well-known", "O'Neill", "1,000"; "U.S." keeps its last dot.
WORD = re.compile(
    r"[^\W_]+(?:(?:['’ʼ.‐‑-]|(?<=\d),(?=\d))[^\W_]+|[\u0300-\u036f]+[^\W_]*)*(?:(?<=\.[^\W\d_])\.(?![^\W_]))?"
)
ADDRESS = re.compile(
    r"(?:https?://|www\.)\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
)  # a URL or an e-mail address: no words inside
CLITICS = ("n't", "'s", "'d", "'m", "'ll", "'re", "'ve")
_APOSTROPHES = str.maketrans("’ʼ‐‑", "''--")


def plain(word: str) -> str:
    """A word with typewriter apostrophes and hyphens.

    >>> plain("O’Neill")
    "O'Neill"
    """
    return word.translate(_APOSTROPHES)


def bare(word: str) -> str:
    """A word without the ending of a contraction or a possessive.

    >>> [bare(word) for word in ("John's", "don’t", "we'll", "O'Neill", "U.S.")]
    ['John', 'do', 'we', "O'Neill", 'U.S.']
    """
    lower = plain(word).lower()
    if len(lower) != len(word):  # "İ" grows in lower case: no English clitic behind it
        return word
    for clitic in CLITICS:
        if lower.endswith(clitic) and len(lower) > len(clitic):
            return bare(word[: -len(clitic)])  # again: "wouldn't've"
    return word


def words(text: str) -> list[str]:
    """The bare words of a text, as they stand.

    >>> words("Alzheimer's disease, well-known in the U.S. since 1,906.")
    ['Alzheimer', 'disease', 'well-known', 'in', 'the', 'U.S.', 'since', '1,906']
    """
    return [bare(word) for word in WORD.findall(text)]


def without_addresses(sentence: str) -> str:
    """The same sentence with a row of full stops for every URL and e-mail address.

    >>> without_addresses("Write to a@b.org!")
    'Write to .......!'
    """
    if "@" in sentence or "://" in sentence or "www." in sentence:
        return ADDRESS.sub(lambda found: "." * len(found.group()), sentence)
    return sentence


def word_list(lines: Iterable[str]) -> frozenset[str]:
    """The words of a list file: any number to a line, lines that begin with # are remarks.

    >>> sorted(word_list(["# articles", "a an", "the"]))
    ['a', 'an', 'the']
    """
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())
