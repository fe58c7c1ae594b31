"""English: words by one pattern, parts of speech by lexicon, stems by Snowball, and signs in the wording."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import Stemmer

from sentencerank.document import Block, Token, Wording
from sentencerank.errors import ModelError
from sentencerank.languages import layout
from sentencerank.languages.language import Span
from sentencerank.languages.sentences import english_ends, split
from sentencerank.languages.taggers import LexiconTagger, load_lexicon
from sentencerank.languages.words import LONGEST, WORD, bare, plain, without_addresses, word_list

CACHED = 100_000  # words whose analysis is remembered, and as many chunks
LONGEST_GREETING = 15  # words: who thanks at length says what for

# Where a word stands; its capitals mean something only inside a sentence.
_OPENING, _SHOUTED, _INSIDE = "\0", "\1", ""
_NAMES_LIKE_STOP_WORDS = frozenset({"US", "WHO", "IT"})  # unless the whole sentence is in capitals

_WORK = r"(?:paper|article|study|work|report|thesis|essay|chapter|survey|section)"
_PRONOUN = (
    rf"he|she|it|they|him|her|his|hers|its|them|their|theirs|this(?! {_WORK}\b)|that|these|those|such|both|"
    r"neither|either|another|others|the (?:former|latter|same|other|others|two|pair)"
)
_CONNECTIVE = (
    r"however|but|and|or|nor|so|yet|then|thus|hence|therefore|moreover|furthermore|besides|also|too|instead|otherwise|"
    r"nevertheless|nonetheless|meanwhile|consequently|accordingly|likewise|similarly|conversely|afterwards?|still|"
    r"for (?:example|instance|this|that|these)|"
    r"in (?:addition|contrast|turn|(?:this|that) (?:case|context|regard|sense|way))|"
    r"as a result|after (?:that|this|all)|on the (?:other hand|contrary)"
)
_DEPENDS = re.compile(
    rf"[\s\"'“‘(\[]*(?:(?:{_PRONOUN}|{_CONNECTIVE})(?![\w'’-]*[^\W_])|(?:he|she|it|they|that|this)['’])"
    r"|\s*(?:[)\]”’»,;:]|\.{2,}|…)"
)
_VERB = (
    r"(?:address|argu|conclud|demonstrat|describ|develop|discuss|evaluat|examin|explor|f[io]und|find|introduc|investigat|"
    r"present|propos|prov|provid|report|reveal|review|show|shown|studi|study|suggest|summari[sz])(?:e?s|ed?)?"
)
_ANNOUNCES = re.compile(
    rf"\b(?:we|i|this {_WORK}|the (?:authors?|paper|study|report))"
    rf"(?: (?:also|further|then|will|have|has|here|therefore|thus|first|finally))* {_VERB}\b"
    rf"|\bin (?:conclusion|summary|short|brief|this {_WORK})\b|\bto (?:conclude|sum up|summari[sz]e|our knowledge)\b"
    r"|\b(?:our|these|the) (?:main )?(?:results?|findings?|experiments?|contributions?|analysis|goal|aim) (?:\w+ )?"
    r"(?:show|suggest|indicate|demonstrate|reveal|confirm|are|is)s?\b"
)
_QUOTED = re.compile(r"[\"“]([^\"“”]*)[\"”]|``([^`]*)''")
# Begins with a set of characters, which is what `re` scans for quickly.
_PERSONS = re.compile(r"[imy](?<![\w'’-].)(?:(?<=i)|(?<=m)(?:e|y|ine|yself)|(?<=y)ou(?:r|rs|rself|rselves)?)(?![\w-])")
_GREETS = re.compile(
    r"\W*(?:thank you|(?:many )?thanks(?! to\b)|(?:hello|hi|dear|greetings|cheers|regards)\b"
    r"|good (?:morning|afternoon|evening)"
    r"|(?:you're |a warm )?welcome(?: back)?(?:[,!.]| to\b| everyone| everybody)|ladies and gentlemen|my fellow"
    r"|(?:best|kind|warm) (?:wishes|regards))"
)


class _Word(NamedTuple):
    """What is known about a word form, wherever it stands."""

    text: str  # without a clitic
    stem: str
    content: bool  # not a stop word, two characters or more, a letter among them
    essential: bool  # and a noun, a name, an adjective or a verb
    noun: bool
    adjective: bool


class _Chunk(NamedTuple):
    """What is known about the characters between two spaces."""

    words: tuple[tuple[int, bool, _Word], ...]  # each with its offset, and whether a mark stands before it
    mark_after: bool  # whether one stands after the last


@dataclass(frozen=True, slots=True, eq=False)
class English:
    """English as a `Language`; `load_english()` makes one from the data of the package."""

    stopwords: frozenset[str]
    tagger: LexiconTagger
    code: str = "en"
    notes: tuple[str, ...] = ()  # nothing is missing
    _words: dict[str, _Word] = field(default_factory=dict, repr=False)  # a cache: it changes no result
    _chunks: dict[str, _Chunk] = field(default_factory=dict, repr=False)  # another

    def blocks(self, text: str) -> tuple[Block, ...]:
        """Return paragraphs, headings, list items, quotes and tables of a plain text."""
        return layout.blocks(text)

    def sentences(self, text: str, blocks: Sequence[Block]) -> tuple[Span, ...]:
        """Return the sentences inside the blocks."""
        return split(text, blocks, english_ends)

    def tokens(self, sentences: Sequence[str], *, part_of_speech: bool = True) -> list[list[Token]]:
        """Return the words of each sentence: nouns, names, adjectives and verbs outside the stop list are essential.

        >>> [token.stem for token in load_english().tokens(["The cats aren't running in John's gardens."])[0]]
        ['', 'cat', '', 'run', '', 'john', 'garden']
        """
        for memory in (self._words, self._chunks):
            if len(memory) > CACHED:
                memory.clear()
        return [self._tokens(sentence, part_of_speech) for sentence in sentences]

    def wording(self, sentence: str) -> Wording:
        """Return whether a sentence announces, quotes, addresses, greets, or depends on the one before.

        >>> load_english().wording("In this paper we propose a ranking.")
        Wording(announces=True, talks=False, addresses=0.0, greets=False, depends=False)
        >>> load_english().wording('He said: "You are late again."')
        Wording(announces=False, talks=True, addresses=0.16666666666666666, greets=False, depends=True)
        """
        return Wording(
            announces=_ANNOUNCES.search(sentence.lower()) is not None,
            talks=talks(sentence),
            addresses=addresses(sentence),
            greets=greets(sentence),
            depends=depends(sentence),
        )

    def stem(self, word: str) -> str:
        """Return the stem of a word, in lower case; dots of an abbreviation do not count.

        >>> load_english().stem("Batteries"), load_english().stem("U.S.")
        ('batteri', 'us')
        """
        # A stemmer has state, so none is kept: to make one costs half a microsecond, and words are cached.
        return str(Stemmer.Stemmer("english", 0).stemWord(word.lower().replace(".", ""))) or word

    def _tokens(self, sentence: str, part_of_speech: bool) -> list[Token]:
        tokens: list[Token] = []
        # This loop is most of the time that reading takes, hence tuple.__new__ instead of Token(…).
        known, new = self._chunks, tuple.__new__
        inside = _SHOUTED if sentence.isupper() else _INSIDE
        place, start, marked = inside or _OPENING, 0, False
        for chunk in without_addresses(sentence).split(" "):
            words, mark_after = known.get(place + chunk) or self._chunk(chunk, place)
            for offset, mark_before, (text, stem, content, essential, noun, adjective) in words:
                if not part_of_speech:
                    essential = content
                breaks = (marked or mark_before) and bool(tokens)
                stem = stem if essential else ""
                tokens.append(new(Token, (text, start + offset, stem, essential, noun, breaks, adjective)))
                marked, place = False, inside
            marked = marked or mark_after
            start += len(chunk) + 1
        return tokens

    def _chunk(self, chunk: str, place: str) -> _Chunk:
        words: list[tuple[int, bool, _Word]] = []
        key, position = place + chunk, 0
        for found in WORD.finditer(chunk):
            form = found.group()
            if len(form) > LONGEST:
                continue
            word = self._words.get(place + form)
            if word is None:
                word = self._words[place + form] = self._word(form, place)
            words.append((found.start(), bool(chunk[position : found.start()].strip()), word))
            position = found.end()
            if place == _OPENING:
                place = _INSIDE
        result = _Chunk(tuple(words), bool(chunk[position:].strip()))
        # A text without spaces is not worth remembering.
        if len(chunk) <= LONGEST:
            self._chunks[key] = result
        return result

    def _word(self, form: str, place: str) -> _Word:
        text = bare(form)
        lower = plain(text).lower()
        name = text in _NAMES_LIKE_STOP_WORDS and place != _SHOUTED
        content = (name or lower not in self.stopwords) and len(lower) > 1 and any(map(str.isalpha, lower))
        free = place != _INSIDE or (text.isupper() and len(text) > 1)
        kind = "P" if name else self.tagger.tag(plain(text), lower=free)
        return _Word(
            text, self.stem(lower), content, content and kind != "O", content and kind in "NP", content and kind == "A"
        )


def load_english(folder: Path | None = None) -> English:
    """Load English from `stopwords.txt` and `tags.txt` of a model folder, by default the one in the package.

    Raises ModelError if they cannot be read.
    """
    folder = folder or Path(__file__).parent.parent / "data" / "en"
    try:
        stopwords = word_list((folder / "stopwords.txt").read_text(encoding="utf-8").splitlines())
        return English(stopwords, load_lexicon(folder / "tags.txt"))
    except (OSError, UnicodeDecodeError, TypeError) as error:
        raise ModelError(
            f"{folder}: the word lists cannot be read ({error}). Install or pack the model again."
        ) from error


def greets(sentence: str) -> bool:
    """Return whether a short sentence opens as a greeting, thanks or a farewell does.

    >>> greets("Good evening and welcome to the programme."), greets("Thanks to the rain the fields are green.")
    (True, False)
    """
    return _GREETS.match(sentence[:40].lower()) is not None and len(sentence.split()) <= LONGEST_GREETING


def depends(sentence: str) -> bool:
    """Return whether a sentence cannot stand alone: it opens with a pronoun, a connective or a dangling mark.

    >>> depends("However, prices fell."), depends("Prices fell.")
    (True, False)
    """
    return _DEPENDS.match(sentence.lower()) is not None


def talks(sentence: str) -> bool:
    """Return whether a sentence holds direct speech: two quoted words or more, or a mark whose partner is elsewhere.

    >>> talks('"We won," she said.'), talks('The so-called "plan" failed.'), talks("It ends.”")
    (True, False, True)
    """
    if not _has_quotation_mark(sentence):
        return False
    if _has_quotation_mark(_QUOTED.sub("", sentence)):
        return True
    return any(len((found[1] or found[2] or "").split()) > 1 for found in _QUOTED.finditer(sentence))


def _has_quotation_mark(text: str) -> bool:
    return '"' in text or "“" in text or "”" in text or "``" in text


def addresses(sentence: str) -> float:
    """Return the share of words that are "I" or "you" in any form.

    >>> addresses("I'm sure you know.")
    0.5
    """
    count = len(sentence.split())
    return min(1.0, len(_PERSONS.findall(sentence.lower())) / count) if count else 0.0
