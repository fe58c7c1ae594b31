"""Compressed files: read by their ending, with one tuple of the errors that damaged ones raise."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO

from sentencerank.errors import DataError

COMPRESSIONS = (".gz", ".bz2", ".xz", ".zst", ".zip")


def without_compression(name: str) -> str:
    """Return a file name without the ending of its compression.

    >>> without_compression("a.jsonl.gz"), without_compression("a.JSONL.ZST"), without_compression("a.txt")
    ('a.jsonl', 'a.JSONL', 'a.txt')
    """
    path = Path(name)
    return name[: -len(path.suffix)] if path.suffix.lower() in COMPRESSIONS else name


def open_compressed(path: Path, raw: IO[bytes] | None = None) -> IO[bytes]:
    """Open a file to read its bytes, decompressed by its ending; the caller closes it.

    `raw` is the same file if it is open already, for a caller who asks it how far it was read; it stays open.
    Raises DataError for a .zip that does not hold exactly one file, and ExtraError if .zst needs a library that is
    missing. What breaks while reading damaged data, or data that is cut short, is in `damaged()`.
    """
    opener = _OPENERS.get(path.suffix.lower())
    if opener is None:
        return raw or path.open("rb")
    return opener(raw or path)


def damaged() -> tuple[type[Exception], ...]:
    """Return the exceptions that reading a damaged compressed file can raise."""
    import lzma
    import zipfile
    import zlib

    zstd = getattr(sys.modules.get("zstandard"), "ZstdError", EOFError)
    return OSError, EOFError, zlib.error, lzma.LZMAError, zipfile.BadZipFile, zstd


def _open_gzip(source: Path | IO[bytes]) -> IO[bytes]:
    from gzip import GzipFile
    from io import BufferedReader

    return BufferedReader(GzipFile(source) if isinstance(source, Path) else GzipFile(fileobj=source))


def _open_bzip2(source: Path | IO[bytes]) -> IO[bytes]:
    from bz2 import BZ2File

    return BZ2File(source)


def _open_xz(source: Path | IO[bytes]) -> IO[bytes]:
    from lzma import LZMAFile

    return LZMAFile(source)


def _open_zstd(source: Path | IO[bytes]) -> IO[bytes]:
    from io import BufferedReader

    from sentencerank.files.zstd import ZstdFile

    return BufferedReader(ZstdFile(source))


def _open_zip(source: Path | IO[bytes]) -> IO[bytes]:
    from zipfile import ZipFile

    with ZipFile(source) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        if len(names) != 1:
            raise DataError(f"the .zip archive holds {len(names)} files. Unpack it and give the right one.")
        # The open member keeps the archive open until it is closed itself.
        return archive.open(names[0])


# The decompressors are imported when a file needs them: ranking a string must not pay for them.
_OPENERS: Mapping[str, Callable[[Path | IO[bytes]], IO[bytes]]] = {
    ".gz": _open_gzip,
    ".bz2": _open_bzip2,
    ".xz": _open_xz,
    ".zst": _open_zstd,
    ".zip": _open_zip,
}
