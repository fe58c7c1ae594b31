"""The disk: a folder that only one process may write into, errors of a full or failing disk, free space."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from sentencerank.errors import SentenceRankError

LOCK = ".lock"
_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FAILING = (errno.EIO, errno.EROFS, errno.ESTALE, errno.ENXIO, errno.ENODEV)


@contextmanager
def lock(folder: Path, taken: SentenceRankError) -> Iterator[None]:
    """Make a folder and keep others who lock it out, with the error `taken`; the lock of a killed process is gone.

    A system without locks leaves the care to its user.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / LOCK
    with _locked_file(path, taken):
        try:
            yield
        finally:
            path.unlink(missing_ok=True)


def _locked_file(path: Path, taken: SentenceRankError) -> IO[str]:
    while True:
        file = path.open("w")
        if not _try_lock(file):
            file.close()
            raise taken
        # Who had the lock before may have deleted the file after it was opened here: then a third one could lock anew.
        try:
            if os.path.samestat(os.fstat(file.fileno()), path.stat()):
                return file
        except FileNotFoundError:
            pass
        file.close()


def _try_lock(file: IO[str]) -> bool:
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextmanager
def report_disk_errors(folder: Path, kind: type[SentenceRankError], then: str) -> Iterator[None]:
    """Turn an error of the disk inside the block into one of ours; `then` says what to do when the disk is well again.

    >>> with report_disk_errors(Path("out"), SentenceRankError, "go on."):
    ...     raise OSError(errno.EIO, "Input/output error", "out/a")
    Traceback (most recent call last):
    sentencerank.errors.SentenceRankError: out: Input/output error (out/a). Check the disk, and go on.
    """
    try:
        yield
    except OSError as error:
        # numpy has no error number for a full disk, but this text.
        full = error.errno in _FULL or (error.errno is None and "requested and" in str(error))
        if not full and error.errno not in _FAILING:
            raise
        if full:
            text = f"the disk is full: {free_space(folder) / 1e6:,.0f} MB are left at {folder}. Make room, and {then}"
        else:
            place = f" ({os.fsdecode(error.filename)})" if error.filename else ""
            text = f"{folder}: {os.strerror(error.errno or 0)}{place}. Check the disk, and {then}"
        raise kind(text) from error


def free_space(folder: Path) -> int:
    """Return how many bytes are free where a folder is, or will be."""
    from shutil import disk_usage

    there = next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())
    return disk_usage(there).free
