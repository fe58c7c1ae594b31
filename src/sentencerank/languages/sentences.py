"""The sentences of blocks, with exact offsets: by the rules of ends.py, or by sentencex for a language that has none.

sentencex panics on a few odd spaces and refuses lone surrogates, so only a flat copy of the text is looked at, in which
each awkward character is one plain space. Copy and text have the same length: offsets need no translation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from sentencex import get_sentence_boundaries

from sentencerank import patterns as re
from sentencerank.document import Block
from sentencerank.languages.end_rules import rules_of
from sentencerank.languages.ends import find_ends
from sentencerank.languages.language import Pack, Span

WINDOW = 4_000  # characters that sentencex sees at a time
LONGEST = 5_000  # characters of a sentence; a longer one is cut, so that time and memory stay bounded
PAUSE, REST = 40, 30  # Thai: a space ends a sentence of so many characters if so many follow before the next space

# Control characters, lone surrogates, byte order marks and every space that is neither " " nor a line end.
_AWKWARD = re.compile(
    "[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\xa0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ud800-\udfff\ufeff]"
)
_PRINTED = bytes(code for code in range(128) if chr(code).isprintable() or code == 10)
_LESS = re.at_once(r"<(?=[\s\d.=])")  # sentencex takes "p < 0.05" for an opening bracket
_LINE_ENDS = re.compile(r"\r(?!\n)|[\u2028\u2029\x85]")
_QUOTE_MARKS = re.compile(r"\n[ >]*")
_BREAKS = (re.compile(r"[;:—–]\s|[。；]"), re.compile(r"[,،、，]\s?"), re.compile(r"\s"))  # best first
_MORE_ENDS = re.compile(r"[។៕།༎]\s+")  # Khmer, Tibetan
_SPACES = re.compile(r"\s+")
_CLOSING = frozenset("\"'”’」』》»)")
_ENGLISH = Pack(code="en")

Ends: TypeAlias = Callable[[str], list[int]]  # a block on one line → where its sentences end, the last at its end


def flattened(text: str) -> str:
    r"""Return the text with a plain space for each character that could upset sentencex, and \n as the only line end.

    >>> flattened("vitamin A\u00a0.\r\nNUL\x00 \ud800")
    'vitamin A . \nNUL   '
    """
    if "<" in text:
        text = _LESS.sub(" ", text)
    # No character that would be replaced is printable. Those of ASCII are looked at sooner.
    if not text.encode().translate(None, _PRINTED) if text.isascii() else text.replace("\n", " ").isprintable():
        return text
    flat = _AWKWARD.sub(" ", text)
    return _LINE_ENDS.sub("\n", flat).replace("\r\n", " \n")


def split(text: str, blocks: Sequence[Block], ends: Ends) -> tuple[Span, ...]:
    """Return the sentences of the blocks: trimmed, in order, disjoint, together every letter and digit of them."""
    # Only what the blocks cover: a text in several languages is split run by run.
    first = blocks[0].start if blocks else 0
    flat = flattened(text[first : blocks[-1].end if blocks else 0])
    return tuple(
        Span(block.start + start, block.start + end, index)
        for index, block in enumerate(blocks)
        for start, end in _sentences(_one_line(flat[block.start - first : block.end - first], block.kind), ends)
    )


def _one_line(flat: str, kind: str) -> str:
    if "\n" not in flat:
        return flat
    if kind == "quote":
        flat = _QUOTE_MARKS.sub(lambda mark: " " * len(mark.group()), flat)
    return flat.replace("\n", " ")


def _sentences(flat: str, find_ends: Ends) -> Iterator[tuple[int, int]]:
    """Yield spans of one block; a piece without letter or digit joins its neighbour, a block without one has none."""
    if not any(map(str.isalnum, flat)):
        return
    ends = find_ends(flat)
    if ends == [len(flat)] and len(flat) <= LONGEST:
        # Most blocks of a manual are one sentence.
        yield from _trimmed(flat, 0, len(flat))
        return
    bounds = [0, *ends, len(flat)]
    worded = [
        flat[left : left + 1].isalnum() or any(map(str.isalnum, flat[left:right])) for left, right in pairwise(bounds)
    ]
    start, since = 0, False  # the beginning of the sentence, and whether it has a letter or digit so far
    for index, end in enumerate(ends):
        since = since or worded[index]
        if since and (worded[index + 1] or bounds[index + 2] == end):
            if end - start <= LONGEST and not flat[start].isspace():
                # The usual case, without the cost of two generators.
                yield start, start + len(flat[start:end].rstrip())
            else:
                yield from _pieces(flat, start, end)
            start, since = end, False
    if start < len(flat):
        yield from _pieces(flat, start, len(flat))


def _pieces(flat: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield a trimmed span, cut into several if it is too long."""
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
    """Return the last good break in the second half of a sentence that is too long, or its very end."""
    middle = (start + end) // 2
    for pattern in _BREAKS:
        cut = max((found.end() for found in pattern.finditer(flat, middle, end)), default=0)
        if cut:
            return cut
    return end


def boundaries(code: str, flat: str) -> list[int]:
    """Return sentence ends by sentencex, the last one at the end of the text, in time linear in its length.

    sentencex needs quadratic time for some scripts (a million Chinese characters: minutes), so it sees a long text
    through a window that moves on to the beginning of the last, perhaps unfinished, sentence. One that is too long ends
    where it would be cut anyway.
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
        elif size <= LONGEST:
            size *= 2
        else:
            start = _best_cut(flat, start, start + LONGEST)
            ends.append(start)
            size = WINDOW
    return ends


def sentence_ends(flat: str, pack: Pack) -> list[int]:
    """Return the ends of the sentences of a one-line text in the language of a pack, the last one at its end.

    >>> text = "「行こう。」と言った。雨だ。"
    >>> sentence_ends(text, Pack(code="ja", attached=True)), sentence_ends(text, Pack(code="ja"))
    ([11, 14], [6, 11, 14])
    """
    if rules := rules_of(pack):
        return find_ends(flat, rules)
    found = boundaries(pack.code, flat)
    if pack.attached:
        found = [end for end in found if end == len(flat) or flat[end - 1] not in _CLOSING or flat[end].isspace()]
    if more := {mark.end() for mark in _MORE_ENDS.finditer(flat)}:
        found = sorted(more.union(found))
    if pack.pauses:
        return [end for start, stop in pairwise([0, *found]) for end in _pauses(flat, start, stop)]
    return found


def _pauses(flat: str, start: int, end: int) -> Iterator[int]:
    """Yield ends at the spaces between long runs of text, the last one at `end`."""
    last = start
    spaces = [space.end() for space in _SPACES.finditer(flat, start, end)]
    for space, following in pairwise([*spaces, end]):
        if space - last > PAUSE and following - space > REST:
            yield space
            last = space
    yield end


def english_ends(flat: str) -> list[int]:
    """Return the ends of the sentences of a one-line English text, the last one at its end.

    >>> text = '(A note.) See Fig. 3. "Why?" he asked. "I see. No." He left.'
    >>> ends = english_ends(text)
    >>> [text[start:end] for start, end in zip([0, *ends], ends)]
    ['(A note.) ', 'See Fig. 3. ', '"Why?" he asked. ', '"I see. ', 'No." ', 'He left.']
    """
    return sentence_ends(flat, _ENGLISH)
