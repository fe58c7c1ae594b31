"""What each language of the package costs in time and memory, as `scripts/measure_languages.py` measured it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

COSTS = Path(__file__).parent / "costs.txt"
MOST = 100  # megabytes that a language may take: a text of any language may come, also one that is told wrongly
HEAD = (
    "# What a language adds to a process that has read a text before, by scripts/measure_languages.py: its code,",
    "# CPU seconds until its first sentence is analysed, megabytes after that sentence and after 1 MB of text;",
    "# and for the sample article, if there is one, milliseconds of CPU time to rank it when its words are new.",
)


class Cost(NamedTuple):
    """What a language adds to a process; measured on one computer, so that others differ."""

    seconds: float  # until its first sentence is analysed
    first: int  # megabytes after that sentence
    memory: int  # megabytes after 1 MB of text
    article: float | None = None  # milliseconds of CPU time that its sample article takes; None if there is none


@cache
def costs() -> Mapping[str, Cost]:
    """Return what each language of the package costs, by its code.

    >>> 0 < costs()["zh"].first <= costs()["zh"].memory <= MOST
    True
    """
    lines = (line.split() for line in COSTS.read_text(encoding="ascii").splitlines() if not line.startswith("#"))
    return {
        code: Cost(float(seconds), int(first), int(memory), *map(float, article))
        for code, seconds, first, memory, *article in lines
    }
