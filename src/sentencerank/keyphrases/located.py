"""Where the candidates for the keyphrases of a document stand, in columns."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from sentencerank.languages.text_words import Span, Words
from sentencerank.method.arrays import Ids


@dataclass(frozen=True, eq=False)
class Located:
    """The candidates in columns: candidate k has the words `starts[i]` to `ends[i]` for i from `bounds[k]` on."""

    words: Words
    code: str
    starts: Ids
    ends: Ids
    bounds: Ids
    alone: Ids  # how many places of each are not part of a longer candidate
    shorts: Mapping[int, str] = field(default_factory=dict)  # the acronyms of candidates
    ties: Sequence[tuple[int, int]] = ()  # each candidate with the stem of its acronym, in the order of candidates
    keys_of: Sequence[str] = ()  # of candidates whose stems differ and belong together
    nouns_of: Mapping[str, list[int]] | None = None  # where each noun stands, by its stem, if such stems are one

    @cached_property
    def counts(self) -> Ids:
        """How many places each has."""
        return np.diff(self.bounds)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """What the inflections of each have in common."""
        return tuple(map(self.key, range(len(self.alone))))

    @cached_property
    def nouns(self) -> Mapping[str, list[int]]:
        """Where each noun stands, by its stem; an acronym is its phrase."""
        if self.nouns_of is not None:
            return self.nouns_of
        nouns: defaultdict[str, list[int]] = defaultdict(list)
        tied = {stem for _, stem in self.ties}
        for place in self.words.nouns:
            if self.words.ids[place] not in tied:
                nouns[self.words.stems[place]].append(place)
        return nouns

    @property
    def columns(self) -> tuple[object, ...]:
        """What the kernel reads."""
        return self.words.columns.native, self.starts, self.ends, self.bounds

    def key(self, candidate: int) -> str:
        """Return what the inflections of a candidate have in common."""
        return self.keys_of[candidate] if self.keys_of else key_of(self.words, self.first(candidate))

    def first(self, candidate: int) -> Span:
        """Return where a candidate stands first."""
        spans, bounds = self._spans
        return spans[bounds[candidate]]

    @cached_property
    def _spans(self) -> tuple[list[Span], list[int]]:
        return list(zip(self.starts.tolist(), self.ends.tolist(), strict=True)), self.bounds.tolist()

    def spans(self, candidate: int) -> list[Span]:
        """Return where a candidate stands."""
        spans, bounds = self._spans
        return spans[bounds[candidate] : bounds[candidate + 1]]


def key_of(words: Words, span: Span) -> str:
    """Return what the inflections of a phrase have in common."""
    start, end = span
    return " ".join(
        [stem or lower for stem, lower in zip(words.stems[start:end], words.lowers[start:end], strict=True)]
    )
