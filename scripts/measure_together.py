"""Compare `rank_together` with ranking the joined text, on clusters of articles with summaries by people.

    python scripts/measure_together.py clusters.jsonl > results/together.md

A line of the data is a cluster: `sentences` of several articles in a row, `references` with a `text` each, and a
`language`. Where an article begins is told by its title: a line without an end that stands before a longer text. The
measure is the mean recall of ROUGE-1, ROUGE-2 and ROUGE-SU4 of an extract of 100 words, averaged over the references,
in percent, with 95 % intervals over clusters.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import sentencerank as sr
from sentencerank.evaluate.rouge import Rouge
from sentencerank.evaluate.significance import Interval, difference_interval, mean_interval

WORDS = 100
SHORTEST = 4  # sentences of an article
ENDS = (".", "!", "?", "»", '"', "…", ":", ";", ",")
OURS = "rank_together"


def articles(sentences: Sequence[str]) -> list[list[str]]:
    """Return the articles of a cluster."""
    found: list[list[str]] = [[]]
    for sentence in sentences:
        title = not sentence.rstrip().endswith(ENDS) and len(sentence.split()) < 20
        if title and len(found[-1]) >= SHORTEST:
            found.append([])
        found[-1].append(sentence)
    return found


def joined(method: str) -> Callable[[list[list[str]], str], sr.Extract]:
    """Return what ranks all sentences as one document."""

    def extract(texts: list[list[str]], language: str) -> sr.Extract:
        every = [sentence for text in texts for sentence in text]
        return sr.rank(every, method=method, language=language).summary(words=WORDS)

    return extract


def together(method: str) -> Callable[[list[list[str]], str], sr.Extract]:
    """Return what ranks several documents in one order."""
    return lambda texts, language: sr.rank_together(texts, method=method, language=language).summary(words=WORDS)


SYSTEMS = {
    OURS: together("ssr"),
    "rank of the joined text": joined("ssr"),
    "LexRank, rank_together": together("lexrank"),
    "LexRank of the joined text": joined("lexrank"),
    "TextRank of the joined text": joined("textrank"),
    "first sentences of the joined text": joined("lead"),
    "longest sentences": joined("longest"),
}


def recall(extract: sr.Extract, references: Sequence[str]) -> float:
    """Return the mean recall, in percent."""
    scorer = Rouge([[text] for text in references], several="mean", longest=False, unicode=True)
    scores = scorer.score([sentence.text for sentence in extract])
    return 100 * (scores.rouge_1.recall + scores.rouge_2.recall + scores.rouge_su4.recall) / 3


def main(path: str) -> None:
    """Print the page."""
    clusters = [json.loads(line) for line in Path(path).read_text(encoding="utf-8").splitlines()]
    scores: dict[str, list[float]] = {name: [] for name in SYSTEMS}
    counts = []
    for cluster in clusters:
        texts = articles(cluster["sentences"])
        counts.append(len(texts))
        references = [reference["text"] for reference in cluster["references"]]
        for name, extract in SYSTEMS.items():
            scores[name].append(recall(extract(texts, cluster["language"]), references))
    print("# Several documents as one\n")
    people = len(clusters[0]["references"])
    print(f"Made by `python scripts/measure_together.py {Path(path).name}`: {len(clusters)} clusters of")
    print(f"{sum(counts) / len(counts):.1f} articles, {people} summaries each. Mean of ROUGE-1, -2 and -SU4 recall")
    print(f"at {WORDS} words, in percent, with 95 % intervals over clusters.\n")
    print("| system | recall | less `rank_together` |\n| --- | ---: | ---: |")
    for name, values in scores.items():
        less = "" if name == OURS else shown(difference_interval(values, scores[OURS]))
        print(f"| {name} | {shown(mean_interval(values))} | {less} |")


def shown(interval: Interval) -> str:
    """Return an interval for a table."""
    return f"{interval.mean:.1f} [{interval.low:.1f}, {interval.high:.1f}]"


if __name__ == "__main__":
    main(sys.argv[1])
