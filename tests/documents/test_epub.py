from __future__ import annotations

import io
import re
import zipfile
from typing import Any

import pytest

from sentencerank.documents import Limits, read_document
from sentencerank.errors import DocumentError, LimitError
from tests.documents.samples import CONTAINER, RAIN, SEA, SUN, epub, parts, prose, xhtml, zipped


def test_chapters_in_the_order_of_the_spine() -> None:
    document = read_document(epub())
    assert parts(document) == [
        ("title", "The Book of Rain"),
        ("heading", "Contents"),
        ("list", "Rain"),
        ("list", "Sea"),
        ("heading", "Rain"),
        ("paragraph", RAIN),
        ("paragraph", "Cafés are full. So it goes."),
        ("heading", "Sea"),
        ("paragraph", SEA),
        ("quote", SUN),
        ("footnote", "1. A note on rain."),
    ]
    assert not {"Rain", "Sea"} & set(prose(document))
    assert [block.level for block in document.blocks if block.kind == "heading"] == [1, 1, 2]


def test_a_file_that_the_spine_names_again_for_each_section_is_read_once() -> None:
    files = _files(epub())
    again = '<itemref idref="again"/>'
    item = '<item id="again" href="text/one.xhtml#later" media-type="application/xhtml+xml"/>'
    package = bytes(files["OEBPS/book.opf"]).decode()
    files["OEBPS/book.opf"] = (
        package.replace("</manifest>", f"{item}</manifest>").replace("</spine>", f"{again}</spine>").encode()
    )
    assert parts(read_document(zipped(files))) == parts(read_document(epub()))


def test_a_book_packed_with_its_folder_is_read() -> None:
    files = {f"book/{name}": content for name, content in _files(epub()).items()}
    assert parts(read_document(zipped(files))) == parts(read_document(epub()))


def test_headings_that_are_links_are_the_contents() -> None:
    links = "".join(f'<h4><a href="text/one.xhtml#s{number}">1.{number} Rain</a></h4>' for number in range(5))
    document = read_document(epub([f"<h1>Rain</h1>{links}<p>{RAIN}</p>", f"<p>{SEA}</p>"]))
    assert [kind for kind, _ in parts(document)].count("heading") == 2
    assert not any(sentence.startswith("1.") for sentence in prose(document))


def test_headings_that_lead_to_several_files_are_the_contents() -> None:
    links = "".join(f'<h4><a href="{name}.xhtml">{name}</a></h4><p>{RAIN}</p>' for name in ("One", "Two", "Three"))
    back = "".join(f'<h4><a href="nav.xhtml#s{number}">{number}</a></h4><p>{SEA}</p>' for number in range(3))
    document = read_document(epub([links, back]))
    found = [kind for kind, text in parts(document) if text in ("One", "Two", "Three", "0", "1", "2")]
    assert found == ["list"] * 3 + ["heading"] * 3


def _files(data: bytes) -> dict[str, Any]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_notes_pages_and_formulas_of_a_book() -> None:
    one = (
        f'<h1>Rain</h1><p>It fell.<a epub:type="noteref" href="../notes.xhtml#n1">1</a> {RAIN}</p>'
        f'<p>{SEA}<span epub:type="pagebreak" id="p7" title="7"/></p><p>So <math><mi>x</mi><mo>&lt;</mo>'
        f"<mn>2</mn></math>.</p>"
    )
    members = _members(epub((one, f"<p>{SUN}</p>")))
    members["OEBPS/notes.xhtml"] = xhtml('<aside epub:type="footnote" id="n1"><p>A note on rain.</p></aside>')
    document = read_document(zipped(members))
    blocks = {block.kind: block for block in document.blocks}
    assert blocks["footnote"].about == {"label": "1"}
    assert blocks["page"].about == {"number": "7"}
    assert {(mark.kind, document.text[mark.start : mark.end]) for mark in document.marks} >= {
        ("note", "[1]"),
        ("formula", "x < 2"),
    }
    assert document.places[-1].path.startswith("OEBPS/notes.xhtml#/html/body/aside/p")


def test_a_chapter_without_a_heading_has_that_of_the_table_of_contents() -> None:
    ncx = (
        '<ncx><navMap><navPoint><navLabel><text>One</text></navLabel><content src="a.xhtml"/><navPoint><navLabel>'
        '<text>Two</text></navLabel><content src="b.xhtml#top"/></navPoint></navPoint></navMap><pageList><pageTarget>'
        '<navLabel><text>12</text></navLabel><content src="b.xhtml#page"/></pageTarget></pageList></ncx>'
    )
    package = (
        "<package><metadata><title>The Book</title></metadata>"
        '<manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" '
        'media-type="application/xhtml+xml"/><item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
        "</manifest>"
        '<spine toc="n"><itemref idref="a"/><itemref idref="b"/></spine></package>'
    )
    book = zipped(
        {
            "META-INF/container.xml": CONTAINER,
            "OEBPS/book.opf": package,
            "OEBPS/toc.ncx": ncx,
            "OEBPS/a.xhtml": xhtml(f"<h1>The Book</h1><p>{RAIN}</p>").replace("<title>x</title>", "<title/>"),
            "OEBPS/b.xhtml": xhtml(f'<p>Two</p><a id="page"/><p>{SEA}</p>'),
        }
    )
    document = read_document(book)
    assert parts(document) == [
        ("title", "The Book"),
        ("paragraph", RAIN),
        ("heading", "Two"),
        ("page", ""),
        ("paragraph", SEA),
    ]
    assert [block.level for block in document.blocks if block.kind == "heading"] == [2]


def test_a_line_that_the_contents_name_is_a_heading() -> None:
    points = "".join(
        f'<navPoint><navLabel><text>{title}</text></navLabel><content src="text/one.xhtml{place}"/>'
        for title, place in (("1. Rain", ""), ("1.1 Drizzle", "#a"), ("Clouds", "#b"))
    )
    item = '<item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    members = _members(epub((f"<h1>1. Rain</h1><p id='a'><b>1.1 Drizzle</b></p><p>{RAIN}</p><p>{SEA}</p>", SUN)))
    members["OEBPS/toc.ncx"] = f"<ncx><navMap>{points}{'</navPoint>' * 3}</navMap></ncx>"
    package = members["OEBPS/book.opf"]
    assert isinstance(package, bytes)
    members["OEBPS/book.opf"] = package.replace(b"</manifest>", f"{item}</manifest>".encode())
    blocks = read_document(zipped(members)).blocks
    headings = [(block.level, block.kind) for block in blocks if block.kind == "heading"]
    assert headings == [(1, "heading"), (1, "heading"), (2, "heading")]  # those of the contents and of the chapter


def test_the_language_of_a_book() -> None:
    chapter = "<p>" + "Es regnet seit drei Tagen ohne Pause in der Ebene. " * 5 + "</p>"
    assert read_document(epub((chapter, chapter), language="de-DE")).language == "de"


def test_a_missing_chapter_is_noted() -> None:
    package = (
        '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest>'
        '<spine><itemref idref="a"/><itemref idref="b"/><itemref idref="c"/></spine></package>'
    )
    book = zipped(
        {"META-INF/container.xml": CONTAINER, "OEBPS/book.opf": package, "OEBPS/a.xhtml": f"<html><p>{RAIN}</p></html>"}
    )
    assert read_document(book).notes == ("1 chapters of the book are missing in the file",)


def test_a_damaged_chapter_is_left_out_and_noted() -> None:
    book = epub()
    whole = prose(read_document(book))
    document = read_document(_with_broken(book, "OEBPS/text/one.xhtml"))
    assert document.notes == ("1 of 4 chapters are damaged and were left out",)
    assert prose(document) == [text for text in whole if text in f"{SEA} {SUN}"]
    binary = read_document(zipped({**_members(book), "OEBPS/text/two b.xhtml": b"\0\1\2" * 500}))
    assert binary.notes == ("1 of 4 chapters are damaged and were left out",)
    assert prose(binary)[0] == RAIN.partition(". ")[0] + "."


def test_a_book_without_a_readable_chapter_is_refused() -> None:
    book = epub()
    names = [name for name in _members(book) if name.endswith("xhtml")]
    with pytest.raises(DocumentError, match="none of the 4 chapters of the book can be read"):
        read_document(_with_broken(book, *names))


def test_a_chapter_beyond_the_limits_ends_the_whole_book() -> None:
    deep = "<div>" * 60 + RAIN + "</div>" * 60
    with pytest.raises(LimitError, match="levels deep"):
        read_document(epub((deep, f"<p>{SEA}</p>")), limits=Limits(depth=50))


def test_a_chapter_with_a_password_ends_the_whole_book() -> None:
    book = bytearray(epub())
    for found in re.finditer(rb"PK\x01\x02", book):  # the directory of the archive
        if b"one.xhtml" in book[found.end() : found.end() + 80]:
            book[found.start() + 8] |= 1
    with pytest.raises(DocumentError, match="password"):
        read_document(bytes(book))


def test_protected_books_are_refused() -> None:
    encryption = '<encryption><EncryptedData><CipherReference URI="OEBPS/text/one.xhtml"/></EncryptedData></encryption>'
    book = epub()
    with_encryption = zipped({**_members(book), "META-INF/encryption.xml": encryption})
    with pytest.raises(DocumentError, match="DRM"):
        read_document(with_encryption)


def test_damaged_books() -> None:
    with pytest.raises(DocumentError, match=r"book\.opf is missing"):
        read_document(zipped({"META-INF/container.xml": CONTAINER}))
    with pytest.raises(DocumentError, match="names no package"):
        read_document(zipped({"META-INF/container.xml": "<container/>"}))


def _members(data: bytes) -> dict[str, str | bytes]:
    import io
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _with_broken(data: bytes, *names: str) -> bytes:
    """The archive with members whose bytes do not fit their checksum."""
    import io
    import zipfile

    broken = bytearray(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for member in map(archive.getinfo, names):
            start = member.header_offset + 30 + len(member.filename.encode())
            broken[start + member.compress_size // 2] ^= 0xFF
    return bytes(broken)
