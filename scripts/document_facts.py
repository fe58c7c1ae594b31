"""What a document holds, by pandoc and by this package: headings, paragraphs, items, tables, formulas, words."""

from __future__ import annotations

import json
import re
import subprocess
from collections import Counter
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from itertools import pairwise
from pathlib import Path
from typing import Any

from sentencerank.document import Document

_LISTS = {"BulletList", "OrderedList"}
_WORD = re.compile(r"\w+")
_MAIL = re.compile(rb"^From \S+ .*\d{4}$", re.MULTILINE)
_DIGITS = re.compile(r"[\d ]+|\b[ivxlc]+\b")
_OFTEN = 3  # pages on which a line at the edge comes back
# What stands beside the text of a page, by the names that the makers of the pages in documents.tsv use.
_BESIDE = (
    "//nav|//script|//style|//noscript|//head|//form|//header[.//nav]|//footer|//button|//aside|//title|"
    "//*[@role='navigation' or @role='search' or @role='contentinfo']|"
    "//a[contains(@class,'headerlink') or contains(@class,'anchor')]|"
    "//*[" + " or ".join(
        f"contains(concat(' ',@class,' '),' {name} ')"
        for name in ("navheader", "navfooter", "related", "sphinxsidebar", "footer", "navigation", "top",
                     "navigation_bar",
                     "nav-panel", "header-panel", "NAVHEADER", "NAVFOOTER", "toc", "TOC", "menu", "navbar",
                     "toplang", "bottomlang", "navpath", "tabs", "sidebar", "docnav", "breadcrumb")
    ) + "]|//*[@id='footer' or @id='header' or @id='path' or @id='nav-path' or @id='MSearchSelectWindow' "
    "or @id='banner' "
    "or @id='quickview' or @id='module-header' or @id='search' or @id='sidebar' or @id='toc' or @id='titlearea']"
)  # fmt: skip

_FORMULAS = "//math|//*[self::span or self::div or self::p][contains(concat(' ',@class,' '),' math ')]"


@dataclass(slots=True)
class Facts:
    """What was found."""

    headings: list[tuple[int, str]] = field(default_factory=list)
    paragraphs: list[str] = field(default_factory=list)
    other: list[str] = field(default_factory=list)  # code and cells
    counts: Counter[str] = field(default_factory=Counter)

    @property
    def words(self) -> Counter[str]:
        """All words with their counts."""
        return words_of(" ".join([*(text for _, text in self.headings), *self.paragraphs, *self.other]))


def words_of(text: str) -> Counter[str]:
    """Return the words of a text."""
    return Counter(_WORD.findall(text.casefold()))


def plain(text: str) -> str:
    """Return letters and digits alone."""
    return "".join(filter(str.isalnum, text)).casefold()


def without_furniture(page: bytes) -> bytes:
    """Return a page without what stands beside its text."""
    from lxml import html

    tree = html.document_fromstring(page)
    for element in tree.xpath(_BESIDE):
        if element.getparent() is not None:
            element.drop_tree()
    made: bytes = html.tostring(tree, encoding="utf-8")
    return b'<meta charset="utf-8">' + made


def formulas_of(page: bytes) -> int:
    """Return how many formulas a page has: elements of MathML, and those that hold TeX by their class."""
    from lxml import html

    return len(html.document_fromstring(page).xpath(_FORMULAS))


def without_formulas(page: bytes) -> bytes:
    """Return a page without its formulas."""
    from lxml import html

    tree = html.document_fromstring(page)
    for element in tree.xpath(_FORMULAS):
        element.drop_tree()
    return b'<meta charset="utf-8">' + bytes(html.tostring(tree, encoding="utf-8"))


def by_pandoc(data: bytes, kind: str) -> Facts | None:
    """Return the facts that pandoc finds, or None if it cannot read the file."""
    command = ["pandoc", "--from", kind, "--to", "json"]
    done = subprocess.run(command, input=data, capture_output=True, timeout=300, check=False)
    if done.returncode:
        return None
    facts = Facts()
    _blocks(json.loads(done.stdout)["blocks"], facts)
    return facts


def _blocks(blocks: Any, facts: Facts) -> None:
    for block in blocks:
        kind, content = block["t"], block.get("c")
        match kind:
            case "Header":
                facts.headings.append((content[0], _text(content[2], facts)))
            case "Para" | "Plain":
                facts.paragraphs.append(_text(content, facts))
            case "LineBlock":
                facts.paragraphs += [_text(line, facts) for line in content]
            case "CodeBlock":
                facts.other.append(content[1])
                facts.counts["code"] += 1
            case "BlockQuote":
                _blocks(content, facts)
            case "Div":
                _blocks(content[1], facts)
            case "DefinitionList":
                for term, definitions in content:
                    facts.paragraphs.append(_text(term, facts))
                    for each in definitions:
                        _blocks(each, facts)
            case "Table":
                facts.counts["tables"] += 1
                _cells(content, facts)
            case _ if kind in _LISTS:
                items = content[1] if kind == "OrderedList" else content
                facts.counts["items"] += len(items)
                for item in items:
                    _blocks(item, facts)


def _cells(part: Any, facts: Facts) -> None:
    if isinstance(part, dict) and part.get("t") in ("Para", "Plain"):
        facts.other.append(_text(part["c"], facts))
    elif isinstance(part, dict) and "t" in part and part["t"] in (*_LISTS, "Div", "BlockQuote", "CodeBlock", "Table"):
        _blocks([part], facts)
    else:
        for each in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
            _cells(each, facts)


def _text(part: Any, facts: Facts) -> str:
    found: list[str] = []

    def visit(part: Any) -> None:
        if isinstance(part, list):
            for each in part:
                visit(each)
            return
        if not isinstance(part, dict):
            return
        kind = part.get("t")
        content: Any = part.get("c")
        match kind:
            case "Str":
                found.append(content)
            case "Space" | "SoftBreak" | "LineBreak":
                found.append(" ")
            case "Code":
                found.append(content[1])
            case "Math":
                facts.counts["formulas"] += 1
            case "Image":
                facts.counts["figures"] += 1
            case "Note":
                facts.counts["notes"] += 1
                _blocks(content, facts)
            case "Link" | "Span" | "Quoted" | "Cite":
                facts.counts["links"] += kind == "Link"
                visit(content[1])
            case "RawInline":
                pass
            case _:
                visit(content)

    visit(part)
    return " ".join("".join(found).split())


def by_us(document: Document) -> Facts:
    """Return the facts of a document that was read."""
    facts = Facts()
    # What a formula says is compared with nothing: every program writes it in its own way.
    blank = list(document.text)
    for mark in document.marks:
        if mark.kind == "formula":
            blank[mark.start : mark.end] = " " * (mark.end - mark.start)
    shown = "".join(blank)
    for block in document.blocks:
        text = shown[block.start : block.end] if block.kind != "formula" else ""
        if block.kind in ("title", "heading"):
            facts.headings.append((block.level, text))
        elif block.kind in ("table", "code", "figure", "formula"):
            facts.other.append(text)
            names = {"table": "tables", "code": "code", "figure": "figures", "formula": "formulas"}
            facts.counts[names[block.kind]] += 1
        else:
            facts.paragraphs.append(text)
            facts.counts["items"] += block.kind == "list"
    facts.counts["links"] = sum(mark.kind == "link" for mark in document.marks)
    facts.counts["formulas"] += sum(mark.kind == "formula" for mark in document.marks)
    facts.counts["notes"] = len({mark.target for mark in document.marks if mark.kind == "note"})
    return facts


def words_of_mail(path: Path) -> Counter[str]:
    """Return the words of the plain text of all mails in a file, as the standard library reads them."""
    data = path.read_bytes()
    words: Counter[str] = Counter()
    starts = [*(found.start() for found in _MAIL.finditer(data)), len(data)] if data.startswith(b"From ") else []
    for mail in [data[a:b].partition(b"\n")[2] for a, b in pairwise(starts)] or [data]:
        body = message_from_bytes(mail, policy=policy.default).get_body(("plain",))
        words += words_of(body.get_content()) if body is not None else Counter()
    return words


def words_of_pdf(path: Path) -> Counter[str]:
    """Return the words that pdftotext finds, without lines at the edges of pages that come back on others."""
    text = subprocess.run(["pdftotext", "-layout", str(path), "-"], capture_output=True, check=True).stdout.decode()
    pages = [[line.strip() for line in page.split("\n") if line.strip()] for page in text.split("\f")]
    edges = Counter(_DIGITS.sub("#", line) for page in pages for line in {*page[:2], *page[-2:]})
    kept = [
        line
        for page in pages
        for place, line in enumerate(page)
        if 2 <= place < len(page) - 2 or edges[_DIGITS.sub("#", line)] < _OFTEN
    ]
    return words_of(re.sub(r"(?<=\w)[-\u00ad]\n", "", "\n".join(kept)))
