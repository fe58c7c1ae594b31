"""A model folder → its table of vectors, mapped and verified."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import ModelError
from sentencerank.model.embeddings import Rows, Speller, SubwordTable, WordTable
from sentencerank.model.manifest import AGAIN, Manifest
from sentencerank.model.mapped import block_checksums, mapped
from sentencerank.model.names import load_names
from sentencerank.model.ngrams import FastTextPieces, FloretPieces
from sentencerank.model.unigram import Unigram
from sentencerank.model.wordpiece import WordPiece


def load_table(manifest: Manifest) -> SubwordTable | WordTable:
    """The vectors of a model folder: words with rows of their own, subwords, or both."""
    checksums = block_checksums(manifest)
    subwords = None
    if manifest.subwords:
        rows = _rows(manifest, checksums, "subwords.npy", "subword_scales.npy")
        subwords = SubwordTable(rows, _speller(manifest, checksums, int(rows.numbers.shape[0])))
    if "rows.npy" not in manifest.files:
        if subwords is None:
            raise ModelError(f"{manifest.folder} has neither words nor subwords. {AGAIN}")
        return subwords
    rows = _rows(manifest, checksums, "rows.npy", "scales.npy")
    return WordTable(load_names(manifest, checksums, int(rows.numbers.shape[0])), rows, subwords, manifest.cased)


def _rows(manifest: Manifest, checksums: NDArray[np.uint32], name: str, scales: str) -> Rows:
    numbers = mapped(manifest, checksums, name, None, manifest.dimensions)
    if numbers.dtype == np.int8:
        return Rows(numbers, mapped(manifest, checksums, scales, len(numbers)))
    if numbers.dtype not in (np.float16, np.float32):
        raise ModelError(f"{numbers.path} holds {numbers.dtype}, not int8, float16 or float32. {AGAIN}")
    return Rows(numbers)


def _speller(manifest: Manifest, checksums: NDArray[np.uint32], count: int) -> Speller:
    settings = manifest.subwords
    kind = settings.get("kind")
    try:
        if kind == "wordpiece":
            return WordPiece(_vocabulary(manifest, count), manifest.cased)
        if kind == "unigram":
            scores = mapped(manifest, checksums, "piece_scores.npy", count).whole().tolist()
            return Unigram({p: (row, scores[row]) for p, row in _vocabulary(manifest, count).items()}, manifest.cased)
        if kind == "fasttext":
            return FastTextPieces(_number(settings, "shortest"), _number(settings, "longest"), count)
        if kind == "floret":
            return FloretPieces(
                shortest=_number(settings, "shortest"),
                longest=_number(settings, "longest"),
                buckets=count,
                hashes=_number(settings, "hashes"),
                seed=_number(settings, "seed"),
                before=str(settings["before"]),
                after=str(settings["after"]),
                cased=manifest.cased,
            )
    except (KeyError, ValueError) as error:
        raise ModelError(f"{manifest.folder}: subwords without a proper {error}. {AGAIN}") from error
    raise ModelError(f"{manifest.folder}: subwords of the kind {kind!r} are not known. Upgrade, or import it again.")


def _number(settings: Mapping[str, object], key: str) -> int:
    return int(str(settings[key]))


def _vocabulary(manifest: Manifest, count: int) -> dict[str, int]:
    """Line i of `vocabulary.txt` names row i; an empty line is a row that nothing reaches."""
    manifest.needs("vocabulary.txt")
    names = (manifest.folder / "vocabulary.txt").read_text(encoding="utf-8").split("\n")[:-1]
    if len(names) != count:
        raise ModelError(f"{manifest.folder}: {len(names)} pieces and {count} rows do not fit. {AGAIN}")
    return dict(zip(names, range(count), strict=True))
