"""Compare the default ranking with its rivals, its twins and its parts on every data set, by one command.

    python scripts/all_sets.py ../shared/benchmarks/*.jsonl [--before orders.json] [--parts] > results/sets.md

R is the mean of ROUGE-1, -2 and -SU4 recall at the budget of the set, area, ρ and AP judge the order of all sentences
(`sentencerank.evaluate.whole_order`). All systems are scored in one run; a difference is that of `best` to the other,
with its paired 95 % bootstrap interval, and bold where the interval has no 0. The twins do without the vectors of the
model: none at all, random ones, or tf-idf in their place.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np

from sentencerank.evaluate.budgets import parse_budgets, summary
from sentencerank.evaluate.cases import read_cases
from sentencerank.evaluate.rouge import Rouge
from sentencerank.evaluate.significance import difference_interval
from sentencerank.evaluate.subjects import Subject, subjects
from sentencerank.evaluate.systems import PARTS, system_of
from sentencerank.evaluate.whole_order import MEASURES, wanted_words, whole_order
from sentencerank.method.arrays import Order
from sentencerank.workers import one_thread

# What fits the references of each set.
BUDGETS = {
    "summeval": "100w", "gum_dev": "100w", "bc3_dev": "100w", "squality_dev": "400w", "scitldr_dev": "30w",
    "scisumm_dev": "150w", "pubmed_dev": "200w", "incourt_dev": "400w", "qmsum_dev": "100w", "german_dev": "150w",
    "french_news_dev": "40w", "french_clusters_dev": "100w", "portuguese_dev": "250w", "russian_dev": "100w",
    "chinese_dev": "150c", "urdu_dev": "200w",
}  # fmt: skip
BEST = "ssr-best"
RIVALS = ("ssr-paper", "lead", "longest", "textrank", "lexrank")
TWINS = ("ssr-best/vectors=none", "ssr-best/vectors=random", "ssr-best/vectors=tf-idf", "ssr-best/support=0.5")
COLUMNS = ("R", *MEASURES)

Row: TypeAlias = dict[str, float]  # measure → value, of one document
Scores: TypeAlias = dict[str, dict[str, list[Row]]]  # set → system → a row for each document
Ranks: TypeAlias = Callable[[Subject], Order | None]


def score_set(found: Iterable[Subject], budget: str, ranks: Mapping[str, Ranks]) -> dict[str, list[Row]]:
    """Return the measures of every system on every document of a set; nan where a system or a reference is missing."""
    (limit,) = parse_budgets(budget)
    rows: dict[str, list[Row]] = {name: [] for name in ranks}
    for subject in found:
        wanted = wanted_words(subject)
        english = subject.document.language == "en"
        scorer = Rouge(subject.summaries, longest=False, unicode=not english) if subject.summaries else None
        known: dict[bytes, Row] = {}
        for name, rank in ranks.items():
            order = rank(subject)
            if order is None:
                rows[name].append(dict.fromkeys(COLUMNS, float("nan")))
                continue
            if order.tobytes() not in known:
                row = whole_order(order, subject, wanted)
                row["R"] = float("nan")
                if scorer is not None:
                    got = scorer.score(summary(order.tolist(), subject.sentences, limit))
                    row["R"] = (got.rouge_1.recall + got.rouge_2.recall + got.rouge_su4.recall) / 3
                known[order.tobytes()] = row
            rows[name].append(known[order.tobytes()])
    return rows


def ranks_by(name: str) -> Ranks:
    """Return what ranks a subject by a system of the package."""
    system = system_of(name)

    def rank(subject: Subject) -> Order | None:
        with one_thread():
            orders = system.rank(subject)
        return None if orders is None else next(iter(orders.values()))[0]

    return rank


def ranks_before(saved: Mapping[str, Sequence[int]]) -> Ranks:
    """Return what ranks a subject as another version did."""

    def rank(subject: Subject) -> Order | None:
        order = saved.get(subject.id)
        return None if order is None else np.array(order, dtype=np.intp)

    return rank


def difference(rows: dict[str, list[Row]], other: str, measure: str) -> tuple[float, float, float] | None:
    """Return best − other in points with its interval; None where there is nothing to compare."""
    pairs = [(a[measure], b[measure]) for a, b in zip(rows[BEST], rows[other], strict=True)]
    pairs = [(a, b) for a, b in pairs if not np.isnan(a) and not np.isnan(b)]
    if not pairs:
        return None
    left, right = zip(*pairs, strict=True)
    found = difference_interval(left, right)
    return 100 * found.mean, 100 * found.low, 100 * found.high


def cell(found: tuple[float, float, float] | None) -> str:
    """Return a difference as it is printed, bold where it is decided."""
    if found is None:
        return ""
    mean, low, high = found
    text = f"{mean:+.1f} [{low:+.1f}, {high:+.1f}]"
    return f"**{text}**" if low > 0 or high < 0 else text


def print_differences(scores: Scores, measure: str, others: Sequence[str]) -> None:
    """Print a table of one measure: the mean of best, and its difference to each of the others."""
    print(f"\n| {measure} | documents | best | {' | '.join(others)} |\n| --- | ---: | ---: |{' ---: |' * len(others)}")
    decided = {other: [0, 0] for other in others}
    for name, rows in scores.items():
        values = np.array([row[measure] for row in rows[BEST]])
        values = values[~np.isnan(values)]
        if not len(values):
            continue
        cells = []
        for other in others:
            found = difference(rows, other, measure) if other in rows else None
            if found is not None:
                decided[other][0] += found[1] > 0
                decided[other][1] += found[2] < 0
            cells.append(cell(found))
        print(f"| {name} | {len(values)} | {100 * values.mean():.1f} | {' | '.join(cells)} |")
    counts = (f"{wins} above, {losses} below" for wins, losses in decided.values())
    print(f"| decided | | | {' | '.join(counts)} |")


def print_parts(scores: Scores, names: Sequence[str]) -> None:
    """Print what is lost when a part is taken away, or when something is added: mean over sets and decided sets."""
    print(f"\n| best without, or with | {' | '.join(COLUMNS)} |\n| --- |{' ---: |' * len(COLUMNS)}")
    for name in names:
        cells = []
        for measure in COLUMNS:
            found = [difference(rows, name, measure) for rows in scores.values()]
            known = [one for one in found if one is not None]
            wins, losses = sum(one[1] > 0 for one in known), sum(one[2] < 0 for one in known)
            mean = float(np.mean([one[0] for one in known])) if known else 0.0
            cells.append(f"{mean:+.2f} ({wins}/{losses})")
        print(f"| {name.removeprefix(f'{BEST}/')} | {' | '.join(cells)} |")


def main() -> None:
    """Score everything and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="data sets in the plain case format")
    parser.add_argument("--before", type=Path, help="orders of another version, from scripts/save_orders.py")
    parser.add_argument("--parts", action="store_true", help="also take one part of the default away at a time")
    parser.add_argument("--limit", type=int, help="take the first documents of each set only")
    arguments = parser.parse_args()
    before = json.loads(arguments.before.read_text(encoding="utf-8")) if arguments.before else {}
    old = "before" if before else ""
    parts = [f"{BEST}/{name}" for name in PARTS if f"{BEST}/{name}" not in TWINS] if arguments.parts else []
    systems = {name: ranks_by(name) for name in (BEST, *RIVALS, *TWINS, *parts)}
    scores: Scores = {}
    for path in arguments.data:
        found, _ = subjects(list(read_cases(path))[: arguments.limit])
        ranks = dict(systems)
        if path.stem in before.get("orders", {}):
            ranks[old] = ranks_before(before["orders"][path.stem])
        scores[path.stem] = score_set(found, BUDGETS.get(path.stem, "100w"), ranks)
    about = " ".join((__doc__ or "").split("\n\n")[2].split())
    print(f"# Every data set\n\nMade by `python scripts/all_sets.py SETS...`. {about}")
    rivals = [*RIVALS, old] if old else list(RIVALS)
    print("\n## At the budget of each set: best, and its difference to its rivals")
    print_differences(scores, "R", rivals)
    print("\n## The order of all sentences")
    for measure in MEASURES:
        print_differences(scores, measure, rivals)
    print("\n## What the vectors are worth: best, and its difference to its twins")
    for measure in COLUMNS:
        print_differences(scores, measure, TWINS)
    if parts:
        print("\n## What each part is worth\n")
        print("Mean over sets of what best has more, and the sets where that is decided: above/below.")
        print_parts(scores, [*parts, *TWINS])


if __name__ == "__main__":
    main()
