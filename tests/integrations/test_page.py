"""The examples of docs/integrations.md run as they stand, with the library as it is installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.texts import ROOT

PAGE = (ROOT / "docs" / "integrations.md").read_text(encoding="utf-8")
PARTS = re.findall(r"^## (\w+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
EXAMPLES = {title: found[1] for title, text in PARTS if (found := re.search(r"```python\n(.*?)```", text, re.DOTALL))}
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


@pytest.mark.parametrize("title", NEEDED)
def test_the_example_runs(title: str, tmp_path: Path) -> None:
    if find_spec(NEEDED[title]) is None:
        pytest.skip(f"needs {NEEDED[title]}: make test or make test-integrations")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (tmp_path / "pasted.py").write_text(EXAMPLES[title], encoding="utf-8")
    # The command is that of the environment in which the tests run.
    places = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    done = subprocess.run(
        [sys.executable, "pasted.py"],
        cwd=tmp_path,
        env={**os.environ, "PATH": places},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert title == "Jupyter" or done.stdout.strip()
