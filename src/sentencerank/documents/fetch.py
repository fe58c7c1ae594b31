"""Downloads for the command line alone: the user typed the address."""

from __future__ import annotations

from urllib.error import URLError
from urllib.parse import unquote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from sentencerank.errors import DocumentError

SECONDS = 20.0
LARGEST = 50_000_000  # bytes


def is_address(name: str) -> bool:
    """Whether a name is an address and not a file.

    >>> is_address("https://example.org/a.html"), is_address("a.html"), is_address("file:///a.html")
    (True, False, False)
    """
    return name.lower().startswith(("http://", "https://"))


def fetch(address: str) -> bytes:
    """Download what is at an address, by http or https only, redirects included.

    Raises DocumentError if it cannot be fetched within `SECONDS` and `LARGEST` bytes.
    """
    request = Request(address, headers={"User-Agent": "sentencerank", "Accept": "text/html,*/*;q=0.8"})
    try:
        with build_opener(_OnlyWeb).open(request, timeout=SECONDS) as answer:
            data: bytes = answer.read(LARGEST + 1)
    except (URLError, OSError, ValueError) as error:
        raise DocumentError(
            f"it cannot be fetched ({getattr(error, 'reason', None) or error}). Check the address, or save the page."
        ) from error
    if len(data) > LARGEST:
        raise DocumentError(f"it is larger than {LARGEST:,} bytes. Download it and give the file.")
    return data


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
