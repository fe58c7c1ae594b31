"""The class of a word by free taggers of the extra `[languages]`: German and Dutch by HanTa, Russian by pymorphy3.

They look at one word at a time, so that every word form is asked about once. Classes are those of tagging.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from typing import NamedTuple, TypeAlias

from sentencerank.languages.segmenters import installed

Tag: TypeAlias = "Callable[[str], str]"

_GERMAN = {"NN": "N", "NE": "P", "AD": "A", "VV": "V", "FM": "N"}  # ADJ(A), ADJ(D); ADV is caught before
_DUTCH = {"N(soort": "N", "N(eigen": "P", "SPEC": "P", "ADJ": "A", "WW": "V"}
_RUSSIAN = {"NOUN": "N", "ADJF": "A", "ADJS": "A", "PRTF": "A", "PRTS": "A", "VERB": "V", "INFN": "V", "GRND": "V"}


def _german() -> Tag:
    analyze = import_module("HanTa.HanoverTagger").HanoverTagger("morphmodel_ger.pgz").analyze

    def tag(word: str) -> str:
        found = str(analyze(word)[1])
        return "O" if found.startswith("ADV") else _GERMAN.get(found[:2], "O")

    return tag


def _dutch() -> Tag:
    analyze = import_module("HanTa.HanoverTagger").HanoverTagger("morphmodel_dutch.pgz").analyze

    def tag(word: str) -> str:
        found = str(analyze(word)[1])
        return next((kind for prefix, kind in _DUTCH.items() if found.startswith(prefix)), "O")

    return tag


def _russian() -> Tag:
    parse = import_module("pymorphy3").MorphAnalyzer().parse

    def tag(word: str) -> str:
        found = parse(word)[0].tag
        if found.POS == "NOUN" and ("Name" in found or "Surn" in found or "Geox" in found):
            return "P"
        return "N" if found.POS is None and word.isalpha() else _RUSSIAN.get(str(found.POS), "O")

    return tag


class Tagger(NamedTuple):
    """How to load a tagger, and the modules it needs."""

    load: Callable[[], Tag]
    modules: tuple[str, ...]


TAGGERS: Mapping[str, Tagger] = {
    "HanTa de": Tagger(_german, ("HanTa",)),
    "HanTa nl": Tagger(_dutch, ("HanTa",)),
    "pymorphy3": Tagger(_russian, ("pymorphy3", "pymorphy3_dicts_ru")),
}


@cache
def tagger(name: str) -> Tag | None:
    """A tagger by its name, loaded once; None if its library is missing or does not start."""
    if name not in TAGGERS or not installed(TAGGERS[name].modules):
        return None
    try:
        return partial(_safely, TAGGERS[name].load())
    except Exception:  # half an installation raises anything
        return None


def _safely(tag: Tag, word: str) -> str:
    """A tagger is not written for every string: what upsets it is taken for a noun."""
    try:
        return tag(word)
    except Exception:
        return "N"
