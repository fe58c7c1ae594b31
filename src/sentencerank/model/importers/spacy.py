"""The vectors of a spaCy pipeline: a matrix, strings and a map from their hashes to rows; or a floret table."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from sentencerank.errors import ModelError
from sentencerank.model.importers.source import CHUNK, Malformed, Source, row_chunks
from sentencerank.model.model import Subwords
from sentencerank.model.names import encoded
from sentencerank.model.write import Chunk

_MASK, _MULTIPLIER = 0xFFFFFFFFFFFFFFFF, 0xC6A4A7935BD1E995


def is_spacy(folder: Path) -> bool:
    """Whether a folder is a pipeline, or an installed package with one in it."""
    return bool(_vocabularies(folder))


def spacy_source(folder: Path) -> Source:
    """The vectors of a pipeline folder, most frequent first, as spaCy keeps them."""
    vocabulary = _vocabularies(folder)[0]
    try:
        rows = np.load(vocabulary / "vectors", mmap_mode="r", allow_pickle=False)
        config = json.loads((vocabulary / "vectors.cfg").read_text("utf-8")) if _has(vocabulary, "vectors.cfg") else {}
        details = _details(vocabulary.parent / "meta.json")
        if config.get("mode") == "floret":
            return Source("spaCy floret table", None, Subwords(_floret(config), row_chunks(rows)), details=details)
        strings = json.loads((vocabulary / "strings.json").read_text(encoding="utf-8"))
        places = _map((vocabulary / "key2row").read_bytes())
    except (OSError, ValueError, EOFError, KeyError, IndexError, struct.error) as error:
        raise ModelError(
            f"{vocabulary}: the vectors cannot be read ({error!r}). Install the pipeline again."
        ) from error
    if not places or not len(rows):
        raise ModelError(f"{folder} has no vectors: small pipelines (sm) never do. Take one that ends in md or lg.")
    malformed = Malformed()
    order = {key: place for place, key in enumerate(places)}  # words with rows of their own, then those that share one
    known = [(order[key], key, string) for string in strings if (key := murmur64(encoded(string))) in places]
    named = [(places.pop(key), string) for _, key, string in sorted(known) if key in places]
    if places:
        malformed.counts["keys without a string"] = len(places)
        malformed.places["keys without a string"] = [hex(key) for key in list(places)[:3]]
    state = {"done": 0}

    def chunks() -> Iterator[Chunk]:
        for start in range(0, len(named), CHUNK):
            some = named[start : start + CHUNK]
            yield [string for _, string in some], np.asarray(rows[[row for row, _ in some]], dtype=np.float32)
            state["done"] = start + len(some)

    share = max(1, len(named))
    return Source(
        "spaCy vectors", chunks(), None, malformed, lambda: state["done"] / share, len(named) + len(places), details
    )


def murmur64(key: bytes, seed: int = 1) -> int:
    """MurmurHash64A, by which spaCy knows strings.

    >>> murmur64("coffee".encode())  # as in spaCy's own documentation
    3197928453018144401
    """
    total = (seed ^ (len(key) * _MULTIPLIER)) & _MASK
    whole = len(key) // 8 * 8
    for start in range(0, whole, 8):
        part = int.from_bytes(key[start : start + 8], "little") * _MULTIPLIER & _MASK
        part = (part ^ part >> 47) * _MULTIPLIER & _MASK
        total = (total ^ part) * _MULTIPLIER & _MASK
    if tail := key[whole:]:
        total = (total ^ int.from_bytes(tail, "little")) * _MULTIPLIER & _MASK
    total = (total ^ total >> 47) * _MULTIPLIER & _MASK
    return total ^ total >> 47


def _vocabularies(folder: Path) -> list[Path]:
    places = [folder, folder / "vocab", *sorted(folder.glob("*/vocab"))]
    return [place for place in places if _has(place, "vectors") and _has(place, "strings.json")]


def _has(folder: Path, name: str) -> bool:
    return (folder / name).is_file()


def _details(meta: Path) -> dict[str, object]:
    described = json.loads(meta.read_text(encoding="utf-8")) if meta.is_file() else {}
    found = {"licence": described.get("license"), "about": described.get("description")}
    name = "_".join(str(described[key]) for key in ("lang", "name") if key in described)
    return {key: value for key, value in found.items() if value} | ({"source": f"spaCy {name}"} if name else {})


def _floret(config: dict[str, object]) -> dict[str, object]:
    names = {"shortest": "minn", "longest": "maxn", "hashes": "hash_count", "seed": "hash_seed"}
    marks = {"before": "bow", "after": "eow"}
    return {"kind": "floret"} | {ours: config[theirs] for ours, theirs in (names | marks).items()}


def _map(content: bytes) -> dict[int, int]:
    """A msgpack map from whole numbers to whole numbers, which is all that this file holds."""
    kinds = {0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}
    at = {0xDE: 3, 0xDF: 5}.get(content[0], 1)
    count = int.from_bytes(content[1:at], "big") if at > 1 else content[0] - 0x80
    numbers: list[int] = []
    for _ in range(2 * count):
        first = content[at]
        at += 1
        if first < 0x80:
            numbers.append(first)
            continue
        if first not in kinds:
            raise ValueError(f"key2row holds something else than numbers at byte {at}")
        numbers.append(struct.unpack_from(kinds[first], content, at)[0])
        at += struct.calcsize(kinds[first])
    return dict(zip(numbers[::2], numbers[1::2], strict=True))
