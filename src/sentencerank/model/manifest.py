"""The manifest of a model folder: what the folder is, and the size and hash of every file in it (docs/model-format.md).

The manifest has a hash of itself. When a folder is opened, the size of every file is compared, and the SHA-256 of the
text files, which are read whole. Arrays are mapped and may be large: only `check` compares their SHA-256.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path

from sentencerank.errors import ModelError
from sentencerank.files import encodable, sha256_of, sha256_of_file, write_text
from sentencerank.frozen import dataclass

FORMAT = 3
READABLE = (2, 3)  # format 2 also has blocks.npy, checksums of the arrays, which is not read any more
MANIFEST = "manifest.json"
AGAIN = "Install, import or pack the model again."


@dataclass(frozen=True, slots=True)
class FileEntry:
    """What the manifest promises about a file."""

    size: int
    sha256: str


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

    def require(self, *names: str) -> None:
        """Raise ModelError if the manifest does not list these files."""
        if missing := sorted(set(names) - set(self.files)):
            raise ModelError(f"{self.folder / MANIFEST} does not list {', '.join(missing)}. {AGAIN}")


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest of a folder; verify its own hash and the size of every file.

    Raises ModelError if something is missing, malformed or of another size. `verify` looks into the files.
    """
    path = folder / MANIFEST
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ModelError(f"{folder} has no readable {MANIFEST}. Give the folder of a model.") from error
    except ValueError as error:
        raise ModelError(f"{path} is not JSON ({error}). {AGAIN}") from error
    version = raw.get("format") if isinstance(raw, dict) else None
    if version not in READABLE:
        known = " and ".join(map(str, READABLE))
        raise ModelError(f"{folder} has format {version!r}; this version reads {known}. Upgrade, or import it again.")
    if raw.get("sha256") != _digest(raw):
        raise ModelError(f"{path} was changed: its SHA-256 is not the one that stands in it. {AGAIN}")
    try:
        manifest = _parse(folder, raw)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelError(f"{path}: missing or malformed entry ({error!r}). {AGAIN}") from error
    for name, entry in manifest.files.items():
        # A manifest cannot reach outside its folder.
        if Path(name).name != name:
            raise ModelError(f"{path} names {name!r}, which is not a plain file name. {AGAIN}")
        _verify_size(folder / name, entry.size)
    return manifest


def verify(manifest: Manifest, *, everything: bool = False) -> None:
    """Compare the text files of a model with their SHA-256, or every file; raise ModelError if one differs."""
    for name, entry in manifest.files.items():
        if everything or not name.endswith(".npy"):
            try:
                found = sha256_of_file(manifest.folder / name)
            except OSError as error:
                raise ModelError(
                    f"{manifest.folder / name} cannot be read ({error.strerror}). Check the disk, or do this: {AGAIN}"
                ) from error
            if found != entry.sha256:
                raise ModelError(
                    f"{manifest.folder / name} was changed: its SHA-256 is {found}, not {entry.sha256}. {AGAIN}"
                )


def seal(folder: Path, details: Mapping[str, object]) -> None:
    """Write the manifest of a folder, with the size and the hash of every other file; delete checksums of format 2."""
    (folder / "blocks.npy").unlink(missing_ok=True)
    files = {
        path.name: {"size": path.stat().st_size, "sha256": sha256_of_file(path)}
        for path in sorted(folder.iterdir())
        if path.name != MANIFEST
    }
    write_manifest(folder, {"format": FORMAT, **details, "files": files})


def write_manifest(folder: Path, raw: Mapping[str, object]) -> None:
    """Write a manifest with its own hash, whole or not at all."""
    # The name of a source file need not be UTF-8. What is hashed must be what is written.
    text = encodable(json.dumps({key: value for key, value in raw.items() if key != "sha256"}, ensure_ascii=False))
    content = json.loads(text)
    content["sha256"] = _digest(content)
    write_text(folder / MANIFEST, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def _parse(folder: Path, raw: Mapping[str, object]) -> Manifest:
    files, thresholds, subwords = raw["files"], raw["thresholds"], raw.get("subwords", {})
    if not (isinstance(files, dict) and isinstance(thresholds, dict) and isinstance(subwords, dict)):
        raise TypeError("files, thresholds and subwords are objects")
    if not all(math.isfinite(float(thresholds[name])) for name in ("words", "phrases")):
        raise ValueError("a threshold is NaN or infinite")
    return Manifest(
        folder,
        str(raw["name"]),
        str(raw["language"]),
        int(str(raw["dimensions"])),
        (float(thresholds["words"]), float(thresholds["phrases"])),
        subwords,
        bool(raw.get("cased", False)),
        {str(name): FileEntry(int(str(entry["size"])), str(entry["sha256"])) for name, entry in files.items()},
        raw,
    )


def _verify_size(path: Path, size: int) -> None:
    try:
        found = path.stat().st_size
    except OSError as error:
        raise ModelError(f"{path} is missing. {AGAIN}") from error
    if found != size:
        raise ModelError(f"{path} has {found:,} bytes, not {size:,}: it is damaged. {AGAIN}")


def _digest(raw: Mapping[str, object]) -> str:
    return sha256_of({key: value for key, value in raw.items() if key != "sha256"})
