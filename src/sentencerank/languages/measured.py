"""How well each language is read, as `scripts/score_languages.py` measured it. What is missing was not measured."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import copysign
from pathlib import Path
from typing import NamedTuple

MEASURED = Path(__file__).parent / "measured.txt"
RANKED = Path(__file__).parent / "ranked.txt"
HEAD = (
    "# How well a language is read, by scripts/score_languages.py on sentences of Universal Dependencies treebanks:",
    "# its code; number of sentence ends after a mark inside a line, and F of finding them in %; number of single",
    "# sentences, and how many of them are taken for the right language in %; the same for pieces of 20 words.",
)


RANKED_HEAD = (
    "# How well a language is ranked, by scripts/ranked_languages.py from results/sets.md: its code, a set of judged",
    "# documents and how many it has; the score of this package; the best of lead, longest, TextRank and LexRank, and",
    "# how far the package is above it, with the 95 % interval.",
)


class Measured(NamedTuple):
    """Scores of a language, in %."""

    ends: int  # how many were looked for
    ends_f: float
    sentences: int
    detected: float
    snippets: int
    detected_snippets: float


@cache
def measured() -> Mapping[str, Measured]:
    """Return the scores of the languages that were measured, by their codes.

    >>> 90 < measured()["de"].ends_f <= 100, "xx" in measured()
    (True, False)
    """
    lines = (line.split() for line in MEASURED.read_text(encoding="ascii").splitlines() if not line.startswith("#"))
    return {
        code: Measured(int(ends), float(f), int(sentences), float(detected), int(snippets), float(pieces))
        for code, ends, f, sentences, detected, snippets, pieces in lines
    }


class Ranked(NamedTuple):
    """The score on a set of judged documents, beside the best of the simple methods."""

    name: str
    documents: int
    measure: str  # R: mean of ROUGE-1, -2 and -SU4 recall; AP: average precision
    score: float
    rival: str
    ahead: float
    low: float  # of the interval of `ahead`
    high: float

    @property
    def verdict(self) -> str:
        """Return "above" or "below" the rival, if the interval has no 0, else "level"."""
        # A bound such as -0.0 was rounded; its sign still tells.
        return "above" if copysign(1, self.low) > 0 else "below" if copysign(1, self.high) < 0 else "level"


@cache
def ranked() -> Mapping[str, tuple[Ranked, ...]]:
    """Return the scores on judged documents of the languages that have some, by their codes.

    >>> [one.rival for one in ranked()["de"]]
    ['lead']
    """
    found: dict[str, list[Ranked]] = {}
    for line in RANKED.read_text(encoding="ascii").splitlines():
        if not line.startswith("#"):
            code, name, documents, measure, score, rival, *ahead = line.split()
            numbers = map(float, ahead)
            found.setdefault(code, []).append(
                Ranked(name, int(documents), measure, float(score), rival, next(numbers), next(numbers), next(numbers))
            )
    return {code: tuple(sets) for code, sets in found.items()}
