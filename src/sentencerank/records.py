"""The small things a ranking hands out: sentences, extracts, layers, keyphrases, topics, hits, explanations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any

from sentencerank.files import Json, encodable
from sentencerank.frozen import dataclass

DECIMALS = 9  # of the numbers that leave the package: the last digits of a sum depend on the processor
_SCALARS = frozenset((bool, int, type(None)))


@dataclass(frozen=True, slots=True)
class RankedSentence:
    """A sentence with its place in the document and in the ranking."""

    index: int  # in the document, from 0
    text: str
    start: int
    end: int
    paragraph: int
    section: int
    rank: int  # from 1, the most important
    score: float
    topic: int  # -1: in no subtopic
    depends_on: int | None  # the sentence it cannot be understood without
    copy_of: int | None  # the sentence that it repeats
    words: int


@dataclass(frozen=True, slots=True)
class Extract:
    """Some sentences of a document, in document order; `str()` gives their text."""

    sentences: tuple[RankedSentence, ...]

    @property
    def words(self) -> int:
        """How many words it has."""
        return sum(sentence.words for sentence in self.sentences)

    @property
    def indices(self) -> tuple[int, ...]:
        """Which sentences these are."""
        return tuple(sentence.index for sentence in self.sentences)

    @property
    def text(self) -> str:
        """The sentences, one space between them; counted by `summary(characters=…)`."""
        return " ".join(sentence.text for sentence in self.sentences)

    def __str__(self) -> str:
        return self.text

    def __iter__(self) -> Iterator[RankedSentence]:
        return iter(self.sentences)

    def __len__(self) -> int:
        return len(self.sentences)

    def __getitem__(self, place: int) -> RankedSentence:
        return self.sentences[place]


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of the reading: the sentences that it adds to the layers before it."""

    number: int  # from 1
    sentences: tuple[RankedSentence, ...]  # document order
    words: int  # of this layer alone
    words_read: int  # with all layers before it
    minutes: float  # to read this layer and those before it


@dataclass(frozen=True, slots=True)
class Keyphrase:
    """A word or phrase that tells what a document is about; in an explanation, a term of the sentence."""

    text: str  # the commonest written form
    score: float
    count: int  # occurrences
    sentences: tuple[int, ...]
    short: str = ""  # its acronym: HP for "heat pump"
    stem: str = ""  # what its inflections have in common, in any document of the language
    spans: tuple[tuple[int, int], ...] = ()  # the characters of the document where it stands


@dataclass(frozen=True, slots=True)
class Topic:
    """A subtopic of the document: sentences that belong together, named by their phrases."""

    number: int
    letter: str
    name: str  # its first two phrases; no two topics of a document have the same
    phrases: tuple[str, ...]  # what sets it apart from the others
    sentences: tuple[int, ...]  # document order
    best: tuple[int, ...] = ()  # one or two of them that carry it, best first


@dataclass(frozen=True, slots=True)
class Hit:
    """A sentence that has words of the query."""

    index: int
    terms: tuple[str, ...]  # these words, as they are written there
    spans: tuple[tuple[int, int], ...]  # where they stand in the text of the document


@dataclass(frozen=True, slots=True)
class Vote:
    """Another sentence that passes importance on to this one, with its share of what this one receives."""

    sentence: int
    share: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a sentence has its rank. The parts add up to the score."""

    index: int
    rank: int
    score: float
    parts: Mapping[str, float]
    terms: tuple[Keyphrase, ...]  # the words and phrases that carry it
    votes: tuple[Vote, ...]  # the sentences that recommend it
    topic: int
    topic_rank: int  # its place among the sentences of its subtopic, from 1
    similar_to: int | None  # the better-ranked sentence most like it
    redundancy_penalty: float  # what the selection took off its relevance for that likeness
    text: str  # the same in words
    sentence: str = ""  # the reasons that count most, in one sentence with their numbers
    cue: str = ""  # its words that announce something, point elsewhere or greet

    def __str__(self) -> str:
        return self.text


def rounded(value: float) -> float:
    """A number as it is handed out: the same on every processor, and never -0.

    >>> rounded(0.1 + 0.2), rounded(-1e-17), rounded(1 / 3)
    (0.3, 0.0, 0.333333333)
    """
    return round(value, DECIMALS) + 0.0


def as_json(record: Any, names: Sequence[str] = ()) -> dict[str, Json]:
    """A record, or some of its fields, as what JSON knows.

    Tuples become lists, text can be written as UTF-8, and numbers are rounded to nine decimals.

    >>> as_json(Vote(3, 0.5)), as_json(Topic(0, "A", "rain", ("rain",), (1, 2)))["sentences"]
    ({'sentence': 3, 'share': 0.5}, [1, 2])
    """
    names = names or _names(type(record))  # type: ignore[arg-type]  # mypy holds that classes cannot be hashed
    return {name: _plain(getattr(record, name)) for name in names}


@cache
def _names(kind: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


def _plain(value: Any) -> Json:
    kind = type(value)
    if kind is float:
        return rounded(value)
    if kind in _SCALARS:
        return value
    if kind is str:
        return encodable(value)
    if kind is tuple or kind is list:
        return [_plain(item) for item in value]
    if hasattr(kind, "__dataclass_fields__"):
        return as_json(value)
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return value
