"""The writer of the embedding database: rows come in chunks, and only what the key index needs stays in memory."""

from __future__ import annotations

import shutil
import tempfile
import time
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import ModelError
from sentencerank.method.arrays import Vectors
from sentencerank.model.growing import GrowingArray, Numbers, RowFiles
from sentencerank.model.manifest import MANIFEST
from sentencerank.model.names import encoded, write_index

__all__ = ["Chunk", "Numbers", "Written", "new_folder", "write_lines", "write_subwords", "write_words"]

Chunk: TypeAlias = "tuple[Sequence[str], Vectors]"  # names, and a row for each

STALE = 24 * 3600  # seconds after which an abandoned partial folder may go


@dataclass(slots=True)
class Written:
    """What came of writing: rows of words and of phrases, and what was left out."""

    words: int = 0
    phrases: int = 0
    repeated: int = 0  # a name that came before: the first one counts
    empty: int = 0  # a name without letters, or a row of zeros
    unfit: int = 0  # a row with something that is not a number, or too large for the kind of numbers
    cased: bool = False
    phrase_names: list[str] = field(default_factory=list, repr=False)


@contextmanager
def new_folder(folder: Path, *, replace: bool = False) -> Iterator[Path]:
    """A folder to fill, beside its place and under another name; renamed when all went well, removed when not."""
    _refuse_to_replace(folder, replace)
    partial: Path | None = None
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        partial = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".partial", dir=folder.parent))
        partial.chmod(0o755)
        yield partial
        _refuse_to_replace(folder, replace)  # another one may have come meanwhile
        old = partial.with_suffix(".old")
        if folder.exists():
            folder.rename(old)
        partial.rename(folder)
        shutil.rmtree(old, ignore_errors=True)
    except BaseException as error:
        if partial is not None:
            shutil.rmtree(partial, ignore_errors=True)
        if isinstance(error, OSError):
            raise ModelError(
                f"{folder} cannot be written ({error.strerror or error}). Make room, or choose another place."
            ) from error
        raise


def _refuse_to_replace(folder: Path, replace: bool) -> None:
    if folder.exists() and not replace:
        raise ModelError(f"{folder} exists. Choose another name, or replace it with --replace (replace=True).")
    if folder.exists() and not (folder / MANIFEST).exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise ModelError(f"{folder} is not a model, so it is not replaced. Choose another name.")


def _sweep(folder: Path) -> None:
    """Remove what a killed run left of the same model, if it is old enough to be nobody's."""
    for left in folder.parent.glob(f".{folder.name}.*.partial"):
        if time.time() - left.stat().st_mtime > STALE:
            shutil.rmtree(left, ignore_errors=True)


def write_words(folder: Path, chunks: Iterable[Chunk], numbers: Numbers, keep_phrases: int) -> Written:
    """Write words and phrases in the order given, the most frequent first; a name with a space is a phrase.

    Of the phrases the first `keep_phrases` are handed back.
    """
    written = Written()
    seen = _Seen()
    sums: list[NDArray[np.uint32]] = [np.zeros(0, dtype=np.uint32)]
    ends: list[NDArray[np.uint64]] = [np.zeros(1, dtype=np.uint64)]
    total = 0
    with (
        GrowingArray(folder / "names.npy", np.uint8) as text,
        RowFiles(folder, "rows.npy", "scales.npy", numbers) as rows,
    ):
        for names, vectors in chunks:
            kept = _kept(names, np.asarray(vectors, dtype=np.float32), numbers, seen, written)
            if not len(kept):
                continue
            keys = [encoded(names[i]) for i in kept.tolist()]
            text.append(np.frombuffer(b"".join(keys), np.uint8))
            lengths = np.fromiter(map(len, keys), np.uint64, len(keys))
            ends.append(np.cumsum(lengths) + np.uint64(total))
            total = int(ends[-1][-1])
            sums.append(np.fromiter(map(zlib.crc32, keys), np.uint32, len(keys)))
            rows.append(np.asarray(vectors)[kept])
            _count(written, [names[i] for i in kept.tolist()], keep_phrases)
    np.save(folder / "starts.npy", np.concatenate(ends), allow_pickle=False)
    write_index(folder, np.concatenate(sums))
    return written


def write_subwords(folder: Path, chunks: Iterable[Vectors], numbers: Numbers) -> None:
    """Write the rows of pieces, in their order."""
    with RowFiles(folder, "subwords.npy", "subword_scales.npy", numbers) as rows:
        for chunk in chunks:
            rows.append(chunk)


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """A text file with the same line ends everywhere."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def _kept(names: Sequence[str], vectors: Vectors, numbers: Numbers, seen: _Seen, written: Written) -> NDArray[np.intp]:
    """Which rows of a chunk are written; the others are counted."""
    most = np.finfo(np.float16).max if numbers == "float16" else np.finfo(np.float32).max
    with np.errstate(invalid="ignore"):
        fit = (np.abs(vectors) <= most).all(axis=1)  # false for NaN too
    full = vectors.any(axis=1) & np.fromiter(map(_is_name, names), np.bool_, len(names))
    written.unfit += int((~fit).sum())
    written.empty += int((fit & ~full).sum())
    good = np.flatnonzero(fit & full)
    fresh = seen.fresh([names[i] for i in good.tolist()])
    written.repeated += int((~fresh).sum())
    return good[fresh]


def _is_name(name: str) -> bool:
    """Whether something is in it, and UTF-8 can hold it: half a surrogate pair cannot be read again."""
    return bool(name.strip()) and (name.isascii() or not any("\ud800" <= c <= "\udfff" for c in name))


def _count(written: Written, names: Sequence[str], keep_phrases: int) -> None:
    phrases = [name for name in names if " " in name]
    written.phrases += len(phrases)
    written.words += len(names) - len(phrases)
    written.phrase_names += phrases[: max(0, keep_phrases - len(written.phrase_names))]
    written.cased = written.cased or any(name != name.lower() for name in names)


class _Seen:
    """Names that came before, as sorted 64-bit hashes in runs of growing length: 8 bytes a name, not 100."""

    def __init__(self) -> None:
        self._runs: list[NDArray[np.uint64]] = []

    def fresh(self, names: Sequence[str]) -> NDArray[np.bool_]:
        """Which of them came neither before nor earlier in this list; all of them have come now."""
        digests = b"".join(blake2b(encoded(name), digest_size=8).digest() for name in names)
        keys = np.frombuffer(digests, np.uint64)
        fresh = np.zeros(len(keys), dtype=np.bool_)
        fresh[np.unique(keys, return_index=True)[1]] = True
        for run in self._runs:
            place = np.minimum(np.searchsorted(run, keys), len(run) - 1)
            fresh &= run[place] != keys
        run = np.sort(keys[fresh])
        while self._runs and len(self._runs[-1]) <= 2 * len(run):
            run = np.sort(np.concatenate([self._runs.pop(), run]))
        if len(run):
            self._runs.append(run)
        return fresh
