"""`sentencerank corpus`: rank whole collections, and give an overview of them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import click

from sentencerank.cli.options import add_options, choice_option, number_option, path_option, recipe_options
from sentencerank.cli.output import FAILED, say, write, write_json
from sentencerank.cli.progress import Progress
from sentencerank.cli.wrap import count_of
from sentencerank.extras import is_there, remedy

if TYPE_CHECKING:
    from sentencerank.corpus.overview.pages import Outline
    from sentencerank.recipe import Recipe

# Ending → form of an overview.
PAGES = {".html": "html", ".htm": "html", ".md": "markdown", ".markdown": "markdown", ".json": "json"}
LOCAL = "local[*]"  # Spark on this machine

Tell: TypeAlias = Callable[[str, int, int], None]


@click.group()
def corpus() -> None:
    """Rank a collection of documents, verify the result, or give an overview of it."""


def _parse_settings(
    context: click.Context, parameter: click.Parameter, pairs: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    if wrong := [pair for pair in pairs if "=" not in pair]:
        raise click.BadParameter(f"{wrong[0]!r} is not NAME=VALUE. Give one such as spark.ui.enabled=false.")
    return tuple((name, value) for name, _, value in (pair.partition("=") for pair in pairs))


def _check_pages(context: click.Context, parameter: click.Parameter, paths: tuple[Path, ...]) -> tuple[Path, ...]:
    for path in paths:
        if path.suffix.lower() not in PAGES:
            raise click.BadParameter(f"{path} is none of .html, .md and .json. Give the page one of these endings.")
    return paths


_collection_options = add_options(
    click.argument("source", type=click.Path(path_type=Path)),
    click.option("--id-field", default="id", metavar="NAME", help="Table field with the ids."),
    click.option("--text-field", default="text", metavar="NAME", help="Table field with the texts."),
    number_option("--max-characters", "Do not rank documents that are longer than this.", 2_000_000),
    number_option("--max-seconds", "Do not rank documents that need more seconds of processor time.", 60),
    number_option("--max-memory", "Do not rank documents that need more megabytes of memory.", 4096),
    number_option("--workers", "Number of worker processes (default: one per processor)."),
)


@corpus.command(
    epilog="""\b
SOURCE is a .parquet or .jsonl file (plain or compressed), or a folder. Tables in a folder are read
row by row, and every other file is a document. Files whose names begin with . or _ are left out, and
symbolic links are not followed.

\b
Examples:
  sentencerank corpus rank articles.parquet -o ranked
  sentencerank corpus rank dump.jsonl.zst -o ranked --rows sentence --format jsonl
  sentencerank corpus rank letters/ -o ranked --workers 8
  sentencerank corpus rank articles.parquet -o /shared/ranked --engine spark --master spark://host:7077
"""
)
@path_option("-o", "--output", metavar="FOLDER", required=True, about="Write the ranked documents to this folder.")
@click.option(
    "--format",
    "form",
    type=click.Choice(("parquet", "jsonl")),
    help="Output format (default: parquet; jsonl without pyarrow).",
)
@choice_option("--rows", ("document", "sentence"), "Write a row for each document or for each sentence.")
@click.option("--sentence-text/--no-sentence-text", default=True, help="Write the text of sentences, or only offsets.")
@choice_option("--duplicates", ("rank", "skip"), "Rank a repeated text again, or only name the first document with it.")
@recipe_options
@_collection_options
@number_option("--shard-size", "Documents in each output file (default: 20 to 1000, by the size of the corpus).")
@choice_option("--engine", ("local", "spark"), "Run on this machine, or on a Spark cluster.")
@click.option("--master", default=LOCAL, metavar="URL", help="Address of the Spark cluster.")
@click.option(
    "--spark-conf",
    multiple=True,
    metavar="NAME=VALUE",
    callback=_parse_settings,
    help="Set a Spark option. Repeatable.",
)
@click.option("--resume/--fresh", default=True, help="Resume an interrupted job, or start anew.")
def rank(
    source: Path,
    output: Path,
    recipe: Recipe,
    workers: int | None,
    shard_size: int | None,
    engine: str,
    master: str,
    spark_conf: tuple[tuple[str, str], ...],
    resume: bool,
    form: Literal["parquet", "jsonl"] | None,
    **chosen: Any,
) -> None:
    """Rank every document of a collection and write the results to a folder.

    A document that cannot be ranked does not stop the job; the column `error` has the reason. If the
    job is interrupted, run the same command again: it goes on where it stopped. Files that were
    damaged since they were written are noticed, and their documents are ranked again.
    """
    from sentencerank import CorpusJob, SparkCluster, rank_corpus

    if engine == "local" and (master != LOCAL or spark_conf):
        raise click.UsageError("--master and --spark-conf are for --engine spark. Add it, or leave them out.")
    with Progress(resumes=True) as progress:
        counts = rank_corpus(
            source,
            output,
            CorpusJob(recipe=recipe, form=form or _default_form(), **chosen),
            workers=workers,
            cluster=SparkCluster(master, spark_conf) if engine == "spark" else None,
            shard_size=shard_size,
            fresh=not resume,
            progress=_tell(progress),
            remark=say,
        )
    say(describe_counts(counts, output))


def _default_form() -> Literal["parquet", "jsonl"]:
    """Return the form of the output where none is asked for; Parquet needs a library that is large."""
    if is_there("pyarrow"):
        return "parquet"
    say(f"pyarrow is not installed, so the output is JSONL. For Parquet: {remedy('corpus')}")
    return "jsonl"


@corpus.command(
    epilog="""\b
Examples:
  sentencerank corpus verify ranked
  sentencerank corpus verify ranked --json | jq '.bad[].name'
"""
)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def verify(folder: Path, as_json: bool) -> None:
    """Verify the output of `corpus rank`.

    Every file is compared with the size and the SHA-256 that it had when it was written, and read to
    its end. Each bad file is a line that says what to do. The exit code is 1 if there is one.
    """
    from sentencerank import verify_corpus

    found = verify_corpus(folder)
    if as_json:
        bad = [{"name": each.name, "problem": each.problem, "remedy": each.remedy} for each in found.bad]
        counts = {"complete": found.complete, "files": found.files, "documents": found.documents}
        write_json({"folder": str(folder), "sound": found.sound, **counts, "bad": bad, "notes": list(found.notes)})
    for each in found.bad if not as_json else ():
        write(str(each))
    for note in found.notes:
        say(note)
    summary = f"{count_of(found.files, 'file')} with {count_of(found.documents, 'document')}"
    say(f"{len(found.bad):,} bad; sound: {summary}" if found.bad else f"{folder} is sound: {summary}")
    if found.bad:
        raise click.exceptions.Exit(FAILED)


@corpus.command(
    epilog="""\b
Examples:
  sentencerank corpus overview articles/ > overview.md
  sentencerank corpus overview articles.parquet -o overview.html -o overview.json
  sentencerank corpus overview letters/ --query "who paid for the bridge" --minutes 3
  sentencerank corpus overview ranked/ -o overview.html      what `corpus rank` has written
"""
)
@click.option(
    "-o",
    "--output",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="PAGE",
    callback=_check_pages,
    help="Write the page to this .html, .md or .json file (default: print Markdown). Repeatable.",
)
@click.option("--title", metavar="TEXT", help="Title of the page (default: the name of SOURCE).")
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True, max=9999),
    default=10,
    show_default=True,
    metavar="M",
    help="Time to read the overview; 1 is page one alone.",
)
@number_option("--points", "Number of sentences for each sub-topic, at most.", 4)
@recipe_options
@_collection_options
def overview(
    source: Path,
    output: tuple[Path, ...],
    title: str | None,
    minutes: float,
    points: int,
    recipe: Recipe,
    workers: int | None,
    **chosen: Any,
) -> None:
    """Give an overview of a collection: first one page for all of it, then topic by topic.

    The documents are sorted into topics and sub-topics. Each is summed up by its most typical
    sentences, with links to their documents; sentences that several documents share appear once.
    With --query, only the documents that answer it are covered.
    """
    from sentencerank import CorpusJob, corpus_overview
    from sentencerank.errors import CorpusError
    from sentencerank.files import export_text
    from sentencerank.files.disk import report_disk_errors

    job = CorpusJob(recipe=recipe, **chosen)
    with Progress() as progress:
        outline = corpus_overview(
            source, job, workers=workers, points=points, minutes=minutes, progress=_tell(progress)
        )
    name = title or f"Overview of {source.resolve().name}"
    for path in output:
        with report_disk_errors(path.parent, CorpusError, "run the same command again."):
            export_text(path, _page(outline, PAGES[path.suffix.lower()], name, _links(source, path.parent)))
        say(f"wrote {path}")
    if not output:
        write(outline.to_markdown(name, _links(source, Path())).removesuffix("\n"))


def _page(outline: Outline, form: str, title: str, links: Callable[[str], str]) -> str:
    """Return an overview in one of its forms."""
    if form == "json":
        return json.dumps({"title": title, **outline.to_dict()}, ensure_ascii=False, indent=1) + "\n"
    return outline.to_html(title, links) if form == "html" else outline.to_markdown(title, links)


def _tell(progress: Progress) -> Tell:
    """Return a callback for the library that shows the progress; it says first what an earlier run had done."""

    def tell(stage: str, done: int, total: int) -> None:
        if stage == "planning":
            progress("reading", done, 0, "documents")
            return
        if stage == "kept" and done:
            say(f"{done:,} of {count_of(total, 'document')} were ranked before")
        progress("ranking", done, total, "documents")

    return tell


def _links(source: Path, folder: Path) -> Callable[[str], str]:
    """Return what turns the name of a document of a collection into its path, as seen from a folder."""

    def link(name: str) -> str:
        path = source / name if source.is_dir() else source
        return os.path.relpath(path.resolve(), folder.resolve()).replace(os.sep, "/")

    return link


def describe_counts(counts: Mapping[str, Any], output: Path) -> str:
    """Return a sentence on what became of the documents.

    >>> describe_counts({"documents": 3, "statuses": {"ranked": 2, "too_long": 1}, "duplicates": 1}, Path("out"))
    'ranked 2 of 3 documents into out; not ranked: 1 too long (see the column error); 1 repeated text'
    """
    statuses = dict(counts["statuses"])
    ranked = statuses.pop("ranked", 0)
    text = f"ranked {ranked:,} of {count_of(counts['documents'], 'document')} into {output}"
    if statuses:
        listed = ", ".join(f"{count:,} {name.replace('_', ' ')}" for name, count in statuses.items())
        text += f"; not ranked: {listed} (see the column error)"
    if counts["duplicates"]:
        text += f"; {count_of(counts['duplicates'], 'repeated text')}"
    return text
