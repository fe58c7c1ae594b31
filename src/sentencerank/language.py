"""What a language does for the ranking: text → blocks and sentences, sentence → tokens (§3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple, Protocol

from sentencerank.document import PROSE, Block, Document, Sentence


class Span(NamedTuple):
    """A sentence found in a text: characters `start` to `end`, inside block number `block`."""

    start: int
    end: int
    block: int


class Token(NamedTuple):
    """A word of a sentence, in reading order; punctuation is not a token but ends a phrase."""

    text: str  # as it stands in the sentence
    start: int  # offset in the sentence
    stem: str  # what it is compared by; "" unless essential
    essential: bool  # passed the part-of-speech and the stop-word filter
    noun: bool  # may be part of a phrase seen only in this document
    breaks: bool  # punctuation stands before it: no phrase and no pattern runs across
    adjective: bool = False  # may stand before the nouns of such a phrase


class Wording(NamedTuple):
    """What the wording of a sentence says about it, apart from its subject."""

    announces: bool = False  # the author says what the text does or finds: "we propose", "in conclusion"
    talks: bool = False  # direct speech: quotation marks
    addresses: float = 0.0  # share of its words that are "I" and "you"
    greets: bool = False  # a greeting, thanks or a farewell, and little else
    leans: bool = False  # it cannot stand alone: opens with a pronoun, a connective or a dangling quote


class Language(Protocol):
    """A language that documents can be ranked in. Implementations keep no state between calls."""

    @property
    def code(self) -> str:
        """ISO 639-1 code, such as "en"."""

    def blocks(self, text: str) -> tuple[Block, ...]:
        """Paragraphs, headings and list items of a plain text, hard wraps undone; in order, disjoint."""

    def sentences(self, text: str, blocks: Sequence[Block]) -> tuple[Span, ...]:
        """Sentences inside the given blocks, trimmed, in order, disjoint; together every visible character."""

    def tokens(self, sentences: Sequence[str], *, part_of_speech: bool = True) -> list[list[Token]]:
        """The words of each sentence; without `part_of_speech` only stop words are filtered."""

    def wording(self, sentence: str) -> Wording:
        """What the wording of a sentence says about it."""


def read(text: str, language: Language, *, id: str = "") -> Document:
    """Plain text → Document: blocks, then the sentences inside them, with exact character offsets."""
    blocks = language.blocks(text)
    spans = language.sentences(text, blocks)
    sections = list(accumulate(int(block.kind == "heading") for block in blocks))
    sentences = tuple(
        Sentence(
            index=index,
            text=text[span.start : span.end],
            start=span.start,
            end=span.end,
            paragraph=span.block,
            section=sections[span.block],
            prose=blocks[span.block].kind in PROSE,
        )
        for index, span in enumerate(spans)
    )
    return Document(text, sentences, blocks, language.code, id)


def read_sentences(sentences: Sequence[str], language: Language, *, id: str = "") -> Document:
    """Sentences that are already split → Document; its text is the sentences, one a line."""
    starts = list(accumulate((len(sentence) + 1 for sentence in sentences), initial=0))
    return Document(
        "\n".join(sentences),
        tuple(
            Sentence(index, text, start, start + len(text))
            for index, (text, start) in enumerate(zip(sentences, starts, strict=False))
        ),
        (Block("paragraph", 0, max(0, starts[-1] - 1)),),
        language.code,
        id,
    )
