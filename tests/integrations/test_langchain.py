"""The document compressor against LangChain as it is installed."""

from __future__ import annotations

import asyncio
import importlib

import pytest

import sentencerank as sr
from tests.texts import ARTICLE

pytest.importorskip("langchain_core")


def test_documents_are_compressed_with_id_and_metadata() -> None:
    module = importlib.import_module("sentencerank.integrations.langchain")
    documents = importlib.import_module("langchain_core.documents")
    given = [
        documents.Document(page_content=ARTICLE, id="a", metadata={"title": "Heat", "page": 3}),
        documents.Document(page_content="  ", id="b"),
        documents.Document(page_content="Bread is baked at night.", id="a"),
    ]
    before = [one.model_dump() for one in given]
    compressor = module.SentenceRankCompressor(words=60)
    found = compressor.compress_documents(given, "who pays")
    assert "61 million" in found[0].page_content
    assert found[0].id == "a"
    assert found[0].metadata["page"] == 3
    spans = found[0].metadata["kept_spans"]
    assert found[0].page_content == " […] ".join(ARTICLE[start:end] for start, end in spans)
    assert [one.model_dump() for one in given] == before
    assert asyncio.run(compressor.acompress_documents(given, "who pays")) == found
    assert module.SentenceRankCompressor(**compressor.model_dump()) == compressor
    assert module.compress_documents(given[1:2], "rain", words=5) == []
    with pytest.raises(sr.OptionsError, match="exactly one budget"):
        module.SentenceRankCompressor().compress_documents(given, "who pays")


def test_the_function_is_a_runnable() -> None:
    module = importlib.import_module("sentencerank.integrations.langchain")
    runnables = importlib.import_module("langchain_core.runnables")
    documents = importlib.import_module("langchain_core.documents")
    step = runnables.RunnableLambda(
        lambda given: module.compress_documents(given["documents"], given["query"], words=40)
    )
    found = step.invoke({"documents": [documents.Document(page_content=ARTICLE)], "query": "salmon"})
    assert "salmon" in found[0].page_content
