"""A document D: its text, its blocks in reading order, and its sentences S_1 … S_n (§3)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

BlockKind: TypeAlias = Literal[
    "title", "heading", "paragraph", "list", "quote", "caption", "table", "code", "reference"
]
_MARGIN = 40  # characters; no line begins farther to the right
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

    def is_line(self, index: int) -> bool:
        """Whether a sentence has its line to itself, marks of lists and quotes aside."""
        sentence = self.sentences[index]
        before = self.text[max(0, sentence.start - _MARGIN) : sentence.start].rstrip(" \t>*•-")
        after = self.text[sentence.end : sentence.end + _MARGIN].lstrip(" \t")
        return before[-1:] in ("", "\n") and after[:1] in ("", "\n")


UNSPACED = r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"

# Letters and signs of scripts without spaces between words, and how many of them are counted as a word: in Chinese and
# Japanese one, as their readers count; elsewhere the mean length of a word. See docs/decisions/0044.
_ONE = r"\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_THAI, _LAO = r"\u0e01-\u0e3a\u0e40-\u0e4e", r"\u0e81-\u0ecf\u0edc-\u0edf"
_KHMER, _BURMESE = r"\u1780-\u17d3\u17d7\u17dc\u17dd", r"\u1000-\u103f\u104c-\u108f\u109a-\u109f\uaa60-\uaa7f"
_SINGLE = re.compile(f"[{_ONE}]")
_RUNS = (
    (4, re.compile(f"[{_THAI}]+|[{_LAO}]+")),
    (5, re.compile(f"[{_KHMER}]+|[{_BURMESE}]+")),
)
_ANY = re.compile(f"[{_ONE}{_THAI}{_LAO}{_KHMER}{_BURMESE}]+")
_ZERO_WIDTH_SPACE = "\u200b"  # between words where Khmer and Burmese are typed with care: the others count the same


def word_count(text: str) -> int:
    """Words between white space; in scripts without spaces 1, 4 or 5 characters in a row count as one.

    >>> word_count("Rain in Spain."), word_count("今天下雨。"), word_count("วันนี้ฝนตกหนักมาก")
    (3, 4, 4)
    """
    if text.isascii() or not _ANY.search(text):
        return len(text.split())
    text = text.replace(_ZERO_WIDTH_SPACE, "")
    # Rounded for each run, so that the words of two sentences are those of the first plus those of the second.
    runs = sum(max(1, (2 * len(run) + size) // (2 * size)) for size, pattern in _RUNS for run in pattern.findall(text))
    return (
        len(_SINGLE.findall(text)) + runs + sum(any(map(str.isalnum, chunk)) for chunk in _ANY.sub(" ", text).split())
    )
