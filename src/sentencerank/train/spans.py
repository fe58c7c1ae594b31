"""Phrases in new text, with their places: the segmentation of mining, over the phrases that are good enough."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sentencerank.errors import OptionsError
from sentencerank.train.mining.candidates import located
from sentencerank.train.mining.phrase_model import MULTI, SINGLE, PhraseModel
from sentencerank.train.mining.segmentation import effective
from sentencerank.train.mining.viterbi import Grams, best_lengths
from sentencerank.train.spacing import segmented_language, spaced, unspaced
from sentencerank.train.store import Bools, Ints
from sentencerank.train.tokens import CUT_TOKENISER, END, Words, tokenise


class PhraseSpan(NamedTuple):
    """A phrase at `text[start:end]`; `phrase` is its words in lower case, one space between them."""

    start: int
    end: int
    phrase: str
    quality: float


def segment(text: str, model: PhraseModel, *, minimum: float = MULTI, single: float = SINGLE) -> list[PhraseSpan]:
    """The phrases of a text in reading order, disjoint, with character offsets into it.

    Phrases of several words count from quality `minimum`, single words from `single` on. Every word may stand alone at
    the price of its own score, an unknown one at that of half an occurrence, so "a b" need not win over "b c".
    """
    for name, value in (("minimum", minimum), ("single", single)):
        if not 0 <= value <= 1:
            raise OptionsError(f"{name} is {value}; it must lie between 0 and 1.")
    words = _words(text, model)
    numbers = model.numbers
    ids = np.array([numbers.get(name, len(numbers)) for name in words.names], np.int64)[words.ids]
    chosen, found = segmentation(ids, words.flags & END == 0, model, minimum)
    spans = []
    for n, (places, nodes) in enumerate(found, 2):
        mine = chosen[places] == n
        spans += [(place, n, node) for place, node in zip(places[mine].tolist(), nodes[mine].tolist(), strict=True)]
    alone = np.flatnonzero((chosen == 1) & (ids < len(model.words)))
    alone = alone[model.quality[ids[alone]] >= max(single, 1e-9)]
    spans += [(place, 1, node) for place, node in zip(alone.tolist(), ids[alone].tolist(), strict=True)]
    return [
        PhraseSpan(
            int(words.starts[place]),
            int(words.ends[place + n - 1]),
            " ".join(words.names[id] for id in words.ids[place : place + n]),
            float(model.quality[node]),
        )
        for place, n, node in sorted(spans)
    ]


def _words(text: str, model: PhraseModel) -> Words:
    """The words of a text as the model's tokeniser finds them, with places in the text as it is."""
    if model.meta.get("tokeniser") != CUT_TOKENISER or (language := segmented_language(model.language)) is None:
        return tokenise(text)
    apart, inserted = spaced(text, language)
    words = tokenise(apart, cut=True)
    return words._replace(starts=unspaced(words.starts, inserted), ends=unspaced(words.ends, inserted))


def segmentation(
    ids: Ints, joined: Bools, model: PhraseModel, minimum: float, *, sound: bool = False
) -> tuple[Ints, list[tuple[Ints, Ints]]]:
    """By word the length of the segment that begins there, 0 inside one; and all matches as `_matches` has them.

    `ids` are those of the model's words, any other number is an unknown word; `joined` says where a phrase may go on;
    `sound` leaves out phrases with a stop word at either end.
    """
    floor = float(model.logp[: len(model.words)].min(initial=0.0))
    steps = np.append(model.logp[: len(model.words)].astype(np.float64), floor)[ids]
    found = _matches(ids, joined, model)
    shift = effective(model.penalty, model.longest)
    grams = []
    for n, (places, nodes) in enumerate(found, 1):
        good = model.quality[nodes] >= max(minimum, 1e-9)  # false for NaN
        if sound:
            good &= model.sound[nodes]
        places, nodes = places[good], nodes[good]
        quality, logp = model.quality[nodes].astype(np.float64), model.logp[nodes].astype(np.float64)
        grams.append(Grams(places, logp + np.log(quality) - n * shift))
    return best_lengths(len(ids), steps, grams), found


def _matches(ids: Ints, joined: Bools, model: PhraseModel) -> list[tuple[Ints, Ints]]:
    """By length from 2: where something in the trie begins, and its node."""
    vocabulary = len(model.words)
    places = np.flatnonzero(ids < vocabulary)
    nodes = ids[places]
    found = []
    for length in range(2, model.longest + 1):
        inside = places + length - 1 < len(ids)
        places, nodes = places[inside], nodes[inside]
        last = ids[places + length - 1]
        going = (last < vocabulary) & joined[places + length - 2]
        places, nodes, last = places[going], nodes[going], last[going]
        rows = located(model.keys, nodes * vocabulary + last)
        places, nodes = places[rows >= 0], rows[rows >= 0] + vocabulary
        found.append((places, nodes))
    return found
