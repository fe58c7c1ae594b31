"""What WordNet's exception list, in which the original ROUGE script looks words up before it stems, does to scores.

python scripts/rouge_exceptions.py DATA...
"""

from __future__ import annotations

import argparse
from pathlib import Path
from unittest import mock

import numpy as np

from sentencerank.evaluate import tokens
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.runs import run_evaluation
from sentencerank.evaluate.scoring import MEAN_OF, MEASURES

SYSTEM = "textrank"


def main() -> None:
    """Print, for each dataset, the scores with the list and without it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="judged documents in English, see docs/evaluation.md")
    for path in parser.parse_args().data:
        whole = _score(path)
        with mock.patch.object(tokens, "exceptions", dict):
            without = _score(path)
        for measure in MEAN_OF:
            one, two = (each.values(SYSTEM, each.column(measure)) for each in (whole, without))
            changed = int(np.count_nonzero(one != two))
            print(
                f"{whole.name} {MEASURES[measure]}: {100 * one.mean():.2f} with it, {100 * two.mean():.2f} without; "
                f"{changed} of {len(one)} documents differ, by {100 * np.abs(one - two).max():.2f} at most"
            )


def _score(path: Path) -> Results:
    # Stems are remembered, also those by the other list.
    for function in vars(tokens).values():
        if hasattr(function, "cache_clear"):
            function.cache_clear()
    return run_evaluation(path, [SYSTEM], samples=0)


if __name__ == "__main__":
    main()
