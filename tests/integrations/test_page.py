"""The examples of docs/integrations.md run as they stand, with the library as it is installed."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path

import pytest
from scripts import run_pages

from tests.texts import ROOT

PAGE = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")
PARTS = re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
EXAMPLES = {
    title: [block for block in run_pages.blocks_of(text) if block.language == "python"] for title, text in PARTS
}
NEEDED = {
    "Jupyter": "numpy",
    "pandas": "pandas",
    "MCP": "mcp",
    "LangChain": "langchain_core",
    "LlamaIndex": "llama_index",
    "Haystack": "haystack",
    "spaCy": "spacy",
}


def test_every_part_has_an_example() -> None:
    assert set(EXAMPLES) == set(NEEDED)
    assert all(len(blocks) == 1 for blocks in EXAMPLES.values())


@pytest.mark.parametrize("title", NEEDED)
def test_the_example_runs(title: str, tmp_path: Path) -> None:
    if find_spec(NEEDED[title]) is None:
        pytest.skip(f"needs {NEEDED[title]}: make test or make test-integrations")
    run_pages.run(run_pages.article(), tmp_path)
    printed = run_pages.run(EXAMPLES[title][0], tmp_path)
    assert title == "Jupyter" or printed.strip()
