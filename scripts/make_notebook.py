"""Make a notebook, with what it prints and draws, from a script with cells.

    python scripts/make_notebook.py examples/equations.py examples/equations.ipynb

A cell begins with `# %%`, one of text with `# %% [markdown]`. All cells run in one namespace, as in a notebook.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

CELL, MARKDOWN = "# %%", "# %% [markdown]"


class Cell(NamedTuple):
    """One cell: text in Markdown, or code."""

    markdown: bool
    source: str


def cells_of(script: str) -> list[Cell]:
    """Split a script.

    >>> cells_of("# %% [markdown]\\n# Hi\\n#\\n# ho\\n\\n# %%\\nx = 1\\n")
    [Cell(markdown=True, source='Hi\\n\\nho'), Cell(markdown=False, source='x = 1')]
    """
    found: list[tuple[bool, list[str]]] = []
    for line in script.splitlines():
        if line in (CELL, MARKDOWN):
            found.append((line == MARKDOWN, []))
        elif found:
            markdown, lines = found[-1]
            lines.append(line[2:] if markdown and line.startswith("# ") else line.strip("#") if markdown else line)
    return [Cell(markdown, "\n".join(lines).strip("\n")) for markdown, lines in found]


def run(cells: Sequence[Cell]) -> Iterator[list[dict[str, Any]]]:
    """Run the cells one after another and yield the outputs of each."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    names: dict[str, Any] = {"__name__": "__main__"}
    for cell in cells:
        printed = io.StringIO()
        outputs: list[dict[str, Any]] = []
        if not cell.markdown:
            with redirect_stdout(printed):
                exec(compile(cell.source, "cell", "exec"), names)
        if printed.getvalue():
            outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())})
        for number in plt.get_fignums():
            picture = io.BytesIO()
            plt.figure(number).savefig(picture, format="png", dpi=80)
            data = {"image/png": base64.b64encode(picture.getvalue()).decode()}
            outputs.append({"output_type": "display_data", "data": data, "metadata": {}})
        plt.close("all")
        yield outputs


def notebook(cells: Sequence[Cell]) -> dict[str, Any]:
    """Return the notebook in its format, 4.5."""
    made = []
    for number, (cell, outputs) in enumerate(zip(cells, run(cells), strict=True)):
        common = {"id": f"cell-{number}", "metadata": {}, "source": _lines(cell.source)}
        code = {"cell_type": "code", "execution_count": None, "outputs": outputs}
        made.append({"cell_type": "markdown", **common} if cell.markdown else {**code, **common})
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    return {"cells": made, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def main() -> None:
    """Write the notebook."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("script", type=Path)
    parser.add_argument("notebook", type=Path)
    asked = parser.parse_args()
    made = notebook(cells_of(asked.script.read_text(encoding="utf-8")))
    asked.notebook.write_text(json.dumps(made, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
