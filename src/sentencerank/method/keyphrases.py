"""The words and phrases that carry a document, and those that set a part of it apart: scores over numbers alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from itertools import repeat
from typing import NamedTuple

import numpy as np

from sentencerank import kernel
from sentencerank.document import UNSPACED
from sentencerank.frozen import dataclass
from sentencerank.method.arrays import Ids, Scores
from sentencerank.method.terms import Terms
from sentencerank.records import Keyphrase

SOFTENED = 0.6  # power of a word's score: one that is ten times as central is not ten times as good a keyphrase
SHRUNK = 3.0  # n occurrences count n / (n + SHRUNK), and fewer in a long text, which repeats what it is about
SINGLE = 0.2  # `PhraseTable.single` of a language that writes "heat pump" in two words
MANY_NAMES = 0.12  # share of names, half way to a text about people and places, where single words count in full
MANY_TERMS = 0.14  # share of nouns in repeated phrases without a name, half way to a text that speaks in phrases
ENOUGH = 90  # nouns of a text in which a phrase that occurs once counts half
TELLING = 25  # nouns of a text whose share of names counts half
PASSING = 0.5  # what a name of several words counts that occurs once, where parts of speech are not known
# Where a text names its subject in full only once: how much less a word loses that stands alone as well, and what each
# further occurrence of the commonest word adds to those of the phrase.
SOFTER, FURTHER = 0.4, 0.2
FIRST = 64  # candidates that are looked at first
FEW_NAMES, NAMED = 0.1, 16.0  # share of names that any text has; what each above it adds to the length of the text

_INSIDE = re.compile(f"(?<={UNSPACED}) (?={UNSPACED})")


def written(surface: str) -> str:
    """A phrase as a reader would write it: without spaces between words of a script that has none.

    >>> written("storage tank"), written("貯蔵 施設"), written("GPU クラスタ")
    ('storage tank', '貯蔵施設', 'GPU クラスタ')
    """
    return surface if surface.isascii() else _INSIDE.sub("", surface)


@dataclass(frozen=True, slots=True, eq=False)
class PhraseTable:
    """What is known of c candidates for keyphrases and of the words that they are made of (keyphrases/table.py).

    Candidate k has the words `words[bounds[k]:bounds[k + 1]]`.
    """

    words: Ids  # (t,)
    bounds: Ids  # (c + 1,)
    counts: Ids  # (c,) occurrences
    alone: Ids  # (c,) those of them that are not part of a longer candidate
    first: Ids  # (c,) the sentence that it occurs in first
    sizes: Ids  # (c,) length in words, small words included
    totals: Ids  # (w,) occurrences of each word
    sentences: int  # of the document
    nouns: int  # words that may be part of a phrase
    names: float  # share of nouns with a capital
    terms: float  # share of nouns that stand in repeated phrases of several words without a name
    tagged: bool  # whether parts of speech are known
    single: float = SINGLE  # what a single word is worth beside phrases, in a text that speaks in phrases
    research: bool = False  # a research text speaks in phrases, whatever names it has


class Worth(NamedTuple):
    """What the words and the candidates of a document are worth."""

    values: Scores  # of each word
    shares: Scores  # what its words give each candidate
    scores: Scores  # of each candidate


def worth_of(table: PhraseTable, terms: Terms, scores: Scores, words: tuple[str, ...]) -> Worth:
    """Return what words and candidates are worth, by the scores of the terms."""
    if kernel.native is not None and not (terms.names and terms.is_phrase.any()):
        count, candidates = len(words), len(table.counts)
        found = np.empty(count + 2 * candidates)
        columns = (table.words, table.bounds, table.counts, table.first, table.alone, table.sizes, table.totals)
        speech = _speech(table)
        settings = ((SOFTENED, *_sharing(table, speech)), _fit(table, speech, None, 1.0))
        kernel.native.worth(terms.names, scores, words, *columns, *settings, found)
        return Worth(found[:count], found[count : count + candidates], found[count + candidates :])
    values = word_values(terms, scores, words)
    shares = shares_of_words(table, values)
    return Worth(values, shares, fitted(table, shares))


def word_values(terms: Terms, scores: Scores, words: Sequence[str]) -> Scores:
    """What the term graph knows of each word: the scores of all terms that it is part of, softened."""
    # Names are unique, so that a word has several terms only by phrases.
    values = dict(zip(terms.names, scores.tolist(), strict=True))
    for place in np.flatnonzero(terms.is_phrase).tolist():
        score = values.pop(terms.names[place])
        for word in terms.names[place].split(" "):
            values[word] = values.get(word, 0.0) + score
    own: Scores = np.maximum(0.0, list(map(values.get, words, repeat(0.0)))) ** SOFTENED
    return own


def once_is_enough(table: PhraseTable) -> float:
    """How far a phrase counts that occurs only once: 1 in a short text, 0 in a long one.

    An abstract has no room to repeat its terms; a long text repeats what it is about. A story strings words together
    for the occasion ("veteran striker Kevin Phillips"), so it has to repeat them earlier.
    """
    return _once(table, _names(table))


def _once(table: PhraseTable, names: float) -> float:
    if not table.tagged:
        return 1.0
    evidence = table.nouns * (1.0 + NAMED * max(0.0, names - FEW_NAMES))
    return float(1.0 / (1.0 + (evidence / ENOUGH) ** 3))


def _names(table: PhraseTable) -> float:
    """The share of names among the nouns; unknown, and so 0, where nearly every noun has a capital, as in German.

    A few nouns tell little of it: an abstract may hold the names of a company and two cities.
    """
    if table.research or table.names >= 0.7:
        return 0.0
    return table.names * (1.0 - 1.0 / (1.0 + (table.nouns / TELLING) ** 3))


def _story(table: PhraseTable, names: float) -> float:
    """How far a text is a story, from 0 to 1; 0 where it speaks in phrases.

    Few names, or phrases that are repeated throughout, tell such a text: a paper has both authors and terms.
    """
    story = 1.0 - 1.0 / (1.0 + (names / MANY_NAMES) ** 3)
    return float(story / (1.0 + (table.terms / MANY_TERMS) ** 4))


class _Speech(NamedTuple):
    """How a text speaks, each from 0 to 1."""

    once: float  # how far a phrase counts that occurs only once
    story: float  # how far it is a story


def _speech(table: PhraseTable) -> _Speech:
    names = _names(table)
    return _Speech(_once(table, names), _story(table, names))


def phrase_scores(table: PhraseTable, values: Scores, *, once: float | None = None) -> Scores:
    """What each candidate is worth; `once` is how far a phrase counts that occurs only once."""
    return fitted(table, shares_of_words(table, values), once=once)


def shares_of_words(table: PhraseTable, values: Scores) -> Scores:
    """What the words of each candidate give it.

    A word gives a phrase the share of its own importance that is said in this phrase, so a word that mostly stands
    alone makes no phrase important, unless the text names its subject in full only once. Few occurrences count less,
    and what comes early counts up to twice.
    """
    if not len(table.counts):
        return np.zeros(0)
    counts, sizes = table.counts, np.diff(table.bounds)
    power, more, shrunk, sentences = _sharing(table, _speech(table))
    totals = table.totals[table.words]
    share = np.minimum(1.0, np.repeat(counts, sizes) / totals) ** power
    scores = np.add.reduceat(values[table.words] * share, table.bounds[:-1])
    further = np.maximum(0, np.maximum.reduceat(totals, table.bounds[:-1]) - counts)
    times = counts + more * further
    scores *= times / (times + shrunk) * (2.0 - table.first / sentences)
    return scores


def _sharing(table: PhraseTable, speech: _Speech) -> tuple[float, float, float, int]:
    """The power of a share, what further occurrences of a word count, how far counts shrink, and how many sentences.

    A short text that is no story names its subject in full only once and goes on with a word of it: "the harbour
    bridge" at first, then "the bridge".
    """
    told_once = speech.once * (1.0 - speech.story) if table.tagged else 0.0
    shrunk = SHRUNK * max(1.0, table.nouns / ENOUGH) ** 0.25
    return 1.0 - SOFTER * told_once, FURTHER * told_once, shrunk, max(1, table.sentences)


def fitted(table: PhraseTable, shares: Scores, *, once: float | None = None, several: float = 1.0) -> Scores:
    """What each candidate is worth, by what its words give it and by what the text speaks in.

    A phrase of several words counts `several` times as much.
    """
    several, once, worth, least = settings = _fit(table, _speech(table), once, several)
    if kernel.native is not None:
        found = np.empty(len(shares))
        kernel.native.fitted(shares, table.counts, table.alone, table.sizes, settings, found)
        return found
    scores, counts, single = shares.copy(), table.counts, table.sizes == 1
    scores[single] *= worth
    scores[~single & (counts == 1)] *= once
    scores[~single] *= several
    # A word that hardly ever stands alone is told by the phrases that it is part of.
    scores[single & (table.alone < counts) & (table.alone < least)] = 0.0
    return scores


def _fit(table: PhraseTable, speech: _Speech, once: float | None, several: float) -> tuple[float, float, float, int]:
    """What counts more or less: phrases, phrases that occur once, single words; how often these have to stand alone."""
    if not table.tagged:
        return several, PASSING, 1.0, 2
    once = speech.once if once is None else once
    # What a single word is worth beside a phrase: as much in a story, little in a text that speaks in phrases.
    return several, once, table.single ** (1.0 - speech.story), 2 if once > 0.5 else 1


def choose_phrases(
    table: PhraseTable,
    scores: Scores,
    values: Scores,
    diversity: float,
    weight: Callable[[int], float] = lambda _: 1.0,
    *,
    weights: Scores | None = None,
    likely: int = 10,
) -> Iterator[tuple[int, float]]:
    """Return candidates, best first, each with what it is worth after those before it.

    Words that were said already count less: a candidate loses `diversity` of their share of its words. `weight`, from 0
    to 1, is asked only for those that come near the top, and where `weights` are not known. About `likely` of them will
    be wanted.
    """
    if kernel.native is not None:
        known = weight if weights is None else weights
        return _chosen(table, scores, values, diversity, known, max(1, likely))
    return _chosen_in_turn(table, scores, values, diversity, weight)


def _chosen_in_turn(
    table: PhraseTable, scores: Scores, values: Scores, diversity: float, weight: Callable[[int], float]
) -> Iterator[tuple[int, float]]:
    said: set[int] = set()
    words, bounds = table.words, table.bounds
    # A candidate is looked at several times.
    known: dict[int, tuple[list[int], list[float], float]] = {}
    able = np.flatnonzero(scores > 0)
    worth = np.round(scores[able], 9)
    # The rest is looked at when nothing as good as the last of the first ones is left.
    last = np.partition(worth, -FIRST)[-FIRST] if len(able) > FIRST else 0.0
    rest = worth < last
    waiting = _pairs(worth[~rest], able[~rest])
    heapify(waiting)
    more = bool(rest.any())
    # What a candidate is worth only falls, so one that is still best when it is looked at again is the best of all.
    while waiting or more:
        if more and (not waiting or waiting[0][0] > -last):
            waiting += _pairs(worth[rest], able[rest])
            heapify(waiting)
            more = False
        before, place = heappop(waiting)
        if place not in known:
            own = words[bounds[place] : bounds[place + 1]]
            parts = values[own].tolist()
            known[place] = own.tolist(), parts, float(scores[place]) * weight(place)
        ids, parts, now = known[place]
        if not said.isdisjoint(ids):
            covered = sum([value for word, value in zip(ids, parts, strict=True) if word in said])
            now *= 1.0 - diversity * covered / max(sum(parts), 1e-30)
        now = round(now, 9)
        if -now != before and ((more and now < last) or (waiting and (-now, place) > waiting[0])):
            heappush(waiting, (-now, place))
        elif now > 0:
            said.update(ids)
            yield place, now


def _chosen(
    table: PhraseTable,
    scores: Scores,
    values: Scores,
    diversity: float,
    weight: Callable[[int], float] | Scores,
    most: int,
) -> Iterator[tuple[int, float]]:
    """Choose in the kernel, which begins again with twice as many when somebody wants more than `most`."""
    done = 0
    while True:
        found = kernel.native.choose(table.words, table.bounds, scores, values, diversity, most, weight)  # type: ignore[union-attr]
        yield from found[done:]
        if len(found) < most:
            return
        done, most = most, 2 * most


def _pairs(worth: Scores, places: Ids) -> list[tuple[float, int]]:
    return list(zip((-worth).tolist(), places.tolist(), strict=True))


def places_of_terms(scores: Scores) -> list[int]:
    """The place of each term by its score, from 0.

    >>> places_of_terms(np.array([0.2, 0.9, 0.2]))
    [1, 0, 2]
    """
    places = np.empty(len(scores), dtype=np.intp)
    places[_descending(scores)] = np.arange(len(scores))
    return places.tolist()


def carriers(
    terms: Terms, scores: Scores, places: Sequence[int], sentence: int, count: int = 5
) -> tuple[Keyphrase, ...]:
    """The best terms of one sentence."""
    best = sorted(set(terms.of(sentence).tolist()), key=places.__getitem__)[:count]
    return tuple(
        Keyphrase(written(terms.surfaces[term]), float(scores[term]), int(terms.frequency[term]), (sentence,))
        for term in best
    )


def _descending(scores: Scores) -> Ids:
    """Indices from the highest score down; of equals the first."""
    return np.argsort(-np.round(scores, 9), kind="stable")
