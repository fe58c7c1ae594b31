"""Check the names of topics on documents that nobody here wrote: the descriptions of installed Python packages.

    python scripts/check_topics.py > results/topics.md       25 packages
    python scripts/check_topics.py FILE …                    files of your own

Of each document it counts names that two topics share, names that are part of another, and names that hold the first
keyphrase of the whole text. Then one sentence from the middle is left out, and the names that stay are counted.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib.metadata import distributions
from itertools import permutations
from pathlib import Path

import sentencerank as sr

DOCUMENTS = 25
SHORTEST, LONGEST = 40, 600  # sentences


@dataclass(frozen=True, slots=True)
class Checked:
    """What was counted in one document."""

    name: str
    sentences: int
    topics: tuple[str, ...]
    same: int
    inside: int  # part of another
    first: int  # with the first keyphrase of the text
    kept: float  # share of topics that keep a phrase of their name when a sentence is left out


def check(name: str, ranking: sr.Ranking) -> Checked:
    """Count what is wrong with the names of topics."""
    names = [topic.name.casefold() for topic in ranking.topics]
    first = " " + "".join(phrase.text.casefold() for phrase in ranking.keyphrases(1)) + " "
    return Checked(
        name,
        len(ranking),
        tuple(topic.name for topic in ranking.topics),
        same=len(names) - len(set(names)),
        inside=sum(one in other for one, other in permutations(names, 2)),
        first=sum(first in f" {one.replace(',', ' ,')} " for one in names) if len(names) > 1 else 0,
        kept=kept_share([sentence.text for sentence in ranking.sentences], ranking.language),
    )


def kept_share(texts: list[str], language: str) -> float:
    """Return the share of topics that keep a phrase of their name when a sentence from the middle is left out."""
    middle = len(texts) // 2
    before, after = (
        [set(topic.name.casefold().split(", ")) for topic in sr.rank(some, language=language).topics]
        for some in (texts, texts[:middle] + texts[middle + 1 :])
    )
    phrases = set().union(*after)
    return sum(bool(one & phrases) for one in before) / max(1, len(before))


def packages(count: int = DOCUMENTS) -> list[tuple[str, sr.Ranking]]:
    """Rank the descriptions of installed packages that are neither short nor long, the first of them by their names."""
    found: list[tuple[str, sr.Ranking]] = []
    for one in sorted(distributions(), key=lambda one: str(one.metadata["Name"]).lower()):
        text = one.read_text("METADATA")
        if text and len(found) < count:
            ranking = sr.rank(sr.read_document(text.encode(), name="METADATA"))
            if SHORTEST <= len(ranking) <= LONGEST:
                found.append((str(one.metadata["Name"]), ranking))
    return found


def main(files: list[str]) -> None:
    """Print the page."""
    ranked = [(Path(file).name, sr.rank(sr.read_document(file))) for file in files] or packages()
    checked = [check(name, ranking) for name, ranking in ranked]
    total = sum(len(one.topics) for one in checked)
    same, inside, first = (sum(getattr(one, name) for one in checked) for name in ("same", "inside", "first"))
    kept = sum(one.kept for one in checked) / max(1, len(checked))
    print("# Names of topics\n\nMade by `python scripts/check_topics.py`, on the descriptions of installed packages.\n")
    print(f"{len(checked)} documents, {total} topics: {same} have the name of another, {inside} a name that is part of")
    print(f"another, {first} hold the first keyphrase of the text. When one sentence is left out, {kept:.0%} of the")
    print("topics keep a phrase of their name.\n")
    print("| document | sentences | topics |\n| --- | ---: | --- |")
    for one in checked:
        print(f"| {one.name} | {one.sentences} | {' · '.join(one.topics).replace('|', '')} |")


if __name__ == "__main__":
    main(sys.argv[1:])
