"""Where sentencex leaves sentence ends out, or finds one too many, in languages other than English."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from sentencerank.languages.pack import Pack

PAUSE, REST = 40, 30  # Thai: a space ends a sentence of so many characters if so many follow before the next space

_CLOSING = frozenset("\"'”’」』》»)")
_MORE = re.compile(r"[។៕།༎]\s+")  # Khmer, Tibetan
_SPACES = re.compile(r"\s+")


def repaired(flat: str, ends: Sequence[int], pack: Pack) -> list[int]:
    """The ends of the sentences of a one-line text, the last one at its end.

    >>> text = "「行こう。」と言った。雨だ。"
    >>> repaired(text, [6, 11, 14], Pack(code="ja", attached=True)), repaired(text, [6, 11, 14], Pack(code="zh"))
    ([11, 14], [6, 11, 14])
    """
    found = list(ends)
    if pack.attached:
        found = [end for end in found if end == len(flat) or flat[end - 1] not in _CLOSING or flat[end].isspace()]
    if more := {mark.end() for mark in _MORE.finditer(flat)}:
        found = sorted(more.union(found))
    if pack.pauses:
        return [end for start, stop in pairwise([0, *found]) for end in _pauses(flat, start, stop)]
    return found


def _pauses(flat: str, start: int, end: int) -> Iterator[int]:
    """Ends at the spaces between long stretches, the last one at `end`."""
    last = start
    spaces = [space.end() for space in _SPACES.finditer(flat, start, end)]
    for space, following in pairwise([*spaces, end]):
        if space - last > PAUSE and following - space > REST:
            yield space
            last = space
    yield end
