"""`sentencerank read`: read documents in the browser, or write them as pages."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from sentencerank.cli.options import number_option, path_option, recipe_options
from sentencerank.cli.output import FAILED, say
from sentencerank.errors import DocumentError

if TYPE_CHECKING:
    from sentencerank.recipe import Recipe

Result = TypeVar("Result")


def _or_home(context: click.Context, parameter: click.Parameter, files: tuple[str, ...]) -> tuple[str, ...]:
    """Return the files to read: standard input if something is piped in, else none, and the first page opens."""
    piped = sys.stdin is not None and not sys.stdin.isatty()
    return files or (("-",) if piped else ())


@click.command(
    epilog="""\b
Examples:
  sentencerank read article.txt
  sentencerank read -o article.html article.txt
  sentencerank read report.pdf notes.md
  sentencerank read
"""
)
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True), callback=_or_home)
@path_option(
    "-o", "--output", metavar="PAGE", about="Write the page to this file instead; for several files, to this folder."
)
@click.option(
    "--keep/--forget", default=True, help="Keep documents, marks and what you have read for the next time, or nothing."
)
@number_option("--port", "Port of the server (default: 8737 if it is free); 0 takes any free port.", low=0, high=65535)
@click.option("--browser/--no-browser", default=True, help="Open the browser.")
@click.option("--no-token", is_flag=True, help="Ask for no token: every user of this computer may read along.")
@recipe_options
def read(
    files: tuple[str, ...],
    output: Path | None,
    keep: bool,
    port: int | None,
    browser: bool,
    no_token: bool,
    recipe: Recipe,
) -> None:
    """Read documents in the time you have, in the browser.

    The most important sentences come first, word for word and in their place. The documents, where you are in
    them, and your marks and notes are kept on this computer for the next time, unless you say --forget.
    """
    from sentencerank.reader import local

    if output is not None and not files:
        raise click.UsageError("there is nothing to write. Name a file: sentencerank read -o article.html article.txt")
    if output is not None and len(files) > 1 and not output.is_dir():
        raise click.UsageError(f"{len(files)} files need a folder: make one with mkdir {output}.")
    sources = [source for name in files for source in _try(local.load, name)]
    if files == ("-",) and output is None and not any(source.data for source in sources):
        files, sources = (), []  # nothing was piped in, as where no terminal is: the first page opens
    done = len(sources)
    if output is not None:
        targets = local.targets(sources, output) if output.is_dir() else [output]
        done = sum(len(_try(local.write_page, *pair, recipe)) for pair in zip(sources, targets, strict=False))
    elif sources or not files:
        from sentencerank.serve.settings import default_store

        local.read_in_browser(
            sources,
            recipe,
            store=default_store() if keep else None,
            port=port,
            token=not no_token,
            tell=say,
            **({} if browser else {"browse": str}),
        )
    if done < len(files):
        raise click.exceptions.Exit(FAILED)


def _try(work: Callable[..., Result], *arguments: object) -> list[Result]:
    """Return what comes of one file, or nothing after saying why: the other files are still done."""
    try:
        return [work(*arguments)]
    except DocumentError as error:
        say(str(error))
        return []
