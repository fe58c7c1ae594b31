"""What a stage leaves on the disk for the next stage and for a rerun: arrays, settings, and folders with their hashes.

Everything is written whole or not at all, so a rerun can trust whatever it finds under its final name.
"""

from __future__ import annotations

import errno
import json
import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from sentencerank.errors import CorpusError, ModelError, OptionsError
from sentencerank.files import Json, remove_leftovers, sha256_of, sha256_of_file, whole_folder, write_json

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Bools: TypeAlias = npt.NDArray[np.bool_]

META = "meta.json"


def save_arrays(path: Path, **arrays: npt.NDArray[np.generic]) -> None:
    """Write named arrays as one folder of little-endian `.npy` files, which can be mapped."""
    with whole_folder(path) as partial:
        for name, array in arrays.items():
            little = array.astype(array.dtype.newbyteorder("<"), copy=False)
            np.save(partial / f"{name}.npy", little, allow_pickle=False)


def load_array(path: Path, name: str) -> npt.NDArray[np.generic]:
    """Read an array of a folder into memory."""
    return np.load(path / f"{name}.npy", allow_pickle=False)


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
    value = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(value, dict):
        raise CorpusError(f"{path} is not a JSON object. Delete the working folder and train again.")
    return value


def claim(folder: Path, settings: Mapping[str, Json]) -> None:
    """Take a working folder for a run with these settings, and delete what a killed run left half-written in it.

    Raises OptionsError if the folder holds a run with other settings.
    """
    path = folder / "run.json"
    if not path.exists():
        write_json(path, settings)
    other = read_json(path)
    if changed := [name for name in settings if settings[name] != other.get(name)]:
        was = ", ".join(f"{name} {json.dumps(other.get(name))}, not {json.dumps(settings[name])}" for name in changed)
        raise OptionsError(f"{folder} holds another run: {was}. Name another folder, or delete this one.")
    for inside in [folder, *(path for path in folder.rglob("*") if path.is_dir())]:
        remove_leftovers(inside)


def copy_folder(source: Path, target: Path) -> None:
    """Copy the files of a folder, all or none; a target that has the same files already is left alone.

    Raises OptionsError if the target holds something else.
    """
    files = sorted(source.iterdir())
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


@contextmanager
def report_full_disk(folder: Path) -> Iterator[None]:
    """Turn the error of a full disk inside the block into a CorpusError with a remedy."""
    try:
        yield
    except OSError as error:
        # numpy has no error number for it, but this text.
        short = error.errno is None and "requested and" in str(error)
        if error.errno not in (errno.ENOSPC, errno.EDQUOT) and not short:
            raise
        raise CorpusError(
            f"the disk is full: {free_space(folder) / 1e6:,.0f} MB are left at {folder}. Make room, and run the same "
            "command again: it goes on where it stopped."
        ) from error


def free_space(folder: Path) -> int:
    """Return how many bytes are free where a folder is, or will be."""
    there = next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())
    return shutil.disk_usage(there).free
