"""The two ways to describe a language, and how a text is read in one (§3.3).

`Pack` is a record, enough for most languages. `Language` is the interface of all that ranking asks of a language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple, Protocol

from sentencerank.document import PROSE, Block, Document, Sentence, Token, Wording
from sentencerank.frozen import dataclass
from sentencerank.languages.words import word_list

RIGHT_TO_LEFT = frozenset({"arabic", "he", "syriac", "dv", "nko"})
_LISTS = Path(__file__).parent / "stopwords"


class Span(NamedTuple):
    """A sentence found in a text: characters `start` to `end`, inside block number `block`."""

    start: int
    end: int
    block: int


class Language(Protocol):
    """A language that documents can be ranked in. Subclass it to write your own; it keeps no state between calls."""

    @property
    def code(self) -> str:
        """ISO 639-1 code, such as "en"."""

    def blocks(self, text: str) -> tuple[Block, ...]:
        """Return paragraphs, headings and list items of a plain text, hard wraps undone; in order, disjoint."""

    def sentences(self, text: str, blocks: Sequence[Block]) -> tuple[Span, ...]:
        """Return the sentences inside the blocks, trimmed, in order, disjoint; together every visible character."""

    def tokens(self, sentences: Sequence[str], *, part_of_speech: bool = True) -> list[list[Token]]:
        """Return the words of each sentence; without `part_of_speech` only stop words are filtered."""

    def wording(self, sentence: str) -> Wording:
        """Return what the wording of a sentence says about it."""

    def stem(self, word: str) -> str:
        """Return what a word is compared by; without a stemmer it is its lower case."""
        return word.casefold()

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know about rankings in this language, such as a library that is missing."""
        return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A language as a record. Only `code` must be given: whatever is left out, the ranking does without and says so."""

    code: str  # ISO 639
    name: str = ""  # in English
    script: str = "latin"  # as detect.py calls it; "" if there are several
    stopwords: str = ""  # between spaces; "": the list of the package, or what the document itself teaches
    stemmer: str | Callable[[str], str] = ""  # a Snowball algorithm, or a function from word to stem
    segmenter: str | Callable[[str], Iterable[str]] = ""  # for scripts without spaces: of segmenters.py, or a function
    tagger: str = ""  # parts of speech: a name in taggers.py
    fold: str = ""  # what two spellings of a word have in common: a name in words.FOLDS
    elided: str = ""  # words that lose a vowel before an apostrophe: in l'été the word is été
    beginnings: str = ""  # a pattern of what a word loses in front before it is compared; three characters stay
    endings: str = ""  # and of what it loses behind; two characters stay
    openings: str = ""  # patterns between spaces: a sentence that opens so depends on the one before; _ is a space
    capital_nouns: bool = False  # German: a capital makes a noun
    syllables: bool = False  # Vietnamese: spaces between syllables, so that a word may have several
    pauses: bool = False  # Thai: a space is the full stop
    attached: bool = False  # Japanese, Korean: what follows a quotation without a space belongs to its sentence

    @property
    def direction(self) -> str:
        """How it is written: "rtl" or "ltr"."""
        return "rtl" if self.script in RIGHT_TO_LEFT else "ltr"

    @property
    def has_stopwords(self) -> bool:
        """Whether there is a list of its stop words."""
        return bool(self.stopwords) or self.code in stopword_lists()


@cache
def stopword_lists() -> frozenset[str]:
    """Return the codes of the languages whose stop words come with the package."""
    return frozenset(path.stem for path in _LISTS.glob("*.txt"))


def stopwords_of(pack: Pack) -> frozenset[str]:
    """Return the stop words of a language as they are written; none if there is no list.

    >>> sorted(stopwords_of(Pack(code="xx", stopwords="la kaj"))), "und" in stopwords_of(Pack(code="de"))
    (['kaj', 'la'], True)
    """
    if pack.stopwords:
        return frozenset(pack.stopwords.split())
    if pack.code not in stopword_lists():
        return frozenset()
    return word_list((_LISTS / f"{pack.code}.txt").read_text(encoding="utf-8").splitlines())


def read_text(text: str, language: Language, *, id: str = "") -> Document:
    """Return a plain text as a Document: blocks, then the sentences inside them, with exact character offsets."""
    blocks = language.blocks(text)
    sections = list(accumulate(int(block.kind == "heading") for block in blocks))
    sentences = tuple(
        Sentence(index, text[start:end], start, end, block, sections[block], blocks[block].kind in PROSE)
        for index, (start, end, block) in enumerate(language.sentences(text, blocks))
    )
    return Document(text, sentences, blocks, language.code, id)


def read_sentences(sentences: Sequence[str], language: Language, *, id: str = "") -> Document:
    """Return sentences that are already split as a Document; its text is the sentences, one a line."""
    starts = list(accumulate((len(sentence) + 1 for sentence in sentences), initial=0))
    found = tuple(
        Sentence(index, text, start, start + len(text))
        for index, (text, start) in enumerate(zip(sentences, starts, strict=False))
    )
    block = Block("paragraph", 0, max(0, starts[-1] - 1))
    return Document("\n".join(sentences), found, (block,), language.code, id)
