"""`sentencerank serve`: the command. FastAPI and uvicorn are imported when it runs, not before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import TypeVar

import click

from sentencerank.extras import require
from sentencerank.serve.settings import TOKEN, Bounds, Settings, default_store, default_workers

Command = TypeVar("Command", bound=Callable[..., None])


def limit_options(command: Command) -> Command:
    """One option for each limit, such as --max-sentences."""
    for limit in reversed(fields(Bounds)):
        option = click.option(
            f"--max-{limit.name.replace('_', '-')}",
            limit.name,
            type=click.INT if isinstance(limit.default, int) else click.FLOAT,
            default=limit.default,
            show_default=True,
            metavar="N",
            help=limit.metadata["remark"],
        )
        command = option(command)
    return command


@click.command(
    epilog="""\b
Examples:
  sentencerank serve
  sentencerank serve --port 9000 --store papers.db --max-sentences 10000
  SENTENCERANK_TOKEN=... sentencerank serve --host 0.0.0.0
"""
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address; one beyond this computer needs a token.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any free one.")
@click.option("--token", envvar=TOKEN, help=f"What clients have to send; better set as {TOKEN}.")
@click.option("--workers", type=click.IntRange(1), help="Processes that rank.  [default: one per processor]")
@click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File of the documents.  [default: sentencerank/documents.db in your data folder]",
)
@click.option(
    "--allow-host", "hosts", multiple=True, metavar="NAME", help="A name that a proxy calls it by; may repeat."
)
@click.option("--keep-originals", is_flag=True, help="Keep the bytes of uploaded files beside their text.")
@limit_options
def serve(
    host: str,
    port: int,
    token: str | None,
    workers: int | None,
    store: Path | None,
    hosts: tuple[str, ...],
    keep_originals: bool,
    **bounds: float,
) -> None:
    """Serve the HTTP API and the reader.

    Listens on this computer only, unless told otherwise. The documents that are uploaded stay in the store.
    """
    settings = Settings(
        store=store or default_store(),
        host=host,
        port=port,
        token=token or None,
        workers=workers or default_workers(),
        allowed_hosts=frozenset(name.lower() for name in hosts),
        keep_originals=keep_originals,
        bounds=Bounds(**bounds),  # type: ignore[arg-type]
    )
    for module in ("fastapi", "uvicorn", "python_multipart"):
        require(module, "serve")
    from sentencerank.serve.app import run_server

    run_server(settings)
