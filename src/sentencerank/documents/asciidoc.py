"""AsciiDoc, read line by line: sections, lists, labels, delimited blocks, tables, inline marks.

Attributes, comments, conditions and what includes other files are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sentencerank.document import BlockKind
from sentencerank.documents.indented import DEEPEST, Row, placed, rows
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece, Words, Writer, note_sign, table, tidy
from sentencerank.documents.plain import decode
from sentencerank.languages.signs import CODE_HEADINGS, POINTERS, ends_sentence

_SURE = tuple(
    re.compile(sign, re.MULTILINE)
    for sign in (
        r"^={2,5} \S",
        r"^(?:include|image|ifdef|ifndef|ifeval|endif)::[^\s\[]{0,200}\[",
        r"linkgit:[\w-]+\[\d",
        r"^\[(?:source|verse|quote|horizontal|cols|options|NOTE|TIP|WARNING|IMPORTANT|CAUTION|discrete|appendix)\b[^\]\n]{0,200}\]$",
        r"^\[\[[\w.-]{1,80}\]\]",
        r"(?:link|xref):[^\s\[]{1,200}\[[^\]\n]{0,200}\]",
        r"^\|={3,}$",
        r"https?://[^\s\[\]]{3,200}\[[^\]\n]{1,200}\]",
    )
)
_ALSO = tuple(
    re.compile(sign, re.MULTILINE)
    for sign in (
        r"^:[\w-]{1,60}:(?: .{0,200})?$",
        r"^[^\s:].{0,100}[^:]::$",
        r"^-{4,}$",
        r"^\+$",
        r"^= \S",
        r"<<[\w.-]{1,80}(?:,[^<>\n]{1,200})?>>",
    )
)
_TITLE = re.compile(r"(={1,6}|#{1,6}) +(\S.*)")
_UNDERLINES = "=-~^+"
_UNDERLINE = re.compile(r"([=\-~^+])\1{2,}")
_DELIMITER = re.compile(r"(-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|/{4,}|\+{4,}|--|```.{0,20}|[|,:!]={3,})")
_VERBATIM = frozenset("-.`")
_DROPPED = frozenset("/+")
_SKIPPED = re.compile(
    r"//(?!/)|:!?[\w-]{1,60}!?:(?: |$)|(?:include|ifdef|ifndef|ifeval|endif|toc|video|audio)::|"
    r"'{3,}$|<{3,}$|\[\[[^\]]{1,80}\]\]$"
)
_ATTRIBUTES = re.compile(r"\[([^\[\]]{0,200})\]$")
_CAPTION = re.compile(r"\.(?=[^\s.])")
_IMAGE = re.compile(r"image::([^\s\[]{1,300})\[([^\]]{0,300})\]$")
_ITEM = re.compile(r"(\*{1,5}|-|\.{1,5}|\d{1,3}\.|[a-z]\.|<\d{1,2}>) +(?=\S)")
_LABEL = re.compile(r"(\S.{0,200}?)(:{2,4}|;;)(?: +|$)")
_ADMONITION = re.compile(r"(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION): +")
_TABLE_CELL = re.compile(r"(?:\d{0,2}\.?\d{0,2}[+*]?[<^>.]{0,4}[a-z]?)?\|")
_INLINE = re.compile(
    r"(?:link|xref):(?P<target>[^\s\[]{1,300})\[(?P<linked>[^\]]{0,300})\]"
    r"|linkgit:(?P<git>[\w-]{1,60})\[(?P<part>\d\w?)\]"
    r"|(?P<url>(?:https?|ftp|mailto)://[^\s\[\]<>]{2,300})\[(?P<shown>[^\]]{0,300})\]"
    r"|<<(?P<anchor>[^<>,\n]{1,100})(?:,(?P<named>[^<>\n]{1,200}))?>>"
    r"|footnote(?:ref)?:\w{0,30}\[(?P<note>[^\]]{1,500})\]"
    r"|(?:image|icon):[^\s\[:]{1,200}\[[^\]]{0,200}\](?P<picture>)"
    r"|(?:kbd|btn|menu|stem|latexmath|asciimath|pass|indexterm2?):\w{0,20}\[(?P<macro>[^\]]{0,300})\]"
    r"|``(?P<said>[^`\n]{1,200}?)''|\"`(?P<curved>[^`\n]{1,200})`\""
    r"|`{1,2}\+?(?P<code>[^`\n]{1,300}?)\+?`{1,2}"
    r"|(?<![\w+])\+{1,3}(?P<mono>[^\s+][^+\n]{0,300})\+{1,3}(?!\w)"
    r"|(?<![\w*])\*{1,2}(?P<strong>[^\s*][^*\n]{0,300})\*{1,2}(?!\w)"
    r"|(?<![\w_])_{1,2}(?P<emphasis>[^\s_][^_\n]{0,300})_{1,2}(?!\w)"
    r"|(?<![\w'])'(?P<quoted>[^\s'][^'\n]{0,60})'(?![\w'])"
    r"|(?<![\w#])#(?P<marked>[^\s#][^#\n]{0,200})#(?!\w)"
    r"|\[\[[^\]]{1,80}\]\](?P<empty>)|\(\(\([^)]{1,200}\)\)\)(?P<term>)"
)
_SET = re.compile(r":([\w-]{1,60}):(?: +(.*))?$")
_VALUE = re.compile(r"\{([\w-]{1,60})\}")
_LONGEST_VALUE = 300  # characters: an attribute may stand in the value of the next one
_AUTHOR = re.compile(r"[^<>\n]{2,80}<[^<>\s]{2,100}>(?:;.*)?|v?\d{1,4}(?:\.\d{1,4}){1,3}\S{0,20},.{0,60}")
_SIGNS = {"nbsp": " ", "asterisk": "*", "plus": "+", "caret": "^", "startsb": "[", "endsb": "]", "tilde": "~",
          "litdd": "--", "apostrophe": "'", "backslash": "\\", "empty": "", "sp": " ",
          "lt": "<", "gt": ">", "amp": "&"}  # fmt: skip


def is_asciidoc(text: str, named: bool) -> bool:
    """Whether a text has three signs of AsciiDoc, two of them of no other format; the name alone is enough too."""
    if named:
        return True
    sure = sum(bool(sign.search(text)) for sign in _SURE)
    return sure >= 2 and sure + sum(bool(sign.search(text)) for sign in _ALSO) >= 3


def read(data: bytes, meter: Meter) -> Content:
    """Read the blocks of an AsciiDoc file."""
    text, notes = decode(data)
    return asciidoc_content(meter.take(text), notes, meter)


def asciidoc_content(text: str, notes: tuple[str, ...], meter: Meter) -> Content:
    """Return what an AsciiDoc text consists of."""
    return Content(tuple(_Reader(meter).read(rows(text))), notes)


class _Reader:
    """Turns lines into pieces."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self._notes: list[Piece] = []
        self._section = ""
        self._style = ""  # what the line of attributes above a block says
        self._values = dict(_SIGNS)  # of attributes
        self._depth = 0  # of the list that is open
        self._labelled = False
        self._header = True  # nothing but the title has been read

    def read(self, lines: Sequence[Row], nested: int = 0, kind: BlockKind = "paragraph") -> Iterator[Piece]:
        place = 0
        while place < len(lines):
            self._meter.tick()
            end, pieces = self._block(lines, place, nested, kind)
            yield from pieces
            place = max(end, place + 1)
        if not nested:
            yield from self._notes

    def _block(self, lines: Sequence[Row], place: int, nested: int, kind: BlockKind) -> tuple[int, list[Piece]]:
        text, number = lines[place].text, lines[place].number
        if attribute := _SET.match(text):
            value = self._substituted(attribute[2] or "")[:_LONGEST_VALUE]
            self._values[attribute[1]] = value
        if not text or text == "+" or _SKIPPED.match(text):
            return place + 1, []
        if attributes := _ATTRIBUTES.match(text):
            self._style = attributes[1].partition(",")[0].strip().lower()
            return place + 1, []
        if title := self._title(lines, place):
            return title
        if delimiter := _DELIMITER.fullmatch(text):
            return self._delimited(delimiter[0], lines, place, nested, kind)
        if image := _IMAGE.match(text):
            return place + 1, [Piece("figure", image[2].partition(",")[0].strip('" '), about={"source": image[1]})]
        if _CAPTION.match(text) and not _ITEM.match(text):
            return place + 1, [placed("caption", self._words(text[1:]), number)]
        if lines[place].indent and not (_ITEM.match(text.strip()) or _LABEL.match(text.strip())) and not self._depth:
            end = next((k for k in range(place, len(lines)) if not lines[k].text), len(lines))
            return end, [_code(lines[place:end])]
        end = self._paragraph_end(lines, place)
        said = " ".join(row.text.removesuffix(" +").strip() for row in lines[place:end])
        if self._header and _AUTHOR.fullmatch(text):
            return place + 1, [placed("furniture", text, number)]
        self._header = False
        if item := _ITEM.match(text.strip()):
            self._depth = max(1, len(item[1]) if item[1][0] in "*." else 1)
            words = self._words(said[item.end() :])
            mark = f"{item[1]} " if item[1][0].isdigit() else "- "
            return end, [placed("list", words, number, self._depth, mark)]
        if label := _LABEL.match(text.strip()):
            return self._label(label, lines, place, end)
        return end, self._said(said, number, lines[place].indent, kind)

    def _said(self, said: str, number: int, indent: int, kind: BlockKind) -> list[Piece]:
        style, self._style = self._style, ""
        if style in ("verse", "source", "listing", "literal"):
            return [placed("code", tidy(said), number)]
        if self._in_section(CODE_HEADINGS) and not ends_sentence(said):
            return [placed("code", self._words(said), number)]
        if self._in_section(POINTERS):
            return [placed("reference", self._words(said), number)]
        if admonition := _ADMONITION.match(said):
            said = said[admonition.end() :]
        # What follows a list item after a "+" belongs to it; the reader only sees that it is indented or attached.
        if not indent and not self._labelled:
            self._depth = 0
        if style == "quote":
            kind = "quote"
        return [placed(kind, self._words(said), number)]

    def _in_section(self, pattern: re.Pattern[str]) -> bool:
        return bool(pattern.fullmatch(self._section))

    def _paragraph_end(self, lines: Sequence[Row], place: int) -> int:
        end = place + 1
        while end < len(lines) and (text := lines[end].text) and text != "+":
            bare = text.strip()
            if _DELIMITER.fullmatch(bare) or _ITEM.match(bare) or _ATTRIBUTES.match(bare) or _LABEL.fullmatch(bare):
                break
            if _SKIPPED.match(text):
                break
            end += 1
        return end

    def _title(self, lines: Sequence[Row], place: int) -> tuple[int, list[Piece]] | None:
        row = lines[place]
        below = lines[place + 1].text if place + 1 < len(lines) else ""
        level, title, end = 0, "", place + 1
        if found := _TITLE.match(row.text):
            level, title = len(found[1]), found[2].removesuffix(f" {found[1]}")
        elif (
            (under := _UNDERLINE.fullmatch(below)) and abs(len(under[0]) - len(row.text)) <= 3 and row.text[0].isalnum()
        ):
            level, title, end = 1 + _UNDERLINES.index(under[1]), row.text, place + 2
        if not level:
            return None
        self._section, self._depth, self._labelled, self._style = title, 0, False, ""
        return end, [placed("heading", self._words(title), row.number, min(6, level))]

    def _delimited(
        self, delimiter: str, lines: Sequence[Row], place: int, nested: int, kind: BlockKind
    ) -> tuple[int, list[Piece]]:
        closing = "```" if delimiter.startswith("```") else delimiter
        end = next((k for k in range(place + 1, len(lines)) if lines[k].text == closing), len(lines))
        inside = lines[place + 1 : end]
        sign, style = delimiter[-1] if delimiter[0] == "|" else delimiter[0], self._style
        self._style = ""
        if delimiter[0] in "|,:!":
            return end + 1, self._table(inside)
        if delimiter != "--" and sign in _DROPPED:
            return end + 1, []
        if (delimiter != "--" and sign in _VERBATIM) or style in ("verse", "source", "listing"):
            return end + 1, [_code(inside)] if any(row.text for row in inside) else []
        if nested >= DEEPEST:
            said = " ".join(row.text.strip() for row in inside)
            return end + 1, [placed("paragraph", self._words(said), lines[place].number)]
        return end + 1, list(self.read(inside, nested + 1, "quote" if sign == "_" else kind))

    def _table(self, lines: Sequence[Row]) -> list[Piece]:
        cells = [
            [self._words(cell.strip()) for cell in _TABLE_CELL.split(row.text)[1:]] for row in lines if "|" in row.text
        ]
        return [table(cells)] if cells else []

    def _label(self, label: re.Match[str], lines: Sequence[Row], place: int, end: int) -> tuple[int, list[Piece]]:
        """Return a term, and what explains it on the same line or below it."""
        number = lines[place].number
        self._depth, self._labelled = max(1, self._depth), True
        term = self._words(label[1])
        code = term.text.startswith("-") or (all(mark.kind == "code" for mark in term.marks) and bool(term.marks))
        first = placed("code", term, number) if code else placed("list", term, number, 1, prose=False)
        said = " ".join(
            [lines[place].text.strip()[label.end() :], *(row.text.strip() for row in lines[place + 1 : end])]
        )
        if not said.strip():
            return place + 1, [first]
        return end, [first, placed("list", self._words(said), number, 2)]

    def _substituted(self, text: str) -> str:
        return _VALUE.sub(lambda found: self._values.get(found[1], found[0]), text) if "{" in text else text

    def _words(self, text: str) -> Words:
        text = self._substituted(text)
        writer = Writer()
        place = 0
        for found in _INLINE.finditer(text):
            writer.write(text[place : found.start()])
            place = found.end()
            self._mark(found, writer)
        writer.write(text[place:])
        return writer.take()

    def _mark(self, found: re.Match[str], writer: Writer) -> None:
        if found["target"]:
            writer.add("link", found["linked"] or found["target"], target=found["target"])
        elif found["git"]:
            writer.add("link", f"{found['git']}({found['part']})")
        elif found["url"]:
            writer.add("link", found["shown"] or found["url"], target=found["url"])
        elif found["anchor"]:
            writer.add("link", found["named"] or found["anchor"], target=f"#{found['anchor']}")
        elif found["note"]:
            label = str(len(self._notes) + 1)
            writer.add("note", note_sign(label), target=label)
            self._notes.append(Piece("footnote", found["note"], about={"label": label}))
        elif said := found["said"] or found["curved"]:
            writer.write(f"“{said}”")
        elif said := found["code"] or found["mono"]:
            writer.add("code", said)
        elif found["strong"]:
            writer.add("strong", found["strong"])
        elif said := found["emphasis"] or found["quoted"]:
            writer.add("emphasis", said)
        else:
            writer.write(found["marked"] or found["macro"] or "")


def _code(lines: Sequence[Row]) -> Piece:
    return placed("code", tidy("\n".join(row.text for row in lines), "code"), lines[0].number)
