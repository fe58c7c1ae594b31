"""A server with the contract of the real one, from the standard library: enough to test the page against."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from sentencerank.document import Document
from sentencerank.ranker import PreparedDocument, Ranker

TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"


class Library:
    """The documents of the stub."""

    def __init__(self) -> None:
        self.ranker = Ranker()
        self.prepared: dict[str, PreparedDocument] = {}

    def add(self, text: str) -> str:
        identity = f"{len(self.prepared):032x}"
        self.prepared[identity] = self.ranker.prepare(text, id=identity)
        return identity

    def opened(self, identity: str) -> dict[str, object]:
        prepared = self.prepared[identity]
        document: Document = prepared.document
        blocks = [{"kind": b.kind, "start": b.start, "end": b.end, "level": b.level} for b in document.blocks]
        entry = {"id": identity, "title": document.text[:20], "text": document.text, "blocks": blocks}
        return {**entry, "ranking": prepared.rank().to_dict(explain=True)}


@contextmanager
def serving(*texts: str) -> Iterator[str]:
    """The address of a stub that holds some texts."""
    library = Library()
    for text in texts:
        library.add(text)
    static = Path(str(files("sentencerank.reader") / "static"))

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            if path == "/v1/documents":
                self.answer({"documents": [{"id": i, "title": f"Text {int(i, 16)}"} for i in library.prepared]})
            elif path.startswith("/v1/documents/") and path.rpartition("/")[2] in library.prepared:
                self.answer(library.opened(path.rpartition("/")[2]))
            elif (static / (path[1:] or "index.html")).is_file():
                file = static / (path[1:] or "index.html")
                self.send(file.read_bytes(), TYPES[file.suffix])
            else:
                self.answer({"detail": "There is no such document."}, 404)

        def do_POST(self) -> None:
            data = self.rfile.read(int(self.headers["Content-Length"]))
            parts = urlsplit(self.path)
            if parts.path == "/v1/documents":
                assert "name" in parse_qs(parts.query)
                self.answer({"id": library.add(data.decode())}, 201)
            else:
                identity = parts.path.split("/")[3]
                self.answer(library.prepared[identity].rank(json.loads(data)["query"]).to_dict(explain=True))

        def answer(self, value: object, status: int = 200) -> None:
            self.send(json.dumps(value).encode(), "application/json", status)

        def send(self, data: bytes, kind: str, status: int = 200) -> None:
            self.send_response(status)
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
