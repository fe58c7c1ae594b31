"""The notebooks run, show what they print, and are those that their scripts make."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from scripts.make_notebook import Cell, cells_of, pictures, run

from tests.texts import ROOT

pytest.importorskip("matplotlib")

EXAMPLES = ROOT / "examples"
NAMES = ["compress-before-an-llm", "rank-and-read", "reproduce-the-paper"]


def notebook(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((EXAMPLES / f"{name}.ipynb").read_text(encoding="utf-8"))
    return found


def cells(name: str) -> list[Cell]:
    return [Cell(cell["cell_type"] == "markdown", "".join(cell["source"])) for cell in notebook(name)["cells"]]


def shown(outputs: list[dict[str, Any]]) -> list[str]:
    """What is printed; pictures and pages are only counted."""
    return ["".join(output["text"]) if "text" in output else output["output_type"] for output in outputs]


def test_these_are_all_notebooks() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*.ipynb")) == NAMES
    assert sorted(path.stem for path in EXAMPLES.glob("*.py")) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_made_from_its_script_and_small(name: str) -> None:
    script = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert cells(name) == cells_of(script), "run: python scripts/make_notebook.py examples/*.py"
    assert (EXAMPLES / f"{name}.ipynb").stat().st_size < 400_000


@pytest.mark.parametrize("name", NAMES)
def test_every_cell_runs_and_prints_what_is_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(EXAMPLES)
    kept = [shown(cell.get("outputs", [])) for cell in notebook(name)["cells"]]
    assert [shown(outputs) for outputs in run(cells(name))] == kept


def test_every_numbered_equation_is_reproduced() -> None:
    text = " ".join(cell.source for cell in cells("reproduce-the-paper") if cell.markdown)
    assert {int(number) for number in re.findall(r"Eq\. \((\d)\)", text)} | {3} == {1, 2, 3, 4, 5, 6}


def test_the_page_about_the_method_has_all_pictures_of_the_notebook() -> None:
    page = (ROOT / "docs" / "method.md").read_text(encoding="utf-8")
    drawn = list(pictures(notebook("reproduce-the-paper")))
    assert len(drawn) == 4
    for number in range(1, len(drawn) + 1):
        assert f"images/method-{number}.png" in page
        assert Path(ROOT / "docs" / "images" / f"method-{number}.png").exists()
