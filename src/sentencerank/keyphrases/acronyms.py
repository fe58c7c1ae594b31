"""Acronyms in brackets behind what they stand for: HP is "heat pump (HP)"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sentencerank.keyphrases.gathered import Gathered
from sentencerank.keyphrases.located import key_of
from sentencerank.languages.text_words import Span, Words

_ACRONYM = re.compile(r"\s?\(([A-Z][A-Za-z0-9&]{1,9})\)")


def note_acronym(gathered: Gathered, span: Span) -> None:
    """Remember the acronym of a phrase, behind which something stands."""
    words, end = gathered.words, span[1]
    for start, short in _acronyms(words, span):
        key = key_of(words, (start, end))
        if key in gathered.places:
            gathered.shorts[key] = short
            gathered.acronyms.setdefault(key_of(words, (end, end + 1)), key)


def _acronyms(words: Words, span: Span) -> Iterator[tuple[int, str]]:
    """Yield where the words begin whose initials stand in brackets behind a phrase, and the acronym."""
    first, end = span
    if not words.texts[end]:
        return
    text = words.sentences[words.owner(first)].text
    match = _ACRONYM.match(text, words.starts[end - 1] + len(words.texts[end - 1]))
    if match is None:
        return
    short = match[1].removesuffix("s")
    letters = [letter.lower() for letter in short if letter.isupper()]
    if len(letters) > 1:
        for start in range(first, end):
            initials = " ".join(words.lowers[start:end]).replace("-", " ").split()
            if [word[0] for word in initials] == letters:
                yield start, short


def tie_acronyms(gathered: Gathered) -> None:
    """Count the acronym as its phrase."""
    places, nouns, alone = gathered.places, gathered.nouns, gathered.alone
    for stem, key in gathered.acronyms.items():
        if stem in nouns and stem != key:
            places[key] += [(place, place + 1) for place in nouns.pop(stem)]
            alone[key] += alone.pop(stem, 0)
