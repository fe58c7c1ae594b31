"""Where the candidates for the keyphrases of a document stand, gathered sentence by sentence.

With parts of speech they are maximal noun phrases, phrases inside them that stand elsewhere too, and nouns; without,
they are names, runs that the document repeats, and single words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
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
    kinds: str  # of its words (languages/noun_phrases.py)


@dataclass(slots=True)
class Gathered:
    """The candidates by their keys: the stems of their words, with spaces between."""

    found: Sequence[Read]
    code: str
    places: defaultdict[str, list[Place]] = field(default_factory=lambda: defaultdict(list))
    alone: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))  # not part of a longer candidate
    shorts: dict[str, str] = field(default_factory=dict)  # key of a phrase → its acronym
    acronyms: dict[str, str] = field(default_factory=dict)  # stem of an acronym → key of its phrase


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
    places, alone = gathered.places, gathered.alone
    # For each part of a longer phrase its places, and the phrases that it is part of.
    inner: dict[str, tuple[list[Place], set[str]]] = {}
    for number, (sentence, tokens, _, kinds) in enumerate(gathered.found):
        brackets = "(" in sentence.text
        for start, end in noun_phrases(sentence.text, tokens, kinds, gathered.code):
            if end - start == 1:
                alone[tokens[start].stem] += 1
                continue
            stems = [token.stem or token.text.lower() for token in tokens[start:end]]
            key = " ".join(stems)
            if end - start - kinds.count("-", start, end) <= LONGEST:
                places[key].append((number, start, end))
                alone[key] += 1
            if brackets:
                _note_acronym(gathered, sentence, tokens, (start, end))
            for first, last in _parts(tokens, kinds, start, end) if 2 < end - start <= 2 * LONGEST else ():
                part = " ".join(stems[first - start : last - start])
                if part not in inner:
                    inner[part] = [], set()
                inner[part][0].append((number, first, last))
                inner[part][1].add(key)
        for place, kind in enumerate(kinds):
            if kind == "N":
                places[tokens[place].stem].append((number, place, place + 1))
    for key, (occurrences, around) in inner.items():
        # A part that hardly ever stands outside one longer phrase is no phrase of its own.
        if alone.get(key) or len(occurrences) > NESTED * max(alone.get(one, 0) for one in around) + 1:
            places[key] += occurrences


def _parts(tokens: Sequence[Token], kinds: str, start: int, end: int) -> Iterator[Span]:
    """Shorter phrases inside a phrase, two words at least, with a noun at the end."""
    for first in range(start, end - 1):
        if kinds[first] != "-":
            for last in range(first + 2, min(end, first + LONGEST) + 1):
                # Half a name is none: "Museums of San".
                if last - first < end - start and kinds[last - 1] == "N" and not _cuts_name(tokens, last, end):
                    yield first, last


def _cuts_name(tokens: Sequence[Token], last: int, end: int) -> bool:
    return last < end and tokens[last - 1].text[0].isupper() and tokens[last].text[0].isupper()


def _gather_plain(gathered: Gathered) -> None:
    places, alone = gathered.places, gathered.alone
    grams = _repeated_grams(gathered.found)
    for number, (sentence, tokens, cased, kinds) in enumerate(gathered.found):
        taken = [False] * len(tokens)
        if cased and sentence.text != sentence.text.lower():
            for start, end in plain_runs(sentence.text, tokens, gathered.code):
                if 2 <= end - start <= LONGEST and is_name(tokens[start:end]):
                    _take(gathered, key_of(tokens[start:end]), (number, start, end), taken)
                    _note_acronym(gathered, sentence, tokens, (start, end))
        for key, (start, end) in grams[number]:
            if not all(taken[start:end]):
                _take(gathered, key, (number, start, end), taken)
        for place, kind in enumerate(kinds):
            if kind == "N":
                stem = tokens[place].stem
                places[stem].append((number, place, place + 1))
                alone[stem] += not taken[place]


def _take(gathered: Gathered, key: str, place: Place, taken: list[bool]) -> None:
    _, start, end = place
    gathered.places[key].append(place)
    gathered.alone[key] += 1
    taken[start:end] = [True] * (end - start)


def _repeated_grams(found: Sequence[Read]) -> list[list[tuple[str, Span]]]:
    """For each sentence the runs of words that the document repeats, but for those that only stand in longer ones."""
    # A run is repeated only if its first two words are, so most are never looked at.
    pairs = [_pairs(one.tokens, one.kinds) for one in found]
    counts = Counter(pair for some in pairs for pair, _ in some)
    grams = [
        [
            run
            for pair, start in some
            if counts[pair] > 1
            for run in reversed(list(_grams(one.sentence.text, one.tokens, start)))
        ]
        for one, some in zip(found, pairs, strict=True)
    ]
    repeated = _repeated(Counter(key for some in grams for key, _ in some))
    return [[run for run in some if run[0] in repeated] for some in grams]


def _pairs(tokens: Sequence[Token], kinds: str) -> list[tuple[tuple[str, str], int]]:
    """Neighbouring essential words with at most one small word between them, and where they stand."""
    essential = [place for place, kind in enumerate(kinds) if kind != "-"]
    return [
        ((tokens[left].stem, tokens[right].stem), left)
        for left, right in pairwise(essential)
        if right - left <= LONGEST_GAP
    ]


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


def _grams(text: str, tokens: Sequence[Token], start: int) -> Iterator[tuple[str, Span]]:
    """Runs of two to four essential words with at most one small word between them, the shortest first."""
    words, gap, key = 1, 0, tokens[start].stem
    for end in range(start + 1, min(len(tokens), start + 2 * LONGEST)):
        token = tokens[end]
        gap = 0 if token.essential else gap + 1
        words += token.essential
        if gap >= LONGEST_GAP or words >= LONGEST or not adjacent(text, tokens[end - 1], token):
            return
        key = f"{key} {token.stem or token.text.lower()}"
        if token.essential:
            yield key, (start, end + 1)


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
    if gathered.code == "en":
        # Words in -us keep it, since most are no plurals; "menus" beside "menu" is one.
        for plural in [key for key in gathered.places if key.endswith("us") and key[:-1] in gathered.places]:
            gathered.places[plural[:-1]] += gathered.places.pop(plural)
            gathered.alone[plural[:-1]] += gathered.alone.pop(plural, 0)
