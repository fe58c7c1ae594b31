"""What the model commands print."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sentencerank.model.manifest import Manifest

as_json = click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")


def summary(manifest: Manifest) -> dict[str, Any]:
    """The entries of a manifest that matter at a glance, and the size of the folder."""
    return {
        "name": manifest.name,
        "language": manifest.language,
        "words": manifest.raw.get("words", 0),
        "phrases": manifest.raw.get("phrases", 0),
        "dimensions": manifest.dimensions,
        "numbers": manifest.raw.get("numbers"),
        "subwords": manifest.subwords.get("kind"),
        "bytes": sum(entry.size for entry in manifest.files.values()),
        "path": str(manifest.folder),
    }


def amount(row: dict[str, Any]) -> str:
    """How many of what, in words."""
    parts = [f"{row[kind]:,} {kind}" for kind in ("words", "phrases") if row[kind]]
    return " and ".join(parts + ([f"{row['subwords']} subwords"] if row["subwords"] else []))


def size(count: Any) -> str:
    """Bytes, to be read."""
    return f"{count / 1e6:,.1f} MB"


def print_json(record: object) -> None:
    """A record on standard output."""
    click.echo(json.dumps(record, ensure_ascii=False, indent=2))
