"""Why links, pictures and tables of the pages in documents.tsv are not in what was read, counted by cause.

python scripts/document_losses.py FOLDER [--show]

FOLDER is that of check_documents.py. A link is there if a mark has its address, a picture if a figure has its source, a
table without another inside it if a table has its words.
"""

from __future__ import annotations

import argparse
import csv
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.check_documents import LIST, Row, made, unpacked
from scripts.document_facts import plain, without_furniture

from sentencerank.document import Document
from sentencerank.documents import read_document

_NOTE = re.compile(r"[\[(]?[\d*†‡]{1,3}[\])]?")
_BEGINNING = 60  # letters by which a table is found again


def lost_links(tree: Any, document: Document) -> Iterator[tuple[str, str]]:
    """Yield the cause and the address of each link that is missing."""
    left = Counter(mark.target for mark in document.marks if mark.kind == "link")
    read = plain(document.text)
    for link in tree.iter("a"):
        address = (link.get("href") or "").strip()
        if not address:
            continue
        if left[address]:
            left[address] -= 1
            continue
        text = link.text_content().strip()
        tags = {above.tag for above in link.iterancestors()}
        if address.lower().startswith("javascript:"):
            yield "runs a program", address
        elif not plain(text):
            yield "has no words: a picture, an anchor", address
        elif _NOTE.fullmatch(text):
            yield "is the sign of a note, or leads back to it", address
        elif tags & {"h1", "h2", "h3", "h4", "h5", "h6"}:
            yield "leads from a heading to the contents", address
        elif plain(text) not in read or _beside(link):
            yield "stands in a menu that was left out", address
        else:
            yield "other", f"{address} {text[:40]!r}"


def _beside(link: Any) -> bool:
    """Whether a link stands among links: most of the words around it are links too."""
    for above in link.iterancestors("p", "ul", "ol", "div", "tr"):
        whole = len(plain(above.text_content()))
        if whole > 2 * len(plain(link.text_content())):
            return sum(len(plain(each.text_content())) for each in above.iter("a")) > 0.5 * whole
    return False


def lost_figures(tree: Any, document: Document) -> Iterator[tuple[str, str]]:
    """Yield the cause and the source of each picture that is missing."""
    known = {block.about.get("source") for block in document.blocks if block.kind == "figure"}
    read = plain(document.text)
    for picture in tree.iter("img"):
        source, alt = picture.get("src") or "", picture.get("alt") or ""
        if source in known:
            continue
        if picture.getparent().tag == "a":
            yield "is a button or a logo inside a link", source
        elif len(alt) < 12:
            yield "is an icon: no description, or one word", source
        elif plain(alt) in read:
            yield "is read by its description", source
        else:
            yield "other", source


def lost_tables(tree: Any, document: Document) -> Iterator[tuple[str, str]]:
    """Yield the cause and the beginning of each table that is missing."""
    known = [plain(document.text[block.start : block.end]) for block in document.blocks if block.kind == "table"]
    code = [plain(document.text[block.start : block.end]) for block in document.blocks if block.kind == "code"]
    read = plain(document.text)
    for table in tree.iter("table"):
        words = plain(table.text_content())
        if any(each is not table for each in table.iter("table")) or not words:
            continue
        if any(words[:_BEGINNING] in each or each[:_BEGINNING] in words for each in known if each):
            continue
        if any(words[:_BEGINNING] in each for each in code):
            yield "holds a listing or a signature, read as code", words[:_BEGINNING]
        elif words[:_BEGINNING] not in read:
            yield "is a menu that was left out", words[:_BEGINNING]
        elif len(table.findall(".//tr")) < 2 or max(len(row) for row in table.iter("tr")) < 2:
            yield "has one row or one column: read as text", words[:_BEGINNING]
        else:
            yield "lays out text: read as text", words[:_BEGINNING]


def main() -> None:
    """Count the causes."""
    from lxml import html

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="print what has no known cause")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    counts: Counter[tuple[str, str]] = Counter()
    with LIST.open(encoding="utf-8") as file:
        rows = [Row(**record) for record in csv.DictReader(file, delimiter="\t")]
    for row in rows:
        if row.kind != "html":
            continue
        path = unpacked(row.package, folder) / row.path
        path = made(row, path, folder) if row.maker.startswith("pandoc") else path
        data = path.read_bytes()
        tree, document = html.document_fromstring(without_furniture(data)), read_document(data, in_process=True)
        for what, found in (("link", lost_links), ("picture", lost_figures), ("table", lost_tables)):
            for cause, example in found(tree, document):
                counts[what, cause] += 1
                if arguments.show and cause == "other":
                    print(f"{row.maker}: {what} {example}", file=sys.stderr)
    print("| what is not there | because it | how many |\n| --- | --- | --: |")
    for (what, cause), count in sorted(counts.items(), key=lambda item: (item[0][0], -item[1])):
        print(f"| {what} | {cause} | {count} |")


if __name__ == "__main__":
    main()
