"""The plain text of a mail: what its author wrote, what is quoted, and what is neither.

Quotations, forwarded headers, signatures, disclaimers, footers of mailing lists and patches all stand between the
author's own words. They are kept in place; only the words are ranked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from email.utils import parsedate_to_datetime
from itertools import groupby
from typing import NamedTuple

from sentencerank.documents.pieces import Piece, table, tidy
from sentencerank.languages.layout import blocks, cells

_SIGNATURE = re.compile(r"-- ?")
_INTRODUCTION = re.compile(
    r"(?:On\b.{5,150}\b(?:wrote|writes|said)|Am\b.{5,150}\bschrieb.{0,60}|Le\b.{5,150}\ba écrit|El\b.{5,150}\bescribió"
    r"|Il\b.{5,150}\bha scritto|Em\b.{5,150}\bescreveu|.{3,80}\b(?:wrote|writes|said|schrieb|a écrit)"
    r"|.{3,120}\b(?:написал[аи]?|пишет|писал[аи]?|napisał|skrev|schreef|kirjoitti|yazdı)\b.{0,60}|.{3,120}写道)\s*[:：]",
    re.IGNORECASE | re.DOTALL,
)
_FORWARDED = re.compile(
    r"(?:-{2,} ?)?(?:forwarded message|begin forwarded message|weitergeleitete nachricht|message transféré|"
    r"mensaje reenviado|original message|ursprüngliche nachricht|message d'origine|mensaje original)(?: ?-{2,}|:)?",
    re.IGNORECASE,
)
_FORWARDS = re.compile(r"forward|weitergeleitet|transf|reenviado", re.IGNORECASE)
_FIELD = re.compile(
    r"\*?(from|von|de|da|sent|gesendet|envoyé|enviado|date|datum|fecha|data|to|an|à|para|cc|subject|betreff|objet|asunto|"
    r"assunto|oggetto)\*? ?:\*? ?(.*)",
    re.IGNORECASE,
)
_FIELDS = {  # as a mail calls them in other languages
    "von": "from", "de": "from", "da": "from", "sent": "date", "gesendet": "date", "envoyé": "date", "enviado": "date",
    "datum": "date", "fecha": "date", "data": "date", "an": "to", "à": "to", "para": "to", "betreff": "subject",
    "objet": "subject", "asunto": "subject", "assunto": "subject", "oggetto": "subject",
}  # fmt: skip
_LONGEST_FIELD = 300  # characters of a line that may be a field of a header
_MOST_FIELDS = 40  # of a header
_LABELLED = re.compile(r"(?:URL: ?\S+|[A-Z][\w-]{1,20}: ?(?:https?://\S+|<\S+@\S+>))")  # an address and nothing else
_DATE = re.compile(
    r"(?=.*\d)(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?,? )?(?:\d{1,2} )?"
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?"
    r"(?: \d{1,2})?(?:,? \d{4})?(?:,? [\d:]+.{0,20})?",
    re.IGNORECASE,
)
_INITIALS = re.compile(r" ?[A-Z]{2,4}(?=>)")  # of who is quoted, before the mark
_PATCH = re.compile(r"diff --git |Index: \S|diff -[a-zA-Z]* ?\S")
_RULE = re.compile(r"[_=*-]{10,}(?: .{1,40} [_=*~-]{5,}>?)?")
_LIST_FOOTER = re.compile(r"mailing list|listinfo|unsubscribe|to post to|archives? at", re.IGNORECASE)
_FOOTER_LINES = 8
_DISCLAIMER = re.compile(
    r"\b(?:confidential|privileged|intended (?:only |solely )?(?:for|recipient)|addressee|"
    r"received (?:this|it) in error|notify the sender|unauthori[sz]ed|"
    r"disclos(?:e|ure)|virus(?:es)?|vertraulich|irrtümlich|unbefugte|confidentiel|"
    r"destinataire|confidencial|destinatario|riservat[aoe])\b"
)
# One of these is in whatever the pattern finds.
_DISCLAIMING = ("confiden", "privileged", "intended ", "addressee", " in error", "notify the sender", "unauthori",
                "disclos", "virus", "vertraulich", "irrtümlich", "unbefugte", "destinata", "riservat")  # fmt: skip
_DISCLAIMS = 3  # such words make a disclaimer
_SENT_FROM = re.compile(
    r"(?:sent|gesendet|envoyé|enviado) (?:from|von|with|mit|de|depuis|desde)\b.{2,60}", re.IGNORECASE
)
_CLOSINGS = frozenset(
    """
    regards, best regards, kind regards, warm regards, kindest regards, with kind regards, with best regards,
    best, best wishes, all the best, cheers, thanks, thank you,
    many thanks, thanks in advance, thanks again, sincerely, yours sincerely, yours faithfully, yours, yours truly,
    cordially, greetings, love, take care, bye, mfg, lg, vg, gruß, grüße, viele grüße, liebe grüße, beste grüße,
    schöne grüße, mit freundlichen grüßen, freundliche grüße, mit besten grüßen, cordialement, bien cordialement,
    amicalement, salutations, saludos, un saludo, atentamente, cordiali saluti, saluti, distinti saluti, cordialmente,
    atenciosamente, abraços, met vriendelijke groet, groeten, с уважением, pozdrawiam, hälsningar,
    vänliga hälsningar, med vänliga hälsningar, saygılarımla
    """.replace("\n    ", " ")
    .strip()
    .casefold()
    .split(", ")
)
_CLOSING_WIDTH = 60
_SIGNATURE_LINES, _SAID_WORDS = 20, 4  # lines that say who someone is; words without capitals in what is said
_ITEM = re.compile(r"\s*(?:[-*•]|\d{1,3}[.)])\s")
_NAME, _NAMES = re.compile(r"[^\W\d_]+"), 6  # words of a name, and how many of them are looked at
_SHORT_FORM = 3  # letters of a name
_FEW_WORDS = 25  # above a forwarded message: then that message is what the mail is about


class _Part(NamedTuple):
    """Lines of one sort."""

    sort: str  # "own", "furniture", "patch", "forwarded"
    lines: Sequence[str]


def body_pieces(text: str, sender: str = "") -> Iterator[Piece]:
    """Yield the blocks of a plain text of a mail; `sender` is who signs it."""
    names = _names(sender)
    own_words = 0
    ranked = True
    for part in _parts(text.split("\n")):
        match part.sort:
            case "furniture":
                yield from (Piece("furniture", line) for line in part.lines if line.strip())
            case "patch":
                yield Piece("code", tidy("\n".join(part.lines), "code"), about={"language": "diff"})
            case "forwarded":
                # A reply carries what it answers; a forwarded mail is itself what the reader should read.
                ranked = own_words <= _FEW_WORDS or bool(_FORWARDS.search(part.lines[0]))
                yield _header(part.lines)
            case _:
                for piece in _written(part.lines, names):
                    own_words += len(piece.text.split()) if piece.kind != "quote" else 0
                    yield piece if ranked else piece._replace(prose=False)


def _parts(lines: Sequence[str]) -> Iterator[_Part]:
    """Split the lines of a mail where something else begins than what its author writes."""
    own: list[str] = []
    place = 0
    while place < len(lines):
        sort, end = _other(lines, place)
        if sort and own:
            yield _Part("own", own)
            own = []
        if sort:
            yield _Part(sort, lines[place:end])
        else:
            own.append(lines[place])
        place = end
    if own:
        yield _Part("own", own)


def _other(lines: Sequence[str], place: int) -> tuple[str, int]:
    """Return what begins at a line and where it ends; "" and the next line if the author goes on."""
    line = lines[place].strip("\r")
    if line.startswith("-----BEGIN PGP SIGNED MESSAGE"):
        return "furniture", _after(lines, place, lambda each: not each.strip())
    if line.startswith("-----BEGIN PGP SIGNATURE"):
        return "furniture", _after(lines, place, lambda each: each.startswith("-----END PGP"))
    if _SIGNATURE.fullmatch(line):
        # Below a signature mail may be quoted.
        return "furniture", next((k for k in range(place + 1, len(lines)) if _begins_quote(lines, k)), len(lines))
    if _PATCH.match(line) or (line.startswith("--- ") and "".join(lines[place + 1 : place + 2]).startswith("+++ ")):
        return "patch", next((k for k in range(place + 1, len(lines)) if _SIGNATURE.fullmatch(lines[k])), len(lines))
    if _RULE.fullmatch(line.strip()):
        below = lines[place + 1 : place + 1 + _FOOTER_LINES]
        if any(_LIST_FOOTER.search(each) for each in below if len(each) < _LONGEST_FIELD):
            return "furniture", next((k for k in range(place + 1, len(lines)) if _begins_quote(lines, k)), len(lines))
    if end := _header_end(lines, place):
        return "forwarded", end
    return "", place + 1


def _after(lines: Sequence[str], place: int, ends: Callable[[str], bool]) -> int:
    return next((k + 1 for k in range(place, len(lines)) if ends(lines[k])), len(lines))


def _begins_quote(lines: Sequence[str], place: int) -> bool:
    return (
        lines[place].startswith(">")
        or bool(_header_end(lines, place))
        or (place + 1 < len(lines) and lines[place + 1].startswith(">") and lines[place].rstrip().endswith(":"))
    )


def _header_end(lines: Sequence[str], place: int) -> int:
    """Return where the header of a forwarded or answered mail ends that begins at a line; 0 if none does."""
    if len(lines[place]) > _LONGEST_FIELD:
        return 0
    line = lines[place].strip(" >\t\r")
    announced = bool(_FORWARDED.fullmatch(line))
    if not announced and ":" not in line:
        return 0
    place += announced
    while announced and place < len(lines) and not lines[place].strip():
        place += 1
    end, names = place, set[str]()
    # Up to a number: otherwise each of very many such lines would be looked at with all that follow.
    last = min(len(lines), place + _MOST_FIELDS)
    while end < last and len(lines[end]) <= _LONGEST_FIELD and (field := _FIELD.fullmatch(lines[end].strip())):
        names.add(_FIELDS.get(field[1].lower(), field[1].lower()))
        end += 1
    if {"from", "date"} <= names or {"from", "subject"} <= names or (announced and "from" in names):
        return end
    return place if announced else 0


def _header(lines: Sequence[str]) -> Piece:
    """Return the header of a mail inside another one."""
    about: dict[str, str] = {}
    for line in lines:
        if field := _FIELD.fullmatch(line.strip()):
            about.setdefault(_FIELDS.get(field[1].lower(), field[1].lower()), tidy(field[2]))
    return message(about)


def message(about: dict[str, str]) -> Piece:
    """Return the header of a message: who wrote it and when, in short; the rest is known of the block."""
    sender = about.get("from", "")
    name = sender.rpartition("<")[0].strip(" \"'") or sender.strip("<> ")
    date = about.get("date", "")
    try:
        when = parsedate_to_datetime(date)
        about["date"], date = when.isoformat(), f"{when:%Y-%m-%d %H:%M}"
    except (ValueError, TypeError, IndexError, OverflowError, AttributeError):
        # A date that cannot be understood is shown as it is.
        date = date[:60]
    shown = ", ".join(part for part in (name, date) if part)
    return Piece("message", shown or "(unknown sender)", about={key: value for key, value in about.items() if value})


def _written(lines: Sequence[str], names: frozenset[str]) -> Iterator[Piece]:
    """Yield what the author writes and quotes, run by run of one depth of quotation."""
    runs = [(depth, [line for _, line in run]) for depth, run in groupby(map(_unquoted, lines), lambda each: each[0])]
    filled = (index for index, (depth, run) in enumerate(runs) if not depth and any(map(str.strip, run)))
    last = max(filled, default=-1)
    for index, (depth, run) in enumerate(runs):
        text = "\n".join(run)
        if depth:
            yield from (Piece("quote", piece.text, depth, prose=False) for piece in _layout(text) if piece.text)
            continue
        own, closing, more = _without_closing(run) if index == last else (run, [], [])
        pieces = list(_layout("\n".join(own)))
        if pieces and index + 1 < len(runs) and _introduces(pieces[-1]):
            pieces[-1] = pieces[-1]._replace(kind="quote", level=1, prose=False)
        for place, piece in enumerate(pieces):
            if piece.kind == "heading" and _DATE.fullmatch(piece.text[:_LONGEST_FIELD]):
                piece = piece._replace(kind="caption", level=0)
            elif piece.kind == "heading" and not index and not place and not (piece.text.isupper() or _underlined(own)):
                piece = piece._replace(kind="paragraph", level=0)  # whom a mail greets
            yield _own(piece, names)
        yield from (Piece("furniture", line) for line in closing if line.strip())
        yield from (_own(piece, names) for piece in _layout("\n".join(more)))


def _own(piece: Piece, names: frozenset[str]) -> Piece:
    furniture = _is_furniture(piece) or _signs(piece, names)
    return piece._replace(kind="furniture", level=0) if furniture else piece


def _unquoted(line: str) -> tuple[int, str]:
    """Return how deep a line is quoted, and what stands after its marks.

    >>> _unquoted("> > It rains."), _unquoted("It rains."), _unquoted(">From here on"), _unquoted("AL> It rains.")
    ((2, 'It rains.'), (0, 'It rains.'), (1, 'From here on'), (1, 'It rains.'))
    """
    initials = _INITIALS.match(line)
    place, depth = initials.end() if initials else 0, 0
    while line.startswith(">", place) or (depth and line.startswith(" >", place)):
        place += 1 + (line[place] == " ")
        depth += 1
    return depth, line[place:].removeprefix(" ") if depth else line


def _underlined(lines: list[str]) -> bool:
    """Return whether a line of === or --- stands below the first line.

    >>> _underlined(["", "Rain", "===="]), _underlined(["Rain", "", "----"])
    (True, False)
    """
    first = next((index for index, line in enumerate(lines) if line.strip()), len(lines))
    below = lines[first + 1].strip() if first + 1 < len(lines) else ""
    return len(below) >= 3 and below[0] in "=-~" and not below.strip(below[0])


def _introduces(piece: Piece) -> bool:
    return (
        piece.kind in ("paragraph", "heading")
        and len(piece.text) <= _LONGEST_FIELD
        and bool(_INTRODUCTION.fullmatch(tidy(piece.text)))
    )


def _is_furniture(piece: Piece) -> bool:
    if piece.kind not in ("paragraph", "list", "heading"):
        return False
    text = tidy(piece.text)
    if len(text) <= _LONGEST_FIELD and (_SENT_FROM.fullmatch(text) or _LABELLED.fullmatch(text)):
        return True
    text = text.lower()
    return any(map(text.__contains__, _DISCLAIMING)) and len(set(_DISCLAIMER.findall(text))) >= _DISCLAIMS


def _names(sender: str) -> frozenset[str]:
    """Return the words that the sender of a mail may sign with: the parts of the name, and its initials.

    >>> sorted(_names('"Ann B. Lee" <al@example.org>'))
    ['abl', 'al', 'ann', 'b', 'lee']
    """
    words = _NAME.findall(sender.rpartition("<")[0].casefold())[:_NAMES]
    initials = "".join(word[0] for word in words)
    return frozenset({*words, initials, initials[:1] + initials[-1:]} - {""})


def _without_closing(lines: list[str]) -> tuple[list[str], list[str], list[str]]:
    """Return what is said, the words of farewell with all that tells who someone is below them, and what is said then.

    >>> _without_closing(["It rains.", "", "Best regards,", "Ann", "", "Rain Ltd."])
    (['It rains.', ''], ['Best regards,', 'Ann', '', 'Rain Ltd.'], [])
    >>> _without_closing(["It rains.", "Thanks!", "Ann", "", "I hope that the rain will end before we leave."])[2]
    ['I hope that the rain will end before we leave.']
    """
    filled = [index for index, line in enumerate(lines) if line.strip()]
    for index in filled[-_SIGNATURE_LINES:]:
        if lines[index].strip(" \t,.!").casefold() not in _CLOSINGS:
            continue
        said = next((each for each in filled if each > index and _says(lines[each])), len(lines))
        # What is said begins with its paragraph.
        while said < len(lines) and lines[said - 1].strip():
            said -= 1
        if said > index:
            return lines[:index], lines[index:said], lines[said:]
    return lines, [], []


def _says(line: str) -> bool:
    """Whether a line is part of a text or a list, and no name, trade, address or number."""
    if _ITEM.match(line) or len(line) > 2 * _CLOSING_WIDTH:
        return True
    if line.upper() == line.lower():  # a script without capitals
        return not line.isascii() and len(line) > _CLOSING_WIDTH // 4
    return sum(word[0].islower() for word in line.split()) >= _SAID_WORDS


def _signs(piece: Piece, names: frozenset[str]) -> bool:
    """Whether a piece is nothing but the name of the sender, perhaps a short form of it."""
    if piece.kind not in ("paragraph", "heading") or len(piece.text) > _CLOSING_WIDTH:
        return False
    words = _NAME.findall(piece.text.casefold())
    return bool(words) and all(
        word in names or (len(word) >= _SHORT_FORM and any(name.startswith(word) for name in names)) for word in words
    )


def _layout(text: str) -> Iterator[Piece]:
    r"""Yield the blocks without their hard wraps; the mark of a list item is kept beside it.

    >>> [(piece.kind, piece.mark, piece.text) for piece in _layout("Rain fell\nall day.\n\n2. wind")]
    [('paragraph', '', 'Rain fell\nall day.'), ('list', '2. ', 'wind')]
    """
    for block in blocks(text):
        inside = text[block.start : block.end]
        if block.kind == "table":
            yield table(cells(row) for row in inside.splitlines() if any(map(str.isalnum, row)))
            continue
        line = text[text.rfind("\n", 0, block.start) + 1 : block.start]
        yield Piece(block.kind, inside, block.level, line.lstrip() if block.kind == "list" else "")
