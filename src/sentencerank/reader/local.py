"""Reading on this computer: a file as a page on disk, or in a server that only this computer can reach."""

from __future__ import annotations

import json
import os
import socket
import sys
import time
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from tempfile import NamedTemporaryFile, TemporaryDirectory
from threading import Thread
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from sentencerank.documents.fetch import fetch, file_name, is_address
from sentencerank.errors import DocumentError, ExtraError, SentenceRankError
from sentencerank.extras import require

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sentencerank import Document, Ranking, Recipe

LOOPBACK = "127.0.0.1"
PATIENCE = 60.0  # seconds for the server to start: its workers load a model


@dataclass(frozen=True, slots=True)
class Source:
    """A file to be read, as it is."""

    name: str
    data: bytes


def load(name: str) -> Source:
    """Read a file, an address, or standard input for "-"."""
    if name == "-":
        return Source("standard input.txt", sys.stdin.buffer.read())
    with _named(name):
        if is_address(name):
            return Source(file_name(name), fetch(name))
        try:
            return Source(Path(name).name, Path(name).read_bytes())
        except OSError as error:
            raise DocumentError(f"{error.strerror or error}. Check the path.") from error


def targets(sources: Sequence[Source], folder: Path) -> list[Path]:
    """Where the page of each source goes; files that would share a page are numbered.

    >>> [path.name for path in targets([Source("rain.txt", b""), Source("rain.pdf", b"")], Path("pages"))]
    ['rain.html', 'rain-2.html']
    """
    names: list[str] = []
    for source in sources:
        stem = Path(source.name).stem
        tries = (f"{stem}.html" if number == 1 else f"{stem}-{number}.html" for number in count(1))
        names.append(next(name for name in tries if name not in names))
    return [folder / name for name in names]


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Put the name of a file before what is wrong with it."""
    try:
        yield
    except DocumentError as error:
        raise DocumentError(f"{name}: {error}") from error


def ranked(source: Source, recipe: Recipe | None = None) -> Ranking:
    """A file → its ranking, without any server."""
    from sentencerank import Ranker, Recipe
    from sentencerank.documents import read_document

    recipe = recipe or Recipe()
    with _named(source.name):
        document: Document = read_document(source.data, name=source.name, language=str(recipe.language))
        ranking = Ranker.of(recipe).rank(document)
        if not len(ranking):
            raise DocumentError("there are no sentences in it. Give a file with text.")
    return ranking


def write_page(source: Source, target: Path, recipe: Recipe | None = None) -> None:
    """Write the self-contained page; under its name there is always a whole file, the old one or the new one."""
    from sentencerank.reader.page import page

    html = page(ranked(source, recipe), title=Path(source.name).stem)
    try:
        with _replacing(target) as file:
            file.write_text(html, encoding="utf-8")
    except OSError as error:
        raise SentenceRankError(f"{target}: {error.strerror or error}. Choose another place for the page.") from error


@contextmanager
def _replacing(target: Path) -> Iterator[Path]:
    """A temporary file beside `target` that takes its place when all went well."""
    with NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp", delete=False) as made:
        temporary = Path(made.name)
    try:
        yield temporary
        temporary.chmod(0o666 & ~_umask())  # such files are private at first; a page is like any other file
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def read_in_browser(
    sources: Sequence[Source],
    *,
    store: Path | None = None,
    port: int = 0,
    settings: dict[str, str] | None = None,
    tell: Callable[[str], None],
    browse: Callable[[str], object] = webbrowser.open,
) -> None:
    """Serve the reader to this computer until interrupted; upload the files and open the first.

    Without `store` the documents are gone when this ends.
    """
    try:
        for module in ("fastapi", "uvicorn", "python_multipart"):
            require(module, "serve")
    except ExtraError as error:
        raise ExtraError(f"{error}; or write a page that needs no server: sentencerank read -o page.html") from error
    from sentencerank.serve.run import run
    from sentencerank.serve.settings import Settings

    port = port or free_port()
    with TemporaryDirectory(prefix="sentencerank-") as folder:
        server = Settings(store=store or Path(folder) / "documents.db", host=LOOPBACK, port=port, workers=1)
        arguments = (f"http://{LOOPBACK}:{port}", tuple(sources), settings or {}, tell, browse)
        Thread(target=_open, args=arguments, daemon=True).start()
        run(server, quiet=True)  # one reader needs no line for each request


def _open(
    address: str,
    sources: Sequence[Source],
    settings: dict[str, str],
    tell: Callable[[str], None],
    browse: Callable[[str], object],
) -> None:
    """Wait for the server, upload the files, show the first of them."""
    if not _answers(address):
        tell(f"the server did not answer within {PATIENCE:.0f} s. Try again, or write a page: -o page.html")
        return
    first = ""
    for source in sources:
        try:
            entry = upload(address, source, settings)
        except SentenceRankError as error:
            tell(f"{source.name}: {error}")
        else:
            first = first or f"?d={entry}"
    page = f"{address}/{first}"
    tell(f"reading at {page} until you press Ctrl+C")
    browse(page)


def upload(address: str, source: Source, settings: dict[str, str]) -> str:
    """Send a file to the server as it is; its id there."""
    query = urlencode({"name": source.name, **settings})
    headers = {"Content-Type": "application/octet-stream"}
    request = Request(f"{address}/v1/documents?{query}", data=source.data, headers=headers, method="POST")
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            return str(json.load(answer)["id"])
    except HTTPError as error:
        try:
            detail = json.load(error).get("detail")
        except (ValueError, AttributeError):
            detail = None
        raise DocumentError(str(detail or f"the server answered {error.code}.")) from error
    except URLError as error:
        raise SentenceRankError(f"the server cannot be reached ({error.reason}). Try again.") from error


def _answers(address: str) -> bool:
    """Whether the server answers before our patience ends."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urlopen(f"{address}/healthz", timeout=1):
                return True
        except OSError:
            time.sleep(0.1)
    return False


def free_port() -> int:
    """A port of this computer on which nothing listens now."""
    with socket.socket() as listener:
        listener.bind((LOOPBACK, 0))
        return int(listener.getsockname()[1])
