"""How well each language is read, as `scripts/score_languages.py` measured it. What is missing was not measured."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

MEASURED = Path(__file__).parent / "measured.txt"
HEAD = (
    "# How well a language is read, by scripts/score_languages.py on sentences of Universal Dependencies treebanks:",
    "# its code; number of sentence ends after a mark inside a line, and F of finding them in %; number of single",
    "# sentences, and how many of them are taken for the right language in %; the same for pieces of 20 words.",
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
