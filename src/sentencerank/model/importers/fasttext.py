"""fastText's .bin: settings, a dictionary, and one matrix for words and for the buckets of their n-grams.

The vector of a word is the mean of its own row and of those of its n-grams, which is computed here, once; the buckets
are kept for words that are not in the dictionary.
"""

from __future__ import annotations

import mmap
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import ModelError
from sentencerank.method.arrays import Vectors
from sentencerank.model.embeddings import means
from sentencerank.model.importers.source import CHUNK, Malformed, Source
from sentencerank.model.ngrams import FastTextPieces
from sentencerank.model.write import Chunk, Subwords

MAGIC = (793712314).to_bytes(4, "little")
AT_ONCE = 500  # words: each gathers some thirty rows
SUPERVISED = 3
_END = "</s>"  # the end of a line, which fastText counts as a word without n-grams


@dataclass(frozen=True, slots=True)
class _Settings:
    dimensions: int
    buckets: int
    shortest: int
    longest: int
    words: int
    entries: int  # words and, in supervised models, labels
    dictionary: int  # where it begins


def fasttext_source(path: Path) -> Source:
    """Map a fastText .bin file. Raises ModelError if it is quantised or damaged."""
    with path.open("rb") as file:
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    settings = _settings(path, content)
    matrix = _matrix(path, content, settings)
    malformed = Malformed()
    buckets = matrix[settings.words :]
    subwords = None
    if settings.longest > 0 and len(buckets):
        kind = {"kind": "fasttext", "shortest": settings.shortest, "longest": settings.longest}
        starts = range(0, len(buckets), CHUNK)
        subwords = Subwords(kind, (np.asarray(buckets[at : at + CHUNK], dtype=np.float32) for at in starts))
    words = _words(content, settings, matrix, malformed, spelt=subwords is not None)
    return Source("fastText .bin", words, subwords, malformed, settings.words)


def _settings(path: Path, content: mmap.mmap) -> _Settings:
    """Read the settings; they must make sense together with the dictionary that follows."""
    version = int.from_bytes(content[4:8], "little")
    start = 8 + 12 * 4 + 8
    try:
        *fields, sampling = struct.unpack_from("<12id", content, 8)
        entries, words, labels, tokens, pruned = struct.unpack_from("<iiiqq", content, start)
    except struct.error:
        raise _senseless(path) from None
    if not (0 < sampling < 1 and entries == words + labels and entries > 0 and tokens > 0 and fields[0] > 0):
        raise _senseless(path)
    if pruned > 0:
        raise _quantised(path)
    # Supervised models of this version had no n-grams.
    longest = 0 if version == 11 and fields[7] == SUPERVISED else fields[10]
    return _Settings(fields[0], fields[8], fields[9], longest, words, entries, start + 28)


def _senseless(path: Path) -> ModelError:
    return ModelError(f"{path} begins like a fastText model, but its settings make no sense. Get or train it again.")


def _matrix(path: Path, content: mmap.mmap, settings: _Settings) -> NDArray[np.float32]:
    at = settings.dictionary
    for _ in range(settings.entries):
        at = content.find(b"\0", at) + 10  # the end of the name, 8 bytes of count, one of type
        if at < 10:
            raise ModelError(f"{path} ends inside its dictionary: it is damaged. Get or train it again.")
    if content[at : at + 1] != b"\0":
        raise _quantised(path)
    rows, columns = struct.unpack_from("<qq", content, at + 1) if len(content) >= at + 17 else (-1, 0)
    if columns != settings.dimensions or rows not in (settings.words + settings.buckets, settings.words):
        raise ModelError(f"{path}: the matrix does not fit the dictionary: it is damaged. Get or train it again.")
    if len(content) < at + 17 + 4 * rows * columns:
        raise ModelError(f"{path} ends inside its matrix: it is damaged. Get or train it again.")
    return np.frombuffer(content, "<f4", rows * columns, at + 17).reshape(rows, columns)


def _quantised(path: Path) -> ModelError:
    return ModelError(f"{path} is quantised (.ftz), which cannot be imported. Use the full .bin, or its .vec.")


def _words(
    content: mmap.mmap, settings: _Settings, matrix: NDArray[np.float32], malformed: Malformed, *, spelt: bool
) -> Iterator[Chunk]:
    speller = FastTextPieces(settings.shortest, settings.longest, len(matrix) - settings.words) if spelt else None
    names: list[str] = []
    numbers: list[int] = []
    word, at = 0, settings.dictionary
    for _ in range(settings.entries):
        end = content.find(b"\0", at)
        raw, label = content[at:end], content[end + 9]
        at = end + 10
        if label:
            continue
        try:
            names.append(raw.decode("utf-8"))
            numbers.append(word)
        except UnicodeDecodeError:
            malformed.add("not UTF-8", f"word {word + 1}")
        word += 1
        if len(names) == AT_ONCE:
            yield names, _rows_of(names, numbers, matrix, settings, speller)
            names, numbers = [], []
    if names:
        yield names, _rows_of(names, numbers, matrix, settings, speller)


def _rows_of(
    names: list[str],
    numbers: list[int],
    matrix: NDArray[np.float32],
    settings: _Settings,
    speller: FastTextPieces | None,
) -> Vectors:
    """Return the vectors of words: the mean of their own row and of those of their n-grams."""
    own = matrix[numbers].astype(np.float32)
    if speller is None:
        return own
    rows, counts = speller.pieces(names)
    word = np.array([name != _END for name in names])
    rows, counts = rows[np.repeat(word, counts)], counts * word
    several = (counts + 1)[:, None].astype(np.float32)
    return (own + means(matrix[settings.words + rows], counts) * np.maximum(counts, 1)[:, None]) / several
