"""The noun phrases and names among the words of a document, as spans of their places.

Where the language has parts of speech these are (adjective | noun)* noun, taken whole. Elsewhere a phrase is a run
without stop words and punctuation, and only the rest of the document tells which they are (keyphrases/plain_runs.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from sentencerank import kernel
from sentencerank.languages.text_words import Span, Words
from sentencerank.languages.vague_words import PARTICLES, TITLES, vague_words
from sentencerank.languages.words import word_list

LONGEST = 5  # words of a phrase that a person would write down
LONGEST_GAP = 2  # words between two names: "Bank of the West"
CAPITAL_NOUNS = frozenset({"de", "lb"})
# These write "heat pump" in one word, so that a single word tells more: all of them, or many.
SINGLE_WORDS = {
    **dict.fromkeys(["de", "lb", "nl", "da", "nb", "sv", "is", "fi", "et", "hu"], 0.5),
    **dict.fromkeys(["ja", "zh", "ko", "th"], 0.3),
}
# Here an adjective behind a noun begins another phrase: "des Arbeitnehmers liegende Gründe".
ADJECTIVES_FIRST = frozenset({"de", "lb", "nl", "da", "nb", "sv", "ru", "uk", "bg", "sr", "hr", "sl", "cs", "sk"})

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
# A verb is a noun between one of these and a noun: "the file descriptor".
_DETERMINERS = word_list(["a an any each every her his its my no our some that the their these this those your"])


def noun_phrases(words: Words, code: str) -> Sequence[Span]:
    """Return the maximal noun phrases of tagged sentences, in reading order and disjoint."""
    if kernel.native is not None:
        native: list[Span] = kernel.native.noun_phrases(words.columns.native, words.kinds, phrase_lists(code))
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
