"""word2vec's binary file: a header line, then a name, a space and raw float32 for every word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import numpy as np

from sentencerank.errors import ModelError
from sentencerank.method.arrays import Vectors
from sentencerank.model.importers.source import Malformed, Source, chunked, opened

LONGEST = 10_000  # bytes of a name
WIDEST = 100_000  # numbers in a row
AT_ONCE = 1 << 20  # bytes


def word2vec_source(path: Path, closing: ExitStack) -> Source:
    """A word2vec .bin file."""
    reading = opened(path, closing)
    count, dimensions = map(int, reading.file.readline(100).split())
    malformed = Malformed()
    entries = _entries(path, reading.file, count, dimensions, malformed)
    return Source("word2vec binary", chunked(entries), None, malformed, reading.done, count)


def _entries(
    path: Path, file: IO[bytes], count: int, dimensions: int, malformed: Malformed
) -> Iterator[tuple[str, Vectors]]:
    if not 1 <= dimensions <= WIDEST:
        raise ModelError(
            f"{path} promises rows of {dimensions:,} numbers: it is not a word2vec file. Give another one."
        )
    left, at = b"", 0
    for number in range(1, count + 1):
        while (space := left.find(b" ", at, at + LONGEST)) < 0 or len(left) < space + 1 + 4 * dimensions:
            more = file.read(AT_ONCE)
            if not more or (space < 0 and len(left) - at > LONGEST):
                raise ModelError(
                    f"{path} promises {count:,} words and ends or breaks after {number - 1:,}: it is damaged. "
                    "Get it again."
                )
            left, at = left[at:] + more, 0
        name = left[at:space].lstrip(b"\n")  # some writers end a row with a line end, some do not
        row = np.frombuffer(left, "<f4", dimensions, space + 1).astype(np.float32)
        at = space + 1 + 4 * dimensions
        try:
            yield name.decode("utf-8"), row
        except UnicodeDecodeError:
            malformed.add("not UTF-8", f"word {number}")
