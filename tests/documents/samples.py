"""Files of every format, made here so that what they say is known."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterable, Sequence
from email.message import EmailMessage

from sentencerank.document import Document

RAIN = "The rain in Spain stays mainly in the plain. It has rained for three days without a pause."
SEA = "Warm air rises over the sea and cools. Then the water in it falls down as rain."
SUN = "People wait for the sun to come back. The weather office expects it on Tuesday."
STORY = [RAIN, SEA, SUN]


def parts(document: Document) -> list[tuple[str, str]]:
    """Kind and text of every block, after checking that blocks and sentences are where they say."""
    text = document.text
    assert all(text[sentence.start : sentence.end] == sentence.text for sentence in document.sentences)
    assert [sentence.index for sentence in document.sentences] == list(range(len(document.sentences)))
    ends = [0, *(end for block in document.blocks for end in (block.start, block.end))]
    assert ends == sorted(ends)
    for sentence in document.sentences:
        block = document.blocks[sentence.paragraph]
        assert block.start <= sentence.start < sentence.end <= block.end
    shown = "".join(text[block.start : block.end] for block in document.blocks)
    said = "".join(sentence.text for sentence in document.sentences)
    assert list(filter(str.isalnum, shown)) == list(filter(str.isalnum, said))
    return [(block.kind, text[block.start : block.end]) for block in document.blocks]


def prose(document: Document) -> list[str]:
    """The sentences that are ranked."""
    return [sentence.text for sentence in document.sentences if sentence.prose]


def zipped(members: dict[str, str | bytes]) -> bytes:
    """A zip archive."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            # Without a date it would have that of the moment, and two files made at once might differ.
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


PAGE = f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Rain in Spain - Weather News</title>
<script>var advertisement = "Buy umbrellas.";</script></head><body>
<nav><ul><li><a href="/">Home</a></li><li><a href="/about">About this site</a></li></ul></nav>
<main><article><h1>Rain in Spain</h1>
<p>The <a href="x">rain</a> in Spain stays <b>mainly</b> in the plain. It has rained for three days without a pause.</p>
<h2>Why it rains</h2><p>{SEA}</p>
<ul><li>First, the sea warms up in summer.</li><li>Second, the air rises.<ul><li>Clouds form.</li></ul></li></ul>
<ol><li>Take an umbrella with you.</li><li>Stay at home in the evening.</li></ol>
<blockquote><p>We have never seen such rain, said the mayor of the town.</p></blockquote>
<table><tr><th>City</th><th>Rain</th></tr><tr><td>Madrid</td><td>12 mm</td></tr></table>
<pre><code>for day in week:
    rain(day)</code></pre>
<h3>What now</h3><p>{SUN}</p></article></main>
<aside><h3>Related</h3><p><a href="q">More weather stories for you</a></p></aside>
<footer>Copyright 2024 Weather News. All rights reserved. <a href="/privacy">Privacy</a></footer></body></html>"""

MARKDOWN = f"""---
title: "Rain in Spain"
author: Ann
---

# Why it rains

The [rain](http://example.org/rain "a title") in Spain stays **mainly** in the *plain*.
It has rained for `three` days
without a pause.

Second part
-----------

- First, the sea warms up.
- Second, the air rises.
  1. Clouds form.

> We have never seen
> such rain.

```python
for day in week:
    rain(day)
```

| City | Rain |
|------|------|
| Madrid | 12 mm |

![A picture of rain](rain.png)

<div>{SUN}</div>

## References

- Ann Smith. Rain. 2020.
"""

SRT = """1
00:00:01,000 --> 00:00:03,000
The rain in Spain stays

2
00:00:03,100 --> 00:00:05,000
<i>mainly in the plain.</i> It has rained

3
00:00:05,100 --> 00:00:07,000
{\\an8}for three days &amp; nights.

4
00:00:20,000 --> 00:00:21,000
[thunder]

5
00:00:21,500 --> 00:00:23,000
- Then the sun came back.
- It did.
"""

VTT = """WEBVTT - rain

NOTE
this is nobody's business

STYLE
::cue { color: red }

intro
00:01.000 --> 00:03.000 align:start position:0%
<v Roger Bingham>The rain in Spain

00:03.000 --> 00:05.000
<v Roger Bingham>stays <c.loud>mainly</c> in the plain.

00:05.000 --> 00:07.000
<v Neil>Does<00:05.500> it?
"""

ROLLING = """WEBVTT

00:00.000 --> 00:02.000
the rain in spain

00:02.000 --> 00:02.010
the rain in spain

00:02.010 --> 00:04.000
the rain in spain
stays mainly

00:04.000 --> 00:06.000
stays mainly
in the plain
"""

TRANSCRIPT = """[00:00:01] Ann Lee: The rain in Spain stays mainly in the plain.
It has rained for three days.
[00:00:09] Bob: Has it?
[00:00:12] Ann Lee: It has.
[00:00:15] Bob: Then people wait for the sun.
"""


def mail(subject: str = "Rain", text: str = RAIN, html: str = "", *, attachment: bool = False) -> EmailMessage:
    """A message; both bodies if both are given."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Ann <ann@example.org>", "bob@example.org", subject
    message["Date"] = "Mon, 05 Feb 2024 10:00:00 +0000"
    if text:
        message.set_content(text)
    if html and text:
        message.add_alternative(html, subtype="html")
    elif html:
        message.set_content(html, subtype="html")
    if attachment:
        message.add_attachment(b"%PDF-1.4 nothing", maintype="application", subtype="pdf", filename="rain.pdf")
    return message


def mbox(messages: Iterable[EmailMessage]) -> bytes:
    """A mailbox."""
    found = []
    for message in messages:
        lines = message.as_bytes().split(b"\n")
        body = b"\n".join(b">" + line if line.startswith(b"From ") else line for line in lines)
        found.append(b"From ann@example.org Mon Feb  5 10:00:00 2024\n" + body)
    return b"\n".join(found)


_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def word_file(body: str, **members: str) -> bytes:
    """A .docx with a body written by hand."""
    made: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "word/document.xml": f'<w:document xmlns:w="{_WORD}"><w:body>{body}</w:body></w:document>',
    }
    return zipped(
        made | {f"word/{name}.xml": f'<w:{name} xmlns:w="{_WORD}">{xml}</w:{name}>' for name, xml in members.items()}
    )


def word_paragraph(text: str, properties: str = "") -> str:
    """A paragraph of a .docx."""
    return f"<w:p><w:pPr>{properties}</w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>"


def docx() -> bytes:
    """A .docx by python-docx."""
    from docx import Document as WordDocument

    made = WordDocument()
    made.add_heading("Rain in Spain", 0)
    made.add_heading("Why it rains", 1)
    made.add_paragraph(RAIN)
    made.add_paragraph("First, the sea warms up.", style="List Bullet")
    made.add_paragraph("Second, the air rises.", style="List Number")
    table = made.add_table(rows=2, cols=2)
    for cell, text in zip(table._cells, ("City", "Rain", "Madrid", "12 mm"), strict=True):
        cell.text = text
    made.add_paragraph("Table 1: Rain by city", style="Caption")
    made.add_heading("What now", 2)
    made.add_paragraph("We have never seen such rain.", style="Quote")
    made.add_paragraph(SUN)
    buffer = io.BytesIO()
    made.save(buffer)
    return buffer.getvalue()


_ODF = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{path}:1.0"'
    for name, path in (("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"),
                       ("draw", "drawing"), ("svg", "svg-compatible"), ("fo", "xsl-fo-compatible"))
) + ' xmlns:xlink="http://www.w3.org/1999/xlink"'  # fmt: skip
_ODT_STYLES = """<style:style style:name="B"><style:text-properties fo:font-weight="bold"/></style:style>
<style:style style:name="H" style:family="text"><style:text-properties text:display="none"/></style:style>
<text:list-style style:name="L"><text:list-level-style-number text:level="1" style:num-format="1"/>
<text:list-level-style-bullet text:level="2"/></text:list-style>"""
_ODT_BODY = f"""<text:p text:style-name="Title">Rain in Spain</text:p>
<text:table-of-content><text:index-body><text:p>Why it rains 1</text:p></text:index-body></text:table-of-content>
<text:h text:outline-level="1">Why it rains</text:h>
<text:p>{RAIN} It was <text:span text:style-name="B">very</text:span><text:s text:c="2"/>wet<text:span
text:style-name="H">hidden</text:span>, see <text:a xlink:href="https://rain.example/">the weather</text:a>.<text:note
text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>
<text:p>As the song has it.</text:p></text:note-body></text:note><office:annotation><text:p>Really?</text:p>
</office:annotation></text:p>
<text:list text:style-name="L"><text:list-item><text:p>First, the sea warms up.</text:p><text:list><text:list-item>
<text:p>It takes days.</text:p></text:list-item></text:list></text:list-item></text:list>
<text:list text:style-name="L" text:continue-numbering="true"><text:list-item><text:p>Second, the air rises.</text:p>
</text:list-item></text:list>
<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>City</text:p></table:table-cell>
<table:table-cell><text:p>Rain</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row>
<table:table-cell><text:p>Madrid</text:p></table:table-cell><table:table-cell><text:p>12 mm</text:p></table:table-cell>
</table:table-row></table:table>
<text:p text:style-name="Preformatted_20_Text">rain<text:s/>--heavy</text:p>
<text:p text:style-name="Preformatted_20_Text"><text:s text:c="2"/>stop</text:p>
<text:p><draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>
</draw:frame></text:p>
<text:p><draw:frame><draw:image xlink:href="Pictures/rain.png"/><svg:desc>Rain over the sea</svg:desc></draw:frame>
</text:p>
<text:p text:style-name="Quotations">{SUN}</text:p>"""
_MATHML = """<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>v</mi><mo>=</mo><mn>2</mn></mrow>
<annotation encoding="StarMath 5.0">v = 2</annotation></semantics></math>"""


def odt(body: str = _ODT_BODY, styles: str = _ODT_STYLES) -> bytes:
    """An OpenDocument text; by default with one of each of what is read."""
    content = f"<office:automatic-styles>{styles}</office:automatic-styles>"
    content += f"<office:body><office:text>{body}</office:text></office:body>"
    return zipped(
        {
            "mimetype": "application/vnd.oasis.opendocument.text",
            "content.xml": f"<office:document-content {_ODF}>{content}</office:document-content>",
            "Object 1/content.xml": _MATHML,
        }
    )


CONTAINER = """<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>
<rootfile full-path="OEBPS/book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"""
_PACKAGE = """<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The Book of Rain</dc:title>
<dc:language>{language}</dc:language></metadata><manifest>
<item id="two" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/>
<item id="one" href="text/one.xhtml" media-type="application/xhtml+xml"/>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="notes" href="notes.xhtml" media-type="application/xhtml+xml"/>
<item id="picture" href="rain.svg" media-type="image/svg+xml"/></manifest>
<spine><itemref idref="nav"/><itemref idref="notes" linear="no"/><itemref idref="one"/><itemref idref="picture"/>
<itemref idref="two"/></spine></package>"""


def xhtml(body: str) -> str:
    """A chapter."""
    return f"""<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>x</title></head>
<body>{body}</body></html>"""


def epub(chapters: Sequence[str] = (), language: str = "en") -> bytes:
    """A book of two chapters with a table of contents and notes."""
    one, two = chapters or (
        f"<h1>Rain</h1><p>{RAIN}</p><p>Caf&eacute;s&nbsp;are full.<br/>So it goes.</p>",
        f"<section><h2>Sea</h2><p>{SEA}</p><blockquote><p>{SUN}</p></blockquote></section>",
    )
    return zipped(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": CONTAINER,
            "OEBPS/book.opf": _PACKAGE.format(language=language),
            "OEBPS/nav.xhtml": xhtml("<nav><h1>Contents</h1><ol><li>Rain</li><li>Sea</li></ol></nav>"),
            "OEBPS/text/one.xhtml": xhtml(one),
            "OEBPS/text/two b.xhtml": xhtml(two),
            "OEBPS/notes.xhtml": xhtml('<aside epub:type="footnote"><p>1. A note on rain.</p></aside>'),
        }
    )


def reportlab_pdf(columns: int = 1, story: Sequence[tuple[str, str]] = (), *, footer: bool = True) -> bytes:
    """A PDF by ReportLab: (style, text) pairs in frames, a running header and page numbers."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

    def edges(canvas: Canvas, template: BaseDocTemplate) -> None:
        canvas.setFont("Helvetica", 9)
        canvas.drawString(60, 800, "Journal of Rain, volume 7" if template.page % 2 else "A. Smith and B. Lee")
        canvas.drawCentredString(300, 30, f"{template.page}")

    gap, width = 18, 475
    wide = (width - gap * (columns - 1)) / columns
    frames = [Frame(60 + index * (wide + gap), 60, wide, 720, 0, 0, 0, 0) for index in range(columns)]
    buffer = io.BytesIO()
    template = BaseDocTemplate(buffer, pagesize=A4)
    template.addPageTemplates([PageTemplate(frames=frames, onPage=edges if footer else lambda *_: None)])
    styles = getSampleStyleSheet()
    template.build([Paragraph(text, styles[style]) for style, text in story])
    return buffer.getvalue()


def fpdf_pdf(write: Callable[..., None]) -> bytes:
    """A PDF by fpdf2; `write` gets the document."""
    from fpdf import FPDF

    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Times", size=11)
    write(pdf)
    return bytes(pdf.output())
