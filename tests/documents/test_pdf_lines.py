"""What stands out in a line, and what stands below the text or before it, in PDFs."""

from __future__ import annotations

from typing import Any

from sentencerank.documents import read_document
from tests.documents.samples import parts, prose
from tests.documents.test_pdf_features import BODY, canvas_pdf, runs, write


def test_a_bold_beginning_of_a_paragraph_does_not_end_with_its_line() -> None:
    def draw(canvas: Any) -> None:
        top = write(canvas, BODY)
        wet = ("The wet part of the year begins", "Times-Roman", 11, 0)
        runs(canvas, top + 30, ("Rain in the hills. ", "Times-Bold", 11, 0), wet)
        write(canvas, "when the wind turns to the west, and it lasts until the first snow falls.", top + 43, width=60)
        old = "The law on water, called the law of wells, which is quite old and"
        says = ("says who may dig where and how deep.", "Times-Roman", 11, 0)
        runs(canvas, top + 100, (old, "Times-Bold", 11, 0))
        runs(canvas, top + 113, ("known, ", "Times-Bold", 11, 0), says)

    document = read_document(canvas_pdf(draw))
    found = parts(document)
    assert ("heading", "Rain in the hills.") in found
    assert (
        "paragraph",
        "The wet part of the year begins when the wind turns to the west, and it lasts until the first snow falls.",
    ) in found
    law = (
        "The law on water, called the law of wells, which is quite old and known, says who may dig where and how deep."
    )
    assert ("paragraph", law) in found


def test_notes_below_each_other_are_notes_whatever_stands_between_them() -> None:
    def draw(canvas: Any) -> None:
        write(canvas, BODY)
        canvas.line(72, 162, 150, 162)
        runs(canvas, 690, ("*", "Times-Roman", 6, 3), ("Institute of Rain, Madrid.", "Times-Roman", 8, 0))
        runs(canvas, 722, ("1", "Times-Roman", 6, 3), ("The gauge was broken that week.", "Times-Roman", 8, 0))

    found = parts(read_document(canvas_pdf(draw)))
    assert [text for kind, text in found if kind == "footnote"] == [
        "Institute of Rain, Madrid.",
        "The gauge was broken that week.",
    ]


def test_text_behind_a_table_of_contents_is_ranked() -> None:
    def contents(canvas: Any) -> None:
        runs(canvas, 100, ("Contents", "Times-Bold", 16, 0))
        for index in range(6):
            canvas.setFont("Times-Roman", 11)
            canvas.drawString(72, 700 - 14 * index, f"Part {index + 1} of the book . . . . . . . . . . . {index + 3}")

    document = read_document(canvas_pdf(contents, lambda canvas: write(canvas, BODY)))
    assert " ".join(prose(document)) == BODY
