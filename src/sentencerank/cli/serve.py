"""`sentencerank serve`: the HTTP API and the reader."""

from __future__ import annotations

import os
from dataclasses import fields
from pathlib import Path

import click

from sentencerank.cli.options import add_options, number_option, path_option
from sentencerank.cli.output import write
from sentencerank.serve.settings import (
    TOKEN,
    Bounds,
    Settings,
    default_store,
    default_workers,
    is_loopback,
    new_token,
)

_limit_options = add_options(
    *(
        click.option(
            f"--max-{limit.name.replace('_', '-')}",
            limit.name,
            type=click.INT if isinstance(limit.default, int) else click.FLOAT,
            default=limit.default,
            metavar="N",
            help=limit.metadata["remark"],
        )
        for limit in fields(Bounds)
    )
)


@click.command(
    epilog="""\b
Examples:
  sentencerank serve
  sentencerank serve --port 9000 --store papers.db --max-sentences 10000
  SENTENCERANK_TOKEN=... sentencerank serve --host 0.0.0.0
"""
)
@click.option(
    "--host", default="127.0.0.1", help="Address to listen on; one that other computers can reach needs a token."
)
@number_option("--port", "Port to listen on; 0 takes any free port.", 8000, low=0, high=65535)
@click.option(
    "--token",
    envvar=TOKEN,
    help=f"Token that clients have to send, instead of a new one for each start; better set {TOKEN}.",
)
@click.option("--no-token", is_flag=True, help="Ask for no token: every user of this computer may read and delete.")
@number_option("--workers", "Number of worker processes (default: one per processor).")
@path_option(
    "--store",
    metavar="FILE",
    dir_okay=False,
    about="Keep the documents in this file (default: sentencerank/documents.db in your data folder).",
)
@click.option(
    "--allow-host", "hosts", multiple=True, metavar="NAME", help="Accept requests for this host name. Repeatable."
)
@click.option(
    "--trusted-proxy",
    "proxies",
    multiple=True,
    metavar="ADDRESS",
    help="Believe the X-Forwarded-For of this address or network. Repeatable.",
)
@click.option("--keep-originals", is_flag=True, help="Keep uploaded files as they are, beside their text.")
@click.option(
    "--links/--no-links",
    default=None,
    help="Fetch pages whose address is given (default: only if no other computer can reach the server).",
)
@_limit_options
def serve(
    host: str,
    port: int,
    token: str | None,
    no_token: bool,
    workers: int | None,
    store: Path | None,
    hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    keep_originals: bool,
    links: bool | None,
    **bounds: float,
) -> None:
    """Serve the HTTP API and the reader.

    By default only this computer can reach the server. It prints an address with a token that is new
    for each start; the reader opens there. Uploaded documents stay in the store.
    """
    from sentencerank.extras import require

    # No process that is started from here needs to know it.
    os.environ.pop(TOKEN, None)
    if token and no_token:
        raise click.UsageError(f"--no-token contradicts --token and {TOKEN}. Leave one of them out.")
    made = "" if token or no_token or not is_loopback(host) else new_token()
    settings = Settings(
        store=store or default_store(),
        host=host,
        port=port,
        token=token or made or None,
        workers=workers or default_workers(),
        allowed_hosts=frozenset(name.lower() for name in hosts),
        trusted_proxies=proxies,
        keep_originals=keep_originals,
        links=is_loopback(host) and not hosts and not proxies if links is None else links,
        bounds=Bounds(**bounds),  # type: ignore[arg-type]
    )
    for module in ("fastapi", "uvicorn", "python_multipart"):
        require(module, "serve")
    from sentencerank.serve.app import run_server

    # The log is on standard error: the token must not get into it. One that the user chose is not shown at all.
    run_server(settings, lambda address: write(f"{address}/?token={made}" if made else f"{address}/"))
