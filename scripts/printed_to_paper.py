"""Go from the method as printed (`literal`) to the method as best understood (`paper`), one switch at a time.

    python scripts/printed_to_paper.py summeval.jsonl > results/printed-to-paper.md

The switches follow the order of docs/decisions. For each there is the score after it, what it changed, and what the
finished reading loses or gains if this switch alone is set back to what is printed. A score is the mean of R-1, R-2 and
R-SU4 under the first budget of the data; a change has its paired 95 % interval.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from sentencerank import Recipe
from sentencerank.evaluate.report import as_markdown
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.runs import run_evaluation
from sentencerank.evaluate.systems import System, recipe_system
from sentencerank.evaluate.tables import Table, percent, signed
from sentencerank.method.options import LITERAL, PAPER

METHODS = ("ssr", "spr", "swr")
PRINTED, FINISHED = "as printed", "paper"


class Switch(NamedTuple):
    """One choice in which the two readings differ."""

    decision: str  # its number in docs/decisions
    about: str
    fields: tuple[str, ...]  # of Options


SWITCHES = (
    Switch("0001", "scores are not divided by characters", ("length_norm",)),
    Switch("0002", "scores average one instead of summing to one", ("scale",)),
    Switch("0003", "δ is calibrated to the vectors", ("threshold", "phrase_threshold")),
    Switch("0005", "windows end with the sentence", ("across_sentences",)),
    Switch("0006", "nodes without edges pass their score on", ("leak",)),
    Switch("0007", "headings and captions take no part", ("clean",)),
    Switch("0008", "vectors of written forms instead of stems", ("look_up",)),
)


def recipes(method: str) -> Mapping[str, Recipe]:
    """Return every reading on the way by name, and for each switch `paper` with this one as printed."""
    found = {PRINTED: Recipe.of(method, "literal")}
    done: dict[str, object] = {}
    for switch in SWITCHES:
        done |= {name: getattr(PAPER, name) for name in switch.fields}
        found[f"{switch.decision} on"] = Recipe.of(method, "literal", **done)  # type: ignore[arg-type]
    for switch in SWITCHES:
        printed = {name: getattr(LITERAL, name) for name in switch.fields}
        found[f"{switch.decision} off"] = Recipe.of(method, "paper", **printed)
    return MappingProxyType(found)


def systems() -> Iterator[System]:
    """Yield all that has to be scored."""
    for method in METHODS:
        for name, recipe in recipes(method).items():
            yield recipe_system(recipe, f"{method} {name}")


def steps(results: Results, method: str) -> Table:
    """Return one row for each switch."""
    before = f"{method} {PRINTED}"
    rows = [(PRINTED, "", percent(results.mean(before)), "", "")]
    last = f"{method} {SWITCHES[-1].decision} on"
    for switch in SWITCHES:
        after, without = f"{method} {switch.decision} on", f"{method} {switch.decision} off"
        change, back = change_of(results, before, after), change_of(results, last, without)
        rows.append((switch.about, switch.decision, percent(results.mean(after)), change, back))
        before = after
    rows.append((FINISHED, "", percent(results.mean(last)), change_of(results, f"{method} {PRINTED}", last), ""))
    header = ("step", "decision", "score", "change", "paper with this as printed")
    return Table(f"{method.upper()}, {results.experiment.main.budget}", header, tuple(rows))


def change_of(results: Results, before: str, after: str) -> str:
    """Return the difference in points with its interval."""
    found = results.compare(after, before)
    if found is None:
        return ""
    mean, low, high = found.difference.mean, found.difference.low, found.difference.high
    return f"{signed(mean)} ({signed(low)} … {signed(high)})"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="judged documents, see docs/evaluation.md")
    parser.add_argument("--workers", type=int, default=1, help="worker processes")
    parser.add_argument("--store", type=Path, help="file to keep results in")
    asked = parser.parse_args()
    names = " ".join(path.name for path in asked.data)
    print("# From the printed method to `paper`, one switch at a time\n")
    print(f"Made by:\n\n    python scripts/printed_to_paper.py {names}\n")
    print(
        "Score: mean of R-1, R-2 and R-SU4, recall, in %. Change: against the row above, in points, with its paired "
        "95 % interval; in the last row against the first. The last column sets this switch alone back to what "
        "is printed. The decisions are in [docs/decisions](../docs/decisions/README.md)."
    )
    for path in asked.data:
        results = run_evaluation(path, list(systems()), workers=asked.workers, store=asked.store)
        print(f"\n## {results.name}, {len(results.cases)} documents")
        for method in METHODS:
            print(f"\n{as_markdown(steps(results, method))}")


if __name__ == "__main__":
    main()
