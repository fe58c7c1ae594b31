"""Candidates in sentences whose parts of speech are not known: names, and runs of words that the document repeats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from sentencerank.keyphrases.acronyms import note_acronym
from sentencerank.keyphrases.gathered import Gathered
from sentencerank.keyphrases.located import key_of
from sentencerank.languages.noun_markers import joining_words
from sentencerank.languages.noun_phrases import LONGEST, LONGEST_GAP, plain_names
from sentencerank.languages.text_words import Span, Words
from sentencerank.languages.vague_words import vague_words


def gather_plain(gathered: Gathered) -> None:
    """Gather the names of several words, the runs that the document repeats, and the single words."""
    places, alone, words = gathered.places, gathered.alone, gathered.words
    taken = [False] * len(words.kinds)
    for start, end in plain_names(words, gathered.code):
        gathered.take(key_of(words, (start, end)), (start, end))
        taken[start:end] = [True] * (end - start)
        if words.breaks[end]:
            note_acronym(gathered, (start, end))
    for key, (start, end) in _repeated_grams(words, gathered.code):
        if not all(taken[start:end]):
            gathered.take(key, (start, end))
            taken[start:end] = [True] * (end - start)
    for some in places.values():
        some.sort()
    for place in words.nouns:
        stem = words.stems[place]
        gathered.nouns[stem].append(place)
        alone[stem] += not taken[place]


def _repeated_grams(words: Words, code: str) -> list[tuple[str, Span]]:
    """The runs of words that the document repeats, but for those that only stand in longer ones."""
    # A run is repeated only if its first two words are, so most are never looked at.
    essential, stems = [place for place, kind in enumerate(words.kinds) if kind != "-"], words.stems
    # "The new law" is told by "law".
    vague = vague_words(code).before
    near = [(left, right) for left, right in pairwise(essential) if right - left <= LONGEST_GAP]
    near = [(left, right) for left, right in near if words.lowers[left] not in vague]
    pairs = [(stems[left], stems[right]) for left, right in near]
    counts = Counter(pairs)
    joints = joining_words(code)
    grams = [
        run
        for (start, _), pair in zip(near, pairs, strict=True)
        if counts[pair] > 1
        for run in reversed(list(_grams(words, start, joints)))
    ]
    repeated = _repeated(Counter([key for key, _ in grams]))
    # What goes on for longer is a sentence that is said twice, and no phrase.
    return [(key, span) for key, span in grams if key in repeated and _size(words, span) < LONGEST]


def _size(words: Words, span: Span) -> int:
    start, end = span
    return end - start - words.kinds.count("-", start, end)


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


def _grams(words: Words, start: int, joints: frozenset[str]) -> Iterator[tuple[str, Span]]:
    """Runs of two to five essential words with at most one small word between them, the shortest first.

    `joints` are the small words that may stand inside a phrase; without any, all may.
    """
    count, gap, key = 1, 0, words.stems[start]
    for end in range(start + 1, min(len(words.kinds), start + 2 * LONGEST)):
        essential = words.kinds[end] != "-"
        gap = 0 if essential else gap + 1
        count += essential
        if gap and joints and words.lowers[end] not in joints:
            return
        if gap >= LONGEST_GAP or count > LONGEST or not words.adjacent(end):
            return
        key = f"{key} {words.stems[end] or words.lowers[end]}"
        if essential:
            yield key, (start, end + 1)
