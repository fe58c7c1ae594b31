"""What the API says of itself (OpenAPI 3.1) and of errors: what FastAPI derives, with problems in place of its own."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from sentencerank.errors import SentenceRankError
from sentencerank.serve.access import OPEN
from sentencerank.serve.answers import Problem
from sentencerank.serve.monitoring import log_failure
from sentencerank.serve.problems import MEDIA_TYPE, ProblemError, as_problem, unsupported

_ANY = {
    400: "Not parsed",
    403: "Wrong host or origin",
    408: "Sent too slowly",
    413: "Too large",
    500: "A bug",
    503: "Busy",
}
_WORK = {422: "Not accepted", 501: "Needs an extra", 503: "Busy", 504: "Took too long"}
_BODY = {411: "Without its length", 415: "Wrong media type"}
_KEPT = {404: "No such document", 422: "Not accepted", 503: "Busy"}
_EXAMPLE = {
    "type": "urn:sentencerank:problem:busy",
    "title": "Service Unavailable",
    "status": 503,
    "detail": "The server has as many requests as it takes on. Try again after 1 s, as Retry-After says.",
    "instance": "urn:uuid:00000000-0000-0000-0000-000000000000",
}
_DESCRIPTION = """\
Rank every sentence of a text by importance, with reasons.

Texts that are posted to be ranked are not kept; documents that are uploaded are, until they are deleted.
Errors are problem details (RFC 9457) whose `detail` says what to do. Offsets count Unicode characters, from 0."""
_DETAILS = {
    400: "The body cannot be parsed. Send well-formed JSON in UTF-8.",
    404: "There is nothing at this address. GET /openapi.json lists what there is.",
    405: "This address does not take that method. The header Allow lists those it takes.",
}
_SHOWN = 20  # errors in one answer
_OF_OPERATIONS = {
    "upload": {409: "Stopped, or its ticket is taken", 507: "No room"},
    "writeReading": {409: "Written by another window", 507: "No room"},
    "rename": {507: "No room"},
}


def add_description(app: FastAPI, *, token: bool) -> None:
    """Make the application describe itself, once."""

    def description() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _description(app, token)
        return app.openapi_schema

    app.openapi = description  # type: ignore[method-assign]


def _description(app: FastAPI, token: bool) -> dict[str, Any]:
    schema = get_openapi(title=app.title, version=app.version, description=_DESCRIPTION, routes=app.routes)
    parts = schema["components"]["schemas"]
    parts["Problem"] = TypeAdapter(Problem).json_schema(mode="serialization")
    for unused in ("HTTPValidationError", "ValidationError"):
        parts.pop(unused, None)
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            operation["responses"].update(_errors(path, operation, token))
    if token:
        schema["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        schema["security"] = [{"token": []}]
        for path in OPEN:
            schema["paths"][path]["get"]["security"] = []
    return schema


def _errors(path: str, operation: Mapping[str, Any], token: bool) -> dict[str, Any]:
    """Return the problems that an operation can answer with."""
    errors = dict(_ANY)
    if path.startswith("/v1/"):
        errors |= _KEPT if "documents" in path else {}
        errors |= _WORK if "requestBody" in operation or "{document_id}" in path else {}
        errors |= _BODY if "requestBody" in operation else {}
        errors |= {404: "No such upload", 422: "Not accepted"} if "{ticket}" in path else {}
        errors |= _OF_OPERATIONS.get(operation["operationId"], {})
    if path == "/readyz":
        errors[503] = "Not ready"
    if token and path not in OPEN:
        errors[401] = "No token, or a wrong one"
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": _EXAMPLE}}
    return {str(status): {"description": text, "content": content} for status, text in sorted(errors.items())}


def add_error_handlers(app: FastAPI) -> None:
    """Answer all errors that a request can cause; anything else is a bug and reaches the envelope."""
    for kind in (ProblemError, SentenceRankError, sqlite3.DatabaseError):
        app.add_exception_handler(kind, _answer_known)
    app.add_exception_handler(RequestValidationError, _answer_invalid)
    app.add_exception_handler(HTTPException, _answer_http)


async def _answer_known(request: Request, error: Exception) -> Response:
    problem = as_problem(error)
    if problem is None:
        raise error
    if problem.status == 500 or (problem.status >= 500 and isinstance(error, sqlite3.Error)):
        log_failure(error, request_id=_request_id(request))
    return _response(request, problem)


async def _answer_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    detail = _DETAILS.get(error.status_code, str(error.detail))
    headers = {"Allow": _allowed_methods(request)} if error.status_code == 405 else error.headers
    return _response(request, ProblemError(error.status_code, "http", detail, headers))


def _allowed_methods(request: Request) -> str:
    """Return the methods of an address; the framework names those of its first route alone."""
    methods = {
        method
        for route in request.app.state.routes
        if route.matches(request.scope)[0] is not Match.NONE
        for method in route.methods
    }
    return ", ".join(sorted(methods))


async def _answer_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    if any(fault["type"] == "json_invalid" for fault in found):
        return _response(request, ProblemError(400, "json", _DETAILS[400]))
    if any(fault["loc"] == ("body",) for fault in found) and not _is_json(request):
        return _response(request, unsupported("Send JSON with Content-Type: application/json."))
    # Only where and what, never what was sent: it may be private, and it may be long.
    faults = [{"pointer": _pointer(fault["loc"]), "detail": _sentence(fault["msg"])} for fault in found[:_SHOWN]]
    first = faults[0] if faults else {"pointer": "", "detail": "it is not valid"}
    detail = f"Correct {first['pointer'] or 'the request'}: {first['detail']}. GET /openapi.json describes the request."
    return _response(request, ProblemError(422, "invalid", detail, errors=faults))


def _response(request: Request, problem: ProblemError) -> Response:
    return Response(problem.body(_request_id(request)), problem.status, problem.headers, MEDIA_TYPE)


def _request_id(request: Request) -> str:
    return str(getattr(request.state, "request_id", ""))


def _is_json(request: Request) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


def _sentence(message: str) -> str:
    """Return what is wrong without the name of a Python error and without a full stop.

    >>> _sentence("Value error, give either text or sentences.")
    'give either text or sentences'
    """
    return str(message).removeprefix("Value error, ").rstrip(".")


def _pointer(location: tuple[int | str, ...]) -> str:
    """Return a place in the request as a JSON pointer; the first part says body, query or path.

    >>> _pointer(("body", "items", 0, "text")), _pointer(("query", "limit"))
    ('#/items/0/text', 'query/limit')
    """
    where, *rest = (str(part).replace("~", "~0").replace("/", "~1") for part in location)
    return "/".join(["#" if where == "body" else where, *rest])
