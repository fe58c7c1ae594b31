"""What a stage leaves on the disk for the next stage and for a rerun: arrays, settings, and folders with their hashes.

Everything is written whole or not at all, with the size and the SHA-256 of every file, which a rerun compares: what was
damaged meanwhile is deleted, together with what was written after it, and made again.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import warnings
from collections.abc import Collection, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from sentencerank.errors import CorpusError, ModelError, OptionsError
from sentencerank.files import (
    Json,
    remove_folder,
    remove_leftovers,
    sha256_of,
    sha256_of_file,
    whole_folder,
    write_json,
)
from sentencerank.files.disk import lock
from sentencerank.model.array_files import save_array

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Bools: TypeAlias = npt.NDArray[np.bool_]

META, SEAL, RUN = "meta.json", ".seal.json", "run.json"
_LAYOUT = 1  # of working folders; before 1 nothing carried its SHA-256


@contextmanager
def checkpoint(path: Path) -> Iterator[Path]:
    """Yield a temporary folder to fill, which becomes `path` when it is whole, with a seal that `repair` compares."""
    with whole_folder(path) as partial:
        yield partial
        files = {name.relative_to(partial).as_posix(): _sum(name) for name in sorted(partial.rglob("*"))}
        write_json(partial / SEAL, {"files": files})


def write_checkpoint(path: Path, value: Mapping[str, Json]) -> None:
    """Write a JSON object that carries its own SHA-256, which `repair` compares."""
    write_json(path, {**value, "sha256": sha256_of(value)})


def repair(folder: Path) -> None:
    """Delete the damaged results of a working folder and all that was written after them, with a warning.

    What follows from a damaged result may be sound, but the stages expect that nothing is missing before it.
    """
    sealed = list(map(_state_of, _results(folder)))
    bad = [state for state in sealed if state.problem]
    if not bad:
        return
    first = min(bad)
    later = [state for state in sealed if state >= first]
    # The last one first, so that a run that is killed here leaves nothing that comes after what is missing.
    for state in sorted(later, reverse=True):
        if state.path.is_dir():
            remove_folder(state.path)
        else:
            state.path.unlink(missing_ok=True)
    more = f", and so {'is' if len(later) == 2 else 'are'} {len(later) - 1} later" if len(later) > 1 else ""
    warnings.warn(f"{first.path} is damaged ({first.problem}): it is made again{more}.", stacklevel=2)


@dataclass(frozen=True, slots=True, order=True)
class _State:
    """A result of a stage, and what is wrong with it."""

    written: int  # when, in nanoseconds
    path: Path
    problem: str = ""


def _results(folder: Path) -> Iterator[Path]:
    """Yield the results below a folder: folders with files in them, and JSON files that stand by themselves."""
    for path in sorted(folder.iterdir()):
        if path.is_dir() and any(inside.is_file() and inside.suffix != ".json" for inside in path.iterdir()):
            yield path
        elif path.is_dir():
            yield from (path,) if (path / SEAL).exists() else _results(path)
        elif path.suffix == ".json" and path.name != RUN:
            yield path


def _state_of(path: Path) -> _State:
    """Compare a result with its seal, or with the hash that stands in it."""
    if path.is_file():
        return _State(path.stat().st_mtime_ns, path, "" if _is_whole(path) else "its SHA-256 differs")
    # Damage makes a file younger, but not all of them.
    written = min(inside.stat().st_mtime_ns for inside in path.iterdir())
    try:
        files = read_json(path / SEAL)["files"]
        assert isinstance(files, dict)
    except (OSError, KeyError, AssertionError, CorpusError):
        return _State(written, path, f"{SEAL} cannot be read")
    changed = next((name for name, told in files.items() if _sum_or_none(path / name) != told), None)
    return _State(written, path, f"{changed} was changed" if changed else "")


def _is_whole(path: Path) -> bool:
    try:
        value = read_json(path)
    except (OSError, CorpusError):
        return False
    return value.pop("sha256", None) == sha256_of(value)


def _sum(path: Path) -> list[Json]:
    return [path.stat().st_size, sha256_of_file(path)]


def _sum_or_none(path: Path) -> list[Json] | None:
    return _sum(path) if path.is_file() else None


def lock_folder(folder: Path) -> AbstractContextManager[None]:
    """Keep a second training out of a working folder, with a CorpusError; the lock of a killed one is gone with it."""
    return lock(folder, CorpusError(f"another training uses {folder}. Wait for it, or name another folder (--work)."))


def save_arrays(path: Path, **arrays: npt.NDArray[np.generic]) -> None:
    """Write named arrays as one folder of little-endian `.npy` files, which can be mapped."""
    with checkpoint(path) as partial:
        for name, array in arrays.items():
            little = array.astype(array.dtype.newbyteorder("<"), copy=False)
            save_array(partial / f"{name}.npy", little)


def load_array(path: Path, name: str) -> npt.NDArray[np.generic]:
    """Read an array of a folder into memory."""
    file = path / f"{name}.npy"
    try:
        return np.load(file, allow_pickle=False)
    except ValueError as error:
        # Its hash was right when the run began: what is short now is the fault of the disk.
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(file)) from error


def load_integers(path: Path, name: str) -> Ints:
    """Read integers and widen them: arithmetic never runs in the narrow type of the disk."""
    return load_array(path, name).astype(np.int64)


def narrow(array: npt.NDArray[np.generic], kind: type[np.unsignedinteger]) -> npt.NDArray[np.generic]:
    """Return the array in a narrower type for the disk; raise CorpusError if a value does not fit.

    >>> narrow(np.array([7, 255]), np.uint8)
    array([  7, 255], dtype=uint8)
    """
    bounds = np.iinfo(kind)
    if array.size and not (bounds.min <= array.min() and array.max() <= bounds.max):
        raise CorpusError(
            f"values from {array.min()} to {array.max()} do not fit {np.dtype(kind).name} (up to {bounds.max}). "
            "Use smaller shards."
        )
    return array.astype(kind)


def read_json(path: Path) -> dict[str, Json]:
    """Read a JSON object; raise CorpusError if it is something else."""
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise CorpusError(f"{path} is not a JSON object. Delete the working folder and train again.")
    return value


def claim(folder: Path, settings: Mapping[str, Json]) -> None:
    """Take a working folder for a run with these settings; delete what was left half-written or is damaged.

    Raises OptionsError if the folder holds a run with other settings, or one of an older version.
    """
    path = folder / RUN
    settings = {**settings, "layout": _LAYOUT}
    if not path.exists():
        write_json(path, settings)
    other = read_json(path)
    if changed := [name for name in settings if settings[name] != other.get(name)]:
        was = ", ".join(f"{name} {json.dumps(other.get(name))}, not {json.dumps(settings[name])}" for name in changed)
        raise OptionsError(f"{folder} holds another run: {was}. Name another folder, or delete this one.")
    for inside in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
        remove_leftovers(inside)
    repair(folder)


def copy_folder(source: Path, target: Path) -> None:
    """Copy the files of a folder, all or none; a target that has the same files already is left alone.

    Raises OptionsError if the target holds something else.
    """
    files = sorted(path for path in source.iterdir() if path.name != SEAL)
    if target.exists():
        theirs = {path.name: sha256_of_file(path) for path in target.iterdir() if path.is_file()}
        if theirs != {path.name: sha256_of_file(path) for path in files}:
            raise OptionsError(f"{target} exists with another content. Name another folder, or delete it.")
        return
    remove_leftovers(target.parent, target.name)
    with whole_folder(target) as partial:
        for path in files:
            shutil.copyfile(path, partial / path.name)


def seal(partial: Path, meta: Mapping[str, Json]) -> None:
    """Write `meta.json` into a folder: the values given, and the SHA-256 of every other file as "files"."""
    digests: dict[str, Json] = {path.name: sha256_of_file(path) for path in sorted(partial.iterdir())}
    write_json(partial / META, {**meta, "files": digests})


def read_sealed(folder: Path, kind: str, accepted: Mapping[str, Collection[Json]], remedy: str) -> dict[str, Json]:
    """Return the `meta.json` of a sealed folder after its files were verified.

    `accepted` has the values that some entries must have. Raises ModelError, which ends with the remedy, if the folder
    is of another kind or version, or if a file was changed.
    """
    try:
        meta = read_json(folder / META)
    except (OSError, ValueError) as error:
        raise ModelError(f"{folder} has no readable {META} ({error}). Give the folder of {kind}.") from error
    for name, values in accepted.items():
        if meta.get(name) not in values:
            expected = " or ".join(map(repr, values))
            raise ModelError(f"{folder}: {name} is {meta.get(name)!r}, this version has {expected}. {remedy}")
    files = meta.get("files")
    if not isinstance(files, dict):
        raise ModelError(f"{folder}: {META} does not list its files. {remedy}")
    for name, digest in files.items():
        path = folder / Path(name).name
        found = sha256_of_file(path) if path.exists() else "missing"
        if found != digest:
            raise ModelError(f"{path} was changed: its SHA-256 is {found}, not {digest}. {remedy}")
    return meta


def digest_of(meta: Mapping[str, Json]) -> str:
    """Return the SHA-256 of what `seal` wrote, which covers every file of its folder."""
    return sha256_of(json.dumps(meta, sort_keys=True, ensure_ascii=False))
