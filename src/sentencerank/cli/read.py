"""`sentencerank read`: read documents in the browser, or write them as pages."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from sentencerank.cli.options import files_argument, number_option, path_option, recipe_options
from sentencerank.cli.output import FAILED, say
from sentencerank.errors import DocumentError

if TYPE_CHECKING:
    from sentencerank.recipe import Recipe

Result = TypeVar("Result")


@click.command(
    epilog="""\b
Examples:
  sentencerank read article.txt
  sentencerank read -o article.html article.txt
  sentencerank read --keep report.pdf notes.md
"""
)
@files_argument
@path_option(
    "-o", "--output", metavar="PAGE", about="Write the page to this file instead; for several files, to this folder."
)
@click.option("--keep", is_flag=True, help="Keep the documents in the store of `sentencerank serve`.")
@number_option("--port", "Port of the server; 0 takes any free port.", 0, low=0, high=65535)
@click.option("--browser/--no-browser", default=True, help="Open the browser.")
@click.option("--no-token", is_flag=True, help="Ask for no token: every user of this computer may read along.")
@recipe_options
def read(
    files: tuple[str, ...],
    output: Path | None,
    keep: bool,
    port: int,
    browser: bool,
    no_token: bool,
    recipe: Recipe,
) -> None:
    """Read documents in layers, in the browser.

    A document opens in its own order, at a depth that you choose. Nothing leaves this computer.
    """
    from sentencerank.reader import local

    if output is not None and len(files) > 1 and not output.is_dir():
        raise click.UsageError(f"{len(files)} files need a folder: make one with mkdir {output}.")
    sources = [source for name in files for source in _try(local.load, name)]
    done = len(sources)
    if output is not None:
        targets = local.targets(sources, output) if output.is_dir() else [output]
        done = sum(len(_try(local.write_page, *pair, recipe)) for pair in zip(sources, targets, strict=False))
    elif sources:
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
