"""From other people's vectors to a model folder: recognise the kind, read in pieces, write whole or not at all."""

from __future__ import annotations

import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from pathlib import Path
from typing import TypeVar

from sentencerank.errors import ModelError, OptionsError
from sentencerank.model.growing import Numbers
from sentencerank.model.importers.arrays import array_source
from sentencerank.model.importers.fasttext import MAGIC, fasttext_source
from sentencerank.model.importers.model2vec import model2vec_source
from sentencerank.model.importers.source import Malformed, Source, opened
from sentencerank.model.importers.spacy import is_spacy, spacy_source
from sentencerank.model.importers.text import floret_source, is_floret, text_source
from sentencerank.model.importers.word2vec import word2vec_source
from sentencerank.model.model import write_model
from sentencerank.model.write import Chunk, Written

_Anything = TypeVar("_Anything")
PACKED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"PK\x03\x04")


@dataclass(frozen=True, slots=True)
class Imported:
    """What came of an import."""

    folder: Path
    kind: str
    written: Written
    malformed: Malformed
    missing: int  # names that the file promises and does not have


def import_model(
    path: Path,
    folder: Path,
    *,
    language: str,
    name: str = "",
    words: Path | None = None,
    limit: int | None = None,
    numbers: Numbers = "float16",
    subwords: bool = True,
    phrase_joint: str = "",
    details: dict[str, object] | None = None,
    replace: bool = False,
    progress: Callable[[float], None] = lambda share: None,
) -> Imported:
    """Import vectors into a new model folder.

    `limit` keeps the first so many names, which are the most frequent in nearly all files. With `phrase_joint="_"` a
    name such as new_york is a phrase.
    """
    if limit is not None and limit < 1:
        raise OptionsError(f"limit={limit}: give a whole number of 1 or more.")
    read = {"names": 0}
    with ExitStack() as closing:
        source = recognised(path, words, closing)
        kept = source.subwords if subwords or source.words is None else None
        if kept:
            kept = replace_fields(kept, rows=_readable(kept.rows))
        written = write_model(
            folder,
            None if source.words is None else _taken(source, limit, phrase_joint, progress, read),
            name=name or folder.name,
            language=language,
            numbers=numbers,
            subwords=kept,
            details={"source": path.name, "kind": source.kind, **source.details, **(details or {})},
            replace=replace,
        )
    whole = limit is None or read["names"] < limit
    known = read["names"] + sum(source.malformed.counts.values())
    missing = max(0, source.promised - known) if whole and source.promised is not None else 0
    return Imported(folder, source.kind, written, source.malformed, missing)


def recognised(path: Path, words: Path | None, closing: ExitStack) -> Source:
    """What kind of vectors a file or folder holds, from its content; `closing` closes what was opened."""
    if path.is_dir():
        if (path / "model.safetensors").is_file():
            return model2vec_source(path)
        if is_spacy(path):
            return spacy_source(path)
        raise ModelError(f"{path} is neither a model2vec folder nor a spaCy pipeline. Name the file with the vectors.")
    try:
        with path.open("rb") as file:
            head = file.read(8)
        if head.startswith(b"\x93NUMPY"):
            return array_source(path, words)
        if head.startswith(MAGIC):
            return fasttext_source(path)
        return _by_lines(path, head, closing)
    except (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile) as error:
        raise ModelError(f"{path} cannot be read ({getattr(error, 'strerror', None) or error}).") from error


def _by_lines(path: Path, head: bytes, closing: ExitStack) -> Source:
    with ExitStack() as looking:
        file = opened(path, looking).file
        first, then = file.readline(1_000_000), file.read(4096)
    if first.startswith(MAGIC) and head.startswith(PACKED):
        raise ModelError(f"{path} is a packed fastText .bin, which cannot be mapped. Unpack it first.")
    if is_floret(first):
        return floret_source(path, closing)
    fields = first.split()
    if len(fields) == 2 and all(field.isdigit() for field in fields) and _binary(then):
        return word2vec_source(path, closing)
    if b"\0" in first:
        raise ModelError(f"{path} is not a kind of vectors that is known. See docs/models.md for those that are.")
    return text_source(path, closing)


def _binary(sample: bytes) -> bool:
    """Whether raw numbers follow the first name: text has only digits and signs there."""
    numbers = sample.partition(b" ")[2].split(b"\n")[0]
    return bool(numbers.strip(b"0123456789.eE+- \r\t") if numbers else sample)


def _taken(
    source: Source, limit: int | None, joint: str, progress: Callable[[float], None], read: dict[str, int]
) -> Iterator[Chunk]:
    """The chunks up to the limit, phrases with spaces; tells how far it is."""
    for names, rows in _readable(source.words or ()):
        most = len(names) if limit is None else min(len(names), limit - read["names"])
        names, rows = names[:most], rows[:most]
        read["names"] += most
        yield [_spaced(name, joint) for name in names] if joint else names, rows
        progress(min(1.0, read["names"] / limit) if limit else source.done())
        if limit is not None and read["names"] >= limit:
            return


def _readable(chunks: Iterable[_Anything]) -> Iterator[_Anything]:
    """What is read, with errors that are about reading: others are about writing."""
    try:
        yield from chunks
    except (OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile) as error:
        raise ModelError(f"the vectors cannot be read to their end ({error}). Get the file again.") from error


def _spaced(name: str, joint: str) -> str:
    """A phrase with spaces: new_york → new york; a name that is only joints stays.

    >>> _spaced("new_york", "_"), _spaced("_", "_"), _spaced("a__b", "_")
    ('new york', '_', 'a b')
    """
    return " ".join(filter(None, name.split(joint))) or name
