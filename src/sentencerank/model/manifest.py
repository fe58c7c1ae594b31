"""The manifest of a model folder: what the folder is, and the size and hash of every file in it (docs/model-format.md).

Nothing is half-read. The manifest has a hash of itself; files that are read whole are compared with their SHA-256 when
the folder is opened; arrays are mapped, and every block of them is compared with its CRC-32 when it is first used.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sentencerank.errors import ModelError

FORMAT = 2
BLOCK = 4096  # bytes: a page; smaller blocks cost more checksums, larger ones more work at a first look-up
MANIFEST, BLOCKS = "manifest.json", "blocks.npy"
AGAIN = "Install, import or pack the model again."


@dataclass(frozen=True, slots=True)
class FileEntry:
    """What the manifest promises about a file."""

    size: int
    sha256: str
    blocks: tuple[int, int] | None  # its part of blocks.npy as [start, end); None: compared by its SHA-256 at once


@dataclass(frozen=True, slots=True, eq=False)
class Manifest:
    """A manifest that was read and found sound."""

    folder: Path
    name: str
    language: str
    dimensions: int
    thresholds: tuple[float, float]  # δ for words, δ for a pair with a phrase in it
    subwords: Mapping[str, object]  # kind and settings; empty without subwords
    cased: bool  # whether a name with a capital is in it
    files: Mapping[str, FileEntry]
    raw: Mapping[str, object]  # everything that stands there

    def needs(self, *names: str) -> None:
        """Refuse a folder that lacks a file its manifest should list."""
        if missing := sorted(set(names) - set(self.files)):
            raise ModelError(f"{self.folder / MANIFEST} does not list {', '.join(missing)}. {AGAIN}")


def read_manifest(folder: Path) -> Manifest:
    """Read a manifest; verify its own hash, and the size of every file. Contents are verified by `verify`."""
    path = folder / MANIFEST
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(f"{folder} has no readable {MANIFEST}. Give the folder of a model.") from error
    except ValueError as error:
        raise ModelError(f"{path} is not JSON ({error}). {AGAIN}") from error
    version = raw.get("format") if isinstance(raw, dict) else None
    if version != FORMAT:
        raise ModelError(f"{folder} has format {version!r}; this version reads {FORMAT}. Upgrade, or import it again.")
    if raw.get("sha256") != _digest(raw):
        raise ModelError(f"{path} was changed: its SHA-256 is not the one that stands in it. {AGAIN}")
    try:
        manifest = _parsed(folder, raw)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(f"{path}: missing or malformed entry ({error!r}). {AGAIN}") from error
    for name, entry in manifest.files.items():
        if Path(name).name != name:  # a manifest cannot reach outside its folder
            raise ModelError(f"{path} names {name!r}, which is not a plain file name. {AGAIN}")
        _verify_size(folder / name, entry.size)
    return manifest


def verify(manifest: Manifest, *, everything: bool = False) -> None:
    """Compare files with their SHA-256: those that are read whole, or every one."""
    for name, entry in manifest.files.items():
        if everything or entry.blocks is None:
            found = _file_digest(manifest.folder / name)
            if found != entry.sha256:
                raise ModelError(
                    f"{manifest.folder / name} was changed: its SHA-256 is {found}, not {entry.sha256}. {AGAIN}"
                )


def seal(folder: Path, details: Mapping[str, object]) -> None:
    """Record every file of a folder in its manifest; arrays (.npy) get checksums by block too."""
    paths = sorted(path for path in folder.iterdir() if path.name not in (MANIFEST, BLOCKS))
    files: dict[str, object] = {}
    checksums: list[NDArray[np.uint32]] = []
    start = 0
    for path in paths:
        files[path.name] = entry = {"size": path.stat().st_size, "sha256": _file_digest(path)}
        if path.suffix == ".npy":
            checksums.append(_block_checksums(path))
            entry["blocks"] = [start, start := start + len(checksums[-1])]
    if checksums:
        np.save(folder / BLOCKS, np.concatenate(checksums), allow_pickle=False)
        files[BLOCKS] = {"size": (folder / BLOCKS).stat().st_size, "sha256": _file_digest(folder / BLOCKS)}
    write_manifest(folder, {"format": FORMAT, **details, "files": files})


def write_manifest(folder: Path, raw: Mapping[str, object]) -> None:
    """Write a manifest with its own hash, beside the old one, then in its place."""
    content = {key: value for key, value in raw.items() if key != "sha256"}
    content["sha256"] = _digest(content)
    beside = folder / f".{MANIFEST}.{os.getpid()}.tmp"
    beside.write_text(json.dumps(content, indent=2, ensure_ascii=False) + "\n", encoding="utf-8", newline="\n")
    beside.replace(folder / MANIFEST)


def _parsed(folder: Path, raw: Mapping[str, object]) -> Manifest:
    files, thresholds, subwords = raw["files"], raw["thresholds"], raw.get("subwords", {})
    if not (isinstance(files, dict) and isinstance(thresholds, dict) and isinstance(subwords, dict)):
        raise TypeError("files, thresholds and subwords are objects")
    return Manifest(
        folder,
        str(raw["name"]),
        str(raw["language"]),
        int(str(raw["dimensions"])),
        (float(thresholds["words"]), float(thresholds["phrases"])),
        subwords,
        bool(raw.get("cased", False)),
        {str(name): _entry(entry) for name, entry in files.items()},
        raw,
    )


def _entry(raw: Mapping[str, object]) -> FileEntry:
    blocks = raw.get("blocks")
    if blocks is not None and not (isinstance(blocks, list) and len(blocks) == 2):
        raise TypeError("blocks are a pair")
    span = (int(blocks[0]), int(blocks[1])) if blocks else None
    return FileEntry(int(str(raw["size"])), str(raw["sha256"]), span)


def _verify_size(path: Path, size: int) -> None:
    try:
        found = path.stat().st_size
    except OSError as error:
        raise ModelError(f"{path} is missing. {AGAIN}") from error
    if found != size:
        raise ModelError(f"{path} has {found:,} bytes, not {size:,}: it is damaged. {AGAIN}")


def _digest(raw: Mapping[str, object]) -> str:
    content = {key: value for key, value in raw.items() if key != "sha256"}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode("utf-8")).hexdigest()


def _file_digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _block_checksums(path: Path) -> NDArray[np.uint32]:
    def blocks() -> Iterator[int]:
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                yield zlib.crc32(block)

    return np.fromiter(blocks(), np.uint32)
