"""Errors as problem details (RFC 9457): what happened, and what to do about it."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Mapping
from http import HTTPStatus

from sentencerank.errors import (
    ConvergenceError,
    DocumentError,
    ExtraError,
    InputError,
    LanguageError,
    OptionsError,
    SentenceRankError,
)
from sentencerank.serve.database import has_no_room, is_damaged, is_of_disk

MEDIA_TYPE = "application/problem+json"

# The first that fits counts. Other errors of the library are for the operator: their messages may name folders.
_STATUS: tuple[tuple[type[Exception], int, str], ...] = (
    (OptionsError, 422, "options"),
    (InputError, 422, "input"),
    (DocumentError, 422, "document"),
    (LanguageError, 422, "language"),
    (ConvergenceError, 422, "convergence"),
    (ExtraError, 501, "extra-missing"),
)
_LIMITS = re.compile(r"([Pp])ass Limits\((\w+)=…\)")
_HAVE = {"P": "Have", "p": "have"}
_READ_IT = re.compile(r"Read (?:it first|the file|the file itself): sr\.\S+")


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
        # All arguments are handed on, so that the error can be pickled.
        super().__init__(status, code, detail, headers, errors)
        self.status, self.code, self.detail = status, code, detail
        self.headers, self.errors = dict(headers or {}), errors

    @property
    def title(self) -> str:
        """What the status is called."""
        return HTTPStatus(self.status).phrase

    def record(self, request_id: str = "") -> dict[str, object]:
        """Return the members of the problem; `request_id` is the id that the log has."""
        record: dict[str, object] = {
            "type": f"urn:sentencerank:problem:{self.code}",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
        }
        if request_id:
            record["instance"] = f"urn:uuid:{request_id}"
        if self.errors:
            record["errors"] = self.errors
        return record

    def body(self, request_id: str = "") -> bytes:
        """Return the problem as JSON."""
        return json.dumps(self.record(request_id)).encode()


def busy(what: str, seconds: int = 1) -> ProblemError:
    """Return the problem that too much is going on, with the seconds after which to try again."""
    return ProblemError(
        503, "busy", f"{what}. Try again after {seconds} s, as Retry-After says.", {"Retry-After": str(seconds)}
    )


def too_large(detail: str) -> ProblemError:
    """Return the problem that too much was sent."""
    return ProblemError(413, "too-large", detail)


def unsupported(detail: str) -> ProblemError:
    """Return the problem that a media type is not taken."""
    return ProblemError(415, "media-type", detail)


def no_document() -> ProblemError:
    """Return the problem that a document is not in the store."""
    return ProblemError(404, "no-document", "There is no such document. GET /v1/documents lists those that are.")


def internal() -> ProblemError:
    """Return the problem of a bug, which tells the client nothing about it."""
    return ProblemError(
        500, "internal", "Something went wrong on the server. Report it with the instance, which its log knows too."
    )


def as_problem(error: Exception) -> ProblemError | None:
    """Return what an error of the library or of the database means to a client, or None for a bug.

    A status of 500 is for the operator: whoever answers with it has to log the error.
    """
    if isinstance(error, ProblemError):
        return error
    for kind, status, code in _STATUS:
        if isinstance(error, kind):
            return ProblemError(status, code, _for_clients(str(error)))
    if isinstance(error, SentenceRankError):
        return ProblemError(500, "internal", "The server cannot do this. Its operator finds the reason in the log.")
    return _of_database(error) if isinstance(error, sqlite3.DatabaseError) else None


def _of_database(error: sqlite3.DatabaseError) -> ProblemError | None:
    if has_no_room(error):
        return ProblemError(
            507, "store-full", "The disk of the server is full. Delete documents, or have its operator make room."
        )
    if "locked" in str(error):
        return busy("The document store is busy")
    if is_damaged(error):
        return _unusable("is damaged. Have the server started again, which saves what can be read")
    if is_of_disk(error):
        return _unusable("cannot be used now. Its operator finds the reason in the log")
    return None


def _unusable(why: str) -> ProblemError:
    return ProblemError(503, "store", f"The document store {why}.", {"Retry-After": "30"})


def _for_clients(message: str) -> str:
    """Users of the library call functions; clients have to upload the file, or to ask for a higher limit."""
    message = _READ_IT.sub("Upload it instead: POST /v1/documents.", message)
    return _LIMITS.sub(lambda found: f"{_HAVE[found[1]]} the server started with a higher limit ({found[2]})", message)
