"""How a word that has no row of its own falls into pieces that have one: WordPiece, Unigram, or n-grams (`ngrams`)."""

from __future__ import annotations

import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from itertools import chain
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sentencerank import kernel
from sentencerank import patterns as re
from sentencerank.errors import ModelError
from sentencerank.frozen import dataclass
from sentencerank.model.array_files import map_array
from sentencerank.model.manifest import AGAIN, Manifest
from sentencerank.model.ngrams import FastTextPieces, FloretPieces

LONGEST = 100  # characters; longer strings are not words
CACHED = 20_000  # words whose pieces are remembered
SPACE = "\u2581"  # stands before every word in the pieces of Unigram
_UNKNOWN = -1000.0  # the score of a character without a piece: far below any piece
_JOINTS = re.at_once(r"[\W_]+")


class Speller(Protocol):
    """How a word falls into pieces. Implementations may remember words, which changes no result."""

    def pieces(self, words: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the row numbers of all pieces of all words, and how many belong to each word; 0 means no vector."""

    def whole_words(self) -> Iterator[str]:
        """Yield the words that are a single piece, in the order of the rows; none if pieces are known by a hash."""


class CachedSpeller(ABC):
    """A speller that works word by word, and remembers what it has spelt."""

    __slots__ = ()
    _spelt: dict[str, tuple[int, ...]]

    def pieces(self, words: Sequence[str]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the rows of all pieces of all words, and how many belong to each."""
        known = self._spelt.get
        spelt = [known(word) or self.spell(word) for word in words]
        counts = np.fromiter(map(len, spelt), np.intp, len(spelt))
        return np.fromiter(chain.from_iterable(spelt), np.intp, int(counts.sum())), counts

    def spell(self, word: str) -> tuple[int, ...]:
        """Return the rows of a word; what cannot be spelt is left out, and () means no vector."""
        found = self._spelt.get(word)
        if found is None:
            if len(self._spelt) >= CACHED:
                self._spelt.clear()
            found = self._spelt[word] = self._spell(word) if len(word) <= LONGEST else ()
        return found

    @abstractmethod
    def _spell(self, word: str) -> tuple[int, ...]:
        """Return the rows of a word that is not remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class WordPiece(CachedSpeller):
    """The longest pieces that a vocabulary has, from the left; joints split a word first.

    Unless it is cased, a word is put into lower case and loses its accents.

    >>> speller = WordPiece({"play": 0, "##ing": 1, "cafe": 2})
    >>> speller.spell("Playing"), speller.spell("café-play"), speller.spell("played")
    ((0, 1), (2, 0), ())
    """

    vocabulary: Mapping[str, int]  # piece → row; a piece that continues a word begins with ##
    cased: bool = False
    _spelt: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False)

    def whole_words(self) -> Iterator[str]:
        """Yield the pieces that begin a word."""
        return (piece for piece in self.vocabulary if piece and not piece.startswith("##"))

    def _spell(self, word: str) -> tuple[int, ...]:
        letters = word if self.cased else word.lower()
        # Most words are one piece.
        if letters.isascii() and letters.isalnum() and (row := self.vocabulary.get(letters)) is not None:
            return (row,)
        if not letters.isascii() and not self.cased:
            letters = "".join(c for c in unicodedata.normalize("NFD", letters) if unicodedata.category(c) != "Mn")
        parts = [letters] if letters.isalnum() else _JOINTS.split(letters)
        return tuple(chain.from_iterable(self._longest_matches(part) for part in parts))

    def _longest_matches(self, part: str) -> list[int]:
        if kernel.native is not None and isinstance(self.vocabulary, dict):
            found: list[int] = kernel.native.longest_matches(part, self.vocabulary)
            return found
        ids: list[int] = []
        start, mark = 0, ""
        while start < len(part):
            for end in range(len(part), start, -1):
                row = self.vocabulary.get(mark + part[start:end])
                if row is not None:
                    break
            else:
                # Never the row of [UNK]: it would make all strange words alike.
                return []
            ids.append(row)
            start, mark = end, "##"
        return ids


@dataclass(frozen=True, slots=True, eq=False)
class Unigram(CachedSpeller):
    """The pieces whose scores have the largest sum, as SentencePiece cuts a word; other characters are left out.

    >>> speller = Unigram({SPACE: (0, -3.0), SPACE + "play": (1, -5.0), "ing": (2, -4.0), "in": (3, -6.0)})
    >>> speller.spell("playing"), speller.spell("playα")
    ((1, 2), (1,))
    """

    vocabulary: Mapping[str, tuple[int, float]]  # piece → row, score
    cased: bool = True  # otherwise words are put into lower case first
    _spelt: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False)

    def whole_words(self) -> Iterator[str]:
        """Yield the pieces that begin a word, without their mark."""
        return (piece[1:] for piece in self.vocabulary if piece.startswith(SPACE) and piece != SPACE)

    def _spell(self, word: str) -> tuple[int, ...]:
        text = SPACE + unicodedata.normalize("NFKC", word if self.cased else word.lower())
        # best[end]: the score of text[:end], where its last piece begins, and the row of that piece.
        best: list[tuple[float, int, int]] = [(0.0, 0, -1)]
        for end in range(1, len(text) + 1):
            options = [(best[end - 1][0] + _UNKNOWN, end - 1, -1)]
            for start in range(end):
                piece = self.vocabulary.get(text[start:end])
                if piece is not None:
                    options.append((best[start][0] + piece[1], start, piece[0]))
            best.append(max(options, key=lambda option: option[0]))
        rows: list[int] = []
        end = len(text)
        while end:
            _, end, row = best[end]
            rows.append(row)
        return tuple(row for row in reversed(rows) if row >= 0)


def load_speller(manifest: Manifest, count: int) -> Speller:
    """Return the speller that the manifest describes, for `count` rows; raise ModelError if it is not known."""
    settings = manifest.subwords
    kind = settings.get("kind")
    try:
        if kind == "wordpiece":
            return WordPiece(_vocabulary(manifest, count), manifest.cased)
        if kind == "unigram":
            scores = map_array(manifest, "piece_scores.npy", "float32", count).tolist()
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
    """Read `vocabulary.txt`: line i names row i; an empty line is a row that nothing reaches."""
    manifest.require("vocabulary.txt")
    names = (manifest.folder / "vocabulary.txt").read_text(encoding="utf-8").split("\n")[:-1]
    if len(names) != count:
        raise ModelError(f"{manifest.folder}: {len(names)} pieces and {count} rows do not fit. {AGAIN}")
    return dict(zip(names, range(count), strict=True))
