"""What keyphrases, topics and queries cost beside a ranking, on real texts, each of which is new.

    python benchmarks/bench_phrases.py FILE_OR_FOLDER...                  (real_texts.py says what is read)
    python benchmarks/bench_phrases.py FILE_OR_FOLDER... --old CHECKOUT   another checkout beside it, by turns

Times are CPU milliseconds of a process, means over texts; the first sixth of the texts warms up and is not counted. The
query has three words of the text, so that it finds something. Compare only within one run.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

if __package__ is None:
    sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.real_texts import gather, texts

PLAN = {25: 60, 100: 30, 1000: 12}  # sentences of a text → texts
WORD = re.compile(r"[A-Za-z]{5,}")


def child(file: str) -> None:
    """Print what each step took for each text."""
    import sentencerank

    ranker, now = sentencerank.Ranker(), time.process_time
    rows: list[list[float]] = []
    for text in json.loads(Path(file).read_text(encoding="utf-8")):
        words = WORD.findall(text)
        asked = " ".join(words[len(words) * part // 4] for part in (1, 2, 3))
        row: list[float] = []
        begun = now()
        # What is asked of a text depends on its number, so that nothing is asked of one that was ranked before.
        if len(rows) % 2:
            ranking = ranker.rank(text)
            row.append(now() - begun)
            begun = now()
            ranking.keyphrases(10)
            row.append(now() - begun)
            begun = now()
            _ = ranking.topics
            row.append(now() - begun)
        else:
            prepared = ranker.prepare(text)
            for query in (asked, f"{words[-1]} {words[0]}"):
                prepared.rank(query)
                row.append(now() - begun)
                begun = now()
        rows.append([*row, len(text.split())])
    print(json.dumps(rows[len(rows) // 6 :]))


def measured(some: list[str], checkout: Path) -> list[list[float]]:
    """Run the steps with a checkout in a process of its own."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        json.dump(some, file)
        file.flush()
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "PYTHONPATH": str(checkout.resolve() / "src")}
        command = [sys.executable, str(Path(__file__).resolve()), "--child", file.name]
        done = subprocess.run(command, stdout=subprocess.PIPE, env=environment, check=True, cwd="/")
    rows: list[list[float]] = json.loads(done.stdout)
    return rows


def line(name: str, size: int, rows: list[list[float]]) -> str:
    """Return a row of the table."""
    ranked, asked = [row for row in rows if len(row) == 4], [row for row in rows if len(row) == 3]
    ranking, phrases, topics, _ = (1000 * sum(column) / len(ranked) for column in zip(*ranked, strict=True))
    new, further, words = (sum(column) / len(asked) for column in zip(*asked, strict=True))
    share = (phrases + topics) / (ranking + phrases + topics)
    times = [f"{value:.2f}" for value in (ranking, phrases, topics)]
    cells = [f"{size:,}", name, *times, f"{100 * share:.0f} %"]
    cells += [f"{1000 * new:.2f}", f"{1e6 * new / words:.1f}", f"{1000 * further:.2f}"]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", nargs="*", type=Path, metavar="FILE_OR_FOLDER")
    parser.add_argument("--old", type=Path, help="another checkout of this package")
    given = parser.parse_args()
    found: Any = gather(given.data, 3 * max(size * count for size, count in PLAN.items()))
    checkouts = {"this": Path(__file__).parent.parent} | ({"old": given.old} if given.old else {})
    print("| sentences | checkout | ranking | keyphrases | topics | share | for a query | per 1,000 words | further |")
    print("| --: | --- | --: | --: | --: | --: | --: | --: | --: |")
    for size, count in PLAN.items():
        some = [text for _, text in texts(found, size, count)]
        for name, checkout in checkouts.items():
            print(line(name, size, measured(some, checkout)), flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2])
    else:
        main()
