"""Save how the importable version of sentencerank orders the sentences of data sets, to compare versions by.

    PYTHONPATH=OLD_CHECKOUT/src python scripts/save_orders.py ../shared/benchmarks/*.jsonl > orders.json

It writes to standard output, so that no data set can be taken for the file to write. It uses nothing but
`sentencerank.rank`, so that any version can run it. `scripts/all_sets.py --before orders.json` takes the orders as one
more system. A text that is given raw is left out: versions split it differently.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import sentencerank as sr


def main() -> None:
    """Rank every document that is split into sentences, and write the orders."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="data sets in the plain case format")
    arguments = parser.parse_args()
    orders: dict[str, dict[str, list[int]]] = {}
    for path in arguments.data:
        cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        orders[path.stem] = {
            case["id"]: sr.rank(case["sentences"], language=case.get("language", "en")).order.tolist()
            for case in cases
            if case.get("sentences")
        }
    print(json.dumps({"version": sr.__version__, "orders": orders}))


if __name__ == "__main__":
    main()
