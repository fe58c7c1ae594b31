"""What is known about a language, as data: one record for each, which `Packed` turns into a `Language`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sentencerank.languages.words import word_list

RIGHT_TO_LEFT = frozenset({"arabic", "he", "syriac", "dv", "nko"})
_LISTS = Path(__file__).parent / "stopwords"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A language. Only `code` must be given: whatever is left out, the ranking does without and says so."""

    code: str  # ISO 639
    name: str = ""  # in English
    script: str = "latin"  # as detect.py calls it; "" if there are several
    stopwords: str = ""  # between spaces; "": the list of the package, or what the document itself teaches
    stemmer: str | Callable[[str], str] = ""  # a Snowball algorithm, or a function from word to stem
    segmenter: str | Callable[[str], Iterable[str]] = ""  # for scripts without spaces: of segmenters.py, or a function
    tagger: str = ""  # parts of speech: a name in taggers.py
    fold: str = ""  # what two spellings of a word have in common: a name in folding.py
    elided: str = ""  # words that lose a vowel before an apostrophe: in l'été the word is été
    beginnings: str = ""  # a pattern of what a word loses in front before it is compared; three characters stay
    endings: str = ""  # and of what it loses behind; two characters stay
    openings: str = ""  # patterns between spaces: a sentence that opens so leans on the one before; _ is a space
    capital_nouns: bool = False  # German: a capital makes a noun
    syllables: bool = False  # Vietnamese: spaces between syllables, so that a word may have several
    pauses: bool = False  # Thai: a space is the full stop
    attached: bool = False  # Japanese, Korean: what follows a quotation without a space belongs to its sentence

    @property
    def direction(self) -> str:
        """How it is written: "rtl" or "ltr"."""
        return "rtl" if self.script in RIGHT_TO_LEFT else "ltr"

    @property
    def listed(self) -> bool:
        """Whether it has a list of stop words."""
        return bool(self.stopwords) or self.code in lists()


@cache
def lists() -> frozenset[str]:
    """Codes of the languages whose stop words come with the package."""
    return frozenset(path.stem for path in _LISTS.glob("*.txt"))


def listed_words(pack: Pack) -> frozenset[str]:
    """The stop words of a language as they are written; none if there is no list.

    >>> sorted(listed_words(Pack(code="xx", stopwords="la kaj"))), "und" in listed_words(Pack(code="de"))
    (['kaj', 'la'], True)
    """
    if pack.stopwords:
        return frozenset(pack.stopwords.split())
    if pack.code not in lists():
        return frozenset()
    return word_list((_LISTS / f"{pack.code}.txt").read_text(encoding="utf-8").splitlines())
