"""The kernels beside well-known implementations of the same mathematics."""

from __future__ import annotations

import networkx as nx
import numpy as np
import ot
import pytest
from sklearn.cluster import AffinityPropagation, SpectralClustering
from sklearn.metrics import adjusted_rand_score

from sentencerank import Ranker
from sentencerank.method.arrays import Similarity
from sentencerank.method.clustering import affinity_clusters, cluster_count, spectral_clusters
from sentencerank.method.pagerank import pagerank
from sentencerank.method.wmd import distances_of, exact_wmd, gaussian_similarity, relaxed_wmd
from tests.strategies import similarities, terms_of, vectors
from tests.texts import TEXTS


@pytest.mark.parametrize("seed", range(5))
def test_pagerank_is_networkx_pagerank(seed: int) -> None:
    rng = np.random.default_rng(seed)
    weights = np.triu(rng.random((12, 12)) * (rng.random((12, 12)) < 0.3), 1)
    weights += weights.T
    bias = rng.random(12)
    bias /= bias.sum()
    graph = nx.from_numpy_array(weights)
    expected = nx.pagerank(
        graph, 0.85, personalization=dict(enumerate(bias)), dangling=dict(enumerate(bias)), tol=1e-12, max_iter=500
    )
    assert pagerank(weights, bias) == pytest.approx([expected[i] for i in range(12)], abs=1e-7)


@pytest.mark.parametrize("seed", range(5))
def test_exact_wmd_is_pot_and_never_below_the_relaxed_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    sentences = [rng.integers(0, 15, int(rng.integers(1, 8))).tolist() for _ in range(6)]
    rows = vectors(15, seed, missing=0.0)
    terms = terms_of(sentences, 15)
    exact, relaxed = exact_wmd(terms, rows), relaxed_wmd(terms, rows)
    assert (relaxed <= exact + 1e-3).all()
    left, right = (
        np.bincount(sentences[0], minlength=15) / len(sentences[0]),
        np.bincount(sentences[1], minlength=15) / len(sentences[1]),
    )
    costs = np.linalg.norm(rows[:, None].astype(float) - rows[None, :].astype(float), axis=2)
    assert exact[0, 1] == pytest.approx(ot.emd2(left, right, costs), abs=1e-3)


@pytest.mark.parametrize("seed", range(6))
def test_affinity_propagation_is_scikit_learns(seed: int) -> None:
    near = similarities(25, seed)
    labels = affinity_clusters(near)
    assert labels is not None
    preference = np.median(near[~np.eye(25, dtype=bool)])
    theirs = AffinityPropagation(
        affinity="precomputed", damping=0.5, max_iter=1000, convergence_iter=25, preference=preference, random_state=0
    ).fit(near.astype(float))
    assert adjusted_rand_score(labels, theirs.labels_) == 1.0


@pytest.mark.parametrize("seed", range(4))
def test_spectral_clusters_find_what_scikit_learn_finds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = np.repeat([0, 1, 2], 8)
    points = rng.standard_normal((24, 2)) * 0.3 + 3 * np.stack([truth, truth % 2], axis=1)
    near = np.exp(-((points[:, None] - points[None, :]) ** 2).sum(axis=2)).astype(np.float32)
    labels = spectral_clusters(near, count=3)
    theirs = SpectralClustering(3, affinity="precomputed", random_state=0, assign_labels="kmeans").fit(near)
    assert adjusted_rand_score(labels, theirs.labels_) == 1.0
    assert adjusted_rand_score(labels, truth) == 1.0


def sentence_similarity(text: str) -> Similarity:
    graphs = Ranker("swr", reading="paper").prepare(text).graphs
    assert graphs is not None
    return gaussian_similarity(distances_of(graphs.chunks[0].similarity), 1.0)


@pytest.mark.parametrize("name", TEXTS)
def test_spectral_clusters_of_real_sentences_are_scikit_learns_and_none_is_alone(name: str) -> None:
    """Sentences are all a little alike: what well-separated points cannot show, the diagonal and the start, decides."""
    near = sentence_similarity(TEXTS[name])
    count = cluster_count(len(near), 8)
    labels = spectral_clusters(near, count=count)
    theirs = SpectralClustering(count, affinity="precomputed", random_state=0, assign_labels="cluster_qr").fit(near)
    # Theirs are the eigenvectors of the random walk, ours those of the symmetric form.
    assert adjusted_rand_score(labels, theirs.labels_) > 0.9
    assert np.bincount(labels).min() > 1


def test_spectral_clusters_do_not_depend_on_the_order_of_the_sentences() -> None:
    near = sentence_similarity(TEXTS["article"])
    shuffled = np.random.default_rng(0).permutation(len(near))
    labels = spectral_clusters(near, count=8)
    assert adjusted_rand_score(spectral_clusters(near[np.ix_(shuffled, shuffled)], count=8), labels[shuffled]) == 1.0


def test_a_sentence_that_is_like_no_other_is_a_spectral_cluster_of_its_own() -> None:
    near = np.eye(9, dtype=np.float32)
    near[:4, :4] = near[4:8, 4:8] = 0.5
    np.fill_diagonal(near, 1.0)
    assert spectral_clusters(near, count=3).tolist() == [0, 0, 0, 0, 1, 1, 1, 1, 2]


def test_spectral_clusters_of_a_long_document_come_from_the_iteration() -> None:
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 250)
    points = rng.standard_normal((750, 2)) * 0.3 + 3 * np.stack([truth, truth % 2], axis=1)
    near = np.exp(-((points[:, None] - points[None, :]) ** 2).sum(axis=2)).astype(np.float32)
    assert adjusted_rand_score(spectral_clusters(near, count=3), truth) == 1.0
