"""Rank every sentence of a document by importance: Semantic SentenceRank and its sub-models.

This module is the public API and nothing else; each name is imported on first use, so that the command line starts
quickly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from sentencerank.document import Document, Sentence
    from sentencerank.documents import read_document
    from sentencerank.errors import (
        ConvergenceError,
        DataError,
        DocumentError,
        ExtraError,
        InputError,
        LanguageError,
        ModelError,
        OptionsError,
        SentenceRankError,
    )
    from sentencerank.options import ABLATIONS, BEST, LITERAL, METHODS, PAPER, READINGS, Options, spr, swr
    from sentencerank.ranker import Ranker, rank
    from sentencerank.ranking import Ranking
    from sentencerank.records import Explanation, Extract, Keyphrase, Layer, RankedSentence, Topic, Vote

_HOME = {
    "document": ("Document", "Sentence"),
    "documents": ("read_document",),
    "errors": (
        "ConvergenceError",
        "DataError",
        "DocumentError",
        "ExtraError",
        "InputError",
        "LanguageError",
        "ModelError",
        "OptionsError",
        "SentenceRankError",
    ),
    "options": ("ABLATIONS", "BEST", "LITERAL", "METHODS", "PAPER", "READINGS", "Options", "spr", "swr"),
    "ranker": ("Ranker", "rank"),
    "ranking": ("Ranking",),
    "records": ("Explanation", "Extract", "Keyphrase", "Layer", "RankedSentence", "Topic", "Vote"),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "ABLATIONS",
    "BEST",
    "LITERAL",
    "METHODS",
    "PAPER",
    "READINGS",
    "ConvergenceError",
    "DataError",
    "Document",
    "DocumentError",
    "Explanation",
    "ExtraError",
    "Extract",
    "InputError",
    "Keyphrase",
    "LanguageError",
    "Layer",
    "ModelError",
    "Options",
    "OptionsError",
    "RankedSentence",
    "Ranker",
    "Ranking",
    "Sentence",
    "SentenceRankError",
    "Topic",
    "Vote",
    "rank",
    "read_document",
    "spr",
    "swr",
]


def __getattr__(name: str) -> object:
    if name == "train":  # sr.train.mine_phrases(…): a package of its own, not a name of the story
        from importlib import import_module

        return import_module("sentencerank.train")
    if name not in _MODULE:
        raise AttributeError(f"module 'sentencerank' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"sentencerank.{_MODULE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*__all__, "__version__"})
