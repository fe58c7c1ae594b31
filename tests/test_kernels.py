"""Every fast kernel equals the plain loops of reference.py."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.method import graphs, reference
from sentencerank.method.arrays import Edges, Scores, Weights
from sentencerank.method.clustering import affinity_clusters
from sentencerank.method.fusion import openings
from sentencerank.method.graphs import (
    cooccurrence,
    most_similar,
    overlap,
    semantic,
    sentence_graph,
    shared_terms,
    term_graph,
    words_in_phrases,
)
from sentencerank.method.pagerank import pagerank
from sentencerank.method.salience import salience
from sentencerank.method.selection import (
    even,
    marginal_relevance,
    relevance_of,
    round_robin,
    weighted_round_robin,
    whole_first,
)
from sentencerank.method.structures import location_ranks, sentence_bias, term_bias
from sentencerank.method.wmd import lexical_distance, relaxed_wmd, similarity
from tests.strategies import SEEDS, documents, scores, similarities, terms_of, vectors, words_inside

Plain = tuple[list[list[int]], int]


def as_graph(pairs: np.ndarray, weights: Scores, size: int) -> reference.Graph:
    return {(int(p) // size, int(p) % size): float(w) for p, w in zip(pairs, weights, strict=True)}


def as_edges(graph: reference.Graph, size: int) -> Edges:
    u = np.array([pair[0] for pair in graph], dtype=np.intp)
    v = np.array([pair[1] for pair in graph], dtype=np.intp)
    w = np.array(list(graph.values()), dtype=np.float64)
    return Edges(size, np.concatenate((u, v)), np.concatenate((v, u)), np.concatenate((w, w)))


def as_matrix(graph: reference.Graph, size: int) -> np.ndarray:
    matrix = np.zeros((size, size))
    for (u, v), weight in graph.items():
        matrix[u, v] = matrix[v, u] = weight
    return matrix


@given(documents(), st.integers(2, 4), st.booleans())
def test_cooccurrence(document: Plain, window: int, across: bool) -> None:
    sentences, size = document
    pairs, weights = cooccurrence(terms_of(sentences, size), window=window, across_sentences=across)
    assert as_graph(pairs, weights, size) == pytest.approx(reference.cooccurrence(sentences, window, across))


@given(st.integers(1, 14), SEEDS)
def test_semantic_edges(size: int, seed: int) -> None:
    rows = vectors(size, seed)
    phrase = (np.arange(size) % 3 == 0).tolist()
    pairs, weights = semantic(rows, np.array(phrase), threshold=0.3, phrase_threshold=0.5)
    expected = reference.semantic(rows.astype(float).tolist(), phrase, 0.3, 0.5)
    assert as_graph(pairs, weights, size) == pytest.approx(expected, rel=1e-5)


@pytest.mark.parametrize("block", [1, 200, 1 << 22])
def test_of_too_many_semantic_edges_the_nearest_are_kept(monkeypatch: pytest.MonkeyPatch, block: int) -> None:
    rows, phrase = vectors(40, 3), np.zeros(40, dtype=np.bool_)
    all_pairs, cosine = semantic(rows, phrase, threshold=0.0, phrase_threshold=0.0)
    assert len(all_pairs) > 50
    monkeypatch.setattr(graphs, "NEIGHBOURS", 50)
    monkeypatch.setattr(graphs, "BLOCK", block)
    pairs, weight = semantic(rows, phrase, threshold=0.0, phrase_threshold=0.0)
    nearest = np.sort(np.argsort(-cosine)[:50])
    np.testing.assert_array_equal(pairs, all_pairs[nearest])
    np.testing.assert_allclose(weight, cosine[nearest] / cosine[nearest].sum(), rtol=1e-6)


@given(documents(), SEEDS)
def test_each_kind_of_term_edge_has_mass_one(document: Plain, seed: int) -> None:
    sentences, size = document
    terms, rows = terms_of(sentences, size), vectors(size, seed)
    graph = term_graph(terms, rows, window=3, threshold=0.3, phrase_threshold=0.3)
    kinds = bool(reference.cooccurrence(sentences, 3, False)) + bool(
        reference.semantic(rows.tolist(), [False] * size, 0.3, 0.3)
    )
    assert graph.weight.sum() / 2 == pytest.approx(kinds)
    assert (graph.weight >= 0).all()


@given(documents(), SEEDS, st.sampled_from([0.0, 0.5, 0.85]), st.booleans())
def test_pagerank_sparse_and_dense(document: Plain, seed: int, damping: float, leak: bool) -> None:
    sentences, size = document
    edges = reference.cooccurrence(sentences, 3, False)
    bias = scores(size, seed) + 0.01
    bias /= bias.sum()
    expected = reference.pagerank(edges, bias.tolist(), damping, leak)
    for graph in (as_edges(edges, size), as_matrix(edges, size)):
        weights: Weights = graph
        assert pagerank(weights, bias, damping=damping, leak=leak) == pytest.approx(expected, abs=1e-7)


@given(documents())
def test_biases(document: Plain) -> None:
    sentences, size = document
    for structure in ("news", "research", "argument", "narrative", "conversation", "flat"):
        places = location_ranks(structure, len(sentences))
        plain = places.tolist()
        assert term_bias(terms_of(sentences, size), places) == pytest.approx(
            reference.term_bias(sentences, size, plain)
        )
        assert sentence_bias(places) == pytest.approx(reference.sentence_bias(plain))


@given(documents(), SEEDS, st.booleans())
def test_salience(document: Plain, seed: int, softplus: bool) -> None:
    sentences, size = document
    term_scores = 3 * scores(size, seed)
    found = salience(terms_of(sentences, size), term_scores, elevate=softplus)
    assert found == pytest.approx(reference.salience(sentences, term_scores.tolist(), softplus))


@given(documents())
def test_opening_and_reach(document: Plain) -> None:
    sentences, size = document
    opening, reach = openings(terms_of(sentences, size))
    assert opening.tolist() == pytest.approx(reference.openings(sentences))
    assert reach.tolist() == pytest.approx(reference.reaches(sentences))


def test_what_returns_is_opened_once_and_reaches_at_most_a_hundred_sentences() -> None:
    # Term 0 returns at the end, terms 1 to 3 never; the sentences between have a term each of their own.
    sentences = [[0, 1, 2, 3], *([term] for term in range(4, 204)), [0]]
    terms = terms_of(sentences, 204)
    opening, reach = openings(terms)
    assert opening[0] - opening[1] == pytest.approx(1 / 4)
    assert opening[-1] == opening[1]  # it closes, it does not open
    assert reach[0] - reach[1] == pytest.approx(1 / 4)
    assert reach[-1] - reach[1] == pytest.approx(1 / 3)  # one term counts as one of three


@given(documents(), SEEDS)
def test_relaxed_wmd(document: Plain, seed: int) -> None:
    sentences, size = document
    rows = vectors(size, seed)
    found = relaxed_wmd(terms_of(sentences, size), rows)
    expected = np.array(reference.relaxed_wmd(sentences, rows.astype(float).tolist())).reshape(found.shape)
    assert found == pytest.approx(expected, abs=2e-3)  # √ of a float32 rounding error near 0


def test_the_same_words_are_at_no_distance_whatever_rounding_does() -> None:
    rows = np.random.default_rng(5).normal(size=(2000, 256)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    words = list(range(len(rows)))
    assert (relaxed_wmd(terms_of([words, words[::-1]], len(words)), rows) == 0).all()


@given(documents())
def test_without_vectors_terms_are_at_right_angles(document: Plain) -> None:
    sentences, size = document
    found = lexical_distance(terms_of(sentences, size))
    expected = np.array(reference.relaxed_wmd(sentences, np.eye(size).tolist())).reshape(found.shape)
    assert found == pytest.approx(expected, abs=1e-5)


@given(documents())
def test_shared_terms(document: Plain) -> None:
    sentences, size = document
    expected = [
        [0 if i == j else len(set(left) & set(right)) for j, right in enumerate(sentences)]
        for i, left in enumerate(sentences)
    ]
    assert shared_terms(terms_of(sentences, size)).tolist() == expected


def test_shared_terms_of_a_long_document_are_counted_both_ways() -> None:
    rng = np.random.default_rng(0)
    sentences = [rng.integers(0, 400, 6).tolist() + [0] * int(rng.random() < 0.5) for _ in range(1100)]
    incidence = np.zeros((1100, 400), dtype=int)
    for row, sentence in enumerate(sentences):
        incidence[row, sentence] = 1
    expected = incidence @ incidence.T
    np.fill_diagonal(expected, 0)
    assert (shared_terms(terms_of(sentences, 400)) == expected).all()


@given(documents(empty=False), SEEDS, st.sampled_from([0.0, 0.3, 1.0]))
def test_sentence_graph(document: Plain, seed: int, nearest: float) -> None:
    sentences, size = document
    count = len(sentences)
    near = similarities(count, seed)
    terms = terms_of(sentences, size)
    found = sentence_graph(shared_terms(terms), terms.counts, near, nearest=nearest)
    expected = reference.sentence_graph(sentences, {}, near.astype(float).tolist(), nearest)
    assert found == pytest.approx(as_matrix(expected, count), abs=1e-5)
    assert (found == found.T).all()


@given(documents(empty=False), SEEDS)
def test_overlap(document: Plain, seed: int) -> None:
    sentences, size = document
    is_phrase = (np.random.default_rng(seed).random(size) < 0.5).tolist()
    inside = words_inside(is_phrase, seed)
    terms = terms_of(sentences, size, is_phrase, inside)
    expected = as_matrix(reference.overlap(sentences, inside), len(sentences))
    # The terms of a chunk are numbered anew; the words inside its phrases are the same.
    for some in (terms, terms.alone()[0]):
        found = overlap(shared_terms(some) + words_in_phrases(some), some.counts)
        assert found == pytest.approx(expected, rel=1e-5)


@given(st.integers(0, 12), SEEDS, st.floats(0, 1))
def test_most_similar(count: int, seed: int, nearest: float) -> None:
    near = similarities(count, seed)
    expected = reference.most_similar(near.astype(float).tolist(), nearest)
    assert most_similar(near, nearest) == pytest.approx(as_matrix(expected, count), rel=1e-6)


@pytest.mark.parametrize("seed", range(8))
def test_affinity_propagation(seed: int) -> None:
    near = similarities(9, seed)
    labels = affinity_clusters(near)
    assert labels is not None
    centres = reference.exemplars(near.astype(float).tolist(), 0.5, 300)
    nearest = [i if i in centres else max(centres, key=lambda c: (near[i][c], -c)) for i in range(9)]
    assert [labels[i] == labels[j] for i in range(9) for j in range(9)] == [
        nearest[i] == nearest[j] for i in range(9) for j in range(9)
    ]


@given(st.integers(0, 14), SEEDS, st.integers(1, 4))
def test_turns(count: int, seed: int, clusters: int) -> None:
    value = np.round(2 * scores(count, seed) - 1, 1)  # rounded: ties; some negative
    label = np.random.default_rng(seed).integers(0, clusters, count)
    assert round_robin(value, label).tolist() == reference.round_robin(value.tolist(), label.tolist())
    assert weighted_round_robin(value, label).tolist() == reference.weighted_round_robin(value.tolist(), label.tolist())


@given(st.lists(st.tuples(st.integers(0, 5), st.integers(1, 30)), max_size=30), SEEDS)
def test_even(sentences: list[tuple[int, int]], seed: int) -> None:
    sections = np.array([section for section, _ in sentences], dtype=np.intp)
    words = np.array([count for _, count in sentences], dtype=np.intp)
    order = np.random.default_rng(seed).permutation(len(sentences))
    expected = reference.even(order.tolist(), sections.tolist(), words.tolist())
    assert even(order, sections, words).tolist() == expected
    assert sorted(expected) == list(range(len(sentences)))


@given(st.lists(st.tuples(st.booleans(), st.integers(1, 60), st.sampled_from([-1, 0, 1])), max_size=20), SEEDS)
def test_whole_first(sentences: list[tuple[bool, int, int]], seed: int) -> None:
    whole = np.array([one for one, _, _ in sentences], dtype=np.bool_)
    words = np.array([count for _, count, _ in sentences], dtype=np.intp)
    # Alone, on the sentence before it, or on one that takes no part.
    leans = np.array([k - 1 if lean == 0 else k if lean else -1 for k, (_, _, lean) in enumerate(sentences)], np.intp)
    order = np.random.default_rng(seed).permutation(len(sentences))
    expected = reference.whole_first(order.tolist(), whole.tolist(), words.tolist(), leans.tolist())
    assert whole_first(order, whole, words, leans).tolist() == expected
    assert sorted(expected) == list(range(len(sentences)))
    alone = reference.whole_first(order.tolist(), whole.tolist(), words.tolist(), [-1] * len(sentences))
    assert whole_first(order, whole, words).tolist() == alone


@given(st.integers(0, 12), SEEDS, st.sampled_from([0.0, 0.5, 0.7, 1.0]))
def test_marginal_relevance(count: int, seed: int, trade: float) -> None:
    relevance = relevance_of(np.round(scores(count, seed), 1))
    assert relevance == pytest.approx(reference.relevance_of(np.round(scores(count, seed), 1).tolist()))
    near = np.round(similarities(count, seed), 3)
    order, lost = marginal_relevance(relevance, near, trade=trade)
    assert order.tolist() == reference.marginal_relevance(relevance.tolist(), near.astype(float).tolist(), trade)
    assert (lost >= 0).all()


def test_similarity_of_nothing_known_is_zero() -> None:
    distances = relaxed_wmd(terms_of([[0], [1], [0]], 2), np.array([[1.0, 0.0], [0.0, 0.0]], dtype=np.float32))
    assert similarity(distances).tolist() == [[1, 0, 1], [0, 1, 0], [1, 0, 1]]
