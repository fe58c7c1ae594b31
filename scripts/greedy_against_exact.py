"""How far is the greedy round robin of §7 from the optimum of the knapsack problem of §3?

    python scripts/greedy_against_exact.py summeval.jsonl > results/greedy-against-exact.md

Each document's scores and clusters are those of SSR; the summary has 100 words (--words). Greedy takes the sentences in
the order of the round robin as long as they fit. Beside it stand the exact optima (evaluate/rivals/knapsack.py) and
what ROUGE says of each: the optimum of the paper's problem need not be the best summary. As printed, the round robin
sorts by score per character; reading `paper` does not divide.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from time import process_time

import numpy as np

from sentencerank import Recipe
from sentencerank.errors import SentenceRankError
from sentencerank.evaluate.datasets import load
from sentencerank.evaluate.report import as_markdown
from sentencerank.evaluate.rivals.knapsack import Knapsack
from sentencerank.evaluate.rouge import Rouge
from sentencerank.evaluate.significance import mean_interval
from sentencerank.evaluate.subjects import Subject, subjects
from sentencerank.evaluate.tables import Table
from sentencerank.method.arrays import Mask
from sentencerank.ranker import ranker_of

READINGS = {
    "greedy, as printed": Recipe.of("ssr", "paper", length_norm="characters"),
    "greedy, `paper`": Recipe.of("ssr", "paper"),
}
PAPER = Recipe.of("ssr", "paper")
HEADER = (
    "value, % of the best as wide",
    "value, % of the highest",
    "clusters, % of the most",
    "words used, %",
    "ROUGE recall",
)
BEST, WIDEST, SAME = "exact: highest value", "exact: most clusters", "exact: highest value, as wide as {}"


def knapsack(subject: Subject, words: int) -> tuple[Knapsack, list[int]]:
    """Return the problem of a document, and which of its sentences take part."""
    ranking = ranker_of(PAPER).rank(subject.document)
    inside = np.flatnonzero(ranking.clusters >= 0)
    problem = Knapsack(ranking.scores[inside], subject.words[inside], ranking.clusters[inside], words)
    return problem, inside.tolist()


def choices(subject: Subject, problem: Knapsack, inside: Sequence[int], seconds: float) -> dict[str, Mask]:
    """Return what each way chooses."""
    place = {sentence: k for k, sentence in enumerate(inside)}
    found = {}
    for name, recipe in READINGS.items():
        order = [place[i] for i in ranker_of(recipe).rank(subject.document).order.tolist() if i in place]
        found[name] = problem.greedy(order)
    wide = {
        SAME.format(name): problem.best(clusters=problem.variety(way), seconds=seconds) for name, way in found.items()
    }
    return {**found, **wide, BEST: problem.best(seconds=seconds), WIDEST: problem.widest(seconds=seconds)}


def rouge(subject: Subject, chosen: Sequence[int]) -> float:
    """Return the mean recall of R-1, R-2 and R-SU4 against all summaries."""
    text = [subject.sentences[i] for i in sorted(chosen)]
    matches = Rouge(list(subject.summaries), unicode=subject.document.language != "en").matches(text)
    return float(np.mean([one.score("pooled").recall for one in (matches.rouge_1, matches.rouge_2, matches.rouge_su4)]))


def rows(found: Sequence[tuple[Subject, Knapsack, list[int], dict[str, Mask]]]) -> list[tuple[str, ...]]:
    """Return a row for each way: shares of the optima, and ROUGE, each with its interval."""
    table = []
    for name in found[0][3]:
        peer = SAME.format(name)
        wide = [problem.value(ways[name]) / problem.value(ways[peer]) for _, problem, _, ways in found if peer in ways]
        measures = (
            [problem.value(ways[name]) / problem.value(ways[BEST]) for _, problem, _, ways in found],
            [problem.variety(ways[name]) / problem.variety(ways[WIDEST]) for _, problem, _, ways in found],
            [float(problem.lengths[ways[name]].sum()) / problem.limit for _, problem, _, ways in found],
            [rouge(one, [inside[k] for k in np.flatnonzero(ways[name])]) for one, _, inside, ways in found],
        )
        table.append((name, _cell(wide) if wide else "", *map(_cell, measures)))
    return table


def _cell(values: Sequence[float]) -> str:
    one = mean_interval(values)
    return f"{100 * one.mean:.1f} ({100 * one.low:.1f} … {100 * one.high:.1f})"


def main() -> None:
    """Print the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="judged documents with summaries, see docs/evaluation.md")
    parser.add_argument("--words", type=int, default=100, help="length of a summary")
    parser.add_argument("--limit", type=int, default=100, help="documents of each dataset")
    parser.add_argument("--seconds", type=float, default=60.0, help="time for each integer program")
    asked = parser.parse_args()
    names = " ".join(path.name for path in asked.data)
    print("# Greedy against exact\n")
    print(f"Made by:\n\n    python scripts/greedy_against_exact.py {names} --words {asked.words}\n")
    for path in asked.data:
        found, failed, spent = [], [], 0.0
        for one in subjects(load(path)[: asked.limit])[0]:
            problem, inside = knapsack(one, asked.words)
            if not one.summaries or not len(inside) or int(problem.lengths.min()) > asked.words:
                failed.append(f"{one.id}: no summary, or no sentence fits")
                continue
            start = process_time()
            try:
                found.append((one, problem, inside, choices(one, problem, inside, asked.seconds)))
            except SentenceRankError as error:
                failed.append(f"{one.id}: {error}")
            spent += process_time() - start
        header = (
            "choice",
            "value, % of the best as wide",
            "value, % of the highest",
            "clusters, % of the most",
            "words used, %",
            "ROUGE recall",
        )
        note = (
            "As wide: among choices with at least as many clusters. "
            f"{len(found)} documents, mean and 95 % interval; all choices and programs of a document took "
            f"{1000 * spent / max(len(found), 1):.0f} ms of processor time on average. Left out: {len(failed)}."
        )
        if found:
            print(as_markdown(Table(f"{path.stem}, {asked.words} words", header, tuple(rows(found)), note), 2), "\n")
        for reason in failed:
            print(f"- {reason}")


if __name__ == "__main__":
    main()
