"""Phrases that say what a sentence does, as data: `phrases/CODE.txt` has lines `key: phrases`, with `_` for a space.

The keys say what they do: *announces* a finding, *signposts* what stands elsewhere, *refers* to it where the sentence
begins so, *greets*, *addresses* somebody, lays down a *duty* or a leave (single words), does so in words of *law*, or
*defines* what stands before them, which one of the *articles* may open.
What makes a sentence depend on the one before is in `Pack.openings`. All of them are in small letters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from sentencerank import patterns as re
from sentencerank.document import UNSPACED, word_count
from sentencerank.frozen import dataclass
from sentencerank.languages.form import OPENING_BRACKETS, aside
from sentencerank.languages.legal import OPENING
from sentencerank.languages.wording import LONGEST_GREETING, LONGEST_POINTER

_FILES = Path(__file__).parent / "phrases"
_NEVER = re.compile(r"(?!)")
_COPYRIGHT = re.compile(r"copyright (?:©|\(c\)|[12]\d{3})|^\W*copyright\W*$|©")
_IN_BRACKETS = re.compile(r"[(（][^()（）]*[)）]")
UNSPACED_CHARACTER = re.compile(UNSPACED)
_OPENING_MARKS = " \"'“«¡¿([*-–"
SHORTEST_STATEMENT = 6  # words: what is left of a pointer without its brackets is less
WORD_LENGTH = 1.7  # characters of a Chinese or Japanese word, of which each is counted as a word elsewhere


@dataclass(frozen=True, slots=True)
class Phrases:
    """The phrases of a language, ready to be looked for in a sentence in small letters."""

    duty: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    announcing: re.Pattern[str] = _NEVER
    pointing: re.Pattern[str] = _NEVER
    referring: re.Pattern[str] = _NEVER
    greeting: re.Pattern[str] = _NEVER
    persons: re.Pattern[str] = _NEVER
    law: re.Pattern[str] = _NEVER
    defining: re.Pattern[str] = _NEVER

    def announces(self, lower: str) -> bool:
        """Return whether the author says what the text does or finds."""
        return self.announcing.search(lower) is not None

    def signposts(self, lower: str) -> bool:
        """Return whether a sentence of less than forty words points elsewhere or is a notice."""
        if lower[:1] in OPENING_BRACKETS and aside(lower):
            return True
        if not (self._refers(lower) or self._points(lower)):
            return False
        return word_count(lower) < LONGEST_POINTER

    def _refers(self, lower: str) -> bool:
        if ("copyright" in lower or "©" in lower) and _COPYRIGHT.search(lower):
            return True
        return self.referring.match(lower.lstrip(_OPENING_MARKS)) is not None

    def _points(self, lower: str) -> bool:
        if self.pointing.search(lower) is None:
            return False
        # What is pointed to in brackets, beside what is said: the sentence says it all the same.
        outside = _IN_BRACKETS.sub("", lower)
        return self.pointing.search(outside) is not None or word_count(outside) < SHORTEST_STATEMENT

    def greets(self, lower: str) -> bool:
        """Return whether a short sentence opens with a greeting or thanks."""
        opening = self.greeting.match(lower.lstrip(_OPENING_MARKS))
        return opening is not None and word_count(lower) <= LONGEST_GREETING

    def rules(self, words: Sequence[str]) -> float:
        """Return how plainly a sentence, split into its words, says who may or must do what: 0, a half or 1."""
        if self.duty.isdisjoint(words):
            return 0.0
        return 0.5 if self.duty.isdisjoint(words[:OPENING]) else 1.0

    def has_law(self, lower: str) -> bool:
        """Return whether a sentence has a word of law."""
        return self.law.search(lower) is not None

    def addresses(self, lower: str) -> float:
        """Return the share of words that are "I" and "you"."""
        found = len(self.persons.findall(lower))
        if not found:
            return 0.0
        length = WORD_LENGTH if UNSPACED_CHARACTER.match(self.persons.pattern) else 1.0
        return min(1.0, length * found / max(word_count(lower), 1))


@cache
def phrases_of(code: str) -> Phrases:
    """Return the phrases of a language; none if there is no file.

    >>> german = phrases_of("de")
    >>> german.greets("guten tag, frau lee!"), german.addresses("ich sehe dich."), phrases_of("xx").announces("ok")
    (True, 0.6666666666666666, False)
    """
    listed = read_phrases(code)
    kinds = ("announces", "signposts", "refers", "greets", "addresses", "law", "defines")
    duty, articles = (frozenset(listed.get(kind, ())) for kind in ("duty", "articles"))
    return Phrases(duty, articles, *(_pattern(listed.get(kind, ())) for kind in kinds))


def read_phrases(code: str) -> Mapping[str, tuple[str, ...]]:
    """Return the phrases of a language by what they say, as they are listed; nothing if there is no file.

    >>> "guten tag" in read_phrases("de")["greets"], read_phrases("xx")
    (True, {})
    """
    path = _FILES / f"{code}.txt"
    if not path.exists():
        return {}
    lines = (line.partition(": ") for line in path.read_text(encoding="utf-8").splitlines())
    return {key: tuple(phrase.replace("_", " ") for phrase in phrases.split()) for key, _, phrases in lines}


def _pattern(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Return a pattern of any of some phrases; a script without spaces between words has no borders of words."""
    if not phrases:
        return _NEVER
    spaced = not UNSPACED_CHARACTER.match(phrases[0])
    words = "|".join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True))
    # A phrase that ends with a mark may have anything behind it.
    return re.compile(rf"(?<!\w)(?:{words})(?:(?!\w)|(?<!\w))" if spaced else words)
