"""A pack at work: one class for every language but English, whose record says what it has.

A text itself teaches what the record leaves out: its stop words, and which syllables make one word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple
from unicodedata import category

import Stemmer

from sentencerank import patterns as re
from sentencerank.document import Block, Token, Wording
from sentencerank.frozen import dataclass
from sentencerank.languages import form, layout
from sentencerank.languages.language import Pack, Span, stopwords_of
from sentencerank.languages.segmenters import SEGMENTERS, Cut, Piece, placed, segmenter
from sentencerank.languages.sentences import flattened, sentence_ends, split
from sentencerank.languages.taggers import tagger
from sentencerank.languages.wording_phrases import phrases_of
from sentencerank.languages.words import FOLDS, MARKS, is_word, word_spans

CACHED = 20_000  # words whose analysis is remembered

# A stop word that the document teaches.
COUNT = 3  # occurrences at least
SHARE = 0.003  # of all words
LENGTH = 0.7  # of the mean length of a word, at most
SPREAD = 0.05  # share of the sentences that it stands in
TOGETHER = 0.5  # of the occurrences of the rarer of two syllables: so many stand in the pair that is a word

_POSSESSIVE = re.compile("..[aeıioöuü]s[ıiuü]$")  # in Turkish, of a word that ends in a vowel
_APOSTROPHES = "['’ʼ]"
_BEFORE = r"[\s\"'“”„«‘‹「『(\[¿¡]*"


class _Word(NamedTuple):
    """What is known about a word form, wherever it stands."""

    shift: int  # characters of an elided word before it
    bases: tuple[str, str]  # what stop words are compared with: as it is, and without its ending
    stem: str
    letters: int
    text: str  # without what is elided; one string for all places where it stands


class _Found(NamedTuple):
    """A word in its place."""

    start: int
    text: str
    word: _Word
    kind: str  # "" if unknown
    whole: bool  # not a pair of characters
    breaks: bool


@dataclass(frozen=True, eq=False)
class Packed:
    """A language made from its pack.

    >>> french = Packed(Pack(code="fr", stemmer="french", elided="l d n"))
    >>> [token.stem for token in french.tokens(["Les chats n'aiment pas l'eau des rivières."])[0] if token.essential]
    ['chat', 'aiment', 'eau', 'rivi']
    """

    pack: Pack
    _words: dict[str, _Word] = field(default_factory=dict, repr=False)  # caches: they change no result
    _kinds: dict[str, str] = field(default_factory=dict, repr=False)

    def __reduce__(self) -> tuple[type[Packed], tuple[Pack]]:
        """Pickle the record alone: another process loads its own libraries."""
        return Packed, (self.pack,)

    @property
    def code(self) -> str:
        """ISO 639 code."""
        return self.pack.code

    @cached_property
    def stopwords(self) -> frozenset[str]:
        """The listed stop words, in the form in which words are compared; empty without a list."""
        return frozenset(map(FOLDS[self.pack.fold], stopwords_of(self.pack)))

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of the ranking should know: which part of the language is missing."""
        pack, lacks = self.pack, []
        if isinstance(pack.segmenter, str) and pack.segmenter and self._cut is None:
            otherwise = SEGMENTERS[pack.segmenter].otherwise
            lacks.append(f"{pack.name} is read {otherwise}. For words: pip install 'sentencerank[languages]'.")
        if not pack.has_stopwords:
            rest = "no parts of speech" if pack.stemmer else "no stems, no parts of speech"
            lacks.append(f"Stop words of {pack.name or pack.code} are learnt from the document; {rest}.")
        return tuple(lacks)

    def blocks(self, text: str) -> tuple[Block, ...]:
        """Return paragraphs, headings, list items, quotes and tables of a plain text."""
        return layout.blocks(text)

    def sentences(self, text: str, blocks: Sequence[Block]) -> tuple[Span, ...]:
        """Return the sentences inside the blocks, by the rules that sentencex has for the code."""
        return split(text, blocks, lambda flat: sentence_ends(flat, self.pack))

    def tokens(self, sentences: Sequence[str], *, part_of_speech: bool = True) -> list[list[Token]]:
        """Return the words of each sentence: all but stop words are essential, with a tagger only content words."""
        if len(self._words) > CACHED:
            self._words.clear()
            self._kinds.clear()
        found = [list(self._found(sentence)) for sentence in sentences]
        stops = self.stopwords
        if not self.pack.has_stopwords:
            stops = document_stopwords([[one.word.bases[0] for one in sentence if one.whole] for sentence in found])
        # Each sentence is let go when it is done: a text of a million words would take twice the memory.
        found.reverse()
        tokens = [[self._token(one, stops, part_of_speech) for one in found.pop()] for _ in range(len(found))]
        return compounds(tokens) if self.pack.syllables else tokens

    def wording(self, sentence: str) -> Wording:
        """Return what the wording of a sentence tells, as far as the phrases of its language are known."""
        # A sentence may run over several lines.
        sentence = " ".join(sentence.split())
        lower, phrases = sentence.lower(), phrases_of(self.code)
        signposts = phrases.signposts(lower)
        return Wording(
            announces=not signposts and phrases.announces(lower),
            addresses=phrases.addresses(lower),
            greets=phrases.greets(lower),
            depends=self._openings is not None and self._openings.match(lower[:100]) is not None,
            signposts=signposts,
            begins_inside=form.begins_inside(sentence, self.stopwords.__contains__),
            unfinished=(unfinished := form.unfinished(sentence)),
            named=unfinished and form.named(sentence),
            asks=form.asks(sentence),
            leads_in=form.leads_in(sentence),
            rules=(ruling := 0.0 if signposts else phrases.rules(lower.split())),
            legal=ruling > 0 and phrases.has_law(lower),
            defines=0 if signposts else form.defines(lower, phrases.defining, phrases.articles, self.stopwords),
        )

    def stem(self, word: str) -> str:
        """Return what a word is compared by.

        >>> Packed(Pack(code="de", stemmer="german")).stem("Häusern")
        'haus'
        >>> [Packed(Pack(code="tr", stemmer="turkish")).stem(word) for word in ("ülke", "ülkede", "ülkesi", "sesi")]
        ['ülke', 'ülke', 'ülke', 'ses']
        """
        return self._word(word).stem

    @cached_property
    def _cut(self) -> Cut | None:
        """What finds the words, where spaces do not."""
        name = self.pack.segmenter
        if isinstance(name, str):
            return segmenter(name)
        return lambda sentence: placed(sentence, ((word, "", "") for word in name(sentence)))

    @cached_property
    def _openings(self) -> re.Pattern[str] | None:
        if not self.pack.openings:
            return None
        spaced = not (isinstance(self.pack.segmenter, str) and self.pack.script in ("han", "th"))
        words = "|".join(self.pack.openings.split()).replace("_", r"\s+")
        return re.compile(rf"{_BEFORE}(?:{words})" + (rf"(?![\w{MARKS}])" if spaced else ""))

    @cached_property
    def _elided(self) -> re.Pattern[str]:
        return re.compile(rf"(?:{'|'.join(self.pack.elided.split())}){_APOSTROPHES}(?=\w\w)", re.IGNORECASE)

    @cached_property
    def _affixes(self) -> re.Pattern[str] | None:
        front, behind = self.pack.beginnings, self.pack.endings
        # A segmenter has cut them off.
        if self._cut is not None or not (front or behind):
            return None
        patterns = [rf"^(?:{front})(?=.{{3}})"] if front else []
        return re.compile("|".join([*patterns, rf"(?<=..)(?:{behind})$"] if behind else patterns))

    def _found(self, sentence: str) -> Iterator[_Found]:
        position = 0
        for start, end, base, kind, whole in self._pieces(sentence):
            form = sentence[start:end]
            word = self._words.get(form)
            if word is None:
                word = self._words[form] = self._word(form)
            if base:
                word = word._replace(bases=(base, base), stem=base)
            gap = sentence[position:start]
            yield _Found(start + word.shift, word.text, word, kind, whole, position > 0 and bool(gap and gap.strip()))
            position = end

    def _pieces(self, sentence: str) -> Iterator[tuple[int, int, str, str, bool]]:
        if self._cut is None:
            return ((start, end, "", "", not pair) for start, end, pair in word_spans(sentence))
        return ((*piece, True) for piece in map(Piece._make, self._cut(flattened(sentence))))

    def _word(self, form: str) -> _Word:
        shift = 0
        if self.pack.elided and (elided := self._elided.match(form)):
            shift = elided.end()
        folded = FOLDS[self.pack.fold](form[shift:])
        base = self._affixes.sub("", folded) if self._affixes else folded
        letters = sum(category(character)[0] in "LM" for character in form[shift:])
        return _Word(shift, (folded, base), self._stemmed(base) or base, letters, form[shift:])

    def _stemmed(self, base: str) -> str:
        stemmer = self.pack.stemmer
        if not stemmer:
            return base
        if not isinstance(stemmer, str):
            return stemmer(base)
        # A stemmer has state, so none is kept: to make one costs half a microsecond, and words are cached.
        stem = str(Stemmer.Stemmer(stemmer, 0).stemWord(base))
        if stemmer == "portuguese" and stem.endswith("õ"):
            # Snowball leaves "ligaçã" of "ligação", and "ligaçõ" of "ligações".
            return f"{stem[:-1]}ã"
        # And "ülkes" of "ülkesi", its country, whose other forms it cuts to "ülke".
        return stem[:-1] if stemmer == "turkish" and stem == base[:-1] and _POSSESSIVE.search(base) else stem

    def _token(self, found: _Found, stops: frozenset[str], part_of_speech: bool) -> Token:
        word, kind, text = found.word, found.kind, found.text
        content = bool(word.stem) and not self._stops(word, stops) and any(map(str.isalpha, text))
        content = content and (word.letters > 1 or kind in ("N", "P") if found.whole else is_word(text))
        if content and part_of_speech and not kind and self.pack.tagger:
            kind = self._kind(text)
        essential = content and not (part_of_speech and kind == "O")
        if kind or not found.whole:
            noun, adjective = kind in ("N", "P"), kind == "A"
        else:
            # The class is not known: whatever is no stop word may be part of a phrase that the document repeats.
            noun = not self.pack.capital_nouns or text[0].isupper()
            adjective = not noun
        return Token(
            text, found.start, word.stem if essential else "", essential, essential and noun, found.breaks,
            essential and adjective,
        )  # fmt: skip

    def _stops(self, word: _Word, stops: frozenset[str]) -> bool:
        whole, bare = word.bases
        if whole in stops or bare in stops:
            return True
        # "And" is written together with the word that follows.
        return self.pack.fold == "arabic" and whole[:1] in ("و", "ف") and whole[1:] in stops

    def _kind(self, form: str) -> str:
        kind = self._kinds.get(form)
        if kind is None:
            tag = tagger(self.pack.tagger)
            kind = self._kinds[form] = tag(form) if tag else ""
        return kind


def document_stopwords(sentences: Sequence[Sequence[str]]) -> frozenset[str]:
    """Return the words that are frequent, spread over the text and short: its function words, more or less.

    Measured against lists: nineteen of twenty occurrences that it finds are on them, half to two thirds of those on
    the lists are found (docs/languages.md).

    >>> text = [["la", "casa", "la", "puerta"], ["la", "ventana", "de", "madera"], ["de", "la", "calle"]]
    >>> sorted(document_stopwords(text))
    ['la']
    """
    counts = Counter(word for sentence in sentences for word in sentence)
    total = counts.total()
    length = LENGTH * sum(len(word) * count for word, count in counts.items()) / max(total, 1)
    spread = Counter(word for sentence in sentences for word in set(sentence))
    return frozenset(
        word
        for word, count in counts.items()
        if count >= max(COUNT, SHARE * total) and len(word) <= length and spread[word] >= SPREAD * len(sentences)
    )


def compounds(sentences: list[list[Token]]) -> list[list[Token]]:
    """Return the same tokens, with a break before every syllable that does not belong to the one before.

    Two neighbours are one word if the text repeats them together and the rarer one stands there half the time.
    What is left unbroken the ranking finds as phrases, in the document and in a query alike.
    """
    pairs: Counter[tuple[str, str]] = Counter()
    single: Counter[str] = Counter()
    for tokens in sentences:
        single.update(token.stem for token in tokens if token.essential)
        pairs.update((a.stem, b.stem) for a, b in pairwise(tokens) if a.essential and b.essential and not b.breaks)
    words = {
        pair for pair, count in pairs.items() if count > 1 and count >= TOGETHER * min(single[pair[0]], single[pair[1]])
    }
    if not words:
        return sentences
    return [
        [
            token if before is None or (before.stem, token.stem) in words else token._replace(breaks=True)
            for before, token in zip([None, *tokens], tokens, strict=False)
        ]
        for tokens in sentences
    ]
