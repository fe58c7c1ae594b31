"""The examples of docs/integrations.md that need an environment of their own; tests/test_pages.py runs the others."""

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
NEEDED = {"LlamaIndex": "llama_index", "Haystack": "haystack", "spaCy": "spacy"}


def test_every_part_has_an_example() -> None:
    assert set(EXAMPLES) == {*NEEDED, "Jupyter", "pandas", "MCP", "LangChain"}
    assert all(len(blocks) == 1 for blocks in EXAMPLES.values())
    assert {title for title, blocks in EXAMPLES.items() if blocks[0].value == "other environment"} == set(NEEDED)


@pytest.mark.parametrize("title", NEEDED)
def test_the_example_runs(title: str, tmp_path: Path) -> None:
    if find_spec(NEEDED[title]) is None:
        pytest.skip(f"needs {NEEDED[title]}: make test-integrations")
    run_pages.run(run_pages.article(), tmp_path)
    assert run_pages.run(EXAMPLES[title][0], tmp_path).strip()
