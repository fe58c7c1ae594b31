"""Hypothesis strategies: documents as terms, vectors, graphs, similarities; small, with the awkward cases in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np
from hypothesis import strategies as st

from sentencerank.method.arrays import Scores, Similarity, Vectors
from sentencerank.method.terms import Terms

SEEDS = st.integers(0, 2**32 - 1)


def terms_of(
    sentences: list[list[int]],
    size: int,
    is_phrase: list[bool] | None = None,
    inside: Mapping[int, Sequence[int]] = MappingProxyType({}),
) -> Terms:
    names = tuple(f"t{i}" for i in range(size))
    pairs = {(phrase, word) for phrase, words in inside.items() for word in words}
    pairs |= {(word, word) for _, word in pairs if word < size}
    terms, words = np.array(sorted(pairs), dtype=np.intp).reshape(-1, 2).T
    return Terms(
        names=names,
        surfaces=names,
        is_phrase=np.array(is_phrase or [False] * size, dtype=np.bool_),
        is_noun=np.ones(size, dtype=np.bool_),
        ids=np.array([term for sentence in sentences for term in sentence], dtype=np.intp),
        bounds=np.cumsum([0, *map(len, sentences)]).astype(np.intp),
        inside=(terms, words),
    )


def words_inside(is_phrase: Sequence[bool], seed: int) -> dict[int, list[int]]:
    """For each phrase one to three words: terms of their own, or found in phrases only."""
    rng = np.random.default_rng(seed)
    size = len(is_phrase)
    words = [term for term in range(size) if not is_phrase[term]] + [size, size + 1, size + 2]
    return {p: rng.choice(words, int(rng.integers(1, 4))).tolist() for p in range(size) if is_phrase[p]}


@st.composite
def documents(draw: st.DrawFn, *, max_sentences: int = 9, empty: bool = True) -> tuple[list[list[int]], int]:
    """Sentences of term numbers, and how many terms there are; sentences may be empty."""
    size = draw(st.integers(1, 12))
    sentence = st.lists(st.integers(0, size - 1), min_size=0 if empty else 1, max_size=9)
    return draw(st.lists(sentence, min_size=0 if empty else 1, max_size=max_sentences)), size


def vectors(size: int, seed: int, dimensions: int = 5, missing: float = 0.2) -> Vectors:
    """Unit rows with some rows of zeros, drawn around a few centres so that some cosines are high."""
    rng = np.random.default_rng(seed)
    centres = rng.standard_normal((3, dimensions))
    rows = centres[rng.integers(0, 3, size)] + 0.7 * rng.standard_normal((size, dimensions))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    rows[rng.random(size) < missing] = 0.0
    return rows.astype(np.float32)


def similarities(size: int, seed: int) -> Similarity:
    rng = np.random.default_rng(seed)
    points = rng.standard_normal((size, 2)) + 3.0 * rng.integers(0, 3, (size, 1))
    distances = np.linalg.norm(points[:, None] - points[None, :], axis=2)
    return (1.0 / (1.0 + distances)).astype(np.float32)


def scores(size: int, seed: int) -> Scores:
    return np.random.default_rng(seed).random(size)
