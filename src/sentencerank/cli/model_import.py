"""`sentencerank model import`: make a model from other people's vectors."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sentencerank.cli.options import choice_option, json_option, number_option, path_option
from sentencerank.cli.output import say, write, write_json
from sentencerank.cli.progress import Progress

if TYPE_CHECKING:
    from sentencerank.model.importers import Imported
    from sentencerank.model.manifest import Manifest

numbers_option = choice_option(
    "--numbers", ("float16", "int8", "float32"), "Number format of the vectors; int8 takes half the space of float16."
)
replace_option = click.option("--replace", is_flag=True, help="Replace a model of the same name.")


@click.command(
    "import",
    epilog="""\b
Formats, recognised by their content:
  fastText .bin (with its subwords) and .vec, word2vec text and binary, GloVe text,
  model2vec folders; text and word2vec also compressed as .gz, .bz2, .xz, .zst or .zip

\b
Examples:
  sentencerank model import cc.de.300.bin --language de --limit 200000
  sentencerank model import glove.6B.100d.txt --language en --numbers int8
  sentencerank model import GoogleNews-vectors-negative300.bin.gz --language en --phrases-joined-by _
""",
)
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--language", required=True, metavar="CODE", help="Language code of the vectors, such as en or de.")
@click.option("--name", help="Name of the model (default: the name of the file).")
@path_option("--output", metavar="FOLDER", about="Write the model to this folder (default: among your models).")
@number_option("--limit", "Import only the first N words, the most frequent ones.")
@numbers_option
@click.option(
    "--phrases-joined-by",
    "joint",
    default="",
    show_default=False,
    metavar="MARK",
    help="Mark inside phrases, such as _.",
)
@click.option("--subwords/--no-subwords", default=True, help="Import the vectors of subwords.")
@click.option("--licence", metavar="TEXT", help="Licence of the vectors, kept in the model.")
@click.option("--about", metavar="TEXT", help="Origin of the vectors, kept in the model.")
@replace_option
@json_option
def import_(
    path: Path,
    language: str,
    name: str | None,
    output: Path | None,
    limit: int | None,
    numbers: Any,
    joint: str,
    subwords: bool,
    licence: str | None,
    about: str | None,
    replace: bool,
    as_json: bool,
) -> None:
    """Make a model from existing vectors.

    PATH is a file or a folder. Lines that cannot be read are left out, counted and reported. δ, the
    cosine from which two words count as similar, is computed from the vectors themselves.
    """
    from sentencerank.model.importers import import_model
    from sentencerank.model.library import model_folder

    name = name or (output.name if output else _name_of(path))
    details = {"licence": licence, "about": about}
    with Progress() as progress:
        done = import_model(
            path,
            output or model_folder(name),
            language=language,
            name=name,
            limit=limit,
            numbers=numbers,
            subwords=subwords,
            phrase_joint=joint,
            details={key: value for key, value in details.items() if value is not None},
            replace=replace,
            progress=lambda share: progress(f"importing {path.name}", share, 1, ""),
        )
    _report(done, as_json)


def _report(done: Imported, as_json: bool) -> None:
    """Print what was imported, and say what was left out."""
    from sentencerank.model.manifest import read_manifest

    manifest, written = read_manifest(done.folder), done.written
    described = summary(manifest)
    counts = {"repeated": written.repeated, "empty": written.empty, "unfit": written.unfit}
    if as_json:
        counts |= {**done.malformed.counts, "missing at the end": done.missing}
        left_out = {reason: count for reason, count in counts.items() if count}
        write_json({"folder": str(done.folder), "kind": done.kind, **described, "left_out": left_out})
        return
    write(
        f"{done.folder}: {done.kind}, {amount(described)} × {manifest.dimensions}, {size(described['bytes'])}; "
        f"δ {manifest.thresholds[0]}, with a phrase {manifest.thresholds[1]}"
    )
    if done.malformed.counts:
        say(f"left out: {done.malformed}")
    counts["without proper numbers"] = counts.pop("unfit")
    if several := ", ".join(f"{count:,} {reason}" for reason, count in counts.items() if count):
        say(f"left out: {several}")
    if done.missing:
        say(f"the file announces {done.missing:,} more words than it has: it may be cut off")


def _name_of(path: Path) -> str:
    """Return a name for a model: that of its file without endings, and without what a name cannot have."""
    stem = re.sub(r"(\.(gz|bz2|xz|zst|zip|bin|vec|txt))+$", "", path.resolve().name)
    return re.sub(r"[^\w.+-]+", "-", stem).strip("-.") or "model"


def summary(manifest: Manifest) -> dict[str, Any]:
    """Return the entries of a manifest that matter at a glance, and the size of the folder."""
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
    """Return how many words, phrases and subwords a model has, from its summary."""
    parts = [f"{row[kind]:,} {kind}" for kind in ("words", "phrases") if row[kind]]
    return " and ".join(parts + ([f"{row['subwords']} subwords"] if row["subwords"] else []))


def size(count: float) -> str:
    """Return a number of bytes that is quick to read."""
    return f"{count / 1e6:,.1f} MB"
