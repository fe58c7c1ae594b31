"""Haystack: a component that fits retrieved documents into a budget; needs the extra [haystack].

from sentencerank.integrations.haystack import SentenceRankCompressor
"""

from __future__ import annotations

import asyncio
from typing import Any

from sentencerank.extras import require
from sentencerank.integrations.retrieved import SETTINGS, kept_of, with_spans

require("haystack", "haystack")

from haystack import Document, component, default_from_dict, default_to_dict  # noqa: E402
from haystack.utils import deserialize_callable, serialize_callable  # noqa: E402


@component
class SentenceRankCompressor:
    """Keeps the sentences of documents that matter for a query, within a budget.

    `settings` are the arguments of `sentencerank.compress`. Documents are made anew, with id, meta and score;
    `kept_spans` is added to the meta. Those without text, and those of which nothing is left, are dropped.
    """

    def __init__(
        self,
        words: int | None = None,
        tokens: int | None = None,
        characters: int | None = None,
        count: Any = None,
        keep: Any = None,
        neighbours: int = 0,
        nested: bool = False,
        min_words: int = 0,
        on_error: str = "raise",
        language: str = "auto",
        title_key: str = "title",
    ) -> None:
        given = locals()
        self.settings = {name: given[name] for name in SETTINGS}
        self.title_key = title_key

    def to_dict(self) -> dict[str, Any]:
        """Return the component as plain values; a function that counts is named by its import path."""
        count = self.settings["count"]
        settings = self.settings | {"count": None if count is None else serialize_callable(count)}
        return default_to_dict(self, **settings, title_key=self.title_key)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> SentenceRankCompressor:
        """Make the component that `to_dict` wrote down."""
        settings = dict(data["init_parameters"])
        if settings.get("count") is not None:
            settings["count"] = deserialize_callable(settings["count"])
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
