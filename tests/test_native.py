"""The kernel in C gives what numpy and Python give, on made arrays and real texts, and refuses what does not fit."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sentencerank as sr
from sentencerank import kernel
from sentencerank.analysing import _word_counts
from sentencerank.document import Token, Wording
from sentencerank.errors import ModelError
from sentencerank.languages.english import English, load_english
from sentencerank.languages.function_words import SLOT, count_known, known_words, profiles
from sentencerank.languages.ngrams import _sums, scores
from sentencerank.method import graphs
from sentencerank.method.analysis import Told
from sentencerank.method.clustering import _all_equal, nearest_exemplar
from sentencerank.method.fusion import centred, openings, standardised
from sentencerank.method.graphs import (
    cooccurrence,
    copies,
    semantic,
    sentence_graph,
    shared_terms,
    term_graph,
    words_in_phrases,
)
from sentencerank.method.likeness import centroid_likeness
from sentencerank.method.pagerank import pagerank
from sentencerank.method.phrases import PhraseLexicon, segment
from sentencerank.method.result import _voters
from sentencerank.method.selection import marginal_relevance, most_alike, relevance_of
from sentencerank.method.terms import find_terms, terms_of_words, terms_without_phrases
from sentencerank.method.wmd import relaxed_wmd
from sentencerank.model.embeddings import Rows, SubwordTable
from sentencerank.model.model import load
from sentencerank.model.spellers import WordPiece
from sentencerank.token_columns import columns_of
from tests.strategies import SEEDS, documents, similarities, terms_of, vectors, words_inside

Given = TypeVar("Given")
Plain = tuple[list[list[int]], int]
REPOSITORY = Path(__file__).parent.parent

needs_kernel = pytest.mark.skipif(kernel.native is None, reason="the package was built without its kernel")


def test_the_kernel_is_built_where_there_is_a_compiler(require_tool: Callable[[str, str], None]) -> None:
    wanted = os.environ.get("SENTENCERANK_KERNEL") != "off" and os.environ.get("SENTENCERANK_BUILD") != "pure"
    require_tool("the kernel in C", "python hatch_build.py" if wanted and kernel.native is None else "")


def both(run: Callable[[], Given]) -> tuple[Given, Given]:
    """What the kernel gives, and what numpy gives."""
    native = kernel.native
    try:
        fast = run()
        kernel.native = None
        return fast, run()
    finally:
        kernel.native = native


def same(run: Callable[[], Any]) -> None:
    """The same to the last bit."""
    for fast, plain in zip(*both(run), strict=True):
        np.testing.assert_array_equal(fast, plain)


@needs_kernel
@given(documents(), st.lists(st.integers(0, 1 << 30), max_size=8))
def test_terms_of_sentences(document: Plain, numbers: list[int]) -> None:
    terms = terms_of(*document)
    count = len(terms.counts)
    some = np.array([number % count for number in numbers] if count else [], dtype=np.intp)
    same(lambda: [*terms_of(*document).pairs, (part := terms.of_sentences(some)).ids, part.bounds])


@needs_kernel
@given(documents(), st.integers(2, 5), st.booleans())
def test_cooccurrence(document: Plain, window: int, across: bool) -> None:
    same(lambda: cooccurrence(terms_of(*document), window=window, across_sentences=across))


@needs_kernel
@given(st.integers(1, 12), SEEDS)
def test_semantic_pairs(count: int, seed: int) -> None:
    rows = vectors(count, seed)
    phrases = np.random.default_rng(seed).random(count) < 0.3
    (fast, near), (plain, others) = both(lambda: semantic(rows, phrases, threshold=0.1, phrase_threshold=0.3))
    np.testing.assert_array_equal(fast, plain)
    np.testing.assert_allclose(near, others, rtol=1e-12)


@needs_kernel
@given(documents())
def test_shared_terms_and_distances(document: Plain) -> None:
    terms = terms_of(*document)
    same(lambda: [shared_terms(terms)])
    rows = vectors(len(terms.names), 0)
    same(lambda: [relaxed_wmd(terms, rows), relaxed_wmd(terms, rows, rows @ rows.T)])


@needs_kernel
@given(documents(), SEEDS)
def test_words_in_phrases(document: Plain, seed: int) -> None:
    sentences, size = document
    is_phrase = (np.random.default_rng(seed).random(size) < 0.5).tolist()
    terms = terms_of(sentences, size, is_phrase, words_inside(is_phrase, seed))
    same(lambda: [words_in_phrases(terms), words_in_phrases(terms.alone()[0])])


@needs_kernel
@given(st.lists(st.integers(1, 300), min_size=1, max_size=12), SEEDS)
def test_distances_of_long_and_short_sentences(lengths: list[int], seed: int) -> None:
    # Sums are added in another order from 8 and from 128 terms on.
    rng = np.random.default_rng(seed)
    terms = terms_of([rng.integers(0, 40, length).tolist() for length in lengths], 40)
    rows = vectors(40, seed)
    same(lambda: [relaxed_wmd(terms, rows, rows @ rows.T)])


@needs_kernel
@given(st.integers(1, 150), SEEDS, st.booleans(), st.floats(0.01, 1.0))
def test_copies_and_the_graph_of_sentences(size: int, seed: int, grouped: bool, nearest: float) -> None:
    rng = np.random.default_rng(seed)
    terms = terms_of([rng.integers(0, 6, rng.integers(1, 6)).tolist() for _ in range(size)], 6)
    shared, sizes = shared_terms(terms), np.bincount(terms.distinct[0], minlength=size)
    half = rng.random(size) < 0.3
    same(lambda: [copies(shared, sizes, share=0.8, half=half), copies(shared, sizes, share=0.5)])
    near = np.round(similarities(size, seed), 1 if grouped else 7)
    same(lambda: [sentence_graph(shared, terms.counts, near, nearest=nearest)])
    same(lambda: [sentence_graph(shared, terms.counts, np.zeros_like(near), nearest=nearest)])


@needs_kernel
@given(st.integers(1, 150), SEEDS)
def test_dense_pagerank_votes_and_selection(size: int, seed: int) -> None:
    graph = similarities(size, seed)
    np.fill_diagonal(graph, 0.0)
    bias = np.random.default_rng(seed).random(len(graph)) + 0.01
    bias /= bias.sum()
    fast, plain = both(lambda: pagerank(graph, bias))
    np.testing.assert_allclose(fast, plain, rtol=0, atol=1e-12)
    same(lambda: _voters(graph, bias))
    same(lambda: marginal_relevance(bias, graph, trade=0.7))
    same(lambda: [most_alike(graph, np.argsort(-bias, kind="stable"))])


@needs_kernel
@given(documents(), SEEDS, st.integers(2, 5), st.booleans(), st.booleans())
def test_the_graph_of_terms(document: Plain, seed: int, window: int, across: bool, compared: bool) -> None:
    terms = terms_of(*document, (np.random.default_rng(seed).random(document[1]) < 0.3).tolist())
    rows = vectors(len(terms.names), seed) if compared else None

    def graph() -> list[np.ndarray]:
        cosines = None if rows is None else rows @ rows.T
        thresholds = {"threshold": 0.1, "phrase_threshold": 0.3}
        found = term_graph(terms, rows, window=window, across_sentences=across, cosines=cosines, **thresholds)
        return [found.source, found.target, found.weight]

    same(graph)


@needs_kernel
@pytest.mark.parametrize("enough", [1, 5, 10_000])
def test_of_too_many_neighbours_both_keep_the_nearest(monkeypatch: pytest.MonkeyPatch, enough: int) -> None:
    monkeypatch.setattr(graphs, "NEIGHBOURS", enough)
    terms, rows = terms_of([list(range(20)), list(range(10, 30))], 30, [False] * 30), vectors(30, 3)

    def graph() -> list[np.ndarray]:
        found = term_graph(terms, rows, window=3, threshold=0.0, phrase_threshold=0.0, cosines=rows @ rows.T)
        return [found.source, found.target, found.weight]

    same(graph)


@needs_kernel
def test_the_graph_of_many_terms() -> None:
    # Sums are added in another order from 8 and from 128 pairs on.
    rng = np.random.default_rng(0)
    for size in (12, 40, 200):
        terms = terms_of([rng.integers(0, size, 20).tolist() for _ in range(30)], size)
        rows = vectors(size, size)
        found = [
            term_graph(terms, rows, window=3, threshold=0.2, phrase_threshold=0.2, cosines=cosines)
            for cosines in (rows @ rows.T, None)
        ]
        for name in ("source", "target", "weight"):
            np.testing.assert_array_equal(*(getattr(graph, name) for graph in found))


@needs_kernel
@given(documents(max_sentences=30))
def test_signs_of_terms(document: Plain) -> None:
    terms = terms_of(*document)
    same(lambda: [*openings(terms), centroid_likeness(terms)])


@needs_kernel
@given(st.integers(0, 300), SEEDS, st.sampled_from([0.0, 1.0, -2.5]))
def test_scales(count: int, seed: int, weight: float) -> None:
    rng = np.random.default_rng(seed)
    for values in (rng.standard_normal(count) ** 3, np.full(count, 0.1), rng.integers(0, 3, 2 * count)[::2]):
        same(lambda values=values: [centred(values, weight), standardised(values, weight)])  # type: ignore[misc]
        same(lambda values=values: [relevance_of(values.astype(np.float64))])  # type: ignore[misc]


@needs_kernel
@given(st.integers(1, 60), SEEDS, st.booleans())
def test_the_nearest_exemplar(size: int, seed: int, tied: bool) -> None:
    near, rng = similarities(size, seed), np.random.default_rng(seed)
    near = np.round(near, 1) if tied else near
    exemplars = np.sort(rng.permutation(size)[: int(rng.integers(1, size + 1))])
    same(lambda: [nearest_exemplar(near, exemplars)])
    for one in (near, np.ones((size, size), dtype=np.float32)):
        fast, plain = both(lambda one=one: _all_equal(one))  # type: ignore[misc]
        assert fast == plain


@needs_kernel
@given(st.lists(st.builds(Wording, st.booleans(), addresses=st.floats(0, 1), defines=st.integers(-1, 9)), max_size=5))
def test_columns_of_wording(wording: list[Wording]) -> None:
    fast, plain = both(lambda: Told.by(wording))
    for name in Wording._fields:
        np.testing.assert_array_equal(fast.flags(name), plain.flags(name))
        np.testing.assert_array_equal(fast.numbers(name), plain.numbers(name))


@needs_kernel
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_vectors_that_are_no_numbers_are_refused(bad: float) -> None:
    scales = np.array([1.0, bad], dtype=np.float32)
    table = SubwordTable(Rows(np.ones((2, 19), dtype=np.int8), scales), WordPiece({"rain": 0, "sun": 1}))
    assert table.vectors(["rain"]).all()
    with pytest.raises(ModelError, match="NaN"):
        table.vectors(["rain", "sun"])


TEXTS = [
    "The U.S. isn't in John's well-known garden; see (and read) it, 1,000 times! A b c.",
    "THE WHOLE LINE IS SHOUTED. IT IS SO.",
    "“Naïve” cafés — O’Neill’s — wouldn't've\tcome\nhome.",
    "   ",
    "Half a pair \ud800 is no letter, and " + "x" * 70 + " is no word.",
    "Write to a.b@c.org or see https://example.org/x?y=z now.",
    "日本 と English mixed 語.",
    "In Gothenburg US officials re-opened 24 quaintly “Frobnicated” rooms (2004), unlike B2B ‘tinkerers’ … IT bowed.",
]


@needs_kernel
@pytest.mark.parametrize("part_of_speech", [True, False])
def test_tokens(part_of_speech: bool) -> None:
    language = load_english()
    # Each with its own memory, so that neither profits from the other.
    fast, plain = both(
        lambda: English(language.stopwords, language.tagger, _table=language._table).tokens(
            TEXTS, part_of_speech=part_of_speech
        )
    )
    assert fast == plain
    assert all(type(token) is Token for sentence in fast for token in sentence)


@needs_kernel
@pytest.mark.parametrize("damaged", [b"", b"\0" * 9, b"\4\0\0\0" + b"\xff" * 40, b"\1\0\0\0\x08\0\0\0\xff\xff\xff"])
def test_a_damaged_table_leads_nowhere(damaged: bytes) -> None:
    language = English(ENGLISH.stopwords, ENGLISH.tagger, _table=damaged)  # type: ignore[arg-type]
    assert [token.stem for token in language.tokens(["Rain is falling."])[0]] == ["rain", "", "fall"]


@needs_kernel
@given(st.lists(st.text(max_size=40), max_size=6))
def test_tokens_of_anything(sentences: list[str]) -> None:
    fast, plain = both(lambda: ENGLISH.tokens(sentences))
    assert fast == plain


ENGLISH = load_english()


def check_terms(language: English, sentences: list[str], part_of_speech: bool) -> None:
    read = language.read(sentences, part_of_speech=part_of_speech)
    columns = language.columns(sentences, part_of_speech=part_of_speech)
    if read is None or columns is None:
        # Only half of a surrogate pair sends the kernel back to Python.
        assert any("\ud800" <= letter <= "\udfff" for sentence in sentences for letter in sentence)
        return
    tokens = language.tokens(sentences, part_of_speech=part_of_speech)
    kept = language.columns(sentences, part_of_speech=part_of_speech, words=read.words)
    assert kept is not None
    assert columns.lists[:7] == kept.lists[:7] == columns_of(tokens).lists[:7]
    essential = language.essential_words(sentences, part_of_speech=part_of_speech)
    plain = find_terms(tokens)
    for fast in (terms_without_phrases(*read.terms), terms_of_words(essential)):
        assert fast.names == plain.names
        assert fast.surfaces == plain.surfaces
        for name in ("ids", "bounds", "is_phrase", "is_noun"):
            np.testing.assert_array_equal(getattr(fast, name), getattr(plain, name))


@needs_kernel
@pytest.mark.parametrize("part_of_speech", [True, False])
def test_terms_without_tokens(part_of_speech: bool) -> None:
    language = English(ENGLISH.stopwords, ENGLISH.tagger, _table=ENGLISH._table)
    texts = [text for text in TEXTS if text.isprintable() or "\n" in text]
    check_terms(language, [*texts, "A.b.-c. 1,000 3.5 1990's e.g. N.A.T.O. rock'n'roll o‐n x—y"], part_of_speech)
    check_terms(language, [line for text in real_texts() for line in text.splitlines()], part_of_speech)
    assert language.read(TEXTS, part_of_speech=part_of_speech) is None
    assert language.columns(TEXTS, part_of_speech=part_of_speech) is None


@needs_kernel
@given(st.lists(st.text(max_size=40) | st.text("aBS.'-,’‐1 é\n", max_size=20), max_size=6))
def test_terms_of_anything(sentences: list[str]) -> None:
    check_terms(ENGLISH, sentences, part_of_speech=True)


@needs_kernel
def test_phrases_and_terms() -> None:
    model = load()
    sentences = ["New York City and new york times met the blood vessels of New York.", "Heart failure, heart rate."]
    tokens = ENGLISH.tokens(sentences)
    own = {"heart": {"rate": 1.0}, "new": {"york": 0.5}}
    fast, plain = both(lambda: [segment(sentence, model.phrases, own) for sentence in tokens])
    assert fast == plain
    assert any(fast)
    found = both(lambda: find_terms(tokens, lambda sentence: segment(sentence, model.phrases, own)))
    assert found[0].names == found[1].names
    assert found[0].surfaces == found[1].surfaces
    for name in ("ids", "bounds", "is_phrase", "is_noun"):
        np.testing.assert_array_equal(getattr(found[0], name), getattr(found[1], name))
    same(lambda: [model.embeddings.vectors(found[0].surfaces)])
    assert both(lambda: segment(tokens[0], PhraseLexicon({}))) == ([], [])


@needs_kernel
@given(st.lists(st.text("ab \n\x1c\x85\u200b中。é\ud800", max_size=12), max_size=5))
def test_counts_of_words(texts: list[str]) -> None:
    same(lambda: [_word_counts(texts)])
    native = kernel.native
    assert isinstance(native, ModuleType)
    for text in texts:
        assert native.is_even(text) == (text.isascii() and text == " ".join(text.split()))


FUNCTION_WORDS = st.sampled_from(["the", "The", "THE", "l’été", "dell’", "sekurang-kurangnya", "y", "x" * 30, "é"])


@needs_kernel
@given(
    st.lists(FUNCTION_WORDS | st.text("aTK \n\x1c\x85\u2010\u2027\u212a\ud800é", max_size=6), max_size=12),
    st.sampled_from(["en", "fr", "id"]),
)
def test_function_words(words: list[str], code: str) -> None:
    fast, plain = both(lambda: count_known(" ".join(words), "latin", code))
    assert fast == plain


def test_every_function_word_has_room_in_the_table_of_the_kernel() -> None:
    words = {word for script, known in profiles().items() for code in known for word in known_words(script, code)}
    assert not [word for word in words if word.isascii() and len(word) > SLOT]


@needs_kernel
@given(st.text("ab é\U0001f600\ud800", max_size=20), st.lists(st.text("ab é", min_size=1, max_size=3), max_size=6))
def test_strings_in_a_text(text: str, strings: list[str]) -> None:
    fast, plain = both(lambda: kernel.present(text, tuple(strings)))
    assert fast == plain


@needs_kernel
@given(st.text("abc xyzABé .@/_1-\n\x7f", max_size=60))
def test_letters(text: str) -> None:
    same(lambda: _sums(text))


@needs_kernel
def test_detection() -> None:
    fast, plain = both(lambda: scores("The rain in Spain falls mainly on the plain.", ("en", "de", "es")))
    assert fast == plain


def real_texts() -> Iterator[str]:
    """Prose that nobody wrote for this test: what the standard library says of itself, and our own pages."""
    import argparse
    import email
    import logging

    yield from (str(module.__doc__) * 3 for module in (argparse, email, logging))
    for name in ("docs/tour.md", "docs/languages.md", "LICENSE", "CHANGELOG.md", "examples/article.txt"):
        yield (REPOSITORY / name).read_text(encoding="utf-8")


@needs_kernel
@pytest.mark.parametrize("reading", ["best", "paper"])
def test_real_texts_have_the_same_order(reading: str) -> None:
    for text in real_texts():
        fast, plain = both(lambda text=text: sr.rank(text, reading=reading))  # type: ignore[misc]
        np.testing.assert_array_equal(fast.order, plain.order)
        np.testing.assert_allclose(fast.scores, plain.scores, rtol=0, atol=1e-9)
        np.testing.assert_array_equal(fast.clusters, plain.clusters)
        np.testing.assert_array_equal(fast.voters, plain.voters)
        np.testing.assert_array_equal(fast.similar_to, plain.similar_to)
        kernel.native, native = None, kernel.native
        expected = plain.keyphrases(50), [topic.name for topic in plain.topics]
        kernel.native = native
        assert (fast.keyphrases(50), [topic.name for topic in fast.topics]) == expected


def ids(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.intp)


ZEROS = np.zeros((2, 2), dtype=np.float32)
NONE: frozenset[str] = frozenset()
REFUSED: list[tuple[str, tuple[Any, ...]]] = [
    ("cooccurrence", (ids(0, 5), ids(0, 0), 2, 3, False)),
    ("cooccurrence", (ids(0, 1), ids(0), 2, 3, False)),
    ("cooccurrence", (ids(0, 1), ids(0, 0), 2, 10**9, False)),
    ("semantic", (np.zeros(3, dtype=np.float32), 0, np.zeros(2, dtype=np.bool_), 0.1, 0.1)),
    ("semantic", (ZEROS, 1, np.zeros(2, dtype=np.bool_), 0.1, 0.1)),
    ("pagerank", (ids(-1), ids(0), np.ones(1), np.ones(1), np.ones(1), 0.85, False, 1e-8, 9)),
    ("pagerank", (ids(0), ids(0), np.ones(1), np.ones(1), np.ones(2), 0.85, False, 1e-8, 9)),
    ("pagerank_dense", (ZEROS, np.ones(3), np.ones(3), 0.85, False, 1e-8, 9)),
    ("pairs", (ids(0, 1), ids(0, 3))),
    ("pairs", (ids(0, 1), ids(1, 2))),
    ("of_sentences", (ids(0, 1), ids(0, 3), ids(0))),
    ("of_sentences", (ids(0, 1), ids(0, 2), ids(1))),
    ("of_sentences", (ids(0, 1), ids(0, 2), ids(-1))),
    ("shared_terms", (ids(0, 2), ids(0, 0), 1, ZEROS.copy())),
    ("shared_terms", (ids(0, 1), ids(0, 7), 1, ZEROS.copy())),
    ("words_in_phrases", (ids(0), ids(0), ids(4), ids(0), np.ones(1, np.bool_), np.ones(1, np.bool_), ZEROS.copy())),
    ("relaxed", (ZEROS, 2, ids(0, 9), ids(0, 1, 2), ids(0, 1), ids(0, 1, 2), 0, ZEROS.copy())),
    ("relaxed", (ZEROS, 2, ids(0, 1), ids(0, 3, 2), ids(0, 1), ids(0, 1, 2), 0, ZEROS.copy())),
    ("relaxed", (ZEROS, 2, ids(0, 1), ids(0, 1, 2), ids(0, 1), ids(0, 1, 2), 1, ZEROS.copy())),
    ("relaxed", (ZEROS, 2, ids(0, 1), ids(0, 1, 2), ids(0, 1), ids(0, 1, 2), 2**63 - 1, ZEROS.copy())),
    ("distances", (ZEROS, ids(0, 2), ids(0, 1, 2), ZEROS.copy())),
    ("distances", (ZEROS, ids(0, 1), ids(0, 2, 1), ZEROS.copy())),
    ("distances", (ZEROS, ids(0, 1), ids(), ZEROS.copy())),
    ("distances", (ZEROS, ids(0, 1), ids(0, 2), ZEROS.copy())),
    ("distances", (np.zeros(3, dtype=np.float32), ids(0, 1), ids(0, 1, 2), ZEROS.copy())),
    ("semantic", (ZEROS, -(2**63), np.ones(2, np.bool_), 0.5, 0.5)),
    ("larger", (np.zeros(3, dtype=np.float32),)),
    ("copies", (ZEROS, ids(1, 1, 1), np.zeros(2, np.bool_), 0.8, ids(0, 0))),
    ("copies", (ZEROS, ids(1, 1), np.zeros(1, np.bool_), 0.8, ids(0, 0))),
    ("term_graph", (ids(0, 2), ids(0, 0), np.zeros(2, np.bool_), None, 3, False, 0.1, 0.1, 9)),
    ("term_graph", (ids(0, 1), ids(0), np.zeros(2, np.bool_), None, 3, False, 0.1, 0.1, 9)),
    ("term_graph", (ids(0, 1), ids(0, 0), np.zeros(2, np.bool_), ZEROS[0], 3, False, 0.1, 0.1, 9)),
    ("term_graph", (ids(0, 1), ids(0, 0), np.zeros(2, np.bool_), ZEROS, 0, False, 0.1, 0.1, 9)),
    ("number_columns", ([(1.0,), (1.0, 2.0)], np.zeros(2))),
    ("number_columns", ([(1.0,), (2.0,)], np.zeros(3))),
    ("number_columns", ([1.0, 2.0], np.zeros(2))),
    ("number_columns", ([("a",)], np.zeros(1))),
    ("centred", (np.ones(2), 1.0, np.ones(3))),
    ("standardised", (np.ones(2), 3.0, 1.0, np.ones(1))),
    ("openings", (ids(0, 1), ids(0, 1), 1, 100, 3, np.ones(2), np.ones(2))),
    ("openings", (ids(0, 2), ids(0, 1), 2, 100, 3, np.ones(2), np.ones(2))),
    ("openings", (ids(0, 1), ids(0), 2, 100, 3, np.ones(2), np.ones(2))),
    ("openings", (ids(0, 1), ids(0, 1), 2, 0, 3, np.ones(2), np.ones(2))),
    ("openings", (ids(0, 1), ids(0, 1), -1, 100, 3, np.ones(2), np.ones(2))),
    ("openings", (ids(0, 1), ids(0, 1), 2, 100, 3, np.ones(2), np.ones(3))),
    ("likeness", (ids(0, 1), ids(0, 1), ids(1, 1), np.ones(1), np.ones(2), np.ones(2), np.ones(2))),
    ("likeness", (ids(0, 1), ids(0, 2), ids(1, 1), np.ones(3), np.ones(2), np.ones(2), np.ones(2))),
    ("likeness", (ids(0, 2), ids(0, 1), ids(1, 1), np.ones(3), np.ones(2), np.ones(2), np.ones(2))),
    ("likeness", (ids(0, 1), ids(0, 1), ids(1), np.ones(3), np.ones(2), np.ones(2), np.ones(2))),
    ("relevance", (np.ones(2), np.ones(3), 0.02, np.ones(2))),
    ("relevance", (np.ones(2), np.ones(2), 1.5, np.ones(2))),
    ("nearest_exemplar", (ZEROS, ids(2), ids(0, 0))),
    ("nearest_exemplar", (ZEROS, ids(), ids(0, 0))),
    ("nearest_exemplar", (ZEROS, ids(0), ids(0))),
    ("range_of", (np.zeros(3, dtype=np.float32),)),
    ("sentence_graph", (ZEROS, np.ones(3, np.float32), 0.3, ZEROS, 1, ZEROS.copy())),
    ("sentence_graph", (ZEROS, np.ones(2, np.float32), 0.3, ZEROS, 2, ZEROS.copy())),
    ("sentence_graph", (ZEROS, np.ones(2, np.float32), 0.3, ZEROS, 1, np.zeros(3, dtype=np.float32))),
    ("marginal_relevance", (np.ones(3), ZEROS, 0.5, ids(0, 0), np.ones(3))),
    ("marginal_relevance", (np.ones(2), ZEROS, 0.5, ids(0, 0, 0), np.ones(2))),
    ("voters", (ZEROS, np.ones(2, dtype=np.float32), 3, ids(0, 0), np.ones(6))),
    ("most_alike", (ZEROS, ids(0, 1, 2), ids(0, 0, 0))),
    ("word_counts", (["a"], len, ids(0, 0))),
    ("word_counts", ([1], len, ids(0))),
    ("letter_runs", (np.zeros(4, np.uint32), 5, np.zeros(8, np.int8), 5, 2, 4, np.zeros(3, np.int64))),
    ("known_words", ("a", b"")),
    ("known_words", ("a", bytes(3 * 24))),
    ("present", ("a", ("a", ""))),
    ("letter_runs", ("é", 5, np.zeros(8, np.int8), 5, 2, 4, np.zeros(2, np.int64))),
    (
        "vectors",
        (("a",), None, {"a": (9,)}, str, np.zeros(2, np.int8), np.ones(1, np.float32), np.zeros(2, np.float32)),
    ),
    ("vectors", (("A",), {}, {}, str, np.zeros(2, np.int8), np.ones(1, np.float32), np.zeros(2, np.float32))),
    ("vectors", (("a",), {"a": 0}, {}, str, np.zeros(2, np.int8), np.ones(1, np.float32), np.zeros(3, np.float32))),
]


@needs_kernel
@pytest.mark.parametrize(("name", "arguments"), REFUSED)
def test_what_does_not_fit_is_refused(name: str, arguments: tuple[Any, ...]) -> None:
    with pytest.raises((ValueError, TypeError)):
        getattr(kernel.native, name)(*arguments)


@needs_kernel
def test_a_similarity_that_is_no_number_is_no_edge() -> None:
    assert isinstance(kernel.native, ModuleType)
    similarity = np.full((5, 5), np.nan, dtype=np.float32)
    similarity[0, 1] = similarity[1, 0] = 0.5
    found = np.zeros((5, 5), dtype=np.float32)
    none = np.zeros((5, 5), dtype=np.float32)
    kernel.native.sentence_graph(none, np.ones(5, dtype=np.float32), 0.3, similarity, 4, found)
    assert np.argwhere(found > 0).tolist() == [[0, 1], [1, 0]]


@needs_kernel
def test_tokens_that_are_none_are_refused() -> None:
    assert isinstance(kernel.native, ModuleType)
    with pytest.raises(TypeError):
        kernel.native.segment(["no token"], {}, {}, {}, {}, str, str)
    with pytest.raises(TypeError):
        kernel.native.terms(
            kernel.native.word_memory(), [1], True, {}, str, str, None, ({}, frozenset(), frozenset(), b"\0", str)
        )
    with pytest.raises(ValueError, match="cut"):
        kernel.native.terms(
            kernel.native.word_memory(), [], True, {}, str, str, None, ({}, frozenset(), frozenset(), b"", str)
        )
    with pytest.raises(TypeError):
        kernel.native.add_terms([("no token",)], [], {}, [], [], [], [], str)
    lists: tuple[object, ...] = ({}, frozenset(), frozenset(), b"\0", str)
    with pytest.raises(TypeError):
        kernel.native.tokens("text", {}, {}, "", "", True, str, str, None, lists)
    with pytest.raises(ValueError, match="cut"):
        kernel.native.tokens("text", {}, {}, "", "", True, Token, str, None, (*lists[:3], b"\2N", str))


def test_it_can_be_switched_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kernel.VARIABLE, "off")
    assert kernel.load() == (None, f"off: {kernel.VARIABLE} says so")


def test_another_build_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    other = ModuleType("sentencerank._kernel")
    monkeypatch.setitem(sys.modules, "sentencerank._kernel", other)
    monkeypatch.delenv(kernel.VARIABLE, raising=False)
    assert kernel.load()[0] is None


def test_the_package_builds_without_a_compiler(tmp_path: Path) -> None:
    code = f"import hatch_build, pathlib; print(hatch_build.build(pathlib.Path({str(tmp_path)!r})))"
    (tmp_path / "src" / "sentencerank").mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=REPOSITORY,
        env={"CC": "no-such-compiler", "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "None"
    assert "optional" in done.stderr


@needs_kernel
@given(st.text(alphabet="playedingé1中", max_size=20))
def test_longest_pieces(word: str) -> None:
    speller = WordPiece({"play": 0, "##ed": 1, "##ing": 2, "p": 3, "##l": 4, "中": 5, "##é": 6, "e": 7})
    same(lambda: [speller._longest_matches(word)])


@needs_kernel
@given(st.lists(st.text(alphabet="playedinghx é", max_size=12), max_size=6))
def test_vectors_of_spelt_words(names: list[str]) -> None:
    pieces = {"play": 0, "##ed": 1, "##ing": 2, "p": 3, "##l": 4, "##é": 5, "e": 6}
    rng = np.random.default_rng(0)
    rows = Rows(rng.integers(-127, 128, (7, 33)).astype(np.int8), rng.random(7).astype(np.float32))
    same(lambda: [SubwordTable(rows, WordPiece(pieces)).vectors(names)])


@needs_kernel
def test_rows_that_are_remembered_are_those_of_the_vocabulary() -> None:
    names = ["rain", "sun", "x" * 24, "x" * 25, "rainy", "", "Rain", "\ud800"]
    rows = Rows(np.arange(1, 5, dtype=np.int8)[:, None], np.ones(4, dtype=np.float32))
    first = SubwordTable(rows, WordPiece({"rain": 0, "sun": 1, "x" * 24: 2, "x" * 25: 3}))
    second = SubwordTable(rows, WordPiece({"sun": 0, "rain": 1, "x" * 25: 2, "rainy": 3}))
    expected = [[1, 2, 3, 4, 0, 0, 1, 0], [2, 1, 0, 3, 4, 0, 2, 0]]
    for table, own in [*zip([first, second], expected, strict=True)] * 2:
        for _ in range(2):
            assert table.vectors(names).ravel().tolist() == own
    # Fewer rows than are remembered.
    assert isinstance(kernel.native, ModuleType)
    vocabulary, one = {"rain": 1}, np.ones(1, dtype=np.float32)
    kernel.native.vectors(("rain",), vocabulary, {}, str, np.ones(2, np.int8), np.ones(2, np.float32), one.copy())
    with pytest.raises(ValueError, match="row"):
        kernel.native.vectors(("rain",), vocabulary, {}, str, np.ones(1, np.int8), one, one.copy())
