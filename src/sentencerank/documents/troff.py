"""Manual pages as they are written: troff with the macros of man and of mdoc."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sentencerank.document import BlockKind, Place
from sentencerank.documents.formulas.symbols import names
from sentencerank.documents.limits import Meter
from sentencerank.documents.mdoc import MACROS, Mdoc
from sentencerank.documents.pieces import Content, Piece, Words, Writer, table, tidy
from sentencerank.documents.plain import decode
from sentencerank.documents.troff_text import Strings, arguments, plain, table_rows, write_text
from sentencerank.languages.signs import POINTERS, heads_synopsis, is_code

_HEAD = re.compile(r"^[.'][ \t]*(?:TH|Dt|Dd)\b", re.MULTILINE)
_SECTION = re.compile(r"^[.'][ \t]*(?:SH|Sh)\b", re.MULTILINE)
_REQUEST = re.compile(r"[.'][ \t]*(%?[A-Za-z0-9]{1,3}|\\\"|\})(?:[ \t]+|$)")
_PARAGRAPH = names("PP P LP HP Pp sp ti in Sp")
_FONTS = {"B": "strong", "I": "emphasis", "SB": "strong", "SM": "", "R": "", "ZN": "code", "FN": "emphasis"}
_MIXED = names("BR RB IR RI BI IB")
_VERBATIM = {"nf": "fi", "EX": "EE", "SY": "YS", "DS": "DE", "TS": "TE", "EQ": "EN", "Vb": "Ve",
             "CS": "CE", "NS": "NE"}  # fmt: skip
_SPACE = names("sp Pp Sp")
_LEFT_OUT = {"PS": "PE"}  # drawings
_TABULATOR = re.compile(r"(?<![^ \t])Ta(?![^ \t])|\t")
_DEFINITIONS = names("de am ig de1 am1")
_LONGEST_TERM = 100  # characters
_DRAWN = 3  # lines; fewer may be indented by chance
_SENTENCE = (".", ":", "!", "?", ",", ";")
_NUMBER = re.compile(r"\(?(?:\d{1,3}|[a-z])[.)]|\[\d{1,3}\]")  # of an item: (1), 1., a)
_RUNNING = re.compile(r"\w{3}\. [A-Z]")  # where a sentence ends inside a line: that is no term
_DISPLAYS = frozenset(["-literal", "-unfilled"])


def is_troff(text: str, named: bool) -> bool:
    """Whether a text is the source of a manual page: it names itself and has sections."""
    return bool(_HEAD.search(text)) and bool(_SECTION.search(text))


def read(data: bytes, meter: Meter) -> Content:
    """Read the blocks of a manual page."""
    text, notes = decode(data)
    return troff_content(meter.take(text), notes, meter)


def troff_content(text: str, notes: tuple[str, ...], meter: Meter) -> Content:
    """Return what the source of a manual page consists of."""
    return Content(tuple(_Reader(meter).read(text.replace("\\\n", "").split("\n"))), notes)


class _Reader:
    """Obeys one line after the other; a block is written until the next request that ends it."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._writer = Writer()
        self._kind: BlockKind = "paragraph"
        self._line = 0
        self._depth = 0  # of lists
        self._number = ""  # of the item that begins
        self._term = False  # the next line is what is explained below it
        self._section = ""
        self._sections = 0
        self._synopsis = False
        self._run = 0  # where the indented lines end that are being read
        self._joined = False  # the line that was read goes on in the next one
        self._strings = Strings()
        self._mdoc = Mdoc(self._writer)
        self._rows: list[list[Words]] = []  # of the table that is read
        self._tables: list[bool] = []  # whether each list that is open is a table
        self._pieces: list[Piece] = []

    def read(self, lines: list[str]) -> Iterator[Piece]:
        place = 0
        while place < len(lines):
            self._meter.tick()
            self._line = place + 1
            line = lines[place] = self._strings.expand(lines[place])
            self._joined = line.endswith("\\c")
            request = _REQUEST.match(line)
            if not request and place >= self._run and line[:1].isspace() and (end := self._drawing(lines, place)):
                place = end
            elif not request:
                place += 1
                if not line.startswith((".", "'")):
                    self._say(line)
                elif line.strip(".' "):
                    continue
            else:
                place = self._obey(request[1], line[request.end() :], lines, place)
            yield from self._pieces
            self._pieces = []
        self._end()
        yield from self._pieces

    def _drawing(self, lines: list[str], place: int) -> int:
        """Read indented lines that are code or a drawing, each of which a page shows as it stands; return their end."""
        self._run = next((k for k in range(place, len(lines)) if not lines[k][:1].isspace()), len(lines))
        inside = [plain(self._strings.expand(line)) for line in lines[place : self._run]]
        if self._term or len(inside) < _DRAWN or not is_code([line.strip() for line in inside], apart=True):
            return 0
        self._end()
        text = tidy("\n".join(inside), "code")
        self._pieces.append(Piece("code", text, places=(Place(0, len(text), line=place + 1),)))
        return self._run

    def _say(self, line: str, font: str = "") -> None:
        if not line.strip():
            self._end()
            return
        write_text(self._writer, line, font)
        if self._term and _RUNNING.search(line):
            self._term, self._kind = False, "list"
        self._may_end_term()

    def _may_end_term(self) -> None:
        if self._term and not self._mdoc.open and not self._joined:
            self._end_term()

    def _end(self) -> None:
        """End the block that is being written, or the cell of a table."""
        words = self._writer.take()
        self._mdoc.open = 0
        if self._tables and self._tables[-1] and self._rows:
            self._rows[-1].append(words)
            return
        if not words.text:
            return
        kind = self._kind
        place = (Place(0, len(words.text), line=self._line),)
        command = words.text.startswith("$ ") and len(words.text) > 2  # at the prompt of a shell
        if kind in ("paragraph", "list") and (command or self._synopsis):
            kind = "code"
        elif kind in ("paragraph", "list") and POINTERS.fullmatch(self._section):
            kind = "reference"
        level = max(1, self._depth) if kind == "list" else 0
        self._pieces.append(Piece(kind, words.text, level, self._number, marks=words.marks, places=place))
        self._number = ""

    def _end_term(self) -> None:
        words = self._writer.take()
        self._term, self._kind = False, "list"
        self._number = f"{words.text} " if _NUMBER.fullmatch(words.text) else ""
        # An option or a command is code; a bullet or a number is the mark of what follows.
        if not self._number and any(map(str.isalnum, words.text)):
            self._pieces.append(self._explained(Piece("list", words.text, marks=words.marks)))

    def _explained(self, piece: Piece) -> Piece:
        """Return what is explained below it: an item, or code."""
        if piece.text.startswith("-") or is_code([piece.text], apart=True):
            return piece._replace(kind="code")
        return piece._replace(kind="list", level=max(1, self._depth), prose=False)

    def _obey(self, name: str, rest: str, lines: list[str], place: int) -> int:
        """Do what a request asks for, and return the next line."""
        if name in _DEFINITIONS:
            # It may name the request that ends it; two dots do otherwise, with or without spaces between them.
            named = (arguments(rest.partition('\\"')[0])[0 if name == "ig" else 1 :] or ["."])[0]
            return _after(lines, place + 1, lambda line: line[:1] in (".", "'") and line[1:].strip() == named)
        if name in _LEFT_OUT:
            return _after(lines, place + 1, lambda line: line[1:].strip() == _LEFT_OUT[name])
        if name in _VERBATIM or (name == "Bd" and _DISPLAYS.intersection(rest.split())):
            return self._verbatim(name, lines, place)
        if name in ("SH", "Sh", "SS", "Ss"):
            self._end()
            title = self._title(rest) if name in ("Sh", "Ss") else " ".join(map(plain, arguments(rest)))
            if not title and place + 1 < len(lines):
                place += 1
                title = plain(lines[place])
            if name in ("SH", "Sh"):
                self._begin_section(title)
            self._kind, self._term, self._depth, self._tables = "paragraph", False, 0, []
            if title:
                level = 1 if name in ("SH", "Sh") else 2
                self._pieces.append(Piece("heading", tidy(title), level, places=()))
        elif name in ("TH", "Dt"):
            if not self._pieces and (given := [plain(each) for each in arguments(rest)[:2]]):
                self._pieces.append(Piece("title", _named(*given)))
        elif name in _PARAGRAPH:
            self._end()
            self._kind = "list" if self._depth and name in _SPACE else "paragraph"
        elif name in ("RS", "RE"):
            self._indent(name)
        elif name in ("TP", "TQ"):
            self._end()
            self._term = True
        elif name in ("IP", "bP"):
            self._end()
            self._kind = "list"
            given = arguments(rest)
            if given and any(map(str.isalnum, plain(given[0]))):
                self._say(given[0])
                self._end_term()
        elif name in ("Bl", "El"):
            self._end()
            self._end_rows()
            if name == "Bl":
                self._tables.append("-column" in rest.split())
            else:
                del self._tables[-1:]
            self._depth = len(self._tables)
            self._kind = "list" if self._depth else "paragraph"
        elif name in ("It", "Ta"):
            self._item(name, rest)
        elif name in ("Bd", "Ed"):
            self._end()
        elif name in ("UR", "MT"):
            write_text(self._writer, rest, "")
        elif name in ("URL", "MTO"):
            self._link(name, arguments(rest))
        elif name in ("QW", "PQ", "q"):
            quoted, *more = [*arguments(rest), ""]
            self._say(f"(“{quoted}”)" + "".join(more) if name == "PQ" else f"“{quoted}”" + "".join(more))
        elif name in ("Rs", "Re"):
            self._end()
            self._kind = "reference" if name == "Rs" else "paragraph"
        elif name[0] == "%":
            write_text(self._writer, rest, "")
        elif name in ("UE", "ME"):
            self._say(rest) if rest else None
        elif name in _FONTS:
            self._say(" ".join(arguments(rest)) or lines[min(place + 1, len(lines) - 1)], _FONTS[name])
            place += not rest
        elif name in _MIXED:
            self._mixed(name, arguments(rest))
        elif name in ("D1", "Dl"):
            self._end()
            self._kind, kind = "code", self._kind
            self._mdoc.write(rest)
            self._end()
            self._kind = kind
        elif name == "Sm":
            self._mdoc.space(rest.strip() != "off")
        elif name == "Nd":
            write_text(self._writer, f" - {rest}", "")
        elif name in MACROS:
            self._mdoc.write(f"{name} {rest}")
            self._may_end_term()
        elif name == "ds":
            self._strings.define(rest)
        elif name == "OP":
            self._say("[" + " ".join(arguments(rest)) + "]")
        return place + 1

    def _begin_section(self, title: str) -> None:
        self._section = title
        self._sections += 1
        self._synopsis = heads_synopsis(title, self._sections)

    def _link(self, name: str, given: list[str]) -> None:
        """Write a link of AsciiDoc: its address, its words if it has some, and what closes the sentence."""
        address, words, mark = (*map(plain, given), "", "", "")[:3]
        self._writer.add("link", words or address, target=f"mailto:{address}" if name == "MTO" else address)
        self._writer.write(f"{mark}\n")

    def _indent(self, name: str) -> None:
        """Begin or end what is indented; DocBook explains a term so, with the term alone on the lines before it."""
        before = len(self._pieces)
        self._end()
        for piece in self._pieces[before:] if name == "RS" else ():
            if piece.kind == "paragraph" and len(piece.text) <= _LONGEST_TERM and not piece.text.endswith(_SENTENCE):
                self._pieces[before:] = [self._explained(piece)]
                self._kind = "list"

    def _title(self, rest: str) -> str:
        self._mdoc.write(rest)
        self._mdoc.open = 0
        return self._writer.take().text

    def _item(self, name: str, rest: str) -> None:
        """Begin an item of a list, or a row or a cell of a table."""
        self._end()
        self._kind = "list"
        if self._tables and self._tables[-1]:
            if name == "It" or not self._rows:
                self._rows.append([])
            *cells, last = _TABULATOR.split(rest)
            for cell in cells:
                self._mdoc.write(cell)
                self._end()
            self._mdoc.write(last)
        elif rest:
            self._mdoc.write(rest)
            self._term = True
            self._may_end_term()

    def _end_rows(self) -> None:
        if self._rows:
            for row in self._rows:
                while row and not row[-1].text:
                    row.pop()
            piece = table(self._rows)
            self._pieces += [piece] if piece.text else []
            self._rows = []

    def _mixed(self, name: str, given: list[str]) -> None:
        """Write arguments in two fonts by turns, without spaces between them."""
        self._writer.write(" ")
        for index, each in enumerate(given):
            write_text(self._writer, each, _FONTS[name[index % 2]], inside=True)
        self._writer.write("\n")
        self._may_end_term()

    def _verbatim(self, name: str, lines: list[str], place: int) -> int:
        """Read lines whose breaks mean something: code, tables, formulas."""
        self._end()
        closing = _VERBATIM.get(name, "Ed")
        end = _after(lines, place + 1, lambda line: line[1:].strip() == closing and line.startswith((".", "'")))
        if name == "TS":
            cells = [row for row in table_rows(lines[place + 1 : end - 1]) if any(row)]
            if cells:
                self._pieces.append(table(cells))
            return end
        inside = [plain(line) for line in lines[place + 1 : end - 1] if not line.startswith(("'", "."))]
        if text := tidy("\n".join(inside), "code"):
            place_of = (Place(0, len(text), line=place + 1),)
            self._pieces.append(Piece("formula" if name == "EQ" else "code", text, places=place_of))
        return end


def _named(name: str, section: str = "") -> str:
    """Return the name of a page as others refer to it; many pages write it in capitals.

    >>> _named("TAR", "1"), _named("Xorg", "1")
    ('tar(1)', 'Xorg(1)')
    """
    name = tidy(name.lower() if name.isupper() else name)
    return f"{name}({tidy(section)})" if section else name


def _after(lines: list[str], place: int, ends: Callable[[str], bool]) -> int:
    return next((k + 1 for k in range(place, len(lines)) if ends(lines[k])), len(lines))
