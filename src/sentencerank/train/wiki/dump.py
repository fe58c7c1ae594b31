"""XML of a wiki's dump → pages, one at a time; memory holds one page, whatever the size of the dump."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, NamedTuple
from xml.parsers import expat

from sentencerank.errors import CorpusError

CHUNK = 1 << 18  # bytes parsed at once
LARGEST = 16 << 20  # characters of a page; wikis allow 2 MB
_KEPT = frozenset({"namespace", "title", "ns", "text"})


class Page(NamedTuple):
    """A page as it stands in the dump."""

    title: str
    namespace: int
    redirect: str  # where it leads, "" for an article
    markup: str


def is_dump(head: bytes) -> bool:
    """Whether a file that begins so is a dump.

    >>> is_dump(b'\\xef\\xbb\\xbf<mediawiki xmlns="x">'), is_dump(b"Plain text about <mediawiki>.")
    (True, False)
    """
    head = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if head.startswith(b"<?xml"):
        head = head.partition(b"?>")[2].lstrip()
    return head.startswith(b"<mediawiki")


def pages(stream: IO[bytes], name: str, prefixes: set[str]) -> Iterator[Page]:
    """All pages in order; `prefixes` gains the names of the namespaces, in lower case, as the dump lists them first."""
    reader = _Reader(prefixes=prefixes)
    parser = expat.ParserCreate()
    parser.buffer_text, parser.buffer_size = True, 1 << 20
    parser.StartElementHandler, parser.EndElementHandler = reader.start, reader.end
    parser.CharacterDataHandler = reader.text
    parser.EntityDeclHandler = _refuse
    count = 0
    try:
        while data := stream.read(CHUNK):
            parser.Parse(data)
            count += len(reader.found)
            yield from reader.found
            reader.found.clear()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise CorpusError(
            f"{name}: not a whole dump ({error}); {count:,} pages were read. Download it again, or repair it."
        ) from error
    except EOFError as error:
        raise CorpusError(
            f"{name}: the dump is cut off after {count:,} pages ({error}). Download the rest of it."
        ) from error
    yield from reader.found


def _refuse(name: str, *_: object) -> None:
    raise CorpusError(f"the dump declares the entity {name!r}, which no wiki does. Check where it comes from.")


@dataclass(slots=True)
class _Reader:
    """What the parser tells, put together to pages."""

    prefixes: set[str]
    found: list[Page] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    length: int = 0
    inside: str = ""  # the element whose text is kept
    values: dict[str, str] = field(default_factory=dict)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag == "page":
            self.values = {}
        elif tag == "redirect":
            self.values["redirect"] = attributes.get("title", "")
        elif tag in _KEPT:
            self.inside, self.pieces, self.length = tag, [], 0

    def text(self, data: str) -> None:
        if self.inside and self.length < LARGEST:
            self.pieces.append(data)
            self.length += len(data)

    def end(self, tag: str) -> None:
        if tag == self.inside:
            text = "".join(self.pieces)
            self.inside = ""
            if tag == "namespace":
                self.prefixes.add(text.strip().lower())
            elif tag != "title" or "title" not in self.values:
                self.values[tag] = text
        elif tag == "page":
            value = self.values.get
            space = value("ns", "0").strip()
            self.found.append(
                Page(
                    value("title", "").strip(),
                    int(space) if space.lstrip("-").isdigit() else 0,
                    value("redirect", ""),
                    value("text", ""),
                )
            )
