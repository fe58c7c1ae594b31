"""Files made to break readers: each one ends in a clear error, soon and without much memory."""

from __future__ import annotations

import io
import random
import resource
import struct
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress

import pytest

from sentencerank.documents import Limits, read_document
from sentencerank.errors import DocumentError
from tests.documents.samples import CONTAINER, RAIN, epub, fpdf_pdf, mail, word_file, word_paragraph, xhtml, zipped

LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {chr(98 + level)} "{f"&{chr(97 + level)};" * 10}">' for level in range(9)
)


def bomb(size: int) -> bytes:
    """A Word file whose text unpacks to `size` bytes."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("word/document.xml", "w") as member,
    ):
        for _ in range(size // 1_000_000):
            member.write(b"a" * 1_000_000)
    return buffer.getvalue()


def lying_bomb() -> bytes:
    """The same, with a small size in the directory and in the header of the member."""
    data = bytearray(bomb(20_000_000))
    for signature, offset in ((b"PK\x01\x02", 24), (b"PK\x03\x04", 22)):
        place = data.find(signature) + offset
        data[place : place + 4] = struct.pack("<I", 1000)
    return bytes(data)


def nested_multipart(depth: int) -> bytes:
    lines = ["From: a@example.org", "Subject: x", "MIME-Version: 1.0"]
    for level in range(depth):
        lines += [f'Content-Type: multipart/mixed; boundary="b{level}"', "", f"--b{level}"]
    return "\n".join([*lines, "Content-Type: text/plain", "", RAIN]).encode()


def noise(size: int, seed: int = 0) -> bytes:
    return random.Random(seed).randbytes(size)


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "empty"),
    "binary noise": (lambda: noise(20_000), "not text|unknown"),
    "NUL bytes": (lambda: RAIN.encode() + b"\0\0\0", "NUL|control"),
    "control characters": (lambda: b"\x01\x02\x03rain\x04" * 100, "control characters"),
    "picture": (lambda: b"\x89PNG\r\n\x1a\n" + noise(100), "picture"),
    "old Word": (lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + noise(100), r"save it as \.docx"),
    "RTF": (lambda: b"{\\rtf1 rain}", "RTF"),
    "gzip": (lambda: b"\x1f\x8b" + noise(100), "unpack"),
    "program": (lambda: b"\x7fELF" + noise(100), "program"),
    "zip bomb": (lambda: bomb(210_000_000), "when unpacked"),
    "zip bomb that lies": (lying_bomb, "damaged"),
    "many members": (lambda: zipped({f"{index}": "" for index in range(6_000)}), "archive members"),
    "zip in zip": (lambda: zipped({"inner.zip": zipped({"a.txt": RAIN})}), "archives are not opened"),
    "spreadsheet": (lambda: zipped({"[Content_Types].xml": "", "xl/workbook.xml": ""}), r"save it as \.docx"),
    "truncated zip": (lambda: word_file(word_paragraph(RAIN))[:-30], "damaged"),
    "empty zip": (lambda: zipped({}), "archives are not opened"),
    "laughs in Word": (lambda: zipped({"word/document.xml": f"{LAUGHS}]><x>&j;</x>"}), "entities"),
    "laughs in a book": (
        lambda: zipped({"META-INF/container.xml": CONTAINER, "OEBPS/book.opf": f"{LAUGHS}]><x>&j;</x>"}),
        "entities",
    ),
    "outside entity": (
        lambda: zipped({"word/document.xml": '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'}),
        "entities",
    ),
    "deep XML": (lambda: zipped({"word/document.xml": "<a>" * 100_000 + "</a>" * 100_000}), "levels deep"),
    "deep HTML": (lambda: b"<html><body>" + b"<div>" * 100_000 + RAIN.encode(), "levels deep"),
    "deep inline HTML": (lambda: b"<html><body>" + b"<tt>" * 100_000 + RAIN.encode(), "levels deep"),
    "deep chapter": (lambda: epub((xhtml("<div>" * 100_000), xhtml(RAIN))), "levels deep"),
    "deep mail": (lambda: nested_multipart(1_200), "parts|damaged"),
    "HTML without text": (lambda: b"<!doctype html><html><head><title></title></head><body></body></html>", "no text"),
    "PDF in name only": (lambda: b"%PDF-1.7", "PDF is damaged"),
    "PDF cut short": (lambda: fpdf_pdf(lambda pdf: pdf.text(20, 40, RAIN))[:200], "PDF is damaged"),
    "PDF of noise": (lambda: b"%PDF-1.4\n" + noise(5_000), "PDF is damaged"),
    "mail without text": (lambda: mail("", "", attachment=True).as_bytes(), "no text of its own"),
    "subtitles without cues": (lambda: b"WEBVTT\n\n" * 1000, "no cue"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_refused_soon_and_cheaply(name: str) -> None:
    make, words = HOSTILE[name]
    data = make()
    before, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    with pytest.raises(DocumentError, match=words) as refusal:
        read_document(data)
    assert str(refusal.value).endswith((".", "?"))
    assert time.process_time() - started < 5
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 300_000  # KB


@pytest.mark.parametrize(
    "data",
    [
        ("<p>" * 5_000 + RAIN).encode(),
        ("> " * 5_000 + RAIN).encode(),
        ("- " * 5_000 + RAIN).encode(),
        ("[" * 5_000 + RAIN).encode(),
        ("*a_ " * 20_000 + RAIN).encode(),
        ("# Rain\n\n" + "`" * 20_000 + RAIN + "\n\n[x](y)").encode(),
        ("Ann: " * 20_000 + RAIN).encode(),
        ("\n".join(["00:01.000 --> 00:02.000"] * 20_000) + RAIN).encode(),
        ("From: a\nSubject: b\n" + "X: y\n" * 10_000 + "\n" + RAIN).encode(),
        ("From: a\nSubject: b\n\n" + "On a day " * 20_000 + "wrote:\n> x\n\n" + RAIN).encode(),
        (RAIN + "-" * 200_000).encode(),
        ("a" * 1_000_000).encode(),
        (" \n" * 50_000 + RAIN).encode(),
    ],
    ids=lambda data: data[:12].decode(),
)
def test_odd_files_do_not_take_long(data: bytes) -> None:
    started = time.process_time()
    with suppress(DocumentError):  # refused or read, both are well
        assert read_document(data).text
    assert time.process_time() - started < 5


def test_path_tricks_in_an_archive_are_only_names() -> None:
    package = (
        '<package><manifest><item id="a" href="../../../etc/passwd" media-type="text/html"/>'
        '<item id="b" href="b.html" media-type="text/html"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
    )
    members: dict[str, str | bytes] = {
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": package,
        "OEBPS/b.html": f"<p>{RAIN}</p>",
        "../../../evil.txt": "x",
    }
    assert read_document(zipped(members)).text == RAIN


def test_a_member_is_never_read_beyond_the_bound() -> None:
    with pytest.raises(DocumentError, match="when unpacked"):
        read_document(bomb(3_000_000), limits=Limits(expanded_bytes=2_000_000))
