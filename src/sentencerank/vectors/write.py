"""The writer of the embedding database: rows come in chunks, and only what the key index needs stays in memory."""

from __future__ import annotations

import shutil
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from sentencerank.arrays import Vectors
from sentencerank.errors import ModelError, OptionsError
from sentencerank.vectors.manifest import MANIFEST
from sentencerank.vectors.names import encoded, write_index

Numbers: TypeAlias = Literal["int8", "float16", "float32"]
Chunk: TypeAlias = "tuple[Sequence[str], Vectors]"  # names, and a row for each

STALE = 24 * 3600  # seconds after which an abandoned partial folder may go
_HEADER = 128  # bytes: room for the header of an array whose length is not known yet


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
    with _Growing(folder / "names.npy", np.uint8) as text, _RowFiles(folder, "rows.npy", "scales.npy", numbers) as rows:
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
    with _RowFiles(folder, "subwords.npy", "subword_scales.npy", numbers) as rows:
        for chunk in chunks:
            rows.append(chunk)


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """A text file with the same line ends everywhere."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def quantised(rows: Vectors) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """int8 and one scale a row (its maximum / 127): a quarter of the size, cosines within .006.

    >>> quantised(np.array([[1.0, -0.5], [0.0, 0.0]], dtype=np.float32))[0].tolist()
    [[127, -64], [0, 0]]
    """
    scales = np.abs(rows).max(axis=1, initial=0) / 127
    scales[scales == 0] = 1
    return np.rint(rows / scales[:, None]).astype(np.int8), scales.astype(np.float32)


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


class _Growing:
    """An array file that grows by rows; its header is written at the end, when the length is known."""

    def __init__(self, path: Path, dtype: type[np.generic], columns: int | None = None) -> None:
        self._dtype, self._columns, self._length = np.dtype(dtype).newbyteorder("<"), columns, 0
        self._file: IO[bytes] = path.open("wb")
        self._file.write(bytes(_HEADER))

    def append(self, rows: NDArray[Any]) -> None:
        """Add rows at the end."""
        self._length += len(rows)
        self._file.write(np.ascontiguousarray(rows, dtype=self._dtype).data)

    def __enter__(self) -> _Growing:
        return self

    def __exit__(self, *_: object) -> None:
        shape = (self._length,) if self._columns is None else (self._length, self._columns)
        entries = {"descr": np.lib.format.dtype_to_descr(self._dtype), "fortran_order": False, "shape": shape}
        text = repr(entries).encode("latin-1")
        self._file.seek(0)
        self._file.write(b"\x93NUMPY\x01\x00" + (_HEADER - 10).to_bytes(2, "little"))
        self._file.write(text.ljust(_HEADER - 11) + b"\n")
        self._file.close()


class _RowFiles:
    """Rows as a kind of numbers: one file, with int8 also one of scales."""

    def __init__(self, folder: Path, name: str, scales: str, numbers: Numbers) -> None:
        if numbers not in get_args(Numbers):
            raise OptionsError(f"numbers={numbers!r}: choose from {', '.join(get_args(Numbers))}.")
        self._paths, self._numbers = (folder / name, folder / scales), numbers
        self._files: list[_Growing] = []
        self._columns = 0

    def append(self, rows: Vectors) -> None:
        """Add rows at the end, converted."""
        if not self._files:
            self._columns = rows.shape[1]
            kinds = [(getattr(np, self._numbers), self._columns)] + [(np.float32, None)] * (self._numbers == "int8")
            self._files = [_Growing(path, *kind) for path, kind in zip(self._paths, kinds, strict=False)]
        if rows.shape[1] != self._columns:
            raise ModelError(f"rows of {self._columns} numbers, then of {rows.shape[1]}. Give rows of one length.")
        parts: tuple[NDArray[Any], ...] = quantised(rows) if self._numbers == "int8" else (rows,)
        for file, part in zip(self._files, parts, strict=True):
            file.append(part)

    def __enter__(self) -> _RowFiles:
        return self

    def __exit__(self, *trouble: object) -> None:
        for file in self._files:
            file.__exit__(*trouble)
        if not self._files and trouble[0] is None:
            raise ModelError("there is not a single vector to write. Check the file, or what made it.")


def _is_phrase(first: str, *rest: str) -> bool:
    """Whether its words are words: not ". . .", and not "10 000", but "world war 2"."""
    return any(map(str.isalpha, first)) and all(any(map(str.isalnum, word)) for word in rest)


def phrase_lines(phrases: Mapping[str, float], stem: Callable[[str], str]) -> Iterator[str]:
    """The lines of `phrases.txt`: `first<TAB>rest|rest=quality`, sorted; the last word of a phrase as its stem.

    >>> list(phrase_lines({"new york": 1.0, "New York Times": 0.9}, stem=lambda word: word.removesuffix("s")))
    ['new\\tyork|york time=0.9']
    """
    rests: dict[str, dict[str, float]] = {}
    for phrase, quality in phrases.items():
        first, *rest = phrase.lower().split()
        if rest and not any(mark in phrase for mark in "|=\t\n") and _is_phrase(first, *rest):
            key = " ".join([*rest[:-1], stem(rest[-1])])
            known = rests.setdefault(first, {})
            known[key] = max(quality, known.get(key, 0.0))
    for first in sorted(rests):
        entries = (rest if q >= 1 else f"{rest}={q:.3g}" for rest, q in sorted(rests[first].items()))
        yield f"{first}\t{'|'.join(entries)}"
