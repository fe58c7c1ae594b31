"""A document written as Markdown is read back as the same blocks and marks."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import sentencerank as sr
from sentencerank.document import Block, Document, Mark
from sentencerank.documents.export import to_markdown
from sentencerank.languages.signs import aside
from tests.documents.samples import MARKDOWN

HARD = st.text(alphabet="ab 1.)-+*_`[]()<>#!|$&;:~^\\\"'=/今é", min_size=1, max_size=24).filter(
    lambda text: any(map(str.isalnum, text)) and text == " ".join(text.split())
)


def shape(document: Document) -> list[tuple[Any, ...]]:
    """Return what must come back: everything but where it stood."""
    found = []
    for block in document.blocks:
        marks = [
            (mark.kind, document.text[mark.start : mark.end], mark.target)
            for mark in document.marks
            if block.start <= mark.start and mark.end <= block.end
        ]
        text = document.text[block.start : block.end]
        cells = [[document.text[start:end] for start, end in row] for row in block.cells]
        found.append((block.kind, block.level, text, cells, dict(block.about), marks))
    return found


def again(document: Document) -> Document:
    return sr.read_document(to_markdown(document).encode(), kind="markdown")


def made(*blocks: tuple[Block, str], marks: tuple[Mark, ...] = ()) -> Document:
    """Return a document of blocks whose text is given; their ranges are counted here."""
    parts, found, place = [], [], 0
    for block, text in blocks:
        parts.append(text)
        found.append(Block(block.kind, place, place + len(text), block.level, block.cells, block.about))
        place += len(text) + 2
    return Document("\n\n".join(parts), (), tuple(found), marks=marks)


def test_a_file_with_everything() -> None:
    document = sr.read_document(MARKDOWN.encode())
    assert shape(again(document)) == shape(document)


def test_what_markdown_has_no_sign_for() -> None:
    document = made(
        (Block("message", 0, 0, about={"from": "Ann --> Lee", "date": "2024-03-01"}), "Ann Lee, 1 March"),
        (Block("caption", 0, 0), "Figure 1. Rain."),
        (Block("furniture", 0, 0), "Sent from my phone"),
        (Block("page", 0, 0, about={"number": "iv"}), ""),
        (Block("footnote", 0, 0, about={"label": "3"}), "Nobody points to this one."),
        (Block("reference", 0, 0), "Smith. Rain."),
        (Block("quote", 0, 0, 2), "He said so."),
    )
    assert shape(again(document)) == shape(document)


def test_a_list_with_code_inside_and_several_paragraphs() -> None:
    inner = "   ```sh\n   ls -l\n   ```\n\n   - inner\n\n     more inner"
    text = f"1. One.\n\n   More of one.\n\n{inner}\n2. Two.\n\nEnd here."
    document = sr.read_document(text.encode(), kind="markdown")
    assert [(block.kind, block.level) for block in document.blocks] == [
        ("list", 1),
        ("list", 1),
        ("code", 0),
        ("list", 2),
        ("list", 2),
        ("list", 1),
        ("paragraph", 0),
    ]
    assert shape(again(document)) == shape(document)


@given(HARD, st.sampled_from(["paragraph", "heading", "quote", "list", "caption"]))
def test_no_character_means_something_else(text: str, kind: Any) -> None:
    # A number or an address on a line of its own is a part of the page in any format.
    assume(aside(text) is None)
    level = 0 if kind in ("paragraph", "caption") else 1
    document = made((Block(kind, 0, 0, level), text), (Block("paragraph", 0, 0), "The end of it."))
    if kind == "list":
        # Its sign stands before it.
        document = sr.Document("- " + document.text, (), (Block("list", 2, 2 + len(text), 1),))
    assert shape(again(document))[0][:3] == (kind, level, text)


@given(st.lists(HARD, min_size=3, max_size=3), st.sampled_from(["emphasis", "strong", "code", "link"]))
def test_marks_stay_around_their_words(texts: list[str], kind: Any) -> None:
    before, inside, after = texts
    if kind == "code" and "\\" in inside:
        inside = inside.replace("\\", "b")
    target = "https://example.org/a (b).html" if kind == "link" else ""
    mark = Mark(kind, len(before) + 1, len(before) + 1 + len(inside), target)
    document = made((Block("paragraph", 0, 0), f"{before} {inside} {after}"), marks=(mark,))
    assert shape(again(document)) == shape(document)


@given(st.lists(st.lists(HARD, min_size=2, max_size=2), min_size=1, max_size=3))
def test_tables_keep_their_cells(rows: list[list[str]]) -> None:
    text, cells, place = [], [], 0
    for row in rows:
        line = " | ".join(row)
        cells.append(((place, place + len(row[0])), (place + len(row[0]) + 3, place + len(line))))
        text.append(line)
        place += len(line) + 1
    document = made((Block("table", 0, 0, cells=tuple(cells)), "\n".join(text)))
    assert shape(again(document)) == shape(document)


@pytest.mark.parametrize("text", ["", " "])
def test_an_empty_document_is_empty(text: str) -> None:
    assert to_markdown(Document(text, ())) == ""
