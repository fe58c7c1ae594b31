"""Words in arrays: they come back as they were, and a pickled ranking is hardly larger for them."""

from __future__ import annotations

import pickle
from dataclasses import fields, replace

import numpy as np
import pytest

import sentencerank as sr
from sentencerank.stored_tokens import store_tokens
from tests.texts import TEXTS


@pytest.mark.parametrize("name", TEXTS)
def test_a_pickled_ranking_gives_the_same_phrases_and_topics(name: str) -> None:
    ranking = sr.rank(TEXTS[name])
    again = pickle.loads(pickle.dumps(ranking))
    assert again.keyphrases(20) == ranking.keyphrases(20)
    assert again.topics == ranking.topics
    assert [list(some) for some in again.tokens] == [list(some) for some in ranking.tokens]
    assert pickle.loads(pickle.dumps(again)).topics == ranking.topics


def test_a_pickled_ranking_is_hardly_larger_for_its_words() -> None:
    ranking = sr.rank(TEXTS["report"])
    ranking.keyphrases()
    bare = {one.name: getattr(ranking, one.name) for one in fields(ranking)} | {"tokens": ()}
    assert len(pickle.dumps(ranking)) < 1.4 * len(pickle.dumps(bare))


@pytest.mark.parametrize("name", TEXTS)
def test_the_numbers_of_a_pickled_ranking_are_the_same(name: str) -> None:
    ranking = sr.rank(TEXTS[name])
    again = pickle.loads(pickle.dumps(ranking))
    assert again.to_dict(explain=True) == ranking.to_dict(explain=True)
    assert again.document == ranking.document
    for one in fields(ranking.terms):
        assert _listed(getattr(again.terms, one.name)) == _listed(getattr(ranking.terms, one.name)), one.name


def test_a_pickled_term_may_hold_any_character() -> None:
    terms = replace(sr.rank("Rain fell. Snow fell.").terms, names=("a\0b", "c"), surfaces=("A\0B", ""))
    again = pickle.loads(pickle.dumps(terms))
    assert (again.names, again.surfaces) == (terms.names, terms.surfaces)


def _listed(value: object) -> object:
    if isinstance(value, np.ndarray):
        return value.tolist()
    return [_listed(one) for one in value] if isinstance(value, tuple) else value


def test_single_sentences_and_slices() -> None:
    ranking = sr.rank("Rain fell. The river rose. A bridge fell.")
    stored = store_tokens(ranking.tokens, ranking.document.sentences)
    assert list(stored[-1]) == list(ranking.tokens[2])
    assert stored[:2] == [list(some) for some in ranking.tokens[:2]]
    assert len(store_tokens([], [])) == 0
    with pytest.raises(IndexError):
        stored[3]
