"""Unigram: a word falls into the pieces whose scores have the largest sum, as SentencePiece cuts it."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from sentencerank.model.spelling import Speller

SPACE = "\u2581"  # stands before every word
_UNKNOWN = -1000.0  # the score of a character without a piece: far below any piece


@dataclass(frozen=True, slots=True, eq=False)
class Unigram(Speller):
    """The best segmentation of a word, found from left to right; characters without a piece are left out.

    >>> speller = Unigram({SPACE: (0, -3.0), SPACE + "play": (1, -5.0), "ing": (2, -4.0), "in": (3, -6.0)})
    >>> speller.spell("playing"), speller.spell("playα")
    ((1, 2), (1,))
    """

    vocabulary: Mapping[str, tuple[int, float]]  # piece → row, score
    cased: bool = True  # otherwise words are put into lower case first
    _spelt: dict[str, tuple[int, ...]] = field(default_factory=dict, repr=False)

    def _spell(self, word: str) -> tuple[int, ...]:
        text = SPACE + unicodedata.normalize("NFKC", word if self.cased else word.lower())
        best: list[tuple[float, int, int]] = [(0.0, 0, -1)]  # score, where the last piece begins, its row
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
