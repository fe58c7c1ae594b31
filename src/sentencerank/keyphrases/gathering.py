"""Where the candidates for the keyphrases of a document stand, gathered sentence by sentence.

With parts of speech they are maximal noun phrases, phrases inside them that stand elsewhere too, and nouns; without,
they are names, runs that the document repeats, and single words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import itemgetter

import numpy as np

from sentencerank import kernel
from sentencerank.keyphrases.acronyms import note_acronym, tie_acronyms
from sentencerank.keyphrases.gathered import Gathered
from sentencerank.keyphrases.located import Located, key_of
from sentencerank.keyphrases.merging import complete, merge_forms, merge_plurals
from sentencerank.keyphrases.plain_runs import gather_plain
from sentencerank.languages.noun_phrases import LONGEST, noun_phrases, phrase_lists
from sentencerank.languages.text_words import Span, Words

NESTED = 1.5  # so many times as often as inside the longest phrase around it, a part is a phrase of its own
_CAPITAL = re.compile(r"[A-Z].", re.DOTALL)


def find_candidates(words: Words, code: str, *, tagged: bool) -> Located:
    """Return the candidates of some sentences."""
    found = _located(words, code) if kernel.native is not None and tagged and code != "zh" else None
    if isinstance(found, Located):
        return found
    return _in_columns(gather(words, code, noun_phrases(words, code) if tagged and found is None else found))


def _located(words: Words, code: str) -> Located | list[Span]:
    """The candidates of tagged sentences, none of them an object; where stems belong together, the noun phrases."""
    settings = phrase_lists(code), code != "en", LONGEST, NESTED
    found = kernel.native.candidates(words.columns.native, words.kinds, *settings)  # type: ignore[union-attr]
    if isinstance(found, list):
        return found
    starts, ends, bounds, alone = [np.frombuffer(column, dtype=np.intp) for column in found[:4]]
    shorts, ties = found[4]
    return Located(words, code, starts, ends, bounds, alone, dict(shorts), ties)


def _in_columns(gathered: Gathered) -> Located:
    words, keys = gathered.words, gathered.keys()
    if kernel.native is not None:
        found = kernel.native.rows(gathered.places, gathered.nouns, gathered.alone, dict.fromkeys(words.stems))
        starts, ends, bounds, alone = (np.frombuffer(column, dtype=np.intp) for column in found)
    else:
        places = [gathered.spans(key) for key in keys]
        every = np.array(list(chain.from_iterable(places)), dtype=np.intp).reshape(-1, 2)
        starts, ends = np.ascontiguousarray(every.T)
        bounds = np.cumsum([0, *map(len, places)])
        alone = np.array([gathered.alone.get(key, 0) for key in keys], dtype=np.intp)
    shorts: dict[int, str] = {}
    ties: list[tuple[int, int]] = []
    if gathered.acronyms:
        rows = {key: row for row, key in enumerate(keys)}
        numbers = {stem: number for number, stem in enumerate(words.each)}
        shorts = {rows[key]: short for key, short in gathered.shorts.items() if key in rows}
        pairs = [
            (rows[key], numbers[stem]) for stem, key in gathered.acronyms.items() if key in rows and stem in numbers
        ]
        ties = sorted(pairs, key=itemgetter(0))
    return Located(words, gathered.code, starts, ends, bounds, alone, shorts, ties, keys, gathered.nouns)


def gather(words: Words, code: str, spans: Sequence[Span] | None) -> Gathered:
    """Return the candidates by their keys; `spans` are noun phrases, None where parts of speech are not known."""
    gathered = Gathered(words, code)
    if spans is not None:
        _gather_tagged(gathered, spans)
        _fold_parts(gathered)
    else:
        gather_plain(gathered)
    if code == "zh":
        complete(gathered)
    elif code != "en":
        merge_forms(gathered)
    # A word may be of several syllables with spaces between them, as in Vietnamese.
    for key in gathered.nouns.keys() & gathered.places.keys():
        gathered.places[key] += [(place, place + 1) for place in gathered.nouns.pop(key)]
    tie_acronyms(gathered)
    if code == "en":
        merge_plurals(gathered)
    return gathered


def _gather_tagged(gathered: Gathered, spans: Sequence[Span]) -> None:
    words = gathered.words
    if kernel.native is not None:
        columns = (words.kinds, words.breaks, words.texts, words.lowers, words.stems, words.ids)
        dictionaries = (gathered.places, gathered.nouns, gathered.alone)
        bracketed = kernel.native.gather(*columns, list(spans), LONGEST, NESTED, *dictionaries)
    else:
        bracketed = _gather_spans(gathered, spans)
    for span in bracketed:
        note_acronym(gathered, span)


def _gather_spans(gathered: Gathered, spans: Sequence[Span]) -> list[Span]:
    """Fill the dictionaries with noun phrases and their parts; return those with what may be an acronym behind them."""
    places, alone, nouns, words = gathered.places, gathered.alone, gathered.nouns, gathered.words
    # For each part of a longer phrase its places, and the phrases that it is part of.
    inner: defaultdict[str, tuple[list[Span], set[str]]] = defaultdict(lambda: ([], set()))
    alone.update(Counter([words.stems[start] for start, end in spans if end - start == 1]))
    several = [(start, end) for start, end in spans if end - start > 1]
    for start, end in several:
        key, size = key_of(words, (start, end)), end - start
        if size - words.kinds.count("-", start, end) <= LONGEST:
            places[key].append((start, end))
            alone[key] += 1
        if 2 < size <= 2 * LONGEST:
            for part in _parts(words, (start, end)):
                occurrences, around = inner[key_of(words, part)]
                occurrences.append(part)
                around.add(key)
    for place in words.nouns:
        nouns[words.stems[place]].append(place)
    for key, (occurrences, around) in inner.items():
        # A part that hardly ever stands outside one longer phrase is no phrase of its own.
        if key in alone or len(occurrences) > NESTED * max([alone.get(one, 0) for one in around]) + 1:
            places[key] += occurrences
    # A bracket breaks.
    return [(start, end) for start, end in several if words.breaks[end] and _CAPITAL.match(words.texts[end])]


def _fold_parts(gathered: Gathered) -> None:
    """Leave out parts that always have the same word beside them, which makes a longer candidate of them."""
    words, places, alone = gathered.words, gathered.places, gathered.alone
    for key in [key for key in places if key not in alone]:
        (start, end), count = places[key][0], len(places[key])
        around = (key_of(words, (start - 1, end)), key_of(words, (start, end + 1)))
        if any(len(places.get(longer, ())) >= count for longer in around):
            del places[key]


def _parts(words: Words, span: Span) -> Iterator[Span]:
    """Shorter phrases inside a phrase, two words at least, with a noun at the end."""
    (start, end), kinds, texts = span, words.kinds, words.texts
    for first in range(start, end - 1):
        if kinds[first] != "-":
            for last in range(first + 2, min(end, first + LONGEST) + 1):
                # Half a name is none: "Museums of San".
                cut = last < end and texts[last - 1][0].isupper() and texts[last][0].isupper()
                if last - first < end - start and kinds[last - 1] == "N" and not cut:
                    yield first, last
