"""The escapes of troff inside a line: fonts, signs, spaces that are none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import normalize

from sentencerank.document import MarkKind
from sentencerank.documents.pieces import Writer

_SIGNS = {
    "lq": "“", "rq": "”", "oq": "‘", "cq": "’", "Bq": "„", "bq": "‚", "aq": "'", "dq": '"', "em": "—", "en": "–",
    "hy": "-", "bu": "•", "co": "©", "rg": "®", "tm": "™", "de": "°", "+-": "±", "mu": "×", "tmu": "×", "<=": "≤",
    ">=": "≥", "!=": "≠", "->": "→", "<-": "←", "rs": "\\", "ti": "~", "ha": "^", "ga": "`", "aa": "´", "at": "@",
    "sh": "#", "Do": "$", "ba": "|", "bv": "|", "lB": "[", "rB": "]", "lC": "{", "rC": "}", "la": "⟨", "ra": "⟩",
    "Fo": "«", "Fc": "»", "fo": "‹", "fc": "›", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "oa": "å",
    "oA": "Å", "o/": "ø", "O/": "Ø", "/o": "ø", "/O": "Ø", "/l": "ł", "/L": "Ł", "vs": "š", "vS": "Š", "vc": "č",
    "vC": "Č", "vz": "ž", "vZ": "Ž", "Eu": "€", "Po": "£", "sc": "§", "dg": "†", "fm": "′", "mi": "−", "sq": "□",
    "ci": "○", "**": "*", "eq": "=", "pl": "+", "sl": "/", "ul": "_", "Tm": "™", "q": '"', "lh": "☜", "R": "®",
    "mc": "µ", "pd": "∂", "is": "∫", "if": "∞", "ts": "ς", "S1": "¹", "S2": "²", "S3": "³", "12": "½", "14": "¼",
    "34": "¾",
    # Strings that mdoc knows, and those that DocBook and Perl define at the beginning of their pages.
    "Gt": ">", "Lt": "<", "Am": "&", "Aq": "'", 'L"': '"', 'R"': '"', "C`": '"', "C'": '"', "--": "--", "C+": "C++",
    "PI": "π",
}  # fmt: skip
# A sign of two characters may be an accent and its letter, or a star and the key of a Greek letter.
_ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", "~": "\u0303", ":": "\u0308", ",": "\u0327"}
_GREEK = dict(zip("abgdezyhiklmncoprstufxqw", "αβγδεζηθικλμνξοπρστυφχψω", strict=True))
_ESCAPE = re.compile(
    r"\\(?:f(?:\[(?P<font>\w{0,6})\]|\((?P<pair>\w\w)|(?P<one>\w))"
    r"|[(](?P<sign>..)|\*?\[(?P<name>[^\]\s]{1,20})\]|\*[(](?P<string>..)|\*(?P<letter>.)"
    r"|s(?:[+-]?\d{1,2}|\[[^\]]{0,5}\]|\([+-]?\d\d)|[hvwlLDoZbNRXx]'[^']{0,60}'|[mMFknY](?:\[[^\]]{0,20}\]|\(..|.)"
    r"|(?P<remark>[\"#].*)|(?P<other>.))"
)
_MARKS: dict[str, MarkKind] = {
    "B": "strong", "I": "emphasis", "CW": "code", "C": "code", "CR": "code", "CB": "code", "strong": "strong",
    "emphasis": "emphasis", "code": "code", "3": "strong", "2": "emphasis",
}  # fmt: skip
_OTHERS = {
    "-": "-",
    "e": "\\",
    "\\": "\\",
    " ": " ",
    "~": " ",
    "0": " ",
    "t": " ",
    "'": "'",
    "`": "`",
    "_": "_",
    ".": ".",
}
_STRING = re.compile(r"\\\*(?:\[([^\]\s]{1,20})\]|\((..)|([^\[(]))")
_MOVES = re.compile(r"\\[hknvwz]")
_LONGEST_STRING = 80  # characters; each name of a string may stand for so many
_FONT_REQUEST = re.compile(r"[.'][ \t]*([BIR]{1,2})[ \t]+")
_SEPARATOR = re.compile(r"tab *\((.)\)", re.IGNORECASE)
_ARGUMENT = re.compile(r'"((?:[^"]|"")*)"?|((?:\\.|[^\s"\\])+"?)|(\\)')


def arguments(line: str) -> list[str]:
    r"""Return the arguments of a request; quotation marks keep words together.

    >>> arguments('"SEE ALSO" ls \\fIa\\ b\\fR')
    ['SEE ALSO', 'ls', '\\fIa\\ b\\fR']
    """
    return [(found[1] if found[1] is not None else found[0]).replace('""', '"') for found in _ARGUMENT.finditer(line)]


class Strings:
    r"""The strings that a page defines, and the lines with what they stand for.

    >>> strings = Strings()
    >>> strings.define(r'GN \s-1GNU\s+1')
    >>> strings.expand(r"the \*(GN Project, \*(lq")
    'the GNU Project, \\*(lq'
    """

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def define(self, rest: str) -> None:
        """Keep the text of a string; not one that is long, moves around on the page, or is known anyway."""
        name, _, value = rest.partition(" ")
        text = plain(self.expand(value.lstrip().removeprefix('"')))
        if name not in _SIGNS and len(text) <= _LONGEST_STRING and not _MOVES.search(value):
            self._known[name] = text

    def expand(self, line: str) -> str:
        """Return a line with the text of the strings that it names."""
        if not self._known or "\\*" not in line:
            return line
        return _STRING.sub(lambda found: self._known.get(found[1] or found[2] or found[3], found[0]), line)


def plain(line: str) -> str:
    r"""Return a line without its escapes.

    >>> plain(r"\fBls\fR \- list \(lqfiles\(rq \e \" not this")
    'ls - list “files” \\ '
    """
    return _ESCAPE.sub(_text, line)


def _text(found: re.Match[str]) -> str:
    sign = found["sign"] or found["name"] or found["string"] or found["letter"]
    if sign:
        if sign[0] == "u" and len(sign) >= 5 and all(digit in "0123456789ABCDEF" for digit in sign[1:6]):
            code = int(sign[1:6], 16)
            return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else ""
        return _SIGNS.get(sign) or (_composed(*sign) if len(sign) == 2 else "")
    return _OTHERS.get(found["other"] or "", "")


def _composed(first: str, letter: str) -> str:
    """Return the letter that a sign of two characters stands for, "" if it is not known.

    >>> _composed("'", "e"), _composed(":", "U"), _composed("*", "W"), _composed("~", "3")
    ('é', 'Ü', 'Ω', '')
    """
    if first == "*":
        greek = _GREEK.get(letter.lower(), "")
        return greek.upper() if letter.isupper() else greek
    found = normalize("NFC", letter + _ACCENTS[first]) if first in _ACCENTS and letter.isalpha() else ""
    return found if len(found) == 1 else ""


def table_rows(lines: Sequence[str]) -> list[list[str]]:
    """Return the cells of a table of tbl, row by row.

    >>> table_rows(["tab(:);", "l l.", "City:Rain", "_", "Rome:T{", ".BR rain (),", "4 mm", "T}"])
    [['City', 'Rain'], ['Rome', 'rain(), 4 mm']]
    """
    options = lines[0] if lines and lines[0].rstrip().endswith(";") else ""
    separator = found[1] if (found := _SEPARATOR.search(options)) else "\t"
    # Formats come first, and the last of them ends with a full stop.
    formats = any(line.rstrip().endswith(".") for line in lines)
    rows: list[list[str]] = []
    said: list[str] | None = None  # the lines of a cell that has several
    for line in lines:
        if formats or line.startswith(".T&"):
            formats = not line.rstrip().endswith(".")
            continue
        font = _FONT_REQUEST.match(line)
        if font and said is not None:
            said.append(("" if len(font[1]) > 1 else " ").join(arguments(line[font.end() :])))
        elif line.startswith((".", "'")) or (line.strip() in ("_", "=") and said is None):
            continue
        elif said is not None and not line.startswith("T}"):
            said.append(line)
        else:
            if said is None:
                rows.append(line.split(separator))
            else:
                rows[-1][-1] = " ".join(said)
                rows[-1] += line.split(separator)[1:]
            said = [] if rows[-1][-1].strip() == "T{" else None
    if said:
        rows[-1][-1] = " ".join(said)
    return [[plain(cell).strip() for cell in row] for row in rows]


def write_text(writer: Writer, line: str, font: str, *, inside: bool = False) -> None:
    """Write a line with its fonts as marks; unless it is `inside` another one, a space follows."""
    place, mark = 0, _MARKS.get(font)
    for found in _ESCAPE.finditer(line):
        _write(writer, line[place : found.start()], mark)
        place = found.end()
        changed = found["font"] if found["font"] is not None else (found["pair"] or found["one"])
        if changed is not None:
            mark = _MARKS.get(changed)
        else:
            _write(writer, _text(found), mark)
    _write(writer, line[place:], mark)
    if not inside:
        writer.write("\n")


def _write(writer: Writer, text: str, mark: MarkKind | None) -> None:
    if mark is None or not text.strip():
        writer.write(text)
    else:
        writer.add(mark, text)
