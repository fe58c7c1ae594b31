"""Markup in a string is read as what it is, and a note says so; plain text stays plain text."""

from __future__ import annotations

import pytest

import sentencerank as sr
from sentencerank.documents.needed import may_be
from sentencerank.documents.strings import TEXT_KINDS, kind_of
from sentencerank.errors import OptionsError
from tests.documents.samples import PAGE, RAIN, SEA, STORY
from tests.documents.written import ASCIIDOC, LATEX, PAGED, POD, RST, TROFF

MARKDOWN = f"# Rain\n\n{RAIN}\n\n```sh\nrain --heavy\n```\n\n- {SEA}\n"
LOGO = '<p align="center">\n  <a href="/"><img src="rain.svg"/></a>\n</p>\n\n'


@pytest.mark.parametrize(
    ("text", "kind"),
    [(MARKDOWN, "markdown"), (PAGE, "html"), (RST, "rst"), (LATEX, "latex"), (TROFF, "troff"), (ASCIIDOC, "asciidoc"),
     (POD, "pod"), (PAGED, "paged"), (LOGO + MARKDOWN, "markdown"),
     (f"So it is: <div><p>{RAIN}</p><p>{SEA}</p></div>", "html")],
)  # fmt: skip
def test_a_string_is_read_as_the_file_is(text: str, kind: str) -> None:
    assert kind_of(text) == kind
    document = sr.Ranker().read(text, id="rain")
    file = sr.read_document(text.encode(), kind=kind)
    assert (document.text, document.blocks, document.sentences) == (file.text, file.blocks, file.sentences)
    assert document.id == "rain"
    assert "Read as" in document.notes[0]
    assert "kind='text'" in document.notes[0]


def test_code_of_markdown_in_a_string_is_not_ranked() -> None:
    ranking = sr.rank(MARKDOWN)
    assert "rain --heavy" not in [sentence.text for sentence in ranking.top(4)]
    assert any("Markdown" in note for note in ranking.notes)


def test_plain_text_can_be_demanded_and_so_can_any_format() -> None:
    plain = sr.Ranker().read(MARKDOWN, kind="text")
    assert plain.text == MARKDOWN
    assert plain.notes == ()
    forced = sr.rank(f"It *rained*. {RAIN}", kind="markdown")
    assert forced.document.text.startswith("It rained.")
    assert forced.notes == ()
    with pytest.raises(OptionsError, match="kind='verse'"):
        sr.rank(RAIN, kind="verse")


@pytest.mark.parametrize(
    "text",
    [
        "\n\n".join(STORY),
        f"{RAIN} It is 2 * 3 * 4, and a < b > c; see https://example.org/#rain.",
        f"# Rain\n\n{RAIN}",
        f"Rain\n====\n\n{RAIN}\n\n- {SEA}",
        f"{RAIN} Use `make' and ``make install''.\n\nSea\n---\n\n{SEA}",
        f"He wrote <ann@example.org> and <bob@example.org>. {RAIN}",
        f"| {RAIN} |",
        f"Rain FAQ\n~~~~~~~~\n\nWhy\n---\n\n{RAIN} Use `make`.",
    ],
)
def test_ordinary_text_is_plain_text(text: str) -> None:
    assert kind_of(text) == "text"
    assert sr.Ranker().read(text).text == text


@pytest.mark.parametrize(
    ("text", "kind"),
    [("It is std::string.", "rst"), ("So it is ... well.. yes.", "rst"), ("See C:\\rain, and a \\ b.", "latex"),
     ("Rain --- and sea --- fell.", "markdown"), ("Room #3, and a | b.", "markdown")],
)  # fmt: skip
def test_a_sign_in_prose_loads_no_reader(text: str, kind: str) -> None:
    assert not may_be(text, kind)


def test_the_language_that_was_asked_for_is_obeyed() -> None:
    assert sr.rank(MARKDOWN, language="de").language == "de"


def test_sentences_that_are_split_are_never_markup() -> None:
    assert len(sr.rank(["# Rain", "It **rained**.", "`x` and [y](z)."])) == 3


def test_requests_name_the_formats_of_texts() -> None:
    assert "html" not in TEXT_KINDS
    assert {"text", "markdown", "rst"} <= set(TEXT_KINDS)
