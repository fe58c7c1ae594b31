"""Candidates for the keyphrases of a document: what may be one, how it is written, where it stands.

Candidates are maximal noun phrases, names, and nouns that also stand alone; where the language has no parts of speech,
names and runs that the document repeats. Inflections are one candidate, an acronym is tied to its expansion, and the
commonest written form is shown. `method/keyphrases.py` scores them, on numbers alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

import numpy as np

from sentencerank.document import Document, Sentence, Token
from sentencerank.languages.noun_markers import is_marked, markers_of
from sentencerank.languages.noun_phrases import has_case, kinds_of
from sentencerank.languages.vague_words import HOLLOW, PARTICLES, TITLES, vague_words
from sentencerank.method.arrays import Ids
from sentencerank.method.keyphrases import PhraseTable, written
from sentencerank.phrase_gathering import Gathered, Place, Read, gather
from sentencerank.records import Keyphrase

# Blocks that tell something.
TOLD = frozenset({"title", "heading", "caption", "paragraph", "list", "quote", "footnote"})
SHOWN = 0.2  # share of the occurrences of a noun that something around them shows to be one
UNMARKED, SURE = 0.6, 3  # what each occurrence without such a sign leaves of a word, and how many of them count
VAGUE = 0.3  # what a vague word by itself is worth
_OBLIQUE = re.compile(r"\w{3}e[nmr] ")  # a German adjective in another case than the one that names a thing
RARE = 5  # times as often as the form without the ending: then it is the word itself
_ENDINGS = ("n", "s", "es")  # of German nouns: "Ländern" beside "Länder", "Landes" beside "Land"
CAPITALS = 0.7  # share of capitals from which they mark nouns and not names, as in German


@dataclass(frozen=True, eq=False)
class PhraseCandidates:
    """The candidates of a document. How one is written is found out when it is asked for."""

    keys: tuple[str, ...]  # what the inflections of each have in common
    words: tuple[str, ...]  # the stems that `table.words` counts
    table: PhraseTable
    gathered: Gathered
    _weights: dict[int, float] = field(default_factory=dict)
    _texts: dict[int, str] = field(default_factory=dict)

    @cached_property
    def occurrences(self) -> tuple[Ids, Ids]:
        """(candidate, sentence) pairs, each as often as it occurs."""
        found, places = self.gathered.found, self.gathered.places
        numbers = [found[place[0]].sentence.index for key in self.keys for place in places[key]]
        counts = [len(places[key]) for key in self.keys]
        return np.repeat(np.arange(len(counts)), counts), np.array(numbers, dtype=np.intp)

    def keyphrase(self, candidate: int, score: float) -> Keyphrase:
        """Return a candidate as a keyphrase."""
        key = self.keys[candidate]
        places = sorted(set(self.gathered.places[key]))
        spans = [self._span(place) for place in places]
        sentences = dict.fromkeys(self.gathered.found[place[0]].sentence.index for place in places)
        short = self.gathered.shorts.get(key, "")
        return Keyphrase(self.text(candidate), score, len(places), tuple(sentences), short, key, tuple(spans))

    def weight(self, candidate: int) -> float:
        """Return 0 for what is no keyphrase, less than 1 for vague words and for what may be a verb."""
        if candidate not in self._weights:
            self._weights[candidate] = self._weigh(candidate)
        return self._weights[candidate]

    def _weigh(self, candidate: int) -> float:
        number, start, end = self.gathered.places[self.keys[candidate]][0]
        tokens = self.gathered.found[number].tokens[start:end]
        vague = vague_words(self.gathered.code)
        words = [token.text.lower() for token in tokens]
        if len(words) == 1 and (
            words[0] in vague.breaking or words[0].rstrip(".") in TITLES or (len(words[0]) < 2 and words[0].isascii())
        ):
            return 0.0
        if PARTICLES.issuperset(words):
            return 0.0
        if words[-1] in HOLLOW or all(word in vague.alone or word in vague.before for word in words):
            return VAGUE
        stem = tokens[0].stem
        places = len(self.gathered.places.get(stem, ()))
        shown = self._shown(stem)
        return 1.0 if shown is None or len(shown) >= SHOWN * places else UNMARKED ** min(places, SURE)

    def _shown(self, stem: str) -> list[Place] | None:
        """The occurrences of a word that something shows to be a noun; None where the language has no such signs."""
        markers = None if self.table.tagged else markers_of(self.gathered.code)
        if markers is None:
            return None
        passed = vague_words(self.gathered.code).before
        shown = []
        for number, place, end in self.gathered.places.get(stem, ()):
            sentence, tokens, cased, _ = self.gathered.found[number]
            name = cased and place > 0 and tokens[place].text[0].isupper()
            if end - place == 1 and (name or is_marked(sentence.text, tokens, place, markers, passed)):
                shown.append((number, place, end))
        return shown

    def text(self, candidate: int) -> str:
        """Return the commonest written form: with the capitals of a name, without those of a title."""
        if candidate not in self._texts:
            self._texts[candidate] = self._write(candidate)
        return self._texts[candidate]

    def _write(self, candidate: int) -> str:
        key = self.keys[candidate]
        sure: Counter[str] = Counter()
        unsure: Counter[str] = Counter()
        short = self.gathered.shorts.get(key)
        # Of "heats" and "the heating" the noun is shown.
        for place in self._shown(key) or self.gathered.places[key]:
            form = self._form(place)
            if short is None or form.removesuffix("s") != short:
                cased = self.gathered.found[place[0]].cased and place[1] > 0
                (sure if cased else unsure)[form] += 1
        if sure or self._capital_nouns or not unsure:
            return commonest(sure or unsure or Counter([key]), self.gathered.code)
        form = commonest(unsure, self.gathered.code)
        place = next(place for place in self.gathered.places[key] if self._form(place) == form)
        # "Old quarry" begins a sentence; "Old Town" may be a name.
        by_place = " " not in form or any(word[:1].islower() for word in form.split(" "))
        for token in self.gathered.found[place[0]].tokens[place[1] : place[2]]:
            if token.text in form and self._owes_capital(token, by_place):
                form = form.replace(token.text, token.text.lower(), 1)
        return form

    def _form(self, place: Place) -> str:
        number, start, end = place
        sentence, tokens, _, _ = self.gathered.found[number]
        text = sentence.text[tokens[start].start : tokens[end - 1].start + len(tokens[end - 1].text)]
        return written(" ".join(text.split()))

    def _span(self, place: Place) -> tuple[int, int]:
        number, start, end = place
        sentence, tokens, _, _ = self.gathered.found[number]
        return sentence.start + tokens[start].start, sentence.start + tokens[end - 1].start + len(tokens[end - 1].text)

    def _owes_capital(self, token: Token, by_place: bool) -> bool:
        """Whether the text has a word without its capital elsewhere, or only its place explains the capital."""
        cases: Counter[bool] = Counter()
        for number, start, end in self.gathered.places.get(token.stem, ()):
            _, tokens, cased, _ = self.gathered.found[number]
            if cased and start and end - start == 1:
                cases[tokens[start].text[0].isupper()] += 1
        if token.text[1:].isupper() and not cases[False]:
            return False
        return cases[False] > cases[True] or (by_place and not cases[True])

    @property
    def _capital_nouns(self) -> bool:
        return self.table.names > CAPITALS


def find_phrases(
    document: Document, sentences: Sequence[Sequence[Token]], copy_of: Ids | None = None, known: Iterable[str] = ()
) -> PhraseCandidates:
    """Return the candidates of a document whose tokens are known; copies of sentences count once.

    `known` are phrases that the ranking found, as stems: in "heat pump" the second word is no verb.
    """
    pairs = frozenset(pair for phrase in known for pair in pairwise(phrase.split(" ")))
    found = [_read(sentence, sentences[sentence.index], pairs) for sentence in _told(document, copy_of)]
    # With parts of speech some essential word is neither noun nor adjective.
    tagged = any("N" in read.kinds for read in found) and any("V" in read.kinds for read in found)
    gathered = gather(found, document.language, tagged=tagged)
    totals = Counter([token.stem for read in found for token in read.tokens if token.essential])
    stems = {stem: number for number, stem in enumerate(totals)}
    keys, words, places, alone = [], [], [], []
    for key, some in gathered.places.items():
        own = [stems[key]] if key in stems else [stems[word] for word in key.split(" ") if word in stems]
        # A word that never stands alone is told by the phrases that it is part of.
        if own and (len(own) > 1 or key in gathered.alone):
            keys.append(key)
            words.append(own)
            places.append(some)
            alone.append(gathered.alone.get(key, 0))
    for stem, key in gathered.acronyms.items():
        if key in gathered.places and stem in stems:
            words[keys.index(key)].append(stems[stem])
    nouns, capitals = _count_nouns(found)
    table = PhraseTable(
        words=np.array([word for own in words for word in own], dtype=np.intp),
        bounds=np.cumsum([0, *map(len, words)]),
        counts=np.array([len(some) for some in places], dtype=np.intp),
        alone=np.array(alone, dtype=np.intp),
        first=np.array([found[some[0][0]].sentence.index for some in places], dtype=np.intp),
        sizes=np.array([some[0][2] - some[0][1] for some in places], dtype=np.intp),
        totals=np.fromiter(totals.values(), dtype=np.intp, count=len(totals)),
        sentences=len(document.sentences),
        nouns=nouns,
        names=capitals,
        terms=_in_terms(found, places, alone, words) / max(1, nouns),
        tagged=tagged,
    )
    return PhraseCandidates(tuple(keys), tuple(stems), table, gathered)


def _told(document: Document, copy_of: Ids | None) -> list[Sentence]:
    """Sentences that tell something: no code, tables, references, running heads and copies."""
    kinds = [block.kind for block in document.blocks]
    original = [s for s in document.sentences if copy_of is None or copy_of[s.index] < 0]
    told = [s for s in original if s.prose or not kinds or kinds[s.paragraph] in TOLD]
    return told or original


def _read(sentence: Sentence, tokens: Sequence[Token], pairs: frozenset[tuple[str, str]]) -> Read:
    kinds = kinds_of(tokens)
    # Where words are pairs of characters none is known to be a noun, so each may be one.
    if "N" not in kinds and "A" not in kinds:
        kinds = kinds.replace("V", "N")
    place = kinds.find("V", 1)
    while place > 0:
        if (tokens[place - 1].stem, tokens[place].stem) in pairs:
            kinds = f"{kinds[:place]}N{kinds[place + 1 :]}"
        place = kinds.find("V", place + 1)
    return Read(sentence, tokens, has_case(sentence.text, tokens), kinds)


def _count_nouns(found: Sequence[Read]) -> tuple[int, float]:
    """How many nouns there are, and the share of those inside sentences that have a capital."""
    inside = capitals = 0
    for _, tokens, cased, kinds in found:
        place = kinds.find("N", 1) if cased else -1
        while place > 0:
            inside += 1
            capitals += tokens[place].text[0].isupper()
            place = kinds.find("N", place + 1)
    return sum([read.kinds.count("N") for read in found]), capitals / max(1, inside)


def _in_terms(
    found: Sequence[Read], places: Sequence[Sequence[Place]], alone: Sequence[int], words: Sequence[Sequence[int]]
) -> int:
    """How many words stand in repeated phrases of several words without a name."""
    count = 0
    for some, own_places, own in zip(places, alone, words, strict=True):
        if own_places > 1 and len(own) > 1:
            number, start, end = some[0]
            # The first word of a sentence has a capital in any case.
            if all(token.text[0].islower() for token in found[number].tokens[max(start, 1) : end]):
                count += own_places * len(own)
    return count


def commonest(forms: Counter[str], code: str) -> str:
    """Return the form that is written most often; in German one in the nominative where there is any.

    >>> commonest(Counter({"Europäischen Union": 5, "Europäische Union": 1, "Ländern": 1}), "de")
    'Europäische Union'
    >>> commonest(Counter({"Ländern": 2, "Länder": 1}), "de"), commonest(Counter({"garden": 2, "gardens": 1}), "en")
    ('Länder', 'garden')
    """

    def oblique(form: str) -> bool:
        bases = [form.removesuffix(end) for end in _ENDINGS if form.endswith(end)]
        # What is written once beside many may be a slip or another language: "Australie".
        return bool(_OBLIQUE.search(form)) or any(RARE * forms[base] >= forms[form] for base in bases if base in forms)

    return min(forms, key=lambda form: (code == "de" and oblique(form), -forms[form], form))
