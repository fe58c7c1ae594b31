"""Rank every sentence of a document by importance: Semantic SentenceRank and its sub-models.

This module is the public API and nothing else: everything that the documentation names is importable from here. Each
name is imported on first use, so that the command line starts quickly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.2.0"

if TYPE_CHECKING:
    from sentencerank.compression.compress import compress, compress_many
    from sentencerank.compression.result import Compression, KeptChunk
    from sentencerank.corpus.job import Job as CorpusJob
    from sentencerank.corpus.overview.outline import overview as corpus_overview
    from sentencerank.corpus.rank_corpus import rank_corpus
    from sentencerank.corpus.spark import SparkCluster, rank_column
    from sentencerank.corpus.verify import verify_corpus
    from sentencerank.document import Block, Document, Mark, Place, Sentence, Token, Wording
    from sentencerank.documents import Limits, read_document, render_page, to_markdown
    from sentencerank.errors import (
        ConvergenceError,
        CorpusError,
        DataError,
        DeadlineError,
        DocumentError,
        ExtraError,
        InputError,
        LanguageError,
        LimitError,
        ModelError,
        OptionsError,
        SentenceRankError,
        WorkerError,
    )
    from sentencerank.evaluate.runs import run_evaluation
    from sentencerank.languages.language import Language, Pack
    from sentencerank.languages.registry import (
        learn_stopwords,
        list_languages,
        register_language,
        unregister_language,
    )
    from sentencerank.method.options import ABLATIONS, BEST, LITERAL, METHODS, PAPER, READINGS, Options, spr, swr
    from sentencerank.method.structures import STRUCTURES
    from sentencerank.model.model import Model
    from sentencerank.model.model import check as check_model
    from sentencerank.model.model import load as load_model
    from sentencerank.model.write import Subwords, write_model
    from sentencerank.ranker import PreparedDocument, Ranker, rank
    from sentencerank.ranking import Ranking
    from sentencerank.reader.page import reader_page
    from sentencerank.recipe import Budget, Recipe
    from sentencerank.records import Explanation, Extract, Hit, Keyphrase, Layer, RankedSentence, Topic, Vote
    from sentencerank.together import RankingTogether, Source, rank_together
    from sentencerank.train.mining.labels import KnowledgeBase
    from sentencerank.train.mining.mine import mine_phrases
    from sentencerank.train.run import TrainingPlan, train_model

# Public name → module, and the name there if it is another one.
_HOME = {
    "ABLATIONS": "method.options",
    "BEST": "method.options",
    "Block": "document",
    "Budget": "recipe",
    "ConvergenceError": "errors",
    "Compression": "compression.result",
    "CorpusJob": "corpus.job:Job",
    "CorpusError": "errors",
    "DataError": "errors",
    "DeadlineError": "errors",
    "Document": "document",
    "DocumentError": "errors",
    "Explanation": "records",
    "ExtraError": "errors",
    "Extract": "records",
    "Hit": "records",
    "InputError": "errors",
    "Keyphrase": "records",
    "KeptChunk": "compression.result",
    "KnowledgeBase": "train.mining.labels",
    "LITERAL": "method.options",
    "Language": "languages.language",
    "LanguageError": "errors",
    "Layer": "records",
    "LimitError": "errors",
    "Limits": "documents.limits",
    "METHODS": "method.options",
    "Mark": "document",
    "Model": "model.model",
    "ModelError": "errors",
    "Options": "method.options",
    "OptionsError": "errors",
    "PAPER": "method.options",
    "Pack": "languages.language",
    "Place": "document",
    "PreparedDocument": "ranker",
    "READINGS": "method.options",
    "RankedSentence": "records",
    "Ranker": "ranker",
    "Ranking": "ranking",
    "RankingTogether": "together",
    "Recipe": "recipe",
    "STRUCTURES": "method.structures",
    "Sentence": "document",
    "SentenceRankError": "errors",
    "Source": "together",
    "SparkCluster": "corpus.spark",
    "Subwords": "model.write",
    "Token": "document",
    "Topic": "records",
    "TrainingPlan": "train.run",
    "Vote": "records",
    "Wording": "document",
    "WorkerError": "errors",
    "check_model": "model.model:check",
    "compress": "compression.compress",
    "compress_many": "compression.compress",
    "corpus_overview": "corpus.overview.outline:overview",
    "list_languages": "languages.registry",
    "learn_stopwords": "languages.registry",
    "load_model": "model.model:load",
    "mine_phrases": "train.mining.mine",
    "rank": "ranker",
    "rank_column": "corpus.spark",
    "rank_corpus": "corpus.rank_corpus",
    "rank_together": "together",
    "read_document": "documents",
    "reader_page": "reader.page",
    "register_language": "languages.registry",
    "render_page": "documents",
    "run_evaluation": "evaluate.runs",
    "spr": "method.options",
    "swr": "method.options",
    "to_markdown": "documents",
    "train_model": "train.run",
    "unregister_language": "languages.registry",
    "verify_corpus": "corpus.verify",
    "write_model": "model.write",
}

__all__ = [
    "ABLATIONS",
    "BEST",
    "LITERAL",
    "METHODS",
    "PAPER",
    "READINGS",
    "STRUCTURES",
    "Block",
    "Budget",
    "Compression",
    "ConvergenceError",
    "CorpusError",
    "CorpusJob",
    "DataError",
    "DeadlineError",
    "Document",
    "DocumentError",
    "Explanation",
    "ExtraError",
    "Extract",
    "Hit",
    "InputError",
    "KeptChunk",
    "Keyphrase",
    "KnowledgeBase",
    "Language",
    "LanguageError",
    "Layer",
    "LimitError",
    "Limits",
    "Mark",
    "Model",
    "ModelError",
    "Options",
    "OptionsError",
    "Pack",
    "Place",
    "PreparedDocument",
    "RankedSentence",
    "Ranker",
    "Ranking",
    "RankingTogether",
    "Recipe",
    "Sentence",
    "SentenceRankError",
    "Source",
    "SparkCluster",
    "Subwords",
    "Token",
    "Topic",
    "TrainingPlan",
    "Vote",
    "Wording",
    "WorkerError",
    "check_model",
    "compress",
    "compress_many",
    "corpus_overview",
    "learn_stopwords",
    "list_languages",
    "load_model",
    "mine_phrases",
    "rank",
    "rank_column",
    "rank_corpus",
    "rank_together",
    "read_document",
    "reader_page",
    "register_language",
    "render_page",
    "run_evaluation",
    "spr",
    "swr",
    "to_markdown",
    "train_model",
    "unregister_language",
    "verify_corpus",
    "write_model",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module 'sentencerank' has no attribute {name!r}")
    from importlib import import_module

    module, _, inside = _HOME[name].partition(":")
    value: object = getattr(import_module(f"sentencerank.{module}"), inside or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, "__version__"})
