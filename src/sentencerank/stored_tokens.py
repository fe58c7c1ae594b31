"""The words of a document in a few arrays: what is sent and kept of them takes a quarter of the words as objects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from sentencerank.document import Sentence, Token

Column: TypeAlias = NDArray[np.unsignedinteger[Any]]
_FLAGS = ("essential", "noun", "breaks", "adjective")


@dataclass(frozen=True, eq=False)
class StoredTokens(Sequence[Sequence[Token]]):
    """The words of each sentence, made again when they are asked for. Made by `store_tokens`."""

    texts: tuple[str, ...]  # of the sentences
    bounds: Column  # sentence k has the words bounds[k] to bounds[k + 1]
    starts: Column
    lengths: Column
    flags: Column
    stems: Column  # number of each word's stem, from 1; 0: none
    known: str  # all stems, with line ends between
    written: dict[int, str]  # words that are not written as in the sentence

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, index: int) -> list[Token]: ...

    @overload
    def __getitem__(self, index: slice) -> list[list[Token]]: ...

    def __getitem__(self, index: int | slice) -> list[Token] | list[list[Token]]:
        if isinstance(index, slice):
            return [self[k] for k in range(len(self))[index]]
        index = range(len(self))[index]
        return self._sentence(index, self.known.split("\n"))

    def __iter__(self) -> Iterator[list[Token]]:
        known = self.known.split("\n")
        return (self._sentence(index, known) for index in range(len(self)))

    def _sentence(self, index: int, known: Sequence[str]) -> list[Token]:
        text, places = self.texts[index], slice(int(self.bounds[index]), int(self.bounds[index + 1]))
        columns = (self.starts[places], self.lengths[places], self.flags[places], self.stems[places])
        return [
            Token(
                self.written.get(place, text[start : start + length]),
                start,
                known[stem - 1] if stem else "",
                *(bool(flags >> bit & 1) for bit in range(len(_FLAGS))),
            )
            for place, (start, length, flags, stem) in enumerate(
                zip(*(column.tolist() for column in columns), strict=True), start=places.start
            )
        ]


def store_tokens(tokens: Sequence[Sequence[Token]], sentences: Sequence[Sentence]) -> StoredTokens:
    """Return the words of some sentences in arrays.

    >>> word = Token("Rain", 0, "rain", True, True, False)
    >>> store_tokens([[word]], [Sentence(0, "Rain fell.", 0, 10)])[0] == [word]
    True
    """
    every = [token for some in tokens for token in some]
    numbers: dict[str, int] = {}
    stems = [numbers.setdefault(token.stem, len(numbers) + 1) if token.stem else 0 for token in every]
    flags = [sum(getattr(token, name) << bit for bit, name in enumerate(_FLAGS)) for token in every]
    texts = tuple(sentence.text for sentence in sentences)
    owners = [k for k, some in enumerate(tokens) for _ in some]
    written = {
        place: token.text
        for place, (token, owner) in enumerate(zip(every, owners, strict=True))
        if not texts[owner].startswith(token.text, token.start)
    }
    return StoredTokens(
        texts=texts,
        bounds=_column([0, *accumulate(map(len, tokens))]),
        starts=_column([token.start for token in every]),
        lengths=_column([len(token.text) for token in every]),
        flags=_column(flags),
        stems=_column(stems),
        known="\n".join(numbers),
        written=written,
    )


def _column(numbers: Sequence[int]) -> Column:
    """Numbers in the smallest type that holds them."""
    return np.array(numbers, dtype=np.min_scalar_type(max(numbers, default=0)))
