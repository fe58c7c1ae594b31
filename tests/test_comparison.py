"""The kernels beside well-known implementations of the same mathematics."""

from __future__ import annotations

import networkx as nx
import numpy as np
import ot
import pytest
from sklearn.cluster import AffinityPropagation, SpectralClustering
from sklearn.metrics import adjusted_rand_score

from sentencerank.method.clustering import affinity_clusters, spectral_clusters
from sentencerank.method.pagerank import pagerank
from sentencerank.method.wmd import exact_wmd, relaxed_wmd
from tests.strategies import similarities, terms_of, vectors


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


def test_spectral_clusters_of_a_long_document_come_from_the_iteration() -> None:
    rng = np.random.default_rng(0)
    truth = np.repeat([0, 1, 2], 250)
    points = rng.standard_normal((750, 2)) * 0.3 + 3 * np.stack([truth, truth % 2], axis=1)
    near = np.exp(-((points[:, None] - points[None, :]) ** 2).sum(axis=2)).astype(np.float32)
    assert adjusted_rand_score(spectral_clusters(near, count=3), truth) == 1.0
