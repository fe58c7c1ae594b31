from __future__ import annotations

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
        ("quote", "Ann"),
        ("quote", "Oslo"),
        ("quote", "On Monday, Bob wrote:"),
        ("quote", "Does it rain?"),
        ("quote", "List footer"),
    ]
    assert " ".join(prose(document)) == RAIN


def test_headers_are_shown_but_not_ranked() -> None:
    document = read_document(mail("Rain in Spain").as_bytes())
    assert parts(document) == [
        ("title", "Rain in Spain"),
        ("table", "From: Ann <ann@example.org>\nTo: bob@example.org\nDate: Mon, 05 Feb 2024 10:00:00 +0000"),
        ("paragraph", RAIN),
    ]
    assert len(prose(document)) == 2


def test_quoted_lines_and_the_signature_are_not_ranked() -> None:
    document = read_document(mail(text=REPLY).as_bytes())
    assert prose(document) == [*_sentences(RAIN), *_sentences(SUN)]
    quotes = [text for kind, text in parts(document) if kind == "quote"]
    assert quotes == [
        "On Sun, 4 Feb 2024 at 09:00, Bob <bob@example.org> wrote:",
        SEA,
        "Older words.",
        "Ann Smith",
        "Weather Office",
    ]


def test_plain_text_is_preferred_and_attachments_are_noted() -> None:
    document = read_document(mail(text=RAIN, html=f"<p>{SEA}</p>", attachment=True).as_bytes())
    assert prose(document) == _sentences(RAIN)
    assert document.notes == ("1 attachments not read",)


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
    assert [sentence.section for sentence in document.sentences if sentence.prose] == [1, 1, 2, 2, 2, 3, 3]
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
