"""Files of other formats, files of two formats at once, and files with bad names."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import sqlite3
import struct
import tarfile
import zlib

from tests.documents.samples import SRT, word_file, word_paragraph, zipped
from tests.hostile.archives import one
from tests.hostile.kind import BAIT, HONEST, Kind
from tests.hostile.markup import page
from tests.hostile.pdf_writer import paper

_NOISE = random.Random(9).randbytes(3_000)
_PAGE = page(f"<p>{HONEST}</p>".encode() * 3)
_WORD = word_file(word_paragraph(HONEST))
_TEXT = HONEST.encode() * 5


def _tar() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as made:
        for name in ("../../evil.txt", "a.txt"):
            member = tarfile.TarInfo(name)
            member.size = len(_TEXT)
            made.addfile(member, io.BytesIO(_TEXT))
    return buffer.getvalue()


def _database() -> bytes:
    with sqlite3.connect(":memory:") as made:
        made.execute("create table rain (words text)")
        made.execute("insert into rain values (?)", (HONEST,))
    data = made.serialize()
    made.close()
    return data


def _png(width: int) -> bytes:
    header = struct.pack(">IIBBBBB", width, width, 8, 2, 0, 0, 0)
    chunk = struct.pack(">I", 13) + b"IHDR" + header + struct.pack(">I", zlib.crc32(b"IHDR" + header))
    return b"\x89PNG\r\n\x1a\n" + chunk + _NOISE


def _named(name: str, file: str, attack: str) -> Kind:
    return Kind(f"name-{name}", file, attack, lambda: _TEXT)


FOREIGN = (
    Kind("foreign-gzip-bomb", "bomb.txt", "A packed file unpacks to 50 MB.", lambda: gzip.compress(bytes(50_000_000), mtime=0)),
    Kind("foreign-bzip2", "packed.txt", "A packed file is called a text.", lambda: bz2.compress(_TEXT)),
    Kind("foreign-xz", "xz.txt", "A packed file is called a text.", lambda: lzma.compress(_TEXT)),
    Kind("foreign-zstd", "zst.txt", "A packed file of an unknown kind is called a text.", lambda: b"\x28\xb5\x2f\xfd" + _NOISE),
    Kind("foreign-7z", "seven.docx", "A packed file is called a Word file.", lambda: b"7z\xbc\xaf\x27\x1c" + _NOISE),
    Kind("foreign-rar", "rar.epub", "A packed file is called a book.", lambda: b"Rar!\x1a\x07\x01\x00" + _NOISE),
    Kind("foreign-tar", "tar.txt", "An archive has a path above its folder.", _tar),
    Kind("foreign-old-word", "old.doc", "The file is one of an old Word.", lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + _NOISE),
    Kind("foreign-rtf", "rich.rtf", "RTF is nested 50,000 levels deep.", lambda: b"{\\rtf1" + b"{\\object" * 50_000),
    Kind("foreign-postscript", "program.ps", "PostScript loops without end.", lambda: b"%!PS\n{ } loop\n" + _TEXT),
    Kind("foreign-elf", "program.txt", "A program is called a text.", lambda: b"\x7fELF" + _NOISE),
    Kind("foreign-exe", "setup.docx", "A program is called a Word file.", lambda: b"MZ\x90\0" + _NOISE),
    Kind("foreign-mach", "mac.txt", "A program is called a text.", lambda: b"\xcf\xfa\xed\xfe" + _NOISE),
    Kind("foreign-java", "class.txt", "A program is called a text.", lambda: b"\xca\xfe\xba\xbe" + _NOISE),
    Kind("foreign-wasm", "wasm.txt", "A program is called a text.", lambda: b"\0asm\x01\0\0\0" + _NOISE),
    Kind("foreign-pickle", "model.pkl", "A pickle starts a program.", lambda: b"cos\nsystem\n(S'touch /tmp/evil'\ntR."),
    Kind("foreign-python", "script.py", "A program deletes files.", lambda: b"import os\nos.system('rm -rf x')\n" * 500),
    Kind("foreign-shell", "script.sh", "A program deletes files.", lambda: b"#!/bin/sh\nrm -rf x\n" + _TEXT),
    Kind("foreign-png", "picture.txt", "A picture of 2^31 points a side is called a text.", lambda: _png(2**31 - 1)),
    Kind("foreign-jpeg", "photo.pdf", "A picture is called a PDF.", lambda: b"\xff\xd8\xff\xe0" + _NOISE),
    Kind("foreign-gif", "moving.html", "A picture is called a page.", lambda: b"GIF89a" + b"\xff" * 1_000),
    Kind("foreign-tiff", "scan.txt", "A picture is called a text.", lambda: b"II*\0" + _NOISE),
    Kind("foreign-webp", "web.txt", "A picture is called a text.", lambda: b"RIFF\xff\xff\xff\xffWEBPVP8 " + _NOISE),
    Kind("foreign-svg", "drawing.svg", "A drawing has a script and entities.", lambda: f'<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg><script>alert(1)</script><image href="{BAIT}"/><text>&a; {HONEST}</text></svg>'.encode()),
    Kind("foreign-mp3", "song.srt", "Music is called subtitles.", lambda: b"ID3\x04" + _NOISE),
    Kind("foreign-mp4", "film.vtt", "A film is called subtitles.", lambda: b"\0\0\0\x18ftypmp42" + _NOISE),
    Kind("foreign-font", "font.txt", "A font is called a text.", lambda: b"\0\x01\0\0" + _NOISE),
    Kind("foreign-sqlite", "data.txt", "A database is called a text.", _database),
    Kind("foreign-parquet", "rows.txt", "A table is called a text.", lambda: b"PAR1" + _NOISE + b"PAR1"),
    Kind("foreign-numpy", "array.txt", "An array is called a text.", lambda: b"\x93NUMPY\x01\0v\0" + _NOISE),
    Kind("foreign-certificate", "key.txt", "A certificate is called a text.", lambda: b"-----BEGIN CERTIFICATE-----\n" + b"QUJD" * 5_000 + b"\n-----END CERTIFICATE-----\n"),
    Kind("foreign-xml", "feed.xml", "XML is neither a page nor a document.", lambda: b'<?xml version="1.0"?><rss><channel>' + b"<item><title>Rain</title></item>" * 5_000),
    Kind("foreign-mhtml", "saved.mht", "A saved page is a mail.", lambda: b'From: <Saved>\nSubject: Rain\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html\n\n' + _PAGE + b"\n--b--\n"),
    Kind("foreign-shortcut", "visit.url", "A shortcut points to a server.", lambda: f"[InternetShortcut]\nURL={BAIT}\n".encode()),
    Kind("foreign-notebook", "notes.ipynb", "A notebook is JSON.", lambda: b'{"cells": [{"cell_type": "markdown", "source": ["# Rain"]}]}' * 300),
)  # fmt: skip

POLYGLOTS = (
    Kind("polyglot-pdf-zip", "both.pdf", "A file is a PDF and a Word file.", lambda: paper() + _WORD),
    Kind("polyglot-zip-pdf", "both.docx", "A Word file has the sign of a PDF in its first member.", lambda: b"PK\x03\x04%PDF-1.7\n" + _WORD),
    Kind("polyglot-html-pdf", "page.pdf", "A page has the sign of a PDF in a comment.", lambda: b"<!-- %PDF-1.7 -->" + _PAGE),
    Kind("polyglot-pdf-html", "page.html", "A PDF is a page as well.", lambda: paper().replace(b"%PDF-1.7\n", b"%PDF-1.7 <html><body><p>" + HONEST.encode() + b"</p>\n")),
    Kind("polyglot-gif-script", "picture.js", "A picture is a script as well.", lambda: b"GIF89a/*" + bytes(100) + b"*/=1;alert(1)//"),
    Kind("polyglot-zip-script", "archive.sh", "A program is followed by an archive.", lambda: b"#!/bin/sh\nexit\n" + _WORD),
    Kind("polyglot-html-markdown", "mixed.md", "Markdown, HTML and subtitles stand in turn.", lambda: (f"# Rain\n\n<div>{HONEST}</div>\n\n" + SRT).encode() * 20),
    Kind("polyglot-srt-html", "tagged.srt", "Subtitles consist of a page.", lambda: SRT.encode() + _PAGE),
    Kind("polyglot-html-srt", "timed.html", "A page begins as subtitles do.", lambda: b"1\n00:00:01,000 --> 00:00:02,000\n" + _PAGE),
    Kind("polyglot-mail-html", "page.eml", "A page begins as a mail does.", lambda: b"From: a@b\nSubject: <html>\n\n" + _PAGE),
    Kind("polyglot-mail-pdf", "mail.pdf", "A mail begins with the sign of a PDF.", lambda: b"X: %PDF-1.7\nFrom: a@b\nSubject: c\n\n" + _TEXT),
    Kind("polyglot-mail-zip", "mail.docx", "A mail is followed by an archive.", lambda: b"From: a@b\nSubject: c\n\n" + _TEXT + _WORD),
    Kind("polyglot-epub-docx", "two.epub", "A book has a Word file in it.", lambda: zipped({"mimetype": "application/epub+zip", "word/document.xml": "<a/>", "META-INF/container.xml": "<a/>"})),
    Kind("polyglot-utf16-html", "wide.html", "A page in UTF-16 has the sign of a PDF.", lambda: _PAGE.decode().encode("utf-16") + b"%PDF-1.7"),
    Kind("polyglot-vtt-mail", "mail.vtt", "Subtitles have the fields of a mail.", lambda: b"WEBVTT\nFrom: a@b\nSubject: c\n\n00:01.000 --> 00:02.000\n" + _TEXT),
    Kind("polyglot-bomb-in-picture", "picture.png", "An archive that unpacks to 200 MB follows a picture.", lambda: _png(9) + one(size=200_000_000)),
)  # fmt: skip

NAMES = (
    _named("parents", "../../../../etc/passwd.txt", "The name leads out of its folder."),
    _named("backslashes", "..\\..\\windows\\system32\\a.txt", "The name leads out of its folder on Windows."),
    _named("absolute", "/etc/passwd", "The name is an absolute path."),
    _named("drive", "C:\\autoexec.bat", "The name has a drive."),
    _named("zero", "a\0.txt", "The name has a zero byte."),
    _named("line-ends", "a\r\nSet-Cookie: b=c\r\n\r\n.txt", "The name has line ends and fields of HTTP."),
    _named("controls", "\x1b]0;owned\x07\x1b[2J.txt", "The name commands a terminal."),
    _named("turned", "rain\u202etxt.exe", "The name is turned to look like another."),
    _named("zero-width", "ra\u200bin\ufeff.txt", "The name has characters without width."),
    _named("surrogate", "a\ud800.txt", "The name has half a character."),
    _named("bytes", "a\udcff\udcfe.txt", "The name has bytes that are no text."),
    _named("long", "a" * 300 + ".txt", "The name has more than 255 bytes."),
    _named("very-long", "a" * 100_000 + ".txt", "The name has 100 KB."),
    _named("accents", "a" + "\u0301" * 120 + ".txt", "The name has 120 accents."),
    _named("markup", "<img src=x onerror=alert(1)>.txt", "The name is markup."),
    _named("quotes", "\"'`$(touch evil);.txt", "The name has signs of shells."),
    _named("template", "{{7*7}}${7*7}%s%n.txt", "The name has signs of templates."),
    _named("formula", "=cmd|' !A0.txt", "The name is a formula."),
    _named("reserved", "CON.txt", "The name is that of a device on Windows."),
    _named("device", "/dev/stdin", "The name is that of a device."),
    _named("address", BAIT, "The name is an address."),
    _named("option", "--output=evil.txt", "The name looks like an option."),
    _named("dash", "-", "The name stands for standard input."),
    _named("dots", "....", "The name has dots alone."),
    _named("space", " ", "The name is a space."),
    _named("many-endings", "rain" + ".pdf.docx.epub.srt.html" * 8, "The name has many endings."),
    _named("wrong-ending", "rain.pdf", "A text is called a PDF."),
)  # fmt: skip
