"""Good files damaged by chance: bytes flipped, cut, doubled, moved and spliced, also inside archives."""

# ruff: noqa: E501 - the tokens of a format are a row of a table

from __future__ import annotations

import io
import random
import time
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache

from sentencerank.documents import Limits, SafeReader
from sentencerank.errors import SentenceRankError
from tests.documents.samples import (
    MARKDOWN,
    PAGE,
    ROLLING,
    SRT,
    STORY,
    TRANSCRIPT,
    VTT,
    docx,
    epub,
    mail,
    mbox,
    odt,
    parts,
    reportlab_pdf,
    zipped,
)
from tests.documents.written import ASCIIDOC, CONTROL, LATEX, MDOC, METADATA, NOTEBOOK, PAGED, POD, RST, TROFF
from tests.hostile.articles import saved, told
from tests.hostile.pdf_writer import forms, paper
from tests.hostile.trial import UNFORESEEN, message_faults

LIMITS = Limits(seconds=20, memory=512 << 20)
AGAIN = 20  # one of so many is read twice
_BOUNDS = ("was stopped", "of memory")  # the process that parses was ended, because it took too much or broke down
_PAPER = [("Heading1", "Rain"), *[("BodyText", " ".join(STORY))] * 12]

SEEDS: dict[str, Callable[[], list[bytes]]] = {
    "text": lambda: [
        "\n\n".join(STORY).encode(),
        "\n\n".join(STORY).encode("utf-16"),
        "雨が降る。".encode("shift_jis"),
        b"1. Rain\n\n- It rained.\n- It did.\n\n> So said Ann.\n\nCity  Rain  Sun\nMadrid  12  3\nRome  4  5\n",
    ],
    "markdown": lambda: [MARKDOWN.encode()],
    "html": lambda: [PAGE.encode(), told('{"@graph": [{"@type": ["NewsArticle"]}]}', PAGE)],
    "pdf": lambda: [reportlab_pdf(1, _PAPER), reportlab_pdf(2, _PAPER), paper(), forms(3, 2)],
    "docx": lambda: [docx()],
    "epub": lambda: [epub()],
    "odt": lambda: [odt()],
    "email": lambda: [mail(html=PAGE, attachment=True).as_bytes(), mail("", "", PAGE).as_bytes(), saved(PAGE.encode())],
    "mbox": lambda: [mbox([mail("One", html=PAGE), mail("Two")])],
    "subtitles": lambda: [SRT.encode(), VTT.encode(), ROLLING.encode()],
    "transcript": lambda: [TRANSCRIPT.encode()],
    "rst": lambda: [RST.encode()],
    "pod": lambda: [POD.encode()],
    "notebook": lambda: [NOTEBOOK.encode()],
    "troff": lambda: [TROFF.encode(), MDOC.encode()],
    "latex": lambda: [LATEX.encode()],
    "asciidoc": lambda: [ASCIIDOC.encode()],
    "package": lambda: [METADATA.encode(), CONTROL.encode()],
    "paged": lambda: [PAGED.encode()],
}
_TOKENS = (
    b"<", b">", b"\0", b"-1", b"99999999999", b"&", b"\n", b"\xff\xfe", b"]]>", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"2147483648",
)  # fmt: skip
_DICTIONARY: dict[str, tuple[bytes, ...]] = {
    "text": (b"\n\n", b"- ", b"1. ", b"\t", b"\r", "\u2028".encode(), "\u202e".encode(), "\u0301".encode() * 9, "。".encode()),
    "markdown": (b"[", b"](", b"![", b"`", b"```\n", b"> ", b"| ", b"---\n", b"<div>", b"<!--", b"*", b"_", b"\n# "),
    "html": (b"<!--", b"-->", b"<table>", b"<li>", b"</p>", b"<script>", b"<![CDATA[", b"&#x0;", b"<svg>", b'="', b"<b><p>", b"<pre>", b"<article>", b'"@type":"Article"', b'<meta property="og:type" content="article">', b"<del datetime=a>"),
    "pdf": (b"endobj", b"stream\n", b"1 0 R", b"/Length 0", b"/Kids[", b"/FlateDecode", b"BT ", b" Do ", b"<<", b"[", b"xref\n", b"/Parent"),
    "docx": (b"<w:p>", b"</w:p>", b"<w:tbl>", b"<w:sdt>", b'w:val="-1"', b"<w:basedOn ", b"<!DOCTYPE x>", b"<w:del>", b"xmlns:a='b'"),
    "epub": (b"<itemref ", b"<div>", b"</div>", b'href="../../"', b"<nav>", b"<!DOCTYPE x [", b"linear='no'", b"&nbsp;", b"<rootfile "),
    "odt": (b"<text:p>", b"</text:p>", b"<table:table>", b"<text:list>", b"<text:s text:c='999999999'/>", b"<text:note>", b"<draw:frame>", b"<!DOCTYPE x>", b"<text:h text:outline-level='-1'>"),
    "email": (b"Content-Type: multipart/mixed; boundary=a\n", b"--a\n", b"=?utf-8?q?", b"\n ", b"charset=utf-7", b"base64", b"=\n", b"> "),
    "mbox": (b"\nFrom a 2024\n", b">From ", b"Subject:", b"\n\n", b"--\n", b"Content-Transfer-Encoding: base64\n"),
    "subtitles": (b"-->", b"00:00:01,000 --> 00:00:02,000\n", b"WEBVTT\n", b"NOTE ", b"<v ", b"{\\an8}", b"\n\n", b"99:99:99.999"),
    "rst": (b".. ", b"::\n\n  ", b"`", b":a:`", b"====\n", b"+--+\n", b"  ", b"- ", b"|", b"[1]_", b".. note::"),
    "pod": (b"\n\n=over\n\n", b"\n\n=item ", b"\n\n=begin a\n\n", b"B<", b"C<< ", b">", b"L<a|", b"E<0xD800>", b"\n\n ", b"\n\n=head9 "),
    "notebook": (b'"cells": [', b"{", b"}", b"[", b"]", b'"source": ', b"null", b"1e999", b'\\ud800', b'"cell_type": "code", ', b"\\n"),
    "troff": (b"\n.TP\n", b"\n.", b"\\f", b"\\(", b"\\*[", b'"', b"\n.nf\n", b"\n.It ", b"\n.de a\n", b"\n.TS\n", b"\n.Bl\n"),
    "latex": (b"\\", b"{", b"}", b"$", b"\\begin{itemize}", b"\\end{", b"%", b"\\footnote{", b"[", b"&", b"\\verb|", b"\\'", b"\\[", b"\\("),
    "asciidoc": (b"----\n", b"====\n", b"[", b"::", b"|===\n", b"{a}", b":a: {a}{a}\n", b"* ", b"`", b"<<", b"\n+\n", b"footnote:["),
    "package": (b"Description: ", b"\n ", b"\n\n", b"Metadata-Version: 2\n", b"Description-Content-Type: text/plain\n", b": "),
    "paged": (b"\f", b"\n\f\n", b"[Page 1]\n", b"   ", b"12 ", b"-\n", b"\n1  "),
    "transcript": (b": ", b"[00:00:01] ", b"\nAnn: ", b"(", b'"', b"\n\n", b"Speaker 1: "),
}  # fmt: skip


@cache
def seeds(format: str) -> tuple[bytes, ...]:
    """The good files of a format, made once."""
    return tuple(SEEDS[format]())


def mutant(format: str, number: int, *, files: tuple[bytes, ...] = ()) -> bytes:
    """Damaged file `number` of a format; `files` are more good ones. The same arguments give the same file."""
    r = random.Random(f"{format}:{number}")
    data = r.choice((*seeds(format), *files))
    if format in ("docx", "epub", "odt") and r.random() > 0.3:
        return _inside(data, format, r)
    return _damaged(data, format, r)


def _damaged(data: bytes, format: str, r: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(r.choice((1, 1, 2, 5, 20))):
        place = r.randrange(len(changed) + 1)
        length = r.choice((1, 1, 4, 16, 200))
        match r.randrange(10):
            case 0:
                changed[place : place + 1] = bytes([r.randrange(256)])
            case 1 if changed:
                changed[place % len(changed)] ^= 1 << r.randrange(8)
            case 2:
                del changed[place : place + length]
            case 3:
                changed[place:place] = changed[place : place + length] * r.choice((1, 2, 30))
            case 4:
                changed[place : place + length] = r.randbytes(length)
            case 5:
                changed[place:place] = r.choice(_TOKENS)
            case 6:
                changed[place:place] = r.choice(_DICTIONARY[format]) * r.choice((1, 1, 3, 50, 400))
            case 7:
                # A piece of another place, or of a file of another format.
                other = data if r.random() < 0.6 else r.choice(seeds(r.choice(list(SEEDS))))
                start = r.randrange(len(other))
                changed[place : place + r.choice((0, length))] = other[start : start + r.choice((4, 40, 400))]
            case 8:
                first, second = sorted((place, r.randrange(len(changed) + 1)))
                changed = changed[:first] + changed[second:] + changed[first:second]
            case 9 if r.random() < 0.1:
                del changed[place:]
    return bytes(changed)


def _inside(data: bytes, format: str, r: random.Random) -> bytes:
    """The archive with a member damaged, taken out or swapped with another."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members: dict[str, str | bytes] = {name: archive.read(name) for name in archive.namelist()}
    name = r.choice([name for name in members if name.endswith(("ml", "opf", "rels"))])
    content = members[name]
    assert isinstance(content, bytes)
    match r.randrange(20):
        case 0:
            del members[name]
        case 1:
            other = r.choice(list(members))
            members[name], members[other] = members[other], content
        case _:
            members[name] = _damaged(content, format, r)
    return zipped(members)


@dataclass
class Tally:
    """What became of damaged files of one format."""

    read: int = 0
    refused: int = 0
    ended: int = 0  # of the refused: the process that parses had to be ended
    slowest: float = 0.0  # seconds on the clock
    faults: list[tuple[int, str]] = field(default_factory=list)  # the number of the file, and what is wrong

    def add(self, other: Tally) -> None:
        """Count another tally too."""
        self.read, self.refused = self.read + other.read, self.refused + other.refused
        self.ended += other.ended
        self.slowest = max(self.slowest, other.slowest)
        self.faults += other.faults


def read_mutants(format: str, numbers: Iterable[int], *, files: tuple[bytes, ...] = ()) -> Tally:
    """Read damaged files one after the other in a bounded process; every other one is read as what it was."""
    tally = Tally()
    with SafeReader(LIMITS) as reader:
        for number in numbers:
            data = mutant(format, number, files=files)
            kind = format if number % 2 else None
            began = time.monotonic()
            said = _try(reader, data, kind, number, tally)
            tally.slowest = max(tally.slowest, time.monotonic() - began)
            if number % AGAIN == 0 and _try(reader, data, kind, number, Tally()) != said:
                tally.faults.append((number, "the second time it is another outcome"))
    return tally


def _try(reader: SafeReader, data: bytes, kind: str | None, number: int, tally: Tally) -> object:
    """Count what comes of one file, and return it."""
    try:
        document = reader.read(data, kind=kind)
        parts(document)
    except SentenceRankError as error:
        message = str(error)
        tally.refused += 1
        tally.ended += any(words in message for words in _BOUNDS)
        faults = [fault for fault in message_faults(message) if "too long" not in fault]
        faults += [message] * any(words in message for words in UNFORESEEN)
        tally.faults += [(number, fault) for fault in faults[:1]]
        return message
    except Exception as error:
        tally.refused += 1
        tally.faults.append((number, f"{type(error).__name__}: {error}"[:300]))
        return type(error)
    tally.read += 1
    return document
