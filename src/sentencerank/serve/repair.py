"""A store that is damaged: it is put aside, and what can be read of it is saved into a new one.

A document is known by a hash of its content, so that a damaged one is not taken for whole.
"""

from __future__ import annotations

import json
import logging
import shutil
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from sentencerank.files import sync, whole_file
from sentencerank.serve import rows
from sentencerank.serve.database import StoreError, is_damaged, lenient, transaction, version_of
from sentencerank.serve.monitoring import event
from sentencerank.serve.reserve import in_use

_LOG, _INDEX, _SAVED = "-wal", "-shm", "-saved"
_UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
_OURS = b"CREATE VIRTUAL TABLE search USING fts5"  # stands in the first pages of every store
_HEAD = 1 << 17
_BLIND, _PATIENCE = 200_000, 1000  # numbers that are tried if nothing says how many there are, and if none is found
# The first 24 bytes of a store: a page of 4096 bytes, and the log that we use.
_PAGE, _LENGTH_AT = 4096, 28
_MAGIC = b"SQLite format 3\0\x10\x00\x02\x02\x00\x40\x20\x20"
_HOW_MANY = (
    "SELECT max(number) FROM documents",
    "SELECT max(number) FROM rankings",
    "SELECT max(number) FROM (SELECT number FROM documents INDEXED BY sqlite_autoindex_documents_1)",
    "SELECT max(id) FROM search_docsize",
)


@dataclass(frozen=True, slots=True)
class Repair:
    """What was done about a damaged store."""

    aside: Path  # where the damaged file is now
    saved: int  # documents
    unreadable: int


def examine(path: Path) -> Repair | None:
    """Look whether a store is whole, and repair it if not; None if there was nothing to do.

    Reads the whole file. Raises StoreError for a damaged store that another process has open, and for
    a file that is no store at all: that one is left as it is.
    """
    saved = _beside(path, _SAVED)
    if saved.exists():
        # The last repair was interrupted after the documents were saved.
        return _report(_replace(path, saved, 0, 0))
    if not path.is_file() or not path.stat().st_size or not _is_broken(path):
        return None
    if in_use(path):
        raise StoreError(f"{path} is damaged, and another server has it open. Stop that one, then start again.")
    with whole_file(saved) as new:
        good, bad = _save(path, new)
    return _report(_replace(path, saved, good, bad))


def _is_broken(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(path, timeout=10, isolation_level=None)) as db:
            db.text_factory = lenient
            version = version_of(db)
            # The quick check would not compare the documents with the index of their ids.
            if db.execute("PRAGMA integrity_check(1)").fetchone() != ("ok",):
                return True
            if version and not _schema(version) <= _schema_of(db):
                return True
            _mend_search(db)
    except UnicodeDecodeError:
        return True  # what SQLite wanted to say quotes the damaged bytes
    except sqlite3.Error as error:
        if not is_damaged(error):
            return False  # whoever opens the store next says what is wrong
        if error.sqlite_errorcode == sqlite3.SQLITE_NOTADB and not _is_ours(path):
            raise StoreError(f"{path} is not a document store ({error}). Name another: --store.") from error
        return True
    return False


def _schema(version: int) -> set[tuple[str, ...]]:
    """Return the tables that a whole store of a version has."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        _create(db, version)
        return _schema_of(db)


def _schema_of(db: sqlite3.Connection) -> set[tuple[str, ...]]:
    """Return the names and the definitions of what a file holds, without white space, which means nothing there."""
    found = db.execute("SELECT type, name, tbl_name, ifnull(sql, '') FROM sqlite_schema").fetchall()
    return {tuple("".join(str(part).split()) for part in row) for row in found}


def _mend_search(db: sqlite3.Connection) -> None:
    """Make the index of the words anew if it is damaged: everything in it comes from the documents."""
    if not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'search'").fetchone():
        return
    try:
        # Without a rank of 1 words are not compared with the documents, nor are lengths looked at, which may be gone.
        db.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
    except sqlite3.DatabaseError as error:
        if not is_damaged(error):
            raise
        db.execute("INSERT INTO search (search) VALUES ('rebuild')")
        event("search index made anew", logging.WARNING)


def _is_ours(path: Path) -> bool:
    if _beside(path, "-reserve").exists():
        return True
    with path.open("rb") as file:
        return _OURS in file.read(_HEAD)


def _save(path: Path, new: Path) -> tuple[int, int]:
    """Copy what can be read from a damaged store into a new one; return how many documents were and were not."""
    with TemporaryDirectory(dir=path.parent, prefix=f".{path.name}.", suffix=".repair") as folder:
        for mend in (_mend_length, _mend_first_page):
            # A copy is read, so that nothing is written to the damaged file.
            copy = Path(folder) / f"{mend.__name__}.db"
            for ending in ("", _LOG):
                with suppress(FileNotFoundError):
                    shutil.copyfile(_beside(path, ending), _beside(copy, ending))
            mend(copy)
            new.unlink(missing_ok=True)
            good, bad = _save_copy(copy, new)
            if good:
                break
        return good, bad


def _save_copy(copy: Path, new: Path) -> tuple[int, int]:
    with (
        closing(sqlite3.connect(copy, isolation_level=None)) as old,
        closing(sqlite3.connect(new, isolation_level=None)) as db,
    ):
        new.chmod(0o600)
        old.text_factory = lenient
        _create(db, _version(old))
        with transaction(db):
            return _copy(old, db)


def _create(db: sqlite3.Connection, version: int) -> None:
    with transaction(db):
        for step in rows.MIGRATIONS[:version]:
            for statement in step:
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {version}")


def _mend_length(copy: Path) -> None:
    """Let a file say how long it is: one that was torn off is not opened otherwise. Its magic word is written anew."""
    pages = -(-copy.stat().st_size // _PAGE)
    with copy.open("r+b") as file:
        file.truncate(pages * _PAGE)
        file.write(_MAGIC)
        file.seek(_LENGTH_AT)
        file.write(pages.to_bytes(4, "big"))


def _mend_first_page(copy: Path) -> None:
    """Write the first page anew, which says where the tables begin: it is the same in every store."""
    with TemporaryDirectory(dir=copy.parent) as folder:
        model = Path(folder) / "model.db"
        with closing(sqlite3.connect(model, isolation_level=None)) as db:
            db.execute(f"PRAGMA page_size = {_PAGE}")
            _create(db, len(rows.MIGRATIONS))
        page = model.read_bytes()[:_PAGE]
    with copy.open("r+b") as file:
        file.write(page)
    _mend_length(copy)


def _version(old: sqlite3.Connection) -> int:
    with suppress(*_UNREADABLE, StoreError):
        return version_of(old) or len(rows.MIGRATIONS)
    return len(rows.MIGRATIONS)


def _copy(old: sqlite3.Connection, new: sqlite3.Connection) -> tuple[int, int]:
    good = bad = 0
    most = _how_many(old)
    for number in range(1, (most or _BLIND) + 1):
        try:
            row = old.execute(f"SELECT {rows.ALL_COLUMNS} FROM documents WHERE number = ?", (number,)).fetchone()
            if row is None:
                continue
            if not rows.is_whole(*(row[rows.ALL.index(name)] for name in ("id", "text", "language", "layout"))):
                raise sqlite3.DataError
            new.execute(rows.INSERT_ALL, row)
        except (*_UNREADABLE, TypeError):
            bad += 1
            if not most and not good and bad == _PATIENCE:
                return 0, 0  # there is no way to the documents, nor to their number
            continue
        good += 1
        for ranking in _rankings(old, number):
            new.execute("INSERT OR IGNORE INTO rankings VALUES (?, ?, ?, ?)", (number, *ranking))
        _copy_reading(old, new, number)
    return good, bad


def _rankings(old: sqlite3.Connection, number: int) -> Iterator[tuple[str, str, bytes]]:
    """Yield the rankings of a document that can be read; the others are made anew when they are asked for."""
    try:
        found = old.execute("SELECT settings, made, ranking FROM rankings WHERE number = ?", (number,)).fetchall()
    except _UNREADABLE:
        return
    for settings, made, ranking in found:
        with suppress(zlib.error, TypeError):
            zlib.decompress(ranking)
            if isinstance(settings, str) and isinstance(made, str):
                yield settings, made, ranking


def _copy_reading(old: sqlite3.Connection, new: sqlite3.Connection, number: int) -> None:
    """Save what a reader did with a document, if it can be read; older files have no such table."""
    with suppress(*_UNREADABLE, TypeError, ValueError):
        row = old.execute(
            "SELECT opened, progress, revision, state FROM readings WHERE number = ?", (number,)
        ).fetchone()
        if row is not None and isinstance(json.loads(row[3]), dict):
            fields = (number, str(row[0]), float(row[1]), int(row[2]), row[3])
            new.execute("INSERT OR IGNORE INTO readings VALUES (?, ?, ?, ?, ?)", fields)


def _how_many(old: sqlite3.Connection) -> int:
    """Return the highest number of a document, 0 if nothing says it."""
    most = 0
    for question in _HOW_MANY:
        # A number whose type is damaged comes as a string.
        with suppress(*_UNREADABLE, TypeError):
            most = max(most, old.execute(question).fetchone()[0] or 0)
    return min(most, 100 * _BLIND)  # a damaged number may be any


def _replace(path: Path, saved: Path, good: int, bad: int) -> Repair:
    """Put the damaged file and its log aside and the new one in its place; may be done again after a crash."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
    names = (f"{path.name}.damaged-{stamp}{f'-{number}' if number else ''}" for number in count())
    aside = next(path.with_name(name) for name in names if not path.with_name(name).exists())
    for ending in (_LOG, ""):
        with suppress(FileNotFoundError):
            _beside(path, ending).rename(_beside(aside, ending))
    _beside(path, _INDEX).unlink(missing_ok=True)
    saved.rename(path)
    sync(path.parent)
    return Repair(aside, good, bad)


def _report(repair: Repair) -> Repair:
    event(
        "store was damaged",
        logging.WARNING,
        saved=repair.saved,
        unreadable=repair.unreadable,
        aside=repair.aside.name,
    )
    return repair


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)
