"""`sentencerank corpus`: a thin shell over `rank_corpus` and `overview`."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import click

from sentencerank.errors import OptionsError
from sentencerank.method.options import METHODS, READINGS
from sentencerank.method.structures import STRUCTURES as _STRUCTURES

STRUCTURES = ("auto", *_STRUCTURES)
SAID = 30.0  # seconds between two lines of progress where nobody looks; a second on a terminal

Command = TypeVar("Command", bound=Callable[..., None])


@click.group()
def corpus() -> None:
    """Rank whole collections, or overview them."""


def _changes(context: click.Context, parameter: click.Parameter, pairs: tuple[str, ...]) -> tuple[tuple[str, Any], ...]:
    """NAME=VALUE pairs; the library checks names and types."""
    found = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise click.BadParameter(f"{pair!r} is not NAME=VALUE.")
        try:
            value = json.loads(text.lower())
        except ValueError:
            value = text
        found[name.strip().replace("-", "_")] = value
    return tuple(sorted(found.items()))


def _settings(
    context: click.Context, parameter: click.Parameter, pairs: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    if wrong := [pair for pair in pairs if "=" not in pair]:
        raise click.BadParameter(f"{wrong[0]!r} is not NAME=VALUE.")
    return tuple((name, value) for name, _, value in (pair.partition("=") for pair in pairs))


def _options(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


_reading_options: Callable[[Any], Any] = _options(
    click.option("--id-field", default="id", show_default=True, metavar="NAME", help="Where a table has the ids."),
    click.option("--text-field", default="text", show_default=True, metavar="NAME", help="Where it has the texts."),
    click.option(
        "--max-characters",
        type=click.IntRange(1),
        default=2_000_000,
        show_default=True,
        metavar="N",
        help="Longer documents are not ranked; their row says so.",
    ),
    click.option("--structure", type=click.Choice(STRUCTURES), help="How the texts are built.  [default: auto]"),
    click.option("--language", default="auto", show_default=True, metavar="CODE", help="Such as en, de or zh."),
    click.option("--model", type=click.Path(), metavar="PATH", help="A folder to use instead of the included model."),
    click.option("--workers", type=click.IntRange(1), metavar="N", help="Processes.  [default: one for each core]"),
)


@corpus.command(
    epilog="""\b
SOURCE is a .parquet or .jsonl file (plain, .gz or .zst), or a folder: tables in it are read row by
row, every other file is a document. Files whose names begin with . or _ are left out.

\b
Examples:
  sentencerank corpus rank articles.parquet -o ranked
  sentencerank corpus rank dump.jsonl.zst -o ranked --rows sentence --format jsonl
  sentencerank corpus rank letters/ -o ranked --workers 8
  sentencerank corpus rank articles.parquet -o /shared/ranked --engine spark --master spark://host:7077
"""
)
@click.argument("source", type=click.Path(path_type=Path))
@click.option(
    "-o", "--output", required=True, type=click.Path(path_type=Path), metavar="FOLDER", help="Where to write."
)
@click.option("--format", "form", type=click.Choice(["parquet", "jsonl"]), default="parquet", show_default=True,
              help="Of the output.")  # fmt: skip
@click.option("--rows", type=click.Choice(["document", "sentence"]), default="document", show_default=True,
              help="What a row of it is.")  # fmt: skip
@click.option("--sentence-text/--no-sentence-text", default=True, show_default=True,
              help="Write the sentences, or only where they stand.")  # fmt: skip
@click.option("--duplicates", type=click.Choice(["rank", "skip"]), default="rank", show_default=True,
              help="Rank a text that was there before again, or only name the first.")  # fmt: skip
@click.option("--query", metavar="TEXT", help="Rank by what you look for.")
@click.option("--method", type=click.Choice(METHODS), default="ssr", show_default=True,
              help="SSR and its sub-models, or a plain method.")  # fmt: skip
@click.option("--reading", type=click.Choice(list(READINGS)), default="best", show_default=True,
              help="The paper as printed, as best understood, or improved.")  # fmt: skip
@click.option("--set", "changes", multiple=True, metavar="NAME=VALUE", callback=_changes,
              help="Any other field of Options, such as damping=0.9; may be repeated.")  # fmt: skip
@_reading_options
@click.option("--shard-size", type=click.IntRange(1), metavar="N",
              help="Documents in a file of output.  [default: by the size of the corpus, 20 to 1000]")  # fmt: skip
@click.option("--engine", type=click.Choice(["local", "spark"]), default="local", show_default=True,
              help="Processes of this machine, or a cluster.")  # fmt: skip
@click.option("--master", default="local[*]", show_default=True, metavar="URL", help="Of the cluster.")
@click.option("--spark-conf", multiple=True, metavar="NAME=VALUE", callback=_settings,
              help="A setting of Spark; may be repeated.")  # fmt: skip
@click.option("--resume/--fresh", default=True, show_default=True, help="Go on where a run stopped, or start over.")
def rank(
    source: Path,
    output: Path,
    workers: int | None,
    shard_size: int | None,
    engine: str,
    master: str,
    spark_conf: tuple[tuple[str, str], ...],
    resume: bool,
    **chosen: Any,
) -> None:
    """Rank every document of a collection into a folder.

    A document that cannot be ranked has its reason in the column `error`; it never stops the job. A
    job that was killed goes on when the same command is given again.
    """
    from sentencerank.corpus.rank_corpus import rank_corpus
    from sentencerank.corpus.spark import SparkCluster

    if engine == "local" and (master != "local[*]" or spark_conf):
        raise OptionsError("--master and --spark-conf are for --engine spark. Add it, or leave them out.")
    with Meter("ranked", resumes=True) as meter:
        counts = rank_corpus(
            source,
            output,
            _job(chosen),
            workers=workers,
            cluster=SparkCluster(master, spark_conf) if engine == "spark" else None,
            shard_size=shard_size,
            fresh=not resume,
            progress=meter.show,
        )
    say(told(counts, output))


@corpus.command(
    epilog="""\b
Examples:
  sentencerank corpus overview articles/ > overview.md
  sentencerank corpus overview articles.parquet -o overview.html -o overview.md
"""
)
@click.argument("source", type=click.Path(path_type=Path))
@click.option("-o", "--output", multiple=True, type=click.Path(dir_okay=False, path_type=Path), metavar="PAGE",
              help="An .html or .md file; may be repeated.  [default: Markdown on standard output]")  # fmt: skip
@click.option("--title", metavar="TEXT", help="Of the page.  [default: the name of SOURCE]")
@click.option("--points", type=click.IntRange(1), default=4, show_default=True, metavar="N",
              help="Sentences for each sub-topic.")  # fmt: skip
@_reading_options
def overview(
    source: Path, output: tuple[Path, ...], title: str | None, points: int, workers: int | None, **chosen: Any
) -> None:
    """Tell what a collection is about, topic by topic.

    The best fifth of every document is sorted into topics and sub-topics; each is told by the
    sentences that carry it, with links to their documents. What several documents say is said once.
    """
    from sentencerank.corpus.overview.outline import overview as outline_of
    from sentencerank.files import write_text

    for path in output:
        if path.suffix.lower() not in (".html", ".htm", ".md", ".markdown"):
            raise OptionsError(f"{path} is neither .html nor .md. Name the page accordingly.")
    with Meter("ranked") as meter:
        made = outline_of(source, _job(chosen), workers=workers, points=points, progress=meter.show)
    name = title or f"Overview of {source.resolve().name}"
    for path in output:
        form = made.to_html if path.suffix.lower().startswith(".htm") else made.to_markdown
        write_text(path, form(name, lambda link, path=path: relative(source, link, path.parent)))  # type: ignore[misc]
        say(f"wrote {path}")
    if not output:
        click.echo(made.to_markdown(name, lambda link: relative(source, link, Path())), nl=False)


def _job(chosen: dict[str, Any]) -> Any:
    """Return the job of the options: those of the recipe, and the others."""
    from sentencerank.corpus.job import Job
    from sentencerank.recipe import Recipe

    names = ("method", "reading", "structure", "language", "model", "query", "changes")
    recipe = Recipe(**{name: chosen.pop(name) for name in names if name in chosen})
    return Job(recipe=recipe, **chosen)


def relative(source: Path, link: str, folder: Path) -> str:
    """The way from a folder to a document of the collection."""
    path = source / link if source.is_dir() else source
    return os.path.relpath(path.resolve(), folder.resolve()).replace(os.sep, "/")


def told(counts: Any, output: Path) -> str:
    """What became of the documents, in a sentence.

    >>> told({"documents": 3, "statuses": {"ranked": 2, "too_long": 1}, "duplicates": 1}, Path("out"))
    'ranked 2 of 3 documents into out; not ranked: 1 too long (see the column error); 1 text that was there before'
    """
    statuses = dict(counts["statuses"])
    ranked = statuses.pop("ranked", 0)
    text = f"ranked {ranked:,} of {counts['documents']:,} documents into {output}"
    if statuses:
        listed = ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in statuses.items())
        text += f"; not ranked: {listed} (see the column error)"
    if again := counts["duplicates"]:
        text += f"; {again:,} text{'s' * (again > 1)} that {'were' if again > 1 else 'was'} there before"
    return text


@dataclass(slots=True)
class Meter:
    """Progress on standard error: documents, documents per second, time left."""

    verb: str
    resumes: bool = False
    _start: float = field(default_factory=time.monotonic)
    _kept: int = 0
    _said: float = 0.0
    _open: bool = False  # whether an unfinished line stands on the terminal

    def __enter__(self) -> Meter:
        return self

    def __exit__(self, kind: type[BaseException] | None, *error: object) -> None:
        if self._open:
            click.echo("", err=True)
        if kind is KeyboardInterrupt and self.resumes:
            say("stopped. Give the same command again to go on from here.")

    def show(self, what: str, done: int, of: int) -> None:
        """Tell how far it is, not too often."""
        now, terminal = time.monotonic(), sys.stderr.isatty()
        if what == "kept":
            self._start, self._kept = now, done
            if done:
                say(f"{done:,} of {of:,} documents were {self.verb} before")
            return
        if now - max(self._said, self._start) < (0.2 if terminal else SAID) and not (terminal and done == of):
            return
        self._said = now
        line = f"{done:,} documents seen" if what == "planning" else self._line(done, of, now)
        if terminal:
            click.echo(f"\r\x1b[K{line}", nl=False, err=True)
            self._open = True
        else:
            say(line)

    def _line(self, done: int, of: int, now: float) -> str:
        rate = (done - self._kept) / max(now - self._start, 1e-9)
        left = span((of - done) / rate) if rate else "unknown"
        return f"{done:,} of {of:,} documents {self.verb}, {rate:.1f} a second, {left} left"


def span(seconds: float) -> str:
    """A time to be read.

    >>> span(42.4), span(200), span(9000)
    ('42 s', '3 min', '2.5 h')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


def say(message: str) -> None:
    """A line on standard error."""
    click.echo(f"sentencerank: {message}", err=True)
