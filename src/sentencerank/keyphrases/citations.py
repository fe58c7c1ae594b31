"""Names that a text has only because it cites them: "Zeileis et al. (2007)" tells who wrote, not what it is about."""

from __future__ import annotations

import re
from bisect import bisect_left

from sentencerank import kernel
from sentencerank.languages.text_words import Words
from sentencerank.languages.words import word_list

FEWEST = 3  # citations of a text that cites
_YEAR = re.compile(r"(?:19|20)\d\d[a-z]?[]),;]")
_BETWEEN = word_list(["and & et al und y e van von der den de la"])


def without_cited(words: Words) -> Words:
    """Return words of which the names before the years of citations are no nouns; the same if a text hardly cites."""
    years = _years(words.lines)
    if len(years) < FEWEST:
        return words
    found = [places for number, start in years if (places := _names(words, number, start))]
    if len(found) < FEWEST:
        return words
    kinds = bytearray(words.kinds, "ascii")
    for places in found:
        for place in places:
            kinds[place] = ord("-")
    return words.with_kinds(kinds.decode("ascii"))


def _years(lines: list[str]) -> list[tuple[int, int]]:
    """Where years as in citations stand: numbers of lines, and places in them."""
    found: list[tuple[int, int]] | None = None if kernel.native is None else kernel.native.years(lines)
    if found is not None:
        return found
    return [
        (number, match.start())
        for number, text in enumerate(lines)
        if ")" in text and ("20" in text or "19" in text)
        for match in _YEAR.finditer(text)
        if text[match.start() - 1 : match.start()] in (" ", "(", "[")
    ]


def _names(words: Words, number: int, end: int) -> list[int]:
    """The places of the names that end before a character of a sentence; none if something else stands there."""
    first = words.firsts[number]
    last = words.firsts[number + 1] - 1 if number + 1 < len(words.firsts) else len(words.texts) - 1
    place = bisect_left(words.starts, end, first, last) - 1
    names: list[int] = []
    while place >= first:
        if words.texts[place][0].isupper():
            names.append(place)
        elif words.lowers[place].rstrip(".") not in _BETWEEN:
            break
        place -= 1
    return names
