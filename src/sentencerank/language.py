"""What a language does for the ranking: text → blocks and sentences, sentence → tokens (§3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from sentencerank.document import Block


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

    def leans(self, sentence: str) -> bool:
        """Whether a sentence cannot stand alone: it opens with a pronoun, a connective or a dangling quote."""
