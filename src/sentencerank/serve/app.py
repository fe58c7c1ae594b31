"""The application (routes, the middleware around them, the life of the workers) and the process that serves it."""

from __future__ import annotations

import gc
import gzip
import os
import signal
import socket
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import asdict
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from fastapi import FastAPI, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from sentencerank import __version__
from sentencerank.errors import SentenceRankError
from sentencerank.files import sha256_of
from sentencerank.serve import answers, reader_routes, routes
from sentencerank.serve.access import Access, own_names
from sentencerank.serve.clients import Shares, client_of
from sentencerank.serve.dispatch import sendable_languages
from sentencerank.serve.doors import Doors
from sentencerank.serve.middleware import BodyLimit, Envelope
from sentencerank.serve.monitoring import CONTENT_TYPE, Metrics, event, logging_configuration
from sentencerank.serve.openapi import add_description, add_error_handlers
from sentencerank.serve.page_files import page_file, page_script
from sentencerank.serve.protocol import House, protocol_of
from sentencerank.serve.repair import examine
from sentencerank.serve.routes import service
from sentencerank.serve.service import Service
from sentencerank.serve.settings import Settings, is_loopback
from sentencerank.serve.store import Store

_PAGE_FILES = {
    "index.html": "text/html",
    "app.js": "text/javascript",
    "reader.css": "text/css",
    "icon.svg": "image/svg+xml",
}
HEAD_SECONDS = 10.0  # at most for the header of a request
HEALTH_PLACES = 32  # connections beyond the limit that may ask for health


def create_app(settings: Settings) -> FastAPI:
    """Return the application for an ASGI server; its workers start and end with it."""
    metrics = Metrics()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        app.state.service = Service(settings, metrics)
        try:
            await app.state.service.start()
            yield
        finally:
            await app.state.service.close()

    app = FastAPI(title="sentencerank", version=__version__, lifespan=life, docs_url=None, redoc_url=None)
    app.state.metrics = metrics
    app.include_router(routes.texts)
    app.include_router(routes.documents)
    app.include_router(reader_routes.reading)
    app.include_router(reader_routes.uploads)
    app.add_api_route("/healthz", health, tags=["server"], responses=routes.answered_by(answers.Health))
    # Many monitors ask with HEAD.
    app.add_api_route("/healthz", health, methods=["HEAD"], include_in_schema=False)
    app.add_api_route("/readyz", readiness, tags=["server"], responses=routes.answered_by(answers.Readiness))
    app.add_api_route("/readyz", readiness, methods=["HEAD"], include_in_schema=False)
    app.add_api_route("/metrics", metrics_text, tags=["server"], response_class=PlainTextResponse)
    add_pages(app)
    routers = (routes.texts, routes.documents, reader_routes.reading, reader_routes.uploads)
    every = (*(route for router in routers for route in router.routes), *app.routes)
    app.state.routes = [route for route in every if isinstance(route, Route)]
    add_error_handlers(app)
    add_description(app, token=settings.token is not None)
    bounds, proxies = settings.bounds, settings.proxies()
    # The last one added is the outermost.
    app.add_middleware(Shares, bounds=bounds, proxies=proxies, uploads_to=routes.DOCUMENTS)
    app.add_middleware(
        BodyLimit,
        limit=partial(body_limit, settings),
        seconds=bounds.body_seconds,
        buffered=bounds.buffered_bytes,
        client=partial(client_of, proxies=proxies),
    )
    names = own_names(settings.host, settings.allowed_hosts, loopback=is_loopback(settings.host))
    app.add_middleware(Access, token=settings.token, hosts=names)
    app.add_middleware(Envelope, metrics=metrics)
    return app


def body_limit(settings: Settings, scope: Scope) -> int:
    """Return how many bytes a request may have."""
    return settings.bounds.upload_bytes if scope["path"] == routes.DOCUMENTS else settings.bounds.body_bytes


async def health(request: Request) -> Response:
    """Say that the server answers, and how many of its workers have started."""
    own = service(request)
    found = answers.Health(
        status="ok", version=__version__, workers_ready=own.rankers.ready, workers=own.settings.workers
    )
    return JSONResponse(asdict(found))


async def readiness(request: Request) -> Response:
    """Say whether the store can be read and written and a worker runs; if not, answer 503 with what is wrong."""
    await service(request).check_ready()
    return JSONResponse(asdict(answers.Readiness(status="ready")))


async def metrics_text(request: Request) -> Response:
    """Report what the server counts, in the text format of Prometheus."""
    own = service(request)
    count = await own.documents()
    own.metrics.gauge("documents", "Documents in the store.", lambda: count)
    return PlainTextResponse(own.metrics.text(), media_type=CONTENT_TYPE)


def add_pages(app: FastAPI) -> None:
    """Serve the reader: one route for each of its files, so that no other path can be reached."""
    for name, kind in _PAGE_FILES.items():
        body = (page_script() if name == "app.js" else page_file(name)).encode()
        answer = partial(_page, body, gzip.compress(body, mtime=0), kind, f'W/"{sha256_of(body)}"')
        for address in ("/", "/index.html") if name == "index.html" else (f"/{name}",):
            app.add_route(address, answer, methods=["GET"], include_in_schema=False)


async def _page(body: bytes, packed: bytes, kind: str, tag: str, request: Request) -> Response:
    headers = {"Cache-Control": "no-cache", "ETag": tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=kind, headers={**headers, "Content-Encoding": "gzip"})
    return Response(body, media_type=kind, headers=headers)


class Server(uvicorn.Server):
    """A server that says where it listens: with port 0 nobody else knows."""

    def __init__(self, config: uvicorn.Config, tell: Callable[[str], object]) -> None:
        super().__init__(config)
        self._tell = tell

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start the application, then listen."""
        await super().startup(sockets)
        # What is loaded now stays, so the garbage collector need not look at it again.
        gc.freeze()
        for server in self.servers:
            for listener in server.sockets:
                host, port = listener.getsockname()[:2]
                address = f"http://{f'[{host}]' if ':' in host else host}:{port}"
                event("listening", address=address)
                self._tell(address)


def run_server(settings: Settings, tell: Callable[[str], object] = str) -> None:
    """Serve until a signal comes, then finish what was accepted; `tell` is given the address as soon as it answers.

    Raises SentenceRankError if the store or the address cannot be used, or the workers do not start, and
    KeyboardInterrupt after an orderly end by Ctrl-C.
    """
    bounds, app = settings.bounds, create_app(settings)
    house = House(
        doors=Doors(bounds.connections, bounds.client_connections, HEALTH_PLACES),
        metrics=app.state.metrics,
        head_seconds=min(HEAD_SECONDS, bounds.body_seconds),
        idle_seconds=bounds.idle_seconds,
        answer_seconds=bounds.answer_seconds,
        proxies=settings.proxies(),
    )
    config: dict[str, Any] = {
        "http": protocol_of(house),
        "ws": "none",
        "log_config": logging_configuration(quiet=settings.quiet),
        # The envelope writes its own lines, without addresses and queries.
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,  # uvicorn would believe any process of this computer
        "timeout_graceful_shutdown": int(bounds.body_seconds + bounds.read_seconds + bounds.batch_seconds) + 1,
    }
    server = Server(uvicorn.Config(app, **config), tell)  # from here on there is a log
    # What cannot be used is said before anything starts.
    sendable_languages()
    examine(settings.store)
    Store(settings.store).close()
    with listen(settings.host, settings.port) as listener, _ending_on_request():
        try:
            server.run([listener])
        except SystemExit as error:
            if error.code:
                raise SentenceRankError("the server did not start. The log above says why.") from error


@contextmanager
def _ending_on_request() -> Iterator[None]:
    """Let SIGTERM end the block as an exception does.

    Uvicorn sends the signal again after its end, and temporary files wait to be removed.
    """

    def end(number: int, frame: FrameType | None) -> None:
        raise SystemExit(0)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


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
