"""The node postprocessor against LlamaIndex as it is installed."""

from __future__ import annotations

import asyncio
import importlib
from typing import Any

import pytest

import sentencerank as sr
from tests.texts import ARTICLE

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the library
pytest.importorskip("llama_index.core", reason="needs llama-index-core: make test-integrations")


@pytest.fixture
def module() -> Any:
    return importlib.import_module("sentencerank.integrations.llama_index")


@pytest.fixture
def nodes() -> Any:
    schema = importlib.import_module("llama_index.core.schema")
    given = [
        schema.TextNode(text=ARTICLE, id_="a", metadata={"title": "Heat", "page": 3}),
        schema.TextNode(text="  ", id_="b"),
        schema.TextNode(text="Bread is baked at night.", id_="c", metadata={"page": 4}),
    ]
    return [schema.NodeWithScore(node=node, score=0.5) for node in given]


def texts(nodes: Any) -> list[str]:
    return [one.node.text for one in nodes]


def test_nodes_are_compressed_and_never_changed(module: Any, nodes: Any) -> None:
    before = [one.to_dict() for one in nodes]
    found = module.SentenceRankPostprocessor(words=60).postprocess_nodes(nodes, query_str="who pays")
    assert "61 million" in found[0].node.text
    assert found[0].node.node_id == "a"
    assert found[0].score == 0.5
    assert found[0].node.metadata["page"] == 3
    spans = found[0].node.metadata["kept_spans"]
    assert found[0].node.text == " […] ".join(ARTICLE[start:end] for start, end in spans)
    assert "kept_spans" not in found[0].node.get_content(metadata_mode="llm")
    assert [one.to_dict() for one in nodes] == before


def test_without_a_query_what_is_important_in_the_nodes_is_kept(module: Any, nodes: Any) -> None:
    found = module.SentenceRankPostprocessor(words=60).postprocess_nodes(nodes)
    expected = sr.compress([(0, "Heat", ARTICLE), (2, "", "Bread is baked at night.")], words=60)
    assert texts(found) == [chunk.text for chunk in expected.chunks if chunk.spans]


def test_the_asynchronous_way_gives_the_same(module: Any, nodes: Any) -> None:
    made = module.SentenceRankPostprocessor(words=60)
    found = asyncio.run(made.apostprocess_nodes(nodes, query_str="who pays"))
    assert texts(found) == texts(made.postprocess_nodes(nodes, query_str="who pays"))


def test_it_can_be_written_down_and_made_again(module: Any, nodes: Any) -> None:
    made = module.SentenceRankPostprocessor(words=60, neighbours=1)
    again = module.SentenceRankPostprocessor.from_dict(made.to_dict())
    assert made.to_dict()["class_name"] == "SentenceRankPostprocessor"
    assert again.to_dict() == made.to_dict()
    assert texts(again.postprocess_nodes(nodes)) == texts(made.postprocess_nodes(nodes))


def test_no_nodes_give_none_and_no_budget_is_refused(module: Any, nodes: Any) -> None:
    assert module.SentenceRankPostprocessor(words=60).postprocess_nodes([]) == []
    with pytest.raises(sr.OptionsError, match="exactly one budget"):
        module.SentenceRankPostprocessor().postprocess_nodes(nodes)
