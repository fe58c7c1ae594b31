"""Lines parted by `<br>`: the lines of an address or of a list stand alone, those of a wrapped text belong together."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from sentencerank.document import Mark
from sentencerank.documents.pieces import Words

_ENDS = tuple(".!?…。！？।؟:”\"'’»)")
_GOES_ON = tuple(",;—–-、，；")
_LONG = 120  # characters; a longer line is a paragraph of its own


def parted(words: Words, cuts: Sequence[int]) -> list[Words]:
    """Return a text in the parts that its line breaks make of it, or as it is if its lines belong together.

    >>> [part.text for part in parted(Words("Ann Lee 12 Sea Road Spain"), [7, 19])]
    ['Ann Lee', '12 Sea Road', 'Spain']
    >>> [part.text for part in parted(Words("The rain in Spain falls in the plain."), [17])]
    ['The rain in Spain falls in the plain.']
    """
    places = sorted({cut for cut in cuts if 0 < cut < len(words.text)})
    if not places or not _stand_alone([words.text[a:b].strip() for a, b in pairwise([0, *places, len(words.text)])]):
        return [words]
    found = []
    marks = iter([*words.marks, Mark("note", len(words.text) + 1, len(words.text) + 1)])
    mark = next(marks)
    running: list[Mark] = []  # those that go on in the next part
    for start, end in pairwise([0, *places, len(words.text)]):
        text = words.text[start:end]
        first = start + len(text) - len(text.lstrip())
        last = start + len(text.rstrip())
        while mark.start < end:
            running.append(mark)
            mark = next(marks)
        inside = (
            Mark(each.kind, max(each.start, first) - first, min(each.end, last) - first, each.target)
            for each in running
            if each.end > first and each.start < last
        )
        found.append(Words(words.text[first:last], tuple(inside)))
        running = [each for each in running if each.end > end]
    return [part for part in found if part.text]


def _stand_alone(lines: Sequence[str]) -> bool:
    lines = [line for line in lines if line]
    if any(line[0].islower() for line in lines[1:]) or len(lines) < 2:
        return False
    if sum(line.endswith(_GOES_ON) for line in lines) * 3 > len(lines):
        return False
    return not all(line.endswith(_ENDS) for line in lines[:-1]) or any(len(line) > _LONG for line in lines)
