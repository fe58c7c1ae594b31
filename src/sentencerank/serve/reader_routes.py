"""The addresses that the reader's page asks: documents to draw, what was read of them, uploads on their way."""

from __future__ import annotations

import asyncio
import gzip
import time
from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from sentencerank.serve import answers
from sentencerank.serve.requests import ReadingRequest, TitleRequest
from sentencerank.serve.routes import DOCUMENTS, DocumentId, answered_by, json_response, service
from sentencerank.serve.rows import Reading

reading = APIRouter(prefix=f"{DOCUMENTS}/{{document_id}}", tags=["reader"])
uploads = APIRouter(prefix="/v1/uploads", tags=["reader"])

_QUICK = 4  # how hard to compress
Asked = Annotated[str, Query(max_length=1000, description="What the reader looks for.")]
Index = Annotated[int, Path(ge=0, le=10**9, description="The sentence, from 0.")]
PageNumber = Annotated[int, Path(ge=1, le=10**6, description="The page, from 1.")]
TicketPath = Annotated[str, Path(pattern="^[0-9A-Za-z_-]{1,64}$", description="As the upload gave it.")]


@reading.get("/reader", operation_id="openInReader", responses=answered_by(answers.OpenedDocument))
async def open_in_reader(document_id: DocumentId, request: Request) -> Response:
    """Open a document as the reader draws it: lists over its sentences, without reasons, and what was read of it."""
    body = await service(request).desk.open(document_id)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return json_response(body)
    # A book is more than a megabyte. What is private of it (its text) and what a stranger could add never mix here.
    return json_response(await asyncio.to_thread(gzip.compress, body, _QUICK), headers={"Content-Encoding": "gzip"})


@reading.get("/order", operation_id="order", responses=answered_by(answers.Order))
async def order(document_id: DocumentId, request: Request, q: Asked) -> Response:
    """Rank a document for a query and return the order alone, with the places of the words."""
    return json_response(await service(request).desk.order(document_id, q))


@reading.get("/sentences/{index}", operation_id="reasons", responses=answered_by(answers.SentenceReasons))
async def reasons(document_id: DocumentId, index: Index, request: Request, q: Asked = "") -> Response:
    """Say why a sentence has its rank."""
    return json_response(await service(request).desk.reasons(document_id, index, q))


@reading.get("/reading", operation_id="reading", responses=answered_by(answers.ReadingState))
async def get_reading(document_id: DocumentId, request: Request) -> Response:
    """Return what was read, marked and noted in a document."""
    return json_response(await service(request).desk.reading(document_id))


@reading.put("/reading", operation_id="writeReading", responses=answered_by(answers.Revision))
async def put_reading(document_id: DocumentId, body: ReadingRequest, request: Request) -> Response:
    """Keep what was read, marked and noted; 409 if another window wrote since `revision`."""
    found = Reading(body.revision, body.progress, body.state)
    return json_response(await service(request).desk.write_reading(document_id, found))


@reading.patch("", operation_id="rename", responses=answered_by(answers.DocumentEntry))
async def rename(document_id: DocumentId, body: TitleRequest, request: Request) -> Response:
    """Give a document another title."""
    return json_response(await service(request).desk.rename(document_id, body.title))


@reading.get("/pages/{page}", operation_id="page", response_class=Response)
async def page_image(document_id: DocumentId, page: PageNumber, request: Request) -> Response:
    """Render a page of the PDF that a document was read from, as PNG, if the server keeps originals."""
    return Response(await service(request).desk.page_image(document_id, page), media_type="image/png")


@reading.get("/pages/{page}/places", operation_id="places", responses=answered_by(answers.PageBoxes))
async def page_places(document_id: DocumentId, page: PageNumber, request: Request) -> Response:
    """Say where the sentences of a page stand on it."""
    return json_response(await service(request).desk.page_boxes(document_id, page))


@uploads.get("/{ticket}", operation_id="progress", responses=answered_by(answers.UploadProgress))
async def progress(ticket: TicketPath, request: Request) -> Response:
    """Say how far an upload is."""
    found = service(request).uploads.find(ticket)
    told = answers.UploadProgress(
        stage=found.stage, sentences=found.sentences, seconds=round(time.monotonic() - found.began, 3)
    )
    return json_response(answers.encode(asdict(told)))


@uploads.delete("/{ticket}", operation_id="stopUpload", status_code=204)
async def stop(ticket: TicketPath, request: Request) -> Response:
    """Stop an upload: nothing of it is kept."""
    service(request).uploads.find(ticket).stopped.set()
    return Response(status_code=204)
