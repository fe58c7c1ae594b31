"""The component against Haystack as it is installed."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any

import pytest

import sentencerank as sr
from tests.texts import ARTICLE

pytest.importorskip("haystack", reason="needs haystack-ai: make test-integrations")


def characters(text: str) -> int:
    """A counter that can be found by its import path."""
    return len(text)


@pytest.fixture
def module() -> Any:
    return importlib.import_module("sentencerank.integrations.haystack")


@pytest.fixture
def documents() -> Any:
    document = importlib.import_module("haystack").Document
    return [
        document(content=ARTICLE, id="a", meta={"title": "Heat", "page": 3}, score=0.7, embedding=[0.1]),
        document(content=None, id="b"),
        document(content="Bread is baked at night.", id="c"),
    ]


def pipeline(module: Any, **settings: object) -> Any:
    made = importlib.import_module("haystack").Pipeline()
    made.add_component("compressor", module.SentenceRankCompressor(**settings))
    return made


def test_documents_are_compressed_in_a_pipeline_and_never_changed(module: Any, documents: Any) -> None:
    before = [one.to_dict() for one in documents]
    given = {"compressor": {"query": "who pays", "documents": documents}}
    found = pipeline(module, words=60).run(given)["compressor"]["documents"]
    assert "61 million" in found[0].content
    assert (found[0].id, found[0].score, found[0].meta["page"], found[0].embedding) == ("a", 0.7, 3, None)
    spans = found[0].meta["kept_spans"]
    assert found[0].content == " […] ".join(ARTICLE[start:end] for start, end in spans)
    assert [one.to_dict() for one in documents] == before
    again = asyncio.run(pipeline(module, words=60).run_async(given))
    assert again["compressor"]["documents"] == found


def test_a_pipeline_can_be_written_down_and_made_again(module: Any, documents: Any) -> None:
    made = pipeline(module, tokens=300, count=characters, neighbours=1)
    text = made.dumps()
    assert "test_haystack.characters" in text
    allowed = ["sentencerank.integrations.haystack", "tests.integrations.test_haystack"]
    again = type(made).loads(text, allowed_modules=allowed)
    assert again.to_dict() == made.to_dict()
    given = {"compressor": {"query": "who pays", "documents": documents}}
    assert again.run(given) == made.run(given)


def test_wrong_settings_are_refused(module: Any, documents: Any) -> None:
    with pytest.raises(sr.OptionsError, match="exactly one budget"):
        module.SentenceRankCompressor().run("who pays", documents)
    assert module.SentenceRankCompressor(words=5).run("who pays", []) == {"documents": []}
