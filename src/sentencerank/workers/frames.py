"""What a worker process and its parent send each other: frames of a kind, a length and a body."""

from __future__ import annotations

import struct
from typing import IO

_HEADER = struct.Struct("<cQ")

# The parent asks. Each request but QUIT gets one reply.
SETUP, MAIN, TASK, QUIT = b"S", b"M", b"T", b"Q"
# The child says that it has received a task; the reply follows.
BEGUN = b"B"
# A trusted child replies with pickles.
VALUE, ERROR = b"V", b"E"
# Any other child replies with the bytes of the result, or with JSON about an error.
DATA, MESSAGE = b"D", b"J"


def write(stream: IO[bytes], kind: bytes, body: bytes = b"") -> None:
    """Send one frame. An OSError says that nobody reads the other end."""
    stream.write(_HEADER.pack(kind, len(body)))
    stream.write(body)
    stream.flush()


def read_header(stream: IO[bytes]) -> tuple[bytes, int]:
    """Read the kind and the length of the next frame. An EOFError says that the other end is closed."""
    kind, size = _HEADER.unpack(_read(stream, _HEADER.size))
    return kind, size


def read(stream: IO[bytes], largest: int) -> tuple[bytes, bytes]:
    """Read one frame: its kind and its body. A ValueError says that the body has more than `largest` bytes."""
    kind, size = read_header(stream)
    if size > largest:
        raise ValueError(f"it sent a reply of {size:,} bytes, which is more than {largest:,}")
    return kind, read_body(stream, size)


def read_body(stream: IO[bytes], size: int) -> bytes:
    """Read the body that belongs to a header."""
    return _read(stream, size)


def _read(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError("it closed its pipe")
    return data
