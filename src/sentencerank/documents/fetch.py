"""Downloads of addresses that the user typed, for the commands and for the reader on the own computer."""

from __future__ import annotations

import time
from concurrent.futures import Future
from http.client import HTTPException
from threading import Thread
from urllib.error import HTTPError, URLError
from urllib.parse import unquote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from sentencerank.errors import DocumentError

SECONDS = 120.0  # for all of a download
SILENCE = 20.0  # seconds that a server may send nothing
LARGEST = 50_000_000  # bytes
_PART = 65_536  # bytes


def is_address(name: str) -> bool:
    """Whether a name is an address and not a file.

    >>> is_address("https://example.org/a.html"), is_address("a.html"), is_address("file:///a.html")
    (True, False, False)
    """
    return name.lower().startswith(("http://", "https://"))


def fetch(address: str, *, seconds: float = SECONDS) -> bytes:
    """Download what is at an address, by http or https only, redirects included.

    Raises DocumentError if it cannot be fetched within `seconds` and `LARGEST` bytes, or if the server is silent for
    longer than `SILENCE`.
    """
    outcome: Future[bytes] = Future()
    end = time.monotonic() + seconds
    # A server that sends a byte now and then, in its header too, never lets a read time out. So another thread waits.
    Thread(target=_settle, args=(outcome, address, end), name="fetch", daemon=True).start()
    try:
        data = outcome.result(seconds)
    except TimeoutError as error:
        silent = outcome.done() and time.monotonic() < end
        late = f"the server was silent for {SILENCE:g} s" if silent else f"it took longer than {seconds:g} s"
        raise DocumentError(f"it cannot be fetched ({late}). Try again, or download it and give the file.") from error
    except (URLError, OSError, ValueError, HTTPException) as error:
        raise DocumentError(
            f"it cannot be fetched ({getattr(error, 'reason', None) or error}). Check the address, or save the page."
        ) from error
    if len(data) > LARGEST:
        raise DocumentError(f"it is larger than {LARGEST:,} bytes. Download it and give the file.")
    return data


def _settle(outcome: Future[bytes], address: str, end: float) -> None:
    try:
        outcome.set_result(_download(address, end))
    except BaseException as error:
        if isinstance(error, HTTPError):
            error.close()  # it holds the connection
        outcome.set_exception(error)


def _download(address: str, end: float) -> bytes:
    request = Request(address, headers={"User-Agent": "sentencerank", "Accept": "text/html,*/*;q=0.8"})
    parts: list[bytes] = []
    size = 0
    with build_opener(_OnlyWeb).open(request, timeout=min(SILENCE, max(0.1, end - time.monotonic()))) as answer:
        # When nobody waits any more, this ends too.
        while size <= LARGEST and time.monotonic() < end and (part := answer.read1(_PART)):
            parts.append(part)
            size += len(part)
    if time.monotonic() >= end:
        raise TimeoutError("the time is over")
    return b"".join(parts)


def file_name(address: str) -> str:
    """Return the last part of an address, as a name for what was fetched.

    >>> file_name("https://example.org/papers/rain%20fall.pdf?x=1"), file_name("https://example.org/")
    ('rain fall.pdf', 'example.org')
    """
    parts = urlsplit(address)
    return unquote(parts.path.rstrip("/").rpartition("/")[2]) or parts.netloc


class _OnlyWeb(HTTPRedirectHandler):
    """Follow a redirect to another page, never to a file of this computer."""

    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]
        if not is_address(newurl):
            raise URLError(f"redirected to {newurl[:200]}")
        return super().redirect_request(req, fp, code, msg, headers, newurl)
