"""Documents as rows of the store, and back."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256

from sentencerank.document import Block, Document, Sentence, word_count

TITLE = 200  # characters
_SURROGATE = re.compile("[\\ud800-\\udfff]")


@dataclass(frozen=True, slots=True)
class Entry:
    """What a list says about a document."""

    id: str
    name: str
    title: str
    media_type: str
    language: str
    words: int
    sentences: int
    added: str  # ISO 8601, UTC
    snippet: str | None = None  # where a search found it


@dataclass(frozen=True, slots=True)
class Page:
    """A stretch of a list."""

    total: int
    entries: tuple[Entry, ...]


def row(document: Document, document_id: str, name: str, media_type: str) -> tuple[str | int, ...]:
    """A document as the first columns of its row."""
    return (
        document_id,
        clean(name),
        title(document),
        clean(media_type),
        document.language,
        sum(word_count(sentence.text) for sentence in document.sentences),
        len(document.sentences),
        now(),
        clean(document.text),
        layout(document),
    )


def loaded(document_id: str, text: str, language: str, packed: str) -> Document:
    """A document from its row."""
    parts = json.loads(packed)
    sentences = tuple(
        Sentence(index, text[start:end], start, end, paragraph, section, prose)
        for index, (start, end, paragraph, section, prose) in enumerate(parts["sentences"])
    )
    blocks = tuple(Block(*block) for block in parts["blocks"])
    confidence = parts.get("language_confidence")
    return Document(text, sentences, blocks, language, document_id, tuple(parts["notes"]), confidence)


def layout(document: Document) -> str:
    """Everything about a document but its text."""
    return json.dumps(
        {
            "sentences": [(s.start, s.end, s.paragraph, s.section, s.prose) for s in document.sentences],
            "blocks": [(block.kind, block.start, block.end, block.level) for block in document.blocks],
            "notes": document.notes,
            "language_confidence": document.language_confidence,
        }
    )


def content_id(document: Document) -> str:
    """A name that depends on the content alone: text, layout and language."""
    content = json.dumps([document.text, document.language, layout(document)])
    return sha256(content.encode()).hexdigest()[:32]


def title(document: Document) -> str:
    """What to call a document: its title, else its first heading, else how it begins."""
    ranks = {"title": 0, "heading": 1}
    heads = sorted((ranks[block.kind], block.start, block.end) for block in document.blocks if block.kind in ranks)
    text = document.text[slice(*heads[0][1:])] if heads else document.sentences[0].text if document.sentences else ""
    text = " ".join(clean(text).split())
    return text if len(text) <= TITLE else text[: TITLE - 1] + "…"


def clean(text: str) -> str:
    """Text that UTF-8 can hold, of the same length."""
    return text if text.isascii() else _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def now() -> str:
    """The time in UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")
