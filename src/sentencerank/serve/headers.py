"""The headers of requests and answers: what every answer carries, and how a request is read without surprises."""

from __future__ import annotations

from uuid import uuid4

from starlette.types import Scope

from sentencerank.serve.problems import MEDIA_TYPE, ProblemError

SECURITY = tuple(
    (name.encode(), value.encode())
    for name, value in {
        "content-security-policy": "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; "
        "form-action 'self'",
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "cross-origin-resource-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
    }.items()
)
NOT_KEPT = (b"cache-control", b"no-store")  # answers are about private texts


def joined(scope: Scope, name: bytes) -> str | None:
    """Return the value of a header, None if there is none; one that is repeated is joined, and so fits nothing.

    >>> joined({"headers": [(b"origin", b"http://a"), (b"origin", b"http://b")]}, b"origin")
    'http://a, http://b'
    """
    values = [value.decode("latin-1") for key, value in scope["headers"] if key == name]
    return ", ".join(values) if values else None


def problem_headers(problem: ProblemError, body: bytes) -> list[tuple[bytes, bytes]]:
    """Return the headers of an answer that refuses a request and closes its connection."""
    own = {"content-type": MEDIA_TYPE, "content-length": str(len(body)), "connection": "close", **problem.headers}
    return [(name.lower().encode(), value.encode()) for name, value in own.items()]


def whole_answer(problem: ProblemError) -> bytes:
    """Return a problem as the bytes of an HTTP answer, for requests that never reach the application."""
    request_id = str(uuid4())
    body = problem.body(request_id)
    lines = [*problem_headers(problem, body), NOT_KEPT, *SECURITY, (b"x-request-id", request_id.encode())]
    head = b"".join(b"%s: %s\r\n" % line for line in lines)
    return b"HTTP/1.1 %d %s\r\n%s\r\n%s" % (problem.status, problem.title.encode(), head, body)
