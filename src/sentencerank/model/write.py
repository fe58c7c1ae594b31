"""Write a model folder: rows come in chunks, and only what the key index needs stays in memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import ModelError
from sentencerank.files import encodable, remove_abandoned, whole_folder
from sentencerank.languages.registry import language_of
from sentencerank.method.arrays import Vectors
from sentencerank.model.array_files import GrowingArray, Numbers, RowFiles, save_array
from sentencerank.model.calibration import recalibrate
from sentencerank.model.manifest import MANIFEST, seal
from sentencerank.model.names import name_bytes, write_index
from sentencerank.model.phrase_file import phrase_lines

Chunk: TypeAlias = "tuple[Sequence[str], Vectors]"  # names, and a row for each

LISTED = 200_000  # phrases with rows that ranking looks for: while writing, their names are held in memory


@dataclass(frozen=True, slots=True, eq=False)
class Subwords:
    """What spells a word that has no row: the kind of speller with its settings, and the rows of the pieces."""

    settings: Mapping[str, object]  # {"kind": "fasttext", "shortest": 3, "longest": 6} or another of the format
    rows: Iterable[Vectors] = field(repr=False)
    vocabulary: tuple[str, ...] = field(default=(), repr=False)  # wordpiece, unigram: the name of each row
    scores: tuple[float, ...] = field(default=(), repr=False)  # unigram: of each row


@dataclass(slots=True)
class Written:
    """What came of writing: rows of words and of phrases, and what was left out."""

    words: int = 0
    phrases: int = 0
    repeated: int = 0  # a name that came before: the first one counts
    empty: int = 0  # a name without letters, or a row of zeros
    unfit: int = 0  # a row with NaN, infinity, or a number too large for the kind of numbers
    cased: bool = False
    phrase_names: list[str] = field(default_factory=list, repr=False)

    @property
    def read(self) -> int:
        """Return how many names came, written or not."""
        return self.words + self.phrases + self.repeated + self.empty + self.unfit


def write_model(
    folder: Path,
    words: Iterable[Chunk] | None,
    *,
    name: str,
    language: str,
    numbers: Numbers = "float16",
    subwords: Subwords | None = None,
    phrases: Mapping[str, float] | None = None,
    thresholds: tuple[float, float] | None = None,
    details: Mapping[str, object] | None = None,
    replace: bool = False,
) -> Written:
    """Write a model folder from chunks of names and rows, the most frequent first; whole or not at all.

    A name with a space is a phrase. `phrases` are the known phrases with their quality in (0, 1]; without them, those
    that have a row. `thresholds` are found from the vectors if they are not given. `details` go into the manifest:
    source, licence, about, tokenizer. Names whose row holds NaN or infinity are left out and counted. Raises ModelError
    if the folder exists, if it cannot be written, or if a row of the subwords holds NaN or infinity.
    """
    spoken = language_of(language)
    with _new_folder(folder, replace) as partial:
        written = Written()
        if words is not None:
            _write_words(partial, words, numbers, 0 if phrases else LISTED, written)
        if subwords:
            _write_subwords(partial, subwords, numbers)
        lexicon = phrases or dict.fromkeys(written.phrase_names, 1.0)
        if lexicon:
            _write_lines(partial / "phrases.txt", phrase_lines(lexicon, spoken.stem))
        has_words = bool(written.words + written.phrases)
        rows = np.load(partial / ("rows.npy" if has_words else "subwords.npy"), mmap_mode="r", allow_pickle=False)
        known = {
            "name": name,
            "language": spoken.code,
            "dimensions": int(rows.shape[1]),
            "numbers": numbers,
            "words": written.words,
            "phrases": written.phrases,
            # Of a table without words nothing is known.
            "cased": written.cased or not has_words,
            "subwords": dict(subwords.settings) if subwords else {},
        }
        delta = dict(zip(("words", "phrases"), thresholds or (1.0, 1.0), strict=True))
        seal(partial, {**known, **(details or {}), "thresholds": delta})
        if thresholds is None:
            recalibrate(partial)
    return written


@contextmanager
def _new_folder(folder: Path, replace: bool) -> Iterator[Path]:
    """Yield a folder to fill, which becomes `folder` when all went well and is removed otherwise."""
    _refuse_to_replace(folder, replace)
    try:
        remove_abandoned(folder.parent, folder.name)
        with whole_folder(folder, replace=replace) as partial:
            yield partial
            # Another one may have come meanwhile.
            _refuse_to_replace(folder, replace)
    except OSError as error:
        raise ModelError(
            f"{folder} cannot be written ({error.strerror or error}). Make room, or choose another place."
        ) from error


def _refuse_to_replace(folder: Path, replace: bool) -> None:
    if folder.exists() and not replace:
        raise ModelError(f"{folder} exists. Choose another name, or replace it with --replace (replace=True).")
    if folder.exists() and not (folder / MANIFEST).exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise ModelError(f"{folder} is not a model, so it is not replaced. Choose another name.")


def _write_words(folder: Path, chunks: Iterable[Chunk], numbers: Numbers, keep_phrases: int, written: Written) -> None:
    """Write names and rows in the order given, and count them in `written`, with the first `keep_phrases` phrases."""
    seen = _Seen()
    sums: list[NDArray[np.uint32]] = [np.zeros(0, dtype=np.uint32)]
    ends: list[NDArray[np.uint64]] = [np.zeros(1, dtype=np.uint64)]
    total = 0
    with (
        GrowingArray(folder / "names.npy", "uint8") as text,
        RowFiles(folder, "rows.npy", "scales.npy", numbers) as rows,
    ):
        for names, vectors in chunks:
            kept = _kept(names, np.asarray(vectors, dtype=np.float32), numbers, seen, written)
            if not len(kept):
                continue
            some = [names[i] for i in kept.tolist()]
            keys = [name_bytes(name) for name in some]
            text.append(np.frombuffer(b"".join(keys), np.uint8))
            lengths = np.fromiter(map(len, keys), np.uint64, len(keys))
            ends.append(np.cumsum(lengths) + np.uint64(total))
            total = int(ends[-1][-1])
            sums.append(np.fromiter(map(zlib.crc32, keys), np.uint32, len(keys)))
            rows.append(np.asarray(vectors)[kept])
            _count(written, some, keep_phrases)
    save_array(folder / "starts.npy", np.concatenate(ends))
    write_index(folder, np.concatenate(sums))


def _write_subwords(folder: Path, subwords: Subwords, numbers: Numbers) -> None:
    """Write the rows of the pieces in their order, their names and their scores."""
    with RowFiles(folder, "subwords.npy", "subword_scales.npy", numbers) as rows:
        for chunk in subwords.rows:
            rows.append(chunk)
    if subwords.vocabulary:
        _write_lines(folder / "vocabulary.txt", subwords.vocabulary)
    if subwords.scores:
        scores = np.array(subwords.scores, dtype=np.float32)
        if not np.isfinite(scores).all():
            raise ModelError("a score of the subwords is NaN or infinite. Repair the tokeniser.")
        save_array(folder / "piece_scores.npy", scores)


def _write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write a text file with the same line ends everywhere."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


def _kept(names: Sequence[str], vectors: Vectors, numbers: Numbers, seen: _Seen, written: Written) -> NDArray[np.intp]:
    """Return which rows of a chunk are written; count the others."""
    most = np.finfo(np.float16).max if numbers == "float16" else np.finfo(np.float32).max
    with np.errstate(invalid="ignore"):
        # The comparison is false for NaN too.
        fit = (np.abs(vectors) <= most).all(axis=1)
    full = vectors.any(axis=1) & np.fromiter(map(_is_name, names), np.bool_, len(names))
    written.unfit += int((~fit).sum())
    written.empty += int((fit & ~full).sum())
    good = np.flatnonzero(fit & full)
    fresh = seen.add([names[i] for i in good.tolist()])
    written.repeated += int((~fresh).sum())
    return good[fresh]


def _is_name(name: str) -> bool:
    """Tell whether something is in it, and UTF-8 can hold it: half a surrogate pair cannot be read again."""
    return bool(name.strip()) and encodable(name) == name


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

    def add(self, names: Sequence[str]) -> NDArray[np.bool_]:
        """Add names; return which of them came neither before nor earlier in this list."""
        digests = b"".join(blake2b(name_bytes(name), digest_size=8).digest() for name in names)
        keys = np.frombuffer(digests, np.uint64)
        fresh = np.zeros(len(keys), dtype=np.bool_)
        fresh[np.unique(keys, return_index=True)[1]] = True
        for run in self._runs:
            place = np.minimum(np.searchsorted(run, keys), len(run) - 1)
            fresh &= run[place] != keys
        run = np.sort(keys[fresh])
        # Merging runs of similar length keeps them few: every name is sorted a logarithmic number of times.
        while self._runs and len(self._runs[-1]) <= 2 * len(run):
            run = np.sort(np.concatenate([self._runs.pop(), run]))
        if len(run):
            self._runs.append(run)
        return fresh
