"""Measure the shape of one or several checkouts of the package and print a Markdown table, one column each.

    python scripts/measure_code.py OLD NEW

Counted: files and lines per package (code, and prose: docstrings and comments), modules in the root, modules that only
one other module imports, and the walk of one article through `sr.rank`: functions of ours that are called, modules they
stand in, and how many pairs of modules call each other.
"""

from __future__ import annotations

import ast
import io
import json
import os
import subprocess
import sys
import tokenize
from collections import Counter
from pathlib import Path

WALK = """
import json, sys
from pathlib import Path
import sentencerank as sr
article = Path(sys.argv[1]).read_text(encoding="utf-8")
root = str(Path(sr.__file__).parent)
ranker = sr.Ranker()
ranker.rank("The model is loaded by the first text. The second one is watched.")
functions, modules, crossings = set(), set(), set()
def watch(frame, event, argument):
    if event == "call" and frame.f_code.co_filename.startswith(root):
        name, caller = frame.f_code.co_filename, frame.f_back.f_code.co_filename
        functions.add((name, frame.f_code.co_qualname))
        modules.add(name)
        if caller.startswith(root) and caller != name:
            crossings.add((caller, name))
sys.setprofile(watch)
ranker.rank(article)
sys.setprofile(None)
print(json.dumps([len(modules), len(functions), len(crossings)]))
"""


def measure(checkout: Path) -> dict[str, str]:
    """Return the rows of the table for one checkout."""
    package = checkout / "src" / "sentencerank"
    rows: dict[str, str] = {}
    files = sorted(package.rglob("*.py"))
    totals: Counter[str] = Counter()
    by_package: dict[str, Counter[str]] = {}
    for path in files:
        inside = path.relative_to(package)
        name = f"{inside.parts[0]}/" if len(inside.parts) > 1 else "root"
        counted = count_lines(path.read_text(encoding="utf-8"))
        by_package.setdefault(name, Counter()).update(counted, files=1)
        totals.update(counted, files=1)
    rows["Python files"] = f"{totals['files']:,}"
    rows["lines"] = f"{totals['lines']:,}"
    rows["lines of code"] = f"{totals['code']:,}"
    rows["lines of prose"] = f"{totals['prose']:,}"
    rows["own-line comments"] = f"{totals['comments'] / totals['lines']:.1%}"
    rows["modules in the root"] = str(sum(1 for path in package.glob("*.py") if not path.name.startswith("__")))
    rows["modules with one importer"] = str(sum(count == 1 for count in importers(package, files).values()))
    modules, functions, crossings = walk(checkout)
    rows["walk of an article: modules"] = str(modules)
    rows["walk of an article: functions"] = str(functions)
    rows["walk of an article: module calls module"] = str(crossings)
    for name in sorted(by_package):
        one = by_package[name]
        rows[f"{name} files, code, prose"] = f"{one['files']}, {one['code']:,}, {one['prose']:,}"
    return rows


def count_lines(text: str) -> dict[str, int]:
    """Count the lines of a module: all, code, prose (docstrings and comments), and comments on a line of their own."""
    prose: set[int] = set()
    comments = 0
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and not token.line[: token.start[1]].strip():
            prose.add(token.start[0])
            comments += 1
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if (
                isinstance(first, ast.Expr)
                and isinstance(first.value, ast.Constant)
                and isinstance(first.value.value, str)
            ):
                prose.update(range(first.lineno, (first.end_lineno or first.lineno) + 1))
    lines = text.splitlines()
    blank = {number for number, line in enumerate(lines, 1) if not line.strip()}
    prose -= blank
    return {"lines": len(lines), "prose": len(prose), "code": len(lines) - len(prose | blank), "comments": comments}


def importers(package: Path, files: list[Path]) -> Counter[str]:
    """Count for every module how many others of the package import it."""
    names = {
        ".".join(path.relative_to(package.parent).with_suffix("").parts).removesuffix(".__init__") for path in files
    }
    found: Counter[str] = Counter()
    for path in files:
        used: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                used.add(node.module)
                used |= {f"{node.module}.{alias.name}" for alias in node.names}
            elif isinstance(node, ast.Import):
                used |= {alias.name for alias in node.names}
        found.update(used & names)
    return found


def walk(checkout: Path) -> list[int]:
    """Rank the example article in a process of its own; return the numbers of modules, functions and module pairs."""
    environment = {**os.environ, "PYTHONPATH": str((checkout / "src").resolve()), "SENTENCERANK_MODELS": os.devnull}
    article = Path(__file__).parent.parent / "examples" / "article.txt"
    command = [sys.executable, "-c", WALK, str(article)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    found: list[int] = json.loads(done.stdout)
    return found


def main() -> None:
    """Print the table."""
    checkouts = [Path(argument) for argument in sys.argv[1:]]
    if not checkouts:
        sys.exit(__doc__)
    columns = [measure(checkout) for checkout in checkouts]
    names = list(dict.fromkeys(name for column in columns for name in column))
    print("| | " + " | ".join(checkout.resolve().name for checkout in checkouts) + " |")
    print("|---|" + "---:|" * len(checkouts))
    for name in names:
        print(f"| {name} | " + " | ".join(column.get(name, "–") for column in columns) + " |")


if __name__ == "__main__":
    main()
