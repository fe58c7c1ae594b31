"""`sentencerank model`: import, list, inspect, verify and calibrate models."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sentencerank.cli.model_import import amount, import_, size, summary
from sentencerank.cli.options import json_option, number_option, path_option
from sentencerank.cli.output import say, write, write_json

if TYPE_CHECKING:
    from sentencerank.model.manifest import Manifest

PACKAGED = "en (the one in the package)"

model_argument = click.argument("name", metavar="[MODEL]", default=PACKAGED)


@click.group(
    epilog="""\b
Examples:
  sentencerank model import cc.de.300.bin --language de --limit 200000
  sentencerank model list
  sentencerank model neighbours --model cc.de.300 Haus
  sentencerank model use cc.de.300              rank German documents with it from now on
  sentencerank rank --model cc.de.300 artikel.txt

\b
A model is named by its path, or by its name in the folder that `sentencerank model list` prints.
"""
)
def model() -> None:
    """Import, list, inspect and calibrate models.

    A model holds the vectors of one language. The package includes one for English.
    """


model.add_command(import_)


@model.command("list")
@json_option
def list_(as_json: bool) -> None:
    """List your models, and which ones are used by default."""
    from sentencerank.model.library import default_model, defaults, library, readable_models, unfinished_imports

    chosen = defaults()
    rows: list[dict[str, Any]] = []
    for folder, manifest in readable_models():
        if isinstance(manifest, Exception):
            rows.append({"name": folder.name, "error": str(manifest)})
        else:
            default = default_model(manifest.language) == folder
            rows.append({**summary(manifest), "name": folder.name, "default": default})
    if as_json:
        write_json({"folder": str(library()), "models": rows, "defaults": chosen})
        return
    write("\n".join([str(library()), *map(_listed, rows)]))
    for partial in unfinished_imports():
        say(f"{partial} belongs to an import that is running or was killed. If none is running, delete it.")
    if not rows:
        write("  no models yet. Make one with: sentencerank model import PATH --language CODE")


def _listed(row: dict[str, Any]) -> str:
    if "error" in row:
        return f"  {row['name']}\t{row['error']}"
    mark = "  (default)" if row["default"] else ""
    return f"  {row['name']}\t{row['language']}\t{amount(row)} × {row['dimensions']}, {size(row['bytes'])}{mark}"


@model.command()
@model_argument
@json_option
def info(name: str, as_json: bool) -> None:
    """Describe a model and where it comes from.

    MODEL is a name or a path (default: the English model of the package).
    """
    manifest = _manifest(name)
    described = {**summary(manifest), **{k: v for k, v in manifest.raw.items() if k not in ("files", "sha256")}}
    if as_json:
        write_json(described)
        return
    for key, value in described.items():
        if isinstance(value, dict):
            value = ", ".join(f"{inner} {entry}" for inner, entry in value.items()) or "none"
        write(f"{key:<12} {size(value) if key == 'bytes' else value}")


@model.command()
@model_argument
def check(name: str) -> None:
    """Verify every byte of a model.

    MODEL is a name or a path (default: the English model of the package).
    """
    from sentencerank.model.model import check as verify

    folder = _folder(name)
    verify(folder)
    write(f"{folder}: {len(_manifest(name).files)} files, {size(summary(_manifest(name))['bytes'])}, all sound")


@model.command(epilog="It prints cosine and word, separated by a tab, the nearest word first.")
@click.argument("words", nargs=-1, required=True, metavar="WORD...")
@click.option("--model", "name", default=PACKAGED, metavar="NAME|PATH", help="Name or folder of the model.")
@number_option("--count", "Print at most N words.", 10)
@json_option
def neighbours(words: tuple[str, ...], name: str, count: int, as_json: bool) -> None:
    """Print the words nearest to a word or phrase.

    Several words are taken as one phrase.
    """
    from sentencerank.model.embeddings import neighbours as nearest
    from sentencerank.model.model import load

    found = nearest(load(_folder(name)).embeddings, " ".join(words), count)
    if as_json:
        entries = [{"name": other, "cosine": round(cosine, 4)} for other, cosine in found]
        write_json({"word": " ".join(words), "neighbours": entries})
    else:
        write("\n".join(f"{cosine:.4f}\t{other}" for other, cosine in found))


@model.command(
    epilog="""\b
Examples:
  sentencerank model calibrate cc.de.300                    8 neighbours among 2,000 words
  sentencerank model calibrate cc.de.300 --neighbours 20    more edges
  sentencerank model calibrate my-subwords --words frequent.txt
"""
)
@click.argument("name", metavar="MODEL")
@click.option(
    "--share",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    metavar="SHARE",
    help="Share of all pairs of words that should be similar (default: 0.004).",
)
@click.option(
    "--neighbours",
    type=click.FloatRange(0, min_open=True),
    metavar="N",
    help="Similar words that a word should have among 2,000 (default: 8).",
)
@path_option("--words", metavar="FILE", about="File with frequent words, one per line.")
@click.option("--dry-run", is_flag=True, help="Print δ without writing it.")
@json_option
def calibrate(
    name: str, share: float | None, neighbours: float | None, words: Path | None, dry_run: bool, as_json: bool
) -> None:
    """Compute δ from the vectors themselves.

    δ is the cosine from which two terms share an edge. It is set so that a frequent content word has
    the expected number of neighbours among the 2,000 most frequent ones. If the model has phrases,
    they are compared with each other in the same way.
    """
    from sentencerank.errors import ModelError
    from sentencerank.model.calibration import WORDS, recalibrate

    if share is not None and neighbours is not None:
        raise click.UsageError("--share and --neighbours say the same thing. Give one of them.")
    if neighbours is not None:
        share = neighbours / (WORDS - 1)
    folder, before = _folder(name), _manifest(name).thresholds
    try:
        listed = words.read_text(encoding="utf-8").split() if words else None
    except (OSError, ValueError) as error:
        raise ModelError(f"{words} cannot be read ({error}). Give a text file with one word per line.") from error
    found = recalibrate(folder, share=share, words=listed, write=not dry_run)
    if as_json:
        after = {"words": found.words, "phrases": found.phrases}
        write_json({"before": {"words": before[0], "phrases": before[1]}, "after": after, "compared": found.compared})
        return
    if not found.compared:
        say("there are too few words to compare: the values of the paper are used. Try --words FILE.")
    kind = f"{found.compared_phrases:,} phrases" if found.compared_phrases else "phrases composed of these words"
    write(f"words\t{before[0]} → {found.words}\t{found.compared:,} words compared, share {found.share:.4g}")
    write(f"phrases\t{before[1]} → {found.phrases}\t{kind if found.compared else 'nothing'} compared")


@model.command()
@click.argument("name", required=False, metavar="[MODEL]")
@click.option("--none", "language", metavar="CODE", help="Use none of your models for this language any more.")
def use(name: str | None, language: str | None) -> None:
    """Choose the model for documents in its language.

    It is used wherever no other model is given, and the result says so.
    """
    from sentencerank.errors import ModelError
    from sentencerank.model.library import model_folder, set_default

    if (name is None) == (language is None):
        raise click.UsageError("give the name of a model, or --none CODE.")
    if name is None:
        set_default(str(language), None)
        write(f"{language}: no model chosen")
        return
    folder = model_folder(name)
    if not folder.exists():
        raise ModelError(f"there is no model {name!r} in {folder.parent}. See: sentencerank model list")
    manifest = _manifest(str(folder))
    set_default(manifest.language, name)
    write(f"{manifest.language}: {name}")


def _folder(name: str) -> Path:
    from sentencerank.model.library import find_model
    from sentencerank.model.model import ENGLISH

    return ENGLISH if name == PACKAGED else find_model(name)


def _manifest(name: str) -> Manifest:
    from sentencerank.model.manifest import read_manifest

    return read_manifest(_folder(name))
