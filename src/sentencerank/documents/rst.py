"""reStructuredText, read line by line: sections, lists, tables, directives, notes, literal blocks, inline marks.

Directives that would read other files or run something are left out, as are comments and targets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from sentencerank.document import BlockKind
from sentencerank.documents.formulas.symbols import names
from sentencerank.documents.indented import DEEPEST, Row, body, dedented, placed, rows
from sentencerank.documents.limits import Meter
from sentencerank.documents.needed import has_sign
from sentencerank.documents.pieces import Content, Piece, table, tidy
from sentencerank.documents.plain import decode
from sentencerank.documents.rst_inline import rst_words
from sentencerank.documents.rst_tables import read_table
from sentencerank.languages.signs import is_code

_SURE = tuple(
    re.compile(sign, re.MULTILINE)
    for sign in (
        r"^ {0,12}\.\. [\w-]{2,30}(?::[\w-]{2,30})?:: ?",
        r"^\.\. _[^:\n]{1,80}: ?",
        r"(?<![\w:]):[a-z]{2,20}(?::[a-z]{2,20})?:`[^`\n]{1,200}`",
        r"(?<![\w`])`[^`<\n]{1,100} <[^`<>\n]{1,200}>`__?(?!\w)",
        r"(?<=\w)`_(?!\w)",
        r"^:(?:Author|Authors|Date|Version|Copyright|Status|Contact|Organization|Revision): ",
    )
)
_SURELY_NEEDED = ((".. ",), (".. _",), (":`",), (">`_",), ("`_",), (":",))  # for each of them
_ALSO = tuple(
    re.compile(sign, re.MULTILINE)
    for sign in (
        r"(?<![\w`])``[^`\n]{1,200}``(?![\w`])",
        r"^[^\s.*-][^\n]{2,100}\n([=\-~^\"'*+#`:.])\1{2,100}$",
        r"::\n\n[ \t]+\S",
        r"\[#?\w{0,30}\]_(?!\w)",
    )
)
_ALSO_NEEDED = (("``",), ("\n",), ("::\n",), ("]_",))
_NOT = re.compile(r"^```|\]\((?:https?:|[\w./#-])[^)\n]{0,200}\)|^#{1,6} \w", re.MULTILINE)
_ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1{2,}")
_EXPLICIT = re.compile(r"\.\.(?: |$)")
_DIRECTIVE = re.compile(r"\.\. (?:\|[^|]{1,60}\| ?)?([\w-]{1,40}(?::[\w-]{1,40})?) ?::(?: +|$)")
_NOTE = re.compile(r"\.\. \[(#?[\w.-]{0,60}|\*)\] ?")
_ANONYMOUS = re.compile(r"__ ")
_BULLET = re.compile(r"([-*+•‣⁃])(?: +|$)")
_ENUMERATED = re.compile(r"(\(?(?:\d{1,4}|#|[a-zA-Z]|[ivxlcIVXLC]{1,6})[.)]) +(?=\S)")
_MOST_INSIDE = 40  # blocks inside each other; what is deeper is read as words
_FIELD = re.compile(r":(?!:)([^:\n`]{1,60}):(?: +|$)")
_OPTION = re.compile(r"(?:--?[\w?][^ ]*|/\w)(?:[ =][^ ]{1,30})?(?:, --?\w[^ ]*(?:[ =][^ ]{1,30})?)*(?:  +|$)")
_BADGES = re.compile(r"(?:\|[^|\s][^|]{0,60}\|_{0,2}\s{0,4})+")
_LINE_BLOCK = re.compile(r"\|(?: |$)")
_GRID = re.compile(r"\+[-=+]{3,}$")
_SIMPLE = re.compile(r"={2,}(?: +={2,})+$")
_QUOTED = re.compile(r"[!-/:-@\[-`{-~]")
_DOCTEST = ">>> "

# What a directive makes of what it holds; others are calls and options of a manual: their argument is code.
_CODE = names(
    "code code-block sourcecode parsed-literal prompt productionlist graphviz uml mermaid ipython doctest "
    "testcode testoutput"
)
_TOLD = names(
    "note warning tip important caution hint attention danger error admonition topic sidebar epigraph highlights "
    "pull-quote container compound versionadded versionchanged deprecated only tab tabs abstract class rst-class "
    "centered"
)
_LEFT_OUT = names(
    "contents toctree include raw meta index highlight literalinclude role default-role sectnum title header "
    "footer module currentmodule replace unicode date target-notes automodule autoclass autofunction kernel-doc "
    "kernel-figure py:module section-numbering highlightlang tabularcolumns bibliography sectionauthor "
    "moduleauthor codeauthor"
)
_TITLED = frozenset(["admonition", "topic", "sidebar"])
_FIGURES = frozenset(["figure", "image"])
_TABLES = frozenset(["table", "csv-table", "list-table"])
_VERSIONED = frozenset(["versionadded", "versionchanged", "deprecated"])


def is_rst(text: str, named: bool) -> bool:
    """Whether a text has signs that only reStructuredText has, and none of Markdown; the name alone is enough too."""
    if named:
        return True
    sure = sum(has_sign(text, sign, strings) for sign, strings in zip(_SURE, _SURELY_NEEDED, strict=True))
    also = zip(_ALSO, _ALSO_NEEDED, strict=True)
    if not sure or (sure == 1 and not any(has_sign(text, sign, strings) for sign, strings in also)):
        return False
    return not _NOT.search(text)


def read(data: bytes, meter: Meter) -> Content:
    """Read the blocks of a reStructuredText file."""
    text, notes = decode(data)
    return rst_content(meter.take(text), notes, meter)


def rst_content(text: str, notes: tuple[str, ...], meter: Meter) -> Content:
    """Return what a reStructuredText consists of."""
    return Content(tuple(_Reader(meter).read(rows(text))), notes)


class _Reader:
    """Turns lines into pieces. What is nested is read by the same steps, up to a depth."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._adornments: list[tuple[str, bool]] = []  # of sections, the highest first
        self._first = True  # nothing but the title has been read
        self._inside = 0  # blocks, directives among them, that are open

    def read(
        self, lines: Sequence[Row], depth: int = 0, kind: BlockKind = "paragraph", mark: str = ""
    ) -> Iterator[Piece]:
        place = 0
        while place < len(lines):
            self._meter.tick()
            if not lines[place].text:
                place += 1
                continue
            end, pieces = self._block(lines, place, depth, kind)
            for piece in pieces:
                # Only the first block of a list item has its mark.
                if mark and piece.kind == "list":
                    piece, mark = piece._replace(mark=mark), ""
                yield piece
            place = max(end, place + 1)

    def _inner(self, lines: Sequence[Row], depth: int, kind: BlockKind, mark: str = "") -> list[Piece]:
        if depth >= DEEPEST or self._inside >= _MOST_INSIDE:
            return [placed(kind, rst_words(" ".join(row.text.strip() for row in lines)), lines[0].number, depth, mark)]
        self._inside += 1
        pieces = list(self.read(dedented(lines), depth + (kind in ("list", "quote")), kind, mark))
        self._inside -= 1
        return pieces

    def _block(self, lines: Sequence[Row], place: int, depth: int, kind: BlockKind) -> tuple[int, list[Piece]]:
        """Return what begins at a line, and where it ends."""
        row = lines[place]
        text = row.text
        if row.indent:
            end = body(lines, place)
            if is_code([line.text.strip() for line in lines[place:end]], apart=True):
                return end, [_code(lines[place:end])]
            return end, self._inner(lines[place:end], depth, "quote" if kind == "paragraph" else kind)
        if section := self._section(lines, place):
            return section
        self._first = self._first and bool(_FIELD.match(text) or _EXPLICIT.match(text))
        if _EXPLICIT.match(text) or _ANONYMOUS.match(text):
            end = body(lines, place + 1)
            return end, self._explicit(lines[place:end], depth, kind)
        if _GRID.match(text) or _SIMPLE.match(text):
            return read_table(lines, place)
        if text.startswith(_DOCTEST):
            end = next((k for k in range(place, len(lines)) if not lines[k].text), len(lines))
            return end, [_code(lines[place:end])]
        if item := (_BULLET.match(text) or _ENUMERATED.match(text)):
            end = body(lines, place + 1, min(item.end(), 2))
            inside = [Row(" " * item.end() + text[item.end() :], row.number), *lines[place + 1 : end]]
            if any(line.text.strip() for line in inside):
                return end, self._inner(inside, depth, "list", f"{item[1]} ")
            return end, []
        if field := _FIELD.match(text):
            return self._field(lines, place, depth, field)
        if _OPTION.match(text) and text.startswith("-"):
            return self._option(lines, place, depth)
        if _LINE_BLOCK.match(text):
            end = next((k for k in range(place, len(lines)) if not lines[k].text), len(lines))
            said = " ".join(line.text.lstrip("| ") for line in lines[place:end])
            return end, [placed(kind, rst_words(said), row.number, depth)]
        return self._paragraph(lines, place, depth, kind)

    def _section(self, lines: Sequence[Row], place: int) -> tuple[int, list[Piece]] | None:
        def text(index: int) -> str:
            return lines[index].text if index < len(lines) else ""

        over = _ADORNMENT.fullmatch(text(place))
        under = _ADORNMENT.fullmatch(text(place + (2 if over else 1)))
        if over and not (text(place + 1) and under and under[1] == over[1]):
            # A transition, if it stands alone.
            return (place + 1, []) if not text(place + 1) else None
        title = text(place + bool(over)).strip()
        if not under or not title or _ADORNMENT.fullmatch(title) or (not over and len(under[0]) + 2 < len(title)):
            return None
        sign = (under[1], bool(over))
        if sign not in self._adornments:
            self._adornments.append(sign)
        level = min(6, 1 + self._adornments.index(sign))
        words = rst_words(title)
        return place + 2 + bool(over), [placed("heading", words, lines[place + bool(over)].number, level)]

    def _explicit(self, lines: Sequence[Row], depth: int, kind: BlockKind) -> list[Piece]:
        """Return what begins with two dots: a note, a directive; nothing for comments and targets."""
        first = lines[0].text
        if note := _NOTE.match(first):
            said = " ".join([first[note.end() :], *(row.text.strip() for row in lines[1:])])
            label = note[1].lstrip("#") or "#"
            numbered = note[1].startswith("#") or label.isdigit() or label == "*"
            piece = placed("footnote" if numbered else "reference", rst_words(said), lines[0].number)
            return [piece._replace(about={"label": label})]
        directive = _DIRECTIVE.match(first)
        if not directive or directive[0].startswith(".. |"):
            return []
        return self._directive(directive[1].lower(), first[directive.end() :].strip(), lines, depth, kind)

    def _directive(self, name: str, given: str, lines: Sequence[Row], depth: int, kind: BlockKind) -> list[Piece]:
        inside = dedented(lines[1:])
        fields = list(takewhile(bool, (_FIELD.match(row.text) for row in inside)))
        options = {field[1]: field.string[field.end() :] for field in fields if field}
        inside = inside[len(fields) :]
        number = lines[0].number
        if name in _LEFT_OUT:
            return []
        if name in _CODE:
            # What stands on the line of the directive is the language.
            return [_code(inside, given)] if any(row.text for row in inside) else []
        if name == "math":
            tex = " ".join([given, *(row.text for row in inside)]).strip()
            return [Piece("formula", tidy(tex), about={"tex": tex})] if tex else []
        if name in _FIGURES:
            figure = Piece("figure", options.get("alt", ""), about={"source": given})
            said = [piece._replace(kind="caption") for piece in self._inner(inside, depth, kind)] if inside else []
            return [figure, *said]
        if name in _TABLES:
            titled = [placed("caption", rst_words(given), number)] if given else []
            return [*titled, *self._table(name, inside, depth)]
        if name == "rubric":
            return [placed("heading", rst_words(given), number, 5)]
        if name == "seealso":
            pointed = [Row(given, number), *inside] if given else inside
            return [piece._replace(prose=False) for piece in self._inner(pointed, depth, kind)] if pointed else []
        if name in _TOLD:
            titled = []
            if given and name in _TITLED:
                titled = [placed("caption", rst_words(given), number)]
            elif given and name not in _VERSIONED and name not in ("class", "only", "tab", "container"):
                inside = [Row(given, number), *inside]
            return titled + (self._inner(inside, depth, kind) if any(row.text for row in inside) else [])
        # A function, an option, a setting: what it is called is code, and what it does is told below.
        called = [placed("code", given, number)] if given else []
        return called + (self._inner(inside, depth, kind) if any(row.text for row in inside) else [])

    def _table(self, name: str, inside: Sequence[Row], depth: int) -> list[Piece]:
        if name == "csv-table":
            return [table([cell.strip(' "') for cell in row.text.split(",")] for row in inside if row.text)]
        if name == "list-table":
            return [
                piece._replace(kind="table", level=0, mark="", marks=()) for piece in self._inner(inside, depth, "list")
            ]
        return self._inner(inside, depth, "paragraph") if inside else []

    def _field(self, lines: Sequence[Row], place: int, depth: int, field: re.Match[str]) -> tuple[int, list[Piece]]:
        row = lines[place]
        end = body(lines, place + 1)
        # The fields at the beginning of a document are about it.
        if self._first:
            said = " ".join([row.text, *(line.text.strip() for line in lines[place + 1 : end])])
            return end, [placed("furniture", rst_words(said), row.number)]
        inside = [Row("    " + row.text[field.end() :], row.number), *lines[place + 1 : end]]
        term = placed("list", rst_words(field[1]), row.number, depth + 1, prose=False)
        return end, [
            term,
            *(self._inner(inside, depth + 1, "list") if any(line.text.strip() for line in inside) else []),
        ]

    def _option(self, lines: Sequence[Row], place: int, depth: int) -> tuple[int, list[Piece]]:
        row = lines[place]
        end = body(lines, place + 1)
        option, _, said = row.text.partition("  ")
        inside = [Row("    " + said.strip(), row.number)] if said.strip() else []
        inside += lines[place + 1 : end]
        told = self._inner(dedented(inside[:1]) + dedented(inside[1:]), depth, "list") if inside else []
        return end, [placed("code", option, row.number), *told]

    def _paragraph(self, lines: Sequence[Row], place: int, depth: int, kind: BlockKind) -> tuple[int, list[Piece]]:
        end = place + 1
        while end < len(lines) and lines[end].text and not lines[end].indent:
            end += 1
        # A line with an indented one directly below it is a term and its definition.
        if end == place + 1 and end < len(lines) and lines[end].text:
            below = body(lines, end)
            term = placed("list", rst_words(lines[place].text), lines[place].number, depth + 1, prose=False)
            return below, [term, *self._inner(lines[end:below], depth + 1, "list")]
        said = " ".join(row.text for row in lines[place:end])
        literal = said.endswith("::")
        if literal:
            said = said[:-2] if said[:-2].endswith((" ", "")) and said[-3:-2] in ("", " ") else said[:-1]
        # What stands for nothing but pictures: a row of badges.
        told = said.strip() and not _BADGES.fullmatch(said)
        pieces = [placed(kind, rst_words(said), lines[place].number, depth)] if told else []
        if literal:
            start = next((k for k in range(end, len(lines)) if lines[k].text), len(lines))
            below = body(lines, start)
            if below == start and start < len(lines) and _QUOTED.match(lines[start].text):
                below = next((k for k in range(start, len(lines)) if not lines[k].text), len(lines))
            if below > start:
                pieces.append(_code(lines[start:below]))
                end = below
        return end, pieces


def _code(lines: Sequence[Row], language: str = "") -> Piece:
    text = tidy("\n".join(row.text for row in dedented(lines)), "code")
    return placed("code", text, lines[0].number)._replace(about={"language": language} if language else {})
