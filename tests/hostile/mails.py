"""Mails and mailboxes."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

import base64
import quopri
import zlib

from tests.documents.samples import zipped
from tests.hostile.archives import one
from tests.hostile.kind import BAIT, HONEST, Kind, numbered

_HEAD = "From: Ann <ann@example.org>\nTo: bob@example.org\nSubject: Rain\nMIME-Version: 1.0\n"
_LINE = "From ann@example.org Mon Feb  5 10:00:00 2024\n"


def mail(body: str | bytes = HONEST, headers: str = "") -> bytes:
    """A message as it stands in a file."""
    return f"{_HEAD}{headers}\n".encode() + (body.encode() if isinstance(body, str) else body)


def multipart(parts: str, boundary: str = "b", kind: str = "mixed") -> bytes:
    """A message of parts that are written out."""
    return mail(parts, f'Content-Type: multipart/{kind}; boundary="{boundary}"\n')


def plain(text: str = HONEST, boundary: str = "b") -> str:
    """A part of plain text."""
    return f"--{boundary}\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"


def nested(depth: int, *, same: bool = False) -> bytes:
    """Parts inside parts."""
    names = ["b" if same else f"b{level}" for level in range(depth)]
    lines = [f'Content-Type: multipart/mixed; boundary="{name}"\n\n--{name}\n' for name in names]
    return (_HEAD + "".join(lines) + f"Content-Type: text/plain\n\n{HONEST}\n").encode()


def messages_in_messages(depth: int) -> bytes:
    """Each message is attached to the next one."""
    return (_HEAD + f"Content-Type: message/rfc822\n\n{_HEAD}" * depth + f"\n{HONEST}\n").encode()


def attached(data: bytes, name: str) -> bytes:
    """A message with an attachment."""
    body = base64.encodebytes(data).decode()
    head = f'--b\nContent-Type: application/octet-stream\nContent-Disposition: attachment; filename="{name}"\nContent-Transfer-Encoding: base64\n\n'
    return multipart(f"{plain()}{head}{body}--b--\n")


def box(*messages: bytes) -> bytes:
    """A mailbox."""
    return b"\n".join(_LINE.encode() + message + b"\n" for message in messages)


def _html(body: str) -> bytes:
    return mail(f"<html><body>{body}</body></html>", "Content-Type: text/html; charset=utf-8\n")


KINDS = (
    Kind("mail-deep-parts", "deep.eml", "Parts are nested 1,200 levels deep.", lambda: nested(1_200)),
    Kind("mail-parts-below-limit", "below.eml", "Parts are nested 190 levels deep.", lambda: nested(190)),
    Kind("mail-same-boundary", "boundary.eml", "Nested parts share a boundary.", lambda: nested(190, same=True)),
    Kind("mail-messages-in-messages", "russian.eml", "Messages are attached to messages.", lambda: messages_in_messages(500)),
    Kind("mail-message-loop", "loop.eml", "A message says that it consists of itself.", lambda: mail("", 'Content-Type: message/external-body; access-type=local-file; name="loop.eml"\n') + mail()),
    Kind("mail-outside-body", "external.eml", "The body is a file of the computer.", lambda: mail("", 'Content-Type: message/external-body; access-type=local-file; name="/etc/passwd"\n')),
    Kind("mail-many-parts", "parts.eml", "A message has 8,000 parts.", lambda: multipart(plain("rain") * 8_000 + "--b--\n")),
    Kind("mail-empty-parts", "empty.eml", "A message has 20,000 empty parts.", lambda: multipart("--b\n\n" * 20_000)),
    Kind("mail-no-boundary", "missing.eml", "The boundary is not given.", lambda: mail(plain(), "Content-Type: multipart/mixed\n")),
    Kind("mail-empty-boundary", "nothing.eml", "The boundary is empty.", lambda: multipart("--\n\n" * 5_000 + HONEST, boundary="")),
    Kind("mail-long-boundary", "long.eml", "The boundary has 100 KB.", lambda: multipart(plain(boundary="b" * 100_000), boundary="b" * 100_000)),
    Kind("mail-pattern-boundary", "pattern.eml", "The boundary is a slow pattern.", lambda: multipart(plain(boundary="(a+)+$") + "a" * 5_000, boundary="(a+)+$")),
    Kind("mail-almost-boundaries", "almost.eml", "Every line looks like the boundary.", lambda: multipart(plain() + "--bb\n--b-\n" * 30_000)),
    Kind("mail-alternatives", "alternatives.eml", "There are 500 versions of the text.", lambda: multipart(plain() * 500 + "--b--\n", kind="alternative")),
    Kind("mail-unknown-multipart", "odd.eml", "The kind of the parts is unknown.", lambda: multipart(plain() + "--b--\n", kind="x-rain; " + "a=b; " * 5_000)),
    Kind("mail-base64-noise", "base64.eml", "The text is no base64.", lambda: mail("=%$!" * 50_000, "Content-Transfer-Encoding: base64\n")),
    Kind("mail-base64-long", "packed.eml", "The text is base64 of a packed file.", lambda: mail(base64.b64encode(zlib.compress(bytes(10**7))), "Content-Transfer-Encoding: base64\n")),
    Kind("mail-quoted-printable", "quoted.eml", "Every byte is escaped.", lambda: mail(b"=20=52=61=69=6E=2E" * 20_000, "Content-Transfer-Encoding: quoted-printable\n")),
    Kind("mail-bad-quoted-printable", "equals.eml", "Escapes are wrong.", lambda: mail(quopri.encodestring(HONEST.encode()) + b"=ZZ=" * 50_000, "Content-Transfer-Encoding: quoted-printable\n")),
    Kind("mail-uuencoded", "uu.eml", "The text is in an old encoding and never ends.", lambda: mail("begin 644 /etc/passwd\n" + "M" * 200_000, "Content-Transfer-Encoding: x-uuencode\n")),
    Kind("mail-unknown-transfer", "transfer.eml", "The transfer encoding is unknown.", lambda: mail(headers="Content-Transfer-Encoding: x-rain\n")),
    Kind("mail-unknown-charset", "charset.eml", "The character set is unknown.", lambda: mail(headers="Content-Type: text/plain; charset=x-rain\n")),
    Kind("mail-python-charset", "codec.eml", "The character set is a codec that unpacks.", lambda: mail(headers="Content-Type: text/plain; charset=zlib_codec\n")),
    Kind("mail-many-charsets", "charsets.eml", "8,000 character sets are given.", lambda: mail(headers="Content-Type: text/plain" + "; charset=utf-8" * 8_000 + "\n")),
    Kind("mail-continued-parameters", "rfc2231.eml", "A parameter is continued 5,000 times.", lambda: mail(headers="Content-Type: text/plain" + numbered("; charset*{}*=utf-8''a", 5_000).decode() + "\n")),
    Kind("mail-folded-header", "folded.eml", "A field is folded 50,000 times.", lambda: mail(headers="X-Rain: a\n" + " b\n" * 50_000)),
    Kind("mail-folded-subject", "subject.eml", "The subject is folded 10,000 times.", lambda: f"From: a@example.org\nSubject: a\n{' b' * 5}\n".encode() * 1 + b" rain\n" * 10_000 + b"\n" + HONEST.encode()),
    Kind("mail-many-headers", "headers.eml", "There are 100,000 fields.", lambda: mail(headers=numbered("X-{}: y\n", 100_000).decode())),
    Kind("mail-many-recipients", "recipients.eml", "There are 8,000 recipients.", lambda: mail(headers="Cc: " + numbered("a{}@example.org, ", 8_000).decode() + "\n")),
    Kind("mail-nested-groups", "groups.eml", "Comments of an address are nested.", lambda: mail(headers="Cc: " + "(" * 900 + ")" * 900 + " a@example.org\n")),
    Kind("mail-deep-comments", "commented.eml", "Comments of a date are nested 50,000 levels deep.", lambda: mail(headers="Date: " + "(" * 50_000 + "\n")),
    Kind("mail-quoted-names", "names.eml", "A name has escapes alone.", lambda: mail(headers='Cc: "' + "\\\\" * 30_000 + '" <a@example.org>\n')),
    Kind("mail-at-signs", "at.eml", "An address has 20,000 at signs.", lambda: mail(headers="Cc: " + "a@" * 20_000 + "\n")),
    Kind("mail-encoded-words", "words.eml", "A subject has 5,000 encoded words.", lambda: mail(headers="Cc: " + "=?utf-8?q?rain?= " * 5_000 + "\n")),
    Kind("mail-bad-encoded-words", "marks.eml", "Encoded words never end.", lambda: mail(headers="Cc: " + "=?utf-8?q?" * 10_000 + "\n")),
    Kind("mail-encoded-word-codec", "word-codec.eml", "An encoded word names a codec that unpacks.", lambda: mail(headers="Cc: =?zlib_codec?b?eJwDAAAAAAE=?= =?idna?q?" + "a" * 5_000 + "?=\n")),
    Kind("mail-zero-header", "zero.eml", "A field has zero bytes.", lambda: mail(headers="X-Rain: a\0b\r\r\n")),
    Kind("mail-no-body", "bodiless.eml", "There is no body.", lambda: mail("")),
    Kind("mail-headers-alone", "headers-only.eml", "No empty line ends the fields.", lambda: _HEAD.encode() * 5_000),
    Kind("mail-html-list", "list.eml", "A mail has a list of 8,000 items.", lambda: _html("<ol>" + "<li>It rained.</li>" * 8_000 + "</ol>")),
    Kind("mail-html-deep", "tables.eml", "A mail lays itself out by nested tables.", lambda: _html("<table><tr><td>" * 2_000 + HONEST)),
    Kind("mail-html-remote", "remote.eml", "A mail asks for pictures of a server.", lambda: _html(f'<img src="{BAIT}"><link rel=stylesheet href="{BAIT}"><p>{HONEST}</p>')),
    Kind("mail-quoted-lines", "reply.eml", "A mail is quoted 50,000 times.", lambda: mail("> " * 50_000 + HONEST + "\n\n" + HONEST)),
    Kind("mail-introductions", "wrote.eml", "Every line may introduce a quotation.", lambda: mail("On a day " * 20_000 + "wrote:\n> x\n\n" + HONEST)),
    Kind("mail-signatures", "signed.eml", "A mail has 20,000 signatures.", lambda: mail(HONEST + "\n-- \nAnn\n" * 20_000)),
    Kind("mail-attached-bomb", "bomb.eml", "An archive that unpacks to 200 MB is attached.", lambda: attached(one(size=200_000_000), "bomb.docx")),
    Kind("mail-attached-traversal", "traversal.eml", "The name of an attachment is a path.", lambda: attached(zipped({"a": "b"}), "../../../../tmp/evil")),
    Kind("mail-tnef", "winmail.eml", "The text is in a format of Outlook.", lambda: attached(b"\x78\x9f\x3e\x22" + bytes(10_000), "winmail.dat")),
    Kind("mail-text-attached", "attached.eml", "All text is attached.", lambda: mail(headers="Content-Disposition: attachment; filename=a.txt\n")),
    Kind("mail-calendar", "calendar.eml", "The text is an invitation.", lambda: mail("BEGIN:VCALENDAR\n" * 5_000, "Content-Type: text/calendar\n")),
    Kind("mail-partial", "partial.eml", "This is part 1 of 99,999.", lambda: mail(headers='Content-Type: message/partial; id="a"; number=1; total=99999\n')),
    Kind("mail-report", "report.eml", "A report of delivery has 10,000 recipients.", lambda: mail("Final-Recipient: a\n\n" * 10_000, "Content-Type: message/delivery-status\n")),
    Kind("mbox-many-messages", "many.mbox", "A mailbox has 20,000 messages.", lambda: (_LINE.encode() + b"From: a@b\nSubject: c\n\nIt rained.\n\n") * 20_000),
    Kind("mbox-messages-below-limit", "below.mbox", "A mailbox has 1,900 messages.", lambda: (_LINE.encode() + b"From: a@b\nSubject: c\n\nIt rained.\n\n") * 1_900, cpu=15.0),
    Kind("mbox-digits", "digits.mbox", "The line between messages has 200,000 digits.", lambda: b"From a " + b"1234" * 50_000 + b"\n" + mail()),
    Kind("mbox-digit-lines", "lines.mbox", "Every line may part messages.", lambda: box(mail()) + b"\nFrom a 2024 2024\n" * 20_000),
    Kind("mbox-escaped-lines", "escaped.mbox", "Lines are escaped 1,000 times.", lambda: box(mail(HONEST + "\n" + (">" * 1_000 + "From x\n") * 300))),
    Kind("mbox-empty-messages", "empty.mbox", "1,500 messages are empty.", lambda: (_LINE + "X: y\n\n\n") .encode() * 1_500),
    Kind("mbox-one-damaged", "damaged.mbox", "One message of three is damaged.", lambda: box(mail(), nested(300), mail())),
    Kind("mbox-line-alone", "alone.mbox", "There is the first line and nothing else.", lambda: _LINE.encode() + b"X: y\n"),
)  # fmt: skip
