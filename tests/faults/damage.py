"""Damage to files that lie on the disk, as bad disks, bad copies and other programs do it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

Damage: TypeAlias = Callable[[Path], None]


def _cut(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def _cut_one(path: Path) -> None:
    os.truncate(path, path.stat().st_size - 1)


def _empty(path: Path) -> None:
    os.truncate(path, 0)


def _remove(path: Path) -> None:
    path.unlink()


def _flip(share: float) -> Damage:
    def flip(path: Path) -> None:
        data = bytearray(path.read_bytes())
        place = min(len(data) - 1, int(len(data) * share))
        data[place] ^= 0x10
        path.write_bytes(data)

    return flip


def _zero_end(path: Path) -> None:
    data = path.read_bytes()
    path.write_bytes(data[: -min(512, len(data))] + bytes(min(512, len(data))))


def _grow(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"\0" * 64)


def _replace(path: Path) -> None:
    path.write_bytes(b"This is another file.\n")


def _shuffle(path: Path) -> None:
    """Swap two halves: the size stays the same."""
    data = path.read_bytes()
    path.write_bytes(data[len(data) // 2 :] + data[: len(data) // 2])


DAMAGES: dict[str, Damage] = {
    "cut in half": _cut,
    "cut by a byte": _cut_one,
    "empty": _empty,
    "missing": _remove,
    "bit flipped at the start": _flip(0.0),
    "bit flipped early": _flip(0.1),
    "bit flipped in the middle": _flip(0.5),
    "bit flipped at the end": _flip(1.0),
    "last block zeroed": _zero_end,
    "grown": _grow,
    "replaced": _replace,
    "halves swapped": _shuffle,
}
