"""The files of word2vec and their relatives: a name and its numbers for every word, as text or in binary.

Text with a header line is word2vec's or fastText's .vec, text without one is GloVe's. A name may hold spaces, so the
numbers of a line are counted from the right. A line that cannot be read is left out and counted. The binary file has
the same header line, then for every word its name, a space and raw float32.
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
from sentencerank.files.compressed import open_compressed, without_compression
from sentencerank.method.arrays import Vectors
from sentencerank.model.importers.source import Malformed, Source, chunks_of

LINE = 1_000_000  # bytes; a longer line is not a vector
SAMPLE = 100  # lines that decide how many numbers there are, where no header says it
LONGEST = 10_000  # bytes of a name in a binary file
WIDEST = 100_000  # numbers in a row of a binary file
AT_ONCE = 1 << 20  # bytes that are read of a binary file


def header_of(line: bytes) -> tuple[int, int] | None:
    """Return how many rows of how many numbers a first line promises; None if it is no header.

    >>> header_of(b"400000 300\\n"), header_of(b"the 0.1 0.2\\n")
    ((400000, 300), None)
    """
    fields = line.split()
    return (int(fields[0]), int(fields[1])) if len(fields) == 2 and all(f.isdigit() for f in fields) else None


def text_source(path: Path, closing: ExitStack) -> Source:
    """Open a .vec, word2vec or GloVe file; `closing` closes it. Raises ModelError if no line is a vector."""
    file = closing.enter_context(open_compressed(path))
    malformed = Malformed()
    lines = _lines(file, malformed)
    some = list(islice(lines, SAMPLE))
    header = header_of(some[0][1]) if some else None
    if header:
        some, (promised, dimensions) = some[1:], header
        kind = "text with a header (fastText .vec, word2vec)"
    else:
        lengths = Counter(len(line.split()) - 1 for _, line in some)
        dimensions = max(lengths, key=lambda length: (lengths[length], length), default=0)
        promised, kind = None, "text without a header (GloVe)"
    if dimensions < 1:
        raise ModelError(f"{path} is not a table of vectors: no line has a name and numbers. Give another file.")
    words = chunks_of(_text_entries(chain(some, lines), dimensions, malformed))
    # How far a compressed file has been read cannot be told from the place in its content.
    size = max(1, path.stat().st_size) if without_compression(path.name) == path.name else 0
    return Source(
        kind, words, None, malformed, promised, lambda: file.tell() / size if size and not file.closed else 0.0
    )


def _lines(file: IO[bytes], malformed: Malformed) -> Iterator[tuple[int, bytes]]:
    """Yield lines with their numbers, from 1; the rest of one that is far too long is passed over."""
    number = 0
    while line := file.readline(LINE):
        number += 1
        if len(line) == LINE and not line.endswith(b"\n"):
            while (rest := file.readline(LINE)) and not rest.endswith(b"\n"):
                pass
            malformed.add("too long", f"line {number}")
        elif line.strip():
            yield number, line


def _text_entries(
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


def is_binary(sample: bytes) -> bool:
    """Tell whether raw numbers follow the first name: text has only digits and signs there."""
    numbers = sample.partition(b" ")[2].split(b"\n")[0]
    return bool(numbers.strip(b"0123456789.eE+- \r\t") if numbers else sample)


def binary_source(path: Path, closing: ExitStack) -> Source:
    """Open a word2vec .bin file; `closing` closes it. Raises ModelError if its header cannot be true."""
    file = closing.enter_context(open_compressed(path))
    count, dimensions = map(int, file.readline(100).split())
    if not 1 <= dimensions <= WIDEST:
        raise ModelError(
            f"{path} promises rows of {dimensions:,} numbers: it is not a word2vec file. Give another one."
        )
    malformed = Malformed()
    entries = _binary_entries(path, file, count, dimensions, malformed)
    return Source("word2vec binary", chunks_of(entries), None, malformed, count)


def _binary_entries(
    path: Path, file: IO[bytes], count: int, dimensions: int, malformed: Malformed
) -> Iterator[tuple[str, Vectors]]:
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
        # Some writers end a row with a line end, some do not.
        name = left[at:space].lstrip(b"\n")
        row = np.frombuffer(left, "<f4", dimensions, space + 1).astype(np.float32)
        at = space + 1 + 4 * dimensions
        try:
            yield name.decode("utf-8"), row
        except UnicodeDecodeError:
            malformed.add("not UTF-8", f"word {number}")
