"""E-mail: single messages (.eml) and mailboxes (.mbox); what is quoted, signed or attached is not ranked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from typing import TYPE_CHECKING

from sentencerank.documents.html import html_pieces
from sentencerank.documents.limits import Meter
from sentencerank.documents.pieces import Content, Piece, table, tidy
from sentencerank.documents.plain import decode
from sentencerank.errors import DocumentError, LimitError
from sentencerank.languages.layout import blocks, cells

if TYPE_CHECKING:
    from email.message import EmailMessage

_MBOX = re.compile(r"From (\S.*)\n(?:[A-Za-z][\w-]*:|>From )")
_HEADER = re.compile(r"([!-9;-~]+):.*\n(?:[ \t].*\n)*")
_KNOWN = "from to subject date message-id mime-version received return-path content-type delivered-to reply-to cc"
_MAIL_HEADERS = frozenset(_KNOWN.split())
_MAIL_PROOF = frozenset({"from", "received", "mime-version", "message-id", "return-path"})
_SHOWN = ("From", "To", "Cc", "Date")
_SEPARATOR = re.compile(rb"(?:\A|(?<=\n)\r?\n)From ([^\r\n]*)\r?\n(?=[A-Za-z][\w-]*:|>From )")
# The line that parts messages has a year in it.
_YEAR, _YEAR_BYTES = re.compile(r"\d{4}"), re.compile(rb"\d{4}")
_ESCAPED = re.compile(rb"^>(?=>*From )", re.MULTILINE)
_SIGNATURE = re.compile(r"^-- ?$", re.MULTILINE)
_INTRODUCTION = re.compile(
    r"(?:On\b.{5,150}\bwrote|Am\b.{5,150}\bschrieb.{0,60}|Le\b.{5,150}\ba écrit|El\b.{5,150}\bescribió)\s*:"
    r"|-{3,} ?(?:Original Message|Forwarded message|Ursprüngliche Nachricht).*",
    re.IGNORECASE | re.DOTALL,
)
# The line that introduces a quotation belongs to it.
_QUOTED = re.compile(r"^(?:(?:On|Am|Le|El)\b.{5,150}:[ \t]*\n\s*)?>", re.MULTILINE)
_MULTIPART = re.compile(rb"^content-type:\s*multipart/", re.IGNORECASE | re.MULTILINE)
# Text for programs, not for people.
_DATA = frozenset({"text/calendar", "text/vcard", "text/x-vcard"})
_NESTED = 200  # parts
_FIELD = 10_000  # characters of a header field that are read
_PARTS = 1_000  # of one message; more are made to break readers


def is_mbox(text: str, named: bool) -> bool:
    """Whether a text begins with the line that parts the messages of a mailbox, and a header field."""
    line = _MBOX.match(text)
    return line is not None and _YEAR.search(line[1], 1) is not None


def is_email(text: str, named: bool) -> bool:
    """Whether a text begins with header fields of a message, at least two that every message has."""
    place, fields = 0, set()
    while header := _HEADER.match(text, place):
        fields.add(header[1].lower())
        place = header.end()
    return len(fields & _MAIL_HEADERS) >= 2 and bool(fields & _MAIL_PROOF) and text[place : place + 1] in ("\n", "")


def read(data: bytes, meter: Meter) -> Content:
    """Read every message under its subject; a mailbox has one section for each."""
    messages = list(_messages(data))
    meter.pages(len(messages), "messages")
    pieces: list[Piece] = []
    attachments = damaged = 0
    for message in messages:
        meter.tick()
        try:
            found, attached = _message(message, meter, single=len(messages) == 1)
        except LimitError:
            raise
        except DocumentError:
            if len(messages) == 1:
                raise
            damaged += 1
            continue
        pieces += found
        attachments += attached
    if damaged == len(messages):
        raise DocumentError(f"none of the {damaged} messages can be read. Save one with its text and give that.")
    if all(piece.kind in ("title", "heading", "table") for piece in pieces):
        raise DocumentError("the mail has no text of its own. Save what is attached to it and give that.")
    notes = [f"{len(messages)} messages"] * (len(messages) > 1)
    notes += [f"{damaged} of {len(messages)} messages are damaged and were left out"] * (damaged > 0)
    notes += [f"{attachments} attachments not read"] * (attachments > 0)
    return Content(tuple(pieces), tuple(notes))


def _messages(data: bytes) -> Iterator[bytes]:
    """Yield the messages of a mailbox, or the one message that the file is."""
    starts = [line for line in _SEPARATOR.finditer(data) if _YEAR_BYTES.search(line[1])]
    if not starts or starts[0].start() > 0:
        yield data
        return
    ends = [start.start() for start in starts[1:]] + [len(data)]
    for start, end in zip(starts, ends, strict=True):
        yield _ESCAPED.sub(b"", data[start.end() : end])


def _message(data: bytes, meter: Meter, *, single: bool) -> tuple[list[Piece], int]:
    """Return the pieces of a message, and how many attachments it has."""
    from email import message_from_bytes, policy

    # The time of the parser grows with the square of their depth.
    if len(_MULTIPART.findall(data)) > _NESTED:
        raise DocumentError(f"the message has more than {_NESTED} nested parts. Save its text and give that.")
    # So does that of its parser of header fields with their length.
    factory = policy.default.header_factory
    bounded = policy.default.clone(header_factory=lambda name, value: factory(name, value[:_FIELD]))
    message = message_from_bytes(data, policy=bounded)
    subject = tidy(_header(message, "Subject")) or "(no subject)"
    fields = [f"{name}: {value}" for name in _SHOWN if (value := tidy(_header(message, name)))]
    pieces = [Piece("title" if single else "heading", subject, 0 if single else 1), Piece("table", "\n".join(fields))]
    text, attachments = _body(message)
    if text is not None:
        body = _text(text)
        if text.get_content_type() == "text/html":
            pieces += _own_words(list(html_pieces(body, meter))) if body.strip() else []
        else:
            pieces += _own_words(list(_plain(meter.take(body))))
    return pieces, attachments


def _header(message: EmailMessage, name: str) -> str:
    try:
        return str(message.get(name, ""))
    except (ValueError, OverflowError, LookupError, AttributeError, TypeError, RecursionError):
        # The parser of the standard library fails on damaged fields.
        return ""


def _body(message: EmailMessage) -> tuple[EmailMessage | None, int]:
    """Return the part to read, plain text before HTML before other text, and how many parts are attached."""
    found: dict[str, EmailMessage] = {}
    attachments = 0
    for count, part in enumerate(message.walk()):
        if count > _PARTS:
            raise DocumentError(f"the message has more than {_PARTS:,} parts. Save its text and give that.")
        if part.is_multipart():
            continue
        kind = part.get_content_type()
        if part.get_content_disposition() == "attachment":
            attachments += 1
        elif kind.startswith("text/") and kind not in _DATA:
            found.setdefault(kind, part)
    best = next((kind for kind in ("text/plain", "text/html", *found) if kind in found), None)
    return None if best is None else found[best], attachments


def _text(part: EmailMessage) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes) or not payload.strip():
        return ""
    return decode(payload, str(part.get_content_charset() or "")).text


def _plain(text: str) -> Iterator[Piece]:
    """Yield the blocks of a plain text; a line "-- " begins the signature, below which mail may be quoted."""
    signature = _SIGNATURE.search(text)
    yield from _layout(text[: signature.start()] if signature else text)
    if signature:
        quoted = _QUOTED.search(text, signature.end())
        below = quoted.start() if quoted else len(text)
        for line in text[signature.end() : below].split("\n"):
            yield Piece("quote", line, prose=False)
        for piece in _layout(text[below:]):
            yield Piece("quote", piece.text, prose=False)


def _layout(text: str) -> Iterator[Piece]:
    r"""Yield the blocks without their hard wraps; the mark of a list item is kept beside it.

    >>> [(piece.kind, piece.mark, piece.text) for piece in _layout("Rain fell\nall day.\n\n2. wind")]
    [('paragraph', '', 'Rain fell\nall day.'), ('list', '2. ', 'wind')]
    """
    for block in blocks(text):
        inside = text[block.start : block.end]
        if block.kind == "quote":
            inside = "\n".join(line.lstrip("> ") for line in inside.split("\n"))
        if block.kind == "table":
            inside = table(cells(row) for row in inside.splitlines() if any(map(str.isalnum, row)))
        line = text[text.rfind("\n", 0, block.start) + 1 : block.start]
        yield Piece(block.kind, inside, block.level, line.lstrip() if block.kind == "list" else "")


def _own_words(pieces: list[Piece]) -> Iterator[Piece]:
    """Take quoted lines, and the line that introduces them, out of what is ranked."""
    for piece, following in zip_longest(pieces, pieces[1:]):
        introduces = piece.kind == "paragraph" and _INTRODUCTION.fullmatch(tidy(piece.text))
        if introduces and following is not None and following.kind == "quote":
            yield piece._replace(kind="quote", prose=False)
        else:
            yield piece._replace(prose=piece.prose and piece.kind != "quote")
