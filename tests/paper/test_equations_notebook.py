"""The notebook runs, and is the one that its script makes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from scripts.make_notebook import Cell, cells_of, run

pytest.importorskip("matplotlib")

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
SCRIPT = cells_of((EXAMPLES / "equations.py").read_text(encoding="utf-8"))


def test_the_notebook_is_made_from_the_script() -> None:
    made = json.loads((EXAMPLES / "equations.ipynb").read_text(encoding="utf-8"))
    cells = [Cell(cell["cell_type"] == "markdown", "".join(cell["source"])) for cell in made["cells"]]
    assert cells == SCRIPT, "run: python scripts/make_notebook.py examples/equations.py examples/equations.ipynb"


def test_every_cell_of_the_notebook_runs_and_its_equations_hold() -> None:
    made = json.loads((EXAMPLES / "equations.ipynb").read_text(encoding="utf-8"))
    cells = [Cell(cell["cell_type"] == "markdown", "".join(cell["source"])) for cell in made["cells"]]
    outputs = [output for outputs in run(cells) for output in outputs]
    assert sum(output["output_type"] == "display_data" for output in outputs) == 4
    printed = "".join("".join(output.get("text", ())) for output in outputs)
    assert "1. S1 " in printed


def test_every_numbered_equation_is_in_the_notebook() -> None:
    text = " ".join(cell.source for cell in SCRIPT if cell.markdown)
    assert {int(number) for number in re.findall(r"Eq\. \((\d)\)", text)} | {3} == {1, 2, 3, 4, 5, 6}
