"""What training leaves on disk for one language: its words, its phrases, its vectors and their thresholds.

The folder is described in docs/model-format.md. Nothing in it is executed and nothing is a pickle.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sentencerank.embeddings import EmbeddingTable, NoVectors, load_subwords, unit
from sentencerank.errors import ModelError, OptionsError
from sentencerank.language import Language
from sentencerank.languages.codes import language as language_of
from sentencerank.languages.english import English, load_english
from sentencerank.phrases import PhraseLexicon, load_phrases

FORMAT = 1
ENGLISH = Path(__file__).parent / "data" / "en"  # ships with the package
_AGAIN = "Install or pack the model again."


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """Everything that ranking needs to know about one language."""

    language: Language
    phrases: PhraseLexicon
    embeddings: EmbeddingTable
    threshold: float  # δ: two words with a larger cosine share a semantic edge
    phrase_threshold: float  # the same for a pair with a phrase in it
    name: str
    path: Path | None = None


def load(path: Path | None = None) -> Model:
    """Read a model folder, by default the English one of the package; sizes are verified, contents by `check`.

    >>> model = load()
    >>> model.language.code, model.threshold, model.phrases.contains("blood vessels")
    ('en', 0.35, True)
    """
    folder = Path(path) if path is not None else ENGLISH
    manifest = _manifest(folder)
    language = load_english(folder) if manifest.language == "en" else language_of(manifest.language)
    stem = language.stem if isinstance(language, English) else str.casefold
    phrases = load_phrases(folder / "phrases.txt", stem) if "phrases.txt" in manifest.files else PhraseLexicon({})
    embeddings = load_subwords(folder)
    if embeddings.dimensions != manifest.dimensions:
        raise ModelError(f"{folder}: {embeddings.dimensions} dimensions, not {manifest.dimensions}. {_AGAIN}")
    return Model(language, phrases, embeddings, *manifest.thresholds, manifest.name, folder)


def without_vectors(language: Language) -> Model:
    """A model for a language that has no vectors: co-occurrence is all there is.

    >>> without_vectors(language_of("de")).embeddings.vectors(["Haus"]).any()
    np.False_
    """
    return Model(language, PhraseLexicon({}), NoVectors(), 1.0, 1.0, f"{language.code}-without-vectors")


def check(path: Path | None = None) -> None:
    """Verify the contents of a model folder against its manifest; silent if all is well."""
    folder = Path(path) if path is not None else ENGLISH
    for name, (_, digest) in _manifest(folder).files.items():
        found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        if found != digest:
            raise ModelError(f"{folder / name} was changed: its SHA-256 is {found}, not {digest}. {_AGAIN}")


def calibrate(table: EmbeddingTable, words: Sequence[str], share: float = 0.004) -> float:
    """δ: the cosine that this share of all pairs of frequent content words exceeds.

    0.65 on fastText vectors keeps 0.4 % of such pairs; the same share on other vectors is the same density of edges.
    """
    if not 0 < share < 1:
        raise OptionsError(f"share is {share}; it must lie between 0 and 1.")
    vectors = unit(table.vectors(words))
    vectors = vectors[vectors.any(axis=1)]
    if len(vectors) < 2:
        raise OptionsError(f"{len(vectors)} of {len(words)} words have a vector; give at least two, better 2,000.")
    pairs = (vectors @ vectors.T)[np.triu_indices(len(vectors), k=1)]
    return float(np.quantile(pairs, 1 - share))


@dataclass(frozen=True, slots=True)
class _Manifest:
    name: str
    language: str
    dimensions: int
    thresholds: tuple[float, float]  # words, phrases
    files: Mapping[str, tuple[int, str]]  # name → size, sha256


def _manifest(folder: Path) -> _Manifest:
    try:
        raw = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(f"{folder} has no readable manifest.json. Give the folder of a model.") from error
    except ValueError as error:
        raise ModelError(f"{folder / 'manifest.json'} is not JSON ({error}). {_AGAIN}") from error
    version = raw.get("format") if isinstance(raw, dict) else None
    if version != FORMAT:
        raise ModelError(
            f"{folder} has format {version!r}; this version reads {FORMAT}. Upgrade, or pack the model again."
        )
    try:
        thresholds = tuple(float(raw["thresholds"][key]) for key in ("words", "phrases"))
        files = {str(name): (int(entry["size"]), str(entry["sha256"])) for name, entry in raw["files"].items()}
        manifest = _Manifest(str(raw["name"]), str(raw["language"]), int(raw["dimensions"]), thresholds, files)  # type: ignore[arg-type]
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(f"{folder / 'manifest.json'}: missing or malformed entry ({error!r}). {_AGAIN}") from error
    if raw.get("tokenizer") != "wordpiece":
        raise ModelError(f"{folder}: tokenizer {raw.get('tokenizer')!r} is not known, only 'wordpiece'. {_AGAIN}")
    _verify_sizes(folder, manifest.files)
    needed = {"rows.npy", "scales.npy", "vocabulary.txt"} | (
        {"tags.txt", "stopwords.txt"} if manifest.language == "en" else set()
    )
    if missing := needed - set(manifest.files):
        raise ModelError(f"{folder / 'manifest.json'} does not list {', '.join(sorted(missing))}. {_AGAIN}")
    return manifest


def _verify_sizes(folder: Path, files: Mapping[str, tuple[int, str]]) -> None:
    for name, (size, _) in files.items():
        if Path(name).name != name:  # a manifest cannot reach outside its folder
            raise ModelError(f"{folder / 'manifest.json'} names {name!r}, which is not a plain file name. {_AGAIN}")
        try:
            found = (folder / name).stat().st_size
        except OSError as error:
            raise ModelError(f"{folder / name} is missing. {_AGAIN}") from error
        if found != size:
            raise ModelError(f"{folder / name} has {found:,} bytes, not {size:,}: it is damaged. {_AGAIN}")
