"""From other people's vectors to a model folder: recognise the kind, read in pieces, write whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from dataclasses import replace as replace_fields
from pathlib import Path
from typing import TypeVar

from sentencerank.errors import DataError, ModelError, OptionsError
from sentencerank.files.compressed import COMPRESSIONS, damaged, open_compressed, without_compression
from sentencerank.model.array_files import Numbers
from sentencerank.model.importers.fasttext import MAGIC, fasttext_source
from sentencerank.model.importers.model2vec import model2vec_source
from sentencerank.model.importers.source import Malformed, Source
from sentencerank.model.importers.word2vec import LINE, binary_source, header_of, is_binary, text_source
from sentencerank.model.write import Chunk, Written, write_model

_Anything = TypeVar("_Anything")
_COMPRESSED = (b"\x1f\x8b", b"BZh", b"\xfd7zXZ", b"PK\x03\x04", b"\x28\xb5\x2f\xfd")  # how such files begin


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
    name such as new_york is a phrase. Raises ModelError if the file is of no known kind, damaged, or if the folder
    exists; then nothing is written.
    """
    if limit is not None and limit < 1:
        raise OptionsError(f"limit={limit}: give a whole number of 1 or more.")
    with ExitStack() as closing:
        source = recognise(path, closing)
        kept = source.subwords if subwords or source.words is None else None
        if kept:
            kept = replace_fields(kept, rows=_read(kept.rows))
        written = write_model(
            folder,
            None if source.words is None else _first(source, limit, phrase_joint, progress),
            name=name or folder.name,
            language=language,
            numbers=numbers,
            subwords=kept,
            details={"source": path.name, "kind": source.kind, **source.details, **(details or {})},
            replace=replace,
        )
    whole = limit is None or written.read < limit
    known = written.read + sum(source.malformed.counts.values())
    missing = max(0, source.promised - known) if whole and source.promised is not None else 0
    return Imported(folder, source.kind, written, source.malformed, missing)


def recognise(path: Path, closing: ExitStack) -> Source:
    """Open a file or folder of vectors, whose kind its content tells; `closing` closes what was opened.

    Raises ModelError if it cannot be read or is of no known kind.
    """
    if path.is_dir():
        if (path / "model.safetensors").is_file():
            return model2vec_source(path)
        raise ModelError(f"{path} is not a model2vec folder. Name the file with the vectors.")
    try:
        with path.open("rb") as file:
            head = file.read(8)
        if head.startswith(MAGIC):
            return fasttext_source(path)
        if head.startswith(_COMPRESSED) and without_compression(path.name) == path.name:
            raise ModelError(
                f"{path} is compressed, but its name does not say how. Let it end in {', '.join(COMPRESSIONS)}."
            )
        return _recognise_lines(path, closing)
    except DataError as error:
        raise ModelError(str(error)) from error
    except damaged() as error:
        raise ModelError(
            f"{path} cannot be read ({getattr(error, 'strerror', None) or error}). Give a file that can."
        ) from error


def _recognise_lines(path: Path, closing: ExitStack) -> Source:
    with open_compressed(path) as file:
        first, then = file.readline(LINE), file.read(4096)
    if first.startswith(MAGIC):
        raise ModelError(f"{path} is a compressed fastText .bin, which cannot be mapped. Unpack it first.")
    if header_of(first) and is_binary(then):
        return binary_source(path, closing)
    if b"\0" in first:
        raise ModelError(f"{path} is not a kind of vectors that is known. See docs/models.md for those that are.")
    return text_source(path, closing)


def _first(source: Source, limit: int | None, joint: str, progress: Callable[[float], None]) -> Iterator[Chunk]:
    """Yield the chunks up to the limit, phrases with spaces; tell how far it is."""
    read = 0
    total = min((count for count in (limit, source.promised) if count is not None), default=0)
    for names, rows in _read(source.words or ()):
        most = len(names) if limit is None else min(len(names), limit - read)
        names, rows = names[:most], rows[:most]
        read += most
        yield [_spaced(name, joint) for name in names] if joint else names, rows
        progress(min(1.0, read / total if total else source.done()))
        if limit is not None and read >= limit:
            return


def _read(chunks: Iterable[_Anything]) -> Iterator[_Anything]:
    """Yield what is read, with errors that are about reading: others are about writing."""
    try:
        yield from chunks
    except damaged() as error:
        raise ModelError(f"the vectors cannot be read to their end ({error}). Get the file again.") from error


def _spaced(name: str, joint: str) -> str:
    """Return a phrase with spaces: new_york → new york; a name that is only joints stays.

    >>> _spaced("new_york", "_"), _spaced("_", "_"), _spaced("a__b", "_")
    ('new york', '_', 'a b')
    """
    return " ".join(filter(None, name.split(joint))) or name
