from __future__ import annotations

import pytest

from sentencerank.documents import read_document
from sentencerank.errors import DocumentError
from tests.documents.samples import CONTAINER, RAIN, SEA, SUN, epub, parts, prose, zipped


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
        ("reference", "1. A note on rain."),
    ]
    assert not {"Rain", "Sea"} & set(prose(document))
    assert [block.level for block in document.blocks if block.kind == "heading"] == [1, 1, 2]


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
