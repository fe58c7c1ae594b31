"""The words and phrases that carry a document, and those that set a part of it apart, by their graph scores."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from sentencerank.document import UNSPACED
from sentencerank.method.arrays import Ids, Mask, Scores
from sentencerank.method.terms import Terms
from sentencerank.records import Keyphrase

_INSIDE = re.compile(f"(?<={UNSPACED}) (?={UNSPACED})")


def written(surface: str) -> str:
    """A phrase as a reader would write it: without spaces between words of a script that has none.

    >>> written("storage tank"), written("貯蔵 施設"), written("GPU クラスタ")
    ('storage tank', '貯蔵施設', 'GPU クラスタ')
    """
    return surface if surface.isascii() else _INSIDE.sub("", surface)


def best_terms(terms: Terms, scores: Scores) -> tuple[Keyphrase, ...]:
    """Nouns, names and phrases, best first; a word that is part of a better phrase is left out.

    A term seen once owes its score to chance more than one seen often: scores are shrunk by count / (count + 1).
    """
    counts = terms.frequency
    shrunk = scores * _about(terms) * counts / (counts + 1)
    where = _sentences_of(terms)
    inside: set[str] = set()
    found: list[Keyphrase] = []
    for term in _descending(shrunk).tolist():
        if not shrunk[term] or (not terms.is_phrase[term] and terms.names[term] in inside):
            continue
        if terms.is_phrase[term]:
            inside.update(terms.names[term].split())
        found.append(
            Keyphrase(written(terms.surfaces[term]), float(shrunk[term]), int(counts[term]), tuple(where[term]))
        )
    return tuple(found)


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


def distinctive_terms(terms: Terms, scores: Scores, sentences: Ids, count: int = 5) -> tuple[str, ...]:
    """What some sentences have more of than the others: score × occurrences inside × share of them inside."""
    inside = np.bincount(terms.ids[np.isin(terms.owners, sentences)], minlength=len(terms.names))
    weights = scores * _about(terms) * inside * inside / np.maximum(terms.frequency, 1)
    return tuple(written(terms.surfaces[term]) for term in _descending(weights)[:count].tolist() if weights[term] > 0)


def _about(terms: Terms) -> Mask:
    """The terms that a document can be about; all of them in a language whose nouns are not known."""
    return terms.is_noun if terms.is_noun.any() else np.ones(len(terms.names), dtype=np.bool_)


def _sentences_of(terms: Terms) -> list[list[int]]:
    sentences: list[list[int]] = [[] for _ in terms.names]
    for sentence, term in zip(*(ids.tolist() for ids in terms.distinct), strict=True):
        sentences[term].append(sentence)
    return sentences


def _descending(scores: Scores) -> Ids:
    """Indices from the highest score down; of equals the first."""
    return np.argsort(-np.round(scores, 9), kind="stable")
