"""Documents and their rankings in one SQLite file: nothing that was acknowledged is lost.

A document is known by a hash of its content, so the same file uploaded twice is one document, and whatever is kept
about it elsewhere can never be out of date.
"""

from __future__ import annotations

import json
import re
import sqlite3
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sentencerank.document import Document
from sentencerank.files import encodable, sync
from sentencerank.recipe import Recipe
from sentencerank.serve import rows
from sentencerank.serve.database import (
    StoreError,
    check_features,
    connect,
    fold,
    has_no_room,
    migrate,
    transaction,
    version_of,
)
from sentencerank.serve.problems import ProblemError
from sentencerank.serve.reserve import Reserve
from sentencerank.serve.rows import Entry, FoundEntry, Page, Reading, content_id, ranking_key

RANKINGS_KEPT = 16  # per document; the oldest give way
COLUMNS = "columns 2"  # the form in which the reader draws a ranking; another number for another form
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


class Store:
    """One file of documents; every thread reads through a connection of its own, one at a time writes."""

    def __init__(self, path: Path, *, limit: int = 100_000) -> None:
        self._path, self._limit = path, limit
        self._local, self._lock = threading.local(), threading.Lock()
        self._connections: list[sqlite3.Connection] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not path.exists():
                path.touch(mode=0o600)
                sync(path.parent)
            self._reserve = Reserve(path)
            self._writer = self._open()
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                f"{path} cannot be opened as a document store ({error}). Name another: --store."
            ) from error
        self._reserve.fill()

    def _open(self) -> sqlite3.Connection:
        for retry in (False, True):
            try:
                writer = self._connect()
                check_features(writer)
                migrate(writer)
                return writer
            except sqlite3.Error as error:
                self._close_all()
                if retry or not has_no_room(error):
                    raise
                # Even to open a file takes some room.
                self._reserve.free()
        raise AssertionError

    def _connect(self) -> sqlite3.Connection:
        connection = connect(self._path)
        self._connections.append(connection)
        return connection

    @property
    def _reader(self) -> sqlite3.Connection:
        if not hasattr(self._local, "connection"):
            self._local.connection = self._connect()
        connection: sqlite3.Connection = self._local.connection
        return connection

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._lock, transaction(self._writer) as connection:
            yield connection

    def add(
        self,
        document: Document,
        recipe: Recipe,
        ranking: bytes,
        *,
        name: str = "",
        media_type: str = "",
        original: bytes | None = None,
        columns: bytes | None = None,
    ) -> tuple[Entry, bool]:
        """Keep a document with its ranking by a recipe, also as columns; all are on disk when this returns.

        Returns its entry and whether the document is new. Raises ProblemError if the store is full.
        """
        document_id = content_id(document)
        with self._transaction() as db:
            known = db.execute("SELECT number FROM documents WHERE id = ?", (document_id,)).fetchone()
            if known is None:
                count = db.execute("SELECT count(*) FROM documents").fetchone()[0]
                if count >= self._limit:
                    raise ProblemError(
                        507, "store-full", f"The store holds {count:,} documents already. Delete some first."
                    )
                fields = (*rows.row(document, document_id, name, media_type), recipe.key(), original)
                number = db.execute(rows.INSERT, fields).lastrowid
            else:
                number = known[0]
                # What was read before files were kept has its pages from now on.
                if original is not None:
                    db.execute(rows.KEEP_ORIGINAL, (original, number))
            _keep_ranking(db, number, ranking_key(recipe), ranking)
            if columns is not None:
                _keep_ranking(db, number, ranking_key(recipe, COLUMNS), columns)
        entry = self.entry(document_id)
        assert entry is not None
        return entry, known is None

    def add_ranking(self, document_id: str, recipe: Recipe, ranking: bytes, form: str = "") -> None:
        """Keep another ranking of a document, if the document is still there."""
        with self._transaction() as db:
            row = db.execute("SELECT number FROM documents WHERE id = ?", (document_id,)).fetchone()
            if row is not None:
                _keep_ranking(db, row[0], ranking_key(recipe, form), ranking)

    def entry(self, document_id: str) -> Entry | None:
        """Return what is known about a document without opening it; None if there is no such document."""
        row = self._reader.execute(f"{rows.SELECT} WHERE documents.id = ?", (document_id,)).fetchone()
        return None if row is None else Entry(*row)

    def recipe(self, document_id: str) -> Recipe | None:
        """Return the recipe that a document was uploaded with; None if there is no such document."""
        row = self._reader.execute("SELECT settings FROM documents WHERE id = ?", (document_id,)).fetchone()
        return None if row is None else Recipe.from_dict(json.loads(row[0]))

    def document(self, document_id: str) -> Document | None:
        """Return the document itself; None if there is no such document."""
        return load(self._reader, document_id)

    def original(self, document_id: str) -> bytes | None:
        """Return the file that a document was read from, if it is kept."""
        row = self._reader.execute(rows.ORIGINAL, (document_id,)).fetchone()
        return None if row is None else row[0]

    def original_starts_with(self, document_id: str, start: bytes) -> bool:
        """Return whether the file that a document was read from is kept and starts so. No more of it is read."""
        db = self._reader
        row = db.execute(rows.KEPT_ORIGINAL, (document_id,)).fetchone()
        if row is None:
            return False
        # A query would load the whole value, whatever it asks of it.
        with db.blobopen("documents", "original", row[0], readonly=True) as blob:
            return blob.read(len(start)) == start

    def rename(self, document_id: str, title: str) -> bool:
        """Give a document another title; return False if there is no such document."""
        with self._transaction() as db:
            return db.execute(rows.RENAME, (rows.clean_title(title), document_id)).rowcount > 0

    def reading(self, document_id: str) -> Reading:
        """Return what a reader did with a document; a damaged record counts as none."""
        row = self._reader.execute(rows.READING, (document_id,)).fetchone()
        try:
            return Reading() if row is None else Reading(int(row[0]), float(row[1]), dict(json.loads(row[2])))
        except (TypeError, ValueError):
            return Reading()

    def write_reading(self, document_id: str, reading: Reading) -> int | None:
        """Keep what a reader did with a document, over revision `reading.revision`; return the new revision.

        None: the revision is not the last one, or there is no such document, and nothing was written.
        """
        with self._transaction() as db:
            row = db.execute("SELECT number FROM documents WHERE id = ?", (document_id,)).fetchone()
            last = db.execute(rows.READING, (document_id,)).fetchone()
            if row is None or (0 if last is None else last[0]) != reading.revision:
                return None
            state = json.dumps(reading.state, separators=(",", ":"))
            fields = (row[0], rows.now(), reading.progress, reading.revision + 1, state)
            db.execute("INSERT OR REPLACE INTO readings VALUES (?, ?, ?, ?, ?)", fields)
        return reading.revision + 1

    def ranking(self, document_id: str, recipe: Recipe, form: str = "") -> bytes | None:
        """Return the ranking of a document by a recipe, in some form, if it is kept."""
        row = self._reader.execute(
            "SELECT ranking FROM rankings JOIN documents USING (number) WHERE id = ? AND rankings.settings = ?",
            (document_id, ranking_key(recipe, form)),
        ).fetchone()
        try:
            return None if row is None else zlib.decompress(row[0])
        except zlib.error:
            return None  # damaged: it is made anew

    def page(self, words: str = "", *, limit: int = 20, offset: int = 0, sort: str = "added") -> Page:
        """Return documents, the newest first, or with `sort="opened"` those that were read or added last.

        If words are given, those with all of them, the best match first.
        """
        db, words = self._reader, encodable(words).replace("\0", " ")
        if not words.split():
            total = db.execute("SELECT count(*) FROM documents").fetchone()[0]
            found = db.execute(f"{rows.SELECT} ORDER BY {rows.SORTED[sort]} LIMIT ? OFFSET ?", (limit, offset))
        elif _UNSPACED.search(words):
            # A script without spaces has no words to index, so the string itself is looked for.
            match = "WHERE instr(text, ?) OR instr(title, ?)"
            total = db.execute(f"SELECT count(*) FROM documents {match}", (words.strip(),) * 2).fetchone()[0]
            order = f"{rows.SELECT} {match} ORDER BY documents.number DESC LIMIT ? OFFSET ?"
            found = db.execute(order, (words.strip(), words.strip(), limit, offset))
        else:
            total = db.execute("SELECT count(*) FROM search WHERE search MATCH ?", (quoted(words),)).fetchone()[0]
            found = db.execute(rows.SEARCH, (quoted(words), limit, offset))
        return Page(total, tuple(FoundEntry(*row) for row in found))

    def count(self) -> int:
        """Return how many documents there are."""
        return int(self._reader.execute("SELECT count(*) FROM documents").fetchone()[0])

    def delete(self, document_id: str) -> bool:
        """Remove a document and everything about it, also if the disk is full; return False if there was none."""
        try:
            return self._delete(document_id)
        except sqlite3.OperationalError as error:
            if not has_no_room(error):
                raise
        try:
            self._make_room()
            return self._delete(document_id)
        except sqlite3.OperationalError as error:
            if not has_no_room(error):
                raise
            # To overwrite what is deleted takes as much room as it has. The pages are free, so that others come there.
            return self._delete(document_id, overwrite=False)
        finally:
            self._make_room()
            self._reserve.fill()

    def _delete(self, document_id: str, *, overwrite: bool = True) -> bool:
        with self._lock:
            self._writer.execute(f"PRAGMA secure_delete = {'ON' if overwrite else 'OFF'}").fetchall()
            with transaction(self._writer) as db:
                return db.execute(rows.DELETE, (document_id,)).rowcount > 0

    def _make_room(self) -> None:
        """Give back the reserve and the room of the log."""
        self._reserve.free()
        with self._lock:
            fold(self._writer)

    def probe(self) -> None:
        """Read and write something, to see that both are possible; raise what SQLite raises if not."""
        self._reader.execute("SELECT max(number) FROM documents").fetchone()
        with self._transaction() as db:
            # This writes the first page of the file, with what was there.
            db.execute(f"PRAGMA user_version = {version_of(db)}")
        self._reserve.fill()

    def close(self) -> None:
        """Close the file; the last connection folds the log into it."""
        with self._lock:
            self._close_all()
            self._reserve.close()

    def _close_all(self) -> None:
        while self._connections:
            self._connections.pop().close()


def _keep_ranking(db: sqlite3.Connection, number: int | None, key: str, ranking: bytes) -> None:
    packed = zlib.compress(ranking)
    db.execute("INSERT OR REPLACE INTO rankings VALUES (?, ?, ?, ?)", (number, key, rows.now(), packed))
    db.execute(
        "DELETE FROM rankings WHERE number = ? AND settings NOT IN "
        "(SELECT settings FROM rankings WHERE number = ? ORDER BY made DESC LIMIT ?)",
        (number, number, RANKINGS_KEPT),
    )


def quoted(words: str) -> str:
    """Return words as strings of the search language, so that none of them is taken for syntax.

    >>> print(quoted('rain "in" NOT'))
    "rain" "\""in\""" "NOT"
    """
    return " ".join('"' + word.replace('"', '""') + '"' for word in words.split())


def load(db: sqlite3.Connection, document_id: str) -> Document | None:
    """Return a document as it was read; for workers, which have a connection of their own.

    Raises ProblemError if it is not what was stored.
    """
    found = db.execute(rows.LOAD, (document_id,)).fetchone()
    if found is None:
        return None
    if not rows.is_whole(*found):
        raise ProblemError(500, "damaged", "This document is damaged on the disk. Delete it and upload it again.")
    return rows.from_row(*found)
