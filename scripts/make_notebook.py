"""Make a notebook, with what it prints and draws, from a script with cells.

    python scripts/make_notebook.py examples/*.py
    python scripts/make_notebook.py examples/reproduce-the-paper.py --pictures docs/images/method

A cell begins with `# %%`, one of text with `# %% [markdown]`. All cells run in one namespace, as in a notebook, and
the value of a last line is shown. `--pictures` also writes what is drawn as PREFIX-1.png, PREFIX-2.png and so on.
"""

from __future__ import annotations

import argparse
import ast
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
        printed, value = io.StringIO(), None
        outputs: list[dict[str, Any]] = []
        if not cell.markdown:
            with redirect_stdout(printed):
                value = _run_cell(cell.source, names)
        if printed.getvalue():
            outputs.append({"output_type": "stream", "name": "stdout", "text": _lines(printed.getvalue())})
        if value is not None:
            html = value._repr_html_() if hasattr(value, "_repr_html_") else ""
            shown = {"text/html": _lines(html)} if html else {"text/plain": _lines(repr(value))}
            outputs.append({"output_type": "execute_result", "execution_count": None, "data": shown, "metadata": {}})
        for number in plt.get_fignums():
            picture = io.BytesIO()
            plt.figure(number).savefig(picture, format="png", dpi=80)
            data = {"image/png": base64.b64encode(picture.getvalue()).decode()}
            outputs.append({"output_type": "display_data", "data": data, "metadata": {}})
        plt.close("all")
        yield outputs


def _run_cell(source: str, names: dict[str, Any]) -> Any:
    """Run a cell, and return the value of its last line if that is an expression that is not a call."""
    tree = ast.parse(source)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr) or isinstance(last.value, ast.Call):
        exec(compile(tree, "cell", "exec"), names)
        return None
    exec(compile(ast.Module(tree.body[:-1], []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


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


def pictures(made: dict[str, Any]) -> Iterator[bytes]:
    """Yield what a notebook has drawn."""
    for cell in made["cells"]:
        for output in cell.get("outputs", ()):
            if "image/png" in output.get("data", {}):
                yield base64.b64decode(output["data"]["image/png"])


def main() -> None:
    """Write the notebooks beside their scripts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scripts", type=Path, nargs="+")
    parser.add_argument("--pictures", metavar="PREFIX")
    asked = parser.parse_args()
    for script in asked.scripts:
        made = notebook(cells_of(script.read_text(encoding="utf-8")))
        text = json.dumps(made, indent=1, ensure_ascii=False) + "\n"
        script.with_suffix(".ipynb").write_text(text, encoding="utf-8")
        for number, picture in enumerate(pictures(made) if asked.pictures else (), 1):
            Path(f"{asked.pictures}-{number}.png").write_bytes(picture)


if __name__ == "__main__":
    main()
