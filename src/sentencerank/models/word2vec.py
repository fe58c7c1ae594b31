"""word2vec's binary file: a header line, then a name, a space and raw float32 for every word."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import IO

import numpy as np

from sentencerank.arrays import Vectors
from sentencerank.errors import ModelError
from sentencerank.models.source import Malformed, Source, chunked, opened

LONGEST = 10_000  # bytes of a name


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
    left = b""
    for number in range(1, count + 1):
        while (space := left.find(b" ")) < 0 or len(left) < space + 1 + 4 * dimensions:
            more = file.read(1 << 20)
            if not more or (space < 0 and len(left) > LONGEST):
                raise ModelError(
                    f"{path} promises {count:,} words and ends or breaks after {number - 1:,}: it is damaged. "
                    "Get it again."
                )
            left += more
        name = left[:space].lstrip(b"\n")  # some writers end a row with a line end, some do not
        end = space + 1 + 4 * dimensions
        row = np.frombuffer(left[space + 1 : end], "<f4").astype(np.float32)
        left = left[end:]
        try:
            yield name.decode("utf-8"), row
        except UnicodeDecodeError:
            malformed.add("not UTF-8", f"word {number}")
