"""What is known of candidates and of the words that they are made of, in columns of numbers."""

from __future__ import annotations

from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np

from sentencerank import kernel
from sentencerank.keyphrases.located import Located
from sentencerank.keyphrases.weights import vague_lists
from sentencerank.languages.text_words import Words
from sentencerank.method.arrays import Ids, Scores


class Known(NamedTuple):
    """What is known of some candidates; `PhraseTable` says more of most fields."""

    owners: Ids  # the sentences of all places
    first: Ids
    sizes: Ids
    counts: Ids
    bounds: Ids
    totals: Ids
    upper: Ids | None  # of each stem how often it is a noun inside a sentence, with a capital that means something,
    lower: Ids | None  # and without
    words: Ids
    weights: Scores | None  # of each candidate, if that is told at once
    terms: int  # how many words stand in repeated phrases of several words without a name
    capitals: int  # how many nouns inside sentences have a capital
    others: int  # and how many have none
    longest: int  # words of the longest candidate


def known_of(located: Located, *, tagged: bool) -> Known:
    """Return what is known of candidates; `tagged` says whether parts of speech are."""
    if kernel.native is not None:
        return _from_kernel(located, tagged)
    words, ids = located.words, located.words.ids
    firsts, ends = located.starts[located.bounds[:-1]], located.ends[located.bounds[:-1]]
    own, bounds = _words_of(ids, firsts, ends)
    for row, stem in located.ties:
        own = np.insert(own, bounds[row + 1], stem)
        bounds[row + 1 :] += 1
    owners = words.indices[np.searchsorted(words.firsts, located.starts, side="right") - 1]
    return Known(
        owners,
        owners[located.bounds[:-1]],
        ends - firsts,
        located.counts,
        bounds,
        np.bincount(ids[ids >= 0], minlength=len(words.each)),
        None,
        None,
        own,
        None,
        _in_terms(located, np.diff(bounds)),
        *_names(words),
        int((ends - firsts).max(initial=0)),
    )


def _from_kernel(located: Located, tagged: bool) -> Known:
    words, ties = located.words, list(located.ties)
    vague = vague_lists(located.code) if tagged else None
    text, *places = located.columns
    found = kernel.native.phrase_table(text, words.kinds, *places, located.alone, words.indices, ties, vague)  # type: ignore[union-attr]
    rows, stems = len(located.alone), len(words.each)
    columns = np.frombuffer(found[0], dtype=np.intp)
    ends = accumulate([len(located.starts), rows, rows, rows, rows + 1, stems, stems, stems], initial=0)
    parts: tuple[Ids, ...] = tuple([columns[start:end] for start, end in pairwise([*ends, len(columns)])])
    weights: Scores | None = np.frombuffer(found[1]) if tagged else None
    return Known._make((*parts, weights, *found[2:]))


def _words_of(ids: Ids, starts: Ids, ends: Ids) -> tuple[Ids, Ids]:
    """The numbers of the words in some spans, and where those of each begin.

    >>> _words_of(np.array([-1, 5, -1, 6, 7]), np.array([1, 4]), np.array([4, 5]))
    (array([5, 6, 7]), array([0, 2, 3]))
    """
    sizes = ends - starts
    behind = np.cumsum(sizes)
    words = ids[np.arange(sizes.sum()) + np.repeat(starts - behind + sizes, sizes)]
    known = np.cumsum(words >= 0)
    return words[words >= 0], np.concatenate([[0], known[behind - 1]])


def _names(words: Words) -> tuple[int, int]:
    """How many nouns inside sentences have a capital, and how many have none."""
    texts, cased = words.texts, words.cased
    letters = [texts[place][0] for place in words.nouns if texts[place - 1] and cased[words.owner(place)]]
    capitals = sum(map(str.isupper, letters))
    return capitals, len(letters) - capitals


def _in_terms(located: Located, sizes: Ids) -> int:
    """How many words stand in repeated phrases of several words without a name."""
    words, alone, count = located.words, located.alone, 0
    starts, ends = located.starts[located.bounds[:-1]], located.ends[located.bounds[:-1]]
    rows = np.flatnonzero((alone > 1) & (sizes > 1))
    if not len(rows):
        return 0
    numbers = np.stack([starts[rows], ends[rows], alone[rows] * sizes[rows]], axis=1)
    for start, end, times in numbers.tolist():
        # The first word of a sentence has a capital in any case.
        texts = words.texts[start + words.opens(start) : end]
        if all(text[0].islower() for text in texts):
            count += times
    return count
