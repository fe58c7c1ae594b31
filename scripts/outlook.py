"""Which of the directions that §9 of the paper names helps where?

    python scripts/outlook.py DATA... > results/outlook.md

SSR in reading `paper` is changed in one thing at a time: sentences compared by an encoder in place of WMD, weighted
turns, the place of a sentence by the genre of the text, and TextTiling, which §6 sets its clusterings against. A cell
is the change in points of the mean of R-1, R-2 and R-SU4, with its paired 95 % interval.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sentencerank import Recipe
from sentencerank.encoders import encoder
from sentencerank.errors import ExtraError
from sentencerank.evaluate.experiments import experiment
from sentencerank.evaluate.report import as_markdown
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.runs import run_evaluation
from sentencerank.evaluate.systems import System, recipe_system
from sentencerank.evaluate.tables import NOTHING, Table, percent, signed

WHOLE = "ssr-paper"
CHANGES: Mapping[str, Mapping[str, Any]] = {
    "sentence encoder in place of WMD": {"similarity": "encoder"},
    "weighted round robin": {"selection": "weighted_round_robin"},
    "location by genre": {"structure": "auto"},
    "all three": {"similarity": "encoder", "selection": "weighted_round_robin", "structure": "auto"},
    "TextTiling in place of affinity propagation": {"clustering": "texttiling"},
}


def systems() -> tuple[System, ...]:
    """Return the whole system, and one for each change that can be run here."""
    found = [recipe_system(Recipe.of("ssr", "paper"), WHOLE)]
    for name, changes in CHANGES.items():
        if _encodes(changes):
            try:
                encoder("minilm")
            except ExtraError as error:
                print(f"- Left out: {name}. {error}\n")
                continue
        found.append(recipe_system(Recipe.of("ssr", "paper", **changes), name))
    return tuple(found)


def _encodes(changes: Mapping[str, Any]) -> bool:
    return "similarity" in changes


def column(results: Results, name: str) -> str:
    """Return what a change is worth on one dataset."""
    found = results.compare(name, WHOLE) if name in results.names else None
    if found is None:
        return NOTHING
    mean, low, high = found.difference.mean, found.difference.low, found.difference.high
    mark = "✓ " if low > 0 else "✗ " if high < 0 else ""
    return f"{mark}{signed(mean)} ({signed(low)} … {signed(high)})"


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="judged documents, see docs/evaluation.md")
    parser.add_argument("--limit", type=int, help="the first documents of each dataset only")
    parser.add_argument("--store", type=Path, help="file to keep results in")
    asked = parser.parse_args()
    names = " ".join(path.name for path in asked.data)
    print("# The outlook of the paper (§9): which of it helps where\n")
    limit = f" --limit {asked.limit}" if asked.limit else ""
    print(f"Made by:\n\n    python scripts/outlook.py {names}{limit}\n")
    chosen = systems()
    rows = []
    for path in asked.data:
        plan = experiment(path, limit=asked.limit)
        english = all(case.language == "en" for case in plan.cases)
        fitting = [one for one in chosen if english or not _encodes(CHANGES.get(one.name, {}))]
        results = run_evaluation(plan, fitting, store=asked.store)
        head = f"{results.name} {plan.main.budget}"
        cells = (column(results, name) for name in CHANGES)
        rows.append((head, str(len(results.cases)), percent(results.mean(WHOLE)), *cells))
    note = (
        "Change against SSR in reading `paper`, mean of R-1, R-2 and R-SU4 in points, paired 95 % interval; ✓ helps, ✗ "
        "harms, otherwise not decided. The encoder is all-MiniLM-L6-v2, for English alone."
    )
    print(as_markdown(Table("One change at a time", ("data", "documents", WHOLE, *CHANGES), tuple(rows), note), 2))


if __name__ == "__main__":
    main()
