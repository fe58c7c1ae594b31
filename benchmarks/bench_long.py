"""Very long documents: CPU time, memory, how both grow, and how near the ranking stays to that in one piece.

    python benchmarks/bench_long.py                          made-up text, 1,000 to 100,000 sentences
    python benchmarks/bench_long.py --text novel.txt         a text of your own, repeated where it is too short
    python benchmarks/bench_long.py --cases stories.jsonl    judged documents too: ROUGE in chunks and in one piece

Each size runs in a process of its own, since memory is measured as its peak. Agreement compares chunks of the given
size with the same document in one piece: Spearman's ρ of the scores and of the ranks of all sentences, and how many of
the best tenth are the same.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import resource
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

import sentencerank as sr
from sentencerank.evaluate.budgets import summary
from sentencerank.evaluate.cases import read_cases
from sentencerank.evaluate.measures import spearman
from sentencerank.evaluate.rouge import Rouge
from sentencerank.method import chunks
from sentencerank.recipe import Budget

SIZES = (1_000, 2_000, 3_000, 10_000, 30_000, 100_000)
AGREEMENT = ((1_000, 500), (1_000, 250), (3_000, 1_000), (3_000, 500))


def sentences(count: int, path: Path | None) -> list[str]:
    """So many sentences, of a text or made up."""
    if path is None:
        from benchmarks.bench_rank import text

        return [sentence.text for sentence in sr.rank(text(count), method="lead").sentences][:count]
    found = [sentence.text for sentence in sr.rank(path.read_text(encoding="utf-8"), method="lead").sentences]
    return [found[place % len(found)] for place in range(count)]


def measured(count: int, path: Path | None) -> dict[str, float]:
    """CPU seconds and peak memory of ranking so many sentences."""
    given = sentences(count, path)
    ranker = sr.Ranker()
    ranker.rank(given[:50])
    before = time.process_time()
    prepared = ranker.prepare(given)
    ranking = prepared.rank()
    seconds = time.process_time() - before
    before = time.process_time()
    prepared.rank(" ".join(given[count // 2].split()[:3]))
    again = time.process_time() - before
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform != "darwin" else 1e9)
    return {"count": len(ranking), "seconds": seconds, "query": again, "peak": peak}


def in_chunks(given: list[str], size: int) -> sr.Ranking:
    """The ranking when sentences are compared within chunks of a size."""
    usual = chunks.LONGEST, chunks.CHUNK
    chunks.LONGEST, chunks.CHUNK = min(size, len(given) - 1), size
    try:
        return sr.rank(given)
    finally:
        chunks.LONGEST, chunks.CHUNK = usual


def in_one_piece(given: list[str]) -> sr.Ranking:
    """The ranking when all sentences are compared."""
    return in_chunks(given, len(given) + 1)


def ranks(ranking: sr.Ranking) -> list[int]:
    """The rank of every sentence, in document order."""
    return [sentence.rank for sentence in ranking.sentences]


def agreement(path: Path | None) -> None:
    """Print how near chunks come to one piece."""
    print("\n| sentences | chunks of | ρ of the scores | ρ of the ranks | best tenth in common |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    for count, size in AGREEMENT:
        given = sentences(count, path)
        whole, parts = in_one_piece(given), in_chunks(given, size)
        tenth = count // 10
        common = len(set(whole.order[:tenth].tolist()) & set(parts.order[:tenth].tolist())) / tenth
        scores = spearman(whole.scores, parts.scores)
        print(f"| {count:,} | {size:,} | {scores:.3f} | {spearman(ranks(whole), ranks(parts)):.3f} | {common:.0%} |")


def judged(path: Path) -> None:
    """Print the ROUGE of judged documents in one piece and in chunks of a fifth of them."""
    rows = []
    for case in read_cases(path):
        given = [
            sentence.text
            for sentence in sr.rank(list(case.sentences or ()) or case.text or "", method="lead").sentences
        ]
        scorer, words = Rouge(case.summaries), 400
        for ranking in (in_one_piece(given), in_chunks(given, max(20, len(given) // 5))):
            score = scorer.score(summary(ranking.order.tolist(), given, Budget(words=words, overflow="cut")))
            rows.append([score.rouge_1.recall, score.rouge_2.recall, score.rouge_su4.recall])
    one, several = 100 * np.mean(rows[::2], axis=0), 100 * np.mean(rows[1::2], axis=0)
    print(f"\n{path.stem}, 400 words, R-1/R-2/R-SU4: in one piece {_joined(one)}, in five chunks {_joined(several)}")


def _joined(values: np.ndarray) -> str:
    return "/".join(f"{value:.2f}" for value in values)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--text", type=Path, help="a plain text instead of a made-up one")
    parser.add_argument("--cases", type=Path, help="judged documents, for ROUGE")
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="sentences of the longest document")
    parser.add_argument("--one", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.one:
        print(json.dumps(measured(arguments.one, arguments.text)))
        return
    print(f"Python {platform.python_version()}, numpy {np.__version__}, {platform.machine()} {platform.system()}\n")
    print("| sentences | CPU s | of it a query later | peak GB | growth n^ |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    before: dict[str, float] | None = None
    for size in (size for size in SIZES if size <= arguments.largest):
        command = [sys.executable, __file__, "--one", str(size)]
        command += ["--text", str(arguments.text)] if arguments.text else []
        found = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
        growth = ""
        if before:
            steps = math.log(found["count"] / before["count"])
            growth = f"{math.log(found['seconds'] / before['seconds']) / steps:.2f}"
        print(
            f"| {size:,} | {found['seconds']:.2f} | {found['query']:.2f} | {found['peak']:.2f} | {growth} |", flush=True
        )
        before = found
    agreement(arguments.text)
    if arguments.cases:
        judged(arguments.cases)


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parent.parent))  # the neighbours
    main()
