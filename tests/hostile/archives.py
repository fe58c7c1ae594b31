"""Zip archives that lie about what is in them, and how much."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from collections.abc import Iterable
from functools import cache

from tests.documents.samples import word_file, word_paragraph, zipped
from tests.hostile.kind import HONEST, Kind

PART = "word/document.xml"
_WORD = word_file(word_paragraph(HONEST) * 3)


@cache
def deflated(size: int) -> tuple[bytes, int]:
    """`size` letters, deflated, and their checksum; made piece by piece."""
    packer, checksum, parts = zlib.compressobj(9, zlib.DEFLATED, -15), 0, []
    block = b"a" * 1_000_000
    for start in range(0, size, len(block)):
        piece = block[: size - start]
        checksum = zlib.crc32(piece, checksum)
        parts.append(packer.compress(piece))
    return b"".join([*parts, packer.flush()]), checksum


def entry(
    name: bytes, packed: bytes, *, size: int, checksum: int = 0, method: int = 8, flags: int = 0, extra: bytes = b""
) -> tuple[bytes, bytes]:
    """The local header with its data, and the entry of the directory without its place."""
    common = struct.pack("<HHHHHIII", 20, flags, method, 0, 0x21, checksum, len(packed), size)
    local = b"PK\x03\x04" + common + struct.pack("<HH", len(name), len(extra)) + name + extra + packed
    row = b"PK\x01\x02\x14\x00" + common + struct.pack("<HHHHHI", len(name), len(extra), 0, 0, 0, 0)
    return local, row


def archive(entries: Iterable[tuple[bytes, bytes, bytes]], places: Iterable[int] | None = None) -> bytes:
    """An archive of (local header, row, name with extra); `places` overrides where the rows point to."""
    body, rows, found = b"", b"", []
    for local, row, name in entries:
        found.append((len(body), row, name))
        body += local
    chosen = list(places) if places is not None else [place for place, _, _ in found]
    for place, (_, row, name) in zip(chosen, found, strict=False):
        rows += row + struct.pack("<I", place & 0xFFFFFFFF) + name
    count = min(len(found), 0xFFFF)
    return body + rows + b"PK\x05\x06" + struct.pack("<HHHHIIH", 0, 0, count, count, len(rows), len(body), 0)


def one(
    name: bytes = PART.encode(), size: int = 1_000, claimed: int | None = None, *, method: int = 8, flags: int = 0
) -> bytes:
    """An archive of one member of letters that may claim another size."""
    packed, checksum = deflated(size)
    local, row = entry(
        name, packed, size=size if claimed is None else claimed, checksum=checksum, method=method, flags=flags
    )
    return archive([(local, row, name)])


def overlapping(count: int, size: int) -> bytes:
    """Rows that all point to one member: a few bytes for each of them."""
    packed, checksum = deflated(size)
    local, row = entry(PART.encode(), packed, size=size, checksum=checksum)
    names = [PART.encode()] + [b"%017d" % number for number in range(1, count)]
    rows = [(local if number == 0 else b"", row, name) for number, name in enumerate(names)]
    return archive(rows, [0] * count)


def many_names(count: int) -> bytes:
    """An archive of empty members."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for number in range(count):
            made.writestr(zipfile.ZipInfo(str(number)), b"")
    return buffer.getvalue()


def matryoshka(depth: int) -> bytes:
    """Archives in archives."""
    data = zipped({PART: "<a/>"})
    for _ in range(depth):
        data = zipped({"inner.zip": data, PART: data})
    return data


def twice(first: str, second: str) -> bytes:
    """An archive in which two members share a name."""
    data = zipped({PART: first, "Word/document.xml": second})
    return data.replace(b"Word/document.xml", PART.encode())


def patched(data: bytes, signature: bytes, offset: int, form: str, value: int) -> bytes:
    """The same bytes with another number `offset` after the last signature."""
    changed = bytearray(data)
    struct.pack_into(form, changed, data.rindex(signature) + offset, value)
    return bytes(changed)


def _symlink() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        link = zipfile.ZipInfo(PART)
        link.create_system, link.external_attr = 3, 0o120777 << 16
        made.writestr(link, "/etc/passwd")
    return buffer.getvalue()


def _packed(method: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as made:
        made.writestr(zipfile.ZipInfo(PART), b"a" * 30_000_000, method)
    return buffer.getvalue()


def _zip64_lie() -> bytes:
    packed, checksum = deflated(1_000)
    extra = struct.pack("<HHQ", 1, 8, 2**63)
    local, row = entry(PART.encode(), packed, size=0xFFFFFFFF, checksum=checksum, extra=extra)
    return archive([(local, row, PART.encode() + extra)])


def _document(text: str = HONEST) -> str:
    return f"<document><body><p><r><t>{text}</t></r></p></body></document>"


_EOCD, _ROW, _LOCAL = b"PK\x05\x06", b"PK\x01\x02", b"PK\x03\x04"

KINDS = (
    Kind("zip-bomb", "bomb.docx", "200 KB unpack to 210 MB.", lambda: one(size=210_000_000)),
    Kind("zip-bomb-below-limit", "below.docx", "The text unpacks to 150 MB, below the limit.", lambda: one(size=150_000_000), cpu=25.0),
    Kind("zip-bomb-of-xml", "xml.docx", "Empty paragraphs unpack to 20 MB.", lambda: zipped({PART: "<document><body>" + "<p/>" * 5_000_000 + "</body></document>"})),
    Kind("zip-bomb-of-attributes", "attributes.docx", "An attribute unpacks to 50 MB.", lambda: zipped({PART: '<document a="' + "b" * 50_000_000 + '"/>'})),
    Kind("zip-lying-size", "liar.docx", "A member is 20 MB and claims 1,000 bytes.", lambda: one(size=20_000_000, claimed=1_000)),
    Kind("zip-lying-zero", "zero.docx", "A member is 20 MB and claims to be empty.", lambda: one(size=20_000_000, claimed=0)),
    Kind("zip-lying-huge", "huge.docx", "A member is 1 KB and claims 4 GB.", lambda: one(claimed=0xFFFFFFFE)),
    Kind("zip-overlapping", "overlap.docx", "4,000 rows point to one member of 10 MB.", lambda: overlapping(4_000, 10_000_000)),
    Kind("zip-overlapping-small", "shared.docx", "100 rows point to one member.", lambda: overlapping(100, 10_000)),
    Kind("zip-nested", "nested.docx", "Archives stand in archives.", lambda: matryoshka(12)),
    Kind("zip-itself", "quine.docx", "The member is the archive again.", lambda: zipped({PART: _WORD, "quine.zip": _WORD})),
    Kind("zip-65536-members", "many.docx", "An archive has 65,536 members.", lambda: many_names(65_536)),
    Kind("zip-4999-members", "almost.docx", "An archive has members just below the limit.", lambda: zipped({PART: _document(), **{str(n): "" for n in range(4_998)}})),
    Kind("zip-duplicate-names", "twice.docx", "Two members share a name.", lambda: twice(_document("First of all it rained."), _document())),
    Kind("zip-parent-paths", "traversal.docx", "Members are called as files above.", lambda: zipped({PART: _document(), "../../../../tmp/evil": "x", "..\\..\\evil": "x"})),
    Kind("zip-absolute-paths", "absolute.docx", "Members are called as files of the computer.", lambda: zipped({PART: _document(), "/etc/passwd": "x", "C:\\evil": "x"})),
    Kind("zip-symlink", "link.docx", "The text is a link to a file of the computer.", _symlink),
    Kind("zip-encrypted", "locked.docx", "The text needs a password.", lambda: one(flags=1)),
    Kind("zip-strong-encryption", "strong.docx", "The directory is encrypted.", lambda: one(flags=0x2041)),
    Kind("zip-patched-data", "patch.docx", "A member is a patch of another.", lambda: one(flags=0x20)),
    Kind("zip-unknown-method", "method.docx", "The method is unknown.", lambda: one(method=99)),
    Kind("zip-deflate64", "deflate64.docx", "The method is not supported.", lambda: one(method=9)),
    Kind("zip-stored-lie", "stored.docx", "Packed data are said to be plain.", lambda: one(method=0)),
    Kind("zip-bzip2-bomb", "bzip2.docx", "Another method unpacks to 30 MB.", lambda: _packed(zipfile.ZIP_BZIP2)),
    Kind("zip-lzma-bomb", "lzma.docx", "Another method unpacks to 30 MB.", lambda: _packed(zipfile.ZIP_LZMA)),
    Kind("zip-wrong-checksum", "crc.docx", "The checksum is wrong.", lambda: patched(_WORD, _ROW, 16, "<I", 1)),
    Kind("zip-cut", "cut.docx", "The archive is cut.", lambda: _WORD[:-30]),
    Kind("zip-cut-in-half", "half.docx", "Half of the archive is missing.", lambda: _WORD[: len(_WORD) // 2]),
    Kind("zip-header-alone", "header.docx", "There is one header and nothing else.", lambda: _WORD[:30]),
    Kind("zip-empty", "empty.docx", "There is no member.", lambda: zipped({})),
    Kind("zip-no-document", "other.zip", "There is no document among the members.", lambda: zipped({"a.txt": HONEST})),
    Kind("zip-spreadsheet", "cells.xlsx", "The archive is a spreadsheet.", lambda: zipped({"[Content_Types].xml": "", "xl/workbook.xml": ""})),
    Kind("zip-open-document", "text.odt", "The archive is an OpenDocument text.", lambda: zipped({"mimetype": "application/vnd.oasis.opendocument.text", "content.xml": "<a/>"})),
    Kind("zip-java", "program.jar", "The archive is a program.", lambda: zipped({"META-INF/MANIFEST.MF": "Main-Class: A", "A.class": b"\xca\xfe\xba\xbe"})),
    Kind("zip-both-formats", "both.docx", "The archive is a book and a Word file.", lambda: zipped({PART: _document(), "META-INF/container.xml": "<a/>"})),
    Kind("zip-directory-far", "far.docx", "The directory is said to be far away.", lambda: patched(_WORD, _EOCD, 16, "<I", 0xFFFFFFF0)),
    Kind("zip-directory-large", "large.docx", "The directory is said to have 4 GB.", lambda: patched(_WORD, _EOCD, 12, "<I", 0xFFFFFFF0)),
    Kind("zip-directory-count", "count.docx", "The directory is said to have 65,534 rows.", lambda: patched(_WORD, _EOCD, 10, "<H", 0xFFFE)),
    Kind("zip-row-far", "row.docx", "A member is said to be far away.", lambda: patched(_WORD, _ROW, 42, "<I", 0xFFFFFFF0)),
    Kind("zip-row-extra", "extra.docx", "A row is said to have 65,535 bytes more.", lambda: patched(_WORD, _ROW, 30, "<H", 0xFFFF)),
    Kind("zip-row-name", "name.docx", "A row is said to have a name of 65,535 bytes.", lambda: patched(_WORD, _ROW, 28, "<H", 0xFFFF)),
    Kind("zip-local-name", "local.docx", "Header and directory name a member differently.", lambda: _WORD.replace(PART.encode(), b"word/documenT.xml", 1)),
    Kind("zip-zip64-lie", "zip64.docx", "The extension for large files claims 2^63 bytes.", _zip64_lie),
    Kind("zip-zip64-locator", "locator.docx", "The extension for large files points to nowhere.", lambda: _WORD[: _WORD.rindex(_EOCD)] + b"PK\x06\x07" + struct.pack("<IQI", 0, 2**62, 1) + _WORD[_WORD.rindex(_EOCD) :]),
    Kind("zip-several-disks", "disks.docx", "The archive is said to have 65,534 disks.", lambda: patched(_WORD, _EOCD, 4, "<I", 0xFFFEFFFE)),
    Kind("zip-long-comment", "comment.docx", "A comment has ends of archives in it.", lambda: _WORD[:-2] + struct.pack("<H", 65_000) + (_EOCD + b"\0" * 6) * 6_500),
    Kind("zip-two-ends", "ends.docx", "Two archives stand one after the other.", lambda: zipped({"a.txt": HONEST}) + _WORD),
    Kind("zip-prefix", "prefix.docx", "A megabyte stands before the archive.", lambda: b"PK\x03\x04" + bytes(1_000_000) + _WORD),
    Kind("zip-cut-stream", "stream.docx", "Packed data end too early.", lambda: archive([(*entry(PART.encode(), deflated(10**6)[0][:-50], size=10**6), PART.encode())])),
    Kind("zip-noise-stream", "noise.docx", "Packed data are noise.", lambda: archive([(*entry(PART.encode(), b"\xff" * 5_000, size=10**6), PART.encode())])),
    Kind("zip-odd-names", "odd.docx", "Names have control characters and zeros.", lambda: archive([(*entry(name, b"", size=0, method=0), name) for name in (PART.encode(), b"a\0b", b"\x1b[2J", b"\xff\xfe", b"a" * 60_000)])),
)  # fmt: skip
