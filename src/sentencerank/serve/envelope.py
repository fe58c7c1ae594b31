"""What surrounds every answer: an id, security headers, a count, a line in the log, and an answer even to a bug."""

from __future__ import annotations

import logging
import time
from uuid import uuid4

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sentencerank.serve.logs import event
from sentencerank.serve.metrics import Metrics
from sentencerank.serve.problems import internal, refuse

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
GONE = 499  # the client left before the answer; only in logs and metrics
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


class Envelope:
    """The outermost ASGI middleware."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, whatever happens inside."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        answer = _Answer(send)
        scope.setdefault("state", {})["request_id"] = answer.request_id
        try:
            await self._app(scope, receive, answer.send)
        except Exception as error:
            event("bug", logging.ERROR, error, request_id=answer.request_id)
            if answer.status:  # too late to say it in another way: the connection breaks, so nobody takes it for whole
                raise
            await refuse(internal(), scope, receive, answer.send)
        finally:
            self._tell(scope, answer)

    def _tell(self, scope: Scope, answer: _Answer) -> None:
        method = scope["method"] if scope["method"] in METHODS else "other"
        status, seconds, route = answer.status or GONE, time.perf_counter() - answer.began, route_of(scope)
        self._metrics.request(method, route, status, seconds)
        event(
            "request",
            request_id=answer.request_id,
            method=method,
            route=route,
            status=status,
            ms=round(1000 * seconds, 1),
            bytes_in=scope.get("state", {}).get("body_bytes", 0),
            bytes_out=answer.size,
        )


class _Answer:
    """Sends an answer on, with headers of its own, and remembers what it was."""

    def __init__(self, send: Send) -> None:
        self.request_id, self.began = str(uuid4()), time.perf_counter()
        self.status, self.size = 0, 0
        self._send = send

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = list(message.get("headers", []))
            if not any(name == NOT_KEPT[0] for name, _ in headers):
                headers.append(NOT_KEPT)
            headers += [*SECURITY, (b"x-request-id", self.request_id.encode())]
            message = {**message, "headers": headers}
        else:
            self.size += len(message.get("body", b""))
        await self._send(message)


def route_of(scope: Scope) -> str:
    """The route that took a request as it is written in the API, so that labels do not grow with the documents."""
    path = getattr(scope.get("route"), "path", None)
    if path is None:
        return "none"
    return path if path.startswith("/v1/") or path in ("/healthz", "/metrics", "/openapi.json") else "page"
