"""The candidates for keyphrases while they are gathered: dictionaries of places, where the kernel has not found all."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

from sentencerank.languages.text_words import Span, Words


@dataclass(slots=True)
class Gathered:
    """The candidates by their keys: the stems of their words, with spaces between."""

    words: Words
    code: str
    places: defaultdict[str, list[Span]] = field(default_factory=lambda: defaultdict(list))  # of several words
    nouns: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))  # places of single ones
    alone: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))  # not part of a longer candidate
    shorts: dict[str, str] = field(default_factory=dict)  # key of a phrase → its acronym
    acronyms: dict[str, str] = field(default_factory=dict)  # stem of an acronym → key of its phrase

    def spans(self, key: str) -> list[Span]:
        """Return where a candidate stands."""
        return self.places.get(key) or [(place, place + 1) for place in self.nouns.get(key, ())]

    def keys(self) -> list[str]:
        """Return the keys of the candidates. A word that never stands alone is told by the phrases it is part of."""
        places, alone, stems = self.places, self.alone, set(self.words.stems)
        return [key for key in places if key in alone or key not in stems] + [key for key in self.nouns if key in alone]

    def take(self, key: str, span: Span) -> None:
        """Take some words, of this key, for a candidate that is part of no longer one."""
        self.places[key].append(span)
        self.alone[key] += 1
