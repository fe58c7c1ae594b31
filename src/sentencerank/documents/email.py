"""E-mail: single messages (.eml) and mailboxes (.mbox); what is quoted, signed or attached is not ranked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from itertools import zip_longest

from sentencerank.documents.decoding import decoded
from sentencerank.documents.limits import Meter
from sentencerank.documents.markup import pieces as markup_pieces
from sentencerank.documents.markup import tree
from sentencerank.documents.pieces import Content, Piece, tidy
from sentencerank.documents.plain import pieces as plain_pieces
from sentencerank.errors import DocumentError, LimitError

_SHOWN = ("From", "To", "Cc", "Date")
_SEPARATOR = re.compile(rb"(?:\A|(?<=\n)\r?\n)From [^\r\n]*\d{4}[^\r\n]*\r?\n(?=[A-Za-z][\w-]*:|>From )")
_ESCAPED = re.compile(rb"^>(?=>*From )", re.MULTILINE)
_SIGNATURE = re.compile(r"^-- ?$", re.MULTILINE)
_INTRODUCTION = re.compile(
    r"(?:On\b.{5,150}\bwrote|Am\b.{5,150}\bschrieb.{0,60}|Le\b.{5,150}\ba écrit|El\b.{5,150}\bescribió)\s*:"
    r"|-{3,} ?(?:Original Message|Forwarded message|Ursprüngliche Nachricht).*",
    re.IGNORECASE | re.DOTALL,
)
_QUOTED = re.compile(r"^(?:(?:On|Am|Le|El)\b.{5,150}:[ \t]*\n\s*)?>", re.MULTILINE)  # its introduction on one line
_MULTIPART = re.compile(rb"^content-type:\s*multipart/", re.IGNORECASE | re.MULTILINE)
_NESTED = 200
_PARTS = 1_000  # of one message; more are made to break readers


def read(data: bytes, meter: Meter) -> Content:
    """Every message under its subject; a mailbox has one section for each."""
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
    """The messages of a mailbox, or the one message that the file is."""
    starts = list(_SEPARATOR.finditer(data))
    if not starts or starts[0].start() > 0:
        yield data
        return
    ends = [start.start() for start in starts[1:]] + [len(data)]
    for start, end in zip(starts, ends, strict=True):
        yield _ESCAPED.sub(b"", data[start.end() : end])


def _message(data: bytes, meter: Meter, *, single: bool) -> tuple[list[Piece], int]:
    if len(_MULTIPART.findall(data)) > _NESTED:  # the parser takes time by the square of their depth
        raise DocumentError(f"the message has more than {_NESTED} nested parts. Save its text and give that.")
    message = message_from_bytes(data, policy=policy.default)
    assert isinstance(message, EmailMessage)
    subject = tidy(_header(message, "Subject")) or "(no subject)"
    fields = [f"{name}: {value}" for name in _SHOWN if (value := tidy(_header(message, name)))]
    pieces = [Piece("title" if single else "heading", subject, 0 if single else 1), Piece("table", "\n".join(fields))]
    text, attachments = _body(message)
    if text is not None:
        body = _text(text)
        if text.get_content_type() == "text/html":
            pieces += _written(list(markup_pieces(tree(body, meter), meter))) if body.strip() else []
        else:
            pieces += _written(list(_plain(meter.take(body))))
    return pieces, attachments


def _header(message: EmailMessage, name: str) -> str:
    try:
        return str(message.get(name, ""))
    except (ValueError, OverflowError, LookupError, AttributeError, TypeError):  # its parser fails on damaged fields
        return ""


def _body(message: EmailMessage) -> tuple[EmailMessage | None, int]:
    """The part to read, plain text before HTML, and how many parts are attached."""
    found: dict[str, EmailMessage] = {}
    attachments = 0
    for count, part in enumerate(message.walk()):
        if count > _PARTS:
            raise DocumentError(f"the message has more than {_PARTS:,} parts. Save its text and give that.")
        if part.is_multipart():
            continue
        kind = part.get_content_type()
        if part.get_content_disposition() == "attachment" or kind not in ("text/plain", "text/html"):
            attachments += part.get_content_disposition() == "attachment"
        elif isinstance(part, EmailMessage):
            found.setdefault(kind, part)
    return found.get("text/plain", found.get("text/html")), attachments


def _text(part: EmailMessage) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes) or not payload.strip():
        return ""
    return decoded(payload, str(part.get_content_charset() or "")).text


def _plain(text: str) -> Iterator[Piece]:
    """The blocks of a message in plain text; a line "-- " begins the signature, below which mail may be quoted."""
    signature = _SIGNATURE.search(text)
    yield from plain_pieces(text[: signature.start()] if signature else text)
    if signature:
        quoted = _QUOTED.search(text, signature.end())
        below = quoted.start() if quoted else len(text)
        for line in text[signature.end() : below].split("\n"):
            yield Piece("quote", line, prose=False)
        for piece in plain_pieces(text[below:]):
            yield Piece("quote", piece.text, prose=False)


def _written(pieces: list[Piece]) -> Iterator[Piece]:
    """What the sender wrote is ranked; quoted lines and the line that introduces them are not."""
    for piece, following in zip_longest(pieces, pieces[1:]):
        introduces = piece.kind == "paragraph" and _INTRODUCTION.fullmatch(tidy(piece.text))
        if introduces and following is not None and following.kind == "quote":
            yield piece._replace(kind="quote", prose=False)
        else:
            yield piece._replace(prose=piece.prose and piece.kind != "quote")
