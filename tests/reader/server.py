"""The real server for the tests of the page, in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import Request, urlopen


@dataclass
class Server:
    """A server that runs; documents can be added to it."""

    address: str
    process: subprocess.Popen[str]

    def ask(self, path: str, data: bytes | None = None, method: str | None = None) -> Any:
        kind = "application/json" if method == "PUT" else "application/octet-stream"
        request = Request(f"{self.address}{path}", data=data, method=method, headers={"Content-Type": kind})
        with urlopen(request, timeout=120) as answer:
            body = answer.read()
        return json.loads(body) if body else None

    def add(self, text: str | bytes, name: str = "text.md") -> str:
        data = text.encode() if isinstance(text, str) else text
        return str(self.ask(f"/v1/documents?name={quote(name)}", data)["id"])


@contextmanager
def serving(*options: str, folder: Path | None = None, port: int = 0) -> Iterator[Server]:
    """A server without a token, with a store of its own."""
    with tempfile.TemporaryDirectory() as own:
        store = (folder or Path(own)) / "documents.db"
        command = [sys.executable, "-m", "sentencerank", "serve", "--port", str(port), "--no-token", "--workers", "1"]
        process = subprocess.Popen(
            [*command, "--store", str(store), *options], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert process.stdout is not None
        try:
            address = process.stdout.readline().strip().rstrip("/")
            assert address.startswith("http://"), "the server did not start"
            yield Server(address, process)
        finally:
            process.terminate()
            process.wait(timeout=30)
            process.stdout.close()
