"""POST a text, get it ranked: nothing is kept."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from sentencerank.serve import responses
from sentencerank.serve.requests import BatchRequest, KeyphrasesRequest, RankRequest, SummaryRequest
from sentencerank.serve.service import Service

router = APIRouter(prefix="/v1", tags=["texts"])


def service(request: Request) -> Service:
    """The server behind the routes."""
    found: Service = request.app.state.service
    return found


def as_json(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Finished JSON as an answer."""
    return Response(body, status, headers, "application/json")


@router.post("/rank", operation_id="rank", responses={200: {"model": responses.Ranking}})
async def rank(body: RankRequest, request: Request) -> Response:
    """Rank every sentence of a text by importance."""
    return as_json(await service(request).rank(body.job(body.form())))


@router.post("/summarize", operation_id="summarize", responses={200: {"model": responses.Summary}})
async def summarize(body: SummaryRequest, request: Request) -> Response:
    """Take the best sentences within a budget, in the order of the text; never over the budget."""
    return as_json(await service(request).rank(body.job(body.form())))


@router.post("/keyphrases", operation_id="keyphrases", responses={200: {"model": responses.Keyphrases}})
async def keyphrases(body: KeyphrasesRequest, request: Request) -> Response:
    """Find the phrases that carry a text, and its topics."""
    return as_json(await service(request).rank(body.job(body.form())))


@router.post("/batch", operation_id="batch", responses={200: {"model": responses.Batch}})
async def batch(body: BatchRequest, request: Request) -> Response:
    """Rank several texts by the same settings; a text that fails carries its problem, the others their results."""
    return as_json(await service(request).batch(body.work()))
