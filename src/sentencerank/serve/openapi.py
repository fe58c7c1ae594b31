"""The description of the API (OpenAPI 3.1): what FastAPI derives, with problems as the errors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic.json_schema import models_json_schema

from sentencerank.serve.problems import MEDIA_TYPE
from sentencerank.serve.responses import Problem

_ANY = {400: "Not parsed", 403: "Wrong host or origin", 408: "Sent too slowly", 413: "Too large", 500: "A bug"}
_WORK = {422: "Not accepted", 501: "Needs an extra", 503: "Busy", 504: "Took too long"}
_BODY = {415: "Wrong media type"}
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


def describe(app: FastAPI, *, token: bool) -> None:
    """Make the application describe itself, once."""

    def description() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _described(app, token)
        return app.openapi_schema

    app.openapi = description  # type: ignore[method-assign]


def _described(app: FastAPI, token: bool) -> dict[str, Any]:
    schema = get_openapi(title=app.title, version=app.version, description=_DESCRIPTION, routes=app.routes)
    parts = schema["components"]["schemas"]
    _, problem = models_json_schema([(Problem, "serialization")], ref_template="#/components/schemas/{model}")
    parts.update(problem["$defs"])
    for unused in ("HTTPValidationError", "ValidationError"):
        parts.pop(unused, None)
    for path, operations in schema["paths"].items():
        for operation in operations.values():
            operation["responses"].update(_errors(path, operation, token))
    if token:
        schema["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        schema["security"] = [{"token": []}]
        schema["paths"]["/healthz"]["get"]["security"] = []
    return schema


def _errors(path: str, operation: Mapping[str, Any], token: bool) -> dict[str, Any]:
    """The problems that an operation can answer with."""
    errors = dict(_ANY)
    if path.startswith("/v1/"):
        errors |= _KEPT if "documents" in path else {}
        errors |= _WORK if "requestBody" in operation or "{document_id}" in path else {}
        errors |= _BODY if "requestBody" in operation else {}
        errors |= {507: "No room"} if operation["operationId"] == "upload" else {}
    if token and path != "/healthz":
        errors[401] = "No token, or a wrong one"
    content = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}, "example": _EXAMPLE}}
    return {str(status): {"description": text, "content": content} for status, text in sorted(errors.items())}
