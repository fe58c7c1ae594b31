"""Downloads end: whatever a server does, within a time and a size."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from sentencerank.documents import fetch as module
from sentencerank.documents.fetch import fetch
from sentencerank.errors import DocumentError

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"


def drip(connection: socket.socket, data: bytes) -> None:
    while True:
        connection.sendall(data)
        time.sleep(0.02)


def drip_header(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"X-Long: ")
    drip(connection, b"x")


def drip_body(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"\r\n")
    drip(connection, b"x")


def drip_chunks(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"Transfer-Encoding: chunked\r\n\r\n")
    drip(connection, b"1\r\nx\r\n")


def be_silent(connection: socket.socket) -> None:
    connection.recv(1)
    time.sleep(3)


def flood(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"\r\n")
    while True:
        connection.sendall(b"x" * 10_000)


def redirect(connection: socket.socket) -> None:
    connection.sendall(b"HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n")


def answer(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"Content-Length: 5\r\n\r\nRain.")


def babble(connection: socket.socket) -> None:
    connection.sendall(b"what?\r\n\r\n")


@contextmanager
def serving(behave: Callable[[socket.socket], None]) -> Iterator[str]:
    """Answer each connection in a thread, until the client is gone."""

    def serve(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.recv(4096)
            behave(connection)

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=serve, args=listener.accept()[:1], daemon=True).start()

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/rain.txt"


def test_what_is_there_is_fetched() -> None:
    with serving(answer) as address:
        assert fetch(address) == b"Rain."


@pytest.mark.parametrize("behave", [drip_header, drip_body, drip_chunks, be_silent])
def test_a_server_that_drips_or_says_nothing_is_left(behave: Callable[[socket.socket], None]) -> None:
    with serving(behave) as address:
        start = time.monotonic()
        with pytest.raises(DocumentError, match=r"cannot be fetched \(it took longer than 0.4 s\)"):
            fetch(address, seconds=0.4)
        assert time.monotonic() - start < 2


def test_a_silent_server_is_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SILENCE", 0.2)
    with serving(be_silent) as address, pytest.raises(DocumentError, match=r"silent for 0.2 s|timed out"):
        fetch(address, seconds=30)


def test_a_download_that_is_left_ends_soon() -> None:
    before = set(threading.enumerate())
    with serving(drip_body) as address:
        with pytest.raises(DocumentError):
            fetch(address, seconds=0.2)
        end = time.monotonic() + 3
        while any(thread.name == "fetch" for thread in set(threading.enumerate()) - before):
            assert time.monotonic() < end
            time.sleep(0.02)


@pytest.mark.parametrize(
    ("behave", "words"),
    [(redirect, "file:///etc/passwd. is not allowed|redirected to file:"), (babble, "cannot be fetched")],
)
def test_what_cannot_be_fetched_is_an_error(behave: Callable[[socket.socket], None], words: str) -> None:
    with serving(behave) as address, pytest.raises(DocumentError, match=words):
        fetch(address, seconds=10)


def test_a_download_that_is_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LARGEST", 100_000)
    with serving(flood) as address, pytest.raises(DocumentError, match="larger than 100,000 bytes"):
        fetch(address, seconds=20)
