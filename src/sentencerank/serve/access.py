"""Who may ask: bearer token, host names, and no other web page in the name of a user."""

from __future__ import annotations

import base64
import binascii
import hmac
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Receive, Scope, Send

from sentencerank.serve.problems import ProblemError, refuse
from sentencerank.serve.settings import LOOPBACK_NAMES, TOKEN

OPEN = frozenset({"/healthz"})
_CHALLENGE = 'Bearer realm="sentencerank", Basic realm="sentencerank", charset="UTF-8"'


class Access:
    """ASGI middleware that turns away who has no token, who came by a strange name, and pages of other sites.

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
            if not hmac.compare_digest(_given(headers.get(b"authorization", "")), self._token):
                return ProblemError(
                    401,
                    "token",
                    f"This server asks for a token. Send Authorization: Bearer and the value of its {TOKEN}; "
                    "a browser gives it as the password, with any name.",
                    {"WWW-Authenticate": _CHALLENGE},
                )
        elif _name(host) not in self._hosts:
            return ProblemError(
                403, "host", "This server does not go by that name. Its operator can add one with --allow-host."
            )
        origin = headers.get(b"origin")
        if origin is not None and urlsplit(origin).netloc.lower() != host.lower():
            return ProblemError(
                403, "origin", "Pages of other sites may not use this server. Call it from its own page."
            )
        return None


def _given(authorization: str) -> bytes:
    """The token of a Bearer header, or the password of a Basic one."""
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return value.strip().encode("latin-1")
    if scheme.lower() == "basic":
        try:
            return base64.b64decode(value.strip(), validate=True).partition(b":")[2]
        except (binascii.Error, ValueError):
            return b""
    return b""


def _name(host: str) -> str:
    """The name in a Host header, without its port.

    >>> _name("LocalHost:8000"), _name("[::1]:8000")
    ('localhost', '::1')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
