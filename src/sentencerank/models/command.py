"""`sentencerank model`: import, list, look into, verify and calibrate models; a thin shell."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sentencerank.models.importing import Imported
    from sentencerank.vectors.manifest import Manifest

PACKAGED = "en (the one in the package)"
as_json = click.option("--json", "as_json", is_flag=True, help="Print a JSON object.")
NUMBERS = ("float16", "int8", "float32")


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


@model.command(
    "import",
    epilog="""\b
Kinds, told by their content:
  fastText .bin (with its subwords) and .vec, word2vec text and binary, GloVe text,
  .floret tables, spaCy pipelines (md, lg), model2vec folders, .npy with --words;
  text also packed as .gz, .bz2, .xz or .zip

\b
Examples:
  sentencerank model import cc.de.300.bin --language de --limit 200000
  sentencerank model import glove.6B.100d.txt --language en --numbers int8
  sentencerank model import GoogleNews-vectors-negative300.bin.gz --language en --phrases-joined-by _
  sentencerank model import vectors.npy --words words.txt --language fr --name fr-mine
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
@click.option("--words", type=click.Path(path_type=Path), metavar="FILE", help="For .npy: the names, one a line.")
@click.option("--phrases-joined-by", "joint", default="", metavar="MARK", help="Names with it inside are phrases.")
@click.option("--subwords/--no-subwords", default=True, show_default=True, help="Keep what spells unknown words.")
@click.option("--uncased", is_flag=True, help="For tables without words: they were learnt from text in lower case.")
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
    words: Path | None,
    joint: str,
    subwords: bool,
    uncased: bool,
    licence: str | None,
    about: str | None,
    replace: bool,
    as_json: bool,
) -> None:
    """Make a model from vectors of others.

    PATH is a file or a folder. Lines that cannot be read are left out, counted and reported. δ, the
    cosine from which two words are alike, is found from the vectors themselves.
    """
    from sentencerank.models.importing import import_model
    from sentencerank.shelf import place

    called = name or (output.name if output else _plain(path))
    with _bar(f"Importing {path.name}") as progress:
        done = import_model(
            path,
            output or place(called),
            language=language,
            name=called,
            words=words,
            limit=limit,
            numbers=numbers,
            subwords=subwords,
            phrase_joint=joint,
            details=_known(licence=licence, about=about, cased=False if uncased else None),
            replace=replace,
            progress=progress,
        )
    _report(done, as_json)


@model.command("list")
@as_json
def list_(as_json: bool) -> None:
    """List your models, and which are used by default."""
    from sentencerank.shelf import defaults, left_over, readable_models, shelf

    chosen = defaults()
    rows: list[dict[str, Any]] = []
    for folder, manifest in readable_models():
        if isinstance(manifest, Exception):
            rows.append({"name": folder.name, "error": str(manifest)})
            continue
        rows.append(
            {**_summary(manifest), "name": folder.name, "default": chosen.get(manifest.language) == folder.name}
        )
    if as_json:
        _print({"folder": str(shelf()), "models": rows, "defaults": chosen})
        return
    click.echo(f"{shelf()}")
    for row in rows:
        if "error" in row:
            click.echo(f"  {row['name']}\t{row['error']}")
        else:
            mark = "  (default)" if row["default"] else ""
            click.echo(
                f"  {row['name']}\t{row['language']}\t{_amount(row)} × {row['dimensions']}, {_size(row['bytes'])}{mark}"
            )
    for partial in left_over():
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
    described = {**_summary(manifest), **{k: v for k, v in manifest.raw.items() if k not in ("files", "sha256")}}
    if as_json:
        _print(described)
        return
    for key, value in described.items():
        if isinstance(value, dict):
            value = ", ".join(f"{inner} {entry}" for inner, entry in value.items()) or "none"
        click.echo(f"{key:<12} {_size(value) if key == 'bytes' else value}")


@model.command()
@click.argument("name", metavar="MODEL", default=PACKAGED)
def check(name: str) -> None:
    """Verify every byte of a model.

    MODEL is a name or a path.  [default: the English model of the package]
    """
    from sentencerank.model import check as verify

    folder = _folder(name)
    verify(folder)
    click.echo(f"{folder}: {len(_manifest(name).files)} files, {_size(_summary(_manifest(name))['bytes'])}, all sound")


@model.command(epilog="Into a pipe and on a terminal: cosine and name, tab-separated, the nearest first.")
@click.argument("words", nargs=-1, required=True, metavar="WORD")
@click.option("--model", "name", default=PACKAGED, metavar="NAME|PATH", show_default=True, help="Which model.")
@click.option("--count", type=click.IntRange(1), default=10, show_default=True, help="How many.")
@as_json
def neighbours(words: tuple[str, ...], name: str, count: int, as_json: bool) -> None:
    """Print the words nearest to a word or phrase.

    Several words are one phrase.
    """
    from sentencerank.model import load
    from sentencerank.models.neighbours import neighbours as nearest

    found = nearest(load(_folder(name)), " ".join(words), count)
    if as_json:
        _print({"word": " ".join(words), "neighbours": [{"name": n, "cosine": round(c, 4)} for n, c in found]})
        return
    for other, cosine in found:
        click.echo(f"{cosine:.4f}\t{other}")


@model.command(
    epilog="""\b
Examples:
  sentencerank model calibrate cc.de.300                    8 neighbours among 2,000 words
  sentencerank model calibrate cc.de.300 --neighbours 20    more edges
  sentencerank model calibrate floret.de --words frequent.txt
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
    from sentencerank.model import recalibrate
    from sentencerank.vectors.calibration import WORDS

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
        _print({"before": {"words": before[0], "phrases": before[1]}, "after": after, "compared": found.compared})
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
    from sentencerank.shelf import place, set_default

    if (name is None) == (language is None):
        raise OptionsError("give the name of a model, or --none CODE.")
    if name is None:
        set_default(str(language), None)
        click.echo(f"{language}: no model chosen")
        return
    folder = place(name)
    if not folder.exists():
        raise ModelError(f"there is no model {name!r} in {folder.parent}. See: sentencerank model list")
    manifest = _manifest(str(folder))
    set_default(manifest.language, name)
    click.echo(f"{manifest.language}: {name}")


def _report(done: Imported, as_json: bool) -> None:
    manifest = _manifest(str(done.folder))
    written = done.written
    left_out = {"repeated": written.repeated, "empty": written.empty, "unfit": written.unfit, **done.malformed.counts}
    if done.missing:
        left_out["missing at the end"] = done.missing
    left_out = {reason: count for reason, count in left_out.items() if count}
    if as_json:
        _print({"folder": str(done.folder), "kind": done.kind, **_summary(manifest), "left_out": left_out})
        return
    summary = _summary(manifest)
    click.echo(
        f"{done.folder}: {done.kind}, {_amount(summary)} × {manifest.dimensions}, {_size(summary['bytes'])}; "
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


def _folder(name: str) -> Path:
    from sentencerank.model import ENGLISH
    from sentencerank.shelf import find_model

    return ENGLISH if name == PACKAGED else find_model(name)


def _manifest(name: str) -> Manifest:
    from sentencerank.vectors.manifest import read_manifest

    return read_manifest(_folder(name))


def _summary(manifest: Manifest) -> dict[str, Any]:
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


def _amount(row: dict[str, Any]) -> str:
    parts = [f"{row[kind]:,} {kind}" for kind in ("words", "phrases") if row[kind]]
    return " and ".join(parts + ([f"{row['subwords']} subwords"] if row["subwords"] else []))


def _size(count: Any) -> str:
    return f"{count / 1e6:,.1f} MB"


def _plain(path: Path) -> str:
    """A name for a model from that of its file: without its endings, and without what a name cannot have."""
    import re

    stem = re.sub(r"(\.(gz|bz2|xz|zip|bin|vec|txt|npy|floret))+$", "", path.resolve().name)
    return re.sub(r"[^\w.+-]+", "-", stem).strip("-.") or "model"


def _print(record: object) -> None:
    click.echo(json.dumps(record, ensure_ascii=False, indent=2))


@contextmanager
def _bar(label: str) -> Iterator[Callable[[float], None]]:
    """A bar on standard error, where somebody looks at it."""
    if not sys.stderr.isatty():
        yield lambda share: None
        return
    with click.progressbar(length=1000, label=label, file=sys.stderr) as bar:
        yield lambda share: bar.update(int(1000 * share) - bar.pos)
