"""Training: phrases mined from a corpus and found in new text, vectors of words and phrases, models of one's own.

Each name is imported on first use, so that the command line starts quickly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sentencerank.train.mining.labels import KnowledgeBase
    from sentencerank.train.mining.mine import mine_phrases
    from sentencerank.train.mining.phrase_model import PhraseModel, load_model
    from sentencerank.train.pack import pack_model
    from sentencerank.train.run import Plan, train
    from sentencerank.train.spans import PhraseSpan, segment
    from sentencerank.train.text import Files, Reading, Source, files
    from sentencerank.train.vectors.stage import UnitVectors, load_vectors, train_vectors
    from sentencerank.train.vectors.trainer import Training

_HOME = {
    "mining.labels": ("KnowledgeBase",),
    "mining.mine": ("mine_phrases",),
    "mining.phrase_model": ("PhraseModel", "load_model"),
    "pack": ("pack_model",),
    "run": ("Plan", "train"),
    "spans": ("PhraseSpan", "segment"),
    "text": ("Files", "Reading", "Source", "files"),
    "vectors.stage": ("UnitVectors", "load_vectors", "train_vectors"),
    "vectors.trainer": ("Training",),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "Files",
    "KnowledgeBase",
    "PhraseModel",
    "PhraseSpan",
    "Plan",
    "Reading",
    "Source",
    "Training",
    "UnitVectors",
    "files",
    "load_model",
    "load_vectors",
    "mine_phrases",
    "pack_model",
    "segment",
    "train",
    "train_vectors",
]


def __getattr__(name: str) -> object:
    if name not in _MODULE:
        raise AttributeError(f"module 'sentencerank.train' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"sentencerank.train.{_MODULE[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
