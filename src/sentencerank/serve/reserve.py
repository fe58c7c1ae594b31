"""Room on the disk that is kept for bad days, and the mark that a store is in use.

To delete from a database takes room, for its log. So a file beside the store holds some, which is given back when the
disk is full: then documents can be deleted.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

RESERVE = 8 << 20  # bytes
_SHARE = 8  # of what is free, the part that is taken at most
_STEP = 1 << 16


class Reserve:
    """The file beside a store; it is open, and locked as shared, as long as the store is."""

    def __init__(self, store: Path, size: int = RESERVE) -> None:
        self._path, self._size = store.with_name(f"{store.name}-reserve"), size
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        lock(self._file, alone=False)

    def fill(self) -> None:
        """Take the room, or a part of what is free if that is little."""
        with suppress(OSError):
            free = shutil.disk_usage(self._path.parent).free
            held = os.fstat(self._file).st_size
            wanted = min(self._size, (free + held) // _SHARE // _STEP * _STEP)
            if wanted > held:
                _allocate(self._file, held, wanted - held)

    def free(self) -> None:
        """Give the room back."""
        with suppress(OSError):
            os.ftruncate(self._file, 0)

    @property
    def size(self) -> int:
        """How much room is held."""
        return os.fstat(self._file).st_size

    def close(self) -> None:
        """Close the file and keep the room."""
        if self._file >= 0:
            os.close(self._file)
        self._file = -1


def in_use(store: Path) -> bool:
    """Return whether another process has the store open; False where the system has no such locks."""
    path = store.with_name(f"{store.name}-reserve")
    if not path.exists():
        return False
    file = os.open(path, os.O_RDWR)
    try:
        return not lock(file, alone=True)
    finally:
        os.close(file)


def lock(file: int, *, alone: bool) -> bool:
    """Lock an open file until it is closed; return False if another process has it."""
    try:
        import fcntl
    except ImportError:
        return True  # Windows renames no file that is open
    try:
        fcntl.flock(file, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _allocate(file: int, start: int, size: int) -> None:
    if hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(file, start, size)
        except OSError:
            os.ftruncate(file, start)
        return
    os.lseek(file, start, os.SEEK_SET)
    for _ in range(size // _STEP):
        os.write(file, b"\0" * _STEP)
