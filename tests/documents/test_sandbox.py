from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from sentencerank import Pack, register_language, unregister_language
from sentencerank.document import Block, Document
from sentencerank.documents import Limits, SafeReader, read_document, sandbox
from sentencerank.documents.limits import Meter
from sentencerank.documents.reading import Draft, draft
from sentencerank.documents.sandbox import Reader
from sentencerank.errors import DocumentError, LanguageError, LimitError, OptionsError, WorkerError
from tests.documents.samples import MARKDOWN, RAIN, parts, reportlab_pdf

linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux: signals")
SMALL = Limits(seconds=30, memory=200 << 20)
BRIEF = Limits(seconds=1, memory=200 << 20)


def hang(data: bytes, name: str, kind: str | None, meter: Meter) -> Draft:
    while data == b"hang":
        pass
    return draft(data, name, kind, meter)


def sleep(data: bytes, name: str, kind: str | None, meter: Meter) -> Draft:
    time.sleep(1000 if data == b"hang" else 0)
    return draft(data, name, kind, meter)


def grab(data: bytes, name: str, kind: str | None, meter: Meter) -> Draft:
    held = [bytearray(10 << 20) for _ in range(200 if data == b"hang" else 1)]
    return draft(data if held else b"", name, kind, meter)


def die(data: bytes, name: str, kind: str | None, meter: Meter) -> Draft:
    if data == b"hang":
        os._exit(3)
    return draft(data, name, kind, meter)


def crash(data: bytes, name: str, kind: str | None, meter: Meter) -> Draft:
    if data == b"hang":
        os.abort()
    return draft(data, name, kind, meter)


def lie(data: bytes, name: str, kind: str | None, meter: Meter) -> Draft:
    raise RuntimeError("a bug in a reader")


class Forged:
    """What a hostile file may send instead of a draft."""

    def __init__(self, record: object) -> None:
        self.record = record

    def to_dict(self) -> object:
        return self.record


def forge(data: bytes, name: str, kind: str | None, meter: Meter) -> Forged:
    return Forged(json.loads(data))


@pytest.mark.parametrize(
    ("reader", "words", "error"),
    [
        (hang, r"1 s of processor time and was stopped\. Pass Limits\(seconds=", LimitError),
        (sleep, "was stopped", LimitError),
        (grab, "192 MiB", LimitError),
        (die, "broke down", DocumentError),
        (crash, "broke down", DocumentError),
    ],
)
def test_what_goes_wrong_becomes_an_error_and_the_reader_recovers(
    reader: Reader, words: str, error: type[DocumentError], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandbox, "_LEAST_PATIENCE", 1.0 if reader is sleep else 100.0)
    monkeypatch.setattr(sandbox, "_PATIENCE", 1.0)
    with SafeReader(BRIEF if "stopped" in words else SMALL, reader=reader) as safe:
        started = time.monotonic()
        with pytest.raises(error, match=words):
            safe.read(b"hang")
        assert time.monotonic() - started < 60
        assert safe.read(RAIN.encode()).text == RAIN


def test_a_bug_in_a_reader_is_an_error_too() -> None:
    with SafeReader(SMALL, reader=lie) as safe, pytest.raises(DocumentError, match=r"broke down .*RuntimeError: a bug"):
        safe.read(b"x")


GOOD: dict[str, Any] = Draft(Document("Rain.", (), (Block("paragraph", 0, 5),)), (True,)).to_dict()
DOCUMENT: dict[str, Any] = GOOD["document"]


def test_a_record_that_a_reader_may_send_is_read() -> None:
    with SafeReader(SMALL, reader=forge) as safe:  # type: ignore[arg-type]
        assert safe.read(json.dumps(GOOD).encode()).text == "Rain."


@pytest.mark.parametrize(
    "record",
    [
        3,
        {},
        {**GOOD, "document": {"text": 3, "sentences": 4}},
        {**GOOD, "prose": [True, False]},
        {**GOOD, "prose": 1},
        {**GOOD, "declared": ["en"]},
        {**GOOD, "plain": "yes"},
        {**GOOD, "document": {**DOCUMENT, "text": ["Rain."]}},
        {**GOOD, "document": {**DOCUMENT, "notes": ["\x1b]0;title\x07"]}},
        {**GOOD, "document": {**DOCUMENT, "notes": ["long " * 1000]}},
        {**GOOD, "document": {**DOCUMENT, "blocks": [["paragraph", 0, 99, 0]]}},
        {**GOOD, "document": {**DOCUMENT, "blocks": [["paragraph", 0, 5, "x"]]}},
        {**GOOD, "document": {**DOCUMENT, "blocks": [["verse", 0, 5, 0]]}},
        {**GOOD, "document": {**DOCUMENT, "sentences": [[0, 5, 0, 0, True]]}},
        {**GOOD, "document": {**DOCUMENT, "text": "Rain. " * 1000}},
    ],
    ids=range(15),
)
def test_what_is_no_document_is_refused(record: object, forger: SafeReader) -> None:
    with pytest.raises(DocumentError, match="no document"):
        forger.read(json.dumps(record).encode())


@pytest.fixture(scope="module")
def forger() -> Iterator[SafeReader]:
    with SafeReader(Limits(characters=1000), reader=forge) as safe:  # type: ignore[arg-type]
        yield safe


def test_a_message_of_the_process_cannot_control_a_terminal() -> None:
    with SafeReader(SMALL) as safe, pytest.raises(DocumentError) as refusal:
        safe.read(b"%PDF-\x1b[31m", name="a\x1b.pdf")
    assert str(refusal.value).isprintable()


@linux
@pytest.mark.parametrize(("attempts", "read"), [(1, False), (2, True)])
def test_a_file_whose_process_was_killed_gets_a_second_chance(attempts: int, read: bool) -> None:
    with SafeReader(SMALL, attempts=attempts, reader=doze) as safe:
        safe.start()
        pids = [safe._worker.pid]
        threading.Timer(0.4, os.kill, (pids[0], signal.SIGKILL)).start()
        if read:
            assert safe.read(RAIN.encode()).text == RAIN
            assert safe._worker.pid not in pids
        else:
            with pytest.raises(DocumentError, match="broke down"):
                safe.read(RAIN.encode())


def doze(data: bytes, name: str, kind: str | None, meter: Meter) -> Draft:
    time.sleep(0.8)
    return draft(data, name, kind, meter)


@linux
def test_a_file_that_crashes_its_process_gets_no_second_chance() -> None:
    lost: list[str] = []
    with SafeReader(SMALL, attempts=5, reader=crash) as safe:
        safe._worker._on_replaced = lambda reason, pid: lost.append(reason)
        with pytest.raises(DocumentError, match="broke down"):
            safe.read(b"hang")
    assert lost == ["died"]


@pytest.mark.parametrize(
    "data", [MARKDOWN.encode(), RAIN.encode(), reportlab_pdf(2, [("BodyText", RAIN)] * 9)], ids=["md", "text", "pdf"]
)
def test_the_same_document_comes_back(data: bytes) -> None:
    with SafeReader() as reader:
        safe = reader.read(data, name="rain", language="en")
    assert safe == read_document(data, name="rain", language="en", in_process=True)
    assert safe == read_document(data, name="rain", language="en")
    assert parts(safe)


def test_errors_keep_their_kind_and_the_process_goes_on() -> None:
    with SafeReader() as safe:
        for arguments, kind in (
            ({"language": "?"}, LanguageError),
            ({"language": "zh"}, LanguageError),
            ({"kind": "word"}, OptionsError),
            ({"kind": "pdf"}, DocumentError),
        ):
            with pytest.raises(kind):
                safe.read(RAIN.encode(), **arguments)
        process = safe._worker.pid
        assert process is not None
        assert safe.read(RAIN.encode()).text == RAIN
        assert safe._worker.pid == process


def test_a_large_file_never_leaves() -> None:
    with SafeReader(Limits(bytes=10)) as safe:
        with pytest.raises(DocumentError, match=r"Limits\(bytes="):
            safe.read(RAIN.encode())
        assert safe._worker.pid is None


def test_a_registered_language_is_known_even_if_it_cannot_be_sent() -> None:
    page = f"<!doctype html><html><body><main><p>{RAIN}</p></main></body></html>".encode()
    # A lambda cannot be pickled.
    register_language(Pack(code="tlh", name="Klingon", stopwords="je 'ej", stemmer=lambda word: word))
    try:
        with SafeReader() as safe:
            documents = [safe.read(page, language="tlh"), read_document(page, language="tlh")]
    finally:
        unregister_language("tlh")
    for document in documents:
        assert document.language == "tlh"
        assert any("Read as Klingon (tlh), as asked" in note for note in document.notes)


def test_a_closed_reader_says_so() -> None:
    safe = SafeReader()
    safe.close()
    with pytest.raises(WorkerError, match="closed"):
        safe.read(RAIN.encode())
