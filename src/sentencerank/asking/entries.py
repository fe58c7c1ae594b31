"""Entries: a term and what explains it, as in manuals and glossaries; a question and its answer, as in an FAQ.

Readers of files give a term as code ("-u, --update"), as an item above deeper items (a <dt> and its <dd>), as an item
like those that explain it, or as a caption over lines that stand further right. A term is told by its form, and by the
form of what follows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from sentencerank.document import Block, BlockKind, Document, word_count

TERM_WORDS = 6  # of a term at most: "-A NUM, --after-context=NUM"
NAMES = 6  # of one thing at most; more are a list of things
SAID = 3  # words that explain or ask something at least
QUESTIONS = 3  # blocks that ask, from which on a document asks in order to answer
_INSIDE: frozenset[BlockKind] = frozenset({"list", "code", "table", "formula", "figure", "caption", "quote"})
_STOPS = (".", "?", "!", ";", ",", "…", "。", "？", "！", "；", "،", "؟", "।")
_ASKS = ("?", "？", "؟")
_CALL = re.compile(r"(?:[a-z]{1,12} ){0,2}[\w.:]{1,80}\(")  # "class shutil.Thing(a, b)"
# What is no ordinary word: an option, a setting, a name in capitals or with capitals inside.
_NAME = re.compile(r"-|[^\s\w]?[A-Z0-9_]+(?![^\W_])|\w*[a-z][A-Z]|[\w.]+[=<\[({$@/]|\w*_|[$@%\\]|#\w")


@dataclass(frozen=True, slots=True)
class Entry:
    """Terms that stand above the same explanation, and that."""

    terms: range
    level: int  # of the items that explain it
    column: int = -1  # in which it stands, if what explains it is what stands further right


def find_entries(document: Document) -> Iterator[tuple[range, range]]:
    """Yield the terms of each entry and what explains them, as places of sentences; outer entries before inner ones."""
    sentences, found = document.sentences, _heads(document)
    ends: dict[int, int] = {}
    begun: list[Entry] = []
    if not found:
        return
    for place, sentence in enumerate(sentences):
        head = found.get(place)
        block = document.blocks[sentence.paragraph]
        while begun and place >= begun[-1].terms.stop and (
            _stands_outside(document, begun[-1], block)
            or sentence.section != sentences[begun[-1].terms.start].section
            or (block.kind == "list" and block.level < begun[-1].level)
            or (head is not None and head.level <= begun[-1].level)
        ):  # fmt: skip
            ends[begun.pop().terms.start] = place
        if head is not None:
            begun.append(head)
    for start, head in found.items():
        yield head.terms, range(head.terms.stop, ends.get(start, len(sentences)))


def _heads(document: Document) -> dict[int, Entry]:
    """Return the entries by the place of their first term."""
    blocks = [document.blocks[sentence.paragraph] for sentence in document.sentences]
    found: dict[int, Entry] = {}
    first = -1  # of the terms right before a place
    for place, block in enumerate(blocks):
        here = _may_be_term(document, blocks, place)
        if first >= 0 and not (here and _goes_on(document, blocks, place)):
            terms = range(first, place)
            if _explained(document, blocks, terms):
                caption = blocks[first].kind == "caption"
                found[first] = Entry(terms, block.level, _column(document, blocks[first]) if caption else -1)
            first = -1
        first = place if here and first < 0 else first
    return found


def _may_be_term(document: Document, blocks: list[Block], place: int) -> bool:
    block, text = blocks[place], document.sentences[place].text
    if block.kind not in ("list", "code", "caption"):
        return False
    alone = all(block is not other for other in (*blocks[max(place - 1, 0) : place], *blocks[place + 1 : place + 2]))
    if not alone or "\n" in text or (text.endswith(_STOPS) and not text.startswith("-")):
        return False
    if block.kind == "code":
        # What stands in the middle of a sentence, or behind a colon, is an example.
        whole = place == 0 or blocks[place - 1].kind != "list" or document.sentences[place - 1].text.endswith(_STOPS)
        return word_count(text) <= TERM_WORDS if text.startswith("-") else whole and len(text.split()) == 1
    return (block.level > 0 or block.kind == "caption") and (word_count(text) <= TERM_WORDS or bool(_CALL.match(text)))


def _goes_on(document: Document, blocks: list[Block], place: int) -> bool:
    """Whether a term is another name of what the term before it names: "-a" and "--all"."""
    one, other = blocks[place - 1], blocks[place]
    texts = [document.sentences[k].text for k in (place - 1, place)]
    alike = all(text.startswith("-") for text in texts) or all(is_name(text) and " " not in text for text in texts)
    return alike and (one.kind, one.level) == (other.kind, other.level)


def _explained(document: Document, blocks: list[Block], terms: range) -> bool:
    """Whether what follows terms explains them."""
    block, after = blocks[terms[-1]], blocks[terms.stop]
    sentences = document.sentences
    if len(terms) > NAMES or sentences[terms[-1]].section != sentences[terms.stop].section:
        return False
    if block.kind == "caption":
        return _column(document, after) > _column(document, block)
    if after.kind != "list":
        return False
    name, text = sentences[terms[-1]].text, document.text[after.start : after.end]
    if block.kind == "list" and after.level > block.level:
        return True
    if block.kind == "code" and name.startswith("-"):
        return True
    return (
        (block.kind == "code" or after.level == block.level)
        and is_name(name)
        and not text[:1].islower()
        and text.endswith((*_STOPS, ":"))
        and word_count(text) >= SAID
    )


def _column(document: Document, block: Block) -> int:
    return block.start - document.text.rfind("\n", 0, block.start) - 1


def _stands_outside(document: Document, entry: Entry, block: Block) -> bool:
    return block.kind not in _INSIDE if entry.column < 0 else _column(document, block) <= entry.column


def is_name(text: str) -> bool:
    """Whether a text is the name of something and no prose.

    >>> [is_name(text) for text in ("-u, --update", "HISTSIZE", "RestartSec=", "history-limit lines", "Good apples")]
    [True, True, True, True, False]
    """
    return text[:1].islower() or _NAME.match(text) is not None


def find_answers(document: Document) -> list[tuple[int, range]]:
    """Return each question that is a paragraph or an item of its own, and what answers it, in a document of several."""
    sentences = document.sentences
    blocks = [document.blocks[sentence.paragraph] for sentence in sentences]
    asked = [
        place
        for place, sentence in enumerate(sentences)
        if sentence.text.endswith(_ASKS)
        and blocks[place].kind in ("paragraph", "list")
        and word_count(sentence.text) >= SAID
        and document.text[blocks[place].start : blocks[place].end].strip() == sentence.text
    ]
    found = []
    for place, after in pairwise([*asked, len(sentences)]):
        behind = (k for k in range(place + 1, after) if sentences[k].section != sentences[place].section)
        if (end := next(behind, after)) > place + 1:
            found.append((place, range(place + 1, end)))
    return found if len(found) >= QUESTIONS else []
