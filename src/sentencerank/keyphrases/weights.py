"""What candidates weigh: nothing if they are no keyphrases, less than 1 if they are vague or may be verbs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from sentencerank.keyphrases.located import Located
from sentencerank.keyphrases.signs import Signs
from sentencerank.languages.text_words import Span
from sentencerank.languages.vague_words import HOLLOW, PARTICLES, TITLES, vague_words

SHOWN = 0.2  # share of the occurrences of a noun that something around them shows to be one
UNMARKED, SURE = 0.6, 3  # what each occurrence without such a sign leaves of a word, and how many of them count
VAGUE = 0.3  # what a vague word by itself is worth


@cache
def vague_lists(code: str) -> tuple[object, ...]:
    """Return what the kernel weighs candidates by, where parts of speech are known."""
    return _weighed(code), *vague_words(code), TITLES, PARTICLES, HOLLOW, VAGUE


@cache
def _weighed(code: str) -> frozenset[str]:
    """The words for which a phrase with parts of speech may weigh less, forms of address with a full stop too."""
    return frozenset().union(*vague_words(code), TITLES, PARTICLES, HOLLOW, [f"{title}." for title in TITLES])


def weigh(located: Located, signs: Signs, candidate: int, *, tagged: bool) -> float:
    """Return 0 for what is no keyphrase, less than 1 for vague words and for what may be a verb."""
    start, end = located.first(candidate)
    vague, source = vague_words(located.code), located.words
    words = source.lowers[start:end]
    # Most phrases have no such word.
    if tagged and _weighed(located.code).isdisjoint(words) and (end - start > 1 or len(words[0]) > 1):
        return 1.0
    if end - start == 1 and (
        words[0] in vague.breaking or words[0].rstrip(".") in TITLES or (len(words[0]) < 2 and words[0].isascii())
    ):
        return 0.0
    if PARTICLES.issuperset(words):
        return 0.0
    if words[-1] in HOLLOW or all(word in vague.alone or word in vague.before for word in words):
        return VAGUE
    # "One morning Marta went out" has no phrase "morning Marta".
    lower = words[0] in vague.alone and source.texts[start].islower()
    if lower and end - start > 1 and source.is_name((start + 1, end)):
        return VAGUE**3
    if signs.markers is None:
        return 1.0
    return _as_noun(signs, start) if end - start == 1 else _as_phrase(signs, located.spans(candidate))


def _as_noun(signs: Signs, place: int) -> float:
    """What is left of a word that may be a verb: 1 if enough around its occurrences shows that it is a noun."""
    stem = signs.located.words.stems[place]
    shown, places = len(signs.shown(stem)), len(signs.located.nouns.get(stem, ()))
    if not shown and signs.ends_as_verb(place):
        return 0.0
    return 1.0 if shown >= SHOWN * places else UNMARKED ** min(places, SURE)


def _as_phrase(signs: Signs, spans: Sequence[Span]) -> float:
    """The same of a phrase: something shows where it begins, and no word in it that is never a noun is a verb."""
    start, end = spans[0]
    stems, kinds = signs.located.words.stems, signs.located.words.kinds
    # A phrase of several words gathers more than a word, so that it has to lose more.
    marked = any(signs.is_noun_at(first) for first, _ in spans)
    # "Sanctionner sévèrement" begins with a verb.
    if not marked and signs.is_infinitive(start) and not signs.shown(stems[start]):
        return 0.0
    inside = [place for place in range(start, end) if kinds[place] != "-"]
    verb = any(signs.ends_as_verb(place) and not signs.shown(stems[place]) for place in inside)
    return (1.0 if marked else UNMARKED ** (SURE * min(2, len(spans)))) * (UNMARKED ** (2 * SURE) if verb else 1.0)
