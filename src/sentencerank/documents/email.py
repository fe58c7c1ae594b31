"""E-mail: single messages (.eml) and mailboxes (.mbox); what is quoted, signed or attached is not ranked.

A page that a browser saved in one file (MHTML) has the form of a message too, and is read as the page.

The messages of a mailbox are gathered into threads, each in the order in which it was written.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from sentencerank.documents.html import html_pieces, page_content
from sentencerank.documents.limits import Meter
from sentencerank.documents.mail_text import body_pieces, message
from sentencerank.documents.pieces import Content, Piece, tidy
from sentencerank.documents.plain import decode
from sentencerank.errors import DocumentError, LimitError

if TYPE_CHECKING:
    from email.message import EmailMessage

_MBOX = re.compile(r"From (\S.*)\n(?:[A-Za-z][\w-]*:|>From )")
_HEADER = re.compile(r"([!-9;-~]+):.*\n(?:[ \t].*\n)*")
_KNOWN = "from to subject date message-id mime-version received return-path content-type delivered-to reply-to cc"
_MAIL_HEADERS = frozenset(_KNOWN.split())
_MAIL_PROOF = frozenset({"from", "received", "mime-version", "message-id", "return-path"})
_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_SEPARATOR = re.compile(rb"(?:\A|(?<=\n)\r?\n)From ([^\r\n]*)\r?\n(?=[A-Za-z][\w-]*:|>From )")
# The line that parts messages has a year in it.
_YEAR, _YEAR_BYTES = re.compile(r"\d{4}"), re.compile(rb"\d{4}")
_ESCAPED = re.compile(rb"^>(?=>*From )", re.MULTILINE)
_ANSWERS = re.compile(r"(?:(?:re|aw|fwd?|wg|sv|antw|ref|rif|res)(?:\[\d+\])?: ?)+", re.IGNORECASE)
_ID = re.compile(r"<[^<>\s]+>")
_MULTIPART = re.compile(rb"^content-type:\s*multipart/", re.IGNORECASE | re.MULTILINE)
# Text for programs, not for people.
_DATA = frozenset({"text/calendar", "text/vcard", "text/x-vcard"})
_USUAL = {"text/plain": 0, "text/html": 1}  # of alternatives the first of these is read
_NESTED = 200  # parts
_HEAD = 10_000  # bytes in which the type of a message stands
_FIELD = 10_000  # characters of a header field that are read
_PARTS = 1_000  # of one message; more are made to break readers
_NO_SUBJECT = "(no subject)"
_SAME_LINES = 0.5  # of a quotation: then it is from the message that has them


class _Mail(NamedTuple):
    """A message that was read."""

    number: int  # in the file, from 0
    subject: str
    id: str
    answers: tuple[str, ...]  # ids of the messages that it follows, the nearest last
    date: datetime | None
    pieces: list[Piece]  # the first is its header
    attachments: int


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
    """Read every message under its header; in a mailbox a thread stands under its subject."""
    files = list(_messages(data))
    if len(files) == 1 and (page := _saved_page(data)):
        return page_content(meter.take(page), (), meter)
    meter.pages(len(files), "messages")
    mails: list[_Mail] = []
    for number, file in enumerate(files):
        meter.tick()
        try:
            mails.append(_mail(number, file, meter))
        except LimitError:
            raise
        except DocumentError:
            if len(files) == 1:
                raise
    damaged = len(files) - len(mails)
    if not mails:
        raise DocumentError(f"none of the {damaged} messages can be read. Save one with its text and give that.")
    if not any(mail.pieces[1:] for mail in mails):
        raise DocumentError("the mail has no text of its own. Save what is attached to it and give that.")
    attachments = sum(mail.attachments for mail in mails)
    notes = [f"{len(files)} messages"] * (len(files) > 1)
    notes += [f"{damaged} of {len(files)} messages are damaged and were left out"] * (damaged > 0)
    notes += [f"{attachments} attachments not read"] * (attachments > 0)
    return Content(tuple(_in_threads(mails)), tuple(notes))


def _messages(data: bytes) -> Iterator[bytes]:
    """Yield the messages of a mailbox, or the one message that the file is."""
    starts = [line for line in _SEPARATOR.finditer(data) if _YEAR_BYTES.search(line[1])]
    if not starts or starts[0].start() > 0:
        yield data
        return
    ends = [start.start() for start in starts[1:]] + [len(data)]
    for start, end in zip(starts, ends, strict=True):
        yield _ESCAPED.sub(b"", data[start.end() : end])


def _saved_page(data: bytes) -> str:
    """Return the text of the page, if a message is one that a program saved as a file; "" if it is a mail."""
    if b"multipart/related" not in data[:_HEAD].lower():
        return ""
    mail = _parsed(data)
    sender = _header(mail, "From")
    saved = "Snapshot-Content-Location" in mail or "Saved by" in sender or not (sender or _header(mail, "To"))
    if not saved or mail.get_content_type() != "multipart/related":
        return ""
    return next((_text(part) for part in _body(mail)[0] if part.get_content_type() == "text/html"), "")


def _parsed(data: bytes) -> EmailMessage:
    from email import message_from_bytes, policy

    # The time of the parser grows with the square of their depth.
    if len(_MULTIPART.findall(data)) > _NESTED:
        raise DocumentError(f"the message has more than {_NESTED} nested parts. Save its text and give that.")
    # So does that of its parser of header fields with their length.
    factory = policy.default.header_factory
    bounded = policy.default.clone(header_factory=lambda name, value: factory(name, value[:_FIELD]))
    return message_from_bytes(data, policy=bounded)


def _mail(number: int, data: bytes, meter: Meter) -> _Mail:
    mail = _parsed(data)
    about = {name.lower(): value for name in _SHOWN if (value := tidy(_header(mail, name)))}
    pieces = [message(about)]
    parts, attachments = _body(mail)
    for part in parts:
        text = _text(part)
        if not text.strip():
            continue
        if part.get_content_type() == "text/html":
            pieces += (
                piece._replace(prose=piece.prose and piece.kind != "quote") for piece in html_pieces(text, meter)
            )
        else:
            pieces += body_pieces(meter.take(text), about.get("from", ""))
    ids = _ID.findall(_header(mail, "References") + " " + _header(mail, "In-Reply-To"))
    own = _ID.search(_header(mail, "Message-ID"))
    subject = about.get("subject", _NO_SUBJECT)
    return _Mail(number, subject, own[0] if own else "", tuple(ids), _date(mail), pieces, attachments)


def _header(message: EmailMessage, name: str) -> str:
    try:
        return str(message.get(name, ""))
    except (ValueError, OverflowError, LookupError, AttributeError, TypeError, RecursionError):
        # The parser of the standard library fails on damaged fields.
        return ""


def _date(message: EmailMessage) -> datetime | None:
    try:
        date = parsedate_to_datetime(_header(message, "Date"))
        return date.replace(tzinfo=date.tzinfo or UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None


def _body(message: EmailMessage) -> tuple[list[EmailMessage], int]:
    """Return the parts to read, other text only if there is neither plain text nor HTML, and how many are attached."""
    attachments = 0
    for count, part in enumerate(message.walk()):
        if count > _PARTS:
            raise DocumentError(f"the message has more than {_PARTS:,} parts. Save its text and give that.")
        attachments += not part.is_multipart() and part.get_content_disposition() == "attachment"
    found = _shown(message)
    return [part for part in found if part.get_content_type() in _USUAL] or found[:1], attachments


def _shown(part: EmailMessage) -> list[EmailMessage]:
    """Return the parts of text that a program for mail shows below each other: of alternatives the plainest."""
    if not part.is_multipart():
        kind = part.get_content_type()
        attached = part.get_content_disposition() == "attachment"
        return [part] if kind.startswith("text/") and kind not in _DATA and not attached else []
    inside: list[list[EmailMessage]] = []
    files: list[list[EmailMessage]] = []  # and mails that are attached; read if there is nothing else
    each: Any  # the parts of a message are messages
    for each in part.get_payload():
        if found := _shown(each):
            (files if each.get_content_maintype() == "message" or each.get_filename() else inside).append(found)
    if part.get_content_subtype() == "alternative" and inside:
        return min(inside, key=lambda parts: _USUAL.get(parts[0].get_content_type(), len(_USUAL)))
    return [each for parts in inside or files for each in parts]


def _text(part: EmailMessage) -> str:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes) or not payload.strip():
        return ""
    return decode(payload, str(part.get_content_charset() or "")).text


def base_subject(subject: str) -> str:
    """Return a subject without the signs of an answer.

    >>> base_subject("Re: AW: Fwd: Rain"), base_subject("Re[2]: Rain"), base_subject("Regarding rain")
    ('Rain', 'Rain', 'Regarding rain')
    """
    answered = _ANSWERS.match(subject)
    return subject[answered.end() :].strip() or subject if answered else subject


def _in_threads(mails: Sequence[_Mail]) -> Iterator[Piece]:
    """Yield all messages: a single thread under its subject as the title, several each under a heading."""
    threads = _threads(mails)
    origins = _origins(mails)
    for thread in threads:
        subject = base_subject(thread[0].subject) if len(thread) > 1 else thread[0].subject
        yield Piece("title", subject) if len(threads) == 1 else Piece("heading", subject, 1)
        for mail in thread:
            yield from (_traced(piece, mail, origins) for piece in mail.pieces)


def _threads(mails: Sequence[_Mail]) -> list[list[_Mail]]:
    """Return the threads in the order of their first messages, each by date.

    A message belongs to the thread of one that it answers, or else to one of the same subject.
    """
    threads: list[list[_Mail]] = []
    by_id: dict[str, int] = {}
    by_subject: dict[str, int] = {}
    for mail in mails:
        known = next((by_id[id] for id in reversed(mail.answers) if id in by_id), None)
        base = base_subject(mail.subject).casefold()
        # Mails without a subject, or that begin a new talk under an old one, have only that in common.
        if known is None and base != mail.subject.casefold():
            known = by_subject.get(base)
        if known is None:
            known = len(threads)
            threads.append([])
        threads[known].append(mail)
        by_subject.setdefault(base, known)
        by_id.update(dict.fromkeys((mail.id, *mail.answers), known))
    return [sorted(thread, key=lambda mail: (mail.date is not None, mail.date or 0, mail.number)) for thread in threads]


def _origins(mails: Iterable[_Mail]) -> dict[str, int]:
    """Return in which message each line was written first; what is quoted was not."""
    found: dict[str, int] = {}
    for mail in mails:
        for piece in mail.pieces:
            if piece.kind != "quote":
                for line in piece.text.split("\n"):
                    found.setdefault(tidy(line), mail.number)
    return found


def _traced(piece: Piece, mail: _Mail, origins: dict[str, int]) -> Piece:
    """Return a quotation with the number of the message that it is from, if that is in the file."""
    if piece.kind != "quote":
        return piece
    lines = [tidy(line) for line in piece.text.split("\n")]
    sources = Counter(origins[line] for line in lines if line in origins and origins[line] != mail.number)
    number, count = sources.most_common(1)[0] if sources else (0, 0)
    return piece._replace(about={"original": str(number + 1)}) if count > _SAME_LINES * len(lines) else piece
