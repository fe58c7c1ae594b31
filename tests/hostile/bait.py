"""A server that nobody should ever ask: the hostile files point to it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.hostile.kind import PORT


@contextmanager
def bait() -> Iterator[list[bytes]]:
    """Listen meanwhile; the list has what each visitor sent. Raises OSError if the port is taken."""
    visitors: list[bytes] = []
    listener = socket.create_server(("127.0.0.1", PORT))

    def listen() -> None:
        with suppress(OSError):
            while True:
                visitor, _ = listener.accept()
                with visitor, suppress(OSError):
                    visitor.settimeout(1)
                    visitors.append(visitor.recv(1_000))

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    try:
        yield visitors
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(timeout=5)
