"""What a finished file of a job promises, its size, SHA-256 and rows, and whether it keeps that.

While a job runs, the promise about each file stands in a small file of its own below `_parts`, written before the file
gets its name. At the end all of them go into the manifest, and the folder is deleted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sentencerank.files import sha256_of, sha256_of_file, write_json

PARTS = "_parts"
PART_NAME = re.compile(r"part-\d{5,}-[0-9a-f]{16}\.(?:parquet|jsonl)")


@dataclass(frozen=True, slots=True)
class Part:
    """What is promised about a file."""

    name: str
    documents: int
    rows: int
    size: int  # bytes
    sha256: str

    @classmethod
    def of(cls, name: str, path: Path, documents: int, rows: int) -> Part:
        """Take the promise about the file that will be called `name` from the file at `path`."""
        return cls(name, documents, rows, path.stat().st_size, sha256_of_file(path))

    @classmethod
    def parse(cls, entry: Any) -> Part:
        """Make it from an entry of JSON. Raises TypeError, KeyError or ValueError for what is none."""
        if not all(isinstance(entry[name], int) for name in ("documents", "rows", "size")):
            raise ValueError("a count is no number")
        if not PART_NAME.fullmatch(entry["name"]):
            raise ValueError("this is not the name of a file of ours")
        return cls(entry["name"], entry["documents"], entry["rows"], entry["size"], str(entry["sha256"]))


def write_part(folder: Path, part: Part) -> None:
    """Write the promise about a file of a job, with a hash of itself."""
    entry = asdict(part)
    write_json(folder / PARTS / f"{part.name}.json", {**entry, "check": sha256_of(entry)})


def read_parts(folder: Path, manifest: Mapping[str, Any]) -> dict[str, Part]:
    """Return the promises about the files of a job, from its manifest and from `_parts`; a damaged one is none."""
    found: dict[str, Part] = {}
    for entry in manifest.get("files") or ():
        try:
            part = Part.parse(entry)
        except (TypeError, KeyError, ValueError):
            continue
        found[part.name] = part
    for path in sorted((folder / PARTS).glob("part-*.json")):
        try:
            entry = json.loads(path.read_text(encoding="utf-8"))
            check = entry.pop("check")
            part = Part.parse(entry)
        except (OSError, AttributeError, TypeError, KeyError, ValueError):
            continue
        if check == sha256_of(entry) and path.name == f"{part.name}.json":
            found[part.name] = part
    return found


def problem_of(path: Path, part: Part | None) -> str:
    """Return what is wrong with a file, in a clause; nothing if it is what was promised."""
    try:
        size = path.stat().st_size
        if part is None:
            return "its checksum is missing"
        if size != part.size:
            return f"it has {size:,} bytes, not {part.size:,}"
        return "" if sha256_of_file(path) == part.sha256 else "its SHA-256 differs"
    except FileNotFoundError:
        return "it is missing"
    except OSError as error:
        return f"it cannot be read ({error.strerror})"
