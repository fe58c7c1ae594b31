"""A model2vec folder: `model.safetensors` with one row per token, and the tokeniser that cuts words into them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import ModelError
from sentencerank.model.importers.source import CHUNK, Source
from sentencerank.model.write import Subwords

KINDS = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I8": "<i1"}
_SPECIAL = re.compile(r"\[[^\[\]\n]+\]|<[^<>\n]+>")  # [PAD], [UNK], …: rows that no word may reach


def model2vec_source(folder: Path) -> Source:
    """Map a folder as model2vec saves it; raise ModelError if it is damaged or its tokeniser is not known here."""
    tensors = _safetensors(folder / "model.safetensors")
    embeddings = tensors.get("embeddings", tensors.get("embedding.weight"))
    if embeddings is None or embeddings.ndim != 2:
        raise ModelError(f"{folder / 'model.safetensors'} has no matrix 'embeddings'. Give a folder of model2vec.")
    tokeniser = _tokeniser(folder)
    mapping = tensors.get("mapping", np.arange(len(embeddings)))
    weights = tensors.get("weights", np.ones(len(mapping), dtype=np.float32))
    if not len(tokeniser.pieces) == len(mapping) == len(weights) or int(mapping.max(initial=0)) >= len(embeddings):
        raise ModelError(
            f"{folder}: {len(tokeniser.pieces)} tokens, {len(mapping)} rows and {len(weights)} weights do not fit. "
            "Get the folder again."
        )
    rows = (
        np.asarray(embeddings[mapping[start : start + CHUNK]], dtype=np.float32)
        * np.asarray(weights[start : start + CHUNK], dtype=np.float32)[:, None]
        for start in range(0, len(mapping), CHUNK)
    )
    subwords = Subwords({"kind": tokeniser.kind}, rows, tuple(tokeniser.pieces), tuple(tokeniser.scores))
    return Source("model2vec folder", None, subwords, details={"cased": tokeniser.cased})


def _safetensors(path: Path) -> dict[str, NDArray[Any]]:
    """Map the arrays of a safetensors file: an 8-byte length, a JSON header, raw numbers."""
    try:
        content = np.memmap(path, dtype=np.uint8, mode="r")
        start = 8 + int.from_bytes(content[:8].tobytes(), "little")
        header = json.loads(content[8:start].tobytes())
        return {
            name: content[start + entry["data_offsets"][0] : start + entry["data_offsets"][1]]
            .view(KINDS[entry["dtype"]])
            .reshape(entry["shape"])
            for name, entry in header.items()
            if name != "__metadata__"
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"{path} cannot be read as safetensors ({error!r}). Get the folder again.") from error


class _Tokeniser(NamedTuple):
    """How words fall into tokens: the name of each row, and with `unigram` its score."""

    kind: str
    pieces: list[str]
    scores: list[float]
    cased: bool


def _tokeniser(folder: Path) -> _Tokeniser:
    try:
        if not (folder / "tokenizer.json").exists():
            pieces = (folder / "vocab.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")
            return _Tokeniser("wordpiece", list(map(_reachable, pieces)), [], cased=False)
        described = json.loads((folder / "tokenizer.json").read_text(encoding="utf-8"))
        model = described["model"]
        kind, cased = model.get("type", "WordPiece"), not _lowers(described.get("normalizer"))
        if kind == "WordPiece" and model.get("continuing_subword_prefix", "##") == "##":
            places = {int(row): str(piece) for piece, row in model["vocab"].items()}
            pieces = [_reachable(places.get(row, "")) for row in range(max(places, default=-1) + 1)]
            return _Tokeniser("wordpiece", pieces, [], cased)
        if kind == "Unigram":
            pieces = [_reachable(str(piece)) for piece, _ in model["vocab"]]
            return _Tokeniser("unigram", pieces, [float(score) for _, score in model["vocab"]], cased)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(
            f"{folder}: neither tokenizer.json nor vocab.txt can be read ({error!r}). Get the folder again."
        ) from error
    raise ModelError(
        f"{folder}: its tokeniser is {kind}; only WordPiece and Unigram can be imported. "
        "Write the vectors of a word list as text instead, a word and its numbers a line, and import that."
    )


def _reachable(piece: str) -> str:
    """Return the name of a row; nothing for one that no word may reach."""
    return _SPECIAL.sub("", piece).replace("\n", "")


def _lowers(normalizer: Any) -> bool:
    """Tell whether a normaliser puts words into lower case."""
    if not isinstance(normalizer, dict):
        return False
    inner = normalizer.get("normalizers", [])
    return bool(normalizer.get("type") == "Lowercase" or normalizer.get("lowercase") or any(map(_lowers, inner)))
