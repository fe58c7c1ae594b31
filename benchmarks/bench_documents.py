"""How fast files are read, from bytes to sentences: pages or kilobytes for each second of CPU.

    python benchmarks/bench_documents.py [PAGES]

The same text of about PAGES pages (30 unless told) in every format; CPU seconds of this process, best of three, after
one reading that imports the parser. The imports are measured in a fresh process each.
"""

from __future__ import annotations

import io
import random
import subprocess
import sys
import time
import zipfile
from email.message import EmailMessage

from sentencerank.documents import read_document

WORDS = "rain falls on the plain while warm air rises over a quiet sea and people wait for sun near old harbours"
CSS = "<style>p { margin: 0 }</style>"


def paragraphs(pages: int, seed: int = 0) -> list[str]:
    """Six paragraphs of five sentences a page, about 3,000 characters."""
    r = random.Random(seed)

    def sentence() -> str:
        return " ".join(r.choices(WORDS.split(), k=r.randint(12, 24))).capitalize() + "."

    return [" ".join(sentence() for _ in range(5)) for _ in range(6 * pages)]


def pdf(texts: list[str], columns: int) -> bytes:
    """A PDF with headings, a running header and page numbers."""
    from reportlab.lib.pagesizes import A4
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.pdfgen.canvas import Canvas
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

    def edges(canvas: Canvas, template: BaseDocTemplate) -> None:
        canvas.drawString(60, 800, "Journal of Rain")
        canvas.drawString(300, 30, str(template.page))

    width = (475 - 18 * (columns - 1)) / columns
    frames = [Frame(60 + index * (width + 18), 60, width, 720, 0, 0, 0, 0) for index in range(columns)]
    buffer = io.BytesIO()
    template = BaseDocTemplate(buffer, pagesize=A4)
    template.addPageTemplates([PageTemplate(frames=frames, onPage=edges)])
    styles = getSampleStyleSheet()
    flow = []
    for index, text in enumerate(texts):
        flow += [Paragraph(f"{index // 6 + 1} Rain", styles["Heading2"])] if index % 6 == 0 else []
        flow.append(Paragraph(text, styles["BodyText"]))
    template.build(flow)
    return buffer.getvalue()


def docx(texts: list[str]) -> bytes:
    """A Word file."""
    from docx import Document

    made = Document()
    for index, text in enumerate(texts):
        if index % 6 == 0:
            made.add_heading(f"Rain {index}", 1)
        made.add_paragraph(text)
    buffer = io.BytesIO()
    made.save(buffer)
    return buffer.getvalue()


def epub(texts: list[str]) -> bytes:
    """A book, ten pages a chapter."""
    chapters = [texts[start : start + 60] for start in range(0, len(texts), 60)]
    items = [f'<item id="c{i}" href="{i}.html" media-type="text/html"/>' for i in range(len(chapters))]
    spine = [f'<itemref idref="c{i}"/>' for i in range(len(chapters))]
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("META-INF/container.xml", '<container><rootfile full-path="a.opf"/></container>')
        package = f"<package><manifest>{''.join(items)}</manifest><spine>{''.join(spine)}</spine></package>"
        archive.writestr("a.opf", package)
        for index, chapter in enumerate(chapters):
            archive.writestr(f"{index}.html", html(chapter))
    return buffer.getvalue()


def html(texts: list[str]) -> str:
    """A page with a menu and a footer."""
    body = "".join(
        f"<p>{text}</p>" if index % 6 else f"<h2>Rain {index}</h2><p>{text}</p>" for index, text in enumerate(texts)
    )
    menu = "".join(f'<li><a href="/{index}">Menu {index}</a></li>' for index in range(30))
    head = f"<head><title>Rain</title>{CSS}</head>"
    return f"<html>{head}<body><nav><ul>{menu}</ul></nav><main>{body}</main><footer>Imprint</footer></body></html>"


def subtitles(texts: list[str]) -> str:
    """Cues of eight words, two seconds each."""
    words = " ".join(texts).split()
    cues = []
    for index, start in enumerate(range(0, len(words), 8)):
        clock = f"{index // 1800:02}:{index // 30 % 60:02}:{index % 30 * 2:02}"
        cues.append(f"{index + 1}\n{clock},000 --> {clock},900\n{' '.join(words[start : start + 8])}\n")
    return "\n".join(cues)


def mail(texts: list[str]) -> bytes:
    """A message in plain text."""
    message = EmailMessage()
    message["From"], message["Subject"] = "a@example.org", "Rain"
    message.set_content("\n\n".join(texts))
    return message.as_bytes()


def files(pages: int) -> dict[str, bytes]:
    """The same text in every format."""
    texts = paragraphs(pages)
    return {
        "text": "\n\n".join(texts).encode(),
        "markdown": "\n\n".join(
            text if index % 6 else f"# Rain\n\n**{text}**" for index, text in enumerate(texts)
        ).encode(),
        "html": html(texts).encode(),
        "pdf, one column": pdf(texts, 1),
        "pdf, two columns": pdf(texts, 2),
        "docx": docx(texts),
        "epub": epub(texts),
        "email": mail(texts),
        "subtitles": subtitles(texts).encode(),
    }


def cpu(data: bytes) -> float:
    """CPU seconds of one reading, best of three."""
    read_document(data, in_process=True)
    times = []
    for _ in range(3):
        start = time.process_time()
        read_document(data, in_process=True)
        times.append(time.process_time() - start)
    return min(times)


def import_seconds(module: str) -> float:
    """CPU seconds that importing a module takes in a fresh process that has numpy already."""
    code = f"import numpy, time; t = time.process_time(); import {module}; print(time.process_time() - t)"
    return float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)


def main() -> None:
    """Print the tables."""
    pages = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    print(f"| format | file KB | CPU s | pages/s | KB of text/s |\n|---|---|---|---|---|   ({pages} pages)")
    for name, data in files(pages).items():
        seconds = cpu(data)
        text = len(read_document(data).text) / 1000
        print(f"| {name} | {len(data) / 1000:.0f} | {seconds:.3f} | {pages / seconds:.0f} | {text / seconds:.0f} |")
    print("\n| import | CPU s |\n|---|---|")
    for module in (
        "sentencerank.documents",
        "sentencerank.documents.reading",
        "pypdfium2",
        "markdown_it",
        "defusedxml.ElementTree",
        "lxml.html",
    ):
        print(f"| {module} | {import_seconds(module):.3f} |")


if __name__ == "__main__":
    main()
