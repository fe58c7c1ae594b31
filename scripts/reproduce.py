"""Make section 8 of the paper beside ours, and print what differs.

    python scripts/reproduce.py duc02/ summbank/ --output section8                  # all tables and figures
    python scripts/reproduce.py duc02/ summbank/ --output section8 --differences    # what differs, and by how much

The first command writes the report (report.html, report.md) with Tables 2 to 5 and Figure 2, the printed figures in
brackets. The second takes its results from there and prints ours − printed. Data that is not the paper's gets the same
systems and budgets that fit it; there the distances between systems stand beside those of Table 2.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from sentencerank.evaluate.experiments import experiment
from sentencerank.evaluate.report import Report, as_markdown, as_text, write_report
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.rivals import RIVALS
from sentencerank.evaluate.runs import run_evaluation
from sentencerank.evaluate.section8 import FIRST, differences
from sentencerank.evaluate.systems import System, ablations, judges, methods
from sentencerank.files import write_text

METHODS = ("ssr", "spr", "swr", "textrank", "lexrank", "lead")


def systems() -> tuple[System, ...]:
    """Return every system of section 8, but CNN-W2V, which is supervised."""
    return (*methods((*METHODS, *RIVALS), ["paper"]), *ablations(), *judges())


def run(data: Path, output: Path, *, limit: int | None, workers: int) -> Results:
    """Score all of them on one dataset; what was computed before is taken from the folder."""
    plan = experiment(data, limit=limit)
    return run_evaluation(
        plan, systems(), workers=workers, store=output / "records.jsonl", progress=partial(_tell, plan.name)
    )


def _tell(name: str, done: int, total: int) -> None:
    if total and done * 10 // total != (done - 1) * 10 // total:
        print(f"{name}: {done:,} of {total:,} results", flush=True)


def main() -> None:
    """Write the report, or print the differences."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="DUC-02, SummBank, or other judged documents")
    parser.add_argument("--output", type=Path, required=True, help="folder of the report and of all results")
    parser.add_argument("--differences", action="store_true", help="print what differs from the paper")
    parser.add_argument("--limit", type=int, help="the first documents of each dataset only")
    parser.add_argument("--workers", type=int, default=1, help="worker processes")
    asked = parser.parse_args()
    parts = [run(path, asked.output, limit=asked.limit, workers=asked.workers) for path in asked.data]
    tables = [table for results in parts for table in differences(results)]
    if asked.differences:
        print("\n\n".join(map(as_text, tables)))
        return
    command = f"python scripts/reproduce.py {' '.join(path.name for path in asked.data)} --output {asked.output.name}"
    for path in write_report(Report(tuple(parts), FIRST, command), asked.output):
        print(f"wrote {path}")
    page = asked.output / "differences.md"
    write_text(page, "\n\n".join(["# What differs", f"    {command}", *(as_markdown(one, 2) for one in tables)]) + "\n")
    print(f"wrote {page}")


if __name__ == "__main__":
    main()
