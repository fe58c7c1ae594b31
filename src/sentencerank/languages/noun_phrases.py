"""The words of a document in columns, and the noun phrases and names among them, as spans of their places.

Where the language has parts of speech these are (adjective | noun)* noun, taken whole. Elsewhere a phrase is a run
without stop words and punctuation, and only the rest of the document can tell whether it is one (phrase_gathering.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, pairwise, repeat
from typing import TypeAlias

from sentencerank.document import Sentence, Token
from sentencerank.languages.vague_words import PARTICLES, TITLES, vague_words
from sentencerank.languages.words import word_list

LONGEST = 5  # words of a phrase that a person would write down
LONGEST_GAP = 2  # words between two names: "Bank of the West"
LONGEST_TITLE = 15  # words of a line that may be a title
CAPITAL_NOUNS = frozenset({"de", "lb"})
# Here an adjective behind a noun begins another phrase: "des Arbeitnehmers liegende Gründe".
ADJECTIVES_FIRST = frozenset({"de", "lb", "nl", "da", "nb", "sv", "ru", "uk", "bg", "sr", "hr", "sl", "cs", "sk"})
Span: TypeAlias = tuple[int, int]  # words start to end

_END = Token("", 0, "", essential=False, noun=False, breaks=True)  # stands before, between and behind sentences

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
# A verb is a noun between one of these and a noun: "the file descriptor".
_DETERMINERS = word_list(["a an any each every her his its my no our some that the their these this those your"])


@dataclass(frozen=True)
class Words:
    """The words of some sentences, one after the other, with an empty one before, between and behind the sentences.

    What is asked of every word of a document is asked of these columns, since a loop over tokens takes four times as
    long.
    """

    sentences: Sequence[Sentence]
    tokens: Sequence[Sequence[Token]]  # of each sentence
    cased: Sequence[bool]  # whether a capital means something in each sentence
    firsts: Sequence[int]  # where the words of each sentence begin
    owners: Sequence[int]  # the number of the sentence that each word stands in
    texts: Sequence[str]
    lowers: Sequence[str]  # in lower case
    starts: Sequence[int]  # offsets in the sentence
    stems: Sequence[str]
    breaks: Sequence[bool]
    kinds: str  # a letter for each: N a noun, A an adjective, V another essential word, - a small word

    @cached_property
    def nouns(self) -> list[int]:
        """The places of nouns."""
        return [place for place, kind in enumerate(self.kinds) if kind == "N"]

    def slice(self, span: Span) -> str:
        """Return the text from the first word of a span to its last."""
        start, end = span
        return self.sentences[self.owners[start]].text[
            self.starts[start] : self.starts[end - 1] + len(self.texts[end - 1])
        ]

    def adjacent(self, place: int) -> bool:
        """Return whether nothing but a space stands before a word and behind another: "Anna's garden" is no phrase."""
        if self.breaks[place]:
            return False
        start, end = self.starts[place], self.starts[place - 1] + len(self.texts[place - 1])
        return start - end < 2 or not self.sentences[self.owners[place]].text[end:start].strip()

    def opens(self, place: int) -> bool:
        """Return whether a word is the first of its sentence."""
        return not self.texts[place - 1]

    def is_name(self, span: Span) -> bool:
        """Return whether every word begins with a capital."""
        return all(text[0].isupper() for text in self.texts[span[0] : span[1]])


def words_of(sentences: Sequence[Sentence], tokens: Sequence[Sequence[Token]]) -> Words:
    """Put the words of sentences into columns.

    >>> rain = [Token("the", 0, "", False, False, False), Token("rain", 4, "rain", True, True, False)]
    >>> words_of([Sentence(0, "the rain", 0, 8)], [rain]).kinds
    '--N-'
    """
    row, firsts = [_END], []
    for some in tokens:
        firsts.append(len(row))
        row += some
        row.append(_END)
    texts = [token.text for token in row]
    kinds = "".join(
        ["-" if not token.essential else "N" if token.noun else "A" if token.adjective else "V" for token in row]
    )
    # Where words are pairs of characters none is known to be a noun, so each may be one.
    if "N" not in kinds and "A" not in kinds:
        kinds = kinds.replace("V", "N")
    return Words(
        sentences=sentences,
        tokens=tokens,
        cased=[has_case(sentence.text, some) for sentence, some in zip(sentences, tokens, strict=True)],
        firsts=firsts,
        owners=[0, *chain.from_iterable(map(repeat, range(len(tokens)), [len(some) + 1 for some in tokens]))],
        texts=texts,
        lowers="\0".join(texts).lower().split("\0"),
        starts=[token.start for token in row],
        stems=[token.stem for token in row],
        breaks=[token.breaks for token in row],
        kinds=kinds,
    )


def has_case(text: str, tokens: Sequence[Token]) -> bool:
    """Return whether a capital means something in a sentence: not in a line of capitals, nor in A Title Like This.

    >>> words = [Token(word, 0, word, True, True, False) for word in "Rain Closes Mountain Road".split()]
    >>> has_case("Rain Closes Mountain Road", words), has_case("RAIN", words[:1]), has_case("Rain", words[:1])
    (False, False, True)
    """
    if len(tokens) > LONGEST_TITLE or text.isupper():
        return not text.isupper()
    capitals = [token.text[0].isupper() for token in tokens[1:] if token.essential]
    return len(capitals) < 3 or sum(capitals) <= 0.7 * len(capitals)


def noun_phrases(words: Words, code: str) -> list[Span]:
    """Return the maximal noun phrases of tagged sentences, in reading order and disjoint."""
    vague, one_head = vague_words(code), code in ADJECTIVES_FIRST
    breaking, before = vague.breaking, vague.before | TITLES
    texts, lowers, starts, owners, sentences = words.texts, words.lowers, words.starts, words.owners, words.sentences
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
            and sentences[owners[start]].text.startswith(" ".join(texts[start:end]), starts[start])
            and breaking.isdisjoint(lowers[start:end])
            and not (one_head and "NA" in run[:size])
        ):
            found.append((_without_vague(lowers, start, end - 1, before), end))
            continue
        for first, stop in _split(words, (start, end), code):
            found.append((_without_vague(lowers, first, stop - 1, before), stop))
    # Where every noun has a capital, two of them need not be names.
    return found if code in CAPITAL_NOUNS else _joined(words, found)


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
                if first < place and words.cased[words.owners[first]]:
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


def _joined(words: Words, spans: Sequence[Span]) -> list[Span]:
    """Join two names with a particle between them."""
    joined: list[Span] = []
    left = 0, 0
    for span in spans:
        start, end = span
        if (
            0 < start - left[1] <= LONGEST_GAP
            and words.texts[start][0].isupper()
            and words.texts[left[1]] in PARTICLES
            and all(words.kinds[k] == "-" and words.texts[k].islower() for k in range(left[1], start))
            and words.is_name(left)
            and words.is_name(span)
            and all(words.adjacent(k) for k in range(left[1], start + 1))
        ):
            joined[-1] = joined[-1][0], end
        else:
            joined.append(span)
        left = span
    return joined
