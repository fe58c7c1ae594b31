"""Whatever goes wrong inside a route becomes a problem."""

from __future__ import annotations

import sqlite3

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from sentencerank.errors import SentenceRankError
from sentencerank.serve.problems import MEDIA_TYPE, ProblemError, as_problem

_DETAILS = {
    400: "The body cannot be parsed. Send well-formed JSON in UTF-8.",
    404: "There is nothing at this address. GET /openapi.json lists what there is.",
    405: "This address does not take that method. The header Allow lists those it takes.",
}
_SHOWN = 20  # errors in one answer


def add_handlers(app: FastAPI) -> None:
    """Answer all errors that a request can cause; anything else is a bug and reaches the envelope."""
    for kind in (ProblemError, SentenceRankError, sqlite3.OperationalError):
        app.add_exception_handler(kind, _known)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _plain)


async def _known(request: Request, error: Exception) -> Response:
    problem = as_problem(error)
    if problem is None:
        raise error
    return rendered(request, problem)


async def _plain(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = _DETAILS.get(error.status_code, str(error.detail))
    headers = {"Allow": _allowed(request)} if error.status_code == 405 else error.headers
    return rendered(request, ProblemError(error.status_code, "http", detail, headers))


def _allowed(request: Request) -> str:
    """The methods of an address; the framework names those of its first route alone."""
    methods = {
        method
        for route in request.app.state.routes
        if route.matches(request.scope)[0] is not Match.NONE
        for method in route.methods
    }
    return ", ".join(sorted(methods))


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    if any(fault["type"] == "json_invalid" for fault in found):
        return rendered(request, ProblemError(400, "json", _DETAILS[400]))
    if any(fault["loc"] == ("body",) for fault in found) and not _is_json(request):
        return rendered(request, unsupported("Send JSON with Content-Type: application/json."))
    # Only where and what, never what was sent: it may be private, and it may be long.
    faults = [{"pointer": _pointer(fault["loc"]), "detail": str(fault["msg"])} for fault in found[:_SHOWN]]
    first = faults[0] if faults else {"pointer": "", "detail": "it is not valid"}
    detail = f"Correct {first['pointer'] or 'the request'}: {first['detail']}. GET /openapi.json describes the request."
    return rendered(request, ProblemError(422, "invalid", detail, errors=faults))


def unsupported(detail: str) -> ProblemError:
    """A media type that is not taken."""
    return ProblemError(415, "media-type", detail)


def rendered(request: Request, problem: ProblemError) -> Response:
    """A problem as an answer."""
    request_id = getattr(request.state, "request_id", "")
    return Response(problem.body(request_id), problem.status, problem.headers, MEDIA_TYPE)


def _is_json(request: Request) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def _pointer(location: tuple[int | str, ...]) -> str:
    """A place in the request as a JSON pointer; the first part says body, query or path.

    >>> _pointer(("body", "items", 0, "text")), _pointer(("query", "limit"))
    ('#/items/0/text', 'query/limit')
    """
    where, *rest = (str(part).replace("~", "~0").replace("/", "~1") for part in location)
    return "/".join(["#" if where == "body" else where, *rest])
