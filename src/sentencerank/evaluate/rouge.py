"""ROUGE-1, -2, -SU4 and -L as the original script ROUGE-1.5.5 computes them (§8).

Lin, *ROUGE: a package for automatic evaluation of summaries* (2004). A scorer prepares its references once and then
scores many summaries:

    >>> scorer = Rouge([["The cat sat on the mat."], ["A cat was sitting there."]])
    >>> scorer.score(["The cat sat."]).rouge_1
    Score(recall=0.36363636363636365, precision=0.6666666666666666, f=0.4705882352941177)

The defaults are the script's `-n 2 -2 4 -u -m -f A -p 0.5`; `word_limit=100` is its `-l 100`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import get_args

import numpy as np

from sentencerank.errors import DataError, OptionsError
from sentencerank.evaluate.hits import (
    GramTable,
    Hits,
    Score,
    Several,
    Units,
    pairs,
    positions,
    skip_units,
    union_lcs,
)
from sentencerank.evaluate.tokens import Text, Tokens, tokens
from sentencerank.evaluate.tokens import stem as rouge_stem


@dataclass(frozen=True, slots=True)
class RougeScores:
    """The four measures of one summary."""

    rouge_1: Score
    rouge_2: Score
    rouge_su4: Score
    rouge_l: Score


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """All that a summary shares with the references; every way to treat several references starts here."""

    rouge_1: Hits
    rouge_2: Hits
    rouge_su4: Hits
    rouge_l: Hits

    def scores(self, several: Several = "pooled", alpha: float = 0.5) -> RougeScores:
        """Return the four measures."""
        return RougeScores(
            self.rouge_1.score(several, alpha),
            self.rouge_2.score(several, alpha),
            self.rouge_su4.score(several, alpha),
            self.rouge_l.score(several, alpha),
        )


class Rouge:
    """References, prepared; `score` then takes any number of summaries.

    A text is a sequence of sentences, or a string with one sentence a line. `stem` is the script's `-m`; `stop_words`
    are dropped before stemming (`-s` with a list of your own); a limit cuts the summary and each reference. Without
    `longest` (the script's `-x`) ROUGE-L is 0: on long texts it takes most of the time. `unicode` counts words of any
    script, without stems, stop words or limits: the script itself sees only ASCII. Raises DataError without a reference
    and OptionsError for limits that are not positive.
    """

    def __init__(
        self,
        references: Sequence[Text],
        *,
        stem: bool = True,
        stop_words: Collection[str] = (),
        word_limit: int | None = None,
        byte_limit: int | None = None,
        several: Several = "pooled",
        longest: bool = True,
        unicode: bool = False,
    ) -> None:
        if isinstance(references, str) or not references:
            raise DataError("ROUGE needs at least one reference: give a list of texts, each a list of sentences")
        if word_limit is not None and byte_limit is not None:
            raise OptionsError(f"word_limit={word_limit} and byte_limit={byte_limit}: give one of them")
        for name, limit in (("word_limit", word_limit), ("byte_limit", byte_limit)):
            if limit is not None and limit < 1:
                raise OptionsError(f"{name}={limit}: give a positive number, or None for no limit")
        if several not in get_args(Several):
            raise OptionsError(f"several={several!r}: give one of {', '.join(get_args(Several))}")
        self._stem = rouge_stem if stem else None
        self._stop_words = frozenset(stop_words)
        self._word_limit, self._byte_limit = word_limit, byte_limit
        self._several, self._wants_longest = several, longest
        self._unicode = unicode
        read = [self._read(text) for text in references]
        vocabulary = dict.fromkeys(chain.from_iterable(text.words for text in read))
        self._numbers = {word: k for k, word in enumerate(vocabulary)}
        self._base = len(self._numbers) + 1
        words = [self._numbered(text) for text in read]
        self._rouge_1 = GramTable(words)
        self._rouge_2 = GramTable([pairs(units, self._base) for units in words])
        self._rouge_su4 = GramTable([skip_units(units, self._base) for units in words])
        self._rouge_l = [(text.sentences, Counter(text.words)) for text in read]
        self._longest_units = np.array([sum(map(len, text.sentences)) for text in read], dtype=np.int64)

    def score(self, summary: Text) -> RougeScores:
        """Return the four measures of a summary; an empty one scores 0."""
        return self.matches(summary).scores(self._several)

    def matches(self, summary: Text) -> Matches:
        """Return the counts behind the scores, for those who need several treatments of the references at once."""
        read = self._read(summary)
        words = self._numbered(read)
        return Matches(
            self._rouge_1.hits(words),
            self._rouge_2.hits(pairs(words, self._base)),
            self._rouge_su4.hits(skip_units(words, self._base)),
            self._longest(read),
        )

    def _read(self, text: Text) -> Tokens:
        return tokens(
            text,
            stem=self._stem,
            stop_words=self._stop_words,
            word_limit=self._word_limit,
            byte_limit=self._byte_limit,
            unicode=self._unicode,
        )

    def _numbered(self, text: Tokens) -> Units:
        """Return words as numbers; all words that no reference has share one number, which no reference has either."""
        unknown = len(self._numbers)
        return np.array([self._numbers.get(word, unknown) for word in text.words], dtype=np.int64)

    def _longest(self, summary: Tokens) -> Hits:
        """Count ROUGE-L: words on LCS∪, each at most as often as the summary and the reference have it."""
        if not self._wants_longest:
            return Hits(np.zeros_like(self._longest_units), self._longest_units, len(summary.words))
        where = positions(summary.sentences)
        available = Counter(summary.words)
        hits = []
        for sentences, present in self._rouge_l:
            found = Counter(chain.from_iterable(union_lcs(sentence, where) for sentence in sentences))
            hits.append(sum(min(count, present[word], available[word]) for word, count in found.items()))
        return Hits(np.array(hits, dtype=np.int64), self._longest_units, len(summary.words))
