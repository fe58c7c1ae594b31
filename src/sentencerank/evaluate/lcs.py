"""The union of longest common subsequences that ROUGE-L counts.

For one reference sentence, LCS∪ is the set of its words that lie on the longest common subsequence with at least one
sentence of the summary. Where several subsequences are equally long, the one that the textbook's table and its way back
(diagonal if the words are equal, else up, else left) would find is taken, as in the original script.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class Positions:
    """Where each word stands in a text, as bits of one integer; a bit that is always 0 follows each sentence."""

    bits: dict[str, int]
    bounds: tuple[int, ...]  # sentence k has the bits bounds[k] … bounds[k + 1] - 2
    all: int


def positions(sentences: Sequence[Sequence[str]]) -> Positions:
    """The bits of each word.

    >>> positions([["a", "b"], ["a"]])
    Positions(bits={'a': 9, 'b': 2}, bounds=(0, 3, 5), all=11)
    """
    bits: dict[str, int] = {}
    bounds, every, bit = [0], 0, 1
    for sentence in sentences:
        for word in sentence:
            bits[word] = bits.get(word, 0) | bit
            every |= bit
            bit <<= 1
        bit <<= 1
        bounds.append(bit.bit_length() - 1)
    return Positions(bits, tuple(bounds), every)


def union_lcs(sentence: Sequence[str], summary: Positions) -> list[str]:
    """The words of a reference sentence on its LCS with any sentence of the summary.

    >>> union_lcs("w1 w2 w3 w4 w5".split(), positions(["w1 w2 w6 w7 w8".split(), "w1 w3 w8 w9 w5".split()]))
    ['w1', 'w2', 'w3', 'w5']
    """
    shared = [(word, summary.bits[word]) for word in sentence if word in summary.bits]
    rows = _rows([bits for _, bits in shared], summary.all)
    marked = 0
    for start, end in pairwise(summary.bounds):
        marked |= _way_back(shared, rows, start, end - 1)
    return [word for k, (word, _) in enumerate(shared) if marked >> k & 1]


def _rows(matches: Sequence[int], every: int) -> list[int]:
    """The rows of the LCS table, one addition each (Hyyrö 2004): a 0 bit is a column where the length grows by one.

    All sentences of the summary are filled at once: the 0 bit between them takes up the carry.
    """
    row = every
    rows = [row]
    for match in matches:
        taken = row & match
        row = ((row + taken) | (row - taken)) & every
        rows.append(row)
    return rows


def _way_back(shared: Sequence[tuple[str, int]], rows: Sequence[int], start: int, end: int) -> int:
    """The words on the LCS with the columns start … end - 1, as bits.

    If the length grows in row i at this column, the textbook's way goes left to the nearest match of word i and takes
    it; if the match is in this very column it is taken in any case; else the way goes up.
    """
    marked = 0
    columns = (1 << end) - (1 << start)
    length = end - start - (rows[-1] & columns).bit_count()
    i = len(shared)
    while length:
        i -= 1
        match = shared[i][1] & columns
        if not match:
            continue
        nearest = match.bit_length() - 1
        if nearest == end - 1 or end - start - (rows[i] & columns).bit_count() < length:
            marked |= 1 << i
            end = nearest
            columns &= (1 << end) - 1
            length -= 1
    return marked
