"""What a summary shares with each reference: words, pairs, skip-bigrams, common subsequences; and their scores.

ROUGE-L counts a union of longest common subsequences. For one reference sentence, LCS∪ is the set of its words that lie
on the longest common subsequence with at least one sentence of the summary. Where several subsequences are equally
long, the one that the textbook's table and its way back (diagonal if the words are equal, else up, else left) would
find is taken, as in the original script.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Counts: TypeAlias = NDArray[np.int64]  # (references,)
Units: TypeAlias = NDArray[np.int64]  # word numbers, or grams made of them
Several: TypeAlias = Literal["pooled", "mean", "best", "jackknife"]

SKIP = 4  # ROUGE-SU4: at most four words stand between the two of a pair


@dataclass(frozen=True, slots=True)
class Score:
    """Recall R, precision P and F = PR / ((1 - α)P + αR); 0 where there is nothing to divide by."""

    recall: float
    precision: float
    f: float


@dataclass(frozen=True, slots=True, eq=False)
class Hits:
    """One measure before division: hits and units of each reference, and units of the summary."""

    hits: Counts
    reference: Counts
    summary: int

    def score(self, several: Several = "pooled", alpha: float = 0.5) -> Score:
        """Return one score out of several references.

        pooled: Σ hits / Σ units, the script's `-f A`. mean: of the scores per reference. best: the reference of the
        highest recall, the script's `-f B`, the first of equals. jackknife: the mean over leaving out each reference
        in turn of the best of the others (Lin 2004, §2.1); with a single reference, its score.
        """
        hits, units = self.hits.tolist(), self.reference.tolist()
        if several == "pooled":
            return _score(sum(hits), sum(units), self.summary * len(hits), alpha)
        each = [_score(hit, unit, self.summary, alpha) for hit, unit in zip(hits, units, strict=True)]
        match several:
            case "mean":
                return _mean(each)
            case "best":
                return _best(each)
            case "jackknife":
                return _mean([_best(each[:k] + each[k + 1 :]) for k in range(len(each))]) if each[1:] else each[0]


def _score(hits: int, reference: int, summary: int, alpha: float) -> Score:
    recall = hits / reference if reference else 0.0
    precision = hits / summary if summary else 0.0
    weighted = (1 - alpha) * precision + alpha * recall
    return Score(recall, precision, precision * recall / weighted if weighted else 0.0)


def _mean(scores: Sequence[Score]) -> Score:
    n = len(scores)
    return Score(
        sum(s.recall for s in scores) / n,
        sum(s.precision for s in scores) / n,
        sum(s.f for s in scores) / n,
    )


def _best(scores: Sequence[Score]) -> Score:
    # The script compares what it would print.
    return max(scores, key=lambda score: round(score.recall, 5))


def pairs(words: Units, base: int, skip: int = 0) -> Units:
    """Return all pairs of words with at most `skip` between them, as (a + 1) · base + b, for words below `base`.

    >>> pairs(np.array([1, 2, 0]), 10, skip=1).tolist()
    [22, 30, 20]
    """
    left = (words + 1) * base
    return np.concatenate([left[:-gap] + words[gap:] for gap in range(1, min(skip + 2, max(len(words), 2)))])


def skip_units(words: Units, base: int) -> Units:
    """Return what ROUGE-SU4 counts: skip-bigrams and every unigram but the last, which the script forgets.

    >>> skip_units(np.array([1, 2, 0]), 10).tolist()
    [22, 30, 20, 1, 2]
    """
    return np.concatenate([pairs(words, base, SKIP), words[:-1]])


class GramTable:
    """Knows how often each unit occurs in each reference."""

    def __init__(self, references: Sequence[Units]) -> None:
        self._totals: Counts = np.array([len(units) for units in references], dtype=np.int64)
        everything = np.concatenate(references)
        self._units, column = np.unique(everything, return_inverse=True)
        row = np.repeat(np.arange(len(references)), self._totals)
        shape = (len(references), len(self._units))
        flat = np.bincount(row * shape[1] + column, minlength=shape[0] * shape[1])
        self._counts = flat.reshape(shape)

    def hits(self, units: Units) -> Hits:
        """Return Σ min(occurrences in the summary, occurrences in the reference), for each reference."""
        column = np.searchsorted(self._units, units)
        column[column == len(self._units)] = -1
        known = column[self._units[column] == units] if len(self._units) else column[:0]
        occurrences = np.bincount(known, minlength=len(self._units))
        return Hits(np.minimum(occurrences, self._counts).sum(axis=1), self._totals, len(units))


@dataclass(frozen=True, slots=True)
class Positions:
    """Where each word stands in a text, as bits of one integer; a bit that is always 0 follows each sentence."""

    bits: dict[str, int]
    bounds: tuple[int, ...]  # sentence k has the bits bounds[k] … bounds[k + 1] - 2
    all: int


def positions(sentences: Sequence[Sequence[str]]) -> Positions:
    """Return the bits of each word.

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
    """Return the words of a reference sentence on its LCS with any sentence of the summary.

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
    """Return the rows of the LCS table, one addition each (Hyyrö 2004): a 0 bit is a column where the length grows.

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
    """Return the words on the LCS with the columns start … end - 1, as bits.

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
