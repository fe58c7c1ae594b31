"""Training: phrases mined from a corpus, and phrases found in new text."""

from sentencerank.train.mining.labels import KnowledgeBase
from sentencerank.train.mining.mine import mine_phrases
from sentencerank.train.mining.phrase_model import PhraseModel, load_model
from sentencerank.train.spans import PhraseSpan, segment
from sentencerank.train.text import Files, Reading, Source, files

__all__ = [
    "Files",
    "KnowledgeBase",
    "PhraseModel",
    "PhraseSpan",
    "Reading",
    "Source",
    "files",
    "load_model",
    "mine_phrases",
    "segment",
]
