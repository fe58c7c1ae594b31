"""`sentencerank model import`: a thin shell over the importers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sentencerank.cli.model_show import amount, as_json, print_json, size, summary

if TYPE_CHECKING:
    from sentencerank.model.importers import Imported

NUMBERS = ("float16", "int8", "float32")


@click.command(
    "import",
    epilog="""\b
Kinds, told by their content:
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
@click.option("--language", required=True, metavar="CODE", help="Of the words, such as en, de or zh.")
@click.option("--name", help="What to call the model.  [default: the name of the file]")
@click.option(
    "--output", type=click.Path(path_type=Path), metavar="FOLDER", help="Write it there instead of among your models."
)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N names, the most frequent.")
@click.option(
    "--numbers", type=click.Choice(NUMBERS), default="float16", show_default=True, help="int8 takes half of float16."
)
@click.option("--phrases-joined-by", "joint", default="", metavar="MARK", help="Names with it inside are phrases.")
@click.option("--subwords/--no-subwords", default=True, show_default=True, help="Keep what spells unknown words.")
@click.option("--licence", help="Of the vectors, to be kept with them.")
@click.option("--about", help="Where they come from, to be kept with them.")
@click.option("--replace", is_flag=True, help="Replace a model of the same name.")
@as_json
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
    """Make a model from vectors of others.

    PATH is a file or a folder. Lines that cannot be read are left out, counted and reported. δ, the
    cosine from which two words are alike, is found from the vectors themselves.
    """
    from sentencerank.model.importers import import_model
    from sentencerank.model.library import model_folder

    called = name or (output.name if output else _plain(path))
    with _bar(f"Importing {path.name}") as progress:
        done = import_model(
            path,
            output or model_folder(called),
            language=language,
            name=called,
            limit=limit,
            numbers=numbers,
            subwords=subwords,
            phrase_joint=joint,
            details=_known(licence=licence, about=about),
            replace=replace,
            progress=progress,
        )
    _report(done, as_json)


def _report(done: Imported, as_json: bool) -> None:
    from sentencerank.model.manifest import read_manifest

    manifest = read_manifest(done.folder)
    written = done.written
    left_out = {"repeated": written.repeated, "empty": written.empty, "unfit": written.unfit, **done.malformed.counts}
    if done.missing:
        left_out["missing at the end"] = done.missing
    left_out = {reason: count for reason, count in left_out.items() if count}
    if as_json:
        print_json({"folder": str(done.folder), "kind": done.kind, **summary(manifest), "left_out": left_out})
        return
    described = summary(manifest)
    click.echo(
        f"{done.folder}: {done.kind}, {amount(described)} × {manifest.dimensions}, {size(described['bytes'])}; "
        f"δ {manifest.thresholds[0]}, with a phrase {manifest.thresholds[1]}"
    )
    if done.malformed.counts:
        click.echo(f"sentencerank: left out: {done.malformed}", err=True)
    counts = (("repeated", written.repeated), ("empty", written.empty), ("with no proper numbers", written.unfit))
    if several := ", ".join(f"{count:,} {reason}" for reason, count in counts if count):
        click.echo(f"sentencerank: left out: {several}", err=True)
    if done.missing:
        click.echo(f"sentencerank: the file promises {done.missing:,} names more: it may be cut off", err=True)


def _known(**details: object) -> dict[str, object]:
    return {key: value for key, value in details.items() if value is not None}


def _plain(path: Path) -> str:
    """A name for a model from that of its file: without its endings, and without what a name cannot have."""
    stem = re.sub(r"(\.(gz|bz2|xz|zst|zip|bin|vec|txt))+$", "", path.resolve().name)
    return re.sub(r"[^\w.+-]+", "-", stem).strip("-.") or "model"


@contextmanager
def _bar(label: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error, where somebody looks at it."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    with click.progressbar(length=1000, label=label, file=sys.stderr) as bar:
        yield lambda share: bar.update(int(1000 * share) - bar.pos)
