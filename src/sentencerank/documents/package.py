"""Descriptions of packages: METADATA of Python distributions and control files of Debian.

Only what describes the package is told; all other fields are shown and not ranked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from sentencerank.documents.limits import Meter
from sentencerank.documents.markdown import markdown_content
from sentencerank.documents.pieces import Content, Piece
from sentencerank.documents.plain import decode
from sentencerank.documents.rst import rst_content
from sentencerank.languages.layout import blocks

_PYTHON = re.compile(r"\A\s{0,20}Metadata-Version: \d")
_DEBIAN = re.compile(r"^(?:Package|Source): [a-z0-9][a-z0-9+.-]+$", re.MULTILINE)
_DESCRIPTION = re.compile(r"^Description: ?\S", re.MULTILINE)
_NAMED = re.compile(r"(?:Package|Source): [a-z0-9]")
_BEGINNING = 5000  # characters that comments may take
_FIELD = re.compile(r"([A-Za-z][A-Za-z0-9-]{0,40}):(?:[ \t]|$)")


def is_package(text: str, named: bool) -> bool:
    """Whether a text begins as the description of a package does."""
    if _PYTHON.match(text):
        return True
    first = next((line for line in text[:_BEGINNING].split("\n") if line.strip() and not line.startswith("#")), "")
    return bool(_NAMED.match(first)) and bool(_DEBIAN.search(text)) and bool(_DESCRIPTION.search(text))


def read(data: bytes, meter: Meter) -> Content:
    """Read the description of a package."""
    text, notes = decode(data)
    text = meter.take(text)
    if not _PYTHON.match(text):
        return Content(tuple(_control(text)), notes)
    head, _, body = text.strip("\n").partition("\n\n")
    fields = dict(_fields(head.split("\n")))
    body = body if body.strip() else _unfolded(fields.get("Description", ""))
    kind = fields.get("Description-Content-Type", "text/x-rst").partition(";")[0].strip()
    return Content((*_head(fields), *_body(body, kind, meter)), notes)


def _fields(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield the fields of a header; what is indented goes on with the field above it."""
    name, said = "", list[str]()
    for line in lines:
        if (field := _FIELD.match(line)) and not line.startswith((" ", "\t")):
            if name:
                yield name, "\n".join(said)
            name, said = field[1], [line[field.end() :].strip()]
        else:
            said.append(line)
    if name:
        yield name, "\n".join(said)


def _head(fields: dict[str, str]) -> Iterator[Piece]:
    if name := fields.get("Name"):
        yield Piece("title", " ".join(filter(None, [name, fields.get("Version")])))
    if summary := fields.get("Summary"):
        yield Piece("paragraph", summary)
    told = ("Name", "Version", "Summary", "Description")
    rest = [f"{name}: {value}" for name, value in fields.items() if name not in told and value]
    yield Piece("furniture", "; ".join(rest))


def _unfolded(text: str) -> str:
    """Return a description without the signs before its lines: spaces, or a bar in old files."""
    return "\n".join(
        line.lstrip().removeprefix("|") if line.lstrip().startswith("|") else line[8:] for line in text.split("\n")
    )


def _body(text: str, kind: str, meter: Meter) -> Iterator[Piece]:
    if kind == "text/markdown":
        yield from markdown_content(text, (), meter).pieces
    elif kind == "text/plain":
        yield from plain_pieces(text)
    else:
        yield from rst_content(text, (), meter).pieces


def plain_pieces(text: str) -> Iterator[Piece]:
    """Yield the blocks of a plain text."""
    for block in blocks(text):
        yield Piece(block.kind, text[block.start : block.end], block.level)


def _control(text: str) -> Iterator[Piece]:
    """Yield the paragraphs of a control file: each package with its description."""
    for filled, group in groupby(text.split("\n"), lambda line: bool(line.strip())):
        if not filled:
            continue
        fields = dict(_fields([line for line in group if not line.startswith("#")]))
        if name := fields.get("Package") or fields.get("Source"):
            yield Piece("heading", name, 1)
        rest = [f"{name}: {' '.join(value.split())}" for name, value in fields.items() if name != "Description"]
        if rest:
            yield Piece("furniture", "; ".join(rest))
        short, _, long = fields.get("Description", "").partition("\n")
        if short:
            yield Piece("paragraph", short)
        # A line with nothing but a full stop is an empty one.
        yield from plain_pieces(
            "\n".join("" if line.strip() == "." else line.removeprefix(" ") for line in long.split("\n"))
        )
