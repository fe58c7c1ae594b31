"""Files: written whole or not at all, hashed, and safe for a spreadsheet; compressed ones are in `compressed.py`.

A file or folder under construction has a hidden temporary name beside its target, `.NAME.RANDOM.partial`. It is flushed
to the disk before it is renamed, so that after a crash or a power cut the target is either the old one or the new one.
"""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import Any, TypeAlias

from sentencerank import patterns as re
from sentencerank.errors import OptionsError

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

_PARTIAL, _OLD = ".partial", ".old"
_SURROGATE = re.compile("[\\ud800-\\udfff]")
_FORMULA = re.compile(r"'*[=+\-@＝＋－＠\t\r\n].", re.DOTALL)  # a character alone is no formula


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Yield a temporary path to write to; it replaces `path` when the block ends well, and is removed otherwise."""
    _make_parent(path)
    partial = _partial(path)
    holding = None
    try:
        partial.touch()
        holding = _hold(partial)
        yield partial
        sync(partial)
        os.replace(partial, path)
        sync(path.parent)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    finally:
        if holding is not None:
            os.close(holding)


@contextmanager
def whole_folder(path: Path, *, replace: bool = False) -> Iterator[Path]:
    """Yield a temporary folder to fill; it becomes `path` when the block ends well, and is removed otherwise.

    Raises OptionsError if `path` exists and is not to be replaced.
    """
    _restore(path)
    if not replace and path.exists():
        raise OptionsError(f"{path} exists already. Name another folder, or delete it.")
    _make_parent(path)
    partial, old = _partial(path), None
    partial.mkdir()
    holding = _hold(partial)
    try:
        yield partial
        for inside in sorted(partial.rglob("*"), reverse=True):
            sync(inside)
        sync(partial)
        # A folder that is not empty cannot be renamed over. The old one is not called partial: should this process be
        # killed between the two renames, it is all there is, and `_restore` gives it its name back.
        if path.exists():
            aside = path.with_name(f".{path.name}.{os.urandom(8).hex()}{_OLD}")
            path.rename(aside)
            old = aside
        partial.rename(path)
        sync(path.parent)
    except BaseException:
        # The new folder did not get its name: the old one takes it again.
        if old is not None and not path.exists():
            old.rename(path)
        _delete_tree(partial)
        raise
    finally:
        if holding is not None:
            os.close(holding)
    if old is not None:
        # The new folder is there: what cannot be deleted of the old one is a leftover, not an error.
        _delete_tree(old)


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all."""
    with whole_file(path) as partial:
        partial.write_bytes(data)


def write_text(path: Path, text: str) -> None:
    """Write a UTF-8 file whole or not at all; lone surrogates become U+FFFD."""
    write_bytes(path, encodable(text).encode())


def export_text(path: Path, text: str) -> None:
    """Write a UTF-8 file that a user has named, and delete what a killed command left of it before."""
    remove_abandoned(path.parent, path.name)
    write_text(path, text)


def write_json(path: Path, value: Mapping[str, Any]) -> None:
    """Write a JSON object whole or not at all; the same value gives the same bytes."""
    write_text(path, json.dumps(value, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def leftovers(folder: Path, name: str = "*") -> list[Path]:
    """Return the temporary files and folders that killed writers left in a folder, for targets called `name`."""
    pattern = name if name == "*" else escape(name)
    return sorted(folder.glob(f".{pattern}.*{_PARTIAL}")) if folder.is_dir() else []


def remove_leftovers(folder: Path, name: str = "*") -> None:
    """Delete what killed writers left in a folder. Call it only when nobody else writes there."""
    for path in leftovers(folder, name):
        _delete(path)


def remove_abandoned(folder: Path, name: str) -> None:
    """Delete what killed writers left for a target; what somebody still writes is kept."""
    for path in leftovers(folder, name):
        holding = _hold(path)
        if holding is not None:
            _delete(path)
            os.close(holding)


def _delete_tree(folder: Path, *, ignore_errors: bool = True) -> None:
    # Imported here, since it brings all kinds of archives along: as long as an article takes.
    from shutil import rmtree

    rmtree(folder, ignore_errors=ignore_errors)


def _delete(path: Path) -> None:
    """Delete a leftover, if that is possible."""
    if path.is_dir():
        _delete_tree(path)
        return
    with suppress(OSError):
        path.unlink()


def _hold(path: Path) -> int | None:
    """Lock a file or folder as long as the descriptor is open; None if somebody has it, or there are no locks here."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def remove_folder(path: Path) -> None:
    """Delete a folder so that it is there whole, or not under its name; what a kill leaves of it is a leftover."""
    partial = _partial(path)
    path.rename(partial)
    _delete_tree(partial, ignore_errors=False)


def _restore(path: Path) -> None:
    """Give a folder its name back if a writer was killed while it replaced it; delete an old one that was replaced."""
    for old in sorted(path.parent.glob(f".{escape(path.name)}.*{_OLD}")):
        if path.exists():
            _delete_tree(old)
        else:
            old.rename(path)


def sync(path: Path) -> None:
    """Flush a file or a folder to the disk; systems that cannot flush a folder skip it."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except PermissionError:
        # Windows opens no folders; whoever wrote a file could also open it.
        return
    try:
        os.fsync(descriptor)
    except OSError:
        if not path.is_dir():
            raise
    finally:
        os.close(descriptor)


def _make_parent(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        # "File exists" would be no help where a file stands in the way of a folder.
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(path)) from None


def _partial(path: Path) -> Path:
    # A process id would collide between machines that share a folder.
    return path.with_name(f".{path.name}.{os.urandom(8).hex()}{_PARTIAL}")


def sha256_of_file(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    import hashlib

    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def sha256_of(value: Any) -> str:
    """Return the SHA-256 of bytes, of text, or of a value as canonical JSON, in hexadecimal digits.

    >>> sha256_of({"b": 1, "a": 2}) == sha256_of({"a": 2, "b": 1})
    True
    """
    import hashlib

    if isinstance(value, str):
        value = value.encode("utf-8", "surrogatepass")
    elif not isinstance(value, bytes):
        value = json.dumps(value, sort_keys=True).encode()
    return hashlib.sha256(value).hexdigest()


def encodable(text: str) -> str:
    """Return text that can be written as UTF-8: a lone surrogate becomes U+FFFD.

    >>> encodable("a\\ud800b")
    'a�b'
    """
    return text if text.isascii() else _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text)


def csv_cell(value: object) -> object:
    """Return a value for a CSV file that no spreadsheet takes for a formula; `from_csv_cell` gives it back.

    >>> csv_cell("=1+1"), csv_cell("'=1+1"), csv_cell("- and so on"), csv_cell("-"), csv_cell("'tis"), csv_cell(-0.5)
    ("'=1+1", "''=1+1", "'- and so on", '-', "'tis", -0.5)
    """
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


def from_csv_cell(text: str) -> str:
    """Return what a cell written by `csv_cell` said before.

    >>> from_csv_cell("'=1+1"), from_csv_cell("''=1+1"), from_csv_cell("'tis")
    ('=1+1', "'=1+1", "'tis")
    """
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
