"""Array files that grow by rows, converted on the way to the numbers that they hold."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any, Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import ModelError, OptionsError
from sentencerank.method.arrays import Vectors

Numbers: TypeAlias = Literal["int8", "float16", "float32"]

_HEADER = 128  # bytes: room for the header of an array whose length is not known yet


def quantised(rows: Vectors) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """int8 and one scale a row (its maximum / 127): a quarter of the size, cosines within .006.

    >>> quantised(np.array([[1.0, -0.5], [0.0, 0.0]], dtype=np.float32))[0].tolist()
    [[127, -64], [0, 0]]
    """
    scales = np.abs(rows).max(axis=1, initial=0) / 127
    scales[scales == 0] = 1
    return np.rint(rows / scales[:, None]).astype(np.int8), scales.astype(np.float32)


class GrowingArray:
    """An array file that grows by rows; its header is written at the end, when the length is known."""

    def __init__(self, path: Path, dtype: type[np.generic], columns: int | None = None) -> None:
        self._dtype, self._columns, self._length = np.dtype(dtype).newbyteorder("<"), columns, 0
        self._file: IO[bytes] = path.open("wb")
        self._file.write(bytes(_HEADER))

    def append(self, rows: NDArray[Any]) -> None:
        """Add rows at the end."""
        self._length += len(rows)
        self._file.write(np.ascontiguousarray(rows, dtype=self._dtype).data)

    def __enter__(self) -> GrowingArray:
        return self

    def __exit__(self, *_: object) -> None:
        shape = (self._length,) if self._columns is None else (self._length, self._columns)
        entries = {"descr": np.lib.format.dtype_to_descr(self._dtype), "fortran_order": False, "shape": shape}
        text = repr(entries).encode("latin-1")
        self._file.seek(0)
        self._file.write(b"\x93NUMPY\x01\x00" + (_HEADER - 10).to_bytes(2, "little"))
        self._file.write(text.ljust(_HEADER - 11) + b"\n")
        self._file.close()


class RowFiles:
    """Rows as a kind of numbers: one file, with int8 also one of scales."""

    def __init__(self, folder: Path, name: str, scales: str, numbers: Numbers) -> None:
        if numbers not in get_args(Numbers):
            raise OptionsError(f"numbers={numbers!r}: choose from {', '.join(get_args(Numbers))}.")
        self._paths, self._numbers = (folder / name, folder / scales), numbers
        self._files: list[GrowingArray] = []
        self._columns = 0

    def append(self, rows: Vectors) -> None:
        """Add rows at the end, converted."""
        if not self._files:
            self._columns = rows.shape[1]
            kinds = [(getattr(np, self._numbers), self._columns)] + [(np.float32, None)] * (self._numbers == "int8")
            self._files = [GrowingArray(path, *kind) for path, kind in zip(self._paths, kinds, strict=False)]
        if rows.shape[1] != self._columns:
            raise ModelError(f"rows of {self._columns} numbers, then of {rows.shape[1]}. Give rows of one length.")
        parts: tuple[NDArray[Any], ...] = quantised(rows) if self._numbers == "int8" else (rows,)
        for file, part in zip(self._files, parts, strict=True):
            file.append(part)

    def __enter__(self) -> RowFiles:
        return self

    def __exit__(self, *trouble: object) -> None:
        for file in self._files:
            file.__exit__(*trouble)
        if not self._files and trouble[0] is None:
            raise ModelError("there is not a single vector to write. Check the file, or what made it.")
