"""Candidates for the keyphrases of a document: what may be one, how it is written, where it stands.

Candidates are maximal noun phrases, names, and nouns that also stand alone; where the language has no parts of speech,
names and runs that the document repeats. Inflections are one candidate, an acronym is tied to its expansion, and the
commonest written form is shown. `method/keyphrases.py` scores them, on numbers alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from sentencerank.document import Document, Sentence, Token
from sentencerank.languages.noun_phrases import has_case, is_tagged
from sentencerank.languages.vague_words import TITLES, vague_words
from sentencerank.method.arrays import Ids
from sentencerank.method.keyphrases import PhraseTable, written
from sentencerank.phrase_gathering import Gathered, Place, Read, gather
from sentencerank.records import Keyphrase

# Blocks that tell something.
TOLD = frozenset({"title", "heading", "caption", "paragraph", "list", "quote", "footnote"})
VAGUE = 0.3  # what a vague word by itself is worth
CAPITALS = 0.7  # share of capitals from which they mark nouns and not names, as in German


@dataclass(frozen=True, eq=False)
class PhraseCandidates:
    """The candidates of a document. How one is written is found out when it is asked for."""

    keys: tuple[str, ...]  # what the inflections of each have in common
    words: tuple[str, ...]  # the stems that `table.words` counts
    table: PhraseTable
    gathered: Gathered

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

    def text(self, candidate: int) -> str:
        """Return the commonest written form: with the capitals of a name, without those of a title."""
        key = self.keys[candidate]
        sure: Counter[str] = Counter()
        unsure: Counter[str] = Counter()
        short = self.gathered.shorts.get(key)
        for place in self.gathered.places[key]:
            form = self._form(place)
            if form != short:
                cased = self.gathered.found[place[0]].cased and place[1] > 0
                (sure if cased else unsure)[form] += 1
        if sure or self._capital_nouns or not unsure:
            return _commonest(sure or unsure or Counter([key]))
        form = _commonest(unsure)
        place = next(place for place in self.gathered.places[key] if self._form(place) == form)
        # "Old quarry" begins a sentence; "Old Town" may be a name.
        by_place = " " not in form or any(word[:1].islower() for word in form.split(" "))
        for token in self.gathered.found[place[0]].tokens[place[1] : place[2]]:
            if token.text in form and self._owes_capital(token, by_place):
                form = form.replace(token.text, token.text.lower(), 1)
        return form

    def _form(self, place: Place) -> str:
        number, start, end = place
        sentence, tokens, _ = self.gathered.found[number]
        text = sentence.text[tokens[start].start : tokens[end - 1].start + len(tokens[end - 1].text)]
        return written(" ".join(text.split()))

    def _span(self, place: Place) -> tuple[int, int]:
        number, start, end = place
        sentence, tokens, _ = self.gathered.found[number]
        return sentence.start + tokens[start].start, sentence.start + tokens[end - 1].start + len(tokens[end - 1].text)

    def _owes_capital(self, token: Token, by_place: bool) -> bool:
        """Whether the text has a word without its capital elsewhere, or only its place explains the capital."""
        cases: Counter[bool] = Counter()
        for number, start, end in self.gathered.places.get(token.stem, ()):
            _, tokens, cased = self.gathered.found[number]
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
    tagged = is_tagged(token for read in found for token in read.tokens)
    gathered = gather(found, document.language, tagged=tagged)
    totals = Counter([token.stem for read in found for token in read.tokens if token.essential])
    stems = {stem: number for number, stem in enumerate(totals)}
    keys, words = [], []
    for key in gathered.places:
        own = [stems[key]] if key in stems else [stems[word] for word in key.split(" ") if word in stems]
        if own:
            keys.append(key)
            words.append(own)
    for stem, key in gathered.acronyms.items():
        if key in gathered.places and stem in stems:
            words[keys.index(key)].append(stems[stem])
    places = [gathered.places[key] for key in keys]
    nouns, capitals = _count_nouns(found)
    table = PhraseTable(
        words=np.array([word for own in words for word in own], dtype=np.intp),
        bounds=np.cumsum([0, *map(len, words)]),
        counts=np.array([len(some) for some in places], dtype=np.intp),
        alone=np.array([gathered.alone[key] for key in keys], dtype=np.intp),
        first=np.array([found[some[0][0]].sentence.index for some in places], dtype=np.intp),
        sizes=np.array([some[0][2] - some[0][1] for some in places], dtype=np.intp),
        weights=np.array([_weight(gathered, some[0]) for some in places], dtype=np.float64),
        totals=np.fromiter(totals.values(), dtype=np.intp, count=len(totals)),
        sentences=len(document.sentences),
        nouns=nouns,
        names=capitals,
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
    # Where words are pairs of characters none is known to be a noun, so each may be one.
    if not any(token.noun or token.adjective for token in tokens):
        tokens = [token._replace(noun=token.essential) for token in tokens]
    verbs = [
        place
        for place, token in enumerate(tokens)
        if token.essential and place and not token.noun and (tokens[place - 1].stem, token.stem) in pairs
    ]
    if verbs:
        tokens = [token._replace(noun=True) if place in verbs else token for place, token in enumerate(tokens)]
    return Read(sentence, tokens, has_case(sentence.text, tokens))


def _count_nouns(found: Sequence[Read]) -> tuple[int, float]:
    """How many nouns there are, and the share of those inside sentences that have a capital."""
    inside = [token.text[0].isupper() for _, tokens, cased in found if cased for token in tokens[1:] if token.noun]
    return sum([token.noun for read in found for token in read.tokens]), sum(inside) / max(1, len(inside))


def _weight(gathered: Gathered, place: Place) -> float:
    """0 for what is no keyphrase, less than 1 for vague words."""
    number, start, end = place
    vague = vague_words(gathered.code)
    words = [token.text.lower() for token in gathered.found[number].tokens[start:end]]
    if len(words) == 1:
        word = words[0].rstrip(".")
        if word in TITLES or word in vague.breaking or (len(word) < 2 and word.isascii()):
            return 0.0
    return VAGUE if all(word in vague.alone or word in vague.before for word in words) else 1.0


def _commonest(forms: Counter[str]) -> str:
    return min(forms, key=lambda form: (-forms[form], form))
