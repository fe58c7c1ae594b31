"""The interface of a language: text → blocks and sentences, sentence → tokens (§3.3)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import NamedTuple, Protocol

from sentencerank.document import PROSE, Block, Document, Sentence, Token, Wording


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
        """Paragraphs, headings and list items of a plain text, hard wraps undone; in order, disjoint."""

    def sentences(self, text: str, blocks: Sequence[Block]) -> tuple[Span, ...]:
        """Sentences inside the given blocks, trimmed, in order, disjoint; together every visible character."""

    def tokens(self, sentences: Sequence[str], *, part_of_speech: bool = True) -> list[list[Token]]:
        """The words of each sentence; without `part_of_speech` only stop words are filtered."""

    def wording(self, sentence: str) -> Wording:
        """What the wording of a sentence says about it."""

    def stem(self, word: str) -> str:
        """What a word is compared by; without a stemmer its lower case."""
        return word.casefold()

    @property
    def notes(self) -> tuple[str, ...]:
        """What a user should know about rankings in this language, such as a library that is missing."""
        return ()


def read_text(text: str, language: Language, *, id: str = "") -> Document:
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
