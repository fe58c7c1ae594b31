"""Whole readers on files that grow: what a parser or a walk over a tree makes quadratic shows here."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import pytest

from sentencerank.documents.formats import FORMATS
from sentencerank.documents.limits import Limits, Meter
from sentencerank.errors import SentenceRankError
from tests.documents.samples import RAIN, epub, odt, word_file, word_paragraph
from tests.documents.test_pdf_forms import pdf, stream
from tests.growth import screen

LIMITS = Limits(seconds=1e6)
SIZES = (500, 2_000, 8_000, 32_000)


def html(body: str) -> bytes:
    return f"<!doctype html><html><body>{body}</body></html>".encode()


def mail(body: str, kind: str = "html") -> bytes:
    return f"From: a@b.org\nSubject: Rain\nContent-Type: text/{kind}\n\n{body}".encode()


def text_boxes(depth: int) -> str:
    opened = "<w:p><w:r><w:txbxContent>" * depth
    return f"<w:tbl><w:tr><w:tc>{opened}{'</w:txbxContent></w:r></w:p>' * depth}</w:tc><w:tc/></w:tr></w:tbl>"


READERS: dict[str, tuple[str, Callable[[int], bytes]]] = {
    "attributes": ("html", lambda n: html("<p " + " ".join(f"a{i}=b" for i in range(n // 8)) + ">It rained.")),
    "identifiers": ("html", lambda n: html("".join(f"<p id=a{i}>It rained." for i in range(n // 20)))),
    "items": ("html", lambda n: html("<ol>" + "<li>It rained." * (n // 15))),
    "nested items": ("html", lambda n: html("<ul><li>a" * min(200, n // 9) + "<li>a" * (n // 5))),
    "cells": ("html", lambda n: html("<table><tr>" + "<td>a" * (n // 5))),
    "rows": ("html", lambda n: html("<table>" + "<tr><td>a<td>b" * (n // 14))),
    "tables in tables": (
        "html", lambda n: html("<table><tr><td>a<td>" * min(150, n // 20) + "<tr><td>b<td>c" * (n // 15))),
    "paragraphs deep inside": ("html", lambda n: html("<div>" * 200 + "<p>It rained all day. " * (n // 20))),
    "open tags of Markdown": ("markdown", lambda n: b"<b>a " * (n // 5)),
    "footnotes of Markdown": ("markdown", lambda n: b"[^a]: b\n\n" + b"[^a] " * (n // 5)),
    "many footnotes of Markdown": ("markdown", lambda n: b"".join(
        b"a[^%d]\n\n[^%d]: b\n\n" % (i, i) for i in range(n // 25))),
    "definitions of Markdown": ("markdown", lambda n: b"a\n: b\n\n" * (n // 7)),
    "formulas of Markdown": ("markdown", lambda n: b"$a " * (n // 3)),
    "MathML": ("html", lambda n: html("<math>" + "<mi>x</mi><mo>+</mo>" * (n // 20) + "</math>")),
    "commands of TeX": ("html", lambda n: html("<script type='math/tex'>" + "\\sqrt " * (n // 6) + "x</script>a")),
    "rows with spans": ("html", lambda n: html("<table>" + "<tr><td colspan=99 rowspan=99>a" * (n // 31))),
    "notes": ("html", lambda n: html("".join(
        f"<p>a<sup><a href=#f{i}>{i}</a></sup><p id=f{i}>b" for i in range(n // 45)))),
    "items of a mail": ("email", lambda n: mail("<ol>" + "<li>It rained." * (n // 15))),
    "items in items of a mail": ("email", lambda n: mail("<ol><li>a" * (n // 9))),
    "quotes of a mail": ("email", lambda n: mail("> It rained.\n" * (n // 13), "plain")),
    "fields of no header": ("email", lambda n: mail("To: a\n" * (n // 6), "plain")),
    "brackets in a header": ("email", lambda n: b"Subject: a\nFrom: " + b"(" * n + b"\n\nIt rained."),
    "addresses in a header": ("email", lambda n: b"Subject: a\nTo: " + b"a@b.org, " * (n // 9) + b"\n\nIt rained."),
    "messages": ("mbox", lambda n: b"From a 2020\nSubject: a\n\nIt rained.\n\n" * (n // 36)),
    "lines of a PDF": ("pdf", lambda n: pdf(stream(b"".join(
        b"BT /F1 9 Tf 72 %d Td (It rained.) Tj ET\n" % (10 * i) for i in range(n // 40))))),
    "raised words of a PDF": ("pdf", lambda n: pdf(stream(b"".join(
        b"BT /F1 %d Tf 1 0 0 1 %d %d Tm (ab) Tj ET\n" % ((5, 6 * i - 1, 504) if i % 2 else (9, 6 * i, 500))
        for i in range(n // 40))))),
    "raised parts of a PDF": ("pdf", lambda n: pdf(stream(
        b"BT 20 500 Td " + b"/F1 9 Tf 0 Ts (R) Tj /F1 5 Tf 4 Ts (ab ) Tj " * (n // 45) + b"ET"))),
    "raised parts of a word": ("pdf", lambda n: pdf(stream(
        b"BT 20 500 Td " + b"/F1 9 Tf 0 Ts (R) Tj /F1 5 Tf 4 Ts (ab) Tj " * (n // 45) + b"ET"))),
    "marks of a PDF": ("pdf", lambda n: pdf(stream(b"/P BMC (a) Tj EMC " * (n // 18)))),
    "paragraphs of Word": ("docx", lambda n: word_file(word_paragraph(RAIN) * (n // len(word_paragraph(RAIN)) + 1))),
    "text boxes of Word": ("docx",
        lambda n: word_file(text_boxes(min(n // 50, 100)) + word_paragraph("a") * (n // 60))),
    "runs of Word": ("docx", lambda n: word_file(
        "<w:p>" + "<w:r><w:rPr><w:b/></w:rPr><w:t>a </w:t></w:r>" * (n // 45) + "</w:p>")),
    "fields of Word": ("docx", lambda n: word_file(
        "<w:p>" + '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>a</w:instrText></w:r>' * min(n // 80, 400)
        + "<w:r><w:instrText>a</w:instrText><w:t>b</w:t></w:r>" * (n // 50) + "</w:p>")),
    "tables of Word": ("docx", lambda n: word_file(
        "<w:tbl><w:tr><w:tc>" * min(n // 100, 150) + word_paragraph("a") * (n // 60)
        + "</w:tc></w:tr></w:tbl>" * min(n // 100, 150))),
    "code of Word": ("docx", lambda n: word_file(
        word_paragraph("a", '<w:pStyle w:val="c"/>') * (n // 80),
        styles='<w:style w:styleId="c"><w:name w:val="Code"/></w:style>')),
    "words of OpenDocument": ("odt", lambda n: odt(
        "<text:p>" + "a<text:s/><text:x>b</text:x>" * (n // 28) + "</text:p>")),
    "code of OpenDocument": ("odt", lambda n: odt(
        '<text:p text:style-name="Preformatted_20_Text">a</text:p>\n' * (n // 58))),
    "lists of OpenDocument": ("odt", lambda n: odt(
        "<text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>" * (n // 74))),
    "notes of OpenDocument": ("odt", lambda n: odt(
        "<text:p>a<text:note><text:note-body>b</text:note-body></text:note></text:p>" * (n // 74))),
    "rows of OpenDocument": ("odt", lambda n: odt("<table:table>" + (
        "<table:table-row><table:table-cell>a</table:table-cell></table:table-row>" * (n // 73)) + "</table:table>")),
    "formulas of OpenDocument": ("odt", lambda n: odt(
        '<text:p>a<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>' * (n // 80))),
    "notes of Word": ("docx", lambda n: word_file(
        "".join(f'<w:p><w:r><w:footnoteReference w:id="{i}"/></w:r></w:p>' for i in range(n // 120)),
        footnotes="".join(f'<w:footnote w:id="{i}">{word_paragraph("a")}</w:footnote>' for i in range(n // 120)))),
    "formulas of Word": ("docx", lambda n: word_file(
        "<w:p><oMath>" + "<r><t>a+b</t></r>" * min(n // 20, 3_000) + "</oMath></w:p>" * 1
        + "<w:p><oMath><sSup><e><r><t>a</t></r></e><sup><r><t>2</t></r></sup></sSup></oMath></w:p>" * (n // 90))),
    "chapters": ("epub",
        lambda n: epub(["<p>It rained.</p>" * (n // 17), "<ol>" + "<li>a</li>" * (n // 10) + "</ol>"])),
}  # fmt: skip


@pytest.mark.parametrize("name", READERS)
def test_readers_take_linear_time(name: str) -> None:
    kind, make = READERS[name]
    read = FORMATS[kind].load().read
    files = {size: make(size) for size in SIZES}

    def work(size: int) -> None:
        # A size that growth asks for is made on the way; to make it takes little time.
        with suppress(SentenceRankError):
            read(files[size] if size in files else make(size), Meter(LIMITS))

    assert screen(work, SIZES, 2e-5) is None
