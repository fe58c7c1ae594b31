"""What ranks sentences for a question: our own way, and others that get the same sentences, titles and words.

sentencerank   the query path of the library
rank           `rank(sentences, query=…)` as users call it, importance and all, without titles
further        the same for a text that was prepared and asked before: what one more question costs
vectors        its word vectors alone: cosine of idf-weighted means
bm25           BM25 on our words (stems, numbers, no stop words), title and sentence
bm25-untitled  the same without titles
rank-bm25      BM25Okapi of the package rank-bm25 on the same words, title and sentence
bm25s          the package bm25s, likewise
tfidf          cosine of tf-idf on the same words, title and sentence
minilm         cosine of all-MiniLM-L6-v2, title and sentence
lead           the first sentence of every chunk, then the second of every chunk, and so on
random         by lot; the mean of ten draws
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from time import process_time
from typing import Any, TypeAlias

import numpy as np

from sentencerank.asking.index import QueryIndex, index_document
from sentencerank.asking.sections import Sections
from sentencerank.asking.words import find_words
from sentencerank.encoders import Encoder, encode, encoder
from sentencerank.errors import ExtraError
from sentencerank.evaluate.query_cases import QueryCase
from sentencerank.extras import require
from sentencerank.languages.language import read_sentences
from sentencerank.method.arrays import Scores
from sentencerank.method.query import bm25, count_pairs
from sentencerank.method.selection import by_score
from sentencerank.method.wordindex import WordIndex
from sentencerank.model.model import Model
from sentencerank.ranker import ranker_of
from sentencerank.recipe import Recipe
from sentencerank.workers import one_thread

Orders: TypeAlias = list[list[int]]  # rankings whose scores are averaged

OURS, RIVAL = "sentencerank", "bm25"
DRAWS = 10


@dataclass(frozen=True, slots=True)
class QuerySystem:
    """Something that ranks the sentences of a question."""

    name: str
    rank: Callable[[QueryCase], Orders]
    english: bool = False  # it is for English alone
    clock: Callable[[], float] = process_time  # seconds of CPU time that it has used


def query_systems() -> tuple[tuple[QuerySystem, ...], tuple[str, ...]]:
    """Return all systems that are installed, and a remark on each that is not."""
    further = _Further()
    systems = [
        QuerySystem(OURS, _ours),
        QuerySystem("rank", _rank),
        QuerySystem("further", further.rank, clock=lambda: further.seconds),
        QuerySystem("vectors", _vectors),
        QuerySystem(RIVAL, lambda case: _by(_bm25(case, case.titled))),
        QuerySystem("bm25-untitled", lambda case: _by(_bm25(case, case.sentences))),
        QuerySystem("tfidf", lambda case: _by(_tfidf(case))),
        QuerySystem("lead", _lead),
        QuerySystem("random", _random),
    ]
    remarks = []
    for name, module, rank in (("rank-bm25", "rank_bm25", _rank_bm25), ("bm25s", "bm25s", _bm25s)):
        if find_spec(module):
            systems.insert(6, QuerySystem(name, rank))
        else:
            remarks.append(f"{name} is not installed and left out: pip install {name}")
    try:
        minilm = encoder("minilm")
        systems.insert(8, QuerySystem("minilm", partial(_encoded, minilm), english=True))
    except ExtraError as error:
        remarks.append(f"{error} It is left out.")
    return tuple(systems), tuple(remarks)


def _model(case: QueryCase) -> Model:
    return ranker_of(Recipe.of(language=case.language)).model_for("")


def _index(case: QueryCase) -> QueryIndex:
    model = _model(case)
    document = read_sentences(case.sentences, model.language)
    titles = [case.titles[chunk] for chunk in case.chunk_of]
    return index_document(document, model, Sections(list(case.chunk_of), titles))


def _ours(case: QueryCase) -> Orders:
    answers = _index(case).ask(case.query)
    return [list(range(len(case.sentences))) if answers is None else answers.order.tolist()]


def _rank(case: QueryCase) -> Orders:
    return [ranker_of(Recipe.of(language=case.language)).rank(list(case.sentences), query=case.query).order.tolist()]


class _Further:
    """Asks prepared texts; `seconds` is the CPU time of the last question to each."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def rank(self, case: QueryCase) -> Orders:
        """Prepare a text, ask it something, then what is to be asked."""
        prepared = ranker_of(Recipe.of(language=case.language)).prepare(list(case.sentences))
        prepared.rank(query=case.sentences[0])
        start = process_time()
        order = prepared.rank(query=case.query).order
        self.seconds += process_time() - start
        return [order.tolist()]


def _vectors(case: QueryCase) -> Orders:
    index = _index(case)
    ids, surfaces = index.words_of(case.query)
    return _by(index.meaning(ids, surfaces)[0])


def _words(case: QueryCase, texts: Sequence[str]) -> tuple[WordIndex, list[list[int]]]:
    """The words of all texts and, last, of the question."""
    words = find_words(_model(case).language, [*texts, case.query])
    rows = np.split(words.ids, words.bounds[1:-1])
    return words, [row.tolist() for row in rows]


def _bm25(case: QueryCase, texts: Sequence[str]) -> Scores:
    words, rows = _words(case, texts)
    counts, idf = _counts(words, len(texts))
    return bm25(counts, idf * np.bincount(rows[-1], minlength=len(idf)))


def _counts(words: WordIndex, texts: int) -> tuple[Any, Scores]:
    own, size = words.first(texts), len(words.surfaces)
    counts = count_pairs(own.owners, own.ids, texts, size)
    seen = np.bincount(counts.word, minlength=size)
    return counts, np.log1p((texts - seen + 0.5) / (seen + 0.5))


def _tfidf(case: QueryCase) -> Scores:
    words, rows = _words(case, case.titled)
    counts, _ = _counts(words, len(case.titled))
    seen = np.bincount(counts.word, minlength=len(words.surfaces))
    idf = np.log((1 + len(case.titled)) / (1 + seen)) + 1
    asked = idf * np.bincount(rows[-1], minlength=len(idf))
    values = counts.count * idf[counts.word]
    norms = np.sqrt(counts.sums(values**2))
    cosines: Scores = counts.sums(values * asked[counts.word]) / np.maximum(norms, 1e-12)
    return cosines


def _rank_bm25(case: QueryCase) -> Orders:
    _, rows = _words(case, case.titled)
    return _by(
        np.asarray(
            require("rank_bm25", package="rank-bm25").BM25Okapi(rows[:-1]).get_scores(rows[-1]), dtype=np.float64
        )
    )


def _bm25s(case: QueryCase) -> Orders:
    _, rows = _words(case, case.titled)
    retriever = require("bm25s", package="bm25s").BM25()
    retriever.index([list(map(str, row)) for row in rows[:-1]], show_progress=False)
    return _by(np.asarray(retriever.get_scores(list(map(str, rows[-1]))), dtype=np.float64))


def _encoded(encoder: Encoder, case: QueryCase) -> Orders:
    with one_thread():
        vectors = encode(encoder, [*case.titled, case.query])
    return _by((vectors[:-1] @ vectors[-1]).astype(np.float64))


def _lead(case: QueryCase) -> Orders:
    places = [sum(one == chunk for one in case.chunk_of[:i]) for i, chunk in enumerate(case.chunk_of)]
    return [sorted(range(len(places)), key=lambda i: (places[i], i))]


def _random(case: QueryCase) -> Orders:
    orders = [list(range(len(case.sentences))) for _ in range(DRAWS)]
    for seed, order in enumerate(orders):
        random.Random(f"{case.id} {seed}").shuffle(order)
    return orders


def _by(scores: Scores) -> Orders:
    return [by_score(scores).tolist()]
