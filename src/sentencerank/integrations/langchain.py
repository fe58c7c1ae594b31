"""LangChain: documents of a retriever within a budget; needs the extra [langchain].

    from sentencerank.integrations.langchain import SentenceRankCompressor, compress_documents

The class is a document compressor; the function is what a RunnableLambda wants.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sentencerank.extras import require
from sentencerank.integrations.retrieved import kept_of, with_spans

require("langchain_core", "langchain")

from langchain_core.callbacks import Callbacks  # noqa: E402
from langchain_core.documents import BaseDocumentCompressor, Document  # noqa: E402
from pydantic import ConfigDict  # noqa: E402

from sentencerank.integrations.fields import CompressFields  # noqa: E402


def compress_documents(
    documents: Sequence[Document], query: str | None, *, title_key: str = "title", **settings: Any
) -> list[Document]:
    """Return new documents with what is kept of each, in their order; those of which nothing is left are dropped.

    `settings` are those of `sentencerank.compress`. The id and the metadata of a document stay; `kept_spans` is added,
    the characters that were kept.
    """
    texts = [(str(document.metadata.get(title_key) or ""), document.page_content) for document in documents]
    found = []
    for place, kept in kept_of(texts, query, settings):
        given = documents[place]
        found.append(Document(page_content=kept.text, id=given.id, metadata=with_spans(given.metadata, kept)))
    return found


class SentenceRankCompressor(CompressFields, BaseDocumentCompressor):
    """Keeps the sentences of retrieved documents that matter for a query, within a budget; fields only."""

    model_config = ConfigDict(arbitrary_types_allowed=True, extra="forbid")

    def compress_documents(
        self, documents: Sequence[Document], query: str, callbacks: Callbacks | None = None
    ) -> Sequence[Document]:
        """Return new documents with what is kept of each."""
        return compress_documents(documents, query, title_key=self.title_key, **self.settings)
