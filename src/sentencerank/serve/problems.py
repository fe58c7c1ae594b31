"""Errors as problem details (RFC 9457): what happened, and what to do about it."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from collections.abc import Mapping
from contextlib import suppress
from http import HTTPStatus

from starlette.types import Receive, Scope, Send

from sentencerank.errors import (
    ConvergenceError,
    DocumentError,
    ExtraError,
    InputError,
    LanguageError,
    OptionsError,
    SentenceRankError,
)

MEDIA_TYPE = "application/problem+json"
LINGER_SECONDS = 2.0
LINGER_BYTES = 64_000_000

_STATUS: tuple[tuple[type[Exception], int, str], ...] = (  # the first that fits
    (OptionsError, 422, "options"),
    (InputError, 422, "input"),
    (DocumentError, 422, "document"),
    (LanguageError, 422, "language"),
    (ConvergenceError, 422, "convergence"),
    (ExtraError, 501, "extra-missing"),
)
_LIMITS = re.compile(r"([Pp])ass Limits\((\w+)=…\)")
_HAVE = {"P": "Have", "p": "have"}
_READ_IT = re.compile(r"Read (?:it first|the file itself): sr\.\S+")


class ProblemError(Exception):
    """An answer that is an error; `code` ends its type, `errors` point at the parts of the request that are wrong."""

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        headers: Mapping[str, str] | None = None,
        errors: list[dict[str, str]] | None = None,
    ) -> None:
        super().__init__(status, code, detail, headers, errors)  # all of them, so that it can be pickled
        self.status, self.code, self.detail = status, code, detail
        self.headers, self.errors = dict(headers or {}), errors

    def record(self, request_id: str = "") -> dict[str, object]:
        """The members of the problem."""
        record: dict[str, object] = {
            "type": f"urn:sentencerank:problem:{self.code}",
            "title": HTTPStatus(self.status).phrase,
            "status": self.status,
            "detail": self.detail,
        }
        if request_id:
            record["instance"] = f"urn:uuid:{request_id}"  # the same id stands in the log
        if self.errors:
            record["errors"] = self.errors
        return record

    def body(self, request_id: str = "") -> bytes:
        """The problem as JSON."""
        return json.dumps(self.record(request_id)).encode()


def busy(what: str, seconds: int = 1) -> ProblemError:
    """Too much is going on."""
    return ProblemError(
        503, "busy", f"{what}. Try again after {seconds} s, as Retry-After says.", {"Retry-After": str(seconds)}
    )


def too_large(detail: str) -> ProblemError:
    """Too much was sent."""
    return ProblemError(413, "too-large", detail)


def as_problem(error: Exception) -> ProblemError | None:
    """What an error of the library or of the database means to a client; None for a bug."""
    if isinstance(error, ProblemError):
        return error
    for kind, status, code in _STATUS:
        if isinstance(error, kind):
            return ProblemError(status, code, _for_clients(str(error)))
    if isinstance(error, SentenceRankError):
        return ProblemError(500, "internal", "The server cannot do this. Its operator finds the reason in the log.")
    if isinstance(error, sqlite3.OperationalError):
        if "full" in str(error):
            return ProblemError(507, "store-full", "The disk of the server is full. Its operator has to make room.")
        if "locked" in str(error):
            return busy("The document store is busy")
    return None


def _for_clients(message: str) -> str:
    """Users of the library call functions; clients have to upload the file, or to ask for a higher limit."""
    message = _READ_IT.sub("Upload it instead: POST /v1/documents.", message)
    return _LIMITS.sub(lambda found: f"{_HAVE[found[1]]} the server started with a higher limit ({found[2]})", message)


def internal() -> ProblemError:
    """A bug; nothing about it is told to the client."""
    return ProblemError(
        500, "internal", "Something went wrong on the server. Report it with the instance, which its log knows too."
    )


async def refuse(problem: ProblemError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer before the body was read, and close the connection.

    What the client still sends is taken and thrown away for a moment: a connection that is closed while data arrives
    is reset, and the client would never see the answer.
    """
    body = problem.body(scope.get("state", {}).get("request_id", ""))
    headers = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), "connection": "close", **problem.headers}
    raw = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": problem.status, "headers": raw})
    await send({"type": "http.response.body", "body": body, "more_body": True})
    with suppress(TimeoutError):
        async with asyncio.timeout(LINGER_SECONDS):
            await _drain(receive)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _drain(receive: Receive) -> None:
    taken = 0
    while taken < LINGER_BYTES:
        message = await receive()
        taken += len(message.get("body", b""))
        if message["type"] == "http.disconnect" or not message.get("more_body", False):
            return
