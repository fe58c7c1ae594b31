"""Documents that are kept: upload, list, search, open, rank for a query, delete."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.responses import Response

from sentencerank.serve import responses
from sentencerank.serve.errors import unsupported
from sentencerank.serve.jobs import How
from sentencerank.serve.problems import ProblemError
from sentencerank.serve.ranking_routes import as_json, service
from sentencerank.serve.requests import DocumentRankRequest, Method, Reading, Structure
from sentencerank.serve.rows import clean
from sentencerank.serve.service import Upload

router = APIRouter(prefix="/v1/documents", tags=["documents"])
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


@router.post(
    "",
    operation_id="upload",
    status_code=201,
    responses={
        201: {"model": responses.DocumentEntry, "headers": {"Location": {"schema": {"type": "string"}}}},
        200: {"model": responses.DocumentEntry, "description": "The document was there already."},
    },
    openapi_extra=_BODY,
)
async def upload(
    request: Request,
    name: Annotated[str, Query(max_length=255, description="File name, if the form does not give one.")] = "",
    method: Method = "ssr",
    reading: Reading = "best",
    structure: Structure = "auto",
    language: Annotated[str, Query(max_length=35, description="A code such as en, de or zh.")] = "auto",
) -> Response:
    """Read, rank and keep a file. It is on disk when this answers; the same content is kept once."""
    data, given_name, media_type = await _file(request)
    how = How(method, reading, structure, language)
    entry, new = await service(request).add(Upload(data, (given_name or name)[:255], media_type[:100], how))
    record = {key: value for key, value in asdict(entry).items() if key != "snippet"}
    return as_json(json.dumps(record).encode(), 201 if new else 200, {"Location": f"/v1/documents/{entry.id}"})


async def _file(request: Request) -> tuple[bytes, str, str]:
    """The bytes, the name and the media type of what was sent."""
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


@router.get("", operation_id="list", responses={200: {"model": responses.DocumentList}})
async def documents(
    request: Request,
    q: Annotated[str, Query(max_length=1000, description="Words that a document has to contain, all of them.")] = "",
    limit: Annotated[int, Query(ge=1, le=100)] = 20,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
) -> Response:
    """List documents, the newest first; with `q` those that contain all of its words, the best match first."""
    page = await service(request).page(q, limit, offset)
    entries = [asdict(entry) for entry in page.entries]
    record = {"total": page.total, "limit": limit, "offset": offset, "documents": entries}
    return as_json(json.dumps(record).encode())


@router.get("/{document_id}", operation_id="open", responses={200: {"model": responses.StoredDocument}})
async def document(document_id: DocumentId, request: Request) -> Response:
    """Open a document: its text, its blocks, and its ranking with the reasons."""
    return as_json(await service(request).document(document_id))


@router.post("/{document_id}/rank", operation_id="rankDocument", responses={200: {"model": responses.Ranking}})
async def rank_document(document_id: DocumentId, body: DocumentRankRequest, request: Request) -> Response:
    """Rank a document again, for a query or by other settings, with the reasons."""
    return as_json(await service(request).rank_document(document_id, body.how(), clean(body.query or "") or None))


@router.delete("/{document_id}", operation_id="delete", status_code=204)
async def delete(document_id: DocumentId, request: Request) -> Response:
    """Delete a document and all of its rankings."""
    await service(request).delete(document_id)
    return Response(status_code=204)
