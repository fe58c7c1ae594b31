"""Change one choice about structures at a time, and show what that does to the data sets and to everyday documents.

    python scripts/try_structures.py ../shared/benchmarks/realdocs ../shared/benchmarks/*.jsonl > results/structures.md

Each row has one number of `method/structures.py` changed. A data set is judged by R at its budget, or by AP where
judges chose sentences (scripts/all_sets.py), everyday documents by their first sentences (scripts/first_sentences.py).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeAlias
from unittest.mock import patch

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.all_sets import BEST, BUDGETS, Row, ranks_by, score_set
from scripts.first_sentences import GROUPS, judge, values

from sentencerank.evaluate.cases import read_cases
from sentencerank.evaluate.significance import difference_interval
from sentencerank.evaluate.subjects import Subject, subjects
from sentencerank.method import structures

Change: TypeAlias = Mapping[str, Any]
ABOUT = """Made by `python scripts/try_structures.py FOLDER SETS...`. Everyday documents as they are judged; of the sets
the difference to what is in use, in points of AP where judges chose sentences, else of R at the budget. Bold: its
paired 95 % interval has no 0. Empty: nothing changes."""
LEGAL = "licences, laws, contracts, terms"
# What is tried: constants of the module by their name, fields of a structure as "structure.field".
TRIALS: Mapping[str, Change] = {
    "as it is": {},
    "`SHORT` 40": {"SHORT": 40},
    "`SHORT` 80": {"SHORT": 80},
    "prior of `report` 1": {"report.prior": 1.0},
    "prior of `reference` .375": {"reference.prior": 0.375},
    "prior of `conversation` 0": {"conversation.prior": 0.0},
    "prior of `conversation` .5": {"conversation.prior": 0.5},
    "`address` of `conversation` .2": {"conversation.address": 0.2},
    "`legal` never found": {"RULES": 2.0},
    "`rules` of `legal` 0": {"legal.rules": 0.0},
    "`rules` of `legal` .5": {"legal.rules": 0.5},
    "`rules` of `legal` 1": {"legal.rules": 1.0},
    "prior of `legal` 1": {"legal.prior": 1.0},
}


@contextmanager
def changed(change: Change) -> Iterator[None]:
    """Change constants and structures for a while."""
    table = dict(structures.STRUCTURES)
    constants = {name: value for name, value in change.items() if "." not in name}
    for name, value in change.items():
        if "." in name:
            structure, field = name.split(".")
            table[structure] = table[structure]._replace(**{field: value})
    with patch.multiple(structures, STRUCTURES=MappingProxyType(table), **constants):
        yield


def measure_of(rows: list[Row]) -> np.ndarray:
    """Return what a set is judged by: AP if it has judges who chose sentences, else R."""
    name = "AP" if not np.isnan([row["AP"] for row in rows]).all() else "R"
    return 100 * np.array([row[name] for row in rows])


def cell(now: np.ndarray, before: np.ndarray) -> str:
    """Return the mean difference, bold where its interval has no 0; nothing where all is as it was."""
    known = ~(np.isnan(now) | np.isnan(before))
    if np.array_equal(now[known], before[known]):
        return ""
    found = difference_interval(now[known], before[known])
    text = f"{found.mean:+.1f}"
    return f"**{text}**" if found.low > 0 or found.high < 0 else text


def first_cells(folder: Path) -> list[str]:
    """Return key@3 and junk@5 of everyday documents, and key@3 of those that are legal."""
    rows = judge(folder, ("ssr",))["ssr"]
    legal = [row for row in rows if row["genre"] in GROUPS[LEGAL]]
    return [f"{values(some, name).mean():.2f}" for some, name in ((rows, "key@3"), (rows, "junk@5"), (legal, "key@3"))]


def main() -> None:
    """Print one table as Markdown: a row for each trial."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="a folder of judged documents")
    parser.add_argument("sets", type=Path, nargs="*", help="data sets in the plain case format")
    given = parser.parse_args()
    found: dict[str, list[Subject]] = {path.stem: list(subjects(list(read_cases(path)))[0]) for path in given.sets}
    names = ["key@3", "junk@5", "key@3, legal", *found]
    print(f"# One choice about structures at a time\n\n{ABOUT}\n")
    print(f"| | {' | '.join(names)} |\n| --- |{' ---: |' * len(names)}")
    before: dict[str, np.ndarray] = {}
    for name, change in TRIALS.items():
        with changed(change):
            cells = first_cells(given.folder)
            for stem, some in found.items():
                now = measure_of(score_set(some, BUDGETS.get(stem, "100w"), {BEST: ranks_by(BEST)})[BEST])
                cells.append(cell(now, before[stem]) if before.get(stem) is not None else f"{np.nanmean(now):.1f}")
                before.setdefault(stem, now)
        print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
