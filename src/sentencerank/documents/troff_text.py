"""The escapes of troff inside a line: fonts, signs, spaces that are none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sentencerank.document import MarkKind
from sentencerank.documents.pieces import Writer

_SIGNS = {
    "lq": "“", "rq": "”", "oq": "‘", "cq": "’", "aq": "'", "dq": '"', "em": "—", "en": "–", "hy": "-", "bu": "•",
    "co": "©", "rg": "®", "tm": "™", "de": "°", "+-": "±", "mu": "×", "<=": "≤", ">=": "≥", "!=": "≠", "->": "→",
    "<-": "←", "rs": "\\", "ti": "~", "ha": "^", "at": "@", "sh": "#", "Do": "$", "ba": "|", "bv": "|", "Fo": "«",
    "Fc": "»", "fo": "‹", "fc": "›", "ss": "ß", "ae": "æ", "AE": "Æ", "o/": "ø", "O/": "Ø", "oe": "œ", "oa": "å",
    "oA": "Å", ":a": "ä", ":o": "ö", ":u": "ü", ":A": "Ä", ":O": "Ö", ":U": "Ü", "'e": "é", "'a": "á", "'o": "ó",
    "'i": "í", "'u": "ú", "`e": "è", "`a": "à", "^e": "ê", "^o": "ô", "^a": "â", "~n": "ñ", "~a": "ã", ",c": "ç",
    "Eu": "€", "Po": "£", "sc": "§", "dg": "†", "fm": "′", "mi": "−", "sq": "□", "**": "*", "eq": "=", "pl": "+",
    "sl": "/", "ul": "_", "Tm": "™", "q": '"', "lh": "☜", "R": "®",
    # Strings that DocBook and Perl define at the beginning of their pages.
    "Aq": "'", 'L"': '"', 'R"': '"', "C`": '"', "C'": '"', "--": "--", "C+": "C++", "PI": "π",
}  # fmt: skip
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
_FONT_REQUEST = re.compile(r"[.'][ \t]*([BIR]{1,2})[ \t]+")
_SEPARATOR = re.compile(r"tab *\((.)\)", re.IGNORECASE)
_ARGUMENT = re.compile(r'"((?:[^"]|"")*)"?|((?:\\.|[^\s"\\])+"?)|(\\)')


def arguments(line: str) -> list[str]:
    r"""Return the arguments of a request; quotation marks keep words together.

    >>> arguments('"SEE ALSO" ls \\fIa\\ b\\fR')
    ['SEE ALSO', 'ls', '\\fIa\\ b\\fR']
    """
    return [(found[1] if found[1] is not None else found[0]).replace('""', '"') for found in _ARGUMENT.finditer(line)]


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
        return _SIGNS.get(sign, "")
    return _OTHERS.get(found["other"] or "", "")


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
