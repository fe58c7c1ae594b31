"""What decides where the sentences of a language end, as data: `abbreviations/CODE.txt`.

A file has lines `key: words`, whose keys are fields of `Rules`. A word is written without its last full stop; one in
small letters stands for its capitalised form as well; `_` is a space. The stop words of a language also are words that
often open a sentence, so few are listed for that.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, fields
from functools import cache
from pathlib import Path

from sentencerank.frozen import dataclass
from sentencerank.languages.language import Pack, stopwords_of

_FILES = Path(__file__).parent / "abbreviations"


@dataclass(frozen=True, slots=True)
class Rules:
    """The words of a language that decide where a sentence ends."""

    never: frozenset[str] = frozenset()  # titles and the like: something always follows
    numbers: frozenset[str] = frozenset()  # no end before a number, else a word like others
    maybe: frozenset[str] = frozenset()  # an end only before a word that often opens a sentence
    last: frozenset[str] = frozenset()  # closes an enumeration: an end before any capital
    units: frozenset[str] = frozenset()  # after a number: an end before a capital, unless the sentence has just begun
    words: frozenset[str] = frozenset()  # single letters that are words, not initials
    particles: frozenset[str] = frozenset()  # open a surname after an initial: J. Le Goff
    before: frozenset[str] = frozenset()  # a number with a full stop after one of these is an ordinal
    after: frozenset[str] = frozenset()  # and before one of these, before which no unit ends a sentence either
    ordinals: frozenset[str] = frozenset()  # "always": before any word
    verbs: frozenset[str] = frozenset()  # endings of verbs that close a sentence, in a language with the verb last
    speech: frozenset[str] = frozenset()  # words of saying, first or last in what goes on behind a quotation
    marks: frozenset[str] = frozenset()  # end its sentences: where they stand around, a full stop shortens a word
    tails: frozenset[str] = frozenset()  # endings of compounds that are cut short, as in "maybe": Hauptstr.
    kinds: Mapping[str, str] = field(default_factory=dict)  # an abbreviation → the field above that it stands in
    endings: tuple[str, ...] = ()  # the tails, as `str.endswith` wants them
    openers: frozenset[str] = frozenset()  # words that often open a sentence, in small letters
    attached: bool = False  # whatever stands behind a quotation without a space goes on


_KEYS = tuple(own.name for own in fields(Rules) if own.name not in ("kinds", "endings", "attached"))


@cache
def rules_of(pack: Pack) -> Rules | None:
    """Return the rules of a language; None if it has no file.

    >>> "dr" in rules_of(Pack(code="de")).never, rules_of(Pack(code="xx"))
    (True, None)
    """
    path = _FILES / f"{pack.code}.txt"
    if not path.exists():
        return None
    found: dict[str, set[str]] = {key: set() for key in _KEYS}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            key, _, words = line.partition(":")
            found[key].update(word.replace("_", " ") for word in words.split())
    kinds = {word: key for key in ("numbers", "maybe", "last", "units", "never") for word in found[key]}
    found["openers"].update(map(str.lower, stopwords_of(pack)))
    lists = {key: frozenset(words) for key, words in found.items()}
    return Rules(**lists, kinds=kinds, endings=tuple(sorted(lists["tails"])), attached=pack.attached)
