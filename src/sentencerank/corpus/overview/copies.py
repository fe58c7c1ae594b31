"""Sentences that several documents share, word for word or nearly: found by MinHash, without comparing all pairs."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from sentencerank.method.arrays import Ids

BANDS, WIDTH = 16, 4  # sentences that share a whole band are compared: likely from a likeness of about .5 on
ALIKE = 0.6  # share of common word pairs from which two sentences say the same
_WORD = re.compile(r"\w+")


def groups(texts: Sequence[str]) -> Ids:
    """For each text the first one that says the same, itself if there is none before it.

    >>> groups(["The rain fell on the old town.", "Snow fell.", "Rain fell on the old town."]).tolist()
    [0, 1, 0]
    """
    shingles = [_shingles(text) for text in texts]
    first = np.arange(len(texts))
    for one, other in _candidates(shingles):
        if first[other] == other and _likeness(shingles[one], shingles[other]) >= ALIKE:
            first[other] = one
    while not np.array_equal(first, first[first]):  # what was like a copy is like its original
        first = first[first]
    return first


def _shingles(text: str) -> frozenset[int]:
    """Pairs of neighbouring words, as numbers; the word itself where there is only one."""
    words = _WORD.findall(text.casefold())
    pairs = pairwise(words) if len(words) > 1 else zip(words, words, strict=True)
    return frozenset(zlib.crc32(f"{one} {two}".encode("utf-8", "replace")) for one, two in pairs)


def _likeness(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / max(len(one | other), 1)


def _candidates(shingles: Sequence[frozenset[int]]) -> Iterator[tuple[int, int]]:
    """(earlier, later) pairs that fall into the same bucket; in a crowded bucket each is paired with its first."""
    signatures = _signatures(shingles)
    for band in range(BANDS):
        buckets: dict[bytes, int] = {}
        for place, row in enumerate(signatures[:, band * WIDTH : (band + 1) * WIDTH]):
            if shingles[place]:
                head = buckets.setdefault(row.tobytes(), place)
                if head != place:
                    yield head, place


def _signatures(shingles: Sequence[frozenset[int]]) -> NDArray[np.uint64]:
    """MinHash: of every text the least value of each of many hash functions."""
    seeds = np.random.default_rng(0).integers(0, 1 << 63, BANDS * WIDTH, dtype=np.uint64)
    made = np.zeros((len(shingles), BANDS * WIDTH), dtype=np.uint64)
    for place, pairs in enumerate(shingles):
        if pairs:
            numbers = np.fromiter(pairs, np.uint64, len(pairs))
            made[place] = _mixed(numbers[:, None] ^ seeds).min(axis=0)
    return made


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Well-spread numbers from any: the last steps of splitmix64; products wrap around."""
    numbers = (numbers ^ (numbers >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    numbers = (numbers ^ (numbers >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return numbers ^ (numbers >> np.uint64(31))
