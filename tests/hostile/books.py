"""E-books whose package, spine or chapters are made to mislead."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

from typing import TypeAlias

from tests.documents.samples import CONTAINER, epub, xhtml, zipped
from tests.hostile.kind import BAIT, HONEST, Kind, numbered

Members: TypeAlias = dict[str, str | bytes]

_P = f"<p>{HONEST}</p>"
_ITEM = '<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/>'
_REF = '<itemref idref="one"/>'


def book(manifest: str = _ITEM, spine: str = _REF, metadata: str = "", more: Members | None = None) -> bytes:
    """A book of one chapter, unless its package says otherwise; more members by their names."""
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f"{metadata}</metadata><manifest>{manifest}</manifest><spine>{spine}</spine></package>"
    )
    members: Members = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER,
        "OEBPS/book.opf": package,
        "OEBPS/one.xhtml": xhtml(_P),
    }
    return zipped(members | (more or {}))


def _item(href: str) -> str:
    return f'<item id="one" href="{href}" media-type="application/xhtml+xml"/>'


def _many(count: int) -> bytes:
    items = numbered('<item id="c{}" href="c{}.xhtml" media-type="text/html"/>', count).decode()
    chapters: Members = {f"OEBPS/c{n}.xhtml": _P for n in range(count)}
    return book(items, numbered('<itemref idref="c{}"/>', count).decode(), more=chapters)


def _encryption(name: str) -> str:
    return f'<encryption><EncryptedData><CipherData><CipherReference URI="{name}"/></CipherData></EncryptedData></encryption>'


KINDS = (
    Kind("epub-spine-repeats", "again.epub", "The spine names one chapter 8,000 times.", lambda: book(spine=_REF * 8_000)),
    Kind("epub-spine-repeats-long-chapter", "swell.epub", "The spine repeats a long chapter: 10 KB become 100 MB.", lambda: book(spine=_REF * 500, more={"OEBPS/one.xhtml": xhtml(_P * 1_200)})),
    Kind("epub-spine-to-itself", "self.epub", "A chapter is the package itself.", lambda: book(_item("book.opf"))),
    Kind("epub-spine-to-container", "container.epub", "A chapter is the container.", lambda: book(_item("../META-INF/container.xml"))),
    Kind("epub-no-spine", "spineless.epub", "The spine is empty.", lambda: book(spine="")),
    Kind("epub-no-manifest", "nothing.epub", "The manifest is empty.", lambda: book(manifest="")),
    Kind("epub-missing-chapter", "missing.epub", "The chapter is not in the archive.", lambda: book(_item("two.xhtml"))),
    Kind("epub-no-package", "lost.epub", "The package is not in the archive.", lambda: zipped({"META-INF/container.xml": CONTAINER})),
    Kind("epub-package-is-container", "loop.epub", "The container names itself as the package.", lambda: zipped({"META-INF/container.xml": CONTAINER.replace("OEBPS/book.opf", "META-INF/container.xml")})),
    Kind("epub-package-outside", "outside.epub", "The package is a file of the computer.", lambda: zipped({"META-INF/container.xml": CONTAINER.replace("OEBPS/book.opf", "../../../../etc/passwd")})),
    Kind("epub-package-on-server", "server.epub", "The package is on a server.", lambda: zipped({"META-INF/container.xml": CONTAINER.replace("OEBPS/book.opf", BAIT)})),
    Kind("epub-many-packages", "packages.epub", "The container names 20,000 packages.", lambda: zipped({"META-INF/container.xml": "<container>" + '<rootfile full-path=""/>' * 20_000 + "</container>"})),
    Kind("epub-chapter-outside", "traversal.epub", "A chapter is a file of the computer.", lambda: book(_item("../../../../../etc/passwd"))),
    Kind("epub-chapter-absolute", "absolute.epub", "A chapter has an absolute path.", lambda: book(_item("/etc/passwd"))),
    Kind("epub-chapter-escaped", "escaped.epub", "The path of a chapter is escaped twice.", lambda: book(_item("%252e%252e/%2e%2e/%2e%2e/etc/passwd"))),
    Kind("epub-chapter-on-server", "remote.epub", "A chapter is on a server.", lambda: book(_item(BAIT))),
    Kind("epub-chapter-file-address", "file.epub", "A chapter is the address of a file.", lambda: book(_item("file:///etc/passwd"))),
    Kind("epub-long-path", "path.epub", "The path of a chapter has 500 KB.", lambda: book(_item("a/../" * 100_000 + "one.xhtml"))),
    Kind("epub-remote-resources", "resources.epub", "A chapter asks for pictures of a server.", lambda: epub((f'<img src="{BAIT}"/><script src="{BAIT}"/>{_P}', _P))),
    Kind("epub-chapter-includes", "include.epub", "A chapter includes a file of the computer.", lambda: book(more={"OEBPS/one.xhtml": xhtml('<include xmlns="http://www.w3.org/2001/XInclude" href="file:///etc/passwd"/>' + _P)})),
    Kind("epub-chapter-laughs", "laughs.epub", "A chapter defines entities that expand.", lambda: book(more={"OEBPS/one.xhtml": '<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "' + "&a;" * 50_000 + f'">]><html><body>{"&b;" * 500}{_P}</body></html>'})),
    Kind("epub-chapter-entity", "entity.epub", "A chapter asks for a file of the computer.", lambda: book(more={"OEBPS/one.xhtml": f'<!DOCTYPE html [<!ENTITY a SYSTEM "file:///etc/passwd">]><html><body><p>&a;</p>{_P}</body></html>'})),
    Kind("epub-deep-chapter", "deep.epub", "A chapter is nested 100,000 levels deep.", lambda: book(more={"OEBPS/one.xhtml": xhtml("<div>" * 100_000 + _P)})),
    Kind("epub-deep-chapter-inline", "inline.epub", "A chapter has emphasis 50,000 levels deep.", lambda: book(more={"OEBPS/one.xhtml": xhtml("<em>" * 50_000 + _P)})),
    Kind("epub-empty-chapter", "blank.epub", "The chapter has spaces alone.", lambda: book(more={"OEBPS/one.xhtml": " \n" * 1_000})),
    Kind("epub-noise-chapter", "noise.epub", "The chapter consists of zeros.", lambda: book(more={"OEBPS/one.xhtml": bytes(100_000)})),
    Kind("epub-many-chapters", "chapters.epub", "A book has 1,000 chapters.", lambda: _many(1_000)),
    Kind("epub-huge-contents", "contents.epub", "The table of contents has 20,000 lines.", lambda: book('<item id="one" href="one.xhtml" media-type="text/html" properties="nav"/>', more={"OEBPS/one.xhtml": xhtml("<nav><ol>" + "<li>It rained.</li>" * 20_000 + "</ol></nav>")})),
    Kind("epub-deep-contents", "levels.epub", "The table of contents is nested deeply.", lambda: book('<item id="one" href="one.xhtml" media-type="text/html" properties="nav"/>', more={"OEBPS/one.xhtml": xhtml("<nav>" + "<ol><li>" * 5_000)})),
    Kind("epub-same-ids", "ids.epub", "20,000 items share an id.", lambda: book(_ITEM * 20_000)),
    Kind("epub-many-titles", "titles.epub", "A book has 20,000 titles.", lambda: book(metadata="<dc:title>Rain</dc:title>" * 20_000)),
    Kind("epub-long-title", "title.epub", "The title has 500 KB.", lambda: book(metadata="<dc:title>" + "Rain " * 100_000 + "</dc:title>")),
    Kind("epub-odd-language", "language.epub", "The language is a path.", lambda: book(metadata="<dc:language>../../etc/passwd</dc:language>")),
    Kind("epub-long-language", "tongue.epub", "The name of the language has 100 KB.", lambda: book(metadata="<dc:language>" + "en-" * 30_000 + "</dc:language>")),
    Kind("epub-protected", "drm.epub", "The chapter is encrypted.", lambda: book(more={"META-INF/encryption.xml": _encryption("OEBPS/one.xhtml")})),
    Kind("epub-encrypted-fonts", "fonts.epub", "20,000 fonts are encrypted.", lambda: book(more={"META-INF/encryption.xml": "<e>" + '<CipherReference URI="a.otf"/>' * 20_000 + "</e>"})),
    Kind("epub-encryption-damaged", "cipher.epub", "The list of encrypted files is damaged.", lambda: book(more={"META-INF/encryption.xml": "<e><"})),
    Kind("epub-picture-chapters", "pictures.epub", "Chapters are pictures.", lambda: book('<item id="one" href="one.xhtml" media-type="image/svg+xml"/>')),
    Kind("epub-wrong-encoding", "encoding.epub", "A chapter declares another encoding.", lambda: book(more={"OEBPS/one.xhtml": f'<?xml version="1.0" encoding="utf-32"?><html><body>{_P}</body></html>'})),
)  # fmt: skip
