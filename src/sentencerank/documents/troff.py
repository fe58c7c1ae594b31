"""Manual pages as they are written: troff with the macros of man and of mdoc."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from sentencerank.document import BlockKind, Place
from sentencerank.documents.formulas.symbols import names
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece, Writer, table, tidy
from sentencerank.documents.plain import decode
from sentencerank.documents.troff_text import arguments, plain, write_text
from sentencerank.languages.signs import CODE_HEADINGS, POINTERS, is_code

_HEAD = re.compile(r"^[.'][ \t]*(?:TH|Dt|Dd)\b", re.MULTILINE)
_SECTION = re.compile(r"^[.'][ \t]*(?:SH|Sh)\b", re.MULTILINE)
_REQUEST = re.compile(r"[.'][ \t]*([A-Za-z0-9]{1,3}|\\\"|\})(?:[ \t]+|$)")
_PARAGRAPH = names("PP P LP HP Pp sp ti in")
_FONTS = {"B": "strong", "I": "emphasis", "SB": "strong", "SM": "", "R": ""}
_MIXED = names("BR RB IR RI BI IB")
_VERBATIM = {"nf": "fi", "EX": "EE", "SY": "YS", "DS": "DE", "TS": "TE", "EQ": "EN"}
_DISPLAYS = frozenset(["-literal", "-unfilled"])
_LEFT_OUT = names(
    "ad na nh hy ne bp ll pl ft ps vs ta nr ds de am rm if ie el so mso ig tr cs fam eo ec cc PD DT TH Dd Dt Os "
    "RS RE HF Bk Ek Rs Re Sm br fc lf als rn UC AT hla hw"
)
_QUOTES = {"Dq": ("“", "”"), "Sq": ("‘", "’"), "Pq": ("(", ")"), "Qq": ('"', '"'), "Op": ("[", "]"), "Bq": ("[", "]"),
           "Aq": ("<", ">"), "Brq": ("{", "}"), "Ql": ("‘", "’")}  # fmt: skip
_CALLED = names("Fl Ar Cm Ic Li Pa Va Vt Ev Er Fn Ft Fa In Nm Fd Fo Sy Tn Dv Ad Cd")
_PLAIN = names("No An St At Bx Nx Fx Ox Ux Bsx Lb Em Xr Sx Ns Ap Pf Tn D1 Dl Nd Mt Lk Rv Ex")
_PUNCTUATION = frozenset(".,:;()[]?!")


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
        self._term = False  # the next line is what is explained below it
        self._section = ""
        self._name = ""  # of the command, for .Nm
        self._pieces: list[Piece] = []

    def read(self, lines: list[str]) -> Iterator[Piece]:
        place = 0
        while place < len(lines):
            self._meter.tick()
            self._line = place + 1
            line = lines[place]
            request = _REQUEST.match(line)
            if not request:
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

    def _say(self, line: str, font: str = "") -> None:
        if not line.strip():
            self._end()
            return
        write_text(self._writer, line, font)
        if self._term:
            self._end_term()

    def _end(self) -> None:
        """End the block that is being written."""
        words = self._writer.take()
        if not words.text:
            return
        kind = self._kind
        place = (Place(0, len(words.text), line=self._line),)
        command = words.text.startswith("$ ") and len(words.text) > 2  # at the prompt of a shell
        if kind in ("paragraph", "list") and (command or CODE_HEADINGS.fullmatch(self._section)):
            kind = "code"
        elif kind in ("paragraph", "list") and POINTERS.fullmatch(self._section):
            kind = "reference"
        level = max(1, self._depth) if kind == "list" else 0
        self._pieces.append(Piece(kind, words.text, level, marks=words.marks, places=place))

    def _end_term(self) -> None:
        words = self._writer.take()
        self._term, self._kind = False, "list"
        if not words.text:
            return
        # An option or a command is code; a bullet is the mark of what follows.
        if any(map(str.isalnum, words.text)):
            piece = Piece("list", words.text, max(1, self._depth), prose=False, marks=words.marks)
            code = words.text.startswith("-") or is_code([words.text], apart=True)
            self._pieces.append(piece._replace(kind="code", level=0) if code else piece)

    def _obey(self, name: str, rest: str, lines: list[str], place: int) -> int:
        """Do what a request asks for, and return the next line."""
        if name in ("de", "am", "ig", "de1"):
            return _after(lines, place + 1, lambda line: line.startswith(".."))
        if name in _VERBATIM or (name == "Bd" and _DISPLAYS.intersection(rest.split())):
            return self._verbatim(name, lines, place)
        if name in ("SH", "Sh", "SS", "Ss"):
            self._end()
            title = " ".join(map(plain, arguments(rest)))
            if not title and place + 1 < len(lines):
                place += 1
                title = plain(lines[place])
            self._section = title if name in ("SH", "Sh") else self._section
            self._kind, self._term, self._depth = "paragraph", False, 0
            if title:
                level = 1 if name in ("SH", "Sh") else 2
                self._pieces.append(Piece("heading", tidy(title), level, places=()))
        elif name in _PARAGRAPH:
            self._end()
            self._kind = "list" if self._depth and name in ("sp", "Pp") else "paragraph"
        elif name in ("TP", "TQ"):
            self._end()
            self._term = True
        elif name == "IP":
            self._end()
            self._kind = "list"
            given = arguments(rest)
            if given and any(map(str.isalnum, plain(given[0]))):
                self._say(given[0])
                self._end_term()
        elif name in ("Bl", "El"):
            self._end()
            self._depth = max(0, self._depth + (1 if name == "Bl" else -1))
            self._kind = "list" if self._depth else "paragraph"
        elif name == "It":
            self._end()
            self._kind = "list"
            if rest:
                self._mdoc(rest)
                self._end_term()
        elif name in ("Bd", "Ed"):
            self._end()
        elif name in ("UR", "MT"):
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
            self._mdoc(rest)
            self._end()
            self._kind = kind
        elif name == "Nd":
            write_text(self._writer, f" - {rest}", "")
        elif name in _CALLED or name in _PLAIN or name in _QUOTES:
            self._named(name, rest)
            self._mdoc(f"{name} {rest}")
            if self._term:
                self._end_term()
        elif name == "OP":
            self._say("[" + " ".join(arguments(rest)) + "]")
        return place + 1

    def _named(self, name: str, rest: str) -> None:
        if name == "Nm" and rest and not self._name:
            self._name = rest.split()[0]

    def _mixed(self, name: str, given: list[str]) -> None:
        """Write arguments in two fonts by turns, without spaces between them."""
        self._writer.write(" ")
        for index, each in enumerate(given):
            write_text(self._writer, each, _FONTS[name[index % 2]], inside=True)
        self._writer.write("\n")
        if self._term:
            self._end_term()

    def _mdoc(self, line: str) -> None:
        """Write a line of mdoc: each name of a macro in it says how the words after it look."""
        closing: list[str] = []
        font, glued = "", False
        words = arguments(line)
        for index, word in enumerate(words):
            if word in _QUOTES:
                left, right = _QUOTES[word]
                write_text(self._writer, ("" if glued else " ") + left, "", inside=True)
                closing.append(right)
                glued = True
            elif word in ("Ns", "Ap", "Pf"):
                glued = True
                self._writer.write("'" if word == "Ap" else "")
            elif word in _CALLED or word in _PLAIN:
                font = "code" if word in _CALLED else ""
                last = index + 1 == len(words)
                if word == "Nm" and (last or words[index + 1] in _PUNCTUATION):
                    write_text(self._writer, ("" if glued else " ") + self._name, "code", inside=True)
                elif word == "Fl":
                    write_text(self._writer, ("" if glued else " ") + "-", "", inside=True)
                    glued = not last
            elif len(word) == 1 and word in _PUNCTUATION:
                write_text(self._writer, word, "", inside=True)
            elif index and words[index - 1] not in _PUNCTUATION and words[index - 2 : index - 1] == ["Xr"]:
                write_text(self._writer, f"({word})", "", inside=True)
            else:
                write_text(self._writer, ("" if glued else " ") + word, font, inside=True)
                glued = False
        for right in reversed(closing):
            write_text(self._writer, right, "", inside=True)
        self._writer.write("\n")

    def _verbatim(self, name: str, lines: list[str], place: int) -> int:
        """Read lines whose breaks mean something: code, tables, formulas."""
        self._end()
        closing = _VERBATIM.get(name, "Ed")
        end = _after(lines, place + 1, lambda line: line[1:].strip() == closing and line.startswith((".", "'")))
        inside = [plain(line) for line in lines[place + 1 : end - 1]]
        inside = [line for line in inside if line is not None and not line.startswith(("'", "."))]
        if name == "TS":
            cells = [line.split("\t") for line in inside if "\t" in line]
            if cells:
                self._pieces.append(table(cells))
        elif text := tidy("\n".join(inside), "code"):
            place_of = (Place(0, len(text), line=place + 1),)
            self._pieces.append(Piece("formula" if name == "EQ" else "code", text, places=place_of))
        return end


def _after(lines: list[str], place: int, ends: Callable[[str], bool]) -> int:
    return next((k + 1 for k in range(place, len(lines)) if ends(lines[k])), len(lines))
