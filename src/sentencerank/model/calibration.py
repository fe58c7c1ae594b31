"""δ from the vectors themselves: the cosine above which a term has the expected number of neighbours (§9).

A cosine means something else in every table, so it is never copied: among frequent content words, δ is where a given
share of all pairs lies above it. 0.65 on fastText vectors keeps 0.4 % of such pairs, 8 neighbours among 2,000 words.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path

import numpy as np

from sentencerank.errors import OptionsError
from sentencerank.languages.language import Language
from sentencerank.method.arrays import Vectors
from sentencerank.model.embeddings import EmbeddingTable, names_of, unit
from sentencerank.model.manifest import read_manifest, write_manifest
from sentencerank.model.model import load

SHARE = 0.004  # of all pairs: what a cosine of 0.65 keeps on vectors such as the paper's
WORDS = 2000  # frequent words that are compared
SHARING = 0.05  # of pairs of composed phrases that share a word and nothing else: so many count as alike
ENOUGH = 100  # with fewer, the share says nothing
PRINTED = (0.65, 0.60)  # δ for words and for phrases in the paper, where nothing can be measured


@dataclass(frozen=True, slots=True)
class Calibration:
    """δ for words and for a pair with a phrase in it, and what they were found from."""

    words: float
    phrases: float
    share: float
    compared: int  # words; 0: the paper's values, for there were too few
    compared_phrases: int  # phrases with rows of their own; 0: phrases composed of the words


def calibrate(table: EmbeddingTable, words: Sequence[str], share: float = SHARE) -> float:
    """Return δ: the cosine that this share of all pairs of frequent content words exceeds."""
    if not 0 < share < 1:
        raise OptionsError(f"share is {share}; it must lie between 0 and 1.")
    vectors = unit(table.vectors(words))
    vectors = vectors[vectors.any(axis=1)]
    if len(vectors) < 2:
        raise OptionsError(f"{len(vectors)} of {len(words)} words have a vector; give at least two, better 2,000.")
    return _exceeded_by(vectors, share)


def recalibrate(
    folder: Path, *, share: float | None = None, words: Iterable[str] | None = None, write: bool = True
) -> Calibration:
    """Find δ anew for a model folder, from its own vectors, and write it into the manifest.

    `words` are frequent words of the language, for a table that holds no words of its own. Raises ModelError if the
    model cannot be loaded.
    """
    manifest, model = read_manifest(folder), load(folder)
    names = words if words is not None else names_of(model.embeddings)
    found = find_thresholds(model.embeddings, names, model.language, SHARE if share is None else share)
    if write:
        thresholds = {"words": found.words, "phrases": found.phrases}
        how = {key: value for key, value in asdict(found).items() if key not in thresholds}
        write_manifest(folder, {**manifest.raw, "thresholds": thresholds, "calibration": how})
    return found


def find_thresholds(
    table: EmbeddingTable, names: Iterable[str], language: Language, share: float = SHARE, count: int = WORDS
) -> Calibration:
    """Return δ for words and for phrases; `names` are all names of the table, the most frequent first.

    Phrases with rows of their own are compared with each other. Where there are none, a phrase is the mean of its words
    and close to every other that has one of them: δ is then what only `SHARING` of such pairs exceed.
    """
    words, phrases = frequent(names, language, count)
    words = [word for word, row in zip(words, table.vectors(words), strict=True) if row.any()]
    if len(words) < ENOUGH:
        return Calibration(*PRINTED, share, 0, 0)
    delta = calibrate(table, words, share)
    if len(phrases) >= ENOUGH:
        return Calibration(round(delta, 3), round(calibrate(table, phrases, share), 3), share, len(words), len(phrases))
    return Calibration(round(delta, 3), round(max(delta, _sharing(table, words)), 3), share, len(words), 0)


def frequent(names: Iterable[str], language: Language, count: int = WORDS) -> tuple[list[str], list[str]]:
    """Return the first content words and the first phrases: no stop words, no name twice in other capitals."""
    words: dict[str, str] = {}
    phrases: dict[str, str] = {}
    rest = iter(names)
    while (len(words) < count) and (some := list(islice(rest, 1000))):
        for name, tokens in zip(some, language.tokens(some), strict=True):
            if " " in name:
                phrases.setdefault(name.lower(), name)
            elif name.isalpha() and len(tokens) == 1 and tokens[0].essential and (len(name) > 2 or not name.isascii()):
                words.setdefault(name.lower(), name)
    # Phrases are rarer than words: look further for them, if there are any.
    for name in rest if 0 < len(phrases) < count else ():
        if len(phrases) >= count:
            break
        if " " in name:
            phrases.setdefault(name.lower(), name)
    return list(words.values())[:count], list(phrases.values())[:count]


def _sharing(table: EmbeddingTable, words: Sequence[str]) -> float:
    """Return the cosine that few pairs of phrases exceed which have one word in common and another one each."""
    third = len(words) // 3
    common, first, second = words[:third], words[third : 2 * third], words[2 * third : 3 * third]
    one = unit(table.vectors([f"{a} {b}" for a, b in zip(common, first, strict=True)]))
    other = unit(table.vectors([f"{a} {b}" for a, b in zip(common, second, strict=True)]))
    return float(np.quantile(np.einsum("ij,ij->i", one, other), 1 - SHARING))


def _exceeded_by(vectors: Vectors, share: float) -> float:
    pairs = (vectors @ vectors.T)[np.triu_indices(len(vectors), k=1)]
    return float(np.quantile(pairs, 1 - share))
