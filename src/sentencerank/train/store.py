"""The working folder of a run: arrays, JSON and who owns it, all of it whole or absent."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from sentencerank import files
from sentencerank.errors import CorpusError, OptionsError
from sentencerank.files import Json, remove_leftovers, sha256_of_file, write_json

Ints: TypeAlias = npt.NDArray[np.int64]
Floats: TypeAlias = npt.NDArray[np.float64]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Bools: TypeAlias = npt.NDArray[np.bool_]


@contextmanager
def whole_folder(path: Path) -> Iterator[Path]:
    """Yield a folder to fill, which becomes `path` when the block ends well.

    What a killed run left of it is removed: a working folder has one writer.
    """
    remove_leftovers(path.parent, path.name)
    with files.whole_folder(path) as partial:
        yield partial


def copy_folder(source: Path, target: Path) -> None:
    """Copy a folder, whole or not at all; one that is there with the same content is left alone.

    Raises OptionsError if the target has another content.
    """
    if target.exists():
        if _digests(source) == _digests(target):
            return
        raise OptionsError(f"{target} exists with another content. Name another folder, or delete it.")
    with whole_folder(target) as partial:
        for path in sorted(source.iterdir()):
            shutil.copyfile(path, partial / path.name)


def _digests(folder: Path) -> dict[str, str]:
    return {path.name: sha256_of_file(path) for path in sorted(folder.iterdir()) if path.is_file()}


def save(path: Path, **arrays: npt.NDArray[np.generic]) -> None:
    """Write named arrays as one folder of little-endian `.npy` files, which can be mapped."""
    with whole_folder(path) as part:
        for name, array in arrays.items():
            np.save(part / f"{name}.npy", array.astype(array.dtype.newbyteorder("<"), copy=False), allow_pickle=False)


def load(path: Path, name: str) -> npt.NDArray[np.generic]:
    """An array of a folder that `save` wrote, read into memory."""
    return np.load(path / f"{name}.npy", allow_pickle=False)


def integers(path: Path, name: str) -> Ints:
    """The same, widened: arithmetic never runs in the narrow type of the disk."""
    return load(path, name).astype(np.int64)


def narrow(array: npt.NDArray[np.generic], kind: type[np.unsignedinteger]) -> npt.NDArray[np.generic]:
    """The array in a narrower type for the disk; a value beyond its bounds is refused.

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
    """Read a JSON object."""
    value = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(value, dict):
        raise CorpusError(f"{path} is not a JSON object. Delete the working folder and mine again.")
    return value


def claim(folder: Path, own: Mapping[str, Json]) -> None:
    """Take a working folder for a run, or refuse if it holds another one."""
    path = folder / "run.json"
    if not path.exists():
        write_json(path, own)
        return
    other = read_json(path)
    changed = [name for name in own if own[name] != other.get(name)]
    if changed:
        was = ", ".join(f"{name} {json.dumps(other.get(name))}, not {json.dumps(own[name])}" for name in changed)
        raise OptionsError(f"{folder} holds another run: {was}. Name another folder, or delete this one.")
