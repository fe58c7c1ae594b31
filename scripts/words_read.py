"""Draw what a reader has seen after a share of the words, and print the areas under the curves.

    python scripts/words_read.py ../shared/benchmarks/*.jsonl -o docs/images/words-read.png

A reader takes the sentences in rank order. Where judges chose sentences, "seen" is the share of their votes; where they
wrote summaries, it is the recall of their words and pairs of words (mean of ROUGE-1 and -2), the whole document being
100 %. Each curve is a mean over documents. An area of 50 means no better than reading on at random; repeated words let
it rise above that for summaries, so compare curves with the one of a random order and not with 50.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import sentencerank as sr
from sentencerank.document import word_count
from sentencerank.evaluate.budgets import summary
from sentencerank.evaluate.cases import Case, read_cases
from sentencerank.evaluate.measures import reading_curve
from sentencerank.evaluate.rouge import Rouge
from sentencerank.method.arrays import Scores
from sentencerank.recipe import Budget

READ = np.linspace(0.0, 1.0, 21)  # shares of the words
SYSTEMS = {"SSR, best": "ssr", "lead": "lead", "TextRank": "textrank", "random": "random"}
COLOURS = ("#1f6fb2", "#d9661f", "#2a9d6f", "#9a9a9a")
TITLES = {
    "bc3": "e-mail (votes)",
    "gum": "15 genres",
    "scitldr": "abstracts",
    "squality": "stories",
    "summeval": "news",
}


def seen(case: Case) -> Scores:
    """Return a curve for every system: the share seen at each share of the words."""
    given = list(case.sentences) if case.sentences else case.text or ""
    rankings = [sr.rank(given, method=method) for method in SYSTEMS.values()]
    texts = [sentence.text for sentence in rankings[0].sentences]
    words = [word_count(text) for text in texts]
    votes = case.votes()
    if votes is not None and np.any(votes):
        curves = [reading_curve(ranking.order, words, votes) for ranking in rankings]
        return np.array([np.interp(READ, curve.read, curve.seen) for curve in curves])
    scorer = Rouge(case.summaries)
    whole = recall(scorer, texts)
    budgets = [Budget(words=round(share * sum(words)), overflow="cut") for share in READ[1:-1]]
    return np.array(
        [
            [0.0, *(recall(scorer, summary(ranking.order.tolist(), texts, b)) / whole for b in budgets), 1.0]
            for ranking in rankings
        ]
    )


def recall(scorer: Rouge, sentences: list[str] | tuple[str, ...]) -> float:
    """Return the mean of ROUGE-1 and ROUGE-2 recall."""
    score = scorer.score(tuple(sentences))
    return (score.rouge_1.recall + score.rouge_2.recall) / 2


def draw(curves: dict[str, Scores], path: Path) -> None:
    """Draw a panel for each set."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.6, 2.5), layout="constrained", dpi=130)
    panels = figure.subplots(1, len(curves), sharey=True, squeeze=False)[0]
    for axes, (name, values) in zip(panels, curves.items(), strict=True):
        for label, colour, line in zip(SYSTEMS, COLOURS, values, strict=True):
            axes.plot(100 * READ, 100 * line, color=colour, linewidth=1.5, label=label)
        axes.set_title(TITLES.get(name.split("_")[0], name), fontsize=9)
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 100)
        axes.tick_params(labelsize=7)
        axes.spines[["top", "right"]].set_visible(False)
        axes.grid(alpha=0.25, linewidth=0.5)
    panels[0].set_ylabel("% of what the judges\nchose or wrote, seen", fontsize=8)
    panels[len(panels) // 2].set_xlabel("% of the words read, in rank order", fontsize=8)
    panels[-1].legend(fontsize=7, frameon=False, loc="lower right")
    figure.savefig(path, metadata={"Software": None})


def main() -> None:
    """Print the table and draw the figure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, nargs="+", help="data sets in the plain case format")
    parser.add_argument("-o", "--output", type=Path, default=Path("docs/images/words-read.png"))
    arguments = parser.parse_args()
    curves = {path.stem: np.mean([seen(case) for case in read_cases(path)], axis=0) for path in arguments.data}
    print(f"| area, % | {' | '.join(TITLES.get(name.split('_')[0], name) for name in curves)} |")
    print("| --- |" + " ---: |" * len(curves))
    for place, system in enumerate(SYSTEMS):
        areas = (100 * float(np.trapezoid(values[place], READ)) for values in curves.values())
        print(f"| {system} | {' | '.join(f'{area:.1f}' for area in areas)} |")
    draw(curves, arguments.output)


if __name__ == "__main__":
    main()
