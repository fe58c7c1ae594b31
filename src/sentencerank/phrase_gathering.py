"""Where the candidates for the keyphrases of a document stand, gathered sentence by sentence.

With parts of speech they are maximal noun phrases, phrases inside them that stand elsewhere too, and nouns; without,
they are names, runs that the document repeats, and single words.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from sentencerank.document import Sentence, Token
from sentencerank.languages.noun_phrases import (
    LONGEST,
    LONGEST_GAP,
    Span,
    adjacent,
    is_name,
    noun_phrases,
    plain_runs,
)

Place: TypeAlias = tuple[int, int, int]  # number of the sentence that was read, tokens start to end
NESTED = 1.5  # so many times as often as inside the longest phrase around it, a part is a phrase of its own
_ACRONYM = re.compile(r"\s?\(([A-Z][A-Za-z0-9&]{1,9})\)")


class Read(NamedTuple):
    """A sentence with its words."""

    sentence: Sentence
    tokens: Sequence[Token]
    cased: bool  # whether a capital means something in it


@dataclass(slots=True)
class Gathered:
    """The candidates by their keys: the stems of their words, with spaces between."""

    found: Sequence[Read]
    code: str
    places: dict[str, list[Place]] = field(default_factory=dict)
    alone: Counter[str] = field(default_factory=Counter)  # occurrences that are no part of a longer candidate
    shorts: dict[str, str] = field(default_factory=dict)  # key of a phrase → its acronym
    acronyms: dict[str, str] = field(default_factory=dict)  # stem of an acronym → key of its phrase

    def add(self, key: str, place: Place) -> None:
        """Remember an occurrence."""
        known = self.places.get(key)
        if known is None:
            self.places[key] = [place]
        else:
            known.append(place)


def gather(found: Sequence[Read], code: str, *, tagged: bool) -> Gathered:
    """Return the candidates of some sentences."""
    gathered = Gathered(found, code)
    (_gather_tagged if tagged else _gather_plain)(gathered)
    _tie_acronyms(gathered)
    return gathered


def key_of(tokens: Sequence[Token]) -> str:
    """Return what the inflections of a phrase have in common."""
    return " ".join([token.stem or token.text.lower() for token in tokens])


def _gather_tagged(gathered: Gathered) -> None:
    # For each part of a longer phrase its places, and the phrases that it is part of.
    inner: dict[str, tuple[list[Place], set[str]]] = {}
    for number, (sentence, tokens, _) in enumerate(gathered.found):
        single = set()
        for start, end in noun_phrases(sentence.text, tokens, gathered.code):
            size = end - start
            if size == 1:
                single.add(start)
                gathered.alone[tokens[start].stem] += 1
                continue
            key = key_of(tokens[start:end])
            if size <= LONGEST:
                gathered.add(key, (number, start, end))
                gathered.alone[key] += 1
            if "(" in sentence.text:
                _note_acronym(gathered, sentence, tokens, (start, end))
            for part in _parts(tokens, start, end) if 2 < size <= 2 * LONGEST else ():
                places, around = inner.setdefault(key_of(tokens[part[0] : part[1]]), ([], set()))
                places.append((number, *part))
                around.add(key)
        for place, token in enumerate(tokens):
            if token.noun:
                gathered.add(token.stem, (number, place, place + 1))
    for key, (places, around) in inner.items():
        # A part that hardly ever stands outside one longer phrase is no phrase of its own.
        most = max(gathered.alone[one] for one in around)
        if gathered.alone[key] or len(places) > NESTED * most + 1:
            for occurrence in places:
                gathered.add(key, occurrence)


def _parts(tokens: Sequence[Token], start: int, end: int) -> Iterator[Span]:
    """Shorter phrases inside a phrase, two words at least, with a noun at the end."""
    for first in range(start, end - 1):
        for last in range(first + 2, min(end, first + LONGEST) + 1):
            if last - first < end - start and tokens[last - 1].noun and tokens[first].essential:
                yield first, last


def _gather_plain(gathered: Gathered) -> None:
    grams = [list(_grams(one.sentence.text, one.tokens)) for one in gathered.found]
    repeated = _repeated(Counter(key for some in grams for key, _ in some))
    for number, (sentence, tokens, cased) in enumerate(gathered.found):
        taken = [False] * len(tokens)
        for start, end in plain_runs(sentence.text, tokens, gathered.code) if cased else ():
            if 2 <= end - start <= LONGEST and is_name(tokens[start:end]):
                _take(gathered, key_of(tokens[start:end]), (number, start, end), taken)
                _note_acronym(gathered, sentence, tokens, (start, end))
        for key, (start, end) in grams[number]:
            if key in repeated and not all(taken[start:end]):
                _take(gathered, key, (number, start, end), taken)
        for place, token in enumerate(tokens):
            if token.noun:
                gathered.add(token.stem, (number, place, place + 1))
                gathered.alone[token.stem] += not taken[place]


def _take(gathered: Gathered, key: str, place: Place, taken: list[bool]) -> None:
    _, start, end = place
    gathered.add(key, place)
    gathered.alone[key] += 1
    taken[start:end] = [True] * (end - start)


def _repeated(counts: Counter[str]) -> frozenset[str]:
    """Runs that occur twice, without those that occur only inside a longer one."""
    repeated = {key: count for key, count in counts.items() if count > 1}
    inside: set[str] = set()
    for key, count in repeated.items():
        words = key.split(" ")
        for start in range(len(words)):
            for end in range(start + 2, len(words) + 1):
                part = " ".join(words[start:end])
                if end - start < len(words) and repeated.get(part, 0) == count:
                    inside.add(part)
    return frozenset(repeated.keys() - inside)


def _grams(text: str, tokens: Sequence[Token]) -> Iterator[tuple[str, Span]]:
    """Runs of two to four essential words with at most one small word between them, the longest first."""
    for start, first in enumerate(tokens):
        if not first.essential:
            continue
        runs, words, gap, key = [], 1, 0, first.stem
        for end in range(start + 1, min(len(tokens), start + 2 * LONGEST)):
            token = tokens[end]
            gap = 0 if token.essential else gap + 1
            words += token.essential
            if gap >= LONGEST_GAP or words >= LONGEST or not adjacent(text, tokens[end - 1], token):
                break
            key = f"{key} {token.stem or token.text.lower()}"
            if token.essential:
                runs.append((key, (start, end + 1)))
        yield from reversed(runs)


def _note_acronym(gathered: Gathered, sentence: Sentence, tokens: Sequence[Token], span: Span) -> None:
    """Remember HP for "heat pump (HP)"."""
    first, end = span
    match = _ACRONYM.match(sentence.text, tokens[end - 1].start + len(tokens[end - 1].text))
    if match is None or end >= len(tokens):
        return
    short = match[1].removesuffix("s")
    letters = [letter.lower() for letter in short if letter.isupper()]
    for start in range(first, end):
        words = " ".join(token.text.lower() for token in tokens[start:end]).replace("-", " ")
        key = key_of(tokens[start:end])
        if [word[0] for word in words.split()] == letters and len(letters) > 1 and key in gathered.places:
            gathered.shorts[key] = short
            gathered.acronyms.setdefault(key_of([tokens[end]]), key)


def _tie_acronyms(gathered: Gathered) -> None:
    """Count the acronym as its phrase."""
    for stem, key in gathered.acronyms.items():
        if stem in gathered.places and stem != key and " " not in stem:
            gathered.places[key] += gathered.places.pop(stem)
            gathered.alone[key] += gathered.alone.pop(stem, 0)
