"""The addresses of the API.

To add one, write at most three things: the body that it takes (`requests.py`), the answer that it gives and how a
ranking becomes it (`answers.py`), and the route here. Its place in the OpenAPI description follows from these.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.responses import Response

from sentencerank.serve import answers
from sentencerank.serve.compress_requests import CompressRequest
from sentencerank.serve.problems import ProblemError, unsupported
from sentencerank.serve.requests import (
    BatchRequest,
    DocumentRankRequest,
    KeyphrasesRequest,
    RankRequest,
    SummaryRequest,
    UploadQuery,
)
from sentencerank.serve.service import Service, Upload
from sentencerank.serve.together_requests import RankingTogether, TogetherRequest

DOCUMENTS = "/v1/documents"
texts = APIRouter(prefix="/v1", tags=["texts"])  # nothing of what is posted here is kept
documents = APIRouter(prefix=DOCUMENTS, tags=["documents"])

DocumentId = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="As the list of documents gives it.")]

_BINARY = {"schema": {"type": "string", "format": "binary"}, "example": "It rained. The road is closed."}
_FORM = {
    "schema": {
        "type": "object",
        "required": ["file"],
        "properties": {"file": {"type": "string", "format": "binary"}},
    }
}
_BODY: dict[str, Any] = {
    "requestBody": {
        "description": "A file of any kind that is read: plain text, Markdown, HTML, PDF, DOCX, EPUB, mail, subtitles. "
        "Either as the body, with any content type (the content decides), or as the part `file` of a form.",
        "required": True,
        "content": {"application/octet-stream": _BINARY, "text/plain": _BINARY, "multipart/form-data": _FORM},
    }
}


def service(request: Request) -> Service:
    """Return the server behind the routes."""
    found: Service = request.app.state.service
    return found


def json_response(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return finished JSON as an answer."""
    return Response(body, status, headers, "application/json")


def answered_by(model: type) -> dict[int | str, dict[str, Any]]:
    """Return the description of the answer 200."""
    return {200: {"model": model}}


@texts.post("/rank", operation_id="rank", responses=answered_by(answers.Ranking))
async def rank(body: RankRequest, request: Request) -> Response:
    """Rank every sentence of a text by importance."""
    return json_response(await service(request).rank(body.job()))


@texts.post("/summarize", operation_id="summarize", responses=answered_by(answers.Summary))
async def summarize(body: SummaryRequest, request: Request) -> Response:
    """Take the best sentences within a budget, in the order of the text; never over the budget."""
    return json_response(await service(request).rank(body.job()))


@texts.post("/keyphrases", operation_id="keyphrases", responses=answered_by(answers.Keyphrases))
async def keyphrases(body: KeyphrasesRequest, request: Request) -> Response:
    """Find the phrases that carry a text, and its topics."""
    return json_response(await service(request).rank(body.job()))


@texts.post("/compress", operation_id="compress", responses=answered_by(answers.Compression))
async def compress(body: CompressRequest, request: Request) -> Response:
    """Keep the sentences of retrieved texts that matter, verbatim and in order, within a budget."""
    return json_response(await service(request).compress(body.job()))


@texts.post("/together", operation_id="together", responses=answered_by(RankingTogether))
async def together(body: TogetherRequest, request: Request) -> Response:
    """Rank the sentences of several texts in one order, what several of them say only once, with their sources."""
    return json_response(await service(request).together(*body.jobs()))


@texts.post("/batch", operation_id="batch", responses=answered_by(answers.Batch))
async def batch(body: BatchRequest, request: Request) -> Response:
    """Rank several texts by the same settings; a text that fails carries its problem, the others their results."""
    return json_response(await service(request).batch(len(body.items), body.jobs()))


@documents.post(
    "",
    operation_id="upload",
    status_code=201,
    responses={
        201: {"model": answers.DocumentEntry, "headers": {"Location": {"schema": {"type": "string"}}}},
        200: {"model": answers.DocumentEntry, "description": "The document was there already."},
    },
    openapi_extra=_BODY,
)
async def upload(request: Request, query: Annotated[UploadQuery, Query()]) -> Response:
    """Read, rank and keep a file, or what stands at `address`. It is on disk when this answers, and kept once."""
    data, given_name, media_type = await _file(request)
    name, recipe = (given_name or query.name)[:255], query.recipe(query.language)
    entry, new = await service(request).add(Upload(data, name, media_type[:100], recipe, query.address), query.ticket)
    location = {"Location": f"{DOCUMENTS}/{entry.id}"}
    return json_response(answers.encode(asdict(entry)), 201 if new else 200, location)


async def _file(request: Request) -> tuple[bytes, str, str]:
    """Return the bytes, the name and the media type of what was sent."""
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise unsupported("Send the file as it is, without Content-Encoding.")
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if not media_type.startswith("multipart/"):
        return await request.body(), "", media_type
    if media_type != "multipart/form-data":
        raise unsupported("Send the file as the body, or as the part `file` of multipart/form-data.")
    try:
        async with request.form(max_files=1, max_fields=10) as form:
            file = form.get("file")
            if not isinstance(file, UploadFile):
                raise ProblemError(422, "no-file", "The form has no part called `file` with a file in it. Add one.")
            return await file.read(), file.filename or "", (file.content_type or "").partition(";")[0]
    except (MultiPartException, HTTPException, UnicodeDecodeError):
        raise ProblemError(400, "form", "The form cannot be parsed. Send one file as the part `file`.") from None


@documents.get("", operation_id="list", responses=answered_by(answers.DocumentList))
async def list_documents(
    request: Request,
    q: Annotated[str, Query(max_length=1000, description="Words that a document has to contain, all of them.")] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    sort: Annotated[Literal["added", "opened"], Query(description="By when they were added, or last read.")] = "added",
) -> Response:
    """List documents, the newest first; with `q` those that contain all of its words, the best match first."""
    page = await service(request).page(q, limit, offset, sort)
    found = answers.DocumentList(total=page.total, limit=limit, offset=offset, documents=page.entries)
    return json_response(answers.encode(asdict(found)))


@documents.get("/{document_id}", operation_id="open", responses=answered_by(answers.StoredDocument))
async def open_document(document_id: DocumentId, request: Request) -> Response:
    """Open a document: its text, its blocks, and its ranking with the reasons."""
    return json_response(await service(request).document(document_id))


@documents.post("/{document_id}/rank", operation_id="rankDocument", responses=answered_by(answers.Ranking))
async def rank_document(document_id: DocumentId, body: DocumentRankRequest, request: Request) -> Response:
    """Rank a document again, for a query or by other settings, with the reasons.

    Without settings those of its upload count.
    """
    recipe = body.recipe() if body.model_fields_set - {"query"} else None
    return json_response(await service(request).rank_document(document_id, recipe, body.query or None))


@documents.delete("/{document_id}", operation_id="delete", status_code=204)
async def delete(document_id: DocumentId, request: Request) -> Response:
    """Delete a document and all of its rankings."""
    await service(request).delete(document_id)
    return Response(status_code=204)
