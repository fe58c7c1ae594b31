"""Org files: headings begin with stars, items of lists with a dash, and blank lines part paragraphs."""

from collections.abc import Iterator

from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece
from sentencerank.documents.plain import decode


def read(data: bytes, meter: Meter) -> Content:
    """Read the blocks of a file; `meter` bounds how much text may come out of it."""
    text, notes = decode(data)
    return Content(tuple(_pieces(meter.take(text))), notes)


def _pieces(text: str) -> Iterator[Piece]:
    for block in text.split("\n\n"):
        lines: list[str] = []
        for line in block.splitlines():
            stars = len(line) - len(line.lstrip("*"))
            if stars and line[stars : stars + 1] == " ":
                yield Piece("heading", line[stars:].strip(), level=stars)
            elif line.startswith("- "):
                yield Piece("list", line[2:])
            elif line.strip():
                lines.append(line.strip())
        if lines:
            yield Piece("paragraph", " ".join(lines))
