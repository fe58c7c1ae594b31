"""The whole page in arrays gives the scores of the whole page in loops."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sentencerank.document import Wording
from sentencerank.method import reference
from sentencerank.method.analysis import Analysis
from sentencerank.method.options import BEST, LITERAL, PAPER, Options, spr, swr
from sentencerank.method.ssr import prepare, rank_prepared
from sentencerank.method.structures import STRUCTURES, location_ranks
from tests.strategies import SEEDS, documents, terms_of, vectors, words_inside

OPTIONS = {
    "ssr paper": PAPER,
    "spr paper": spr(PAPER),
    "swr paper": swr(PAPER),
    "ssr literal": LITERAL,
    "ssr best": replace(BEST, structure="news", collapse=False, min_words=0),
    "spr best": replace(spr(BEST), structure="conversation", collapse=False, min_words=0),
    "swr best": replace(swr(BEST), structure="research", collapse=False, min_words=0),
    "report": replace(BEST, structure="report", collapse=False, min_words=0),
    "legal": replace(BEST, structure="legal", collapse=False, min_words=0),
    "reference": replace(BEST, structure="reference", collapse=False, min_words=0),
    "no semantic edges": replace(PAPER, semantic_edges=False),
    "no softplus": replace(PAPER, softplus=False),
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
@given(documents(empty=False, max_sentences=7), SEEDS)
@settings(max_examples=25)
def test_scores(options: Options, document: tuple[list[list[int]], int], seed: int) -> None:
    sentences, size = document
    rng = np.random.default_rng(seed)
    rows = vectors(size, seed, missing=0.0)
    phrase = (rng.random(size) < 0.3).tolist()
    texts = [" ".join(["word"] * int(rng.integers(1, 20))) for _ in sentences]
    count = len(sentences)
    announces, signposts, inside, unfinished = (rng.random((4, count)) < 0.25).tolist()
    wording = [
        Wording(
            announces[i],
            addresses=float(rng.random()),
            signposts=signposts[i],
            begins_inside=inside[i],
            unfinished=unfinished[i],
            rules=float(rng.integers(0, 3)) / 2,
            defines=int(rng.integers(0, 3)),
        )
        for i in range(count)
    ]
    paragraphs = np.cumsum(rng.integers(0, 2, count))
    sections = np.cumsum(rng.integers(0, 4, count) == 0, dtype=np.intp)
    # Only the terms that occur: a document has no others.
    used = sorted({term for sentence in sentences for term in sentence})
    place = {term: i for i, term in enumerate(used)}
    plain = [[place[term] for term in sentence] for sentence in sentences]
    rows, phrase = rows[used], [phrase[term] for term in used]
    inside = words_inside(phrase, seed)

    analysis = Analysis(
        terms=terms_of(plain, len(used), phrase, inside),
        vectors=rows,
        meanings=None,
        wording=wording,
        words=np.array([len(text.split()) for text in texts]),
        characters=np.array([len(text) for text in texts]),
        prose=np.ones(count, dtype=np.bool_),
        lines=np.zeros(count, dtype=np.bool_),
        listed=np.zeros(count, dtype=np.bool_),
        paragraphs=paragraphs,
        sections=sections,
        threshold=0.3,
        phrase_threshold=0.5,
    )
    found = rank_prepared(prepare(analysis, replace(options, threshold=0.3, phrase_threshold=0.5)))
    article = reference.Article(
        plain,
        rows.astype(float).tolist(),
        phrase,
        inside,
        location_ranks(options.structure, len(plain)).tolist(),
        [len(text.split()) for text in texts],
        wording,
        sections.tolist(),
        paragraphs.tolist(),
        STRUCTURES[options.structure],
    )
    expected = reference.scores(article, options, threshold=0.3, phrase_threshold=0.5)
    assert found.scores == pytest.approx(expected, abs=2e-3)


@given(st.integers(1, 40))
def test_every_structure_has_a_most_important_place(count: int) -> None:
    for structure in STRUCTURES:
        places = location_ranks(structure, count)
        assert places.min() == 1
        assert len(places) == count
