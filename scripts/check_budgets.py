"""Compress 10,000 generated cases with every counter that is installed, and put what came out at the end of a page.

python scripts/check_budgets.py                     # print it
python scripts/check_budgets.py results/queries.md  # the section of that page is written anew

The cases are those of tests/test_compress.py: chunks of words in several scripts, with code, logs and tables between
them. For each it is checked that the text is within the budget, that spans are verbatim and in order, that every id is
there, and that a second run gives the same. The packages tokenizers, tiktoken and litellm bring counters.
"""

from __future__ import annotations

import sys
from pathlib import Path
from statistics import mean

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.test_compress import COUNTERS, run_case

CASES = 10_000
HEAD = "## Budgets"


def row(counter: str, seeds: range) -> str:
    """Run the cases of one counter."""
    used, faults = [], 0
    for seed in seeds:
        try:
            used.append(run_case(seed, counter))
        except AssertionError:
            faults += 1
    shares = [share for share in used if share is not None]
    return f"| {counter} | {len(seeds):,} | {faults} | {100 * mean(shares):.1f} % | {len(used) - len(shares):,} |"


def section() -> str:
    """Return the results as Markdown."""
    seeds = range(-(-CASES // len(COUNTERS)))
    rows = "\n".join(row(counter, seeds) for counter in sorted(COUNTERS))
    cases = f"{len(COUNTERS) * len(seeds):,}"
    return f"""{HEAD}

Made by `python scripts/check_budgets.py results/queries.md`: `compress` on {cases} generated cases. A fault would be a
text over its budget, a span that is not verbatim or out of order, a chunk whose id is missing, or another result the
second time. What is left out of the share of the budget that is used: cases in which no sentence fits, and those with
`nested=True`.

| counter | cases | faults | budget used | left out |
| --- | ---: | ---: | ---: | ---: |
{rows}
"""


def main() -> None:
    """Print the section, or put it into a page."""
    found = section()
    if len(sys.argv) < 2:
        print(found)
        return
    page = Path(sys.argv[1])
    before = page.read_text(encoding="utf-8").split(f"\n{HEAD}\n")[0].rstrip()
    page.write_text(f"{before}\n\n{found}", encoding="utf-8")


if __name__ == "__main__":
    main()
