"""`sentencerank mcp`: tools for language models."""

from __future__ import annotations

from pathlib import Path

import click

from sentencerank.cli.options import number_option
from sentencerank.cli.output import say


@click.command(
    epilog="""\b
Examples:
  sentencerank mcp
  sentencerank mcp --files ~/papers
  sentencerank mcp --http --port 9000
"""
)
@click.option(
    "--files",
    "folders",
    multiple=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Let the tools read files below this folder. Repeatable.",
)
@click.option("--http", is_flag=True, help="Listen on a port of this computer instead of standard input.")
@number_option("--port", "Port to listen on with --http.", 8000, low=1, high=65535)
def mcp(folders: tuple[Path, ...], http: bool, port: int) -> None:
    """Serve tools for language models (MCP).

    A client starts this command and talks to it over standard input and output. The tools are
    compress, rank, read_layer and keyphrases; they change nothing and fetch nothing.
    """
    if http and folders:
        raise click.UsageError("every user of this computer could read --files over --http. Leave one of them out.")
    from sentencerank.integrations.mcp import make_server

    server = make_server(folders)
    if http:
        say(f"http://127.0.0.1:{port}/mcp answers; stop it with Ctrl-C.")
        server.run("streamable-http", host="127.0.0.1", port=port)
    else:
        server.run("stdio")
