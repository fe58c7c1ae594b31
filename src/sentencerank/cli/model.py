"""`sentencerank model`: import, list, look into, verify and calibrate models; a thin shell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sentencerank.cli.model_import import import_
from sentencerank.cli.model_show import amount, as_json, print_json, size, summary

if TYPE_CHECKING:
    from sentencerank.model.manifest import Manifest

PACKAGED = "en (the one in the package)"


@click.group(
    epilog="""\b
Examples:
  sentencerank model import cc.de.300.bin --language de --limit 200000
  sentencerank model list
  sentencerank model neighbours --model cc.de.300 Haus
  sentencerank model use cc.de.300              German documents are ranked with it from now on
  sentencerank rank --model cc.de.300 artikel.txt

\b
Models are named by a path, or by their name in the folder that `sentencerank model list` prints first.
"""
)
def model() -> None:
    """Import, list, look into and calibrate models.

    A model holds the vectors of one language. The package brings one for English.
    """


model.add_command(import_)


@model.command("list")
@as_json
def list_(as_json: bool) -> None:
    """List your models, and which are used by default."""
    from sentencerank.model.library import defaults, library, readable_models, unfinished_imports

    chosen = defaults()
    rows: list[dict[str, Any]] = []
    for folder, manifest in readable_models():
        if isinstance(manifest, Exception):
            rows.append({"name": folder.name, "error": str(manifest)})
            continue
        rows.append({**summary(manifest), "name": folder.name, "default": chosen.get(manifest.language) == folder.name})
    if as_json:
        print_json({"folder": str(library()), "models": rows, "defaults": chosen})
        return
    click.echo(f"{library()}")
    for row in rows:
        if "error" in row:
            click.echo(f"  {row['name']}\t{row['error']}")
        else:
            mark = "  (default)" if row["default"] else ""
            click.echo(
                f"  {row['name']}\t{row['language']}\t{amount(row)} × {row['dimensions']}, {size(row['bytes'])}{mark}"
            )
    for partial in unfinished_imports():
        click.echo(
            f"sentencerank: {partial} is of an import that is running, or was killed: then it can be deleted", err=True
        )
    if not rows:
        click.echo("  no models yet. Make one with: sentencerank model import PATH --language CODE")


@model.command()
@click.argument("name", metavar="MODEL", default=PACKAGED)
@as_json
def info(name: str, as_json: bool) -> None:
    """Tell what a model is, and where it comes from.

    MODEL is a name or a path.  [default: the English model of the package]
    """
    manifest = _manifest(name)
    described = {**summary(manifest), **{k: v for k, v in manifest.raw.items() if k not in ("files", "sha256")}}
    if as_json:
        print_json(described)
        return
    for key, value in described.items():
        if isinstance(value, dict):
            value = ", ".join(f"{inner} {entry}" for inner, entry in value.items()) or "none"
        click.echo(f"{key:<12} {size(value) if key == 'bytes' else value}")


@model.command()
@click.argument("name", metavar="MODEL", default=PACKAGED)
def check(name: str) -> None:
    """Verify every byte of a model.

    MODEL is a name or a path.  [default: the English model of the package]
    """
    from sentencerank.model.model import check as verify

    folder = _folder(name)
    verify(folder)
    click.echo(f"{folder}: {len(_manifest(name).files)} files, {size(summary(_manifest(name))['bytes'])}, all sound")


@model.command(epilog="Into a pipe and on a terminal: cosine and name, tab-separated, the nearest first.")
@click.argument("words", nargs=-1, required=True, metavar="WORD")
@click.option("--model", "name", default=PACKAGED, metavar="NAME|PATH", show_default=True, help="Which model.")
@click.option("--count", type=click.IntRange(1), default=10, show_default=True, help="How many.")
@as_json
def neighbours(words: tuple[str, ...], name: str, count: int, as_json: bool) -> None:
    """Print the words nearest to a word or phrase.

    Several words are one phrase.
    """
    from sentencerank.model.embeddings import neighbours as nearest
    from sentencerank.model.model import load

    found = nearest(load(_folder(name)).embeddings, " ".join(words), count)
    if as_json:
        print_json({"word": " ".join(words), "neighbours": [{"name": n, "cosine": round(c, 4)} for n, c in found]})
        return
    for other, cosine in found:
        click.echo(f"{cosine:.4f}\t{other}")


@model.command(
    epilog="""\b
Examples:
  sentencerank model calibrate cc.de.300                    8 neighbours among 2,000 words
  sentencerank model calibrate cc.de.300 --neighbours 20    more edges
  sentencerank model calibrate my-subwords --words frequent.txt
"""
)
@click.argument("name", metavar="MODEL")
@click.option("--share", type=click.FloatRange(0, 1, min_open=True, max_open=True), help="Of all pairs of words.")
@click.option("--neighbours", type=click.FloatRange(0, min_open=True), metavar="N", help="Of a word among 2,000.")
@click.option("--words", type=click.Path(path_type=Path), metavar="FILE", help="Frequent words, one a line.")
@click.option("--dry-run", is_flag=True, help="Only print, write nothing.")
@as_json
def calibrate(
    name: str, share: float | None, neighbours: float | None, words: Path | None, dry_run: bool, as_json: bool
) -> None:
    """Set δ from the vectors themselves.

    δ is the cosine from which two terms share an edge. It is set where a frequent content word has the
    expected number of neighbours among the 2,000 most frequent ones; with phrases in the model, they
    are compared with each other.  [default: 8 neighbours, a share of 0.004]
    """
    from sentencerank.errors import ModelError, OptionsError
    from sentencerank.model.calibration import WORDS, recalibrate

    if share is not None and neighbours is not None:
        raise OptionsError("--share and --neighbours say the same thing. Give one of them.")
    if neighbours is not None:
        share = neighbours / (WORDS - 1)
    folder, before = _folder(name), _manifest(name).thresholds
    try:
        listed = words.read_text(encoding="utf-8").split() if words else None
    except (OSError, ValueError) as error:
        raise ModelError(f"{words} cannot be read ({error}). Give a text file with one word a line.") from error
    found = recalibrate(folder, share=share, words=listed, write=not dry_run)
    if as_json:
        after = {"words": found.words, "phrases": found.phrases}
        print_json({"before": {"words": before[0], "phrases": before[1]}, "after": after, "compared": found.compared})
        return
    if not found.compared:
        click.echo("sentencerank: too few words to compare: the values of the paper. Try --words FILE.", err=True)
    click.echo(f"words\t{before[0]} → {found.words}\t{found.compared:,} words compared, share {found.share:.4g}")
    kind = f"{found.compared_phrases:,} phrases" if found.compared_phrases else "phrases composed of these words"
    click.echo(f"phrases\t{before[1]} → {found.phrases}\t{kind if found.compared else 'nothing'} compared")


@model.command()
@click.argument("name", required=False, metavar="[MODEL]")
@click.option("--none", "language", metavar="CODE", help="Use no model of yours for this language any more.")
def use(name: str | None, language: str | None) -> None:
    """Choose the model for documents in its language.

    It is used wherever no other model is given, and the result says so.
    """
    from sentencerank.errors import ModelError, OptionsError
    from sentencerank.model.library import model_folder, set_default

    if (name is None) == (language is None):
        raise OptionsError("give the name of a model, or --none CODE.")
    if name is None:
        set_default(str(language), None)
        click.echo(f"{language}: no model chosen")
        return
    folder = model_folder(name)
    if not folder.exists():
        raise ModelError(f"there is no model {name!r} in {folder.parent}. See: sentencerank model list")
    manifest = _manifest(str(folder))
    set_default(manifest.language, name)
    click.echo(f"{manifest.language}: {name}")


def _folder(name: str) -> Path:
    from sentencerank.model.library import find_model
    from sentencerank.model.model import ENGLISH

    return ENGLISH if name == PACKAGED else find_model(name)


def _manifest(name: str) -> Manifest:
    from sentencerank.model.manifest import read_manifest

    return read_manifest(_folder(name))
