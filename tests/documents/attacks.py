"""Small files that cost much: each took all memory, or never ended, when it was parsed without bounds."""

from __future__ import annotations

import zlib
from collections.abc import Callable

_PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/Resources<</XObject<</Fm0 5 0 R>>>>/Contents 4 0 R>>"
_TREE = (b"<</Type/Catalog/Pages 2 0 R>>", b"<</Type/Pages/Kids[3 0 R]/Count 1>>", _PAGE)


def pdf(*objects: bytes) -> bytes:
    """Return a PDF of these objects, numbered from 1; the first is its catalogue."""
    data, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(data))
    return data + head + table + tail


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (entries, len(content), content)


def form(content: bytes, draws: int) -> bytes:
    """Return a form that can draw the object of this number as /Fm0."""
    entries = b"/Type/XObject/Subtype/Form/BBox[0 0 100 100]/Resources<</XObject<</Fm0 %d 0 R>>>>" % draws
    return stream(content, entries)


def drawing_itself() -> bytes:
    return pdf(*_TREE, stream(b"/Fm0 Do"), form(b"/Fm0 Do /Fm0 Do", 5))


def drawing_others(depth: int = 8, fan: int = 10) -> bytes:
    """Return a page that draws a form that draws ten forms, and so on: 10^8 objects without a circle."""
    inner = [form(b"/Fm0 Do " * fan, 6 + level) for level in range(depth)]
    return pdf(*_TREE, stream(b"/Fm0 Do"), *inner, form(b"0 0 1 1 re f", 1))


def deflated_twice(millions: int = 1_950) -> bytes:
    """Return a page whose content is so many million zeros, compressed twice."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(1_000_000)) + packer.flush(zlib.Z_FULL_FLUSH)
    # After a full flush a block stands on its own and can be repeated. The end follows, and the checksum of zeros.
    checksum = (millions * 1_000_000 % 65_521) << 16 | 1
    once = b"\x78\xda" + block * millions + b"\x03\0" + checksum.to_bytes(4, "big")
    return pdf(*_TREE, stream(zlib.compress(once, 9), b"/Filter[/FlateDecode/FlateDecode]"))


def comments(count: int = 35) -> bytes:
    """Return comments without a root element after them: a pattern took twice as long for each."""
    return b"<!-- a -->" * count + b"\nend."


ATTACKS: dict[str, Callable[[], bytes]] = {
    "note.txt": comments,
    "note.html": comments,
    "itself.pdf": drawing_itself,
    "others.pdf": drawing_others,
    "twice.pdf": deflated_twice,
}
