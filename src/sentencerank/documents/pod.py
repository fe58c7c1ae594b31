"""POD, in which Perl is documented: commands at the beginning of paragraphs, and codes such as C<rain> inside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from textwrap import dedent
from typing import NamedTuple

from sentencerank.document import MarkKind, Place
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece, Words, Writer, tidy
from sentencerank.documents.plain import decode
from sentencerank.languages.signs import POINTERS, is_code

_COMMAND = re.compile(r"=([a-zA-Z]\w{0,20})[ \t]*")
_HEADING = re.compile(r"^=head[1-6][ \t]+\S", re.MULTILINE)
_COMMANDS = re.compile(r"^=(?:head[1-6]|over|item|back|cut|pod|encoding|begin|for)\b", re.MULTILINE)
_PARAGRAPH = re.compile(r"\n[ \t]*+(?=\n)")
_CODE = re.compile(
    r"(?P<signs>[EXZ])<(?P<sign>[^<>]{0,200})>"
    r"|L<(?:(?P<shown>[^|<>]{1,300}|[A-Z]<[^|<>]{1,300}>)\|)?(?P<target>[^|<>]{1,500})>"
    r"|(?P<letter>[A-Z])(?P<angles><<{1,9}(?=\s)|<)"
    r"|(?P<closing>>{1,10})"
)
_SIGNS = {"verbar": "|", "sol": "/", "lchevron": "«", "rchevron": "»"}
_MARKS: dict[str, MarkKind] = {"B": "strong", "I": "emphasis", "C": "code", "F": "code", "L": "link"}
_ITEM = re.compile(r"(?:[*•o-]|(\d{1,4})\.?)(?:\s+|$)")


class _Open(NamedTuple):
    """A code that is not closed yet."""

    width: int  # of the angle brackets that close it
    marked: bool


def is_pod(text: str, named: bool) -> bool:
    """Whether a text has a heading of POD and another of its commands; the name and one command are enough too."""
    if named and _COMMANDS.search(text):
        return True
    return bool(_HEADING.search(text)) and len(_COMMANDS.findall(text)) > 1


def read(data: bytes, meter: Meter) -> Content:
    """Read the blocks of a POD file, or what a program in Perl says about itself."""
    text, notes = decode(data)
    return Content(tuple(_Reader(meter).read(meter.take(text))), notes)


class _Reader:
    """Turns paragraphs into pieces. What stands before the first command, or after `=cut`, is a program."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._section = ""
        self._depth = 0  # of lists
        self._mark = ""  # of the item that has no text yet
        self._items = False  # whether the list that is open has items
        self._code: list[str] = []  # what is shown as it stands, so far
        self._code_line = 0

    def read(self, text: str) -> Iterator[Piece]:
        told, skipped, place, line = False, "", 0, 1
        ends = [found.span() for found in _PARAGRAPH.finditer(text)]
        for start, end in [*ends, (len(text), len(text))]:
            self._meter.tick()
            paragraph = text[place:start]
            bare = paragraph.lstrip("\n")
            line += len(paragraph) - len(bare)
            command = _COMMAND.match(bare)
            if command:
                name, rest = command[1], bare[command.end() :]
                if skipped:
                    skipped = "" if name == "end" else skipped
                elif name == "cut":
                    yield from self._end_code()
                    told = False
                elif name == "begin" and not rest.startswith(":"):
                    skipped, told = rest or "begin", True
                else:
                    told = True
                    yield from self._end_code()
                    yield from self._obey(name, rest.strip(), line)
            elif told and not skipped and bare.strip():
                yield from self._said(bare, line)
            line += text.count("\n", start, end) + bare.count("\n")
            place = end
        yield from self._end_code()

    def _said(self, paragraph: str, line: int) -> Iterator[Piece]:
        if paragraph[0] in " \t":
            self._code_line = self._code_line or line
            self._code += [paragraph.rstrip(), ""]
            return
        yield from self._end_code()
        words = _words(paragraph)
        if not words.text:
            return
        if POINTERS.fullmatch(self._section):
            yield _piece("reference", words, line)
        elif self._depth and self._items:
            yield _piece("list", words, line)._replace(level=self._depth, mark=self._mark)
            self._mark = ""
        else:
            yield _piece("paragraph", words, line)

    def _end_code(self) -> Iterator[Piece]:
        if self._code:
            text = tidy(dedent("\n".join(self._code).expandtabs()), "code")
            yield _piece("code", Words(text), self._code_line)
            self._code, self._code_line = [], 0

    def _obey(self, name: str, rest: str, line: int) -> Iterator[Piece]:
        if name.startswith("head"):
            words = _words(rest)
            self._depth, self._items, self._mark = 0, False, ""
            level = int(name[4:]) if name[4:] in tuple("123456") else 1
            self._section = words.text if level == 1 else self._section
            if words.text:
                yield _piece("heading", words, line)._replace(level=level)
        elif name in ("over", "back"):
            self._depth = max(0, self._depth + (1 if name == "over" else -1))
            self._items, self._mark = name == "back" and self._depth > 0, ""
        elif name == "item":
            self._depth, self._items = max(1, self._depth), True
            yield from self._item(rest, line)

    def _item(self, rest: str, line: int) -> Iterator[Piece]:
        marked = _ITEM.match(rest)
        self._mark = (f"{marked[1]}. " if marked[1] else "- ") if marked else ""
        words = _words(rest[marked.end() :] if marked else rest)
        if not words.text:
            return
        if marked:
            yield _piece("list", words, line)._replace(level=self._depth, mark=self._mark)
            self._mark = ""
        elif words.text.startswith("-") or is_code([words.text], apart=True):
            yield _piece("code", words, line)
        else:
            yield _piece("list", words, line)._replace(level=self._depth, prose=False)


def _piece(kind: str, words: Words, line: int) -> Piece:
    places = (Place(0, len(words.text), line=line),)
    return Piece(kind, words.text, marks=words.marks, places=places)  # type: ignore[arg-type]


def _words(text: str) -> Words:
    """Return a text without its codes, and what they mark.

    >>> words = _words("See B<the C<rain>> and L<the sea|http://sea.example/>, if C<< a > b >>.")
    >>> words.text, [mark.kind for mark in words.marks]
    ('See the rain and the sea, if a > b.', ['strong', 'code', 'link', 'code'])
    """
    writer = Writer()
    opened: list[_Open] = []
    place = 0
    for found in _CODE.finditer(text):
        writer.write(text[place : found.start()])
        place = found.end()
        if found["signs"]:
            writer.write(_sign(found["sign"]) if found["signs"] == "E" else "")
        elif found["target"]:
            _link(found, writer)
        elif letter := found["letter"]:
            kind = _MARKS.get(letter)
            opened.append(_Open(len(found["angles"]), kind is not None))
            if kind is not None:
                writer.begin(kind)
        else:
            left = len(found[0])
            while opened and left >= opened[-1].width:
                width, marked = opened.pop()
                left -= width
                if width > 1:
                    writer.glue()  # the space before such brackets is one of them
                if marked:
                    writer.end()
            writer.write(">" * left)
    writer.write(text[place:])
    return writer.take()


def _sign(name: str) -> str:
    if name in _SIGNS:
        return _SIGNS[name]
    number = name.isascii() and name.isalnum() and name[:1].isdigit()
    shown = unescape(f"&#{name.lower().removeprefix('0')};" if number else f"&{name};")
    return "" if shown.startswith("&") and shown != "&" else shown


def _link(found: re.Match[str], writer: Writer) -> None:
    target = " ".join(found["target"].split())
    name, _, section = target.partition("/")
    section = section.strip('"')
    is_address = "://" in target
    shown = found["shown"] or (target if is_address or not section else f"{section} in {name}" if name else section)
    if shown[1:2] == "<":
        shown = shown[2:-1]
    writer.add("link", shown, target=target if is_address else "")
