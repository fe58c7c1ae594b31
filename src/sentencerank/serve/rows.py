"""Documents as rows of the store: the tables, the statements, and how a document becomes a row and comes back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import UTC, datetime

from sentencerank import __version__
from sentencerank.document import Document, word_count
from sentencerank.files import Json, encodable, sha256_of
from sentencerank.recipe import Recipe
from sentencerank.serve.contents import not_to_read

TITLE = 200  # characters
# The id of a document depends on these, in this order; marks and places stand beside them only where there are any.
_LAYOUT = ("sentences", "blocks", "notes", "language_confidence")

_FIRST = (
    """CREATE TABLE documents (
        number INTEGER PRIMARY KEY,
        id TEXT NOT NULL UNIQUE,
        name TEXT NOT NULL,
        title TEXT NOT NULL,
        media_type TEXT NOT NULL,
        language TEXT NOT NULL,
        words INTEGER NOT NULL,
        sentences INTEGER NOT NULL,
        added TEXT NOT NULL,
        text TEXT NOT NULL,
        layout TEXT NOT NULL,
        settings TEXT NOT NULL,
        original BLOB
    )""",
    """CREATE TABLE rankings (
        number INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
        settings TEXT NOT NULL,
        made TEXT NOT NULL,
        ranking BLOB NOT NULL,
        PRIMARY KEY (number, settings)
    )""",
    """CREATE VIRTUAL TABLE search USING fts5(
        title, text, content = documents, content_rowid = number, tokenize = 'unicode61 remove_diacritics 2'
    )""",
    """CREATE TRIGGER search_added AFTER INSERT ON documents BEGIN
        INSERT INTO search (rowid, title, text) VALUES (new.number, new.title, new.text);
    END""",
    """CREATE TRIGGER search_removed AFTER DELETE ON documents BEGIN
        INSERT INTO search (search, rowid, title, text) VALUES ('delete', old.number, old.title, old.text);
    END""",
)
# Version 0.1.0 wrote [version, method, reading, structure, language, []] where a recipe stands now. Its rankings have
# the schema sentencerank/1 and are made anew when a document is next opened.
_RECIPES = (
    """UPDATE documents SET settings = json_object(
        'method', json_extract(settings, '$[1]'),
        'reading', json_extract(settings, '$[2]'),
        'structure', json_extract(settings, '$[3]'),
        'language', json_extract(settings, '$[4]')
    )""",
    "DELETE FROM rankings",
)
# What a reader did with a document: where they are, what they have read, marked and noted. The page decides what is in
# `state`; `revision` counts how often it was written.
_READINGS = (
    """CREATE TABLE readings (
        number INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
        opened TEXT NOT NULL,
        progress REAL NOT NULL,
        revision INTEGER NOT NULL,
        state TEXT NOT NULL
    )""",
    """CREATE TRIGGER search_renamed AFTER UPDATE OF title ON documents BEGIN
        INSERT INTO search (search, rowid, title, text) VALUES ('delete', old.number, old.title, old.text);
        INSERT INTO search (rowid, title, text) VALUES (new.number, new.title, new.text);
    END""",
)
# Steps from one version of the file to the next: never change one, add another.
MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST, _RECIPES, _READINGS)

_COLUMNS = "id, name, title, media_type, language, words, sentences, added"
# A damaged file may hold a value of another type.
_SAFE = ", ".join(
    f"CAST(documents.{name} AS {'INTEGER' if name in ('words', 'sentences') else 'TEXT'})"
    for name in _COLUMNS.split(", ")
)
_SAFE += ", CAST(readings.opened AS TEXT), CAST(ifnull(readings.progress, 0) AS REAL)"
_FROM = "documents LEFT JOIN readings USING (number)"
SELECT = f"SELECT {_SAFE} FROM {_FROM}"
SORTED = {
    "added": "documents.number DESC",
    "opened": "max(ifnull(readings.opened, ''), documents.added) DESC, documents.number DESC",
}
INSERT = f"INSERT INTO documents ({_COLUMNS}, text, layout, settings, original) VALUES ({', '.join('?' * 12)})"
ALL = ("number", *_COLUMNS.split(", "), "text", "layout", "settings", "original")
ALL_COLUMNS = ", ".join(ALL)
INSERT_ALL = f"INSERT INTO documents ({ALL_COLUMNS}) VALUES ({', '.join('?' * len(ALL))})"
LOAD = "SELECT id, text, language, layout FROM documents WHERE id = ?"
DELETE = "DELETE FROM documents WHERE id = ?"
RENAME = "UPDATE documents SET title = ? WHERE id = ?"
ORIGINAL = "SELECT original FROM documents WHERE id = ?"
KEEP_ORIGINAL = "UPDATE documents SET original = ? WHERE number = ? AND original IS NULL"
KEPT_ORIGINAL = "SELECT number FROM documents WHERE id = ? AND typeof(original) = 'blob'"
READING = """
    SELECT readings.revision, readings.progress, readings.state FROM readings JOIN documents USING (number)
    WHERE documents.id = ?"""
SEARCH = f"""
    SELECT {_SAFE}, snippet(search, 1, '', '', '…', 24)
    FROM search JOIN documents ON documents.number = search.rowid LEFT JOIN readings USING (number)
    WHERE search MATCH ? ORDER BY rank, documents.number LIMIT ? OFFSET ?"""


@dataclass(frozen=True, slots=True)
class Entry:
    """What is known about a document without opening it."""

    id: str
    name: str
    title: str
    media_type: str
    language: str
    words: int
    sentences: int
    added: str  # ISO 8601, UTC
    opened: str | None = None  # when it was last read
    progress: float = 0.0  # share of its words that were read


@dataclass(frozen=True, slots=True)
class FoundEntry(Entry):
    """A document in a list; `snippet` shows where a search found it."""

    snippet: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What a reader did with a document; `state` is what the page keeps of it."""

    revision: int = 0
    progress: float = 0.0
    state: dict[str, Json] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Page:
    """A part of a list, and how long the whole list is."""

    total: int
    entries: tuple[FoundEntry, ...]


def row(document: Document, document_id: str, name: str, media_type: str) -> tuple[str | int, ...]:
    """Return a document as the first columns of its row."""
    return (
        document_id,
        encodable(name),
        title(document),
        encodable(media_type),
        document.language,
        words_to_read(document),
        len(document.sentences),
        now(),
        encodable(document.text),
        layout(document),
    )


def words_to_read(document: Document) -> int:
    """Return the words of a document without its headings and contents; if there is nothing else, of these."""
    words = [word_count(sentence.text) for sentence in document.sentences]
    return sum(count for count, apart in zip(words, not_to_read(document), strict=True) if not apart) or sum(words)


def from_row(document_id: str, text: str, language: str, layout: str) -> Document:
    """Return the document of a row."""
    rest = {"language_confidence": None, **json.loads(layout)}
    return Document.from_dict({**rest, "id": document_id, "text": text, "language": language})


def layout(document: Document) -> str:
    """Return everything about a document that has no column of its own."""
    record = document.to_dict()
    rest = {name: record[name] for name in ("marks", "places") if record[name]}
    return json.dumps({name: record[name] for name in _LAYOUT} | rest)


def content_id(document: Document) -> str:
    """Return a name that depends on the content alone: text, layout and language."""
    return _hash(encodable(document.text), document.language, layout(document))


def is_whole(document_id: str, text: str, language: str, layout: str) -> bool:
    """Return whether a row has the content that its id was made of."""
    return _hash(text, language, layout) == document_id


def _hash(text: str, language: str, layout: str) -> str:
    return sha256_of([text, language, layout])[:32]


def ranking_key(recipe: Recipe, form: str = "") -> str:
    """Return the key of a stored ranking in some form; another version of the package makes its own rankings."""
    return f"{__version__} {form} {recipe.key()}" if form else f"{__version__} {recipe.key()}"


def clean_title(text: str) -> str:
    """Return a title on one line, and not too long."""
    text = " ".join(encodable(text).split())
    return text if len(text) <= TITLE else text[: TITLE - 1] + "…"


def title(document: Document) -> str:
    """Return what to call a document: its title, else its first heading, else how it begins."""
    ranks = {"title": 0, "heading": 1}
    heads = sorted((ranks[block.kind], block.start, block.end) for block in document.blocks if block.kind in ranks)
    text = document.text[slice(*heads[0][1:])] if heads else document.sentences[0].text if document.sentences else ""
    return clean_title(text)


def now() -> str:
    """Return the time in UTC."""
    return datetime.now(UTC).isoformat(timespec="microseconds")
