from __future__ import annotations

from email.message import EmailMessage

import pytest

from sentencerank.documents import Limits, read_document
from sentencerank.errors import DocumentError, LimitError
from tests.documents.samples import RAIN, SEA, SUN, mail, mbox, parts, prose
from tests.hostile.mails import nested

REPLY = f"""{RAIN}

On Sun, 4 Feb 2024 at 09:00, Bob <bob@example.org> wrote:
> {SEA}
>> Older words.

{SUN}

-- \nAnn Smith
Weather Office
"""


def test_mail_quoted_below_a_signature_loses_its_marks() -> None:
    quoted = "On Monday, Bob wrote:\n> Does it\n> rain?\n\nList footer"
    document = read_document(f"From: a@b.c\nSubject: Rain\nDate: x\n\n{RAIN}\n\n-- \nAnn\nOslo\n\n{quoted}".encode())
    assert parts(document)[3:] == [
        ("furniture", "Ann"),
        ("furniture", "Oslo"),
        ("quote", "On Monday, Bob wrote:"),
        ("quote", "Does it rain?"),
        ("paragraph", "List footer"),
    ]
    assert " ".join(prose(document)) == f"{RAIN} List footer"


def test_headers_are_shown_but_not_ranked() -> None:
    document = read_document(mail("Rain in Spain").as_bytes())
    assert parts(document) == [
        ("title", "Rain in Spain"),
        ("message", "Ann, 2024-02-05 10:00"),
        ("paragraph", RAIN),
    ]
    assert document.blocks[1].about == {
        "from": "Ann <ann@example.org>",
        "to": "bob@example.org",
        "date": "2024-02-05T10:00:00+00:00",
        "subject": "Rain in Spain",
    }
    assert len(prose(document)) == 2


def test_quoted_lines_and_the_signature_are_not_ranked() -> None:
    document = read_document(mail(text=REPLY).as_bytes())
    assert prose(document) == [*_sentences(RAIN), *_sentences(SUN)]
    quotes = [
        (block.level, document.text[block.start : block.end]) for block in document.blocks if block.kind == "quote"
    ]
    assert quotes == [(1, "On Sun, 4 Feb 2024 at 09:00, Bob <bob@example.org> wrote:"), (1, SEA), (2, "Older words.")]
    assert [text for kind, text in parts(document) if kind == "furniture"] == ["Ann Smith", "Weather Office"]


def test_plain_text_is_preferred_and_attachments_are_noted() -> None:
    document = read_document(mail(text=RAIN, html=f"<p>{SEA}</p>", attachment=True).as_bytes())
    assert prose(document) == _sentences(RAIN)
    assert document.notes == ("1 attachments not read",)


def test_all_parts_are_read_that_a_reader_sees() -> None:
    message = mail(text="", html=f"<p>{RAIN}</p>")
    message.make_mixed()
    message.attach(mail(text=SEA))  # as an inline part
    footer = EmailMessage()
    footer.set_content(FOOTER)
    message.attach(footer)
    file = EmailMessage()
    file.set_content(SUN, filename="sun.txt", disposition="inline")
    message.attach(file)
    document = read_document(message.as_bytes())
    assert prose(document) == [*_sentences(RAIN), *_sentences(SEA)]
    assert "furniture" in {kind for kind, _ in parts(document)}


def test_initials_before_the_mark_quote_too() -> None:
    document = read_document(mail(text=f"BL> {SEA}\n\n{RAIN}\n").as_bytes())
    assert prose(document) == _sentences(RAIN)


def test_a_date_above_a_text_is_no_heading() -> None:
    document = read_document(mail(text=f"Sunday, August 25, 2002\n\n{RAIN}\n").as_bytes())
    assert [kind for kind, _ in parts(document)][2:4] == ["caption", "paragraph"]


def test_html_alone_is_read_without_its_quotes() -> None:
    html = (
        f"<html><style>p {{}}</style><table><tr><td><p>{SEA}</p></td></tr></table><blockquote>{SUN}</blockquote></html>"
    )
    assert prose(read_document(mail(text="", html=html).as_bytes())) == _sentences(SEA)


def test_encoded_headers_and_bodies() -> None:
    text = "Il pleut déjà très souvent à Orléans. Où êtes-vous né ? Les garçons attendent le soleil de l'été."
    document = read_document(mail("Été à Orléans", text).as_bytes())
    assert parts(document)[0] == ("title", "Été à Orléans")
    assert prose(document)[0] == "Il pleut déjà très souvent à Orléans."
    raw = b"From: a@b.c\nSubject: x\nContent-Type: text/plain; charset=koi8-r\n\n" + "Сегодня идёт дождь.".encode(
        "koi8-r"
    )
    assert prose(read_document(raw)) == ["Сегодня идёт дождь."]


def test_each_message_of_a_mailbox_is_a_section() -> None:
    data = mbox([mail("One", RAIN), mail("Two", f"{SEA}\n\nFrom here on it rained.\n"), mail("Three", SUN)])
    document = read_document(data)
    assert [text for kind, text in parts(document) if kind == "heading"] == ["One", "Two", "Three"]
    # Each message begins a section below its subject.
    assert [sentence.section for sentence in document.sentences if sentence.prose] == [2, 2, 4, 4, 4, 6, 6]
    assert "From here on it rained." in prose(document)
    assert document.notes == ("3 messages",)


def test_a_message_without_text_between_others() -> None:
    data = mbox([mail("One", RAIN), mail("Two", " "), mail("Three", "", "<p></p>")])
    assert prose(read_document(data)) == _sentences(RAIN)


def test_a_message_that_cannot_be_read_is_left_out_and_noted() -> None:
    good = mbox([mail("One", RAIN), mail("Three", SUN)])
    bad = b"From bob@example.org Mon Feb  5 11:00:00 2024\n" + nested(300) + b"\n\n"
    document = read_document(bad + good)
    assert document.notes == ("3 messages", "1 of 3 messages are damaged and were left out")
    assert prose(document) == _sentences(RAIN) + _sentences(SUN)
    with pytest.raises(DocumentError, match="none of the 2 messages can be read"):
        read_document(bad + bad)
    with pytest.raises(LimitError):
        read_document(good, limits=Limits(characters=50))


def test_windows_line_ends() -> None:
    data = mail("One", RAIN).as_bytes().replace(b"\n", b"\r\n")
    assert prose(read_document(data)) == _sentences(RAIN)
    box = mbox([mail("One", RAIN), mail("Two", SUN)]).replace(b"\n", b"\r\n")
    assert prose(read_document(box)) == [*_sentences(RAIN), *_sentences(SUN)]


def _sentences(text: str) -> list[str]:
    return prose(read_document(text.encode(), kind="text"))


@pytest.mark.parametrize(("kind", "read"), [("text/asciidoc", True), ("text/markdown", True), ("text/calendar", False)])
def test_other_text_is_read_where_there_is_neither_plain_text_nor_html(kind: str, read: bool) -> None:
    data = f"From: a@example.org\nSubject: Rain\nMIME-Version: 1.0\nContent-Type: {kind}\n\n{RAIN}\n".encode()
    if read:
        assert " ".join(prose(read_document(data))) == RAIN
    else:
        with pytest.raises(DocumentError, match="no text of its own"):
            read_document(data)


def _answer(number: int, subject: str, text: str, *answers: int) -> EmailMessage:
    message = mail(subject, text)
    message["Message-ID"] = f"<{number}@example.org>"
    message["References"] = " ".join(f"<{answer}@example.org>" for answer in answers)
    del message["Date"], message["From"]
    message["Date"] = f"Mon, 05 Feb 2024 10:{number:02}:00 +0000"
    message["From"] = f"Writer {number} <w{number}@example.org>"
    return message


def test_threads_are_gathered_and_each_message_has_its_sender() -> None:
    data = mbox(
        [
            _answer(1, "Rain", RAIN),
            _answer(2, "Lunch", SUN),
            _answer(4, "Re: Rain", f"> {RAIN}\n\n{SEA}", 1),
            _answer(3, "Re: Rain", "Who says so?", 1),
            _answer(5, "AW: Lunch", "At noon then."),
        ]
    )
    document = read_document(data)
    shown = [(kind, text) for kind, text in parts(document) if kind in ("heading", "message")]
    assert shown == [
        ("heading", "Rain"),
        ("message", "Writer 1, 2024-02-05 10:01"),
        ("message", "Writer 3, 2024-02-05 10:03"),
        ("message", "Writer 4, 2024-02-05 10:04"),
        ("heading", "Lunch"),
        ("message", "Writer 2, 2024-02-05 10:02"),
        ("message", "Writer 5, 2024-02-05 10:05"),
    ]
    quoted = [block for block in document.blocks if block.kind == "quote"]
    assert [dict(block.about) for block in quoted] == [{"original": "1"}]
    single = read_document(mbox([_answer(1, "Rain", RAIN), _answer(2, "Re: Rain", SEA, 1)]))
    assert parts(single)[:2] == [("title", "Rain"), ("message", "Writer 1, 2024-02-05 10:01")]


DISCLAIMER = (
    "This message is confidential and intended for the addressee only. "
    "If you received this in error, notify the sender."
)
FOOTER = "_______________________________________________\nWeather mailing list\nhttps://example.org/listinfo/weather"


@pytest.mark.parametrize(
    "below",
    [
        "Best regards,\nAnn\nWeather Office",
        "Viele Grüße\nAnn",
        "Sent from my phone",
        "-Ann",
        "URL: https://rain.example/2024/02",
        DISCLAIMER,
        FOOTER,
        f"Sent from my phone\n\n{DISCLAIMER}\n\n{FOOTER}",
    ],
)
def test_what_is_furniture_in_a_mail(below: str) -> None:
    document = read_document(mail(text=f"{RAIN}\n\n{below}\n").as_bytes())
    assert prose(document) == _sentences(RAIN)
    assert {kind for kind, _ in parts(document)[3:]} == {"furniture"}


def test_a_patch_and_a_pgp_signature_are_no_sentences() -> None:
    patch = "diff --git a/x.c b/x.c\n--- a/x.c\n+++ b/x.c\n@@ -1 +1 @@\n-old words here\n+new words here"
    signed = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n"
    end = "-----BEGIN PGP SIGNATURE-----\n\niQIzBAEBCgAdFiEE\n-----END PGP SIGNATURE-----"
    document = read_document(mail(text=f"{signed}{RAIN}\n\n{patch}\n-- \n2.40.0\n{end}\n").as_bytes())
    assert prose(document) == _sentences(RAIN)
    code = next(block for block in document.blocks if block.kind == "code")
    assert document.text[code.start : code.end] == patch
    assert code.about == {"language": "diff"}


@pytest.mark.parametrize("above", ["FYI.", f"{SEA} {SEA} {SEA} {SEA}"])
def test_a_forwarded_mail_is_read_and_an_answered_one_is_not(above: str) -> None:
    header = "From: Bob <bob@example.org>\nSent: Sunday, 4 February 2024 09:00\nTo: Ann\nSubject: Rain"
    document = read_document(mail(text=f"{above}\n\n{header}\n\n{RAIN}").as_bytes())
    inner = [block for block in document.blocks if block.kind == "message"][1]
    assert inner.about["from"] == "Bob <bob@example.org>"
    assert (set(_sentences(RAIN)) <= set(prose(document))) == (above == "FYI.")


@pytest.mark.parametrize("head", ["From: <Saved by Blink>\nSubject: Rain\nDate: Tue, 3 Mar 2026 10:00:00 -0000\n", ""])
def test_a_page_that_a_browser_saved_is_read_as_a_page(head: str) -> None:
    page = f"<title>Rain</title><nav><a href='/'>Home</a></nav><h1>Rain</h1><p>{RAIN}</p>"
    message = (
        f'{head}MIME-Version: 1.0\nContent-Type: multipart/related; type="text/html"; boundary="B1"\n\n--B1\n'
        f"Content-Type: text/html\nContent-Location: https://rain.example/\n\n<!doctype html>{page}\n--B1\n"
        "Content-Type: text/css\nContent-Location: cid:1\n\np { color: red }\n--B1--\n"
    )
    document = read_document(message.encode(), name="rain.mhtml")
    assert parts(document) == [("title", "Rain"), ("paragraph", RAIN)]


def test_all_that_says_who_someone_is_below_the_farewell_is_shown_and_not_ranked() -> None:
    trade = "Ann Lee\n\nHead of Rain and Wind\nRain Ltd.\n12 Spain Road, Suite 3\n\nTel. 0123 456789\nwww.rain.example"
    body = f"{RAIN}\n\nWith kind regards,\n{trade}\n\nPS: {SEA}\n"
    found = parts(read_document(mail("Rain", body).as_bytes(), name="a.eml"))
    assert [text for kind, text in found if kind == "furniture"][:3] == [
        "With kind regards,",
        "Ann Lee",
        "Head of Rain and Wind",
    ]
    assert not any(kind == "heading" for kind, _ in found)
    assert found[-1] == ("paragraph", f"PS: {SEA}")
