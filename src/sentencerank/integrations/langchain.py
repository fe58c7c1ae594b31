"""LangChain: documents of a retriever within a budget; needs langchain-core.

    from sentencerank.integrations.langchain import SentenceRankCompressor, compress_documents

The class is a document compressor; the function is what a RunnableLambda wants.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sentencerank.compression.compress import compress
from sentencerank.compression.result import Compression
from sentencerank.extras import require

require("langchain_core", package="langchain-core")

from langchain_core.callbacks import Callbacks  # noqa: E402
from langchain_core.documents import BaseDocumentCompressor, Document  # noqa: E402
from pydantic import ConfigDict  # noqa: E402


def compress_documents(
    documents: Sequence[Document], query: str | None, *, title_key: str = "title", **settings: Any
) -> list[Document]:
    """Return new documents with what is kept of each, in their order; those of which nothing is left are dropped.

    `settings` are those of `sentencerank.compress`. The id and the metadata of a document stay; `kept_spans` is added,
    the characters that were kept.
    """
    # A document without text has nothing to keep, and two may have one id: they are counted.
    given = [(place, document) for place, document in enumerate(documents) if document.page_content.strip()]
    if not given:
        return []
    chunks = [(place, str(document.metadata.get(title_key) or ""), document.page_content) for place, document in given]
    result: Compression = compress(chunks, query or None, **settings)
    return [
        Document(
            page_content=chunk.text,
            id=document.id,
            metadata={**document.metadata, "kept_spans": [list(span) for span in chunk.spans]},
        )
        for chunk, (_, document) in zip(result.chunks, given, strict=True)
        if chunk.spans
    ]


class SentenceRankCompressor(BaseDocumentCompressor):
    """Keeps the sentences of retrieved documents that matter for a query, within a budget; fields only."""

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")

    words: int | None = None
    tokens: int | None = None
    characters: int | None = None
    count: Any = None
    keep: Any = None
    neighbours: int = 0
    nested: bool = False
    min_words: int = 0
    on_error: str = "raise"
    language: str = "auto"
    title_key: str = "title"

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        """Return new documents with what is kept of each."""
        settings = {name: getattr(self, name) for name in type(self).model_fields}
        return compress_documents(documents, query, **settings)
