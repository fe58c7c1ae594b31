"""Every method of the package and every rival of Table 2 on any number of datasets, with intervals and processor time.

python scripts/compare_rivals.py DATA... > results/rivals.md
"""

from __future__ import annotations

import argparse
from pathlib import Path

from sentencerank.evaluate.comparing import side_by_side
from sentencerank.evaluate.report import as_markdown, batched
from sentencerank.evaluate.rivals import RIVALS
from sentencerank.evaluate.runs import run_evaluation
from sentencerank.evaluate.systems import methods
from sentencerank.method.options import METHODS


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="judged documents, see docs/evaluation.md")
    parser.add_argument("--store", type=Path, help="file to keep results in")
    parser.add_argument("--samples", type=int, default=2000, help="drawn for each interval")
    asked = parser.parse_args()
    systems = methods((*METHODS, *RIVALS), ("paper", "best"))
    parts = [run_evaluation(path, systems, store=asked.store, samples=asked.samples) for path in asked.data]
    names = " ".join(path.name for path in asked.data)
    print(f"# All systems on open data\n\nMade by:\n\n    python scripts/compare_rivals.py {names}\n")
    print("The rivals are our readings of their publications ([what is open](../docs/evaluation.md)).\n")
    print("\n\n".join(as_markdown(side_by_side(some), 2) for some in batched(parts)))


if __name__ == "__main__":
    main()
