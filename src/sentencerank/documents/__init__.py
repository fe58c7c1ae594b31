"""Files → documents: one format per file, parsers imported only when a file needs them."""

from sentencerank.documents.limits import Limits
from sentencerank.documents.reading import read_document
from sentencerank.documents.sandbox import read_safely

__all__ = ["Limits", "read_document", "read_safely"]
