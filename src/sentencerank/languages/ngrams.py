"""Which of the languages of a script a short text is in: a linear model over hashed runs of two to five letters.

`ngrams.npz` is made by `scripts/train_detection.py`: a row of small numbers for each bucket, and a matrix from their
mean to the languages. A text of two hundred words takes about a quarter of a millisecond.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sentencerank import kernel
from sentencerank.languages.packs import FIRST_CLASS

MODEL = Path(__file__).parent / "ngrams.npz"
ORDERS = (2, 3, 4, 5)  # letters, the spaces around a word among them
BITS = 14  # of the number of a bucket
LARGER, LARGEST = 1.5, 2.5  # added for languages with many readers, and for English, before chances are compared
LARGE = FIRST_CLASS | {"he"}
_NO_LETTERS = re.compile(r"[\W\d_]+")
_STEP, _SPREAD = np.uint32(0x01000193), np.uint32(0x9E3779B1)


class Model(NamedTuple):
    """The trained numbers."""

    codes: tuple[str, ...]
    rows: NDArray[np.int8]  # bucket × dimension
    weights: NDArray[np.float32]  # dimension × language
    bias: NDArray[np.float32]


@cache
def model() -> Model:
    """Return the model of the package."""
    with np.load(MODEL, allow_pickle=False) as found:
        return Model(tuple(str(found["codes"]).split()), found["rows"], found["weights"], found["bias"])


def buckets(text: str) -> NDArray[np.uint32]:
    """Return the number of each run of letters of a text; case, digits and marks do not count.

    >>> len(buckets("Ab, 12 c")), bool((buckets("AB") == buckets("ab!")).all())
    (14, True)
    """
    points = _points(text)
    run = points * _STEP
    found = []
    for order in range(2, ORDERS[-1] + 1):
        run = (run[:-1] ^ points[order - 1 :]) * _STEP
        found.append(((run + np.uint32(order)) * _SPREAD) >> np.uint32(32 - BITS))
        if len(run) < 2:
            break
    return np.concatenate(found)


def _points(text: str) -> NDArray[np.uint32]:
    """Return the letters of a text with one space for everything else, as numbers."""
    letters = f" {_NO_LETTERS.sub(' ', text.lower()).strip()} ".encode("utf-32-le", "replace")
    return np.frombuffer(letters, dtype=np.uint32)


def _sums(text: str) -> tuple[NDArray[np.int64], int]:
    """Return the sum of the rows of all runs of letters, and how many these are."""
    rows = model().rows
    if kernel.native is not None:
        sums = np.zeros(rows.shape[1], dtype=np.int64)
        return sums, kernel.native.letter_runs(_points(text), rows, ORDERS[-1], BITS, sums)
    found = buckets(text)
    return rows.take(found, axis=0).sum(axis=0, dtype=np.int64), len(found)


def scores(text: str, codes: Sequence[str]) -> dict[str, float]:
    """Return how likely each of these languages is; together 1. Each must be one that the model knows.

    >>> found = scores("Der Hund und die Katze sind im Haus.", ["en", "de", "nl"])
    >>> max(found, key=found.get)
    'de'
    """
    weights, bias, more = _languages(tuple(codes))
    # The numbers are whole and small, so their sum is exact in any order.
    sums, count = _sums(text)
    values = (sums.astype(np.float32) / np.float32(count)) @ weights + bias
    values += more
    shares = np.exp(values - values.max())
    return dict(zip(codes, (shares / shares.sum()).tolist(), strict=True))


@cache
def _languages(codes: tuple[str, ...]) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float64]]:
    """Return what the model has about some languages: weights, bias, and what is added for many readers."""
    known = model()
    places = [known.codes.index(code) for code in codes]
    more = [LARGEST if code == "en" else LARGER if code in LARGE else 0.0 for code in codes]
    return known.weights[:, places], known.bias[places], np.array(more)
