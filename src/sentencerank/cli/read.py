"""`sentencerank read`: the command. The ranker and the server are imported when it runs, not before."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from sentencerank.errors import DocumentError
from sentencerank.method.structures import STRUCTURES as _STRUCTURES

Result = TypeVar("Result")
STRUCTURES = ("auto", *_STRUCTURES)


@click.command(
    epilog="""\b
Examples:
  sentencerank read article.txt
  sentencerank read -o article.html article.txt
  sentencerank read --keep report.pdf notes.md
"""
)
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="PAGE",
    help="Write a page that needs no server; for several files, a folder.",
)
@click.option("--keep", is_flag=True, help="Keep the documents in the store of `serve` instead of forgetting them.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="Of the server.  [default: any free one]")
@click.option("--browser/--no-browser", default=True, help="Open a browser.  [default: yes]")
@click.option("--structure", type=click.Choice(STRUCTURES), help="How the text is built.  [default: auto]")
@click.option("--language", default="auto", show_default=True, metavar="CODE", help="Such as en, de or zh.")
def read(
    files: tuple[str, ...],
    output: Path | None,
    keep: bool,
    port: int,
    browser: bool,
    structure: str | None,
    language: str,
) -> None:
    """Read in layers: the best sentences first.

    The document opens in your browser, in its own order, at a depth that you choose. Nothing leaves this computer.
    """
    from sentencerank.reader import local
    from sentencerank.recipe import Recipe

    recipe = Recipe.of(structure=structure, language=language)
    if not files and (sys.stdin is None or sys.stdin.isatty()):
        raise click.UsageError("nothing to read. Name a file or pipe a text in: sentencerank read article.txt")
    if output is not None and len(files) > 1 and not output.is_dir():
        raise click.UsageError(f"{len(files)} files need a folder: make one with mkdir {output}.")
    sources = [source for name in files or ("-",) for source in _done(local.load, name)]
    done = len(sources)
    if output is not None:
        targets = local.targets(sources, output) if output.is_dir() else [output]
        done = sum(len(_done(local.write_page, *pair, recipe)) for pair in zip(sources, targets, strict=False))
    elif sources:
        from sentencerank.serve.settings import default_store

        local.read_in_browser(
            sources,
            recipe,
            store=default_store() if keep else None,
            port=port,
            tell=_tell,
            **({} if browser else {"browse": str}),
        )
    if done < max(len(files), 1):
        raise click.exceptions.Exit(1)


def _done(work: Callable[..., Result], *arguments: object) -> list[Result]:
    """What comes of one file, or nothing and a line that says why: the other files are still done."""
    try:
        return [work(*arguments)]
    except DocumentError as error:
        _tell(str(error))
        return []


def _tell(message: str) -> None:
    click.echo(f"sentencerank: {message}", err=True)
