"""Whether a sentence can be a key point: it stands alone on a page, away from its document.

What points into a document is told by patterns: "Table 5", "this paper", "as shown above". Those of numbered parts hold
for all languages that name them so, the others are given for each language.
"""

from __future__ import annotations

import re
from enum import IntEnum

from sentencerank.corpus.overview.pointing_words import PARTS, person_pattern, pointing_pattern
from sentencerank.document import Wording

SHORTEST, LONGEST = 6, 40  # words of a key point
LETTERS = 0.8  # share of letters below which a sentence is a formula or a row of a table
CAPITALS = 0.5  # share of words with a capital from which a sentence holds a title

_NUMBERED = re.compile(
    rf"\b(?:{'|'.join(sorted(PARTS.split(), key=len, reverse=True))})\.? ?[(\[]?(?:\d|[ivx]{{1,4}}\b|[a-z]\b(?!['’]))"
    r"|§ ?\d|\(\d{1,3}[a-z]?\)|\[\d{1,3}\]|\([a-z]\)|\(\s?\)"
)
# What is left of a table, of a formula, of the markup of a wiki, or of a page that was scanned.
_LEFT = re.compile(
    r"={2,}|[{}|\\^~<>\ufffd]|\[\[|\]\]|https?:|www\.|_{2,}|\.{4,}|\*\s?\*|\+\+|[\u0000-\u0008]"
    r"|\w- (?!(?:or|and|to|und|oder|bis|et|ou|y|o|e|en|of)\b)[a-z]|[a-z][\])~;:=][A-Za-z]|\s[?!;:,]|[?!]\S|\d[A-Z][a-z]"
    # A label stands before it ("Q: …", "Head Word: …"), or somebody speaks.
    r"|^(?:\w+ ){0,2}\w+: |^['‘’“„»«\"]|[,?!]['’”\"] (?:said|asked|cried|replied|answered|sagte|fragte|rief)\b"
    # It was cut behind an abbreviation, or a heading stands before it: "Machine Transliteration It is challenging".
    r"|\b(?:e\.g|i\.e|etc|[zd]\.\s?[Bh]|Mrs?|Dr|No|vs|cf|\d{1,2})\.$"
    r"|[a-z] (?:It|We|This|These|There|Our|Among|However|In|An|Abstract) [a-z]"
)
_CITES = re.compile(
    r"\bet al\b|\(\s?[^()]{2,60},? (?:1[89]|20)\d\d[a-z]?\s?\)|\b[A-Z]\w{2,30} \((?:1[89]|20)\d\d[a-z]?\)"
)


class Standing(IntEnum):
    """How well a sentence stands alone."""

    NOT = 0
    WITH_PERSONS = 1  # it speaks of us, of you or of somebody, or cites another work
    ALONE = 2


def points_inside(sentence: str, language: str = "en") -> bool:
    """Return whether a sentence points into its document, or at the sentences around it.

    >>> points_inside("The results are shown in Table 5."), points_inside("Rain closed the mountain road.")
    (True, False)
    >>> points_inside("Die Werte stehen in Tabelle 3.", "de"), points_inside("In this paper rain is studied.")
    (True, True)
    """
    lower = sentence.lower()
    own = pointing_pattern(language)
    return _NUMBERED.search(lower) is not None or (own is not None and own.search(lower) is not None)


def standing(sentence: str, wording: Wording, language: str, *, capital_nouns: bool = False) -> Standing:
    """Return how well a sentence stands alone.

    >>> standing("Rain closed the mountain road on Monday.", Wording(), "en").name
    'ALONE'
    >>> standing("We closed the mountain road on Monday.", Wording(), "en").name
    'WITH_PERSONS'
    """
    half = wording.depends or wording.signposts or wording.begins_inside or wording.unfinished or wording.verbless
    if half or wording.greets or wording.talks or _is_broken(sentence, capital_nouns):
        return Standing.NOT
    if points_inside(sentence, language):
        return Standing.NOT
    persons = person_pattern(language)
    if _CITES.search(sentence) or (persons is not None and persons.search(sentence.lower())):
        return Standing.WITH_PERSONS
    return Standing.ALONE


def _is_broken(sentence: str, capital_nouns: bool) -> bool:
    """Whether a sentence holds remains of something else: markup, a formula, a row of a table, a title before it."""
    first = sentence.lstrip("\"'“„«»‘")[:1]
    if (
        first.islower()
        or first.isdigit()
        or _LEFT.search(sentence)
        or sentence.endswith("?")
        or sentence.count("(") != sentence.count(")")
    ):
        return True
    letters = sum(character.isalpha() or character == " " for character in sentence)
    if sentence.count('"') % 2 or letters < LETTERS * len(sentence):
        return True
    if capital_nouns:
        return False
    capitals = [word[0].isupper() for word in sentence.split() if word[:1].isalpha()]
    return sum(capitals[:6]) > 3 or sum(capitals) > CAPITALS * len(capitals)
