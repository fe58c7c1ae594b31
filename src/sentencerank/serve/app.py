"""The application: routes, the middleware around them, and the life of the workers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from functools import partial
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from sentencerank import __version__
from sentencerank.serve import answers, routes
from sentencerank.serve.middleware import Access, BodyLimit, Envelope
from sentencerank.serve.monitoring import CONTENT_TYPE, Metrics
from sentencerank.serve.openapi import add_description, add_error_handlers
from sentencerank.serve.routes import service
from sentencerank.serve.service import Service
from sentencerank.serve.settings import Settings


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
    app.include_router(routes.texts)
    app.include_router(routes.documents)
    app.add_api_route("/healthz", health, tags=["server"], responses=routes.answered_by(answers.Health))
    # Many monitors ask with HEAD.
    app.add_api_route("/healthz", health, methods=["HEAD"], include_in_schema=False)
    app.add_api_route("/metrics", metrics_text, tags=["server"], response_class=PlainTextResponse)
    add_pages(app, Path(str(files("sentencerank") / "reader" / "static")))
    every = (*routes.texts.routes, *routes.documents.routes, *app.routes)
    app.state.routes = [route for route in every if isinstance(route, Route)]
    add_error_handlers(app)
    add_description(app, token=settings.token is not None)
    bounds = settings.bounds
    # The last one added is the outermost.
    app.add_middleware(
        BodyLimit,
        limit=partial(body_limit, settings),
        seconds=bounds.body_seconds,
        buffered=bounds.buffered_bytes,
    )
    app.add_middleware(Access, token=settings.token, hosts=settings.allowed_hosts)
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


async def metrics_text(request: Request) -> Response:
    """Report what the server counts, in the text format of Prometheus."""
    own = service(request)
    count = await own.documents()
    own.metrics.gauge("documents", "Documents in the store.", lambda: count)
    return PlainTextResponse(own.metrics.text(), media_type=CONTENT_TYPE)


def add_pages(app: FastAPI, folder: Path) -> None:
    """Serve the reader, if it is there: one route for each of its files, so that no other path can be reached."""
    if not folder.is_dir():
        return
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name = path.relative_to(folder).as_posix()
        for address in (f"/{name}", *((f"/{name.removesuffix('index.html')}",) if name.endswith("index.html") else ())):
            app.add_route(address, partial(_page, path), methods=["GET"], include_in_schema=False)


async def _page(path: Path, request: Request) -> Response:
    return FileResponse(path, headers={"Cache-Control": "no-cache"})
