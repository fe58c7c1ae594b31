"""Make section 8 of the paper beside ours, and print what differs.

    python scripts/reproduce.py duc02/ summbank/ --output section8                  # all tables and figures
    python scripts/reproduce.py duc02/ summbank/ --output section8 --differences    # what differs, and by how much

DUC-02 and SummBank are licensed and are not part of this package (docs/evaluation.md says where they are from). Without
them give any judged documents: the same systems run, with budgets that fit, and the distances between systems stand
beside those of Table 2.

The first command writes the report (report.html, report.md) with Tables 2 to 5 and Figure 2, the printed figures in
brackets. The second takes the results from its folder and prints ours − printed.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from sentencerank.errors import SentenceRankError
from sentencerank.evaluate.experiments import Experiment, experiment
from sentencerank.evaluate.report import Report, as_markdown, as_text, write_report
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.rivals import RIVALS
from sentencerank.evaluate.runs import run_evaluation
from sentencerank.evaluate.section8 import FIRST, differences
from sentencerank.evaluate.systems import System, ablations, judges, methods
from sentencerank.extras import require
from sentencerank.files import write_text

METHODS = ("ssr", "spr", "swr", "textrank", "lexrank", "lead")
KNOWN = {"duc02": "DUC-02: Table 2", "summbank": "SummBank: Tables 3, 4 and 5, Figure 2"}


def systems() -> tuple[System, ...]:
    """Return every system of section 8, but CNN-W2V, which is supervised."""
    return (*methods((*METHODS, *RIVALS), ["paper"]), *ablations(), *judges())


def run(plan: Experiment, chosen: tuple[System, ...], output: Path, *, workers: int) -> Results:
    """Score all of them on one dataset; what was computed before is taken from the folder."""
    what = KNOWN.get(plan.kind, "not the paper's data, so the distances between systems are compared")
    print(f"{plan.name}: {what}. Documents: {len(plan.cases):,}, systems: {len(chosen)}.", file=sys.stderr)
    told = partial(_tell, plan.name)
    return run_evaluation(plan, chosen, workers=workers, store=output / "records.jsonl", progress=told)


def _tell(name: str, done: int, total: int) -> None:
    if total and done * 10 // total != (done - 1) * 10 // total:
        print(f"{name}: {done:,} of {total:,} results", file=sys.stderr, flush=True)


def main() -> None:
    """Write the report, or print the differences. What cannot be done is told in one line."""
    try:
        _main()
    except SentenceRankError as error:
        sys.exit(f"reproduce.py: {error}")


def _main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="DUC-02, SummBank, or other judged documents")
    parser.add_argument("--output", type=Path, required=True, help="folder of the report and of all results")
    parser.add_argument("--differences", action="store_true", help="print what differs from the paper")
    parser.add_argument("--limit", type=int, help="the first documents of each dataset only")
    parser.add_argument("--workers", type=int, default=1, help="worker processes")
    asked = parser.parse_args()
    # All data is found, and every package, before hours are spent on the first set.
    if not asked.differences:
        require("matplotlib", "evaluate")
    chosen, plans = systems(), [experiment(path, limit=asked.limit) for path in asked.data]
    parts = [run(plan, chosen, asked.output, workers=asked.workers) for plan in plans]
    tables = [table for results in parts for table in differences(results)]
    if asked.differences:
        print("\n\n".join(map(as_text, tables)))
        return
    names = " ".join(path.name for path in asked.data)
    limit = f" --limit {asked.limit}" if asked.limit else ""
    command = f"python scripts/reproduce.py {names} --output {asked.output.name}{limit}"
    for path in write_report(Report(tuple(parts), FIRST, command), asked.output):
        print(f"wrote {path}")
    page = asked.output / "differences.md"
    write_text(page, "\n\n".join(["# What differs", f"    {command}", *(as_markdown(one, 2) for one in tables)]) + "\n")
    print(f"wrote {page}")


if __name__ == "__main__":
    main()
