"""Names of topics by contrast with their siblings: no two the same, none part of another."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from sentencerank.corpus.overview.directions import fading
from sentencerank.corpus.overview.document_extracts import PHRASES as PHRASES_KEPT
from sentencerank.corpus.overview.document_extracts import DocumentExtract
from sentencerank.languages.language import stopwords_of
from sentencerank.languages.registry import pack_of
from sentencerank.languages.vague_words import TITLES, vague_words
from sentencerank.languages.written_forms import commonest
from sentencerank.method.arrays import Ids

PHRASES = 5  # of a topic
TRIED = 40  # phrases of a topic that are looked at
SEVERAL = 2.2  # what a phrase of several words counts more
COMPOUND = 1.3  # the same in German, where "Wärmespeicher" is one word
FEW, FEWEST = 0.06, 2  # share and number of a topic's documents below which a phrase names some of them
OF_FEW = 0.1  # what such a phrase counts
VAGUE = 0.2  # what a word counts that tells little: "time", "Monday"


def name_topics(
    extracts: Sequence[DocumentExtract], siblings: Sequence[Ids], taken: Iterable[str] = ()
) -> list[tuple[str, ...]]:
    """Return the phrases that set each of some topics apart from its siblings, best first.

    A phrase is worth its share × log(share / share among the siblings). It goes to the topic that it sets apart most;
    none is part of another, nor of those in `taken`, which name the topics above.
    """
    everywhere = _shares(extracts, [int(k) for group in siblings for k in group])
    total = sum(map(len, siblings))
    pairs: list[tuple[float, int, str]] = []
    for number, group in enumerate(siblings):
        weights = _weights(extracts, group.tolist(), everywhere, total)
        best = sorted(weights, key=lambda stems: (-weights[stems], stems))[:TRIED]
        pairs += [(-weights[stems], number, stems) for stems in best]
    chosen: list[list[str]] = [[] for _ in siblings]
    said = [frozenset(stems.split()) for stems in taken]
    own: list[set[str]] = [set() for _ in siblings]
    for _, number, stems in sorted(pairs):
        words = frozenset(stems.split())
        # Inside a topic no word is said twice; across topics two phrases may share a word, as most of a subject do.
        part = any(words <= other or other <= words for other in said)
        if len(chosen[number]) < PHRASES and not part and not words & own[number]:
            chosen[number].append(stems)
            said.append(words)
            own[number] |= words
    return [tuple(stems) for stems in chosen]


def _weights(
    extracts: Sequence[DocumentExtract], members: Sequence[int], everywhere: dict[str, float], total: int
) -> dict[str, float]:
    inside = _shares(extracts, members)
    others = total - len(members)
    carriers = Counter(stems for k in members for stems, _ in extracts[k].phrases)
    surfaces = {stems: (surface, k) for k in members for stems, surface in extracts[k].phrases}
    weights = {}
    for stems, count in inside.items():
        share, rest = count / len(members), (everywhere[stems] - count + 0.5) / (others + 1)
        if share > rest:
            surface, owner = surfaces[stems]
            weight = _weight(surface, extracts[owner].language)
            weight *= 1.0 if carriers[stems] >= max(FEWEST, FEW * len(members)) or len(members) < 4 else OF_FEW
            if weight:
                weights[stems] = round(weight * share * math.log(share / rest), 9)
    return weights


@cache
def _weight(surface: str, language: str) -> float:
    """What a phrase counts: a single word less, where a language does not write its compounds in one word."""
    word = surface.casefold()
    pack, vague = pack_of(language), vague_words(language)
    if " " in surface:
        return COMPOUND if pack is not None and pack.capital_nouns else SEVERAL
    if (len(word) < 3 and word.isascii()) or (pack is not None and word in stopwords_of(pack)):
        return 0.0
    return VAGUE if word in vague.alone or word in vague.breaking or word in TITLES else 1.0


def surfaces_of(extracts: Sequence[DocumentExtract], members: Sequence[int], phrases: Iterable[str]) -> tuple[str, ...]:
    """Return phrases as these documents write them most often."""
    wanted = {stems: Counter[str]() for stems in phrases}
    for k in members:
        for stems, surface in extracts[k].phrases:
            if stems in wanted:
                wanted[stems][surface] += 1
    codes = Counter(extracts[k].language for k in members)
    code = max(sorted(codes), key=codes.__getitem__, default="")
    return tuple(commonest(forms, code) for forms in wanted.values() if forms)


def _shares(extracts: Sequence[DocumentExtract], documents: Iterable[int]) -> dict[str, float]:
    """How many documents are about each phrase; one that is high among their phrases counts more."""
    shares: dict[str, float] = {}
    weights = fading(PHRASES_KEPT).tolist()
    for k in documents:
        for weight, (stems, _) in zip(weights, extracts[k].phrases, strict=False):
            shares[stems] = shares.get(stems, 0.0) + weight
    return shares
