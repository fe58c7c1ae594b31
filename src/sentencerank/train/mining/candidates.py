"""Candidates: word sequences of 1 to 6 words that occur at least `min_sup` times inside fragments, counted exactly.

Level by level: an n-gram can be frequent only if the n−1 words it begins with and the n−1 words it ends with are. Its
key is id(prefix)·V + word, which is exact; nothing is hashed. Every shard leaves sorted runs of (key, count), which are
merged by ranges of keys, so memory depends on a shard and on the candidates alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path

import numpy as np

from sentencerank.errors import CorpusError
from sentencerank.train.checkpoints import Ints, load_integers, narrow, save_arrays
from sentencerank.train.encoding import Encoded, load_shard
from sentencerank.train.progress import Workers
from sentencerank.train.vocabulary import shard_name

MERGED = 4_000_000  # entries of all runs merged at once


@dataclass(frozen=True)
class Candidates:
    """All candidates: V words, then tables of longer ones; a table's row is a candidate's id among its length.

    `keys[n]` is sorted, so candidates of a length are in the order of their word ids; `keys[n] // V` is the id of the
    prefix, `keys[n] % V` the last word.
    """

    words: int  # V
    counts: tuple[Ints, ...]  # by length from 1
    keys: tuple[Ints, ...]  # by length from 2

    @property
    def longest(self) -> int:
        """The largest length that was looked for, in words."""
        return len(self.counts)

    @property
    def multi(self) -> int:
        """How many candidates have two words or more."""
        return sum(map(len, self.keys))

    def prefixes(self, length: int) -> Ints:
        """Return the ids of the candidates without their last words."""
        return self.keys[length - 2] // self.words

    def last(self, length: int) -> Ints:
        """Return the last words."""
        return self.keys[length - 2] % self.words

    @cached_property
    def suffixes(self) -> tuple[Ints, ...]:
        """The ids of the candidates without their first words, by length from 2.

        suffix(v) is the row of suffix(prefix(v))·V + last(v), which is there because suffixes are frequent too.
        """
        found = [self.last(2)] if self.keys else []
        for length in range(3, self.longest + 1):
            keys = found[-1][self.prefixes(length)] * self.words + self.last(length)
            found.append(np.searchsorted(self.keys[length - 3], keys))
        return tuple(found)

    def sequences(self, length: int) -> Ints:
        """Return the word ids of all candidates of a length, one row each."""
        if length == 1:
            return np.arange(self.words)[:, None]
        return np.column_stack((self.sequences(length - 1)[self.prefixes(length)], self.last(length)))

    def rows(self, sequences: Ints) -> Ints:
        """Return the ids of word sequences of one length, one per row; −1 for what is no candidate."""
        known = (sequences >= 0) & (sequences < self.words)
        ids = np.where(known.all(axis=1), sequences[:, 0], -1)
        for length in range(2, sequences.shape[1] + 1):
            ids = find_rows(self.keys[length - 2], np.where(ids < 0, -1, ids * self.words + sequences[:, length - 1]))
        return ids


def find_rows(table: Ints, keys: Ints) -> Ints:
    """Return the rows of keys in a sorted table, −1 for those that are not in it.

    Many keys go through an array of hashed slots first, five times as fast as a binary search; a slot that two rows of
    the table share sends its keys to the search, so the result is exact.

    >>> find_rows(np.array([3, 5, 9]), np.array([5, 4, 9, 10]))
    array([ 1, -1,  2, -1])
    """
    if not len(table):
        return np.full(len(keys), -1)
    if len(keys) < 4 * len(table):
        return _search(table, keys)
    bits = max(8, int(len(table) * 8).bit_length())
    slots = np.full(1 << bits, -1, np.int32 if len(table) < 2**31 else np.int64)
    own = _slots(table, bits)
    slots[own] = np.arange(len(table))
    # A slot that two rows share sends its keys to the search.
    slots[own[slots[own] != np.arange(len(table))]] = -2
    rows = slots[_slots(keys, bits)].astype(np.int64)
    shared = np.flatnonzero(rows == -2)
    rows[shared] = _search(table, keys[shared])
    # An empty slot gives row −1, the last one, whose key differs from this one, or else is this one.
    rows[table[rows] != keys] = -1
    return rows


def _search(table: Ints, keys: Ints) -> Ints:
    rows = np.searchsorted(table, keys)
    rows[rows == len(table)] = 0
    rows[table[rows] != keys] = -1
    return rows


def _slots(keys: Ints, bits: int) -> Ints:
    return ((keys.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(64 - bits)).astype(np.int64)


def find_candidates(encoded: Encoded, folder: Path, *, min_sup: int, max_len: int, workers: Workers) -> Candidates:
    """Find all candidates, or what is left of them; the folder also keeps where they occur (`load_occurrences`).

    Raises CorpusError if there are too many for keys of 64 bits.
    """
    vocabulary = len(encoded.words)
    counts, keys = [encoded.counts], []
    for length in range(2, max_len + 1):
        table = folder / f"table-{length}"
        if not table.exists():
            if vocabulary * max(1, len(counts[-1])) >= 2**63:
                raise CorpusError(
                    f"{vocabulary:,} words × {len(counts[-1]):,} prefixes exceed 2⁶³ keys. "
                    f"Raise min_sup above {min_sup}."
                )
            count = partial(_count_run, encoded.folder, folder, length, vocabulary)
            runs = list(workers.over_shards(count, encoded.shards, f"counting {length} words"))
            merged = list(merge([(load_integers(run, "keys"), load_integers(run, "counts")) for run in runs], min_sup))
            save_arrays(
                table,
                keys=np.concatenate([keys for keys, _ in merged] or [np.zeros(0, np.int64)]),
                counts=np.concatenate([counts for _, counts in merged] or [np.zeros(0, np.int64)]),
            )
        keys.append(load_integers(table, "keys"))
        counts.append(load_integers(table, "counts"))
    locate = partial(_locate, encoded.folder, folder, max_len, vocabulary)
    for _ in workers.over_shards(locate, encoded.shards, "locating"):
        pass
    return Candidates(vocabulary, tuple(counts), tuple(keys))


def load_occurrences(folder: Path, length: int, number: int) -> tuple[Ints, Ints]:
    """Return where candidates of a length begin in a shard, ascending, and their ids."""
    path = folder / f"grams-{length}" / shard_name(number)
    return load_integers(path, "positions"), load_integers(path, "ids")


def merge(runs: Sequence[tuple[Ints, Ints]], minimum: int, *, at_once: int = MERGED) -> Iterator[tuple[Ints, Ints]]:
    """Add up sorted runs of (keys, counts) by ranges of keys, and yield what counts `minimum` or more.

    >>> runs = [(np.array([1, 4]), np.array([2, 1])), (np.array([4, 7]), np.array([3_000_000_000, 1]))]
    >>> [(keys.tolist(), counts.tolist()) for keys, counts in merge(runs, 2)]
    [([1, 4], [2, 3000000001])]
    """
    for low, high in _ranges([keys for keys, _ in runs], at_once) if runs else ():
        slices = [slice(*np.searchsorted(keys, (low, high))) for keys, _ in runs]
        keys = np.concatenate([run[0][part] for run, part in zip(runs, slices, strict=True)])
        counts = np.concatenate([run[1][part] for run, part in zip(runs, slices, strict=True)]).astype(np.int64)
        order = np.argsort(keys, kind="stable")
        keys = keys[order]
        first = np.flatnonzero(np.diff(keys, prepend=-1))
        if len(first):
            sums = np.add.reduceat(counts[order], first)
            kept = sums >= minimum
            yield keys[first][kept], sums[kept]


def _ranges(runs: Sequence[Ints], at_once: int) -> Iterator[tuple[int, int]]:
    """Return ranges [low, high) of keys that hold about `at_once` entries of all runs together."""
    total = sum(map(len, runs))
    pieces = max(1, -(-total // at_once))
    sample = np.sort(np.concatenate([run[:: max(1, at_once // 1000)] for run in runs]))
    cuts = sample[np.arange(1, pieces) * len(sample) // pieces].tolist() if pieces > 1 else []
    bounds = sorted({0, *map(int, cuts), 2**63 - 1})
    return pairwise(bounds)


def _count_run(corpus: Path, folder: Path, length: int, vocabulary: int, number: int) -> Path:
    """Locate the candidates of the last length in a shard, count what they could grow to, and return its folder."""
    path = folder / f"runs-{length}" / shard_name(number)
    if not path.exists():
        if length > 2:
            _locate(corpus, folder, length - 1, vocabulary, number)
        _, keys = _extensions(corpus, folder, length, vocabulary, number)
        keys = np.sort(keys)
        first = np.flatnonzero(np.diff(keys, prepend=-1))
        save_arrays(path, keys=keys[first], counts=np.diff(first, append=len(keys)))
    return path


def _locate(corpus: Path, folder: Path, length: int, vocabulary: int, number: int) -> None:
    path = folder / f"grams-{length}" / shard_name(number)
    if not path.exists():
        positions, keys = _extensions(corpus, folder, length, vocabulary, number)
        ids = find_rows(load_integers(folder / f"table-{length}", "keys"), keys)
        found = ids >= 0
        save_arrays(path, positions=narrow(positions[found], np.uint32), ids=narrow(ids[found], np.uint32))


def _extensions(corpus: Path, folder: Path, length: int, vocabulary: int, number: int) -> tuple[Ints, Ints]:
    """Return positions where both parts of length−1 words are frequent, and the keys of what stands there."""
    own = load_shard(corpus, number)
    if length == 2:
        frequent = own.ids < vocabulary
        positions = np.flatnonzero(frequent[:-1] & frequent[1:] & ~own.ends[:-1])
        return positions, own.ids[positions] * vocabulary + own.ids[positions + 1]
    before, ids = load_occurrences(folder, length - 1, number)
    # A candidate here and one a word further overlap, so no fragment ends between them.
    pairs = np.flatnonzero(np.diff(before) == 1)
    positions = before[pairs]
    return positions, ids[pairs] * vocabulary + own.ids[positions + length - 1]
