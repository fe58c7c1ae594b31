"""The application: routes, the middleware around them, and the life of the workers."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from importlib.resources import files
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import FileResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Scope

from sentencerank import __version__
from sentencerank.serve import document_routes, metrics, ranking_routes, responses
from sentencerank.serve.access import Access
from sentencerank.serve.body import BodyLimit
from sentencerank.serve.envelope import Envelope
from sentencerank.serve.errors import add_handlers
from sentencerank.serve.openapi import describe
from sentencerank.serve.ranking_routes import service
from sentencerank.serve.service import Service
from sentencerank.serve.settings import Settings

ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
UPLOADS = "/v1/documents"


def create_app(settings: Settings) -> FastAPI:
    """The application for an ASGI server."""
    counted = metrics.Metrics()

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        for name in ONE_THREAD:  # read when a worker loads numpy: as many threads as workers are enough
            os.environ.setdefault(name, "1")
        app.state.service = Service(settings, counted)
        await app.state.service.start()
        try:
            yield
        finally:
            await app.state.service.close()

    app = FastAPI(title="sentencerank", version=__version__, lifespan=life, docs_url=None, redoc_url=None)
    app.include_router(ranking_routes.router)
    app.include_router(document_routes.router)
    app.add_api_route("/healthz", health, tags=["server"], responses={200: {"model": responses.Health}})
    app.add_api_route("/healthz", health, methods=["HEAD"], include_in_schema=False)  # what many monitors ask
    app.add_api_route("/metrics", measured, tags=["server"], response_class=PlainTextResponse)
    add_pages(app, Path(str(files("sentencerank") / "reader" / "static")))
    routes = (*ranking_routes.router.routes, *document_routes.router.routes, *app.routes)
    app.state.routes = [route for route in routes if isinstance(route, Route)]
    add_handlers(app)
    describe(app, token=settings.token is not None)
    bounds = settings.bounds
    # The last one added is the outermost.
    app.add_middleware(
        BodyLimit,
        limit=partial(body_limit, settings),
        seconds=bounds.body_seconds,
        buffered=bounds.buffered_bytes,
    )
    app.add_middleware(Access, token=settings.token, hosts=settings.allowed_hosts)
    app.add_middleware(Envelope, metrics=counted)
    return app


def body_limit(settings: Settings, scope: Scope) -> int:
    """How many bytes a request may have."""
    return settings.bounds.upload_bytes if scope["path"] == UPLOADS else settings.bounds.body_bytes


async def health(request: Request) -> Response:
    """Say that the server answers, and how many of its workers have started."""
    pool = service(request).pool
    answer = responses.Health(
        status="ok", version=__version__, workers_ready=pool.ready, workers=service(request).settings.workers
    )
    return JSONResponse(answer.model_dump())


async def measured(request: Request) -> Response:
    """Report what the server counts, in the text format of Prometheus."""
    own = service(request)
    count = await own.documents()
    own.metrics.gauge("documents", "Documents in the store.", lambda: count)
    return PlainTextResponse(own.metrics.text(), media_type=metrics.CONTENT_TYPE)


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
