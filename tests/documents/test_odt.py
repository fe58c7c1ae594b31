from __future__ import annotations

import pytest

from sentencerank.documents import Limits, read_document
from sentencerank.errors import DocumentError, LimitError
from tests.documents.samples import RAIN, SUN, odt, parts, zipped


def test_one_of_each() -> None:
    document = read_document(odt(), name="rain.odt")
    assert parts(document) == [
        ("title", "Rain in Spain"),
        ("heading", "Why it rains"),
        ("paragraph", f"{RAIN} It was very wet, see the weather.[1]"),
        ("list", "First, the sea warms up."),
        ("list", "It takes days."),
        ("list", "Second, the air rises."),
        ("table", "City | Rain\nMadrid | 12 mm"),
        ("code", "rain --heavy\n  stop"),
        ("formula", "v = 2"),
        ("figure", "Rain over the sea"),
        ("quote", SUN),
        ("footnote", "As the song has it."),
    ]
    assert "1. First" in document.text
    assert "- It takes" in document.text
    assert "2. Second" in document.text
    assert [(mark.kind, document.text[mark.start : mark.end], mark.target) for mark in document.marks] == [
        ("strong", "very", ""),
        ("link", "the weather", "https://rain.example/"),
        ("note", "[1]", "1"),
    ]
    assert document.notes == ("left out: table of contents (1)",)


def test_a_picture_without_a_description_is_kept() -> None:
    picture = '<draw:frame><draw:image xlink:href="Pictures/0.jpg"/></draw:frame>'
    document = read_document(odt(f"<text:p>{RAIN}{picture} {SUN}</text:p>"))
    assert [(block.kind, dict(block.about)) for block in document.blocks] == [
        ("paragraph", {}),
        ("figure", {"source": "Pictures/0.jpg"}),
    ]


@pytest.mark.parametrize(("font", "kinds"), [("Courier New1", ["code", "paragraph"]), ("Arial", ["paragraph"] * 3)])
def test_letters_of_one_width_are_code(font: str, kinds: list[str]) -> None:
    style = f'<style:style style:name="Programm"><style:text-properties style:font-name="{font}"/></style:style>'
    typed = "".join(f'<text:p text:style-name="Programm">{line}</text:p>' for line in ("rain();", "stop();"))
    document = read_document(odt(f"{typed}<text:p>{RAIN}</text:p>", style))
    assert [kind for kind, _ in parts(document)] == kinds


def test_lists_in_lists_have_levels() -> None:
    levels = [block.level for block in read_document(odt()).blocks if block.kind == "list"]
    assert levels == [1, 2, 1]


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"content.xml": "<a><body><spreadsheet/></body></a>"}, "an office file that is not read"),
        ({"content.xml": "<a>", "mimetype": ""}, "damaged"),
        ({"content.xml": "x", "META-INF/manifest.xml": "<encryption-data/>"}, "protected by a password"),
        ({"content.xml": "<a><body><text/></body></a>"}, "no text"),
    ],
)
def test_what_cannot_be_read(members: dict[str, str | bytes], message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        read_document(zipped(members))


def test_what_is_nested_too_deep_is_refused() -> None:
    with pytest.raises(LimitError, match="nested"):
        read_document(odt("<text:section>" * 200 + "</text:section>" * 200), limits=Limits(depth=100))
