"""Haystack: a component that fits retrieved documents into a budget; needs the extra [haystack].

from sentencerank.integrations.haystack import SentenceRankCompressor
"""

from __future__ import annotations

import asyncio
from typing import Any

from sentencerank.compression.compress import Compressor
from sentencerank.extras import require
from sentencerank.integrations.retrieved import kept_of, with_spans

require("haystack", "haystack")

from haystack import Document, component, default_from_dict, default_to_dict  # noqa: E402
from haystack.utils import deserialize_callable, serialize_callable  # noqa: E402

_CALLED = ("count", "encoder")  # settings that may be functions


@component
class SentenceRankCompressor:
    """Keeps the sentences of documents that matter for a query, within a budget.

    `settings` are the arguments of `sentencerank.compress`. Documents are made anew, with id, meta and score;
    `kept_spans` is added to the meta. Those without text, and those of which nothing is left, are dropped.
    """

    def __init__(self, title_key: str = "title", **settings: Any) -> None:
        Compressor(**settings)  # refuse what is wrong before a pipeline runs
        self.settings = settings
        self.title_key = title_key

    def to_dict(self) -> dict[str, Any]:
        """Return the component as plain values; functions that count or encode are named by their import paths."""
        named = {name: serialize_callable(self.settings[name]) for name in _CALLED if self.settings.get(name)}
        return default_to_dict(self, **self.settings | named, title_key=self.title_key)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> SentenceRankCompressor:
        """Make the component that `to_dict` wrote down."""
        settings = dict(data["init_parameters"])
        settings |= {name: deserialize_callable(settings[name]) for name in _CALLED if settings.get(name)}
        return default_from_dict(cls, {**data, "init_parameters": settings})

    @component.output_types(documents=list[Document])
    def run(self, query: str, documents: list[Document]) -> dict[str, Any]:
        """Return the documents with what is kept of each, in their order."""
        texts = [(str(one.meta.get(self.title_key) or ""), one.content) for one in documents]
        found = []
        for place, kept in kept_of(texts, query, self.settings):
            given = documents[place]
            # An embedding would be that of another text.
            found.append(Document(id=given.id, content=kept.text, meta=with_spans(given.meta, kept), score=given.score))
        return {"documents": found}

    @component.output_types(documents=list[Document])
    async def run_async(self, query: str, documents: list[Document]) -> dict[str, Any]:
        """Do the same without holding up other work."""
        return await asyncio.to_thread(self.run, query, documents)
