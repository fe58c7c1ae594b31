"""Whether a text is in a language that somebody registered: its stop words against those of the languages nearby.

A list of one's own may be short or long, so shares are not compared as such: of two languages the one is nearer whose
words *that the other does not have* are found more often. Without a registered language nothing here runs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

from sentencerank.languages.pack import Pack, listed_words, lists
from sentencerank.languages.packs import PACKS
from sentencerank.languages.profiles import PROFILES, words_of
from sentencerank.languages.registry import registered

LEAST = 0.08  # share of words that are its own; a stop list is longer than a profile, so more is asked than there
UNLISTED = 2.0  # a language with a short profile and no list would have more to itself if it had one
LEAD = 0.5  # what others have to themselves may be at most so much of what it has to itself


def newcomers(script: str) -> list[Pack]:
    """Registered languages of a script that the package could not find by itself, and that have stop words."""
    return [
        pack
        for pack in registered().values()
        if pack.script in ("", script) and pack.code not in PROFILES.get(script, ()) and pack.code != script
        if listed_words(pack)
    ]  # fmt: skip


def nearest(
    words: Mapping[str, int], script: str, packs: Collection[Pack], rivals: Collection[str]
) -> tuple[str, float, float] | None:
    """The newcomer that is nearer than every rival: code, share of its words, and what the next has of that."""
    total = max(sum(words.values()), 1)
    known = {code: known_words(script, code) for code in rivals}
    known |= {pack.code: frozenset(map(str.lower, listed_words(pack))) for pack in packs}
    short = set(rivals) - lists()
    for pack in packs:
        own, behind = known[pack.code], 0.0
        for other in known.keys() - {pack.code}:
            ahead = _found(words, own - known[other], script)
            theirs = _found(words, known[other] - own, script) * (UNLISTED if other in short else 1.0)
            behind = max(behind, theirs / ahead if ahead else 1.0)
        share = _found(words, own, script) / total
        if share >= LEAST and behind < LEAD:
            return pack.code, share, behind
    return None


@cache
def known_words(script: str, code: str) -> frozenset[str]:
    """The function words of a language of the package: its profile, and its list of stop words."""
    listed = listed_words(PACKS[code]) if code in PACKS else frozenset()
    return frozenset(PROFILES.get(script, {}).get(code, "").split()) | frozenset(map(str.lower, listed))


def _found(words: Mapping[str, int], known: frozenset[str], script: str) -> float:
    """How often these words occur; one that k languages of the package have counts 1/√(k + 1), a letter a third."""
    shared = words_of(script)
    return sum(
        times * (len(shared.get(word, ())) + 1) ** -0.5 / (1 if len(word) > 1 else 3)
        for word, times in words.items()
        if word in known
    )
