"""Vectors on one page: shards → segmented by the phrase model → text → epochs → rows of words, phrases and subwords.

What is left in `folder`/result: `names.txt` (units, the most frequent first; a phrase has spaces) · `counts.npy` ·
`rows.npy` · `subwords.npy` · `meta.json` (settings, the digest of the phrase model, the SHA-256 of every other file).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from sentencerank.errors import CorpusError, ModelError
from sentencerank.files import Json, sha256_of_file, write_json
from sentencerank.train.encoding import local_shards
from sentencerank.train.mining.mine import SHARD
from sentencerank.train.mining.phrase_model import RANKING, load_model
from sentencerank.train.spacing import segmented_language
from sentencerank.train.store import claim, read_json, whole_folder
from sentencerank.train.text import Source
from sentencerank.train.vectors.segmented import JOINER, segmented, unit_counts, write_text
from sentencerank.train.vectors.trainer import Rows, Training, trained
from sentencerank.train.vocabulary import read_words
from sentencerank.train.work import Workers

FORMAT = 1
FEWEST = 100  # words and phrases, below which vectors would mean nothing
_AGAIN = "Train the vectors again."


@dataclass(frozen=True, eq=False)
class UnitVectors:
    """Trained rows, mapped: `names[i]` has `rows[i]`; an unknown word is the mean of the rows of its subwords."""

    folder: Path
    names: list[str]
    rows: Rows
    subwords: Rows  # (buckets, d); empty without subwords
    meta: Mapping[str, Json]

    @property
    def digest(self) -> str:
        """SHA-256 of the vectors: settings, phrase model and every file."""
        return hashlib.sha256(json.dumps(self.meta, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def train_vectors(
    source: Source,
    phrases: Path,
    folder: Path,
    *,
    corpus: Path | None = None,
    minimum: float = RANKING,
    training: Training | None = None,
    workers: Workers | None = None,
    shard_tokens: int = SHARD,
) -> UnitVectors:
    """Train vectors on a corpus that is segmented by the phrase model in the folder `phrases`.

    `corpus` is where the shards of the corpus are, if mining left them already. A rerun with the same arguments goes on
    where a killed one stopped.
    """
    training, pool = training or Training(), workers or Workers()
    model = load_model(phrases)
    own: dict[str, Json] = {**asdict(training), "phrase_model": model.digest, "minimum": minimum}
    claim(folder, {**own, "corpus": source.identity(), "shard_tokens": shard_tokens})
    if (folder / "result").exists():
        return load_vectors(folder / "result")
    cut = model.language if segmented_language(model.language) else ""
    home = corpus or folder / "corpus"
    state = local_shards(source, home, shard_tokens=shard_tokens, workers=pool, cut=cut)
    units = folder / "units"
    segmented(home, state.shards, phrases, units, minimum, pool)
    least = training.min_count or max(5, -(-state.tokens // (2 * 10**7)))
    counts = unit_counts(units, state.shards, least, pool)
    if len(counts) < FEWEST:
        raise CorpusError(
            f"{state.tokens:,} tokens, but only {len(counts)} words and phrases occur {least} times; vectors need "
            f"{FEWEST} at least, better 10,000. Give more text, or lower min_count."
        )
    write_text(units, state.shards, folder / "text")
    rows = trained(folder / "text", counts, folder / "epochs", training, pool.progress)
    own |= {"min_count": least, "tokens": state.tokens, "corpus": state.digest, "trainer": _trainer()}
    return _save(folder / "result", counts, rows.units, rows.subwords, {**own, "language": model.language})


def load_vectors(folder: Path) -> UnitVectors:
    """Map what `train_vectors` left, and verify it."""
    try:
        meta = read_json(folder / "meta.json")
    except (OSError, ValueError) as error:
        raise ModelError(
            f"{folder} has no readable meta.json ({error}). Give the folder of trained vectors."
        ) from error
    files = meta.get("files")
    if meta.get("format") != FORMAT or not isinstance(files, dict):
        raise ModelError(f"{folder}: format is {meta.get('format')!r}, this version has {FORMAT}. {_AGAIN}")
    for name, digest in files.items():
        path = folder / Path(name).name
        found = sha256_of_file(path) if path.exists() else "missing"
        if found != digest:
            raise ModelError(f"{path} was changed: its SHA-256 is {found}, not {digest}. {_AGAIN}")
    rows, subwords = (
        np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in ("rows", "subwords")
    )
    return UnitVectors(folder, read_words(folder / "names.txt"), rows, subwords, meta)


def _save(
    folder: Path, counts: Mapping[str, int], units: Rows, subwords: Rows, meta: Mapping[str, Json]
) -> UnitVectors:
    with whole_folder(folder) as part:
        names = "".join(f"{name.replace(JOINER, ' ')}\n" for name in counts)
        (part / "names.txt").write_text(names, encoding="utf-8")
        np.save(part / "counts.npy", np.array(list(counts.values()), "<i8"))
        np.save(part / "rows.npy", units.astype("<f4", copy=False))
        np.save(part / "subwords.npy", subwords.astype("<f4", copy=False))
        digests: dict[str, Json] = {path.name: sha256_of_file(path) for path in sorted(part.iterdir())}
        write_json(part / "meta.json", {**meta, "format": FORMAT, "files": digests})
    return load_vectors(folder)


def _trainer() -> str:
    from importlib.metadata import version

    return f"gensim {version('gensim')}, fastText skip-gram, one thread"
