"""The documents of a collection that are nearest to one of them, by the cosine of tf-idf vectors."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np

from sentencerank.errors import DataError
from sentencerank.evaluate.rivals.reading import Counts, Reading, counts_of
from sentencerank.method.arrays import Ids
from sentencerank.method.selection import by_score


@dataclass(frozen=True, eq=False)
class Neighbours:
    """An index of a collection: which document has which word, and how much that weighs there."""

    readings: tuple[Reading, ...]
    postings: dict[str, tuple[Ids, Counts]]  # word → documents, weights in unit vectors

    @classmethod
    def of(cls, readings: Sequence[Reading]) -> Neighbours:
        """Make the index."""
        bags = [Counter(word for words in reading.words for word in words) for reading in readings]
        documents = Counter(word for bag in bags for word in bag)
        found: dict[str, tuple[list[int], list[float]]] = {}
        for number, bag in enumerate(bags):
            weights = {word: count * log(len(bags) / documents[word]) for word, count in bag.items()}
            length = sqrt(sum(weight * weight for weight in weights.values())) or 1.0
            for word, weight in weights.items():
                places, values = found.setdefault(word, ([], []))
                places.append(number)
                values.append(weight / length)
        return cls(tuple(readings), {word: (np.array(p), np.array(v)) for word, (p, v) in found.items()})

    def nearest(self, reading: Reading, count: int) -> tuple[Reading, ...]:
        """Return the nearest documents in the same language, the most similar first.

        Raises DataError if no other document is in this language.
        """
        others = np.array([one.id != reading.id and one.language == reading.language for one in self.readings])
        if not others.any():
            raise DataError(
                "a document is ranked with the nearest ones of a collection, and no other one is in this language: "
                "evaluate several documents together, or choose e-coh"
            )
        cosine = np.zeros(len(self.readings))
        own = next(place for place, one in enumerate(self.readings) if one.id == reading.id)
        for word in {word for words in reading.words for word in words}:
            places, weights = self.postings[word]
            cosine[places] += weights * weights[places == own]
        order = by_score(np.where(others, cosine, -1.0))
        return tuple(self.readings[i] for i in order[: min(count, int(others.sum()))].tolist())


def together(readings: Sequence[Reading]) -> tuple[Counts, Ids]:
    """Return the word counts of the sentences of several documents, and whose sentence each is."""
    owners = np.repeat(np.arange(len(readings)), [len(reading.words) for reading in readings])
    return counts_of(words for reading in readings for words in reading.words), owners
