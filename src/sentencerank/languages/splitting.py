"""Sentence boundaries that keep their offsets: a layer over sentencex that no input can upset.

sentencex panics on a few odd spaces and refuses lone surrogates, so it only ever sees a flat copy of the text in which
each awkward character is one plain space. Copy and text have the same length: offsets need no translation.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from sentencex import get_sentence_boundaries

from sentencerank.document import Block
from sentencerank.languages.language import Span

WINDOW = 4_000  # characters that sentencex sees at a time
LONGEST = 5_000  # characters of a sentence; a longer one is cut, so that time and memory stay bounded

# Control characters, lone surrogates, byte order marks and every space that is neither " " nor a line end.
_AWKWARD = re.compile(
    "[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\xa0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ud800-\udfff\ufeff]"
)
_LINE_ENDS = re.compile(r"\r(?!\n)|[\u2028\u2029\x85]")
_QUOTE_MARKS = re.compile(r"\n[ >]*")
_BREAKS = (re.compile(r"[;:—–]\s|[。；]"), re.compile(r"[,،、，]\s?"), re.compile(r"\s"))  # best first

Ends: TypeAlias = Callable[[str], list[int]]  # a block on one line → where its sentences end, the last at its end


def flattened(text: str) -> str:
    r"""The text with one plain space for each character that could upset the splitter, and \n as the only line end.

    >>> flattened("vitamin A\u00a0.\r\nNUL\x00 \ud800")
    'vitamin A . \nNUL   '
    """
    if text.replace("\n", " ").isprintable():  # no character to be replaced is printable
        return text
    flat = _AWKWARD.sub(" ", text)
    return _LINE_ENDS.sub("\n", flat).replace("\r\n", " \n")


def boundaries(code: str, flat: str) -> list[int]:
    """Sentence ends by sentencex, the last one at the end of the text, in time linear in its length.

    sentencex needs quadratic time for some scripts (a million Chinese characters: minutes), so it sees a long text
    through a window that moves on to the beginning of the last, perhaps unfinished, sentence.
    """
    ends: list[int] = []
    start, size = 0, WINDOW
    while start < len(flat):
        found = [piece["end_index"] for piece in get_sentence_boundaries(code, flat[start : start + size])]
        if start + size >= len(flat):
            return ends + [start + end for end in found]
        if len(found) > 1:
            ends += [start + end for end in found[:-1]]
            start, size = ends[-1], WINDOW
        else:
            size *= 2
    return ends


def split(text: str, blocks: Sequence[Block], ends: Ends) -> tuple[Span, ...]:
    """The sentences of each block: trimmed, in order, disjoint, together every letter and digit of the blocks."""
    flat = flattened(text)
    return tuple(
        Span(block.start + start, block.start + end, index)
        for index, block in enumerate(blocks)
        for start, end in _sentences(_one_line(flat[block.start : block.end], block.kind), ends)
    )


def _one_line(flat: str, kind: str) -> str:
    if "\n" not in flat:
        return flat
    if kind == "quote":
        flat = _QUOTE_MARKS.sub(lambda mark: " " * len(mark.group()), flat)
    return flat.replace("\n", " ")


def _sentences(flat: str, find_ends: Ends) -> Iterator[tuple[int, int]]:
    """Spans of one block; a piece without letter or digit joins its neighbour, a block without one has no sentence."""
    if not any(map(str.isalnum, flat)):
        return
    ends = find_ends(flat)
    start = 0
    for end, following in zip(ends, [*ends[1:], len(flat)], strict=True):
        if any(map(str.isalnum, flat[start:end])) and (following == end or any(map(str.isalnum, flat[end:following]))):
            yield from _pieces(flat, start, end)
            start = end
    if start < len(flat):
        yield from _pieces(flat, start, len(flat))


def _pieces(flat: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """A trimmed span, cut into several if it is too long."""
    while end - start > LONGEST:
        cut = _best_cut(flat, start, start + LONGEST)
        yield from _trimmed(flat, start, cut)
        start = cut
    yield from _trimmed(flat, start, end)


def _trimmed(flat: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = flat[start:end]
    left = start + len(piece) - len(piece.lstrip())
    right = start + len(piece.rstrip())
    if left < right:
        yield left, right


def _best_cut(flat: str, start: int, end: int) -> int:
    """The last good break in the second half of a stretch that is too long, or its very end."""
    middle = (start + end) // 2
    for pattern in _BREAKS:
        cut = max((found.end() for found in pattern.finditer(flat, middle, end)), default=0)
        if cut:
            return cut
    return end
