"""The function words of each language, by which it is told from others of its script."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from functools import cache
from pathlib import Path

from sentencerank.languages.language import stopwords_of
from sentencerank.languages.packs import PACKS


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


@cache
def function_words(script: str) -> Mapping[str, tuple[str, ...]]:
    """Return for each function word the languages of a script that have it."""
    found: dict[str, tuple[str, ...]] = {}
    for code, words in profiles().get(script, {}).items():
        own = (code,)
        for word in dict.fromkeys(words.split()):
            found[word] = found[word] + own if word in found else own
    return found


def weight_of(word: str, codes: Sized) -> float:
    """What a function word counts: 1/√k if k languages have it.

    A single letter counts a third: formulas and bad scans are full of them.
    """
    return float((len(codes) if len(word) > 1 or not word.isascii() else 9 * len(codes)) ** -0.5)


@cache
def known_words(script: str, code: str) -> frozenset[str]:
    """Return the function words of a language of the package: its profile, and its list of stop words."""
    listed = stopwords_of(PACKS[code]) if code in PACKS else frozenset()
    return frozenset(profiles().get(script, {}).get(code, "").split()) | frozenset(map(str.lower, listed))
