"""Who may ask: the token, the names that this server goes by, and requests that pages of other sites make.

Nothing here parses what a client sent: it is compared with what is allowed, so that no odd spelling gets through.
"""

from __future__ import annotations

import base64
import binascii
import hmac
from collections.abc import Iterable
from html import escape
from urllib.parse import parse_qsl, urlencode

from starlette.types import ASGIApp, Receive, Scope, Send

from sentencerank.serve.headers import joined
from sentencerank.serve.middleware import refuse
from sentencerank.serve.problems import ProblemError, busy
from sentencerank.serve.settings import LOOPBACK_NAMES, TOKEN

OPEN = frozenset({"/healthz", "/readyz"})  # need no token and no name
PAGES = frozenset({"/", "/index.html"})  # other sites may link to them, and the token may come with them
_NATURAL_PORT = 80  # browsers leave it out
_CHALLENGE = 'Bearer realm="sentencerank"'
_PASSWORD = ', Basic realm="sentencerank", charset="UTF-8"'
_NO_TOKEN = ProblemError(
    401,
    "token",
    "This server asks for a token. Open the address that it printed when it started; programs send Authorization: "
    f"Bearer and the token. If its operator chose one, it is the value of {TOKEN}, and a browser gives it as the "
    "password, with any name.",
)
_WRONG_HOST = ProblemError(
    403, "host", "This server does not go by that name. Its operator can add one with --allow-host."
)
_WRONG_ORIGIN = ProblemError(403, "origin", "Pages of other sites may not use this server. Call it from its own page.")


class Access:
    """Turns away who has no token, who came by a strange name, and pages of other sites.

    The Host is compared with `hosts`: a page whose own name was made to point at this computer ("DNS rebinding") would
    otherwise be allowed to read documents. None stands for any name. The Origin is compared with the Host, because a
    browser would let any page post a form here, with the cookie or the password of its user. Browsers also say in
    Sec-Fetch-Site who makes a request.
    """

    def __init__(self, app: ASGIApp, *, token: str | None, hosts: Iterable[str] | None) -> None:
        self._app = app
        self._token = None if token is None else token.encode()
        self._hosts = None if hosts is None else frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer 401 or 403; a token in the address of the page becomes a cookie."""
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        if scope["path"] not in OPEN and scope.get("state", {}).get("crowded"):
            return await refuse(busy("The server has as many connections as it takes"), scope, receive, send)
        problem = self._stranger(scope)
        if problem is None and self._token is not None and scope["path"] not in OPEN:
            if self._has_login(scope):
                return await self._let_in(scope, send)
            problem = None if self._has_token(scope) else _no_token(scope)
        if problem is not None:
            return await refuse(problem, scope, receive, send)
        await self._app(scope, receive, send)

    def _stranger(self, scope: Scope) -> ProblemError | None:
        host, origin = joined(scope, b"host") or "", joined(scope, b"origin")
        if scope["path"] not in OPEN and not knows_host(host, self._hosts, _port(scope)):
            return _WRONG_HOST
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return _WRONG_ORIGIN
        return None if came_from_here(scope) else _WRONG_ORIGIN

    def _has_token(self, scope: Scope) -> bool:
        given = _given_token(joined(scope, b"authorization") or "")
        # Both are always compared, so that the time tells nothing.
        by_header = hmac.compare_digest(given, self._token or b"")
        by_cookie = hmac.compare_digest(_given_cookie(scope), self._cookie(scope).encode())
        return by_header or by_cookie

    def _has_login(self, scope: Scope) -> bool:
        if scope["path"] not in PAGES or scope["method"] != "GET":
            return False
        given = dict(_query(scope)).get("token")
        return given is not None and hmac.compare_digest(given.encode(errors="replace"), self._token or b"")

    def _cookie(self, scope: Scope) -> str:
        # Browsers send cookies to all ports of a computer: what is sent to another server must not be the token.
        return hmac.new(self._token or b"", f"cookie {_port(scope)}".encode(), "sha256").hexdigest()

    async def _let_in(self, scope: Scope, send: Send) -> None:
        """Set the cookie and lead to the same page without the token."""
        rest = urlencode([(name, value) for name, value in _query(scope) if name != "token"], errors="replace")
        address = f"/?{rest}" if rest else "/"
        status, body, extra = 303, b"", [(b"location", address.encode())]
        if joined(scope, b"sec-fetch-site") == "cross-site":
            # A browser that was led here by another site, or by a file, sends a strict cookie only with the next
            # request that this page makes itself: so it goes on by itself.
            link = escape(address, quote=True)
            page = f'<meta http-equiv="refresh" content="0; url={link}"><p><a href="{link}">Go on to the reader</a></p>'
            body = f"<!doctype html><title>sentencerank</title>{page}".encode()
            status, extra = 200, [(b"content-type", b"text/html; charset=utf-8")]
        cookie = f"{cookie_name(scope)}={self._cookie(scope)}; Path=/; HttpOnly; SameSite=Strict"
        length = (b"content-length", str(len(body)).encode())
        headers = [*extra, length, (b"set-cookie", cookie.encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": False})


def _no_token(scope: Scope) -> ProblemError:
    """Return the answer to a request without a token; only a navigation makes a browser ask for a password."""
    asks = joined(scope, b"sec-fetch-mode") in (None, "navigate")
    challenge = _CHALLENGE + _PASSWORD if asks else _CHALLENGE
    return ProblemError(_NO_TOKEN.status, _NO_TOKEN.code, _NO_TOKEN.detail, {"WWW-Authenticate": challenge})


def own_names(host: str, allowed: Iterable[str], *, loopback: bool) -> frozenset[str] | None:
    """Return the names of a server that listens on `host`; None: any, because only the token decides.

    >>> sorted(own_names("127.0.0.1", ["reader.example"], loopback=True))
    ['127.0.0.1', '[::1]', 'localhost', 'reader.example']
    """
    names = frozenset(allowed)
    if not loopback:
        return names or None
    return names | {f"[{name}]" if ":" in name else name for name in (*LOOPBACK_NAMES, host)}


def knows_host(host: str, names: frozenset[str] | None, port: int | None) -> bool:
    """Return whether a Host header is one of the names, spelled exactly so, with the port that the server listens on.

    A name of the operator may stand without its port, because a proxy may listen on another one.

    >>> names = frozenset({"localhost", "reader.example"})
    >>> [knows_host(host, names, 8000) for host in ("localhost:8000", "localhost", "reader.example")]
    [True, False, True]
    >>> [knows_host(host, names, 8000) for host in ("localhost.:8000", "a@localhost:8000", "localhost:08000")]
    [False, False, False]
    """
    if names is None:
        return bool(host)
    name, colon, digits = host.rpartition(":")
    if colon and name in names and digits == str(port):
        return True
    return host in names and (port == _NATURAL_PORT or host not in _HERE)


_HERE = frozenset(f"[{name}]" if ":" in name else name for name in LOOPBACK_NAMES)


def came_from_here(scope: Scope) -> bool:
    """Return whether a request is not one that a page of another site makes; such a page may only link to ours."""
    site = joined(scope, b"sec-fetch-site")
    if site is None or site in ("same-origin", "none"):
        return True
    mode, target = joined(scope, b"sec-fetch-mode"), joined(scope, b"sec-fetch-dest")
    linked = scope["method"] in ("GET", "HEAD") and (mode, target) == ("navigate", "document")
    return linked and scope["path"] in PAGES


def cookie_name(scope: Scope) -> str:
    """Return the name of the cookie: one for each port, because browsers do not keep the cookies of ports apart."""
    return f"sentencerank-{_port(scope)}"


def _port(scope: Scope) -> int | None:
    server = scope.get("server")
    return None if server is None else server[1]


def _query(scope: Scope) -> list[tuple[str, str]]:
    return parse_qsl(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True, errors="replace")


def _given_cookie(scope: Scope) -> bytes:
    """Return the value of our cookie, empty if there is none."""
    wanted = cookie_name(scope)
    for part in (joined(scope, b"cookie") or "").replace(",", ";").split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return value.encode("latin-1")
    return b""


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
