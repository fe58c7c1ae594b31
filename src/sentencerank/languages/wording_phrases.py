"""Phrases that say what a sentence does, as data: `wording/CODE.txt` has lines `key: phrases`, with `_` for a space.

The keys say what they do: *announces* a finding, *signposts* what comes where, *greets*, *addresses*. What makes a
sentence depend on the one before is in `Pack.openings`. All of them are in small letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

_FILES = Path(__file__).parent / "wording"


@cache
def phrases_of(code: str) -> Mapping[str, tuple[str, ...]]:
    """Return the phrases of a language by what they say; none if there is no file.

    >>> "guten tag" in phrases_of("de")["greets"], phrases_of("xx")
    (True, {})
    """
    path = _FILES / f"{code}.txt"
    if not path.exists():
        return {}
    lines = (line.partition(": ") for line in path.read_text(encoding="utf-8").splitlines())
    return {key: tuple(phrase.replace("_", " ") for phrase in phrases.split()) for key, _, phrases in lines}
