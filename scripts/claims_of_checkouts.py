"""Put the paper's order of systems to the test with several checkouts of the package, on any judged documents.

    python scripts/claims_of_checkouts.py DATA... --checkout before=OLD --checkout now=. > claims.md

A checkout is a folder with `src`, such as `git archive COMMIT src | tar -x -C OLD` makes it. Each runs in a process of
its own, on the same documents, under the first budget that fits them. A difference is in points of the mean of R-1, R-2
and R-SU4, with its paired 95 % interval.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

Values: TypeAlias = dict[str, list[float]]  # system → a value for each document

SYSTEMS = ("ssr-paper", "spr-paper", "swr-paper", "textrank")
CLAIMS = (("SWR", "TextRank"), ("SPR", "SWR"), ("SSR", "SPR"), ("SSR", "TextRank"))


def values(checkout: Path, data: Path) -> Values:
    """Score one dataset with one checkout, in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str((checkout / "src").resolve()), "SENTENCERANK_MODELS": os.devnull}
    command = [sys.executable, str(Path(__file__).resolve()), "--child", str(data.resolve())]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, cwd="/")
    found: Values = json.loads(done.stdout)
    return found


def score(data: Path) -> Values:
    """What the importable package scores on every document."""
    from sentencerank.evaluate.runs import run_evaluation

    results = run_evaluation(data, SYSTEMS, samples=0)
    return {name: results.values(name).tolist() for name in SYSTEMS}


def verdict(found: Values, better: str, worse: str) -> str:
    """Return the difference of two systems with its interval, and whether it is decided."""
    from sentencerank.evaluate.significance import difference_interval
    from sentencerank.evaluate.tables import signed

    left, right = (np.array(found[_system(name)]) for name in (better, worse))
    both = np.isfinite(left) & np.isfinite(right)
    one = difference_interval(left[both], right[both])
    mark = "✓" if one.low > 0 else "✗" if one.high < 0 else "~"
    # Where a system failed on some documents, the others decide.
    fewer = "" if both.all() else f", {int(both.sum())} documents"
    return f"{mark} {signed(one.mean)} ({signed(one.low)} … {signed(one.high)}){fewer}"


def _system(name: str) -> str:
    return name.lower() if name == "TextRank" else f"{name.lower()}-paper"


def main() -> None:
    """Print a table for each claim."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="judged documents, see docs/evaluation.md")
    parser.add_argument("--checkout", action="append", default=[], metavar="NAME=FOLDER", help="give several")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.child:
        print(json.dumps(score(asked.data[0])))
        return
    checkouts = dict(one.split("=", 1) for one in asked.checkout or ["now=."])
    found = {data: {name: values(Path(path), data) for name, path in checkouts.items()} for data in asked.data}
    print("# The paper's order of systems, before and after\n")
    names = " ".join(data.name for data in asked.data)
    print(f"Made by:\n\n    python scripts/claims_of_checkouts.py {names} \\")
    print("        " + " ".join(f"--checkout {name}=…" for name in checkouts) + "\n")
    print(
        "Reading `paper`, the first budget that fits the data, mean of R-1, R-2 and R-SU4 in points, paired 95 % "
        "interval. ✓ holds, ✗ the reverse holds, ~ not decided."
    )
    tested = {
        f"{better} above {worse}": [[verdict(run, better, worse) for run in runs.values()] for runs in found.values()]
        for better, worse in CLAIMS
    }
    print(f"\n## In short\n\nOn how many of {len(found)} sets a claim holds, is not decided, and is reversed.\n")
    _table(("claim", *checkouts), ([claim, *map(in_short, zip(*rows, strict=True))] for claim, rows in tested.items()))
    heads = [
        (data.name.removesuffix(".jsonl"), str(len(next(iter(runs.values()))[SYSTEMS[0]])))
        for data, runs in found.items()
    ]
    for claim, rows in tested.items():
        print(f"\n## {claim}\n")
        _table(("data", "documents", *checkouts), ([*head, *row] for head, row in zip(heads, rows, strict=True)))


def in_short(verdicts: Sequence[str]) -> str:
    """Count how often a claim holds, is not decided and is reversed.

    >>> in_short(["✓ +1.00", "~ +0.10", "~ +0.20"])
    '✓ 1, ~ 2, ✗ 0'
    """
    return ", ".join(f"{mark} {sum(one.startswith(mark) for one in verdicts)}" for mark in "✓~✗")


def _table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    rule = ["---", *["---:"] * (len(header) - 1)]
    print("\n".join(f"| {' | '.join(row)} |" for row in (header, rule, *rows)))


if __name__ == "__main__":
    main()
