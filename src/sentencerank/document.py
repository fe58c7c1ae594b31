"""A document D: its text, its blocks in reading order, and its sentences S_1 … S_n (§3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

BlockKind: TypeAlias = Literal[
    "title", "heading", "paragraph", "list", "quote", "caption", "table", "code", "reference"
]
PROSE: frozenset[BlockKind] = frozenset({"paragraph", "list", "quote"})  # what is ranked


@dataclass(frozen=True, slots=True)
class Block:
    """A stretch `text[start:end]` of the document that stands on its own: a paragraph, a heading, a table."""

    kind: BlockKind
    start: int
    end: int
    level: int = 0  # of a heading: 1 is the highest; 0 elsewhere


@dataclass(frozen=True, slots=True)
class Sentence:
    """S_i, a character span of the document; `index` counts from 0, the paper's i from 1."""

    index: int
    text: str
    start: int
    end: int
    paragraph: int = 0  # index of its block
    section: int = 0  # how many headings stand before it
    prose: bool = True  # False: a heading, caption or table line, shown but outside the graphs

    @property
    def length(self) -> int:
        """l_i, in characters."""
        return len(self.text)


@dataclass(frozen=True, slots=True)
class Document:
    """D: `sentences[k].text == text[start:end]`, in order and disjoint."""

    text: str
    sentences: tuple[Sentence, ...]
    blocks: tuple[Block, ...] = ()
    language: str = "en"
    id: str = ""
    notes: tuple[str, ...] = ()  # what a reader should know about how it was read
    language_confidence: float | None = None  # 0 to 1 if the language was detected


UNSPACED = r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_UNSPACED = re.compile(UNSPACED)  # letters of scripts without spaces between words


def word_count(text: str) -> int:
    """Words between white space; in scripts without spaces every character counts as one.

    >>> word_count("Rain in Spain."), word_count("今天下雨。")
    (3, 4)
    """
    unspaced = len(_UNSPACED.findall(text)) if not text.isascii() else 0
    if not unspaced:
        return len(text.split())
    return unspaced + sum(any(map(str.isalnum, chunk)) for chunk in _UNSPACED.sub(" ", text).split())
