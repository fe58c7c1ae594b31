"""What surrounds the routes, as ASGI middleware from the outside in: Envelope, Access, BodyLimit.

The envelope gives every answer an id and headers, counts and logs it, and answers even to a bug. Access decides who may
ask. The body limit counts and times what is sent before the application sees it.
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import hmac
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit
from uuid import uuid4

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sentencerank.serve.monitoring import Metrics, event, log_failure
from sentencerank.serve.problems import MEDIA_TYPE, ProblemError, busy, internal, too_large
from sentencerank.serve.settings import LOOPBACK_NAMES, TOKEN

LINGER_SECONDS = 2.0
LINGER_BYTES = 64_000_000

OPEN = frozenset({"/healthz"})  # needs no token
_CHALLENGE = 'Bearer realm="sentencerank", Basic realm="sentencerank", charset="UTF-8"'

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
    return path if path.startswith("/v1/") or path in ("/healthz", "/metrics", "/openapi.json") else "page"


class Access:
    """Turns away who has no token, who came by a strange name, and pages of other sites.

    Without a token the Host is checked: a page whose own name was made to point at this computer ("DNS rebinding")
    would otherwise be allowed to read every document. The Origin is always checked: a browser would let any page post
    a form here, with the password that its user once gave.
    """

    def __init__(self, app: ASGIApp, *, token: str | None, hosts: frozenset[str]) -> None:
        self._app = app
        self._token = None if token is None else token.encode()
        self._hosts = LOOPBACK_NAMES | hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer 401 or 403."""
        if scope["type"] == "http" and scope["path"] not in OPEN and (problem := self._problem(scope)):
            return await refuse(problem, scope, receive, send)
        await self._app(scope, receive, send)

    def _problem(self, scope: Scope) -> ProblemError | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if self._token is not None:
            if not hmac.compare_digest(_given_token(headers.get(b"authorization", "")), self._token):
                return ProblemError(
                    401,
                    "token",
                    f"This server asks for a token. Send Authorization: Bearer and the value of its {TOKEN}; "
                    "a browser gives it as the password, with any name.",
                    {"WWW-Authenticate": _CHALLENGE},
                )
        elif _host_name(host) not in self._hosts:
            return ProblemError(
                403, "host", "This server does not go by that name. Its operator can add one with --allow-host."
            )
        origin = headers.get(b"origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return ProblemError(
                403, "origin", "Pages of other sites may not use this server. Call it from its own page."
            )
        return None


def _given_token(authorization: str) -> bytes:
    """Return the token of a Bearer header, or the password of a Basic one."""
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return value.strip().encode("latin-1")
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(value.strip(), validate=True).partition(b":")[2]
        except (binascii.Error, ValueError):
            return b""
    return b""


def _host_name(host: str) -> str:
    """Return the name in a Host header, without its port.

    >>> _host_name("LocalHost:8000"), _host_name("[::1]:8000")
    ('localhost', '::1')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


class ClientGoneError(Exception):
    """The client left before it had sent everything."""


class BodyLimit:
    """Takes a whole body within its bounds and then hands it on.

    A limit that is raised while the framework reads a chunked body would become its own 400, so the body is read here.
    """

    def __init__(self, app: ASGIApp, *, limit: Callable[[Scope], int], seconds: float, buffered: int) -> None:
        self._app, self._limit, self._seconds = app, limit, seconds
        self._room = buffered  # bytes that all bodies together may still take

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the body, then call the application; the room is given back when it has answered."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        body = bytearray()
        try:
            async with asyncio.timeout(self._seconds):
                await self._read(body, scope, receive)
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

    async def _read(self, body: bytearray, scope: Scope, receive: Receive) -> None:
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
            if len(part) > self._room:
                raise busy("The server holds as much unread data as it may")
            self._room -= len(part)
            body += part


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
