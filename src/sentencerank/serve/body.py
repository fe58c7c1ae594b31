"""Request bodies, counted and timed before the application sees them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sentencerank.serve.problems import ProblemError, busy, refuse, too_large

DOCUMENTS = "/v1/documents"


class ClientGoneError(Exception):
    """The client left before it had sent everything."""


class BodyLimit:
    """ASGI middleware that takes a whole body within its bounds and then hands it on.

    A limit that is raised while the framework reads a chunked body would become its own 400, so the body is read here.
    """

    def __init__(self, app: ASGIApp, *, limit: Callable[[Scope], int], seconds: float, buffered: int) -> None:
        self._app, self._limit, self._seconds = app, limit, seconds
        self._room = buffered  # bytes that all bodies together may still take

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read, then call the application; the room is given back when it has answered."""
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
        if _declared(scope) > limit:
            raise _too_large(limit)
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientGoneError
            part: bytes = message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) + len(part) > limit:
                raise _too_large(limit)
            if len(part) > self._room:
                raise busy("The server holds as much unread data as it may")
            self._room -= len(part)
            body += part


def _too_large(limit: int) -> ProblemError:
    return too_large(f"The body has more than {limit:,} bytes. Split what you send.")


def _declared(scope: Scope) -> int:
    """The Content-Length, 0 where there is none; the protocol has refused what is not a number."""
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
