"""What training leaves on disk for one language: its words, its phrases, its vectors and their thresholds.

The folder is described in docs/model-format.md. Nothing in it is executed and nothing is a pickle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

import numpy as np

from sentencerank.languages.english import load_english
from sentencerank.languages.language import Language
from sentencerank.languages.registry import language_of
from sentencerank.method.arrays import Vectors
from sentencerank.method.phrases import PhraseLexicon, load_phrases
from sentencerank.model.calibration import SHARE, Calibration, calibrate, find_thresholds
from sentencerank.model.embeddings import EmbeddingTable, NoVectors, SubwordTable, WordTable
from sentencerank.model.growing import Numbers
from sentencerank.model.manifest import Manifest, read_manifest, seal, verify, write_manifest
from sentencerank.model.phrase_file import large_phrases, phrase_lines
from sentencerank.model.tables import load_table
from sentencerank.model.unigram import SPACE, Unigram
from sentencerank.model.wordpiece import WordPiece
from sentencerank.model.write import (
    Chunk,
    Written,
    new_folder,
    write_lines,
    write_subwords,
    write_words,
)

__all__ = ["Model", "Subwords", "calibrate", "check", "load", "recalibrate", "without_vectors", "write_model"]

ENGLISH = Path(__file__).parent.parent / "data" / "en"  # ships with the package
LISTED = 200_000  # phrases of a database that ranking looks for: while writing, their names are held in memory


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


@dataclass(frozen=True, slots=True, eq=False)
class Subwords:
    """What spells a word that has no row: the kind of speller with its settings, and the rows of the pieces."""

    settings: Mapping[str, object]  # {"kind": "fasttext", "shortest": 3, "longest": 6} or another of the format
    rows: Iterable[Vectors] = field(repr=False)
    vocabulary: tuple[str, ...] = field(default=(), repr=False)  # wordpiece, unigram: the name of each row
    scores: tuple[float, ...] = field(default=(), repr=False)  # unigram: of each row


def load(path: Path | None = None) -> Model:
    """Open a model folder, by default the English one of the package; what is damaged is refused, now or when used.

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
    """A model for a language that has no vectors: co-occurrence is all there is.

    >>> without_vectors(language_of("de")).embeddings.vectors(["Haus"]).any()
    np.False_
    """
    return Model(language, PhraseLexicon({}), NoVectors(), 1.0, 1.0, f"{language.code}-without-vectors")


def check(path: Path | None = None) -> None:
    """Verify every byte of a model folder against its manifest, then open it; silent if all is well."""
    folder = Path(path) if path is not None else ENGLISH
    verify(read_manifest(folder), everything=True)
    load(folder)


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
    source, licence, about, tokenizer.
    """
    code = language_of(language).code
    with new_folder(folder, replace=replace) as partial:
        written = write_words(partial, words, numbers, 0 if phrases else LISTED) if words is not None else Written()
        if subwords:
            write_subwords(partial, subwords.rows, numbers)
            if subwords.vocabulary:
                write_lines(partial / "vocabulary.txt", subwords.vocabulary)
            if subwords.scores:
                np.save(partial / "piece_scores.npy", np.array(subwords.scores, dtype=np.float32), allow_pickle=False)
        lexicon = phrases or dict.fromkeys(written.phrase_names, 1.0)
        if lexicon:
            write_lines(partial / "phrases.txt", phrase_lines(lexicon, language_of(code).stem))
        seal(partial, _details(partial, name, code, numbers, written, subwords, thresholds, details or {}))
        if thresholds is None:
            recalibrate(partial)
    return written


def recalibrate(
    folder: Path, *, share: float | None = None, words: Iterable[str] | None = None, write: bool = True
) -> Calibration:
    """Find δ anew for a model folder, from its own vectors, and write it into the manifest.

    `words` are frequent words of the language, for a table that holds no words of its own.
    """
    manifest = read_manifest(folder)
    model = load(folder)
    names = words if words is not None else names_of(model.embeddings)
    found = find_thresholds(model.embeddings, names, model.language, SHARE if share is None else share)
    if write:
        thresholds = {"words": found.words, "phrases": found.phrases}
        how = {key: value for key, value in asdict(found).items() if key not in thresholds}
        write_manifest(folder, {**manifest.raw, "thresholds": thresholds, "calibration": how})
    return found


def names_of(table: EmbeddingTable) -> Iterator[str]:
    """The names that have a row of their own, the most frequent first; none if all words are spelt by a hash."""
    if isinstance(table, WordTable):
        yield from table.names
    elif isinstance(table, SubwordTable) and isinstance(table.speller, WordPiece):
        yield from (piece for piece in table.speller.vocabulary if piece and not piece.startswith("##"))
    elif isinstance(table, SubwordTable) and isinstance(table.speller, Unigram):
        yield from (piece[1:] for piece in table.speller.vocabulary if piece.startswith(SPACE) and piece != SPACE)


def _details(
    folder: Path,
    name: str,
    language: str,
    numbers: str,
    written: Written,
    subwords: Subwords | None,
    thresholds: tuple[float, float] | None,
    details: Mapping[str, object],
) -> dict[str, object]:
    rows = folder / ("rows.npy" if written.words + written.phrases else "subwords.npy")
    words, phrases = thresholds or (1.0, 1.0)
    return {
        "name": name,
        "language": language,
        "dimensions": int(np.load(rows, mmap_mode="r", allow_pickle=False).shape[1]),
        "numbers": numbers,
        "words": written.words,
        "phrases": written.phrases,
        "cased": written.cased or not (written.words + written.phrases),  # of a table without words nothing is known
        "subwords": dict(subwords.settings) if subwords else {},
        **details,
        "thresholds": {"words": words, "phrases": phrases},
    }


def _language(manifest: Manifest) -> Language:
    """The language of a model; English with its own words if the folder has them."""
    if manifest.language == "en" and "tags.txt" in manifest.files:
        manifest.needs("stopwords.txt")
        return load_english(manifest.folder)
    return language_of(manifest.language)


def _phrases(manifest: Manifest, language: Language) -> PhraseLexicon:
    """The phrases of a model; an English model without any knows those of the package."""
    if "phrases.txt" in manifest.files:
        path = manifest.folder / "phrases.txt"
        large = large_phrases(path)
        return load_phrases(path, language.stem) if large is None else PhraseLexicon(large, language.stem)
    return load_phrases(ENGLISH / "phrases.txt", language.stem) if language.code == "en" else PhraseLexicon({})
