"""Which language that somebody registered a text is in: told by its stop words, against the languages nearby."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from sentencerank.languages.function_words import (
    ENOUGH_WORDS,
    fullest,
    function_words,
    is_formulas,
    known_words,
    profiles,
    words_of,
)
from sentencerank.languages.language import Pack, stopword_lists, stopwords_of
from sentencerank.languages.registry import registered_packs
from sentencerank.languages.scripts import OWNERS

LEAST_OWN = 0.08  # share of words that are its own; a stop list is longer than a profile, so more is asked than there
UNLISTED = 2.0  # a language with a short profile and no list would have more to itself if it had one
LEAD = 0.5  # what others have to themselves may be at most so much of what it has to itself


def find_registered(sample: str, script: str, share: float) -> tuple[str, float, float] | None:
    """Return a registered language, if its stop words tell it from those of the package that the text could be in.

    Return how sure that is, too, and which share of the words is its own.
    """
    packs = [
        pack
        for pack in registered_packs()
        if pack.script in ("", script) and pack.code not in profiles().get(script, ()) and pack.code != script
        if stopwords_of(pack)
    ]  # fmt: skip
    words = words_of(sample) if packs else Counter[str]()
    if not packs or is_formulas(words):
        return None
    shares = fullest(words, script)
    rivals = [code for hit, code in shares if hit and 2 * hit >= shares[0][0]] or [OWNERS.get(script, script)]
    if (found := _nearest(words, script, packs, rivals)) is None:
        return None
    code, own, behind = found
    return code, _sure(words, share) * _clear(own, behind), own


def _sure(words: Counter[str], share: float) -> float:
    """Return how much a text can tell: a headline may well have no function word."""
    return share * min(1.0, words.total() / ENOUGH_WORDS)


def _clear(best: float, behind: float) -> float:
    """Return how clear the language is, by the share of its function words and how near the next one comes."""
    return min(1.0, 0.5 + 2.5 * best) * min(1.0, 2 * (1 - behind))


def _nearest(
    words: Counter[str], script: str, packs: Collection[Pack], rivals: Collection[str]
) -> tuple[str, float, float] | None:
    """Return the registered language that is nearer than every rival: code, share of its words, what the next has.

    A list of one's own may be short or long, so shares are not compared as such: of two languages the one is nearer
    whose words *that the other does not have* are found more often.
    """
    known = {code: known_words(script, code) for code in rivals}
    known |= {pack.code: frozenset(map(str.lower, stopwords_of(pack))) for pack in packs}
    short = set(rivals) - stopword_lists()
    for pack in packs:
        own, behind = known[pack.code], 0.0
        for other in known.keys() - {pack.code}:
            ahead = _found(words, own - known[other], script)
            theirs = _found(words, known[other] - own, script) * (UNLISTED if other in short else 1.0)
            behind = max(behind, theirs / ahead if ahead else 1.0)
        share = _found(words, own, script) / max(words.total(), 1)
        if share >= LEAST_OWN and behind < LEAD:
            return pack.code, share, behind
    return None


def _found(words: Mapping[str, int], known: frozenset[str], script: str) -> float:
    """Return how often these words occur; one that k languages have counts 1/√(k + 1), a letter a third."""
    shared = function_words(script)
    return sum(
        times * (len(shared[word].codes) + 1 if word in shared else 1) ** -0.5 / (1 if len(word) > 1 else 3)
        for word, times in words.items()
        if word in known
    )
