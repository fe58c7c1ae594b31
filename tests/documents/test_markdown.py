from __future__ import annotations

import pytest

from sentencerank.documents import read_document
from sentencerank.documents.formats import recognise_text
from sentencerank.documents.markdown import is_markdown
from tests.documents.samples import MARKDOWN, PAGE, RAIN, SUN, TRANSCRIPT, parts, prose


def test_a_table_of_contents_by_numbers_is_not_ranked() -> None:
    lines = "  \n".join(f"[1.{k}.](#1_{k}) When I measure rain, the gauge of kind {k} leaks." for k in range(3))
    text = f"# Rain\n\n### Table of contents\n\n{lines}\n\n# Questions\n\n{RAIN}\n\n{SUN}\n"
    assert not any("leaks" in sentence for sentence in prose(read_document(text.encode(), name="rain.md")))


def test_structure() -> None:
    document = read_document(MARKDOWN.encode())
    assert parts(document) == [
        ("title", "Rain in Spain"),
        ("heading", "Why it rains"),
        ("paragraph", "The rain in Spain stays mainly in the plain. It has rained for three days without a pause."),
        ("heading", "Second part"),
        ("list", "First, the sea warms up."),
        ("list", "Second, the air rises."),
        ("list", "Clouds form."),
        ("quote", "We have never seen such rain."),
        ("code", "for day in week:\n    rain(day)"),
        ("table", "City | Rain\nMadrid | 12 mm"),
        ("figure", "A picture of rain"),
        ("paragraph", SUN),
        ("heading", "References"),
        ("reference", "Ann Smith. Rain. 2020."),
    ]
    assert [block.level for block in document.blocks if block.kind == "heading"] == [1, 2, 2]
    assert "1. Clouds form." in document.text
    assert max(sentence.section for sentence in document.sentences) == 3


def test_only_prose_is_ranked() -> None:
    sentences = prose(read_document(MARKDOWN.encode()))
    assert "First, the sea warms up." in sentences
    assert not {"Rain in Spain", "City | Rain", "Ann Smith."} & set(sentences)


def test_raw_html_in_markdown_cannot_break_the_reading() -> None:
    document = read_document(f"# Rain\n\n<!-- nothing -->\n\n</div>\n\n{RAIN}\n\n<p>".encode(), name="rain.md")
    assert parts(document) == [("heading", "Rain"), ("paragraph", RAIN)]


@pytest.mark.parametrize(
    ("text", "name", "kind"),
    [
        (MARKDOWN, "", "markdown"),
        (MARKDOWN, "rain.txt", "markdown"),
        (PAGE, "rain.md", "html"),
        ("# Rain\n\nIt rained.", "rain.md", "markdown"),
        ("# Rain\n\nIt rained.", "rain.txt", "text"),
        (RAIN, "rain.md", "text"),
        ("a < b and c > d, said he.", "", "text"),
        ("Note: one.\nNote: two.\nOther words.", "", "text"),
        ("Files: a\nLicense: GPL\n\nFiles: b\nLicense: MIT\n", "", "text"),
        (TRANSCRIPT, "", "transcript"),
        ("[09:01] ann: hi\n[09:02] bob: hey\n[09:02] ann: did it work\n[09:03] bob: no idea", "", "transcript"),
        ("ann: hi\nbob: hey\nann: did it work\nbob: no idea", "", "text"),
    ],
)
def test_kinds_of_text(text: str, name: str, kind: str) -> None:
    assert recognise_text(text, name) == kind


def test_comments_with_hashes_make_no_markdown() -> None:
    signed = "-- Ann <ann@example.org>  Mon, 02 Jan 2023 10:00:00 +0100"
    entry = f"rain (1.0-1) unstable; urgency=low\n\n  * Stop.\n\n {signed}\n"
    text = f"{entry}\n# Older entries have been removed.\n# Use `apt changelog rain` to read them.\n"
    assert not is_markdown(text, named=False)
    assert is_markdown("# Rain\n## Today\n\nIt `rained`.", named=False)
    assert read_document(text.encode(), name="changelog").blocks[0].kind == "heading"
