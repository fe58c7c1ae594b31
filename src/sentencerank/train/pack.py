"""Phrases and vectors → the model folder that ranking opens, with thresholds that belong to these vectors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sentencerank.errors import ModelError
from sentencerank.files import Json
from sentencerank.model.array_files import Numbers
from sentencerank.model.manifest import read_manifest
from sentencerank.model.model import check
from sentencerank.model.write import Chunk, Subwords, write_model
from sentencerank.train.mining.phrase_model import PhraseModel, load_model
from sentencerank.train.vectors.stage import UnitVectors, load_vectors
from sentencerank.train.vectors.trainer import Rows

CHUNK = 10_000  # rows written at once


def pack_model(
    phrases: Path,
    vectors: Path,
    model: Path,
    *,
    name: str = "",
    licence: str = "",
    source: str = "",
    numbers: Numbers = "float16",
    replace: bool = False,
) -> Path:
    """Write a model folder from a phrase model and the vectors that were trained on text segmented by it.

    Vectors of another phrase model are refused. A model that was made from these very vectors already is left alone.
    """
    mined, trained = load_model(phrases), load_vectors(vectors)
    if trained.meta.get("phrase_model") != mined.digest:
        raise ModelError(
            f"{vectors} was trained with the phrase model {str(trained.meta.get('phrase_model'))[:12]}…, "
            f"{phrases} is {mined.digest[:12]}…. Train the vectors again with this phrase model."
        )
    if is_packed(model, trained):
        return model
    minimum = float(str(trained.meta["minimum"]))
    shortest, longest = trained.meta["shortest"], trained.meta["longest"]
    write_model(
        model,
        _chunks(trained),
        name=name or model.name,
        language=mined.language,
        numbers=numbers,
        subwords=Subwords({"kind": "fasttext", "shortest": shortest, "longest": longest}, _blocks(trained.subwords))
        if shortest
        else None,
        phrases=ranked_phrases(mined, minimum),
        details=_details(mined, trained, licence, source),
        replace=replace,
    )
    check(model)
    return model


def is_packed(model: Path, trained: UnitVectors) -> bool:
    """Whether a folder holds the model of these vectors."""
    if not (model / "manifest.json").exists():
        return False
    training = read_manifest(model).raw.get("training")
    return isinstance(training, dict) and training.get("vectors") == trained.digest


def ranked_phrases(model: PhraseModel, minimum: float) -> dict[str, float]:
    """The phrases that ranking looks for, with their quality: sound ones only."""
    lexicon = model.lexicon(str, minimum)
    return {f"{first} {rest}": round(quality, 3) for first, rests in lexicon.items() for rest, quality in rests.items()}


def _chunks(trained: UnitVectors) -> Iterator[Chunk]:
    for start in range(0, len(trained.names), CHUNK):
        yield trained.names[start : start + CHUNK], trained.rows[start : start + CHUNK]


def _blocks(rows: Rows) -> Iterator[Rows]:
    for start in range(0, len(rows), CHUNK):
        yield rows[start : start + CHUNK]


def _details(mined: PhraseModel, trained: UnitVectors, licence: str, source: str) -> dict[str, Json]:
    """What the manifest says beside the figures: everything that the model depends on."""
    kept = ("dimensions", "epochs", "window", "negative", "rate", "sample", "shortest", "longest", "min_count", "seed")
    return {
        "tokenizer": str(mined.meta["tokeniser"]),
        "source": source,
        "licence": licence or "not stated",
        "about": f"Trained on {int(str(trained.meta['tokens'])):,} tokens, phrases as units.",
        "training": {
            "trainer": trained.meta["trainer"],
            **{name: trained.meta[name] for name in kept},
            "phrase_model": mined.digest,
            "phrase_minimum": trained.meta["minimum"],
            "knowledge_base": mined.meta["knowledge_base"],
            "corpus": trained.meta["corpus"],
            "vectors": trained.digest,
        },
    }
