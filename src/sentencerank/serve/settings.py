"""What a server is told when it starts: where it listens, who may ask, and how much it takes on."""

from __future__ import annotations

import ipaddress
import os
import re
import secrets
import sys
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from sentencerank.errors import OptionsError

TOKEN = "SENTENCERANK_TOKEN"  # the environment variable
SHORTEST_TOKEN = 16
_HOST = re.compile(r"(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?")
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


def _bound(default: float, remark: str) -> Any:
    """Return a limit with its explanation, from which the options of the command and the manual are made."""
    return field(default=default, metadata={"remark": remark})


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """How much one request, and all of them together, may cost; each is an option of `sentencerank serve`."""

    body_bytes: int = _bound(4_000_000, "Bytes of a JSON body; more is answered with 413.")
    upload_bytes: int = _bound(50_000_000, "Bytes of an uploaded file; more is answered with 413.")
    body_seconds: float = _bound(30.0, "Seconds to send a request; slower clients get 408.")
    idle_seconds: float = _bound(75.0, "Seconds between an answer and the next request on its connection.")
    answer_seconds: float = _bound(30.0, "Seconds to take an answer, and 1 more for each 50,000 bytes.")
    buffered_bytes: int = _bound(256_000_000, "Bytes of all bodies in memory at once; beyond them 503.")
    characters: int = _bound(2_000_000, "Characters of the texts of one request; more is answered with 413.")
    sentences: int = _bound(10_000, "Sentences of one text; more is answered with 413.")
    batch: int = _bound(100, "Texts of one batch; more is answered with 413.")
    seconds: float = _bound(30.0, "Seconds to rank one text, waiting included; then 504 and the worker is replaced.")
    batch_seconds: float = _bound(120.0, "Seconds for a whole batch; texts not ranked by then carry an error.")
    memory: int = _bound(2 << 30, "Bytes a worker may take beyond what it holds when it starts; more is 413.")
    in_flight: int = _bound(96, "Requests that are worked on or wait; beyond them 503 with Retry-After.")
    client_requests: int = _bound(64, "Requests of one client address at once; beyond them 503 with Retry-After.")
    uploads: int = _bound(12, "Uploads that are read or wait to be; beyond them 503 with Retry-After.")
    client_uploads: int = _bound(8, "Uploads of one client address at once; beyond them 503 with Retry-After.")
    connections: int = _bound(512, "Open connections; beyond them those that wait are closed, then 503.")
    client_connections: int = _bound(384, "Open connections of one client address; beyond them as above.")
    read_seconds: float = _bound(30.0, "Seconds of processor time to extract the text of an uploaded file.")
    read_memory: int = _bound(1 << 30, "Bytes that extracting it may take.")
    prepared_bytes: int = _bound(256 << 20, "Bytes of prepared documents that each worker keeps for quick queries.")
    documents: int = _bound(100_000, "Documents in the store; beyond them 507.")

    def __post_init__(self) -> None:
        for limit in fields(self):
            if not getattr(self, limit.name) > 0:
                raise OptionsError(f"{limit.name}={getattr(self, limit.name)!r}: a limit is a number above 0.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a server is told when it starts."""

    store: Path
    host: str = "127.0.0.1"
    port: int = 8000
    token: str | None = field(default=None, repr=False)
    workers: int = 2
    allowed_hosts: frozenset[str] = frozenset()  # names beside those of this computer, for a proxy
    trusted_proxies: tuple[str, ...] = ()  # addresses or networks whose X-Forwarded-For counts
    keep_originals: bool = False
    links: bool = False  # whether pages are fetched whose address is given
    quiet: bool = False  # log only what goes wrong
    bounds: Bounds = field(default_factory=Bounds)

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise OptionsError(f"workers={self.workers}: give a whole number of 1 or more.")
        if self.token is not None and (len(self.token) < SHORTEST_TOKEN or not _visible(self.token)):
            raise OptionsError(
                f"a token has at least {SHORTEST_TOKEN} visible ASCII characters. "
                'Make one: python -c "import secrets; print(secrets.token_urlsafe())"'
            )
        for name in self.allowed_hosts:
            if not _HOST.fullmatch(name):
                raise OptionsError(
                    f"{name!r} is not a host name. Give one such as reader.example or reader.example:8443."
                )
        self.proxies()
        if self.token is None and not is_loopback(self.host):
            raise OptionsError(
                f"{self.host} can be reached from other computers, so a token is needed: set {TOKEN} in the "
                "environment, or listen on 127.0.0.1."
            )

    def proxies(self) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
        """Return the networks of the trusted proxies. Raises OptionsError for what is none."""
        try:
            return tuple(map(ipaddress.ip_network, self.trusted_proxies))
        except ValueError as error:
            raise OptionsError(f"{error}. Give the address of a proxy, such as 127.0.0.1 or 10.0.0.0/24.") from None


def new_token() -> str:
    """Return a token that nobody can guess."""
    return secrets.token_urlsafe(32)


def _visible(token: str) -> bool:
    return token.isascii() and token.isprintable() and " " not in token


def is_loopback(host: str) -> bool:
    """Return whether only this computer can reach an address; a name other than localhost counts as reachable.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("0.0.0.0"), is_loopback("example.org")
    (True, True, False, False)
    """
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def default_store() -> Path:
    """Return the file in the user's data folder where documents are kept unless another one is named."""
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        folder = Path.home() / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return folder / "sentencerank" / "documents.db"


def default_workers() -> int:
    """Return the number of processors that this process may use: one worker for each."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
