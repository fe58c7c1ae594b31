"""Reading on this computer: a file as a page on disk, or in a server that only this computer can reach."""

from __future__ import annotations

import json
import os
import re
import socket
import sys
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from threading import Thread
from typing import TYPE_CHECKING
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import Request, urlopen
from uuid import uuid4

from sentencerank.asking.questions import shown
from sentencerank.documents.fetch import fetch, file_name, is_address
from sentencerank.errors import DocumentError, ExtraError, OptionsError, SentenceRankError
from sentencerank.extras import require
from sentencerank.files import export_text, write_text
from sentencerank.recipe import Recipe

if TYPE_CHECKING:
    from sentencerank import Ranking

LOOPBACK = "127.0.0.1"
PORT = 8737  # always the same one if it is free, so that a browser finds its settings again
PATIENCE = 6 * 3600.0  # seconds for the server to answer: a book may take minutes, and its stages are told meanwhile
TELL_AFTER, POLL = 1.5, 0.5  # seconds until the stages of an upload are told, and between questions
# On one's own computer only the computer itself is a limit.
_OWN = {
    "sentences": 10**8,
    "characters": 10**9,
    "upload_bytes": 10**9,
    "buffered_bytes": 2 * 10**9,
    "seconds": PATIENCE,
    "memory": 64 << 30,
    "read_seconds": 600.0,
    "read_memory": 4 << 30,
}
_STAGES = {"fetching": "fetching it", "reading": "reading the file", "keeping": "keeping it"}
_DEFAULT = Recipe()
_MODEL_NAME = re.compile(r"\w[\w.+-]*")


@dataclass(frozen=True, slots=True)
class Source:
    """A file to be read, as it is."""

    name: str
    data: bytes


def load(name: str) -> Source:
    """Read a file, an address, or standard input for "-". Raises DocumentError if it cannot be read."""
    if name == "-":
        return Source("standard input.txt", sys.stdin.buffer.read())
    with naming(name):
        if is_address(name):
            return Source(file_name(name), fetch(name))
        try:
            return Source(Path(name).name, Path(name).read_bytes())
        except OSError as error:
            raise DocumentError(f"{error.strerror or error}. Check the path.") from error


def targets(sources: Sequence[Source], folder: Path, ending: str = ".html") -> list[Path]:
    """Return where the page of each source goes; files that would share a page are numbered.

    >>> [path.name for path in targets([Source("rain.txt", b""), Source("rain.pdf", b"")], Path("pages"))]
    ['rain.html', 'rain-2.html']
    """
    names: list[str] = []
    for source in sources:
        stem = Path(source.name).stem
        tries = (f"{stem}{ending}" if number == 1 else f"{stem}-{number}{ending}" for number in count(1))
        names.append(next(name for name in tries if name not in names))
    return [folder / name for name in names]


@contextmanager
def naming(name: str) -> Iterator[None]:
    """Put the name of a file before what is wrong with it."""
    try:
        yield
    except DocumentError as error:
        raise DocumentError(f"{name}: {error}") from error


def rank_source(source: Source, recipe: Recipe = _DEFAULT) -> Ranking:
    """Read and rank a file without any server. Raises what `read_document` and `rank` raise."""
    from sentencerank.documents import read_document
    from sentencerank.ranker import Ranker

    language = recipe.language
    with naming(source.name):
        code = language if isinstance(language, str) else language.code
        ranking = Ranker.of(recipe).rank(read_document(source.data, name=source.name, language=code))
        if not len(ranking):
            raise DocumentError("there are no sentences in it. Give a file with text.")
    return ranking


def write_page(source: Source, target: Path, recipe: Recipe = _DEFAULT) -> None:
    """Rank a file and write it as a self-contained page, whole or not at all.

    Raises what `rank_source` raises, and SentenceRankError if the page cannot be written.
    """
    from sentencerank.reader.page import reader_page

    html = reader_page(rank_source(source, recipe), title=Path(source.name).stem)
    try:
        export_text(target, html)
    except OSError as error:
        raise SentenceRankError(f"{target}: {error.strerror or error}. Choose another place for the page.") from error


def read_in_browser(
    sources: Sequence[Source],
    recipe: Recipe = _DEFAULT,
    *,
    store: Path | None = None,
    port: int | None = None,
    token: bool = True,
    tell: Callable[[str], None],
    browse: Callable[[str], object] = webbrowser.open,
) -> None:
    """Serve the reader to this computer until interrupted; upload the files and open the first.

    If the server is not installed, pages that need none are written and the first of them is opened. Without `store`
    the documents, and what was read and marked in them, are gone when this ends. Without `port` it is `PORT`, or any
    free one if that is taken. With `token` only who knows the address may read. `tell` is given lines for the user,
    `browse` the address to open.

    Raises KeyboardInterrupt after Ctrl-C, and OptionsError if the recipe holds Python objects or names its model by a
    folder: the server takes models of the user's library only.
    """
    try:
        for module in ("fastapi", "uvicorn", "python_multipart"):
            require(module, "serve")
    except ExtraError as error:
        _read_offline(sources, recipe, str(error), tell, browse)
        return
    from sentencerank.serve.app import run_server
    from sentencerank.serve.settings import Bounds, Settings, new_token

    parameters, secret = upload_parameters(recipe), new_token() if token else None
    with TemporaryDirectory(prefix="sentencerank-") as folder:
        file = store or Path(folder) / "documents.db"
        settings = Settings(
            store=file,
            host=LOOPBACK,
            port=_free_port(tell) if port is None else port,
            token=secret,
            workers=2,  # one may still be busy with what was stopped
            keep_originals=True,  # to show the pages of a PDF as they were printed
            links=True,
            quiet=True,  # one reader needs no line in the log for each request
            bounds=Bounds(**_OWN),  # type: ignore[arg-type]
        )

        def start(address: str) -> None:
            place = Place(address, secret, Path(folder) / "open.html")
            arguments = (place, tuple(sources), parameters, recipe.query and shown(recipe.query), tell, browse)
            Thread(target=_open, args=arguments, daemon=True).start()

        run_server(settings, start)


def _free_port(tell: Callable[[str], None]) -> int:
    """Return the port of the reader, or 0 for any if another process has it."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        try:
            if os.name == "posix":
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((LOOPBACK, PORT))
        except OSError:
            tell(f"port {PORT} is taken, perhaps by another reader; this one takes a free port")
            return 0
    return PORT


def _read_offline(
    sources: Sequence[Source],
    recipe: Recipe,
    reason: str,
    tell: Callable[[str], None],
    browse: Callable[[str], object],
) -> None:
    """Write each file as a page into a new folder for temporary files, and open the first page."""
    if not sources:
        raise DocumentError(f"there is nothing to read without a server: name a file. {reason}")
    pages = targets(sources, Path(mkdtemp(prefix="sentencerank-")))
    for source, page in zip(sources, pages, strict=True):
        write_page(source, page, recipe)
        tell(f"the page is {page}. It works without a server, but keeps nothing on this computer: {reason}")
    browse(pages[0].as_uri())


def upload_parameters(recipe: Recipe) -> dict[str, list[str]]:
    """Return a recipe as parameters of an upload, without its query: that is asked when the document is open.

    Raises OptionsError if the recipe holds Python objects or names its model by a folder.

    >>> upload_parameters(Recipe.of("spr", structure="flat", damping=0.9, fusion=False))["set"]
    ['damping=0.9', 'fusion=False']
    """
    given = recipe.to_dict()
    if recipe.model is not None and not _MODEL_NAME.fullmatch(given["model"]):
        raise OptionsError(
            f"model={given['model']!r}: the server of the reader finds models by their names. Import the folder with "
            "sentencerank model import, or write a page: sentencerank read -o page.html"
        )
    names = ("method", "reading", "structure", "language", "model")
    changes = [f"{name}={value}" for name, value in recipe.changes]
    return {name: [given[name]] for name in names if given[name] is not None} | {"set": changes}


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server of the reader is, and how to get in."""

    address: str
    token: str | None = field(default=None, repr=False)
    door: Path | None = None  # a file that leads to the page

    def page(self, parameters: Mapping[str, str]) -> str:
        """Return the address of the page, with the token.

        >>> Place("http://127.0.0.1:8000", "secret").page({"d": "7"})
        'http://127.0.0.1:8000/?d=7&token=secret'
        """
        query = urlencode({**parameters, **({"token": self.token} if self.token else {})})
        return f"{self.address}/?{query}" if query else f"{self.address}/"

    def open(self, page: str, browse: Callable[[str], object]) -> None:
        """Show a page in the browser.

        A browser gets what it opens as an argument, which every user of the computer can read in the list of processes.
        So it opens a file that leads to the page, and that only this user can read.
        """
        if self.token is None or self.door is None:
            browse(page)
            return
        link = escape(page, quote=True)
        refresh = f'<meta charset="utf-8"><meta http-equiv="refresh" content="0; url={link}">'
        # The folder is new and of this user alone.
        write_text(self.door, f'<!doctype html>{refresh}<title>sentencerank</title><a href="{link}">Read</a>\n')
        browse(self.door.as_uri())


def _open(
    place: Place,
    sources: Sequence[Source],
    parameters: dict[str, list[str]],
    query: str | None,
    tell: Callable[[str], None],
    browse: Callable[[str], object],
) -> None:
    """Upload the files to the server, which answers by now, and show the first of them."""
    first: dict[str, str] = {}
    for source in sources:
        try:
            document_id = _upload_telling(place, source, parameters, tell)
        except SentenceRankError as error:
            tell(f"{source.name}: {error}")
        else:
            first = first or {"d": document_id} | ({"q": query} if query else {})
    page = place.page(first)
    tell(f"reading at {page} until you press Ctrl+C")
    place.open(page, browse)


def _upload_telling(place: Place, source: Source, parameters: dict[str, list[str]], tell: Callable[[str], None]) -> str:
    """Send a file, and tell its stages if it takes longer than a moment."""
    ticket, told = uuid4().hex, ""
    with ThreadPoolExecutor(1, "upload") as threads:
        result = threads.submit(upload, place, source, parameters | {"ticket": [ticket]})
        wait([result], TELL_AFTER)
        while not result.done():
            stage = _stage(place, ticket)
            if stage and stage != told:
                tell(f"{source.name}: {stage} …")
                told = stage
            wait([result], POLL)
        return result.result()


def _stage(place: Place, ticket: str) -> str:
    """Return how far an upload is, in words; empty if that is not known."""
    try:
        with urlopen(_request(place, f"/v1/uploads/{ticket}"), timeout=POLL * 10) as answer:
            found = json.load(answer)
    except (URLError, OSError, ValueError):
        return ""
    ranking = f"ranking {found['sentences']:,} sentences"
    return ranking if found["stage"] == "ranking" else _STAGES.get(found["stage"], "")


def _request(place: Place, path: str, data: bytes | None = None) -> Request:
    headers = {"Content-Type": "application/octet-stream"} if data is not None else {}
    if place.token:
        headers["Authorization"] = f"Bearer {place.token}"
    return Request(f"{place.address}{path}", data=data, headers=headers, method="GET" if data is None else "POST")


def upload(place: Place, source: Source, parameters: dict[str, list[str]]) -> str:
    """Send a file to the server as it is and return its id there. Raises DocumentError with what the server says."""
    query = urlencode({"name": source.name, **parameters}, doseq=True)
    request = _request(place, f"/v1/documents?{query}", source.data)
    try:
        with urlopen(request, timeout=PATIENCE) as answer:
            return str(json.load(answer)["id"])
    except HTTPError as error:
        try:
            detail = json.load(error).get("detail")
        except (ValueError, AttributeError):
            detail = None
        raise DocumentError(str(detail or f"the server answered {error.code}. Try again.")) from error
    except URLError as error:
        raise SentenceRankError(f"the server cannot be reached ({error.reason}). Try again.") from error
