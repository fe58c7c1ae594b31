"""Known phrases in a sequence of tokens: one Viterbi over a phrase lexicon, for ranking and training alike (§4.2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import pairwise
from types import MappingProxyType

from sentencerank import kernel
from sentencerank.document import Token
from sentencerank.frozen import dataclass

LONGEST = 6  # words
REMEMBERED = 50_000  # stems
_NOTHING: Mapping[str, float] = MappingProxyType({})
_END = Token("", 0, "", essential=False, noun=False, breaks=True)  # what no run goes on over


@dataclass(frozen=True, slots=True, eq=False)
class PhraseLexicon:
    """Phrases by their first word: `entries["new"]` is "york|york time=0.9", parsed when first asked for.

    Words are in lower case, the last one of a phrase is a stem; a number after = is the phrase's quality in (0, 1].
    """

    source: Mapping[str, str] | Callable[[], Mapping[str, str]]  # the entries, or who reads them when they are needed
    stem: Callable[[str], str] = str
    _entries: list[Mapping[str, str]] = field(default_factory=list, repr=False)  # once they are read
    _parsed: dict[str, tuple[dict[str, float], int]] = field(default_factory=dict, repr=False)
    _stems: dict[str, str] = field(default_factory=dict, repr=False)

    @property
    def entries(self) -> Mapping[str, str]:
        """First word → what may follow it.

        >>> PhraseLexicon(lambda: {"new": "york"}).entries
        {'new': 'york'}
        """
        if not self._entries:
            self._entries.append(self.source() if callable(self.source) else self.source)
        return self._entries[0]

    def rests(self, first: str) -> Mapping[str, float]:
        """What may follow a first word, with the quality of the phrase; the last word is a stem.

        >>> PhraseLexicon({"new": "york|york time=0.9"}).rests("new")
        {'york': 1.0, 'york time': 0.9}
        """
        return self.after(first)[0]

    def after(self, first: str) -> tuple[Mapping[str, float], int]:
        """What may follow a first word, and how many words that are at most.

        >>> PhraseLexicon({"new": "york|york time=0.9"}).after("new")[1]
        2
        """
        entries = self.entries
        if first not in entries:
            return _NOTHING, 0
        found = self._parsed.get(first)
        if found is None:
            rests: dict[str, float] = {}
            for entry in entries[first].split("|"):
                rest, _, quality = entry.partition("=")
                rests[rest] = float(quality or 1)
            # This cache cannot outgrow the lexicon.
            found = self._parsed[first] = rests, 1 + max(rest.count(" ") for rest in rests)
        return found

    def stem_of(self, word: str) -> str:
        """The stem of a word, from memory if it was asked for before."""
        found = self._stems.get(word)
        if found is None:
            if len(self._stems) >= REMEMBERED:
                self._stems.clear()
            found = self._stems[word] = self.stem(word)
        return found

    def quality(self, words: str | Sequence[str]) -> float:
        """Q of a phrase given as a string or as words, in any case and with its last word inflected; 0 if unknown.

        >>> lexicon = PhraseLexicon({"blood": "vessel"}, stem=lambda word: word.removesuffix("s"))
        >>> lexicon.quality("Blood vessels"), lexicon.quality(["blood", "bank"])
        (1.0, 0.0)
        """
        first, *rest = [word.lower() for word in (words.split() if isinstance(words, str) else words)] or [""]
        return self.rests(first).get(" ".join([*rest[:-1], self.stem(rest[-1])]), 0.0) if rest else 0.0

    def has_pair(self, first: str, stem: str) -> bool:
        """Whether a phrase of two words is known, without parsing what else begins with the first.

        >>> lexicon = PhraseLexicon({"new": "york|york time=0.9|deal=0.4"})
        >>> lexicon.has_pair("new", "deal"), lexicon.has_pair("new", "time"), lexicon.has_pair("old", "york")
        (True, False, False)
        """
        entry = self.entries.get(first, "")
        place = entry.find(stem)
        while place >= 0:
            end = place + len(stem)
            if entry[place - 1 : place] in ("", "|") and entry[end : end + 1] in ("", "|", "="):
                return True
            place = entry.find(stem, end)
        return False

    def contains(self, words: str | Sequence[str]) -> bool:
        """Whether a phrase is known.

        >>> PhraseLexicon({"new": "york"}).contains("New York")
        True
        """
        return self.quality(words) > 0


def segment(
    tokens: Sequence[Token], lexicon: PhraseLexicon, own: Mapping[str, Mapping[str, float]] = MappingProxyType({})
) -> list[tuple[int, int]]:
    """The best disjoint phrases of a sentence as token spans [start, end), none of them across punctuation.

    `own` are phrases known for this document only (`rests_of`).
    A phrase v scores (|v| − 1)·Q(v), a single word 0; the sum is maximal, and of equals the one that begins first.
    """
    entries = lexicon.entries
    if kernel.native is not None and isinstance(entries, dict) and isinstance(own, dict | MappingProxyType):
        tokens = tokens if isinstance(tokens, list) else list(tokens)
        known = own if isinstance(own, dict) else dict(own)
        memory = lexicon._parsed, lexicon._stems
        found: list[tuple[int, int]]
        found = kernel.native.segment(tokens, entries, known, *memory, lexicon.after, lexicon.stem_of)
        return found
    # best[i] is the score of tokens[i:], choice[i] is where the segment that begins at i ends.
    best = [0.0] * (len(tokens) + 1)
    choice = list(range(1, len(tokens) + 2))
    any_found = False
    for start in range(len(tokens) - 2, -1, -1):
        best[start] = best[start + 1]
        first = tokens[start].text.lower()
        if first in entries or first in own:
            rests, longest = lexicon.after(first)
            if first in own:
                rests, longest = {**rests, **own[first]}, LONGEST - 1
            for end, quality in _phrases_at(tokens, start, lexicon, rests, longest):
                score = (end - start - 1) * quality + best[end]
                if score >= best[start]:
                    best[start], choice[start], any_found = score, end, True
    return list(_spans(choice, len(tokens))) if any_found else []


def _phrases_at(
    tokens: Sequence[Token], start: int, lexicon: PhraseLexicon, rests: Mapping[str, float], longest: int
) -> Iterator[tuple[int, float]]:
    words = ""
    for end in range(start + 2, min(start + min(longest + 1, LONGEST), len(tokens)) + 1):
        token = tokens[end - 1]
        if token.breaks:
            return
        lower = token.text.lower()
        quality = rests.get(words + (token.stem or lexicon.stem_of(lower)))
        if quality:
            yield end, quality
        words += lower + " "


def _spans(choice: Sequence[int], length: int) -> Iterator[tuple[int, int]]:
    start = 0
    while start < length:
        end = choice[start]
        if end > start + 1:
            yield start, end
        start = end


def document_phrases(sentences: Sequence[Sequence[Token]], *, count: int = 2) -> frozenset[tuple[str, ...]]:
    """Phrases seen only here: adjective* noun+ and runs of names, at least `count` times, as words in lower case.

    A run is taken whole: "lithium battery plant" counts for itself and not for the pairs inside it.
    """
    runs = Counter(run for tokens in sentences for run in _runs(tokens))
    return frozenset(run for run, times in runs.items() if times >= count)


def _runs(tokens: Sequence[Token]) -> Iterator[tuple[str, ...]]:
    start = 0
    for end, (left, right) in enumerate(pairwise((*tokens, _END)), 1):
        # A noun may follow a noun or an adjective, an adjective only an adjective.
        if (
            (right.noun and (left.noun or left.adjective)) or (right.adjective and left.adjective)
        ) and not right.breaks:
            continue
        # One word is no phrase, and neither are adjectives without a noun behind them.
        if end - start > 1:
            run = list(tokens[start:end])
            while run and not run[-1].noun:
                run.pop()
            if 2 <= len(run) <= LONGEST:
                yield tuple(token.text.lower() for token in run)
        start = end


def rests_of(phrases: Iterable[tuple[str, ...]], stem: Callable[[str], str]) -> dict[str, dict[str, float]]:
    """Phrases by their first word, as `PhraseLexicon.rests` has them: what `segment` takes beside a lexicon.

    >>> rests_of([("lithium", "plants")], stem=lambda word: word.removesuffix("s"))
    {'lithium': {'plant': 1.0}}
    """
    rests: dict[str, dict[str, float]] = {}
    for first, *rest in sorted(phrases):
        rests.setdefault(first, {})[" ".join([*rest[:-1], stem(rest[-1])])] = 1.0
    return rests
