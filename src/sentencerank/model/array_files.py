"""Array files (.npy) of a model folder: mapped into memory when it is read, grown row by row when it is written."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import ModelError, OptionsError
from sentencerank.method.arrays import Vectors
from sentencerank.model.manifest import AGAIN, Manifest

Numbers: TypeAlias = Literal["int8", "float16", "float32"]

_HEADER = 128  # bytes: room for the header of an array whose length is not known yet
_AT_ONCE = 1 << 16  # rows


def map_array(manifest: Manifest, name: str, kinds: str, *shape: int | None) -> NDArray[Any]:
    """Map an array of a model folder into memory, where processes share it.

    `kinds` are the dtypes that it may have, separated by spaces; `shape` has None where any length will do. Raises
    ModelError if the manifest does not list it or if its header says something else.
    """
    manifest.require(name)
    path = manifest.folder / name
    try:
        # A plain array over the mapping: np.memmap itself is a Python class that makes every look-up slower.
        array = np.lib.format.open_memmap(path, mode="r").view(np.ndarray)
    except Exception as error:
        # NumPy reads a header as a Python literal: a damaged one can raise nearly anything.
        raise ModelError(f"{path} cannot be read ({error}). {AGAIN}") from error
    if str(array.dtype) not in kinds.split() or not array.flags.c_contiguous:
        raise ModelError(f"{path} holds {array.dtype}, not {' or '.join(kinds.split())}. {AGAIN}")
    if array.ndim != len(shape) or any(want not in (None, have) for want, have in zip(shape, array.shape, strict=True)):
        wanted = ", ".join("any" if want is None else str(want) for want in shape)
        raise ModelError(f"{path} has shape {array.shape}, not ({wanted}): the files do not fit each other. {AGAIN}")
    return array


def verify_numbers(manifest: Manifest) -> None:
    """Raise ModelError if an array of a model holds NaN or infinity, which would spoil every cosine."""
    for name in manifest.files:
        if not name.endswith(".npy"):
            continue
        try:
            array = np.load(manifest.folder / name, mmap_mode="r", allow_pickle=False)
        except (OSError, ValueError) as error:
            raise ModelError(f"{manifest.folder / name} cannot be read ({error}). {AGAIN}") from error
        for start in range(0, len(array) if array.dtype.kind == "f" else 0, _AT_ONCE):
            if (row := _first_unfit(array[start : start + _AT_ONCE])) is not None:
                raise ModelError(f"{manifest.folder / name}: row {start + row} holds NaN or infinity. {AGAIN}")


def _first_unfit(rows: NDArray[Any]) -> int | None:
    """Return the first row with a number that is not finite; None if there is none."""
    fit = np.isfinite(rows)
    return None if fit.all() else int(np.argmin(fit.all(axis=tuple(range(1, rows.ndim)))))


def quantise(rows: Vectors) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """Return the rows as int8 and one scale a row (its maximum / 127): a quarter of the size, cosines within .006.

    >>> quantise(np.array([[1.0, -0.5], [0.0, 0.0]], dtype=np.float32))[0].tolist()
    [[127, -64], [0, 0]]
    """
    scales = np.abs(rows).max(axis=1, initial=0) / 127
    scales[scales == 0] = 1
    return np.rint(rows / scales[:, None]).astype(np.int8), scales.astype(np.float32)


def save_array(path: Path, array: NDArray[Any]) -> None:
    """Write an array file as `np.save` does, byte for byte, but never without an error if the disk has one.

    NumPy writes through a stream of C and does not look whether its last part arrives.
    """
    if array.dtype.hasobject:
        raise ValueError(f"{path.name} would hold Python objects, which need a pickle")
    array = np.ascontiguousarray(array)
    with path.open("wb") as file:
        np.lib.format.write_array_header_1_0(file, np.lib.format.header_data_from_array_1_0(array))
        if array.size:
            file.write(array.data)


class GrowingArray:
    """An array file that grows by rows; its header is written at the end, when the length is known."""

    def __init__(self, path: Path, dtype: str, columns: int | None = None) -> None:
        self._dtype, self._columns, self._length = np.dtype(dtype).newbyteorder("<"), columns, 0
        self._file: IO[bytes] = path.open("wb")
        self._file.write(bytes(_HEADER))

    def append(self, rows: NDArray[Any]) -> None:
        """Write rows at the end."""
        self._length += len(rows)
        self._file.write(np.ascontiguousarray(rows, dtype=self._dtype).data)

    def __enter__(self) -> GrowingArray:
        return self

    def __exit__(self, *_: object) -> None:
        shape = (self._length,) if self._columns is None else (self._length, self._columns)
        entries = {"descr": np.lib.format.dtype_to_descr(self._dtype), "fortran_order": False, "shape": shape}
        self._file.seek(0)
        self._file.write(b"\x93NUMPY\x01\x00" + (_HEADER - 10).to_bytes(2, "little"))
        self._file.write(repr(entries).encode("latin-1").ljust(_HEADER - 11) + b"\n")
        self._file.close()


class RowFiles:
    """Rows of vectors as a kind of numbers: one file, with int8 also one of scales."""

    def __init__(self, folder: Path, name: str, scales: str, numbers: Numbers) -> None:
        if numbers not in get_args(Numbers):
            raise OptionsError(f"numbers={numbers!r}: choose from {', '.join(get_args(Numbers))}.")
        self._paths, self._numbers = (folder / name, folder / scales), numbers
        self._files: list[GrowingArray] = []
        self._columns = self._length = 0

    def append(self, rows: Vectors) -> None:
        """Convert rows and write them at the end.

        Raises ModelError if a row has another length than the first, or a number that is NaN, infinite or too large.
        """
        if not self._files:
            self._columns = rows.shape[1]
            self._files = [GrowingArray(self._paths[0], self._numbers, self._columns)]
            if self._numbers == "int8":
                self._files.append(GrowingArray(self._paths[1], "float32"))
        if rows.shape[1] != self._columns:
            raise ModelError(f"rows of {self._columns} numbers, then of {rows.shape[1]}. Give rows of one length.")
        with np.errstate(over="ignore", invalid="ignore"):
            parts: tuple[NDArray[Any], ...] = (
                quantise(rows) if self._numbers == "int8" else (rows.astype(self._numbers),)
            )
        if (row := _first_unfit(parts[-1])) is not None:
            raise ModelError(
                f"row {self._length + row} of {self._paths[0].name} holds NaN, infinity or a number that is too large "
                f"for {self._numbers}. Repair the vectors, or write them as float32."
            )
        self._length += len(rows)
        for file, part in zip(self._files, parts, strict=True):
            file.append(part)

    def __enter__(self) -> RowFiles:
        return self

    def __exit__(self, *trouble: object) -> None:
        for file in self._files:
            file.__exit__(*trouble)
        if not self._files and trouble[0] is None:
            raise ModelError("there is not a single vector to write. Check the file, or what made it.")
