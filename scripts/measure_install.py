"""Installed size and import time of the core and of each extra, as the table of docs/install.md.

    python scripts/measure_install.py            # print it
    python scripts/measure_install.py --write    # put it into the page

Sizes are those of the files that are installed in this environment; an extra adds what the core does not have. The
time is processor time of a fresh process that imports it, less that of one that imports nothing; of an extra, its
libraries. Where an extra is not installed, its size is what `extras.py` tells, and there is no time.
"""

from __future__ import annotations

import argparse
import re
import resource
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution, requires
from pathlib import Path
from statistics import median

from packaging.requirements import Requirement

from sentencerank.extras import SIZES, is_there

PAGE = Path(__file__).parent.parent / "docs" / "install.md"
NOT_FOR_USERS = ("dev", "docs", "peers")
RUNS = 5
# What an extra is for, and what its use imports.
EXTRAS = {
    "documents": ("PDF, HTML, DOCX, EPUB, mail", "charset_normalizer defusedxml.ElementTree lxml.html pypdfium2"),
    "serve": ("the HTTP API, the reader with a memory", "fastapi uvicorn multipart"),
    "languages": ("words and parts of speech", "fugashi pymorphy3 pythainlp.tokenize rjieba"),
    "corpus": ("Parquet, Zstandard", "pyarrow.parquet zstandard"),
    "spark": ("Spark", "pyspark.sql pandas"),
    "train": ("training", "gensim.models.fasttext mwparserfromhell pyarrow zstandard"),
    "evaluate": ("pictures of reports", "matplotlib.pyplot"),
    "rivals": ("rivals of the paper", "sklearn.decomposition scipy.optimize"),
    "wmd": ("exact WMD", "ot"),
    "mcp": ("tools for language models", "mcp"),
    "pandas": ("frames", "pandas"),
    "langchain": ("LangChain", "langchain_core.documents"),
    "llama-index": ("LlamaIndex", "llama_index.core"),
    "haystack": ("Haystack", "haystack"),
    "spacy": ("spaCy", "spacy"),
}


def name_of(text: str) -> str:
    """Return the name of a distribution as the index spells it."""
    return re.sub(r"[-_.]+", "-", text).lower()


def closure(names: list[Requirement], extras: frozenset[str] = frozenset()) -> set[str]:
    """Return all distributions that these need, themselves included."""
    found: set[str] = set()
    waiting = [(each, extras) for each in names]
    while waiting:
        requirement, asked = waiting.pop()
        wanted = asked | requirement.extras or {""}
        if requirement.marker and not any(requirement.marker.evaluate({"extra": extra}) for extra in wanted):
            continue
        name = name_of(requirement.name)
        if name in found and not requirement.extras:
            continue
        try:
            needed = requires(name) or []
        except PackageNotFoundError:
            continue
        if name != "sentencerank":
            found.add(name)
        waiting += [(Requirement(each), frozenset(requirement.extras)) for each in needed]
    return found


def size(name: str) -> int:
    """Return the bytes of the files of a distribution."""
    files = distribution(name).files or []
    return sum(path.stat().st_size for file in files if (path := file.locate()).is_file())  # type: ignore[attr-defined]


def seconds(code: str) -> float:
    """Return the processor time of a fresh process that runs this, the median of some."""
    found = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return median(found)


def own_size() -> int:
    """Return the bytes of the package itself, as a wheel would install it."""
    folder = Path(__file__).parent.parent / "src" / "sentencerank"
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts)


def table() -> str:
    """Measure everything and return it as a table."""
    nothing, core = seconds("pass"), closure([Requirement("sentencerank")])
    first = seconds("import sentencerank as sr; sr.rank('It rained. The road is closed.')") - nothing
    ours = seconds("import sentencerank") - nothing
    lines = [
        "| | what for | MB | import, CPU s |",
        "| --- | --- | ---: | ---: |",
        f"| the package itself | | {own_size() / 1e6:.0f} | {ours:.2f}; with a first ranking {first:.2f} |",
        f"| what it needs | {', '.join(sorted(core))} | {sum(map(size, core)) / 1e6:.0f} | |",
    ]
    known = {*distribution("sentencerank").metadata.get_all("Provides-Extra", [])} - {*NOT_FOR_USERS}
    assert known == {*EXTRAS}, f"EXTRAS does not tell of {known ^ {*EXTRAS}}"
    for extra, (about, modules) in EXTRAS.items():
        if all(is_there(name.partition(".")[0]) for name in modules.split()):
            added = closure([Requirement(f"sentencerank[{extra}]")]) - core
            time = seconds(f"import {', '.join(modules.split())}") - nothing
            cells = (f"{sum(map(size, added)) / 1e6:.0f}", f"{time:.2f}")
        else:
            cells = (f"{SIZES[extra]}", "–")
        lines.append(f"| `[{extra}]` | {about} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the table, or put it into the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    made = table()
    if parser.parse_args().write:
        text = PAGE.read_text(encoding="utf-8")
        marks = r"(<!-- measured: measure_install -->\n\n).*?(?=\n<!-- end -->)"
        PAGE.write_text(re.sub(marks, lambda found: found[1] + made, text, flags=re.DOTALL), encoding="utf-8")
    print(made)


if __name__ == "__main__":
    main()
