"""What stands around a text: licences, greetings, numbers of items, the cells of a notebook."""

from __future__ import annotations

import pytest

import sentencerank as sr
from sentencerank.documents import read_document
from sentencerank.errors import DocumentError
from tests.documents.samples import RAIN, SEA, SUN, epub, mail, parts, prose
from tests.documents.written import NOTEBOOK

LICENCE = "This book is for the use of anyone anywhere, at no cost and with almost no restrictions."
START, END = (f"*** {name} OF THE PROJECT GUTENBERG EBOOK RAIN ***" for name in ("START", "END"))


def test_the_licence_around_an_e_book_is_not_ranked() -> None:
    framed = [LICENCE, START, RAIN, SEA, END, LICENCE]
    book = read_document(epub(["".join(f"<p>{text}</p>" for text in half) for half in (framed[:3], framed[3:])]))
    assert " ".join(prose(book)) == f"{RAIN} {SEA}"
    document = sr.rank("\n\n".join(framed)).document
    assert " ".join(sentence.text for sentence in document.sentences if sentence.prose) == f"{RAIN} {SEA}"


def test_an_e_book_without_text_between_its_lines_is_read_whole() -> None:
    document = sr.rank("\n\n".join([RAIN, END, START, SEA])).document
    assert next(sentence.text for sentence in document.sentences if sentence.prose) in RAIN


def test_whom_a_mail_greets_is_no_heading() -> None:
    document = read_document(mail(text=f"Hello Ann\n\n{RAIN}\n").as_bytes())
    assert ("paragraph", "Hello Ann") in parts(document)


@pytest.mark.parametrize("line", ["04.02.2024 09:00 пользователь Bob написал:", "Den 4 feb. 2024 skrev Bob:"])
def test_who_is_quoted_is_not_ranked_in_other_languages(line: str) -> None:
    document = read_document(mail(text=f"{RAIN}\n\n{line}\n> {SEA}\n> {SUN}\n").as_bytes())
    assert " ".join(prose(document)) == RAIN


def test_the_number_of_an_item_of_a_manual_page_is_its_mark() -> None:
    page = f".TH RAIN 7\n.SH DESCRIPTION\nFirst:\n.IP (1) 5\n{RAIN}\n.TP\n2.\n{SEA}\n.IP -v 5\n{SUN}\n"
    document = read_document(page.encode())
    assert parts(document)[2:] == [
        ("paragraph", "First:"), ("list", RAIN), ("list", SEA), ("code", "-v"), ("list", SUN)
    ]  # fmt: skip
    assert f"(1) {RAIN}" in document.text
    assert f"2. {SEA}" in document.text


def test_a_notebook() -> None:
    document = read_document(NOTEBOOK.encode(), name="rain.ipynb")
    assert parts(document) == [
        ("heading", "Rain"),
        ("paragraph", "It rained in Spain for three days."),
        ("code", "fall = 3\nprint(fall)"),
        ("list", "Ferries stopped at noon."),
        ("list", "The sun came back."),
    ]
    assert document.blocks[2].about == {"language": "python"}
    assert document.notes == ("left out: output (1)",)


@pytest.mark.parametrize("damaged", ['{"cells": [{"cell_type": "code"', '{"cells": 3}', '{"cells": [3, null]}'])
def test_a_damaged_notebook_is_refused(damaged: str) -> None:
    with pytest.raises(DocumentError, match="notebook"):
        read_document(damaged.encode(), name="rain.ipynb")


def test_a_notebook_of_the_third_format() -> None:
    cells = '[{"cell_type": "heading", "level": 2, "source": "Rain"}, {"cell_type": "code", "input": ["a = 1"]}]'
    document = read_document(f'{{"metadata": {{}}, "worksheets": [{{"cells": {cells}}}]}}'.encode(), name="old.ipynb")
    assert parts(document) == [("heading", "Rain"), ("code", "a = 1")]
