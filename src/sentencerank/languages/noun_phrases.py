"""The words of a document in columns, and the noun phrases and names among them, as spans of their places.

Where the language has parts of speech these are (adjective | noun)* noun, taken whole. Elsewhere a phrase is a run
without stop words and punctuation, and only the rest of the document tells which they are (keyphrases/gathering.py).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from typing import TypeAlias

import numpy as np

from sentencerank import kernel
from sentencerank.document import Sentence
from sentencerank.languages.vague_words import PARTICLES, TITLES, vague_words
from sentencerank.languages.words import word_list
from sentencerank.token_columns import Columns

LONGEST = 5  # words of a phrase that a person would write down
LONGEST_GAP = 2  # words between two names: "Bank of the West"
MOVED = 60  # characters that the words of a sentence move at most when words that were broken are read whole
LONGEST_TITLE = 15  # words of a line that may be a title
CAPITAL_NOUNS = frozenset({"de", "lb"})
# These write "heat pump" in one word, so that a single word tells more: all of them, or many.
SINGLE_WORDS = {
    **dict.fromkeys(["de", "lb", "nl", "da", "nb", "sv", "is", "fi", "et", "hu"], 0.5),
    **dict.fromkeys(["ja", "zh", "ko", "th"], 0.3),
}
# Here an adjective behind a noun begins another phrase: "des Arbeitnehmers liegende Gründe".
ADJECTIVES_FIRST = frozenset({"de", "lb", "nl", "da", "nb", "sv", "ru", "uk", "bg", "sr", "hr", "sl", "cs", "sk"})
Span: TypeAlias = tuple[int, int]  # words start to end

# A participle is an adjective where one of these stands before it and a noun behind: "the simulated results".
_ENGLISH = word_list(
    [
        "a about across against all an and any as at between both by each every for from her his in into its like no",
        "of on or our over per some such than that the their these this those through to toward towards under via",
        "with within without",
    ]
)
# Nouns and adjectives; in English also what may be a participle before them.
_RUN, _ENGLISH_RUN = re.compile("[NA]+"), re.compile("(?:[NA]|V(?=[NA]))+")
_PARTICIPLES = ("ed", "ing", "en")
# Before another noun these are one word with what says how much: "high level interface", "long term plan".
_MEASURED = word_list(
    [
        "class density dimension frequency level order performance pressure priority quality resolution scale speed",
        "temperature term text time",
    ]
)
_DEGREES = word_list(["first full general high large long low real second short single small third top"])
CHANGES = 3  # sentences that a participle opens: then it says what was done
_BEFORE_NOUNS = ("VN", "VA", "NN", "NA", "AN", "AA")
_LATIN = re.compile("[A-Za-z0-9]{2}")
_NOUN = re.compile("(?<=-)N(?=[NA])")
SINGULAR = frozenset({"this", "that", "it", "which", "he", "she"})
OWN_VERBS = frozenset({"de", "ja"})  # languages with verbs that are taken for nouns in ways of their own
# German nouns that end in -t.
_NOUN_ENDINGS = ("heit", "keit", "schaft", "tät", "dt", "nft", "kunst", "welt")
# Behind a Japanese noun these make a verb of it: 選択する, 選択して.
_DOING = word_list(["する し さ せ でき できる できます します され される させる しろ せよ"])
# A verb is a noun between one of these and a noun: "the file descriptor".
_DETERMINERS = word_list(["a an any each every her his its my no our some that the their these this those your"])


@dataclass(frozen=True)
class Words:
    """The words of some sentences in columns, and which sentence each stands in."""

    sentences: Sequence[Sentence]
    cased: Sequence[bool]  # whether a capital means something in each sentence
    firsts: Sequence[int]  # where the words of each sentence begin
    texts: Sequence[str]
    lowers: Sequence[str]  # in lower case
    starts: Sequence[int]  # offsets in the sentence
    stems: Sequence[str]
    breaks: bytes
    kinds: str

    @cached_property
    def nouns(self) -> list[int]:
        """The places of nouns."""
        letters = np.frombuffer(self.kinds.encode("ascii"), dtype=np.uint8)
        return np.flatnonzero(letters == ord("N")).tolist()

    @cached_property
    def columns(self) -> tuple[object, ...]:
        """What the kernel reads."""
        lines = [sentence.text for sentence in self.sentences]
        return self.kinds, self.breaks, self.texts, self.lowers, self.starts, self.firsts, lines

    def with_kinds(self, kinds: str) -> Words:
        """Return the same words with other kinds."""
        if kinds == self.kinds:
            return self
        lists = (self.sentences, self.cased, self.firsts, self.texts, self.lowers, self.starts, self.stems)
        words = Words(*lists, self.breaks, kinds)
        if "columns" in self.__dict__:
            words.__dict__["columns"] = (kinds, *self.columns[1:])
        return words

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
    """Return the words of sentences, which `columns` has.

    >>> from sentencerank.document import Token
    >>> from sentencerank.token_columns import columns_of
    >>> rain = [Token("the", 0, "", False, False, False), Token("rain", 4, "rain", True, True, False)]
    >>> words_of([Sentence(0, "the rain", 0, 8)], columns_of([rain])).kinds
    '--N-'
    """
    kinds = columns.kinds
    # Where words are pairs of characters none is known to be a noun, so each may be one.
    if "N" not in kinds and "A" not in kinds:
        kinds = kinds.replace("V", "N")
    return Words(
        sentences=sentences,
        cased=_cased(sentences, columns._replace(kinds=kinds)),
        firsts=columns.firsts,
        texts=columns.texts,
        lowers=columns.lowers,
        starts=columns.starts,
        stems=columns.stems,
        breaks=columns.breaks,
        kinds=kinds,
    )


def _cased(sentences: Sequence[Sentence], columns: Columns) -> list[bool]:
    """Whether a capital means something in each sentence; only a short one may be a title."""
    lines = [sentence.text for sentence in sentences]
    texts, kinds = columns.texts, columns.kinds
    if kernel.native is not None:
        found: list[bool] = kernel.native.cased(lines, kinds, texts, columns.firsts, LONGEST_TITLE)
        return found
    return [
        has_case(line, texts[start + 1 : end - 1], kinds[start + 1 : end - 1])
        if end - start <= LONGEST_TITLE + 1
        else not line.isupper()
        for line, (start, end) in zip(lines, columns.bounds(), strict=True)
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


def without_verbs(words: Words, code: str) -> str:
    """Return the kinds of words, without those that the tags take for part of a phrase although they are verbs.

    A German word that ends in -t, opens a sentence before another noun, and has a capital nowhere else: "Zeigt Werte".
    An English one that ends in -ed and opens several sentences ("Fixed a leak"), or in -s behind "this" or "it".
    A Japanese one that stands alone before する.
    """
    texts, kinds, given = words.texts, bytearray(words.kinds, "ascii"), words.kinds
    if code == "de":
        opening = [place for place in words.firsts if given.startswith(("NN", "NA"), place)]
        opening = [one for one in opening if texts[one].endswith("t") and not texts[one].endswith(_NOUN_ENDINGS)]
        inside = {text for before, text in pairwise(texts) if before} if opening else set()
        found = [place for place in opening if texts[place] not in inside]
    elif code == "en":
        opening = [place for place in words.firsts if given.startswith(_BEFORE_NOUNS, place)]
        times = Counter([texts[place] for place in opening if texts[place].endswith("ed")])
        found = [place for place in opening if times[texts[place]] >= CHANGES]
        found += [
            place
            for match in _NOUN.finditer(given)
            if words.lowers[(place := match.start()) - 1] in SINGULAR
            and texts[place].endswith("s")
            and not texts[place].endswith(("ss", "us", "is", "ics", "ies", "news", "means"))
            and not words.breaks[place]
        ]
    elif code == "ja":
        found = [
            place
            for place in words.nouns
            if texts[place + 1] in _DOING
            and not words.breaks[place + 1]
            and (given[place - 1] != "N" or words.breaks[place])
        ]
    else:
        found = []
    for place in found:
        kinds[place] = ord("-")
    return kinds.decode("ascii")


def noun_phrases(words: Words, code: str) -> Sequence[Span]:
    """Return the maximal noun phrases of tagged sentences, in reading order and disjoint."""
    if kernel.native is not None:
        native: list[Span] = kernel.native.noun_phrases(words.columns, phrase_lists(code))
        return native
    found = _runs(words, code)
    if code == "en":
        found = _with_degrees(words, found)
    # Where every noun has a capital, two of them need not be names.
    return found if code in CAPITAL_NOUNS else _joined(words, found)


def _with_degrees(words: Words, spans: list[Span]) -> list[Span]:
    """Give back what was cut off as vague although it says how much: "high level interface"."""
    lowers = words.lowers
    return [
        (start - 1, end)
        if end - start > 1 and lowers[start] in _MEASURED and lowers[start - 1] in _DEGREES and words.adjacent(start)
        else (start, end)
        for start, end in spans
    ]


def _runs(words: Words, code: str) -> list[Span]:
    """The maximal runs, without vague words in front of them."""
    breaking, before, one_head = vague_words(code).breaking, _in_front(code), code in ADJECTIVES_FIRST
    texts, lowers, starts, sentences = words.texts, words.lowers, words.starts, words.sentences
    found: list[Span] = []
    for match in (_ENGLISH_RUN if code == "en" else _RUN).finditer(words.kinds):
        start, run = match.start(), match.group()
        size = run.rfind("N") + 1
        end = start + size
        if size < 2:
            if size and lowers[start] not in breaking:
                found.append((start, end))
            continue
        # Most runs are words with a space between them, and nothing to cut them at.
        if (
            "V" not in run
            and sentences[words.owner(start)].text.startswith(" ".join(texts[start:end]), starts[start])
            and breaking.isdisjoint(lowers[start:end])
            and not (one_head and "NA" in run[:size])
        ):
            found.append((_without_vague(lowers, start, end - 1, before), end))
            continue
        for first, stop in _split(words, (start, end), code):
            found.append((_without_vague(lowers, first, stop - 1, before), stop))
    return found


@cache
def phrase_lists(code: str) -> tuple[object, ...]:
    """What the kernel finds noun phrases by: lists of words, and what holds in a language."""
    words = (
        vague_words(code).breaking,
        _in_front(code),
        TITLES,
        _DETERMINERS,
        _ENGLISH,
        _MEASURED,
        _DEGREES,
        PARTICLES,
    )
    return *words, code == "en", code in ADJECTIVES_FIRST, code not in CAPITAL_NOUNS, LONGEST_GAP


@cache
def _in_front(code: str) -> frozenset[str]:
    """The words that no phrase begins with."""
    return vague_words(code).before | TITLES


def _split(words: Words, run: Span, code: str) -> list[Span]:
    """Cut a run of nouns and adjectives where something stands between them; each part ends with its last noun."""
    breaking, one_head, kinds = vague_words(code).breaking, code in ADJECTIVES_FIRST, words.kinds
    cuts = [run[0]]
    for place in range(*run):
        kind = kinds[place]
        if words.lowers[place] in breaking or (kind == "V" and not _is_no_verb(words, place)):
            cuts += [place, place + 1]
        elif place > cuts[-1] and ((one_head and kind == "A" and kinds[place - 1] == "N") or not words.adjacent(place)):
            cuts.append(place)
    cuts.append(run[1])
    parts = [(start, kinds.rfind("N", start, end) + 1) for start, end in pairwise(cuts)]
    return [part for part in parts if part[1]]


def plain_runs(words: Words, code: str) -> Iterator[Span]:
    """Yield the runs of essential words of sentences whose parts of speech are not known."""
    breaking, start = vague_words(code).breaking, -1
    for place, kind in enumerate(words.kinds):
        inside = kind != "-" and words.lowers[place] not in breaking
        if start >= 0 and not (inside and words.adjacent(place)):
            yield start, place
            start = -1
        if inside and start < 0:
            start = place


def plain_names(words: Words, code: str) -> list[Span]:
    """Return the names of several words in sentences whose parts of speech are not known, in reading order."""
    texts, found = words.texts, []
    for start, end in plain_runs(words, code):
        first = start
        for place in range(start, end + 1):
            if place == end or not texts[place][0].isupper():
                if first < place and words.cased[words.owner(first)]:
                    found.append((first, place))
                first = place + 1
    joined = found if code in CAPITAL_NOUNS else _joined(words, found)
    return [(start, end) for start, end in joined if 2 <= end - start - words.kinds.count("-", start, end) <= LONGEST]


def _without_vague(lowers: Sequence[str], start: int, last: int, before: frozenset[str]) -> int:
    """The place where a phrase begins, without "new" and "Mr" in front of it."""
    while start < last and (lowers[start] in before or lowers[start].rstrip(".") in TITLES):
        start += 1
    return start


def _is_no_verb(words: Words, place: int) -> bool:
    """Whether an English word is a participle or a noun here, although it looks like a verb by itself."""
    kind, text = words.kinds[place + 1], words.texts[place]
    if words.breaks[place + 1] or kind not in "NA":
        return False
    before = "" if words.breaks[place] else words.lowers[place - 1]
    if not text.endswith(_PARTICIPLES):
        return kind == "N" and before in _DETERMINERS
    if words.kinds[place - 1] == "A":
        return True
    # "For estimating costs" says what is done, "the estimated costs" and "an estimating model" what there is.
    return before in _DETERMINERS if text.endswith("ing") else not before or before in _ENGLISH


def _joined(words: Words, spans: Sequence[Span]) -> Sequence[Span]:
    """Join two names with a particle between them."""
    joined: list[Span] = []
    done = 0
    for number in _joints(words, spans):
        left, right = spans[number], spans[number + 1]
        (_, end), (start, last) = left, right
        if (
            words.texts[start][0].isupper()
            and all(words.kinds[k] == "-" and words.texts[k].islower() for k in range(end, start))
            and words.is_name(left)
            and words.is_name(right)
            and all(words.adjacent(k) for k in range(end, start + 1))
        ):
            joined += spans[done : number + 1]
            joined[-1] = joined[-1][0], last
            done = number + 2
    return [*joined, *spans[done:]] if done else spans


def _joints(words: Words, spans: Sequence[Span]) -> list[int]:
    """The spans with a particle behind them, and another span soon after."""
    texts = words.texts
    ends = [(end, start) for (_, end), (start, _) in pairwise(spans)]
    return [k for k, (end, start) in enumerate(ends) if 0 < start - end <= LONGEST_GAP and texts[end] in PARTICLES]
