"""The words of a text in columns with the sentences that they stand in; a phrase is a span of their places."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from sentencerank import kernel
from sentencerank.document import Sentence
from sentencerank.token_columns import Columns, Lists

MOVED = 60  # characters that the words of a sentence move at most when words that were broken are read whole
LONGEST_TITLE = 15  # words of a line that may be a title
Span: TypeAlias = tuple[int, int]  # words start to end
_LATIN = re.compile("[A-Za-z0-9]{2}")


@dataclass(frozen=True, eq=False)
class Words:
    """The words of some sentences in columns. Made by `words_of`."""

    sentences: Sequence[Sentence]
    lines: list[str]  # their texts
    indices: NDArray[np.intp]  # their numbers in the document
    columns: Columns  # of these sentences alone
    kinds: str  # of the words, see `Lists`
    each: tuple[str, ...]  # every stem once, in the order in which they come first

    @cached_property
    def texts(self) -> Sequence[str]:
        """The words as they are written."""
        return self.columns.lists.texts

    @cached_property
    def lowers(self) -> Sequence[str]:
        """The words in lower case."""
        return self.columns.lists.lowers

    @cached_property
    def starts(self) -> Sequence[int]:
        """Where each begins in its sentence."""
        return self.columns.lists.starts

    @cached_property
    def stems(self) -> Sequence[str]:
        """Their stems, empty for small words."""
        return self.columns.lists.stems

    @cached_property
    def breaks(self) -> bytes:
        """Whether something stands before each."""
        return self.columns.lists.breaks

    @cached_property
    def firsts(self) -> Sequence[int]:
        """Where the words of each sentence begin."""
        return self.columns.lists.firsts

    @cached_property
    def cased(self) -> Sequence[bool]:
        """Whether a capital means something in each sentence."""
        return self.columns.lists.cased

    @cached_property
    def ids(self) -> NDArray[np.intp]:
        """The number of each word's stem; -1: none."""
        numbers = {stem: number for number, stem in enumerate(self.each)}
        return np.array([numbers.get(stem, -1) for stem in self.stems], dtype=np.intp)

    @cached_property
    def nouns(self) -> list[int]:
        """The places of nouns."""
        letters = np.frombuffer(self.kinds.encode("ascii"), dtype=np.uint8)
        return np.flatnonzero(letters == ord("N")).tolist()

    def with_kinds(self, kinds: str) -> Words:
        """Return the same words with other kinds."""
        if kinds == self.kinds:
            return self
        return Words(self.sentences, self.lines, self.indices, self.columns, kinds, self.each)

    def owner(self, place: int) -> int:
        """Return the number of the sentence that a word stands in."""
        return bisect_right(self.firsts, place) - 1

    def locate(self, span: Span) -> tuple[Sentence, int, int]:
        """Return the sentence of a span and where in its text it begins and ends.

        A word that was broken at the end of a line is read whole, so that what follows stands a little further on.
        """
        start, end = span
        sentence = self.sentences[self.owner(start)]
        text, first, last = sentence.text, self.texts[start], self.texts[end - 1]
        begin = self.starts[start]
        if not text.startswith(first, begin):
            begin = max(begin, text.find(first, begin, begin + len(first) + MOVED))
        stop = begin
        if end - start > 1:
            stop = max(begin, self.starts[end - 1])
            if not text.startswith(last, stop):
                stop = max(stop, text.find(last, stop, stop + len(last) + MOVED))
        stop += len(last)
        # Beside most words stands a space or a comma.
        if text[stop : stop + 1].isalnum() or (begin and text[begin - 1].isalnum()):
            begin, stop = _whole(text, begin, stop)
        return sentence, begin, stop

    def slice(self, span: Span) -> str:
        """Return the text from the first word of a span to its last."""
        sentence, begin, end = self.locate(span)
        return sentence.text[begin:end]

    def adjacent(self, place: int) -> bool:
        """Return whether nothing but a space stands before a word and behind another: "Anna's garden" is no phrase."""
        if self.breaks[place]:
            return False
        start, end = self.starts[place], self.starts[place - 1] + len(self.texts[place - 1])
        return start - end < 2 or not self.sentences[self.owner(place)].text[end:start].strip()

    def opens(self, place: int) -> bool:
        """Return whether a word is the first of its sentence."""
        return not self.texts[place - 1]

    def are_same(self, spans: Sequence[Span]) -> bool:
        """Return whether spans have the same words in the same form."""
        texts, (start, end) = self.texts, spans[0]
        if end - start == 1:
            return len({texts[first] for first, _ in spans}) == 1
        words = texts[start:end]
        return all(texts[first:last] == words for first, last in spans)

    def is_name(self, span: Span) -> bool:
        """Return whether every word begins with a capital."""
        return all(text[0].isupper() for text in self.texts[span[0] : span[1]])


def _whole(text: str, begin: int, end: int) -> Span:
    """Widen a span to whole runs of Latin letters and digits, which a Japanese segmenter cuts: "mke2fs" at the digit.

    >>> _whole("ext3は", 0, 3), _whole("the file", 0, 3)
    ((0, 4), (0, 3))
    """
    while end < len(text) and _LATIN.match(text, end - 1):
        end += 1
    while begin and _LATIN.match(text, begin - 1):
        begin -= 1
    return begin, end


def words_of(sentences: Sequence[Sentence], columns: Columns) -> Words:
    """Return the words of some sentences of a document; `columns` has those of all.

    >>> from sentencerank.document import Token
    >>> from sentencerank.token_columns import columns_of
    >>> rain = [Token("the", 0, "", False, False, False), Token("rain", 4, "rain", True, True, False)]
    >>> words_of([Sentence(0, "the rain", 0, 8)], columns_of([rain])).kinds
    '--N-'
    """
    lines = [sentence.text for sentence in sentences]
    indices = np.array([sentence.index for sentence in sentences], dtype=np.intp)
    if kernel.native is not None:
        text, kinds, each = kernel.native.text_part(columns.native, indices, lines, LONGEST_TITLE)
        return Words(sentences, lines, indices, Columns(read=text), kinds, each)
    lists = columns.lists
    if len(lines) < len(lists.firsts):
        lists = lists.of_sentences(indices.tolist())
    kinds = lists.kinds
    # Where words are pairs of characters none is known to be a noun, so each may be one.
    if "N" not in kinds and "A" not in kinds:
        kinds = kinds.replace("V", "N")
    lists = lists._replace(cased=_cased(lines, lists, kinds))
    each = tuple(dict.fromkeys(filter(None, lists.stems)))
    return Words(sentences, lines, indices, Columns(lists), kinds, each)


def _cased(lines: Sequence[str], lists: Lists, kinds: str) -> list[bool]:
    """Whether a capital means something in each sentence; only a short one may be a title."""
    return [
        has_case(line, lists.texts[start + 1 : end - 1], kinds[start + 1 : end - 1])
        if end - start <= LONGEST_TITLE + 1
        else not line.isupper()
        for line, (start, end) in zip(lines, lists.bounds(), strict=True)
    ]


def has_case(text: str, words: Sequence[str], kinds: str) -> bool:
    """Return whether a capital means something in a line: not in a line of capitals, nor in A Title Like This.

    `words` are those behind the first one.

    >>> has_case("Rain Closes Mountain Road", ["Closes", "Mountain", "Road"], "NNN")
    False
    >>> has_case("RAIN", [], ""), has_case("Rain", [], "")
    (False, True)
    """
    if text.isupper():
        return False
    capitals = [word[0].isupper() for word, kind in zip(words, kinds, strict=True) if kind != "-"]
    return len(capitals) < 3 or sum(capitals) <= 0.7 * len(capitals)
