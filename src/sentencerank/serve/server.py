"""The server process: uvicorn with our limits, logs and patience."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import suppress
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from sentencerank.errors import SentenceRankError
from sentencerank.serve.app import create_app
from sentencerank.serve.monitoring import event, logging_configuration
from sentencerank.serve.settings import Settings
from sentencerank.serve.store import Store

HEAD_SECONDS = 10.0  # at most for the header of a request
KEEP_ALIVE = 75  # seconds an idle connection stays open; proxies close theirs earlier


class Protocol(H11Protocol):
    """HTTP/1.1 that closes connections on which no request begins: uvicorn itself would wait for ever."""

    head_seconds = HEAD_SECONDS
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._wait(self.head_seconds)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._wait(KEEP_ALIVE + self.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self, seconds: float) -> None:
        self._stop()
        self._timer = self.loop.call_later(seconds, self._late)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self) -> None:
        if self.cycle is None or self.cycle.response_complete:  # no request is being answered
            self.transport.close()


class Server(uvicorn.Server):
    """A server that says where it listens: with port 0 nobody else knows."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, then listen."""
        await super().startup(sockets)
        for server in self.servers:
            for listener in server.sockets:
                host, port = listener.getsockname()[:2]
                event("listening", address=f"http://{f'[{host}]' if ':' in host else host}:{port}")


def run_server(settings: Settings) -> None:
    """Serve until a signal comes, then finish what was accepted.

    Raises SentenceRankError if the store or the address cannot be used, or the workers do not start.
    """
    bounds = settings.bounds
    protocol = type("Patient", (Protocol,), {"head_seconds": min(HEAD_SECONDS, bounds.body_seconds)})
    config: dict[str, Any] = {
        "http": protocol,
        "ws": "none",
        "log_config": logging_configuration(quiet=settings.quiet),
        # The envelope writes its own lines, without addresses and queries.
        "access_log": False,
        "server_header": False,
        "limit_concurrency": bounds.connections,
        "timeout_keep_alive": KEEP_ALIVE,
        "timeout_graceful_shutdown": int(bounds.body_seconds + bounds.read_seconds + bounds.batch_seconds) + 1,
    }
    # A file that cannot be used is said before anything starts.
    Store(settings.store).close()
    server = Server(uvicorn.Config(create_app(settings), **config))
    # Uvicorn raises Ctrl-C again after the end.
    with listen(settings.host, settings.port) as listener, suppress(KeyboardInterrupt):
        try:
            server.run([listener])
        except SystemExit as error:
            raise SentenceRankError("the server did not start. The log above says why.") from error


def listen(host: str, port: int) -> socket.socket:
    """Bind a socket to an address; nobody can connect before the server is ready.

    Raises SentenceRankError if the address is in use or not of this computer.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Asyncio sends small packets at once only on sockets that name TCP; on others each answer waits 40 ms for an ACK.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise SentenceRankError(
            f"cannot listen on {host}:{port} ({error.strerror}). Choose another: --port or --host."
        ) from error
    return listener
