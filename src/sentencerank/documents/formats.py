"""The table of formats, and how the format of a file is found: by its content, not by its name.

Everything about a format is in its row of `FORMATS` and in its own module. The names of the formats, the messages
and the table in docs/documents.md follow from the rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import PurePath
from types import ModuleType

from sentencerank import plugins
from sentencerank.documents.archive import PASSWORD, Archive
from sentencerank.documents.limits import Meter
from sentencerank.documents.needed import may_be
from sentencerank.documents.plain import decode
from sentencerank.errors import DocumentError, PluginError


@dataclass(frozen=True, slots=True)
class Format:
    """A format that is read.

    Its module has `read(data: bytes, meter: Meter) -> Content`. If the format has neither `magic` nor `member`, it is
    recognised by its text: its module has `is_<name>(text: str, named: bool) -> bool`, where `named` says whether the
    file has one of the endings.
    """

    name: str  # what `kind=` takes
    module: str  # in sentencerank.documents; that of a plugin has a dot
    endings: tuple[str, ...] = ()  # of file names
    parsers: tuple[str, ...] = ()  # modules of other projects that it needs, from the extra "documents"
    magic: bytes = b""  # stands near the beginning of every such file
    member: str = ""  # every such file is a zip archive with this file in it
    sign: str = ""  # what it is recognised by, for the documentation
    about: str = ""  # what is read of it, for the documentation
    linear: bool = False  # whether every step over it is linear, by test, so that it needs no process of its own

    def load(self) -> ModuleType:
        """Import the module of the format."""
        return import_module(self.module if "." in self.module else f"sentencerank.documents.{self.module}")


# The order matters: the first format that fits is taken. Plain text is last, for it is what nothing else claims.
_FORMATS = (
    Format("pdf", "pdf", (".pdf",), ("pypdfium2",), magic=b"%PDF-", sign="`%PDF-`", about="see below"),
    Format("docx", "docx", (".docx", ".docm"), ("defusedxml",), member="word/document.xml",
           sign="a zip archive with `word/document.xml`",
           about="headings by style and outline level, lists with their numbers, tables, code, figures, formulas, "
           "links, text boxes; changes are resolved; notes last; see below"),
    Format("epub", "epub", (".epub",), ("defusedxml", "lxml"), member="META-INF/container.xml",
           sign="a zip archive with `META-INF/container.xml`",
           about="chapters in the order of the spine, read as HTML; pages; notes; the table of contents is shown, not "
           "ranked"),
    Format("odt", "odt", (".odt",), ("defusedxml", "lxml"), member="content.xml",
           sign="a zip archive with `content.xml`",
           about="as Word files, by the names of styles; notes last"),
    Format("subtitles", "subtitles", (".srt", ".vtt"),
           sign="`WEBVTT`, or a SubRip time line",
           about="cues joined; a new paragraph after a pause of 4 s or with a new speaker", linear=True),
    Format("package", "package", (),
           sign="`Metadata-Version:`, or `Package:` and `Description:`",
           about="summary and description; other fields are shown, not ranked"),
    Format("mbox", "email", (".mbox",),
           sign="a `From ` line, then header fields",
           about="as mails, gathered into threads; one section for each message"),
    Format("email", "email", (".eml", ".mht", ".mhtml"),
           sign="header fields of a message",
           about="subject, sender, date and text; plain text before HTML (which needs lxml). What is quoted, "
           "signatures, disclaimers and patches are shown, not ranked. A page saved as MHTML is read as a page"),
    Format("html", "html", (".html", ".htm", ".xhtml"), ("lxml",),
           sign="`<!doctype html>`, `<html>`, or tags from the start",
           about="headings, lists, quotes, tables, code, figures, formulas, notes, links; menus, notices and footers "
           "are left out and counted; see below"),
    Format("notebook", "notebook", (".ipynb",),
           sign="JSON with `cell_type`",
           about="Markdown and code; output is left out"),
    Format("troff", "troff", (".1", ".2", ".3", ".4", ".5", ".6", ".7", ".8", ".man", ".mdoc"),
           sign="`.TH` or `.Dt`, and sections",
           about="sections, paragraphs, options apart from what explains them, code, tables; the synopsis is code",
           linear=True),
    Format("pod", "pod", (".pod",),
           sign="`=head1` and another command of POD",
           about="sections, items, terms, code, links; of a program only what it says about itself", linear=True),
    Format("rst", "rst", (".rst", ".rest"),
           sign="the name, or signs that only it has (`.. note::`, `:ref:`, links such as `` `a <b>`_ ``)",
           about="sections, lists, definitions, tables, code, admonitions, figures, notes, roles; contents, comments "
           "and what includes other files are left out", linear=True),
    Format("latex", "latex", (".tex", ".ltx"),
           sign="commands such as `\\documentclass` and `\\section`",
           about="title, sections, lists, code, formulas, tables, captions, notes, references; nothing is included",
           linear=True),
    Format("asciidoc", "asciidoc", (".adoc", ".asciidoc", ".asc"),
           sign="the name, or three signs of it (`== `, `[source]`, `include::` …)",
           about="sections, lists, labels, code, quotes, tables, figures, notes; comments and what includes "
           "other files are left out", linear=True),
    Format("markdown", "markdown", (".md", ".markdown", ".mkd"),
           sign="two signs of it (`#`, fences, links, tables …), or one and the name",
           about="all blocks, footnotes and formulas; front matter is dropped except its title", linear=True),
    Format("transcript", "transcript", (".txt",),
           sign="two speakers whose names come back, before sentences or after times, as in a chat",
           about="one paragraph for each turn", linear=True),
    Format("paged", "paged", (".txt",),
           sign="form feeds between pages that have running heads, or lines with numbers before them",
           about="as plain text, without the heads and feet of the pages; hyphens at line ends go",
           linear=True),
    Format("text", "plain", (".txt",),
           sign="what nothing else claims",
           about="the text as it is, read as `rank(text)` reads a string: paragraphs, headings, list items, quotes, "
           "tables of three columns and rows; captions, bylines and date lines", linear=True),
)  # fmt: skip
FORMATS: dict[str, Format] = {format.name: format for format in _FORMATS}

_ELEMENT = re.compile(rb"<[a-zA-Z][a-zA-Z0-9]*[\s/>]")
_SAMPLE = 65_536  # bytes that are looked at
_POD = b"\n=head1 "
MAGIC_WITHIN = 1024  # bytes; a few programs write something before it
_TAR_AT = 257  # bytes; where an archive of tar says what it is
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")  # what holds a new Office file that has a password
# Formats that are recognised only to say what to do with them: how they begin, what they are, the remedy.
_FOREIGN = (
    ((_OLD_OFFICE,), "an old Office file", "save it as .docx or PDF"),
    ((b"{\\rtf",), "an RTF file", "save it as .docx or PDF"),
    ((b"7z\xbc\xaf\x27\x1c", b"Rar!"), "an archive", "unpack it and give the documents in it"),
    ((b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*"), "a picture", "run OCR on it first"),
    ((b"%!PS",), "a PostScript file", "convert it to PDF"),
    ((b"\x7fELF", b"MZ\x90"), "a program", "give a document"),
    ((b"SQLite format 3",), "a database", "give a document"),
)


def format_of(kind: str) -> Format | None:
    """Return the format of a name, also that of a plugin; None if there is none. Raises PluginError if it is broken."""
    return FORMATS.get(kind) or _plugin_format(kind)


@lru_cache(maxsize=64)
def _plugin_format(kind: str) -> Format | None:
    format = plugins.find("format", kind)
    if format is None or (isinstance(format, Format) and format.name == kind and "." in format.module):
        return format
    raise plugins.refused("format", kind, f"a Format with the name {kind!r} and a module with a dot", format)


def plugin_formats() -> Iterator[Format]:
    """Yield the formats of plugins; a broken one is left out, and `sentencerank doctor` tells of it."""
    for kind in plugins.names("format"):
        with suppress(PluginError):
            if kind not in FORMATS and (format := _plugin_format(kind)):
                yield format


def _by_ending(name: str) -> str:
    """Return the format of a plugin that has the ending of a file; plain text if none has."""
    ending = PurePath(name).suffix
    if not ending or any(ending in format.endings for format in FORMATS.values()):
        return "text"
    return next((format.name for format in plugin_formats() if ending in format.endings), "text")


def recognise(data: bytes, name: str = "", *, meter: Meter) -> str:
    """Return the name of the format of a file. Raises DocumentError with what to do if it is one that is not read.

    >>> from sentencerank.documents.limits import DEFAULT
    >>> recognise(b"WEBVTT", meter=Meter(DEFAULT)), recognise(b"Just words.", meter=Meter(DEFAULT))
    ('subtitles', 'text')
    """
    for format in FORMATS.values():
        if format.magic and format.magic in data[:MAGIC_WITHIN]:
            return format.name
    if is_archive(data):
        return _recognise_zip(Archive(data, meter).names)
    if data[_TAR_AT:].startswith(b"ustar"):
        raise DocumentError(
            "this is a tar archive, and archives are not opened: unpack it and give the documents in it."
        )
    if data.startswith(_OLD_OFFICE) and _ENCRYPTED in data:
        raise DocumentError(PASSWORD)
    for beginnings, what, remedy in _FOREIGN:
        if data.startswith(beginnings):
            raise DocumentError(f"this is {what}, which is not read: {remedy}.")
    found = recognise_text(decode(_beginning(data)).text, name)
    # A program in Perl may tell what it does below all of its code, whose comments look like headings of Markdown.
    if found in ("text", "markdown") and (told := data.find(_POD, _SAMPLE)) >= 0:
        found = "pod" if recognise_text(decode(_beginning(data[told:])).text, name) == "pod" else found
    return found


def needs_parser(kind: str, data: bytes) -> bool:
    """Whether reading a file calls the parser of another project: so does HTML inside Markdown.

    >>> needs_parser("html", b""), needs_parser("markdown", b"# Rain <b>fell</b>"), needs_parser("markdown", b"# Rain")
    (True, True, False)
    """
    format = format_of(kind)
    return format is None or not format.linear or (kind == "markdown" and _ELEMENT.search(data) is not None)


def is_archive(data: bytes) -> bool:
    """Whether a file begins as a zip archive does."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def _beginning(data: bytes) -> bytes:
    """Return the beginning of a file, up to the end of a line so that no character is cut in two."""
    sample = data[:_SAMPLE]
    return sample if len(data) <= _SAMPLE else sample[: sample.rfind(b"\n") + 1 or _SAMPLE]


def _recognise_zip(names: frozenset[str]) -> str:
    for format in FORMATS.values():
        if format.member and format.member in names:
            return format.name
    if "word/document2.xml" in names:
        return "docx"  # some programs call it so
    if "[Content_Types].xml" in names:
        raise DocumentError("this is an office file that is not read: save it as .docx or PDF.")
    raise DocumentError("this is a zip archive, and archives are not opened: unpack it and give the documents in it.")


def recognise_text(text: str, name: str = "") -> str:
    """Return the name of the format of a file that is text.

    >>> recognise_text("# Rain\\n\\nIt rained.", "rain.md"), recognise_text("# Rain\\n\\nIt rained.", "rain.txt")
    ('markdown', 'text')
    """
    name = name.lower()
    for format in FORMATS.values():
        if format.magic or format.member:
            continue
        named = name.endswith(format.endings)
        if (named or may_be(text, format.name)) and getattr(format.load(), f"is_{format.name}")(text, named):
            break
    return _by_ending(name) if format.name == "text" else format.name
