"""Choose the few numbers of `best` by leaving one data set out, and show what that costs or gains.

    python scripts/tune.py ../shared/benchmarks/*.jsonl

Every combination of a small, round grid is tried on every document. For each data set the combination that is best on
the *other* sets (mean over sets of the mean of R-1, R-2 and R-SU4 recall, average precision where judges chose
sentences) is then scored on the set left out, beside the defaults and with a paired 95 % interval of the difference.
If the defaults are as good as what was chosen without looking at a set, they are not fitted to it.
"""

from __future__ import annotations

import argparse
import itertools
from dataclasses import replace
from pathlib import Path

import numpy as np

import sentencerank as sr
from sentencerank.evaluate.budgets import summary
from sentencerank.evaluate.cases import Case, read_cases
from sentencerank.evaluate.measures import average_precision
from sentencerank.evaluate.rouge import Rouge
from sentencerank.evaluate.significance import difference_interval
from sentencerank.method.options import BEST, Options, resolve
from sentencerank.method.ssr import rank_prepared
from sentencerank.recipe import Budget
from sentencerank.workers import one_thread

GRID: dict[str, tuple[float, ...]] = {
    "position": (4.0, 8.0, 12.0),
    "opening": (2.0, 4.0, 6.0),
    "reach": (1.5, 3.0, 4.5),
    "substance": (0.25, 0.5, 1.0),
    "cue": (2.0, 3.0, 4.0),
}
BUDGETS = {"news": (50, 100), "mixed": (50, 100), "email": (100,), "story": (250, 400), "abstract": (30,)}


def settings() -> list[Options]:
    """Return every combination of the grid, the defaults first."""
    every = [resolve(**dict(zip(GRID, values, strict=True))) for values in itertools.product(*GRID.values())]  # type: ignore[arg-type]
    return [BEST, *(options for options in every if options != BEST)]


def scores(case: Case, tried: list[Options]) -> np.ndarray:
    """Return a number for every setting: the mean of recalls over budgets and, if judges chose, average precision."""
    prepared = sr.Ranker().prepare(list(case.sentences) if case.sentences else case.text or "")
    texts = [sentence.text for sentence in prepared.document.sentences]
    scorer = Rouge(case.summaries) if case.summaries else None
    votes = case.votes()
    found: dict[bytes, float] = {}
    result = np.empty(len(tried))
    graphs = prepared.graphs
    assert graphs is not None
    for place, options in enumerate(tried):
        with one_thread():
            order = rank_prepared(replace(graphs, options=options)).order
        key = order.tobytes()
        if key not in found:
            values: list[float] = []
            if scorer:
                for words in BUDGETS.get(case.domain, (100,)):
                    score = scorer.score(summary(order.tolist(), texts, Budget(words=words, overflow="cut")))
                    values.append(float(np.mean([score.rouge_1.recall, score.rouge_2.recall, score.rouge_su4.recall])))
            if votes is not None and np.any(votes):
                values.append(average_precision(order, votes))
            found[key] = float(np.mean(values))
        result[place] = found[key]
    return result


def describe(options: Options) -> str:
    """Return the numbers of the grid."""
    return " ".join(f"{name} {getattr(options, name):g}" for name in GRID)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="data sets in the plain case format")
    arguments = parser.parse_args()
    tried = settings()
    table = {path.stem: np.array([scores(case, tried) for case in read_cases(path)]) for path in arguments.data}
    means = {name: values.mean(axis=0) for name, values in table.items()}
    overall = np.mean(list(means.values()), axis=0)
    place = int(np.argsort(-overall, kind="stable").tolist().index(0)) + 1
    print(f"{len(tried)} settings; the defaults ({describe(BEST)}) are number {place} over all sets\n")
    print("| left out | chosen on the others | there | defaults | difference [95 %] | best possible there |")
    print("|---|---|---|---|---|---|")
    # With a single set there are no others to choose on.
    for name, values in table.items() if len(table) > 1 else ():
        others = np.mean([means[other] for other in table if other != name], axis=0)
        chosen = int(others.argmax())
        interval = difference_interval(values[:, chosen], values[:, 0])
        print(
            f"| {name} | {describe(tried[chosen])} | {100 * means[name][chosen]:.2f} | {100 * means[name][0]:.2f} | "
            f"{100 * interval.mean:+.2f} [{100 * interval.low:+.2f}, {100 * interval.high:+.2f}] | "
            f"{100 * means[name].max():.2f} |"
        )
    print(f"\nbest over all sets: {describe(tried[int(overall.argmax())])}: {100 * overall.max():.2f}, "
          f"defaults {100 * overall[0]:.2f}, worst {100 * overall.min():.2f}")  # fmt: skip


if __name__ == "__main__":
    main()
