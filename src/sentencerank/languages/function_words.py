"""The function words of each language, by which it is told from others of its script."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sentencerank import kernel
from sentencerank.languages.language import stopwords_of
from sentencerank.languages.packs import PACKS

SLOT = 24  # bytes of a word in the table for the kernel; no longer one is in ASCII


@cache
def profiles() -> dict[str, dict[str, str]]:
    """Return script → code → the commonest function words of a language; in a script the larger languages first."""
    found: dict[str, dict[str, str]] = {}
    for line in (Path(__file__).parent / "function_words.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            script, code, words = line.split(" ", 2)
            found.setdefault(script, {})[code] = words
    return found


@cache
def codes_of(script: str) -> tuple[str, ...]:
    """Return the languages of a script, the larger ones first."""
    return tuple(profiles().get(script, ()))


class FunctionWord(NamedTuple):
    """The languages of a script that have a function word, the larger ones first, and what it counts for them."""

    codes: tuple[str, ...]
    weight: float  # 1/√k if k languages have it


@cache
def function_words(script: str) -> Mapping[str, FunctionWord]:
    """Return the function words of the languages of a script.

    >>> found = function_words("latin")["und"]
    >>> found.codes[:1], found.weight == len(found.codes) ** -0.5
    (('de',), True)
    """
    found: dict[str, tuple[str, ...]] = {}
    for code, words in profiles().get(script, {}).items():
        own = (code,)
        for word in dict.fromkeys(words.split()):
            found[word] = found[word] + own if word in found else own
    # A single letter counts a third: formulas and bad scans are full of them.
    return {word: FunctionWord(codes, (len(codes) if len(word) > 1 or not word.isascii() else 9 * len(codes)) ** -0.5)
            for word, codes in found.items()}  # fmt: skip


@cache
def known_words(script: str, code: str) -> frozenset[str]:
    """Return the function words of a language of the package: its profile, and its list of stop words."""
    listed = stopwords_of(PACKS[code]) if code in PACKS else frozenset()
    return frozenset(profiles().get(script, {}).get(code, "").split()) | frozenset(map(str.lower, listed))


def count_known(text: str, script: str, code: str) -> tuple[int, int]:
    """Return how many words of a text, between white space, are function words of a language, and how many it has.

    >>> count_known("The rain and the sun.", "latin", "en")
    (3, 5)
    """
    if kernel.native is not None and (counted := kernel.native.known_words(text, _table(script, code))):
        known, all_words = counted
        return known, all_words
    words = text.lower().split()
    return sum(map(known_words(script, code).__contains__, words)), len(words)


@cache
def _table(script: str, code: str) -> bytes:
    """Return the function words of a language for the kernel: slots of a word each, at most half of them filled.

    Longer words are left out: they have letters that the kernel leaves to Python.
    """
    words = [word for word in map(str.encode, known_words(script, code)) if len(word) <= SLOT]
    last = (1 << (2 * len(words)).bit_length()) - 1
    slots = [bytes(SLOT)] * (last + 1)
    for word in sorted(words):
        slot = 0
        for byte in word:
            slot = (slot * 31 + byte) & 0xFFFFFFFF
        while any(slots[slot & last]):
            slot += 1
        slots[slot & last] = word.ljust(SLOT, b"\0")
    return b"".join(slots)
