"""Candidates for the keyphrases of a document: what may be one, how it is written, where it stands.

Candidates are maximal noun phrases, names, and nouns that also stand alone; where the language has no parts of speech,
names and runs that the document repeats. Inflections are one candidate, an acronym is tied to its expansion, and the
commonest written form is shown. `method/keyphrases.py` scores them, on numbers alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import TypeAlias, TypeVar

import numpy as np

from sentencerank import kernel
from sentencerank.document import Document, Sentence, Token
from sentencerank.keyphrases.citations import without_cited
from sentencerank.keyphrases.gathering import Located, find_candidates
from sentencerank.languages.noun_markers import Markers, is_marked, markers_of
from sentencerank.languages.noun_phrases import (
    CHANGES,
    OWN_VERBS,
    SINGLE_WORDS,
    SINGULAR,
    Span,
    Words,
    without_verbs,
    words_of,
)
from sentencerank.languages.vague_words import HOLLOW, OTHER_LETTERS, PARTICLES, TITLES, Vague, vague_words
from sentencerank.languages.written_forms import TOLD_BY_RULES, commonest, ending, nominative
from sentencerank.method.analysis import LaterTokens
from sentencerank.method.arrays import Ids, Mask, Scores
from sentencerank.method.keyphrases import SINGLE, PhraseTable, written
from sentencerank.records import Keyphrase
from sentencerank.token_columns import behind_nouns, columns_of

Item = TypeVar("Item", bound=Hashable)

Placed: TypeAlias = tuple[str, tuple[int, ...], tuple[Span, ...]]  # key, sentences, spans in the document

# Blocks that tell something.
TOLD = frozenset({"title", "heading", "caption", "paragraph", "list", "quote", "footnote"})
SHOWN = 0.2  # share of the occurrences of a noun that something around them shows to be one
UNMARKED, SURE = 0.6, 3  # what each occurrence without such a sign leaves of a word, and how many of them count
QUOTED = 0.1  # verbs for each noun, in a text whose language has no parts of speech
FOREIGN = 3  # spaces of a line without a letter of the language that is no name
VAGUE = 0.3  # what a vague word by itself is worth
CAPITALS = 0.7  # share of capitals from which they mark nouns and not names, as in German


@dataclass(frozen=True, eq=False)
class PhraseCandidates:
    """The candidates of a document. How one is written is found out when it is asked for."""

    words: tuple[str, ...]  # the stems that `table.words` counts
    table: PhraseTable
    sentences: Ids  # of all places of the candidates
    located: Located
    tokens: Sequence[Sequence[Token]]  # of each sentence of the document
    weights: Scores | None = None  # of the candidates; None where each has to be asked for
    # Of each stem, how often it is a noun inside a sentence: with a capital that means something, and without.
    upper: Ids | None = None
    lower: Ids | None = None
    _weights: dict[int, float] = field(default_factory=dict)
    _texts: dict[int, str] = field(default_factory=dict)
    _nouns: dict[str, list[Span]] = field(default_factory=dict)

    @property
    def source(self) -> Words:
        """The words of the document."""
        return self.located.words

    def keyphrases(self, chosen: Mapping[str, tuple[int, float]]) -> tuple[Keyphrase, ...]:
        """Return candidates with their scores, by how they are written, as keyphrases."""
        candidates = [candidate for candidate, _ in chosen.values()]
        short = self.located.shorts
        return tuple(
            [
                Keyphrase(text, score, len(spans), sentences, short.get(candidate, ""), key, spans)
                for (text, (candidate, score)), (key, sentences, spans) in zip(
                    chosen.items(), self._places(candidates), strict=True
                )
            ]
        )

    def _places(self, candidates: list[int]) -> list[Placed]:
        """The key of each candidate, its sentences, and where it stands in the document."""
        located, sentences = self.located, self.source.sentences
        if kernel.native is None or located.keys_of:
            return [self._placed(candidate) for candidate in candidates]
        columns = self.source.stems, [one.start for one in sentences], [one.index for one in sentences]
        found = kernel.native.places(*located.columns, *columns, candidates)
        return [one if one[1] else self._placed(place) for one, place in zip(found, candidates, strict=True)]

    def _placed(self, candidate: int) -> Placed:
        places = [self.source.locate(place) for place in sorted(set(self.located.spans(candidate)))]
        spans = [(one.start + begin, one.start + end) for one, begin, end in places]
        return self.located.key(candidate), tuple(dict.fromkeys([one.index for one, _, _ in places])), tuple(spans)

    def weight(self, candidate: int) -> float:
        """Return 0 for what is no keyphrase, less than 1 for vague words and for what may be a verb."""
        if self.weights is not None:
            return float(self.weights[candidate])
        if candidate not in self._weights:
            self._weights[candidate] = self._weigh(candidate)
        return self._weights[candidate]

    def _weigh(self, candidate: int) -> float:
        start, end = self.located.first(candidate)
        vague, words = self._vague, self.source.lowers[start:end]
        # Most phrases have no such word.
        if self.table.tagged and self._weighed.isdisjoint(words) and (end - start > 1 or len(words[0]) > 1):
            return 1.0
        if end - start == 1 and (
            words[0] in vague.breaking or words[0].rstrip(".") in TITLES or (len(words[0]) < 2 and words[0].isascii())
        ):
            return 0.0
        if PARTICLES.issuperset(words):
            return 0.0
        if words[-1] in HOLLOW or all(word in vague.alone or word in vague.before for word in words):
            return VAGUE
        # "One morning Marta went out" has no phrase "morning Marta".
        lower = words[0] in vague.alone and self.source.texts[start].islower()
        if lower and end - start > 1 and self.source.is_name((start + 1, end)):
            return VAGUE**3
        if self._markers is None:
            return 1.0
        return self._as_noun(start) if end - start == 1 else self._as_phrase(self.located.spans(candidate))

    def _as_noun(self, place: int) -> float:
        """What is left of a word that may be a verb: 1 if enough around its occurrences shows that it is a noun."""
        stem = self.source.stems[place]
        shown, places = len(self._shown(stem)), len(self.located.nouns.get(stem, ()))
        if not shown and self._ends_as_verb(place):
            return 0.0
        return 1.0 if shown >= SHOWN * places else UNMARKED ** min(places, SURE)

    def _as_phrase(self, spans: Sequence[Span]) -> float:
        """The same of a phrase: something shows where it begins, and no word in it that is never a noun is a verb."""
        start, end = spans[0]
        stems, kinds = self.source.stems, self.source.kinds
        # A phrase of several words gathers more than a word, so that it has to lose more.
        marked = any(self._is_marked(first) for first, _ in spans)
        # "Sanctionner sévèrement" begins with a verb.
        if not marked and self._is_infinitive(start) and not self._shown(stems[start]):
            return 0.0
        inside = [place for place in range(start, end) if kinds[place] != "-"]
        verb = any(self._ends_as_verb(place) and not self._shown(stems[place]) for place in inside)
        return (1.0 if marked else UNMARKED ** (SURE * min(2, len(spans)))) * (UNMARKED ** (2 * SURE) if verb else 1.0)

    @cached_property
    def _vague(self) -> Vague:
        return vague_words(self.located.code)

    @cached_property
    def _weighed(self) -> frozenset[str]:
        """The words for which a phrase with parts of speech may weigh less, forms of address with a full stop too."""
        return _weighed(self.located.code)

    @cached_property
    def _markers(self) -> Markers | None:
        """What shows that a word is a noun; None where parts of speech are known, and where nothing does."""
        return None if self.table.tagged else markers_of(self.located.code)

    def _ends_as_verb(self, place: int) -> bool:
        endings = self._markers.infinitives + self._markers.verbs if self._markers and self._markers.verbs else ()
        return self.source.lowers[place].endswith(endings)

    def _is_infinitive(self, place: int) -> bool:
        endings = self._markers.infinitives if self._markers and self._markers.verbs else ()
        return self.source.lowers[place].endswith(endings)

    def _is_marked(self, place: int) -> bool:
        """Whether a word is a name here, or something around it shows that it is a noun."""
        words = self.source
        number = words.owner(place)
        if words.cased[number] and not words.opens(place) and words.texts[place][0].isupper():
            return True
        sentence = words.sentences[number]
        text, tokens = sentence.text, self.tokens[sentence.index]
        passed = vague_words(self.located.code).before
        return self._markers is not None and is_marked(
            text, tokens, place - words.firsts[number], self._markers, passed
        )

    def _shown(self, stem: str) -> list[Span]:
        """The occurrences of a word that something shows to be a noun; none where the language has no such signs."""
        if stem not in self._nouns:
            places = self.located.nouns.get(stem, ()) if self._markers else ()
            self._nouns[stem] = [(place, place + 1) for place in places if self._is_marked(place)]
        return self._nouns[stem]

    def text(self, candidate: int) -> str:
        """Return the commonest written form: with the capitals of a name, without those of a title."""
        text = self._texts.get(candidate)
        if text is None:
            text = self._texts[candidate] = self._in_nominative(candidate, self._write(candidate))
        return text

    def texts(self, candidates: list[int]) -> list[str | None]:
        """Return how some candidates are written, found out at once; None for those that take longer."""
        if kernel.native is None or self.upper is None or self._markers:
            return [None] * len(candidates)
        located = self.located
        # Where stems belong together that differ, nouns are counted by other stems.
        choosing = located.nouns_of is None and located.code not in TOLD_BY_RULES
        settings = self.source.cased, located.ids, self.upper, self.lower, self._capital_nouns, choosing
        forms: list[str | None] = kernel.native.forms(*located.columns, *settings, candidates)
        if located.shorts or located.code == "de":
            forms = [
                None if form is None or one in located.shorts else self._in_nominative(one, form)
                for one, form in zip(candidates, forms, strict=True)
            ]
        return forms

    def _in_nominative(self, candidate: int, text: str) -> str:
        if self.located.code == "de" and text[:1].islower() and " " in text:
            return nominative(text, self._endings(candidate, text.split(" ")))
        return text

    def _endings(self, candidate: int, shown: Sequence[str]) -> Iterator[str]:
        """The endings that German adjectives before the noun that is shown have without what stands before them."""
        words = self.source
        noun = next((text for text in shown if text[0].isupper()), "")
        for start, end in self.located.spans(candidate):
            if noun in words.texts[start:end]:
                yield ending("" if words.breaks[start] else words.lowers[start - 1], words.lowers[start], noun)

    def _write(self, candidate: int) -> str:
        words, short, spans = self.source, self.located.shorts.get(candidate, ""), self.located.spans(candidate)
        # Of "heats" and "the heating" the noun is shown.
        places = (self._shown(self.located.key(candidate)) if self._markers else None) or spans
        start, end = places[0]
        # Most phrases are written in one way, without capitals, or with those of a name.
        if not short and (len(places) == 1 or words.are_same(places)):
            cased = words.cased[words.owner(start)] and not words.opens(start)
            if words.texts[start:end] == words.lowers[start:end] or (cased and len(places) == 1):
                return _form(words.slice(places[0]))
        forms = self._forms(places)
        if short:
            # An option may write its acronym in small letters: "accept_ra".
            small = {short.casefold(), f"{short.casefold()}s"}
            forms = {one: times for one, times in forms.items() if one[0].casefold() not in small} or {
                (self.located.key(candidate), True): 1
            }
        sure = _summed([(form, times) for (form, cased), times in forms.items() if cased])
        unsure = sure or _summed([(form, times) for (form, _), times in forms.items()])
        if sure or self._capital_nouns:
            return commonest(unsure, self.located.code)
        form = commonest(unsure, self.located.code)
        place = next(place for place in spans if _form(words.slice(place)) == form)
        # "Old quarry" begins a sentence; "Old Town" may be a name.
        by_place = " " not in form or any(word[:1].islower() for word in form.split(" "))
        for k in range(*place):
            if words.texts[k] in form and self._owes_capital(k, by_place):
                form = form.replace(words.texts[k], words.lowers[k], 1)
        return form

    def _forms(self, places: Sequence[Span]) -> dict[tuple[str, bool], int]:
        """How often each form is written, and whether its capitals mean something."""
        words, counted = self.source, dict[tuple[tuple[str, ...], bool], list[Span]]()
        for place in places:
            # A word that opens its sentence has a capital in any case.
            cased = not words.opens(place[0]) and words.cased[words.owner(place[0])]
            counted.setdefault((tuple(words.texts[place[0] : place[1]]), cased), []).append(place)
        return _summed([((_form(words.slice(some[0])), cased), len(some)) for (_, cased), some in counted.items()])

    def _owes_capital(self, place: int, by_place: bool) -> bool:
        """Whether the text has a word without its capital elsewhere, or only its place explains the capital."""
        words = self.source
        cases = Counter(
            words.texts[start][0].isupper()
            for start in self.located.nouns.get(words.stems[place], ())
            if words.cased[words.owner(start)] and not words.opens(start)
        )
        if words.texts[place][1:].isupper() and not cases[False]:
            return False
        return cases[False] > cases[True] or (by_place and not cases[True])

    @property
    def _capital_nouns(self) -> bool:
        return self.table.names > CAPITALS


_ADDRESS = re.compile(r"\w@\w")


@cache
def _weighed(code: str) -> frozenset[str]:
    return frozenset().union(*vague_words(code), TITLES, PARTICLES, HOLLOW, [f"{title}." for title in TITLES])


def _form(text: str) -> str:
    """A phrase as it is written, in one line."""
    return written(" ".join(text.split()))


def _summed(pairs: Sequence[tuple[Item, int]]) -> dict[Item, int]:
    """How often each occurs."""
    if len(pairs) == 1:
        return dict(pairs)
    sums: dict[Item, int] = {}
    for one, times in pairs:
        sums[one] = sums.get(one, 0) + times
    return sums


def find_phrases(
    document: Document,
    sentences: Sequence[Sequence[Token]],
    passed: Mask | None = None,
    known: Iterable[str] = (),
    *,
    research: bool = False,
) -> PhraseCandidates:
    """Return the candidates of a document whose tokens are known, without those of the sentences in `passed`.

    `known` are pairs of stems that the lexicon has as a phrase: in "heat pump" the second word is no verb.
    """
    told = _told(document, passed)
    columns = sentences.columns() if isinstance(sentences, LaterTokens) else columns_of(sentences)
    if len(told) < len(document.sentences):
        columns = columns.of_sentences([sentence.index for sentence in told])
    words, stems, ids = _with_kinds(without_cited(words_of(told, columns)), document.language, frozenset(known))
    # With parts of speech some essential word is neither noun nor adjective; a few may stand in an English quotation.
    verbs, count = words.kinds.count("V"), words.kinds.count("N")
    tagged = count > 0 and verbs > (QUOTED * count if markers_of(document.language) else 0)
    located = find_candidates(words, document.language, ids, tagged=tagged)
    indices = np.array([sentence.index for sentence in told], dtype=np.intp)
    known_of = _table(located, len(stems), indices, tagged=tagged)
    own, own_bounds, totals, owners, first, sizes, counts, weights, terms, upper, lower = known_of
    if upper is None or lower is None:
        capitals, others = _names(words)
    else:
        capitals, others = int(upper.sum()), int(lower.sum())
        # An acronym counts as its phrase.
        for _, stem in located.ties:
            upper[stem] = lower[stem] = 0
    table = PhraseTable(
        words=own,
        bounds=own_bounds,
        counts=counts,
        alone=located.alone,
        first=first,
        sizes=sizes,
        totals=totals,
        sentences=len(document.sentences),
        nouns=count,
        names=capitals / max(1, capitals + others),
        terms=terms / max(1, count),
        tagged=tagged,
        single=SINGLE_WORDS.get(document.language, SINGLE),
        research=research,
    )
    return PhraseCandidates(stems, table, owners, located, sentences, weights, upper, lower)


def _with_kinds(words: Words, code: str, known: frozenset[str]) -> tuple[Words, tuple[str, ...], Ids]:
    """Words, in which neither nouns are taken for verbs nor verbs for nouns; each stem; the number of each word's."""
    if kernel.native is not None and code not in OWN_VERBS:
        singular = SINGULAR if code == "en" else None
        kinds, stems, made = kernel.native.noun_kinds(words.columns, words.stems, known, singular, CHANGES)
        return words.with_kinds(kinds), stems, np.frombuffer(made, dtype=np.intp)
    words = words.with_kinds(without_verbs(words, code))
    words = words.with_kinds(_with_nouns(words, known))
    numbers = {stem: number for number, stem in enumerate(dict.fromkeys(filter(None, words.stems)))}
    ids = np.array([numbers.get(stem, -1) for stem in words.stems], dtype=np.intp)
    return words, tuple(numbers), ids


def _table(
    located: Located, stems: int, indices: Ids, *, tagged: bool
) -> tuple[Ids, Ids, Ids, Ids, Ids, Ids, Ids, Scores | None, int, Ids | None, Ids | None]:
    """What is known of candidates, in columns.

    The words of each and where those of each begin, how often each word occurs, the sentences of all places, the first
    one of each candidate, its length and the number of its places; what each weighs, if that is told at once; how many
    words stand in terms; of each stem how often it is a noun inside a sentence with a capital, and without.
    """
    words, starts, ids = located.words, located.starts, located.ids
    if kernel.native is not None:
        vague = (
            (_weighed(located.code), *vague_words(located.code), TITLES, PARTICLES, HOLLOW, VAGUE) if tagged else None
        )
        found = kernel.native.phrase_table(
            *located.columns, ids, located.alone, indices, words.cased, list(located.ties), vague
        )
        own, bounds, totals, owners, first, sizes, counts = [np.frombuffer(one, dtype=np.intp) for one in found[:7]]
        weights = np.frombuffer(found[7]) if tagged else None
        upper, lower = [np.frombuffer(bytearray(one), dtype=np.intp) for one in found[9:]]
        return own, bounds, totals, owners, first, sizes, counts, weights, found[8], upper, lower
    firsts, ends = starts[located.bounds[:-1]], located.ends[located.bounds[:-1]]
    own, bounds = _words_of(ids, firsts, ends)
    for row, stem in located.ties:
        own = np.insert(own, bounds[row + 1], stem)
        bounds[row + 1 :] += 1
    owners = indices[np.searchsorted(words.firsts, starts, side="right") - 1]
    totals = np.bincount(ids[ids >= 0], minlength=stems)
    terms, first = _in_terms(located, np.diff(bounds)), owners[located.bounds[:-1]]
    return own, bounds, totals, owners, first, ends - firsts, located.counts, None, terms, None, None


def _words_of(ids: Ids, starts: Ids, ends: Ids) -> tuple[Ids, Ids]:
    """The numbers of the words in some spans, and where those of each begin.

    >>> _words_of(np.array([-1, 5, -1, 6, 7]), np.array([1, 4]), np.array([4, 5]))
    (array([5, 6, 7]), array([0, 2, 3]))
    """
    sizes = ends - starts
    behind = np.cumsum(sizes)
    words = ids[np.arange(sizes.sum()) + np.repeat(starts - behind + sizes, sizes)]
    known = np.cumsum(words >= 0)
    return words[words >= 0], np.concatenate([[0], known[behind - 1]])


def _told(document: Document, passed: Mask | None) -> list[Sentence]:
    """Sentences that tell something: no code, tables, references and running heads, nothing left in English."""
    kinds = [block.kind for block in document.blocks]
    original = [s for s in document.sentences if passed is None or not passed[s.index]] or list(document.sentences)
    told = [s for s in original if s.prose or not kinds or kinds[s.paragraph] in TOLD]
    if document.language in OTHER_LETTERS:
        own = [s for s in told if not (s.text.isascii() and s.text.count(" ") >= FOREIGN)]
        told = own or told
    # Who can be written to, and where, tells nothing.
    if "@" in document.text:
        told = [s for s in told if not ("@" in s.text and _ADDRESS.search(s.text))]
    return told or original


def _with_nouns(words: Words, known: frozenset[str]) -> str:
    """Take verbs for nouns where the pair with the word before is a known phrase, or a noun elsewhere in the document.

    So it is in "heat pump", and in "test set" beside "test sets".
    """
    kinds, stems = words.kinds, words.stems
    verbs = behind_nouns(kinds, "V")
    ends = {stems[place] for place in verbs}
    places = [place for place in behind_nouns(kinds, "N") if stems[place] in ends and not words.breaks[place]]
    nouns = Counter([(stems[place - 1], stems[place]) for place in places])
    letters = bytearray(kinds, "ascii")
    for place in verbs:
        before, stem = stems[place - 1], stems[place]
        if nouns.get((before, stem), 0) > 1 or f"{before} {stem}" in known:
            letters[place] = ord("N")
    return letters.decode("ascii")


def _names(words: Words) -> tuple[int, int]:
    """How many nouns inside sentences have a capital, and how many have none."""
    texts, cased = words.texts, words.cased
    letters = [texts[place][0] for place in words.nouns if texts[place - 1] and cased[words.owner(place)]]
    capitals = sum(map(str.isupper, letters))
    return capitals, len(letters) - capitals


def _in_terms(located: Located, sizes: Ids) -> int:
    """How many words stand in repeated phrases of several words without a name."""
    words, alone, count = located.words, located.alone, 0
    starts, ends = located.starts[located.bounds[:-1]], located.ends[located.bounds[:-1]]
    rows = np.flatnonzero((alone > 1) & (sizes > 1))
    if not len(rows):
        return 0
    numbers = np.stack([starts[rows], ends[rows], alone[rows] * sizes[rows]], axis=1)
    for start, end, times in numbers.tolist():
        # The first word of a sentence has a capital in any case.
        texts = words.texts[start + words.opens(start) : end]
        if all(text[0].islower() for text in texts):
            count += times
    return count
