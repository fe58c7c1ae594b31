"""A file that version 0.1.0 wrote: its documents are still there, and are ranked anew when they are next opened."""

from __future__ import annotations

import json
import sqlite3
import zlib
from pathlib import Path

import pytest

from sentencerank.recipe import Recipe
from sentencerank.serve import rows
from sentencerank.serve.rows import content_id, from_row
from sentencerank.serve.store import Store
from tests.serve.conftest import Running

# What 0.1.0 wrote, word for word; the id is the one that it gave to this document.
TABLES = """
CREATE TABLE documents (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, title TEXT NOT NULL,
    media_type TEXT NOT NULL, language TEXT NOT NULL, words INTEGER NOT NULL, sentences INTEGER NOT NULL,
    added TEXT NOT NULL, text TEXT NOT NULL, layout TEXT NOT NULL, settings TEXT NOT NULL, original BLOB
);
CREATE TABLE rankings (
    number INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    settings TEXT NOT NULL, made TEXT NOT NULL, ranking BLOB NOT NULL, PRIMARY KEY (number, settings)
);
CREATE VIRTUAL TABLE search USING fts5(
    title, text, content = documents, content_rowid = number, tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER search_added AFTER INSERT ON documents BEGIN
    INSERT INTO search (rowid, title, text) VALUES (new.number, new.title, new.text);
END;
CREATE TRIGGER search_removed AFTER DELETE ON documents BEGIN
    INSERT INTO search (search, rowid, title, text) VALUES ('delete', old.number, old.title, old.text);
END;
PRAGMA user_version = 1;
"""
ID = "e2fba9e558884a08f715840cc9515e1d"
TEXT = "Regen\n\nIt rained in Málaga 🌧. The road is closed.\n\n- one of two"
LAYOUT = (
    '{"sentences": [[0, 5, 0, 1, false], [7, 29, 1, 1, true], [30, 49, 1, 1, true], [53, 63, 2, 1, true]], '
    '"blocks": [["heading", 0, 5, 1], ["paragraph", 7, 49, 0], ["list", 53, 63, 0]], '
    '"notes": [], "language_confidence": 0.55}'
)
KEY = '["0.1.0", "ssr", "best", "flat", "auto", []]'


@pytest.fixture
def old_store(tmp_path: Path) -> Path:
    path = tmp_path / "documents.db"
    db = sqlite3.connect(path)
    db.executescript(TABLES)
    added = "2026-01-31T12:00:00.000000+00:00"
    fields = (1, ID, "rain.md", "Regen", "text/markdown", "en", 12, 4, added, TEXT, LAYOUT, KEY, None)
    db.execute(f"INSERT INTO documents VALUES ({', '.join('?' * 13)})", fields)
    ranking = zlib.compress(b'{"schema": "sentencerank/1", "order": [3, 2, 1, 0]}')
    db.execute("INSERT INTO rankings VALUES (1, ?, ?, ?)", (KEY, added, ranking))
    db.commit()
    db.close()
    return path


def test_the_id_of_the_same_content_is_the_same() -> None:
    document = from_row(ID, TEXT, "en", LAYOUT)
    assert [sentence.text for sentence in document.sentences] == [
        "Regen",
        "It rained in Málaga 🌧.",
        "The road is closed.",
        "one of two",
    ]
    assert rows.layout(document) == LAYOUT
    assert content_id(document) == ID


def test_a_document_without_a_confidence_is_read() -> None:
    record = json.loads(LAYOUT)
    del record["language_confidence"]
    assert from_row(ID, TEXT, "en", json.dumps(record)).language_confidence is None


def test_documents_stay_and_rankings_go(old_store: Path) -> None:
    store = Store(old_store)
    assert store.recipe(ID) == Recipe(structure="flat")
    assert store.page("malaga").entries[0].id == ID
    assert store._writer.execute("SELECT count(*) FROM rankings").fetchone() == (0,)
    document = store.document(ID)
    assert document is not None
    assert store.add(document, Recipe(), b"{}") == (store.entry(ID), False)
    assert store.delete(ID)
    assert store.page("malaga").total == 0
    store.close()


def test_a_server_opens_and_ranks_it(old_store: Path) -> None:
    server = Running(old_store.parent, "--workers", "1")
    try:
        document = server.client.get(f"/v1/documents/{ID}").raise_for_status().json()
        assert document["text"] == TEXT
        assert document["ranking"]["schema"] == "sentencerank/2"
        assert document["ranking"]["structure"] == "flat"
        answer = server.client.post(f"/v1/documents/{ID}/rank", json={"query": "road"})
        assert answer.raise_for_status().json()["order"][0] == 2
    finally:
        server.stop()
