"""Who asks: the address that a request came from, also through a proxy, and how much of the server it may take."""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from starlette.types import ASGIApp, Receive, Scope, Send

from sentencerank.serve.access import OPEN
from sentencerank.serve.headers import joined
from sentencerank.serve.middleware import refuse
from sentencerank.serve.problems import busy
from sentencerank.serve.settings import Bounds

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network
_SITE = 64  # bits of an IPv6 address that name a subscriber, who has all addresses below it


def place_of(address: str) -> str:
    """Return the part of an address that stands for one client; what is no address stands for itself.

    >>> place_of("192.0.2.7"), place_of("2001:db8::7"), place_of("::ffff:192.0.2.7"), place_of("")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7', '')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((int(found), _SITE), strict=False)) if not found.is_loopback else str(found)


def is_trusted(address: str, proxies: Sequence[Network]) -> bool:
    """Return whether an address belongs to a proxy of the operator."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in proxies)


def client_of(scope: Scope, proxies: Sequence[Network]) -> str:
    """Return whom a request came from: the last address that no trusted proxy has.

    X-Forwarded-For counts only as far as trusted proxies wrote it: anybody can send one.
    """
    peer = str((scope.get("client") or ("",))[0])
    chain = [part.strip() for part in (joined(scope, b"x-forwarded-for") or "").split(",") if part.strip()]
    while chain and is_trusted(peer, proxies):
        peer = chain.pop()
    return place_of(peer)


class Shares:
    """Lets one address have only so many requests and uploads at once, so that there is room for the others."""

    def __init__(self, app: ASGIApp, *, bounds: Bounds, proxies: Sequence[Network], uploads_to: str) -> None:
        self._app, self._proxies, self._uploads_to = app, proxies, uploads_to
        self._requests: Counter[str] = Counter()
        self._uploads: Counter[str] = Counter()
        self._most, self._most_uploads = bounds.client_requests, bounds.client_uploads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it because its client has too many already."""
        if scope["type"] != "http" or scope["path"] in OPEN:
            return await self._app(scope, receive, send)
        client = client_of(scope, self._proxies)
        upload = scope["method"] == "POST" and scope["path"] == self._uploads_to
        taken = [self._requests, *([self._uploads] if upload else [])]
        if self._requests[client] >= self._most or (upload and self._uploads[client] >= self._most_uploads):
            what = "uploads" if upload and self._uploads[client] >= self._most_uploads else "requests"
            return await refuse(busy(f"Your address has as many {what} here as one may have"), scope, receive, send)
        for counter in taken:
            counter[client] += 1
        try:
            await self._app(scope, receive, send)
        finally:
            for counter in taken:
                counter[client] -= 1
                if not counter[client]:
                    del counter[client]
