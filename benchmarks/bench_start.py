"""What starting costs: CPU seconds of fresh processes, from nothing to the first ranking.

    python benchmarks/bench_start.py                       this checkout
    python benchmarks/bench_start.py --old CHECKOUT        and another one, by turns

A cell is the median of several processes and the least of them: on a busy machine the least is nearer to the truth.
Modules are compiled to bytecode before, as they are where a package is installed.
"""

from __future__ import annotations

import argparse
import compileall
import os
import resource
import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
ARTICLE = HERE / "examples" / "article.txt"
FIRST = f"import sentencerank; sentencerank.rank(open({str(ARTICLE)!r}, encoding='utf-8').read())"
STEPS: dict[str, Sequence[str]] = {
    "Python alone": ("-c", "pass"),
    "numpy alone": ("-c", "import numpy"),
    "import, model and first article": ("-c", FIRST),
    "`sentencerank --help`": ("-m", "sentencerank", "--help"),
    "`sentencerank rank FILE`": ("-m", "sentencerank", "rank", str(ARTICLE)),
}


def spent(step: Sequence[str], source: Path) -> float:
    """Run a step in a process of its own and return its CPU seconds."""
    environment = {**os.environ, "PYTHONPATH": str(source), "OPENBLAS_NUM_THREADS": "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *step], env=environment, check=True, capture_output=True, cwd="/")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def lines(checkouts: Sequence[Path], rounds: int) -> Iterator[str]:
    """Yield the lines of the table; the checkouts take turns."""
    sources = [checkout / "src" for checkout in checkouts]
    for source in sources:
        compileall.compile_dir(source, quiet=2)
    names = ["before", "after"][-len(sources) :]
    yield "| CPU ms, median (least) | " + " | ".join(names) + " |"
    yield "| --- |" + " --: |" * len(names)
    for name, step in STEPS.items():
        runs = [[1000 * spent(step, source) for source in sources] for _ in range(rounds)]
        columns = zip(*runs, strict=True)
        yield f"| {name} | " + " | ".join(f"{statistics.median(some):.0f} ({min(some):.0f})" for some in columns) + " |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", type=Path, help="the checkout to compare with")
    parser.add_argument("--rounds", type=int, default=15)
    given = parser.parse_args()
    for line in lines([*([given.old.resolve()] if given.old else []), HERE], given.rounds):
        print(line, flush=True)


if __name__ == "__main__":
    main()
