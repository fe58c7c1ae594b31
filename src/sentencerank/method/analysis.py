"""What the method sees of a document: numbers about its sentences and terms, no text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TypeVar, overload

import numpy as np

from sentencerank import kernel
from sentencerank.document import Token, Wording
from sentencerank.frozen import dataclass
from sentencerank.method.arrays import Ids, Mask, Scores, Vectors
from sentencerank.method.terms import Terms
from sentencerank.token_columns import Columns, columns_of

Item = TypeVar("Item")
_ROWS = {sign: row for row, sign in enumerate(Wording._fields)}


class Later(Sequence[Item]):
    """Things that are found when somebody asks for them; pickled as a tuple.

    >>> list(Later(lambda: ("rain", "sun")))
    ['rain', 'sun']
    """

    def __init__(self, find: Callable[[], Iterable[Item]]) -> None:
        self._find: Callable[[], Iterable[Item]] | None = find
        self._found: tuple[Item, ...] = ()

    def _all(self) -> tuple[Item, ...]:
        if self._find is not None:
            # What they are found in is let go.
            self._found, self._find = tuple(self._find()), None
        return self._found

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Item, ...]: ...
    def __getitem__(self, place: int | slice) -> Item | tuple[Item, ...]:
        return self._all()[place]

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Item]:
        return iter(self._all())

    def __reduce__(self) -> tuple[type[tuple[Item, ...]], tuple[tuple[Item, ...]]]:
        return tuple, (self._all(),)


class LaterTokens(Later[Sequence[Token]]):
    """The words of each sentence, likewise. Who needs them in columns alone need not wait for an object for each."""

    def __init__(
        self, find: Callable[[], Iterable[Sequence[Token]]], in_columns: Callable[[], Columns | None] = lambda: None
    ) -> None:
        super().__init__(find)
        self._in_columns = in_columns
        self._columns: Columns | None = None

    def columns(self) -> Columns:
        """Return the words of all sentences in columns."""
        if self._columns is None:
            self._columns = (self._in_columns() if self._find else None) or columns_of(self)
        return self._columns


class Told:
    """What the wording of some sentences tells: the fields of `Wording` as columns.

    >>> told = Told.by([Wording(asks=True), Wording(rules=0.5)])
    >>> told.flags("asks"), told.of(np.array([1])).numbers("rules")
    (array([ True, False]), array([0.5]))
    """

    def __init__(self, numbers: Scores) -> None:
        self._numbers = numbers
        self._flags: Mask = numbers != 0

    @classmethod
    def by(cls, wording: Sequence[Wording]) -> Told:
        """Put the wording of some sentences into columns."""
        numbers = np.empty((len(Wording._fields), len(wording)))
        if kernel.native is not None:
            kernel.native.number_columns(list(wording), numbers)
        elif len(wording):
            numbers[:] = list(zip(*wording, strict=True))
        return cls(numbers)

    def of(self, sentences: Ids) -> Told:
        """Return what the wording of some of the sentences tells."""
        return Told(self._numbers.take(sentences, axis=1))

    def flags(self, sign: str) -> Mask:
        """Return for each sentence whether its wording has a sign."""
        return self._flags[_ROWS[sign]]

    def numbers(self, sign: str) -> Scores:
        """Return for each sentence how much of a sign its wording has."""
        return self._numbers[_ROWS[sign]]

    @property
    def lacks_end(self) -> Mask:
        """Whose end is missing, as `Wording.lacks_end` says."""
        return self.flags("unfinished") & ~self.flags("named")


@dataclass(frozen=True, eq=False)
class Analysis:
    """A document after its words were found (§3.3): made once, by `analysing.analyse`, and read by everything else.

    All arrays but those of `terms` and `vectors` have one entry for each of the n sentences.
    """

    terms: Terms
    vectors: Vectors | None  # (m, d) unit rows, one for each term; None where the language has no vectors
    meanings: Vectors | None  # (n, d) unit rows, one for each sentence: the mean of its words; None without vectors
    wording: Sequence[Wording]
    words: Ids  # length in words
    characters: Ids  # l_i
    prose: Mask  # False: a heading, a caption, a table line
    lines: Mask  # a short sentence that has a line to itself, as in mail and chat
    listed: Mask  # it stands in a list
    paragraphs: Ids  # index of its block
    sections: Ids  # how many headings stand before it
    threshold: float  # δ of the model for two words
    phrase_threshold: float  # δ of the model where a phrase takes part
    encoded: Vectors | None = None  # (n, e) unit rows by a sentence encoder, with similarity="encoder"
    # What keyphrases are found in afterwards; the method does not read them.
    tokens: Sequence[Sequence[Token]] = ()
    phrases: Sequence[str] = ()  # pairs of the lexicon whose second word looks like a verb, as stems

    def __len__(self) -> int:
        return len(self.words)

    @cached_property
    def told(self) -> Told:
        """The wording, in columns."""
        return Told.by(self.wording)

    @cached_property
    def depends_on(self) -> Ids:
        """The sentence before one that cannot stand alone, unless a heading comes between; -1 for none."""
        before = np.arange(-1, len(self) - 1)
        near = self.prose[1:] & self.prose[:-1] & (self.sections[1:] == self.sections[:-1])
        before[1:][~(near & self.told.flags("depends")[1:])] = -1
        before.setflags(write=False)
        return before
