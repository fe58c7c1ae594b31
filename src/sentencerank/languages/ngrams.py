"""Which of the languages of a script a short text is in: a linear model over words and runs of two to five letters.

`ngrams.bin` is made by `scripts/train_detection.py`: a row of small numbers for each bucket that words and runs are
hashed to, and a matrix from their mean to the languages.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sentencerank import kernel
from sentencerank import patterns as re
from sentencerank.languages.packs import FIRST_CLASS

MODEL = Path(__file__).parent / "ngrams.bin"
WIDTH = 16  # numbers of a row
ORDERS = (2, 3, 4, 5)  # letters, the spaces around a word among them
BITS = 16  # of the number of a bucket
WHOLE = 4  # times that a whole word counts beside its runs
LEAST_SMALL = 5  # words without a capital, from which those with one need not be looked at
LARGER, LARGEST = 3.0, 4.0  # added for languages with many readers, and for English, before chances are compared
FEWER = 2.0  # the same in a script with few languages, where a small one is not taken for a large one so easily
RUNS, REST = 120, 0.5  # up to so many runs, about six words, all of that is added; of a longer text less, but half
LARGE = FIRST_CLASS | {"he"}
_NO_LETTERS = re.at_once(r"[\W\d_]+")
_SMALL = re.at_once(r"(?<![\w.@/])[^\W\d_A-Z]+(?![\w@/])")
_SMALL_ASCII = re.at_once(r"(?<![\w.@/])[a-z]+(?![\w@/])", re.ASCII)  # the same, where it can be done sooner
_TO_SPACES = bytes(code if chr(code).isalpha() else 32 for code in range(128)).ljust(256)
_STEP, _SPREAD = np.uint32(0x01000193), np.uint32(0x9E3779B1)
_INVERSE = np.uint32(pow(0x01000193, -1, 1 << 32))
_SPACE = np.uint32(ord(" "))


class Model(NamedTuple):
    """The trained numbers."""

    codes: tuple[str, ...]
    rows: NDArray[np.int8]  # bucket × dimension
    weights: NDArray[np.float32]  # dimension × language
    bias: NDArray[np.float32]


@cache
def model() -> Model:
    """Return the model of the package."""
    data = MODEL.read_bytes()
    head, _, _ = data.partition(b"\n")
    codes = tuple(head.decode("ascii").split())
    numbers = np.frombuffer(data, "<f4", count=(WIDTH + 1) * len(codes), offset=len(head) + 1)
    numbers = numbers.astype(np.float32).reshape(WIDTH + 1, len(codes))
    rows = np.frombuffer(data, np.int8, offset=len(head) + 1 + 4 * numbers.size).reshape(-1, WIDTH)
    return Model(codes, rows, numbers[:-1], numbers[-1])


def pack(found: Model) -> bytes:
    """Return the content of the file: the codes on a line, the weights and the bias as float32, the rows.

    >>> pack(model()) == MODEL.read_bytes()
    True
    """
    numbers = np.vstack((found.weights, found.bias)).astype("<f4")
    return " ".join(found.codes).encode() + b"\n" + numbers.tobytes() + found.rows.tobytes()


def telling_words(text: str) -> str:
    """Return the words of a text that tell its language: without names and titles of works, if it has enough others.

    >>> telling_words("Oír a los Rolling Stones en el Madison Square Garden es caro.")
    'a los en el es caro'
    """
    if text.isascii():
        small = _SMALL_ASCII.findall(text)
    else:
        small = [word for word in _SMALL.findall(text) if word[0] == word[0].lower()]
    return " ".join(small) if len(small) >= LEAST_SMALL else text


def buckets(text: str) -> NDArray[np.uint32]:
    """Return the number of each word and run of letters of a text; case, digits and marks do not count.

    >>> len(buckets("Ab, 12 c")), bool((buckets("AB") == buckets("ab!")).all())
    (22, True)
    """
    points = _points(text)
    run = points * _STEP
    found = [np.repeat(_spread(_words(points), 0), WHOLE)]
    for order in range(2, ORDERS[-1] + 1):
        run = (run[:-1] ^ points[order - 1 :]) * _STEP
        found.append(_spread(run, order))
        if len(run) < 2:
            break
    return np.concatenate(found)


def _points(text: str) -> NDArray[np.uint32]:
    """Return the letters of a text with one space for everything else, as numbers."""
    if text.isascii():
        words = b" ".join(text.lower().encode().translate(_TO_SPACES).split())
        return np.frombuffer(b" %b " % words, dtype=np.uint8).astype(np.uint32)
    letters = f" {_NO_LETTERS.sub(' ', text.lower()).strip()} ".encode("utf-32-le", "replace")
    return np.frombuffer(letters, dtype=np.uint32)


def _spread(values: NDArray[np.uint32], order: int) -> NDArray[np.uint32]:
    """Return buckets for the hashes of runs of a length."""
    return ((values + np.uint32(order)) * _SPREAD) >> np.uint32(32 - BITS)


def _words(points: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """Return a hash of each word between spaces: a polynomial in an odd number, from sums over the whole text."""
    spaces = np.flatnonzero(points == _SPACE)
    powers = np.cumprod(np.full(len(points), _STEP), dtype=np.uint32)
    sums = np.cumsum(points * powers, dtype=np.uint32)
    # What a sum up to a place has too much in front is a power of the odd number, which has an inverse.
    inverse = np.cumprod(np.full(len(points), _INVERSE), dtype=np.uint32)
    return (sums[spaces[1:]] - sums[spaces[:-1]]) * inverse[spaces[:-1]]


def _sums(text: str) -> tuple[NDArray[np.int64] | NDArray[np.float64], int]:
    """Return the sum of the rows of all telling words and their runs of letters, and how many these are."""
    rows = model().rows
    if kernel.native is not None:
        sums = np.zeros(rows.shape[1], dtype=np.int64)
        # The kernel finds the telling words of a text in ASCII by itself.
        given = text if text.isascii() else _points(telling_words(text))
        return sums, kernel.native.letter_runs(given, LEAST_SMALL, rows, ORDERS[-1], BITS, WHOLE, sums)
    found = buckets(telling_words(text))
    # A product takes a quarter of the time of a sum over small numbers, and is as exact: they are whole.
    return np.ones(len(found)) @ rows.take(found, axis=0), len(found)


def scores(text: str, codes: Sequence[str]) -> dict[str, float]:
    """Return how likely each of these languages is; together 1. Each must be one that the model knows.

    >>> found = scores("Der Hund und die Katze sind im Haus.", ["en", "de", "nl"])
    >>> max(found, key=found.get)
    'de'
    """
    return dict(zip(codes, chances(text, tuple(codes)), strict=True))


def chances(text: str, codes: tuple[str, ...]) -> list[float]:
    """Return the same in the order of the codes, which is quicker."""
    weights, bias, more = _languages(codes)
    # The numbers are whole and small, so their sum is exact in any order.
    sums, count = _sums(text)
    values = (sums.astype(np.float32) / count) @ weights + bias
    # The mean of a long text says as much as that of a word, but says it more surely.
    values += more * max(REST, min(1.0, RUNS / count)) if "en" in codes else more
    values -= values.max()
    np.exp(values, out=values)
    values /= values.sum()
    found: list[float] = values.tolist()
    return found


@cache
def _languages(codes: tuple[str, ...]) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """Return what the model has about some languages: weights, bias, and what is added for many readers."""
    known = model()
    places = [known.codes.index(code) for code in codes]
    larger = LARGER if "en" in codes else FEWER
    more = [LARGEST if code == "en" else larger if code in LARGE else 0.0 for code in codes]
    return known.weights[:, places], known.bias[places], np.array(more, dtype=np.float32)
