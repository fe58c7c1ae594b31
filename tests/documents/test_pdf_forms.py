"""PDFs that would draw or unpack without end, refused before PDFium does so; and those that only look so, read."""

from __future__ import annotations

import time
import tracemalloc
import zlib
from base64 import a85encode
from collections.abc import Sequence

import pytest

from sentencerank.documents.limits import DEFAULT, Limits, Meter
from sentencerank.documents.pdf import read
from sentencerank.documents.pdf.filters import TooLargeError, unpacked
from sentencerank.errors import LimitError

WORDS = b"It rained all day in Spain."
TEXT = b"BT /F1 12 Tf 72 700 Td (" + WORDS + b") Tj ET\n"
FORM = b"/Type /XObject /Subtype /Form /BBox [0 0 612 792]"
FONT = b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"


def stream(body: bytes, entries: bytes = b"") -> bytes:
    """An object with a stream."""
    return b"<< %s /Length %d >>\nstream\n%s\nendstream" % (entries, len(body), body)


def pdf(content: bytes, *forms: bytes) -> bytes:
    """A PDF of one page, whose forms are the objects from 6 on, called X6, X7 and so on."""
    names = b" ".join(b"/X%d %d 0 R" % (number, number) for number in range(6, 6 + len(forms)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> "
        b"/XObject << %s >> >> >>" % names,
        content,
        FONT,
        *forms,
    ]
    return joined(objects)


def joined(objects: Sequence[bytes]) -> bytes:
    """The objects as a file, numbered from 1."""
    data, places = b"%PDF-1.5\n", []
    for number, thing in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, thing)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    return (
        data
        + head
        + table
        + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
        % (
            len(objects) + 1,
            len(data),
        )
    )


def form(content: bytes, *draws: int, entries: bytes = b"") -> bytes:
    """A form with resources of its own: the forms that it may draw."""
    names = b" ".join(b"/X%d %d 0 R" % (number, number) for number in draws)
    return stream(content, FORM + b" /Resources << /Font << /F1 5 0 R >> /XObject << %s >> >> %s" % (names, entries))


def pyramid(depth: int, fan: int) -> bytes:
    """Forms that draw the next one so often."""
    levels = [form(b"/X%d Do " % (number + 1) * fan, number + 1) for number in range(6, 6 + depth)]
    return pdf(stream(TEXT + b"/X6 Do"), *levels, form(TEXT))


def hexed(data: bytes) -> bytes:
    """What the filter ASCIIHexDecode undoes."""
    return data.hex().encode() + b">"


TWICE = b"/X6 Do /X6 Do " + TEXT
HOSTILE = {
    "a form that draws itself twice": lambda: pdf(stream(TEXT + b"/X6 Do"), form(TWICE, 6)),
    "without resources of its own": lambda: pdf(stream(TEXT + b"/X6 Do"), stream(TWICE, FORM)),
    "packed": lambda: pdf(
        stream(TEXT + b"/X6 Do"),
        form(hexed(zlib.compress(TWICE)), 6, entries=b"/Filter [/ASCIIHexDecode /FlateDecode]"),
    ),
    "with another spelling": lambda: pdf(stream(b"/X6 Do"), form(TWICE, 6)).replace(b"/Form", b"/F#6frm"),
    "two forms that draw each other": lambda: pdf(
        stream(b"/X6 Do"), form(b"/X7 Do /X7 Do " + TEXT, 7), form(b"/X6 Do " + TEXT, 6)
    ),
    "eight deep, ten each": lambda: pyramid(8, 10),
    "one form, a million times": lambda: pdf(stream(b"/X6 Do " * 1_000_000), form(TEXT)),
    "a page in two parts": lambda: pdf(stream(b"/X6 Do"), form(TWICE, 6)).replace(
        b"/Contents 4 0 R", b"/Contents [4 0 R]"
    ),
    "packed twice": lambda: pdf(
        stream(zlib.compress(zlib.compress(b" " * (1 << 28), 9), 9), b"/Filter [/FlateDecode /FlateDecode]")
    ),
    "packed once, in a table of objects": lambda: pdf(
        stream(TEXT), stream(zlib.compress(b" " * (1 << 28), 9), b"/Type /ObjStm /N 1 /First 9 /Filter /FlateDecode")
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_would_draw_or_unpack_without_end_is_refused(name: str) -> None:
    data = HOSTILE[name]()
    refused = r"forms inside forms|large when unpacked"
    start = time.process_time()
    with pytest.raises(LimitError, match=refused):
        read(data, Meter(DEFAULT))
    assert time.process_time() - start < 3
    # Once more, since to watch the memory takes most of the time.
    tracemalloc.start()
    try:
        with pytest.raises(LimitError, match=refused):
            read(data, Meter(DEFAULT))
        assert tracemalloc.get_traced_memory()[1] < 250e6
    finally:
        tracemalloc.stop()


HONEST = {
    "a form": lambda: pdf(stream(b"/X6 Do"), form(TEXT)),
    "a form that draws itself once, which PDFium ends": lambda: pdf(stream(b"/X6 Do"), form(b"/X6 Do " + TEXT, 6)),
    "one of resources that many share": lambda: pdf(stream(b"/X6 Do /X7 Do"), form(TEXT, 6, 7), form(TEXT, 6, 7)),
    "a thousand marks of a plot": lambda: pdf(stream(TEXT + b"/X6 Do " * 1000), form(b"0 0 m 1 1 l S")),
    "three deep, five each": lambda: pyramid(3, 5),
    "packed twice": lambda: pdf(stream(zlib.compress(zlib.compress(TEXT)), b"/Filter [/FlateDecode /FlateDecode]")),
    "damaged": lambda: pdf(stream(zlib.compress(TEXT * 20)[:-9], b"/Filter /FlateDecode")),
}


@pytest.mark.parametrize("name", HONEST)
def test_what_only_looks_so_is_read(name: str) -> None:
    content = read(HONEST[name](), Meter(DEFAULT))
    assert WORDS.decode() in " ".join(piece.text for piece in content.pieces)


def test_who_trusts_a_file_gives_it_more_memory() -> None:
    with pytest.raises(LimitError, match="memory"):
        read(pyramid(3, 10), Meter(Limits(memory=1 << 24)))
    assert read(pyramid(3, 10), Meter(DEFAULT)).pieces


def lzw(data: bytes) -> bytes:
    """Pack bytes as LZWDecode unpacks them, with the early change of the width."""
    table = {bytes([value]): value for value in range(256)}
    codes, bits, before = [256], "", b""
    widths = [9]
    size, width = 258, 9
    for value in data:
        following = before + bytes([value])
        if following in table:
            before = following
            continue
        codes.append(table[before])
        widths.append(width)
        table[following] = size
        size += 1
        width = 10 if size > 511 else 9
        before = bytes([value])
    codes += [table[before], 257]
    widths += [width, width]
    bits = "".join(f"{code:0{wide}b}" for code, wide in zip(codes, widths, strict=True))
    bits += "0" * (-len(bits) % 8)
    return int(bits, 2).to_bytes(len(bits) // 8)


@pytest.mark.parametrize(
    ("entries", "pack"),
    [
        (b"/Filter /LZWDecode", lzw),
        (b"/Filter/AHx", hexed),
        (b"/Filter [ /RunLengthDecode ]", lambda data: bytes([len(data) - 1]) + data + b"\x80"),
        (b"/Filter/A85", lambda data: b"<~" + a85encode(data) + b"~>"),
        (b"/Filter 9 0 R", zlib.compress),
    ],
)
def test_filters_are_undone(entries: bytes, pack: object) -> None:
    data = b"It rained, and it rained, and it rained."
    assert callable(pack)
    assert unpacked(pack(data), entries, 1000) == data
    with pytest.raises(TooLargeError):
        unpacked(pack(data), entries, 10)


MARK = b"/P <</MCID 0>> BDC "


@pytest.mark.parametrize(
    "data",
    [
        pdf(stream(MARK * 501 + TEXT)),
        pdf(stream(MARK * 50_000 + TEXT)),
        pdf(stream(TEXT), form(b"/P BMC " * 501)),
        pdf(b"[" + b"6 0 R " * 501 + b"]", stream(MARK)),
        pdf(stream((b"(EMC \\) EMC (EMC) EMC) Tj <454D43> Tj % EMC\n" + MARK) * 501 + TEXT)),
    ],
    ids=["deep", "very deep", "in a form", "over parts", "with ends that are none"],
)
def test_marks_that_never_close_are_refused_before_they_take_memory(data: bytes) -> None:
    with pytest.raises(LimitError, match=r"nested more than 500 levels deep.*Limits\(depth"):
        read(data, Meter(DEFAULT))


@pytest.mark.parametrize(
    "content",
    [
        (MARK + TEXT + b"EMC ") * 2_000,
        MARK * 500 + TEXT + b"EMC " * 900,
        b"(" + MARK * 900 + b") pop % " + MARK * 900 + b"\n" + TEXT,
        b"BI /W 1 /H 1 /BPC 8 /CS /G ID " + b"x " + b"BMC " * 900 + b" EI " + TEXT,
    ],
    ids=["in turn", "as deep as may be", "only in strings and comments", "only in a picture"],
)
def test_a_page_with_many_marks_is_read(content: bytes) -> None:
    assert any(WORDS.decode() in piece.text for piece in read(pdf(stream(content)), Meter(DEFAULT)).pieces)


def test_marks_opened_in_one_part_are_closed_in_the_next() -> None:
    contents = b"[" + b"6 0 R 7 0 R " * 900 + b"]"
    data = pdf(contents, stream(MARK + TEXT), stream(b"EMC "))
    assert any(WORDS.decode() in piece.text for piece in read(data, Meter(DEFAULT)).pieces)
