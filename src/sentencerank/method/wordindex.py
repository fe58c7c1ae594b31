"""Which words stand where, for queries: all but stop words, and numbers, which the terms of the graphs leave out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from sentencerank.document import Token
from sentencerank.frozen import dataclass
from sentencerank.method.arrays import Ids


@dataclass(frozen=True, slots=True, eq=False)
class WordIndex:
    """The words of some texts. Text k holds `ids[bounds[k]:bounds[k + 1]]`, in reading order."""

    numbers: dict[str, int]  # stem → number of the word
    surfaces: tuple[str, ...]  # a written form of each word: what is looked up and shown
    ids: Ids  # (t,)
    starts: Ids  # (t,) offset of each in its text
    ends: Ids  # (t,)
    bounds: Ids  # (texts + 1,)

    @property
    def owners(self) -> Ids:
        """The text that each word stands in."""
        return np.repeat(np.arange(len(self.bounds) - 1), np.diff(self.bounds))

    def first(self, count: int) -> WordIndex:
        """The first texts alone, with the same numbers."""
        end = self.bounds[count]
        return WordIndex(
            self.numbers, self.surfaces, self.ids[:end], self.starts[:end], self.ends[:end], self.bounds[: count + 1]
        )


def index_words(texts: Sequence[Sequence[Token]], stems: Mapping[str, str] = MappingProxyType({})) -> WordIndex:
    """Number the words of texts: what the language holds for essential, and whatever has a digit ("17", "3M").

    `stems` are those of single forms, before that of the token: such a form counts, even if it is a stop word.
    """
    numbers: dict[str, int] = {}
    surfaces: list[str] = []
    ids: list[int] = []
    starts: list[int] = []
    ends: list[int] = []
    bounds = [0]
    for tokens in texts:
        for token in tokens:
            text, start = token.text, token.start
            lower = text.lower()
            # Most stop words are nothing but letters, so that their characters need not be looked at one by one.
            if not token.essential and lower not in stems and (text.isalpha() or not any(map(str.isdigit, text))):
                continue
            stem = stems.get(lower) or token.stem or lower
            number = numbers.get(stem)
            if number is None:
                number = numbers[stem] = len(surfaces)
                surfaces.append(lower)
            ids.append(number)
            starts.append(start)
            ends.append(start + len(text))
        bounds.append(len(ids))
    arrays = (np.array(values, dtype=np.intp) for values in (ids, starts, ends, bounds))
    return WordIndex(numbers, tuple(surfaces), *arrays)
