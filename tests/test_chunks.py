"""Long documents: sentences are compared within chunks, and all else is as in one piece."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sentencerank as sr
from sentencerank.evaluate.measures import spearman
from sentencerank.method import chunks
from sentencerank.method.selection import marginal_relevance
from tests.strategies import SEEDS, similarities

SYLLABLES = [a + b for a in "bdfgklmnprst" for b in ("a", "e", "i", "o", "u")]


def story(count: int, seed: int = 0) -> list[str]:
    """Sentences about changing subjects, in words that occur by Zipf's law."""
    chance = random.Random(seed)
    vocabulary = ["".join(chance.choices(SYLLABLES, k=3)) for _ in range(3000)]
    weights = [1 / (rank + 1) for rank in range(len(vocabulary))]
    sentences = []
    for index in range(count):
        subject = vocabulary[100 + 10 * (index // 12) % 2000 :][:10]
        words = chance.choices(vocabulary, weights, k=chance.randint(4, 10)) + chance.choices(subject, k=3)
        sentences.append("The " + " of ".join(words) + ".")
    return sentences


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stretches of some hundred sentences, so that texts need not be long."""
    monkeypatch.setattr(chunks, "LONGEST", 400)
    monkeypatch.setattr(chunks, "CHUNK", 300)


@given(st.lists(st.integers(0, 7), min_size=1, max_size=4), SEEDS, st.sampled_from([0.0, 0.5, 0.7, 1.0]))
def test_merging_is_choosing_from_all_chunks_at_once(sizes: list[int], seed: int, trade: float) -> None:
    whole = np.zeros((sum(sizes), sum(sizes)), dtype=np.float32)
    relevance = np.random.default_rng(seed).permutation(sum(sizes)) / max(sum(sizes), 1)
    orders, values, start = [], [], 0
    for size in sizes:
        here = slice(start, start + size)
        whole[here, here] = similarities(size, seed)
        order, lost = marginal_relevance(relevance[here], whole[here, here], trade=trade)
        orders.append(start + order)
        values.append(trade * relevance[here][order] - lost[order])
        start += size
    expected, _ = marginal_relevance(relevance, whole, trade=trade)
    found = chunks.merge_orders(orders, values)
    worth = dict(zip(np.concatenate(orders).tolist(), np.concatenate(values).round(9).tolist(), strict=True))
    assert sorted(found.tolist()) == sorted(expected.tolist())
    assert [worth[i] for i in found.tolist()] == [worth[i] for i in expected.tolist()]  # ties may be broken otherwise


def test_shares_of_the_chunks_sum_to_one() -> None:
    bias = np.array([0.5, 0.2, 0.1, 0.1, 0.1])
    scores = chunks.scores_by_chunk([0, 2, 5], bias, 0.85, lambda k, here: here)
    assert scores.sum() == pytest.approx(1)
    assert scores[:2].sum() == pytest.approx(0.85 * 0.4 + 0.15 * 0.7)


def test_chunks_begin_where_the_text_has_a_break(short: None) -> None:
    paragraphs = ["\n".join(story(47, seed)) for seed in range(20)]
    document = sr.rank("\n\n".join(paragraphs).replace(".\n", ". ")).document
    everything = document.sentences
    bounds = chunks.bounds_of(np.array([s.section for s in everything]), np.array([s.paragraph for s in everything]))
    assert bounds[0] == 0
    assert bounds[-1] == len(everything)
    assert len(bounds) == 4
    for bound in bounds[1:-1]:
        assert document.sentences[bound].paragraph != document.sentences[bound - 1].paragraph


@pytest.mark.parametrize("method", ["ssr", "spr", "swr", "textrank"])
def test_chunks_rank_nearly_as_one_piece(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = story(900)
    one = sr.rank(text, method=method)
    monkeypatch.setattr(chunks, "LONGEST", 400)
    monkeypatch.setattr(chunks, "CHUNK", 300)
    several = sr.rank(text, method=method)
    assert not any("chunks" in note for note in one.notes)
    assert any("within 3 chunks" in note for note in several.notes)
    assert one.order.tolist() != several.order.tolist()
    assert spearman(one.scores, several.scores) > 0.9


def test_position_and_salience_do_not_know_of_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = story(500)
    one = sr.rank(text)
    monkeypatch.setattr(chunks, "LONGEST", 200)
    monkeypatch.setattr(chunks, "CHUNK", 100)
    several = sr.rank(text)
    assert several.term_scores == pytest.approx(one.term_scores)
    for part in ("position", "opening", "reach", "substance", "wording"):
        assert several.parts[part] == pytest.approx(one.parts[part])


def test_a_copy_in_another_chunk_is_found(short: None) -> None:
    text = story(900)
    text[850] = text[10]
    ranking = sr.rank(text)
    assert ranking.sentences[850].copy_of == 10


def test_reasons_stay_inside_the_document(short: None) -> None:
    ranking = sr.rank(story(900))
    for index in (0, 450, 899):
        votes = [vote.sentence for vote in ranking.explain(index).votes]
        assert votes
        assert all(abs(voter - index) <= 400 for voter in votes)
    assert len(ranking.topics) == 6  # two for each chunk


@pytest.mark.parametrize("method", ["ssr", "lexrank", "lead"])
def test_ten_thousand_sentences_are_compared_within_chunks(method: str) -> None:
    ranking = sr.rank(story(10_000), method=method)
    assert sorted(ranking.order.tolist()) == list(range(10_000))
    assert any("within 10 chunks" in note for note in ranking.notes) == (method != "lead")


def test_a_long_document_is_asked_again_without_preparing_it_again(short: None) -> None:
    text = story(900)
    text[700] = "A violinist played a slow sonata in the cold church."
    prepared = sr.Ranker().prepare(text)
    assert prepared.rank("violinist in church").order[0] == 700
    assert prepared.rank().order[0] != 700
