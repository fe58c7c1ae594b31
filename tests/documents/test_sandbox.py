from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from sentencerank.document import Document
from sentencerank.documents import Limits, read_document, read_safely
from sentencerank.documents.sandbox import Worker
from sentencerank.errors import DocumentError, LanguageError, OptionsError
from tests.documents.samples import MARKDOWN, RAIN, parts, reportlab_pdf

SMALL = Limits(seconds=30, memory=200 << 20)
BRIEF = Limits(seconds=1, memory=200 << 20)


def hang(data: bytes, **_: object) -> Document:
    while data == b"hang":
        pass
    return read_document(data)


def sleep(data: bytes, **_: object) -> Document:
    time.sleep(1000 if data == b"hang" else 0)
    return read_document(data)


def grab(data: bytes, **_: object) -> Document:
    held = [bytearray(10 << 20) for _ in range(200 if data == b"hang" else 1)]
    return read_document(data if held else b"")


def die(data: bytes, **_: object) -> Document:
    if data == b"hang":
        os._exit(3)
    return read_document(data)


def lie(data: bytes, **_: object) -> Document:
    raise RuntimeError("a bug in a reader")


@pytest.mark.parametrize(
    ("reader", "words"), [(hang, "was stopped"), (sleep, "was stopped"), (grab, "200 MiB"), (die, "broke down")]
)
def test_what_goes_wrong_becomes_an_error_and_the_worker_recovers(reader: Callable[..., Document], words: str) -> None:
    with Worker(BRIEF if words == "was stopped" else SMALL, reader) as worker:
        started = time.monotonic()
        with pytest.raises(DocumentError, match=words):
            worker.read(b"hang")
        assert time.monotonic() - started < 60
        assert worker.read(RAIN.encode()).text == RAIN


def test_a_bug_in_a_reader_is_an_error_too(capfd: pytest.CaptureFixture[str]) -> None:
    with Worker(SMALL, lie) as worker, pytest.raises(DocumentError, match="broke down"):
        worker.read(b"x")


@pytest.mark.parametrize(
    "data", [MARKDOWN.encode(), reportlab_pdf(2, [("BodyText", RAIN)] * 9)], ids=["markdown", "pdf"]
)
def test_the_same_document_comes_back(data: bytes) -> None:
    safe = read_safely(data, name="rain", language="en")
    assert safe == read_document(data, name="rain", language="en")
    assert parts(safe)


def test_errors_keep_their_kind_and_the_worker_goes_on() -> None:
    with Worker() as worker:
        for arguments, kind in (
            ({"language": "?"}, LanguageError),
            ({"kind": "word"}, OptionsError),
            ({"kind": "pdf"}, DocumentError),
        ):
            with pytest.raises(kind):
                worker.read(RAIN.encode(), **arguments)
        process = worker._process
        assert worker.read(RAIN.encode()).text == RAIN
        assert worker._process is process


def test_a_large_file_never_leaves() -> None:
    with Worker(Limits(bytes=10)) as worker:
        with pytest.raises(DocumentError, match=r"Limits\(bytes="):
            worker.read(RAIN.encode())
        assert worker._process is None
