"""Noun phrases and names of a sentence, as spans of its tokens.

Where the language has parts of speech these are (adjective | noun)* noun, taken whole. Elsewhere a phrase is a run
without stop words and punctuation, and only the rest of the document can tell whether it is one (phrase_gathering.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from sentencerank.document import Token
from sentencerank.languages.vague_words import PARTICLES, TITLES, vague_words
from sentencerank.languages.words import word_list

LONGEST = 5  # words of a phrase that a person would write down
LONGEST_GAP = 2  # words between two names: "Bank of the West"
LONGEST_TITLE = 15  # words of a line that may be a title
CAPITAL_NOUNS = frozenset({"de", "lb"})
# Here an adjective behind a noun begins another phrase: "des Arbeitnehmers liegende Gründe".
ADJECTIVES_FIRST = frozenset({"de", "lb", "nl", "da", "nb", "sv", "ru", "uk", "bg", "sr", "hr", "sl", "cs", "sk"})
Span: TypeAlias = tuple[int, int]  # tokens start to end of a sentence

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


def kinds_of(tokens: Sequence[Token]) -> str:
    """Return a letter for each word: N a noun, A an adjective, V another essential word, - a small word.

    >>> kinds_of([Token("the", 0, "", False, False, False), Token("rain", 4, "rain", True, True, False)])
    '-N'
    """
    return "".join(["N" if one.noun else "A" if one.adjective else "V" if one.essential else "-" for one in tokens])


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


def noun_phrases(text: str, tokens: Sequence[Token], kinds: str, code: str) -> list[Span]:
    """Return the maximal noun phrases of a tagged sentence, in reading order and disjoint."""
    vague = vague_words(code)
    found: list[Span] = []
    for match in (_ENGLISH_RUN if code == "en" else _RUN).finditer(kinds):
        start, end = match.span()
        last = kinds.rfind("N", start, end) + 1
        if not last:
            continue
        if end - start == 1:
            if tokens[start].text.lower() not in vague.breaking:
                found.append((start, end))
            continue
        for first, stop in _split(text, tokens, kinds, (start, end), code):
            found.append((_without_vague(tokens, first, stop - 1, vague.before), stop))
    # Where every noun has a capital, two of them need not be names.
    if code in CAPITAL_NOUNS or len(found) < 2 or PARTICLES.isdisjoint(text.split()):
        return found
    return _joined(text, tokens, found)


def _split(text: str, tokens: Sequence[Token], kinds: str, run: Span, code: str) -> list[Span]:
    """Cut a run of nouns and adjectives where something stands between them; each part ends with its last noun."""
    breaking, one_head = vague_words(code).breaking, code in ADJECTIVES_FIRST
    cuts = [run[0]]
    for place in range(*run):
        kind, token = kinds[place], tokens[place]
        if token.text.lower() in breaking or (kind == "V" and not _is_no_verb(tokens, place)):
            cuts += [place, place + 1]
        elif place > cuts[-1] and (
            (one_head and kind == "A" and kinds[place - 1] == "N") or not adjacent(text, tokens[place - 1], token)
        ):
            cuts.append(place)
    cuts.append(run[1])
    parts = [(start, kinds.rfind("N", start, end) + 1) for start, end in pairwise(cuts)]
    return [part for part in parts if part[1]]


def plain_runs(text: str, tokens: Sequence[Token], code: str) -> Iterator[Span]:
    """Yield the runs of essential words of a sentence whose parts of speech are not known."""
    breaking, start = vague_words(code).breaking, -1
    for place, token in enumerate(tokens):
        inside = token.essential and token.text.lower() not in breaking
        if start >= 0 and not (inside and adjacent(text, tokens[place - 1], token)):
            yield start, place
            start = -1
        if inside and start < 0:
            start = place
    if start >= 0:
        yield start, len(tokens)


def adjacent(text: str, left: Token, right: Token) -> bool:
    """Return whether nothing but a space stands between two tokens: "Anna's garden" is no phrase."""
    if right.breaks:
        return False
    end = left.start + len(left.text)
    return right.start - end < 2 or not text[end : right.start].strip()


def is_name(tokens: Sequence[Token]) -> bool:
    """Return whether every word begins with a capital."""
    return all(token.text[0].isupper() for token in tokens)


def _without_vague(tokens: Sequence[Token], start: int, last: int, before: frozenset[str]) -> int:
    """The place where a phrase begins, without "new" and "Mr" in front of it."""
    while start < last and ((word := tokens[start].text.lower()) in before or word.rstrip(".") in TITLES):
        start += 1
    return start


def _is_no_verb(tokens: Sequence[Token], place: int) -> bool:
    """Whether an English word is a participle or a noun here, although it looks like a verb by itself."""
    token = tokens[place]
    if place + 1 >= len(tokens):
        return False
    after = tokens[place + 1]
    if after.breaks or not (after.noun or after.adjective):
        return False
    before = tokens[place - 1].text.lower() if place and not token.breaks else ""
    if not token.text.endswith(_PARTICIPLES):
        return after.noun and before in _DETERMINERS
    if place and tokens[place - 1].adjective:
        return True
    # "For estimating costs" says what is done, "the estimated costs" and "an estimating model" what there is.
    return before in _DETERMINERS if token.text.endswith("ing") else not before or before in _ENGLISH


def _joined(text: str, tokens: Sequence[Token], spans: Sequence[Span]) -> list[Span]:
    """Join two names with a particle between them."""
    joined = [spans[0]]
    for start, end in spans[1:]:
        first, before = joined[-1]
        if (
            0 < start - before <= LONGEST_GAP
            and tokens[before].text in PARTICLES
            and not any(token.essential or not token.text.islower() for token in tokens[before:start])
            and is_name(tokens[start:end])
            and is_name([token for token in tokens[first:before] if token.essential])
            and all(adjacent(text, tokens[k - 1], tokens[k]) for k in range(before, start + 1))
        ):
            joined[-1] = first, end
        else:
            joined.append((start, end))
    return joined
