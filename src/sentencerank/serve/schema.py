"""The tables of the store, as steps from one version to the next: never change a step, add one."""

from __future__ import annotations

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
MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST,)

_COLUMNS = "id, name, title, media_type, language, words, sentences, added"
SELECTED = f"SELECT {_COLUMNS} FROM documents"
STORED = f"INSERT INTO documents ({_COLUMNS}, text, layout, settings, original) VALUES ({', '.join('?' * 12)})"
LOADED = "SELECT id, text, language, layout FROM documents WHERE id = ?"
DELETED = "DELETE FROM documents WHERE id = ?"
SEARCHED = f"""
    SELECT {", ".join(f"documents.{name.strip()}" for name in _COLUMNS.split(","))},
           snippet(search, 1, '', '', '…', 24)
    FROM search JOIN documents ON documents.number = search.rowid
    WHERE search MATCH ? ORDER BY rank, documents.number LIMIT ? OFFSET ?"""
