"""The SQLite file under the store: how it is opened, brought up to date, and what its errors mean."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sentencerank.errors import SentenceRankError
from sentencerank.serve import rows

# What a connection is told. A commit returns after the log is on the disk (WAL with FULL), also on a Mac, whose disks
# must be asked twice. Temporary tables are in memory, so that reading needs no room on any disk.
_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "fullfsync = ON",
    "checkpoint_fullfsync = ON",
    "foreign_keys = ON",
    "secure_delete = ON",
    "temp_store = MEMORY",
)
_NO_ROOM = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE)
_DISK = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PROTOCOL)
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class StoreError(SentenceRankError):
    """A store cannot be opened."""


def connect(path: Path) -> sqlite3.Connection:
    """Open a connection that waits its turn and, when it writes, is not done before the disk has it."""
    db = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    db.text_factory = lenient
    try:
        for pragma in _PRAGMAS:
            db.execute(f"PRAGMA {pragma}")
    except BaseException:
        db.close()
        raise
    return db


def lenient(data: bytes) -> str:
    """Return text as it is stored; a damaged byte in one row must not keep the others from being listed."""
    return data.decode(errors="replace")


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """Do what the block does wholly or, if it raises, not at all."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def check_features(db: sqlite3.Connection) -> None:
    """Raise StoreError if this SQLite cannot search."""
    try:
        db.execute("CREATE VIRTUAL TABLE temp.probe USING fts5(text)")
        db.execute("DROP TABLE temp.probe")
    except sqlite3.OperationalError as error:
        if "fts5" not in str(error):
            raise
        raise StoreError("this Python's SQLite has no FTS5. Use a Python whose SQLite was built with it.") from error


def migrate(db: sqlite3.Connection) -> None:
    """Bring an older file to this version; each step is whole or not at all. Raises StoreError for a newer one."""
    # A file that is up to date is not written to: the disk may be full.
    if version_of(db) == len(rows.MIGRATIONS):
        return
    # Another server may be starting on the same file, hence one transaction.
    with transaction(db):
        for step in rows.MIGRATIONS[version_of(db) :]:
            for statement in step:
                db.execute(statement)
        db.execute(f"PRAGMA user_version = {len(rows.MIGRATIONS)}")


def version_of(db: sqlite3.Connection) -> int:
    """Return the version of a file. Raises StoreError for one that is newer than this package."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version > len(rows.MIGRATIONS):
        raise StoreError("this store was made by a newer sentencerank. Upgrade it, or name another: --store.")
    return version


def fold(db: sqlite3.Connection) -> None:
    """Move the log into the file and give its room back, as far as that is possible now."""
    try:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    except sqlite3.Error:
        return


def has_no_room(error: sqlite3.Error) -> bool:
    """Return whether an error says that the disk takes no more; SQLite knows a quota only as a failed write."""
    return getattr(error, "sqlite_errorcode", 0) in _NO_ROOM or "disk is full" in str(error)


def is_damaged(error: sqlite3.Error) -> bool:
    """Return whether an error says that a file is damaged, or is no database at all."""
    # The lowest byte is the kind, the others say where. A search index without its version has no code of its own.
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED or "invalid fts5 file format" in str(error)


def is_of_disk(error: sqlite3.Error) -> bool:
    """Return whether an error is one of the disk or its file system, not of a statement."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DISK
