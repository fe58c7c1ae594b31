from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sentencerank import Pack, register_language, unregister_language
from sentencerank.document import Document
from sentencerank.documents import Limits, SafeReader, read_document, read_safely
from sentencerank.errors import DocumentError, LanguageError, LimitError, OptionsError, WorkerError
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


def die_once(data: bytes, **_: object) -> Document:
    """Count the tries in the file that the data names, and die at the first."""
    path = Path(data.decode())
    tries = path.read_text() + "x"
    path.write_text(tries)
    if tries == "x":
        os._exit(9)
    return read_document(RAIN.encode())


def lie(data: bytes, **_: object) -> Document:
    raise RuntimeError("a bug in a reader")


class Forged:
    """What a hostile file may send instead of a document."""

    def to_dict(self) -> object:
        return {"text": 3, "sentences": 4}


def forge(data: bytes, **_: object) -> Forged:
    return Forged()


@pytest.mark.parametrize(
    ("reader", "words", "error"),
    [
        (hang, "was stopped", LimitError),
        (sleep, "was stopped", LimitError),
        (grab, "200 MiB", LimitError),
        (die, "broke down", DocumentError),
    ],
)
def test_what_goes_wrong_becomes_an_error_and_the_reader_recovers(
    reader: Callable[..., Document], words: str, error: type[DocumentError]
) -> None:
    with SafeReader(BRIEF if words == "was stopped" else SMALL, reader=reader) as safe:
        started = time.monotonic()
        with pytest.raises(error, match=words):
            safe.read(b"hang")
        assert time.monotonic() - started < 60
        assert safe.read(RAIN.encode()).text == RAIN


def test_a_bug_in_a_reader_is_an_error_too() -> None:
    with SafeReader(SMALL, reader=lie) as safe, pytest.raises(DocumentError, match=r"broke down .*RuntimeError: a bug"):
        safe.read(b"x")


def test_what_is_no_document_is_refused() -> None:
    with SafeReader(SMALL, reader=forge) as safe, pytest.raises(DocumentError, match="no document"):  # type: ignore[arg-type]
        safe.read(b"x")


@pytest.mark.parametrize(("attempts", "read"), [(1, False), (2, True)])
def test_a_file_whose_process_was_killed_gets_a_second_chance(attempts: int, read: bool, tmp_path: Path) -> None:
    tries = tmp_path / "tries"
    tries.write_text("")
    with SafeReader(SMALL, attempts=attempts, reader=die_once) as safe:
        if read:
            assert safe.read(str(tries).encode()).text == RAIN
        else:
            with pytest.raises(DocumentError, match="broke down"):
                safe.read(str(tries).encode())
    assert tries.read_text() == "x" * attempts


@pytest.mark.parametrize(
    "data", [MARKDOWN.encode(), RAIN.encode(), reportlab_pdf(2, [("BodyText", RAIN)] * 9)], ids=["md", "text", "pdf"]
)
def test_the_same_document_comes_back(data: bytes) -> None:
    safe = read_safely(data, name="rain", language="en")
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


def test_a_registered_language_is_known_to_the_process() -> None:
    register_language(Pack(code="tlh", name="Klingon", stopwords="je 'ej"))
    try:
        document = read_safely(RAIN.encode(), language="tlh")
    finally:
        unregister_language("tlh")
    assert document.language == "tlh"
    assert any("Read as Klingon (tlh), as asked" in note for note in document.notes)


def test_a_closed_reader_says_so() -> None:
    safe = SafeReader()
    safe.close()
    with pytest.raises(WorkerError, match="closed"):
        safe.read(RAIN.encode())
