"""What surrounds the routes, as ASGI middleware from the outside in: Envelope, Access, BodyLimit, Shares.

The envelope gives every answer an id and headers, counts and logs it, and answers even to a bug. Access (access.py)
decides who may ask. The body limit counts and times what is sent before the application sees it. Shares (clients.py)
bounds what one client takes at once.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from uuid import uuid4

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sentencerank.serve.headers import NOT_KEPT, SECURITY, problem_headers
from sentencerank.serve.monitoring import Metrics, event, log_failure
from sentencerank.serve.problems import ProblemError, busy, internal, too_large

LINGER_SECONDS = 2.0
LINGER_BYTES = 64_000_000

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
GONE = 499  # the client left before the answer; only in logs and metrics


async def refuse(problem: ProblemError, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer before the body was read, and close the connection.

    What the client still sends is taken and thrown away for a moment: a connection that is closed while data arrives
    is reset, and the client would never see the answer.
    """
    body = problem.body(scope.get("state", {}).get("request_id", ""))
    headers = problem_headers(problem, body)
    await send({"type": "http.response.start", "status": problem.status, "headers": headers})
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


class Envelope:
    """The outermost middleware: it answers every request, whatever happens inside."""

    def __init__(self, app: ASGIApp, *, metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, count it and log it."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        answer = _Answer(send)
        scope.setdefault("state", {})["request_id"] = answer.request_id
        try:
            await self._app(scope, receive, answer.send)
        except Exception as error:
            log_failure(error, request_id=answer.request_id)
            # Too late to say it in another way: the connection breaks, so that nobody takes the answer for whole.
            if answer.status:
                raise
            await refuse(internal(), scope, receive, answer.send)
        finally:
            self._record(scope, answer)

    def _record(self, scope: Scope, answer: _Answer) -> None:
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
    """Return the route that took a request as it is written in the API: labels must not grow with the documents."""
    path = getattr(scope.get("route"), "path", None)
    if path is None:
        return "none"
    return path if path.startswith("/v1/") or path in ("/healthz", "/readyz", "/metrics", "/openapi.json") else "page"


class ClientGoneError(Exception):
    """The client left before it had sent everything."""


class BodyLimit:
    """Takes a whole body within its bounds and then hands it on.

    A limit that is raised while the framework reads a chunked body would become its own 400, so the body is read here.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        limit: Callable[[Scope], int],
        seconds: float,
        buffered: int,
        client: Callable[[Scope], str] = lambda scope: "",
    ) -> None:
        self._app, self._limit, self._seconds, self._client = app, limit, seconds, client
        self._room = buffered  # bytes that all bodies together may still take
        self._share = buffered - buffered // 4  # that those of one client may take
        self._held: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, then call the application; the room is given back when it has answered."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        body, client = bytearray(), self._client(scope)
        try:
            async with asyncio.timeout(self._seconds):
                await self._read(body, client, scope, receive)
        except ClientGoneError:
            return
        except ProblemError as problem:
            await refuse(problem, scope, receive, send)
        except TimeoutError:
            late = f"The request was not sent within {self._seconds:g} s. Send it faster, or in smaller parts."
            await refuse(ProblemError(408, "slow-request", late), scope, receive, send)
        else:
            scope.setdefault("state", {})["body_bytes"] = len(body)
            await self._app(scope, _replay(bytes(body), receive), send)
        finally:
            self._room += len(body)
            self._held[client] -= len(body)
            if not self._held[client]:
                del self._held[client]

    async def _read(self, body: bytearray, client: str, scope: Scope, receive: Receive) -> None:
        if problem := _unclear(scope):
            raise problem
        limit = self._limit(scope)
        excess = f"The body has more than {limit:,} bytes. Split what you send."
        if _declared_length(scope) > limit:
            raise too_large(excess)
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGoneError
            part: bytes = message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) + len(part) > limit:
                raise too_large(excess)
            if len(part) > self._room or len(part) > self._share - self._held[client]:
                raise busy("The server holds as much unread data as it may")
            self._room -= len(part)
            self._held[client] += len(part)
            body += part


def _unclear(scope: Scope) -> ProblemError | None:
    """Return what leaves open how to read a request: a version that is not known, or where its body ends.

    A proxy in between may read it differently, and take a part of the body for another request.
    """
    if scope.get("http_version", "1.1") not in ("1.0", "1.1"):
        return ProblemError(505, "http", "This version of HTTP is not known. Send HTTP/1.1.")
    names = [name for name, _ in scope["headers"]]
    counted, chunked = b"content-length" in names, b"transfer-encoding" in names
    if counted and chunked:
        detail = "The request has both Content-Length and Transfer-Encoding. Send one of them."
        return ProblemError(400, "length", detail)
    if not counted and not chunked and scope["method"] in ("POST", "PUT", "PATCH"):
        return ProblemError(411, "length", "Send Content-Length, or the body chunked.")
    return None


def _declared_length(scope: Scope) -> int:
    """Return the Content-Length, 0 where there is none; the protocol has refused what is not a number."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value)
    return 0


def _replay(body: bytes, receive: Receive) -> Receive:
    waiting = [body]

    async def replay() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return replay
