"""Phrase mining: processor time and memory by stage, and precision against the held-out half of a knowledge base.

    python benchmarks/bench_train.py CORPUS --wordnet FOLDER [--splits 3] [--seeds 5] [--output results/train.md]

WordNet's multi-words are split in two by a byte of their SHA-1: one half is given as quality phrases, the other is held
out (in the larger list only, so its members are no negatives). P@N is the share of held-out phrases among the N best
multi-words that were not given. The knowledge base lacks many good phrases, so it is a lower bound, for comparing only.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sentencerank.languages.english import load_english
from sentencerank.train.encoding import Encoded, encode
from sentencerank.train.mining import mine
from sentencerank.train.mining.candidates import Candidates, find_candidates
from sentencerank.train.mining.features import best_split, collect_sums
from sentencerank.train.mining.labels import KnowledgeBase, Labels, association_labels, labels, wordnet_phrases
from sentencerank.train.progress import Workers
from sentencerank.train.text import files

AT = (100, 500, 1000, 2000, 5000)
# The original (C++, its generator's seed varied, 5 seeds a split) on the same tokens, min_sup 10, 1000 trees:
ORIGINAL = {
    "first": ([0.098, 0.132, 0.092], [0.078, 0.090, 0.082], [0.067, 0.066, 0.073], [0.058, 0.055, 0.057],
              [0.040, 0.038, 0.041]),
    "after": ([0.120, 0.142, 0.088], [0.082, 0.089, 0.081], [0.072, 0.073, 0.070], [0.059, 0.056, 0.061],
              [0.041, 0.039, 0.040]),
}  # fmt: skip
ORIGINAL_CPU, ORIGINAL_GB = 94, 0.30  # its tokeniser not counted
GROWTH = "## On all cores, and with more text\n"
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


def half(phrases: Sequence[str], split: int) -> KnowledgeBase:
    """One-word entries and half of the others as quality phrases; the other half is in the larger list only."""
    given: list[str] = []
    held: list[str] = []
    for phrase in phrases:
        if " " not in phrase:
            given += [phrase] * phrase.isalnum()
        else:
            (held if hashlib.sha1(phrase.encode()).digest()[split] % 2 else given).append(phrase)
    return KnowledgeBase(tuple(given), tuple(held), f"split {split + 1}")


def precision(scores: Floats, usable: Bools, held: Bools) -> list[float]:
    """P@N for each N, of the usable candidates by falling score."""
    order = np.argsort(-scores, kind="stable")
    order = order[usable[order]]
    return [float(held[order[:size]].mean()) for size in AT]


def npmi(candidates: Candidates, tokens: int) -> Floats:
    """NPMI = ln [c·N / (c(l)·c(r))] / −ln (c/N), at the split with the largest p(l)·p(r)."""
    found = [np.zeros(0)]
    for length in range(2, candidates.longest + 1):
        _, left, right = best_split(candidates, candidates.counts, length)
        c = candidates.counts[length - 1]
        found.append(np.log(c * tokens / (left * right)) / -np.log(c / tokens))
    return np.concatenate(found)


def compared(
    encoded: Encoded, candidates: Candidates, folder: Path, phrases: Sequence[str], splits: int, seeds: int, trees: int
) -> dict[str, Floats]:
    """P@N as (splits, seeds, N): first forest, after re-estimation, NPMI without stop words, no knowledge base."""
    stop_words = load_english().stopwords
    stops = np.array([word in stop_words or word.isnumeric() for word in encoded.words])
    sums = collect_sums(encoded, candidates, folder / "sums", folder / "candidates", Workers())
    free = np.concatenate([~stops[candidates.sequences(n)].any(axis=1) for n in range(2, candidates.longest + 1)])
    table: dict[str, list[list[list[float]]]] = {"first": [], "after": [], "npmi": [], "association": []}
    examples = association_labels(candidates, encoded.tokens, stops)  # the same for all splits

    def rounds_of(given: tuple[Labels, Labels], seed: int) -> tuple[mine.Round, mine.Round]:
        for name in ("quality-1", "quality-2", "round-1", "round-2"):
            shutil.rmtree(folder / name, ignore_errors=True)
        task = mine.Task(folder, encoded, candidates, sums, stops, *given, trees, seed, Workers())
        first = mine.run_round(task, 1, candidates.counts)
        return first, mine.run_round(task, 2, first.counts)

    alone = rounds_of(examples, 0)
    for split in range(splits):
        base = half(phrases, split)
        multi, single = labels(candidates, encoded.words, base, stops)
        both, _ = labels(candidates, encoded.words, KnowledgeBase((*base.quality, *base.all)), stops)
        held = both.known & ~multi.known
        print(f"split {split + 1}: {len(multi.positives)} positives, {held.sum()} held out", flush=True)
        rows: dict[str, list[list[float]]] = {name: [] for name in table}
        rows["npmi"].append(precision(npmi(candidates, encoded.tokens), free & ~multi.known, held))
        left = np.concatenate(alone[0].counts[1:]) > 0
        rows["association"].append(precision(alone[1].multi, ~multi.known & left, held))
        print(f"  association: {rows['association'][-1]}, NPMI: {rows['npmi'][-1]}", flush=True)
        for seed in range(seeds):
            first, after = rounds_of((multi, single), seed)
            alive = np.concatenate(first.counts[1:]) > 0
            rows["first"].append(precision(first.multi, ~multi.known, held))
            rows["after"].append(precision(after.multi, ~multi.known & alive, held))
            print(f"  seed {seed}: {rows['first'][-1]} {rows['after'][-1]}", flush=True)
        for name, own in rows.items():
            table[name].append(own)
    return {name: np.array(own) for name, own in table.items()}


def staged(corpus: str, base: str, min_sup: int, trees: int) -> None:
    """One run in this process: processor seconds by stage, peak memory and the best phrases, as JSON."""
    spent: dict[str, float] = {}

    def watch(name: str, stage: str) -> None:
        function: Callable[..., object] = getattr(mine, name)

        def timed(*args: object, **options: object) -> object:
            start = time.process_time()
            try:
                return function(*args, **options)
            finally:
                spent[stage] = spent.get(stage, 0.0) + time.process_time() - start

        setattr(mine, name, timed)

    for name, stage in (
        ("encode", "encoding"),
        ("find_candidates", "candidates"),
        ("collect_sums", "sums for the features"),
        ("save_phrase_model", "writing the model"),
        ("features", "features"),
        ("quality", "forests"),
        ("segment_corpus", "segmentation"),
        ("as_knowledge_base", "labels"),
        ("labels", "labels"),
    ):
        watch(name, stage)
    model = mine.mine_phrases(corpus, knowledge_base=base, min_sup=min_sup, trees=trees)
    total = time.process_time()
    spent["the rest, imports included"] = total - sum(spent.values())
    best = [" ".join(phrase.words) for phrase in model.phrases() if len(phrase.words) > 1 and not phrase.known][:50]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20  # kilobytes here
    print(json.dumps({"stages": spent, "total": total, "memory": memory, "tokens": model.meta["tokens"], "best": best}))


def lines_of(table: dict[str, Floats]) -> list[str]:
    """The table of precision as Markdown."""
    lines = [f"| ranking | {' | '.join(map(str, AT))} |", "| --- |" + " --- |" * len(AT)]
    names = {
        "first": "first forest",
        "after": "after re-estimation",
        "npmi": "NPMI without stop words",
        "association": "no knowledge base: association, after re-estimation",
    }
    for name, values in table.items():
        lines.append(f"| {names[name]} | {' | '.join(f'{value:.3f}' for value in values.mean(axis=(0, 1)))} |")
    for name, parts in ORIGINAL.items():
        lines.append(f"| the original, {names[name]} | {' | '.join(f'{np.mean(part):.3f}' for part in parts)} |")
    for name, parts in ORIGINAL.items():
        cells = []
        for column, part in enumerate(parts):
            own = table[name][:, :, column]
            if own.shape[0] != len(part):
                continue
            gaps = own.mean(axis=1) - np.array(part)
            over_seeds = (
                math.sqrt((own.var(axis=1, ddof=1) / own.shape[1]).sum()) / len(part) if own.shape[1] > 1 else 0
            )
            error = max(over_seeds, float(gaps.std(ddof=1)) / math.sqrt(len(part)))
            cells.append(f"{gaps.mean():+.3f} ± {error:.3f}")
        if cells:
            lines.append(f"| ours − the original's, {names[name]} | {' | '.join(cells)} |")
    return lines


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("corpus", nargs="?", help="text, one document a line")
    parser.add_argument("--wordnet", help="folder with index.noun and the like")
    parser.add_argument("--min-sup", type=int, default=10)
    parser.add_argument("--trees", type=int, default=1000)
    parser.add_argument("--splits", type=int, default=3)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--output", type=Path)
    parser.add_argument("--staged", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if not given.corpus or not given.wordnet:
        print("Give a corpus, and WordNet's folder with --wordnet, to measure mining.")
        return
    warnings.simplefilter("ignore", UserWarning)
    if given.staged:
        staged(given.corpus, given.wordnet, given.min_sup, given.trees)
        return
    own = [sys.executable, __file__, given.corpus, "--wordnet", given.wordnet, "--staged"]
    own += ["--min-sup", str(given.min_sup), "--trees", str(given.trees)]
    run = json.loads(subprocess.run(own, check=True, capture_output=True, text=True).stdout)
    page = [
        "# Phrase mining",
        "",
        f"`python benchmarks/bench_train.py {Path(given.corpus).name} --wordnet FOLDER --splits {given.splits}"
        f" --seeds {given.seeds}`",
        f"(`min_sup` {given.min_sup}, {given.trees} trees, 1 worker; {run['tokens']:,} tokens; WordNet 3.0; stop words"
        f" of English; Python {platform.python_version()}, numpy {np.__version__}; a busy machine of two cores).",
        "",
        "## Processor time and memory",
        "",
        "| stage | CPU s | M tokens per CPU s |",
        "| --- | --- | --- |",
        *(f"| {name} | {value:.2f} | {run['tokens'] / value / 1e6:.1f} |" for name, value in run["stages"].items()),
        f"| **sum** | **{run['total']:.1f}** | {run['tokens'] / run['total'] / 1e6:.2f} |",
        "",
        f"Peak memory {run['memory']:.2f} GB. The original: {ORIGINAL_CPU} CPU s without its tokeniser,"
        f" {ORIGINAL_GB:.2f} GB.",
        "",
        "## Precision at N",
        "",
        f"Mean of {given.splits} splits × {given.seeds} seeds; ± is the larger of the standard errors over seeds and"
        " over splits. The original had a longer list of stop words.",
        "",
    ]
    with tempfile.TemporaryDirectory() as name, Workers() as workers:
        folder = Path(name)
        encoded, min_sup = encode(
            files(given.corpus), folder / "corpus", min_sup=given.min_sup, shard_tokens=mine.SHARD, workers=workers
        )
        candidates = find_candidates(encoded, folder / "candidates", min_sup=min_sup, max_len=6, workers=workers)
        phrases = tuple(wordnet_phrases(Path(given.wordnet)))
        page += lines_of(compared(encoded, candidates, folder, phrases, given.splits, given.seeds, given.trees))
    page += ["", "## The best 50 that the knowledge base lacks", "", " · ".join(run["best"]), ""]
    print("\n".join(page))
    if given.output:
        given.output.parent.mkdir(parents=True, exist_ok=True)
        before = given.output.read_text(encoding="utf-8") if given.output.exists() else ""
        # What bench_growth.py measures stands on the same page.
        growth = "".join(before.partition(GROWTH)[1:])
        given.output.write_text("\n".join(page) + (f"\n{growth}" if growth else ""), encoding="utf-8")


if __name__ == "__main__":
    main()
