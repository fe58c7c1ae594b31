"""Our ROUGE against the original Perl script: the same 500 generated documents, 2 references of 100 words each.

    python benchmarks/bench_rouge.py [DOCUMENTS]

The script is measured with and without ROUGE-L, ours always has it. "One summary each" prepares the references for
every summary, as the script does; "references prepared" scores further summaries. Processor time, best of three.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from sentencerank.evaluate.rouge import Rouge

# The Perl script is run by the same code as in the tests.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.evaluate import original

SYLLABLES = "ba con der el fi gra hin im jo ka lo mis no per ru sta tion ul ver ing ed ness"
Case = tuple[list[str], list[list[str]]]


def cases(count: int, seed: int = 0) -> list[Case]:
    """Return texts of five sentences of 20 words each, drawn by Zipf's law from 5,000 made-up words."""
    r = random.Random(seed)
    words = ["".join(r.choices(SYLLABLES.split(), k=r.randint(1, 4))) for _ in range(5000)]
    weights = [1 / (rank + 2) for rank in range(len(words))]

    def text() -> list[str]:
        return [" ".join(r.choices(words, weights, k=20)).capitalize() + "." for _ in range(5)]

    return [(text(), [text(), text()]) for _ in range(count)]


def cpu() -> float:
    """Return the processor seconds of this process and its children: other work on the machine does not count."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def rate(work: Callable[[], object], count: int) -> float:
    """Return documents a second of processor time, best of three."""
    spent = []
    for _ in range(3):
        start = cpu()
        work()
        spent.append(cpu() - start)
    return count / min(spent)


def perl(made: Sequence[Case], options: Sequence[str]) -> float:
    """Return the script's rate, in one call."""
    with tempfile.TemporaryDirectory() as name:
        home = original.install(Path(name))
        folder = Path(name) / "texts"
        folder.mkdir()
        return rate(lambda: original.scores(home, folder, made, options), len(made))


def main() -> None:
    """Print the table."""
    if remedy := original.missing():
        sys.exit(remedy)
    made = cases(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
    scorers = [Rouge(references, word_limit=100) for _, references in made]
    limit = ("-m", "-l", "100")
    rates = {
        "Perl, -x (no ROUGE-L)": perl(made, (*limit, "-x")),
        "Perl": perl(made, limit),
        "ours, one summary each": rate(
            lambda: [Rouge(refs, word_limit=100).score(text) for text, refs in made], len(made)
        ),
        "ours, references prepared": rate(
            lambda: [scorer.score(text) for scorer, (text, _) in zip(scorers, made, strict=True)], len(made)
        ),
    }
    print(f"{len(made)} documents, 2 references      documents/s   × Perl -x    × Perl")
    first, second, *_ = rates.values()
    for label, found in rates.items():
        print(f"{label:30}{found:19.0f}{found / first:12.1f}{found / second:10.1f}")


if __name__ == "__main__":
    main()
