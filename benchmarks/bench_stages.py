"""Where the time of a ranking goes, before and after: CPU milliseconds by stage, on texts that were never seen before.

    python benchmarks/bench_stages.py DATA... --old CHECKOUT [--sizes 25 100 1000] [--processes 5]

The stages are the functions that `Ranker` calls, in both versions. Fresh processes of the two rank the same texts by
turns, each once, and the first text of a process is not counted. A cell is the mean over texts.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

if __package__ is None:
    sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.real_texts import gather, texts

HERE = Path(__file__).resolve()
STAGES = {
    "choose_language": "language",
    "read_text": "blocks and sentences",
    "analyse": "words, phrases, wording, vectors",
    "prepare": "graphs and distances",
    "rank_prepared": "scores, topics, selection",
    "build_ranking": "the result",
}
TEXTS = 6  # of a process


def child(file: str) -> None:
    """Rank texts and print what each stage took."""
    import sentencerank.ranker as ranker

    spent: dict[str, float] = defaultdict(float)
    inside = [0.0]

    def timed(function: Callable[..., Any], stage: str) -> Callable[..., Any]:
        def run(*given: Any, **named: Any) -> Any:
            begun = time.thread_time()
            inside.append(0.0)
            try:
                return function(*given, **named)
            finally:
                took = time.thread_time() - begun
                spent[stage] += took - inside.pop()
                inside[-1] += took

        return run

    first, *others = json.loads(Path(file).read_text(encoding="utf-8"))
    own = ranker.Ranker()
    own.rank(first)
    for name, stage in STAGES.items():
        setattr(ranker, name, timed(getattr(ranker, name), stage))
    whole = timed(own.rank, "the rest")
    for text in others:
        whole(text)
    print(json.dumps({stage: 1000 * seconds / len(others) for stage, seconds in spent.items()}))


def measured(source: Path, some: Sequence[str]) -> dict[str, float]:
    """Run one version in a process of its own."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(some, file)
        file.flush()
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(source)}
        command = [sys.executable, str(HERE), "--child", file.name]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, check=True, cwd="/")
    found: dict[str, float] = json.loads(done.stdout)
    return found


def lines(size: int, before: dict[str, float], after: dict[str, float]) -> Iterator[str]:
    """Yield the lines of a table."""
    yield f"\n## {size:,} sentences\n"
    yield "| CPU ms | before | after | ratio |\n| --- | --: | --: | --: |"
    rows = [(stage, before[stage], after[stage]) for stage in (*STAGES.values(), "the rest")]
    rows.append(("all", sum(before.values()), sum(after.values())))
    for stage, old, new in rows:
        yield f"| {stage} | {old:,.2f} | {new:,.2f} | {new / old:.2f} |"


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*", type=Path, help="texts: real_texts.py says what is read")
    parser.add_argument("--old", type=Path, help="the checkout to compare with")
    parser.add_argument("--sizes", type=int, nargs="+", default=[25, 100, 1000])
    parser.add_argument("--processes", type=int, default=5)
    parser.add_argument("--child", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        child(given.child)
        return
    if given.old is None:
        parser.error("--old is missing: a checkout of the version to compare with")
    found = gather(given.data, max(given.sizes) * given.processes * TEXTS)
    print("# Where the time goes\n\nMade by `python benchmarks/bench_stages.py`, which says how.")
    for size in given.sizes:
        some = [text for _, text in texts(found, size, given.processes * TEXTS)]
        parts = [part for k in range(given.processes) if len(part := some[k * TEXTS : (k + 1) * TEXTS]) > 1]
        sums: list[dict[str, float]] = [defaultdict(float), defaultdict(float)]
        for part in parts:
            for total, source in zip(sums, (given.old / "src", HERE.parents[1] / "src"), strict=True):
                for stage, spent in measured(source.resolve(), part).items():
                    total[stage] += spent / len(parts)
        if parts:
            print("\n".join(lines(size, *sums)))


if __name__ == "__main__":
    main()
