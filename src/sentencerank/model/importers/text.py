"""Vectors as text: fastText's .vec and word2vec's text (with a header), GloVe (without), floret's table.

A line is a name and its numbers. A name may hold spaces, so the numbers are counted from the right. A line that cannot
be read is left out and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from typing import IO

import numpy as np

from sentencerank.errors import ModelError
from sentencerank.method.arrays import Vectors
from sentencerank.model.importers.source import CHUNK, Malformed, Source, chunked, opened
from sentencerank.model.model import Subwords

LINE = 1_000_000  # bytes; a longer line is not a vector
SAMPLE = 100  # lines that decide how many numbers there are, where no header says it


def text_source(path: Path, closing: ExitStack) -> Source:
    """A .vec, word2vec or GloVe file."""
    reading = opened(path, closing)
    malformed = Malformed()
    lines = _lines(reading.file, malformed)
    some = list(islice(lines, SAMPLE))
    promised, dimensions = _header(some[0][1]) if some else (None, 0)
    if promised is None:
        lengths = Counter(len(line.split()) - 1 for _, line in some)
        dimensions = max(lengths, key=lambda length: (lengths[length], length), default=0)
    else:
        some = some[1:]
    if dimensions < 1:
        raise ModelError(f"{path} is not a table of vectors: no line has a name and numbers. Give another file.")
    entries = _entries(chain(some, lines), dimensions, malformed)
    kind = "text with a header (fastText .vec, word2vec)" if promised is not None else "text without a header (GloVe)"
    return Source(kind, chunked(entries), None, malformed, reading.done, promised)


def floret_source(path: Path, closing: ExitStack) -> Source:
    """A .floret file: a header with the settings, then every row of the table, numbered."""
    reading = opened(path, closing)
    header = reading.file.readline(LINE).split()
    buckets, dimensions, shortest, longest, hashes, seed = map(int, header[:6])
    settings = {
        "kind": "floret",
        "shortest": shortest,
        "longest": longest,
        "hashes": hashes,
        "seed": seed,
        "before": header[6].decode("utf-8"),
        "after": header[7].decode("utf-8"),
    }
    return Source("floret table", None, Subwords(settings, _table(path, reading.file, buckets, dimensions)))


def is_floret(line: bytes) -> bool:
    """Whether a first line is the header of a .floret file."""
    fields = line.split()
    return len(fields) == 8 and all(field.isdigit() for field in fields[:6])


def _header(line: bytes) -> tuple[int | None, int]:
    """How many rows of how many numbers, if the first line says so."""
    fields = line.split()
    return (int(fields[0]), int(fields[1])) if len(fields) == 2 and all(f.isdigit() for f in fields) else (None, 0)


def _lines(file: IO[bytes], malformed: Malformed) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers, from 1; the rest of one that is far too long is passed over."""
    number = 0
    while line := file.readline(LINE):
        number += 1
        if len(line) == LINE and not line.endswith(b"\n"):
            while (rest := file.readline(LINE)) and not rest.endswith(b"\n"):
                pass
            malformed.add("too long", f"line {number}")
        elif line.strip():
            yield number, line


def _entries(
    lines: Iterator[tuple[int, bytes]], dimensions: int, malformed: Malformed
) -> Iterator[tuple[str, Vectors]]:
    for number, line in lines:
        try:
            name, *fields = line.decode("utf-8").rstrip().rsplit(None, dimensions)
            if len(fields) != dimensions:
                malformed.add(f"without {dimensions} numbers", f"line {number}")
                continue
            row = np.fromiter(map(float, fields), np.float32, dimensions)
        except UnicodeDecodeError:
            malformed.add("not UTF-8", f"line {number}")
        except (ValueError, OverflowError):
            malformed.add("with something that is not a number", f"line {number}")
        else:
            yield name, row


def _table(path: Path, file: IO[bytes], buckets: int, dimensions: int) -> Iterator[Vectors]:
    """The rows, whose numbers must be in order: a row left out would move all others."""
    for start in range(0, buckets, CHUNK):
        rows = []
        for expected in range(start, min(start + CHUNK, buckets)):
            try:
                number, *fields = file.readline(LINE).split()
                if int(number) != expected or len(fields) != dimensions:
                    raise ValueError("not the next row")
                rows.append(np.array(list(map(float, fields)), dtype=np.float32))
            except ValueError as error:
                raise ModelError(
                    f"{path}: row {expected} of {buckets} is not there ({error}). Write the file again."
                ) from None
        yield np.stack(rows)
