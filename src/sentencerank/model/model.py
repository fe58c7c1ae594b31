"""What training leaves on disk for one language: its words, its phrases, its vectors and their thresholds.

The folder is described in docs/model-format.md. Nothing in it is executed and nothing is a pickle.
"""

from __future__ import annotations

from pathlib import Path

from sentencerank.errors import ModelError
from sentencerank.frozen import dataclass
from sentencerank.languages.english import load_english
from sentencerank.languages.language import Language
from sentencerank.languages.registry import language_of
from sentencerank.method.phrases import PhraseLexicon
from sentencerank.model.array_files import map_array, verify_numbers
from sentencerank.model.embeddings import EmbeddingTable, NoVectors, Rows, SubwordTable, WordTable
from sentencerank.model.manifest import AGAIN, Manifest, read_manifest, verify
from sentencerank.model.names import load_names
from sentencerank.model.phrase_file import load_phrases
from sentencerank.model.spellers import load_speller

ENGLISH = Path(__file__).parent.parent / "data" / "en"  # ships with the package


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
    """Open a model folder, by default the English one of the package.

    Raises ModelError if a file is missing, has another size, or is a text file that was changed.

    >>> model = load()
    >>> model.language.code, model.threshold, model.phrases.contains("blood vessels")
    ('en', 0.35, True)
    """
    folder = Path(path) if path is not None else ENGLISH
    manifest = read_manifest(folder)
    verify(manifest)
    language = _language(manifest)
    return Model(
        language, _phrases(manifest, language), load_table(manifest), *manifest.thresholds, manifest.name, folder
    )


def without_vectors(language: Language) -> Model:
    """Return a model for a language that has no vectors: co-occurrence is all there is.

    >>> without_vectors(language_of("de")).embeddings.vectors(["Haus"]).any()
    np.False_
    """
    return Model(language, PhraseLexicon({}), NoVectors(), 1.0, 1.0, f"{language.code}-without-vectors")


def check(path: Path | None = None) -> None:
    """Verify every byte of a model folder against its manifest, and that its numbers are numbers; then open it.

    Raises ModelError if a file was changed, or if a row holds NaN or infinity.
    """
    folder = Path(path) if path is not None else ENGLISH
    manifest = read_manifest(folder)
    verify(manifest, everything=True)
    load(folder)
    verify_numbers(manifest)


def load_table(manifest: Manifest) -> SubwordTable | WordTable:
    """Map the vectors of a model folder: words with rows of their own, subwords, or both."""
    subwords = None
    if manifest.subwords:
        rows = _rows(manifest, "subwords.npy", "subword_scales.npy")
        subwords = SubwordTable(rows, load_speller(manifest, len(rows.numbers)))
    if "rows.npy" in manifest.files:
        rows = _rows(manifest, "rows.npy", "scales.npy")
        return WordTable(load_names(manifest, len(rows.numbers)), rows, subwords, manifest.cased)
    if subwords is None:
        raise ModelError(f"{manifest.folder} has neither words nor subwords. {AGAIN}")
    return subwords


def _rows(manifest: Manifest, name: str, scales: str) -> Rows:
    numbers = map_array(manifest, name, "int8 float16 float32", None, manifest.dimensions)
    return Rows(numbers, map_array(manifest, scales, "float32", len(numbers)) if numbers.dtype == "int8" else None)


def _language(manifest: Manifest) -> Language:
    """Return the language of a model; English with its own words if the folder has them."""
    if manifest.language == "en" and "tags.txt" in manifest.files:
        manifest.require("stopwords.txt")
        return load_english(manifest.folder)
    return language_of(manifest.language)


def _phrases(manifest: Manifest, language: Language) -> PhraseLexicon:
    """Return the phrases of a model; an English model without any knows those of the package."""
    if "phrases.txt" in manifest.files:
        return load_phrases(manifest.folder / "phrases.txt", language.stem)
    return load_phrases(ENGLISH / "phrases.txt", language.stem) if language.code == "en" else PhraseLexicon({})
