"""Training: phrases mined from a corpus and found in new text, vectors of words and phrases, models of one's own.

`TrainingPlan` and `train_model` run all stages; the other names are those of the stages alone. Each name is imported on
first use, so that the command line starts quickly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sentencerank.train.mining.labels import KnowledgeBase
    from sentencerank.train.mining.mine import mine_phrases
    from sentencerank.train.mining.phrase_model import PhraseModel, PhraseSpan, load_phrase_model, segment
    from sentencerank.train.run import TrainingPlan, pack_model, train_model
    from sentencerank.train.text import Files, Reading, Source, files
    from sentencerank.train.vectors import Training, UnitVectors, load_vectors, train_vectors

_HOME = {
    "mining.labels": ("KnowledgeBase",),
    "mining.mine": ("mine_phrases",),
    "mining.phrase_model": ("PhraseModel", "PhraseSpan", "load_phrase_model", "segment"),
    "run": ("TrainingPlan", "pack_model", "train_model"),
    "text": ("Files", "Reading", "Source", "files"),
    "vectors": ("Training", "UnitVectors", "load_vectors", "train_vectors"),
}
_MODULE = {name: module for module, names in _HOME.items() for name in names}

__all__ = [
    "Files",
    "KnowledgeBase",
    "PhraseModel",
    "PhraseSpan",
    "Reading",
    "Source",
    "Training",
    "TrainingPlan",
    "UnitVectors",
    "files",
    "load_phrase_model",
    "load_vectors",
    "mine_phrases",
    "pack_model",
    "segment",
    "train_model",
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
