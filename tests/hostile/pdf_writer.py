"""PDF files written object by object, so that any of them can be wrong."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

import zlib

from tests.hostile.kind import HONEST

FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
_WORDS = HONEST.split()
_LINES = [" ".join(_WORDS[start : start + 8]) for start in range(0, len(_WORDS), 8)]
TEXT = b"BT /F1 12 Tf 14 TL 50 700 Td " + b" ".join(b"(%s) Tj T*" % line.encode() for line in _LINES) + b" ET"


def stream(data: bytes, entries: bytes = b"", length: int | None = None) -> bytes:
    """A stream, with another length if one is given."""
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (entries, len(data) if length is None else length, data)


def flate(data: bytes, times: int = 1, entries: bytes = b"") -> bytes:
    """A stream that is deflated so many times."""
    for _ in range(times):
        data = zlib.compress(data, 9)
    return stream(data, entries + b"/Filter[" + b"/FlateDecode" * times + b"]")


def pdf(*objects: bytes, trailer: bytes = b"", header: bytes = b"%PDF-1.7\n") -> bytes:
    """A file of objects, numbered from 1, of which the first is the catalog."""
    body, places = header, []
    for number, content in enumerate(objects, start=1):
        places.append(len(body))
        body += b"%d 0 obj" % number + content + b"endobj\n"
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1) + b"".join(
        b"%010d 00000 n \n" % p for p in places
    )
    end = b"trailer<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, trailer, len(body))
    return body + table + end


def paper(
    content: bytes = TEXT,
    *more: bytes,
    entries: bytes = b"",
    page: bytes = b"",
    resources: bytes = b"",
    catalog: bytes = b"",
    font: bytes = FONT,
    trailer: bytes = b"",
    box: bytes = b"0 0 612 792",
) -> bytes:
    """One page: 4 is its content, 5 its font, and `more` objects are numbered from 6."""
    return pages(
        stream(content, entries), *more, page=page, resources=resources, catalog=catalog, font=font, trailer=trailer, box=box
    )  # fmt: skip


def pages(
    contents: bytes,
    *more: bytes,
    page: bytes = b"",
    resources: bytes = b"",
    catalog: bytes = b"",
    font: bytes = FONT,
    trailer: bytes = b"",
    box: bytes = b"0 0 612 792",
    kids: bytes = b"3 0 R",
    count: int = 1,
) -> bytes:
    """The same with object 4 as it is given, and with pages as `kids` and `count` say."""
    return pdf(
        b"<</Type/Catalog/Pages 2 0 R%s>>" % catalog,
        b"<</Type/Pages/Kids[%s]/Count %d>>" % (kids, count),
        b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>%s>>%s>>"
        % (box, resources, page),
        contents,
        font,
        *more,
        trailer=trailer,
    )


def form(content: bytes, resources: bytes = b"", entries: bytes = b"") -> bytes:
    """A form: a drawing that pages and other forms draw."""
    head = b"/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>%s>>%s" % (resources, entries)
    return stream(content, head)


def drawing(name: bytes, number: int) -> bytes:
    """The resources that know an object by a name."""
    return b"/XObject<</%s %d 0 R>>" % (name, number)


def forms(depth: int, fan: int) -> bytes:
    """Forms of which each draws the next one several times; the last one writes."""
    drawn = b"/A Do " * fan
    chain = [form(drawn, drawing(b"A", 7 + level)) for level in range(depth - 1)]
    return paper(b"/A Do " + TEXT, *chain, form(b"BT /F1 9 Tf (rain) Tj ET"), resources=drawing(b"A", 6))


def draws_itself() -> bytes:
    """878 bytes: a form that draws itself twice."""
    made = paper(b"/A Do /A Do", form(b"/A Do /A Do", drawing(b"A", 6)), resources=drawing(b"A", 6))
    return made + b"%" * (878 - len(made))
