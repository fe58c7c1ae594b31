"""Text gathered run by run is what it would be if it had come at once, and its marks are at the right words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sentencerank.document import Place
from sentencerank.documents.pieces import Writer, table, tidy

RUNS = st.lists(st.text(alphabet="ab 今下\n\t\xad\u200b\u00a0.", max_size=6), max_size=8)


@given(RUNS)
def test_runs_are_tidied_as_one_text(runs: list[str]) -> None:
    writer = Writer()
    for run in runs:
        writer.write(run)
    whole = writer.take().text
    assert whole == tidy(whole)
    assert whole.split() == tidy("".join(runs)).split() or "今" in whole or "下" in whole


@given(RUNS)
def test_every_mark_has_the_words_that_were_written_in_it(runs: list[str]) -> None:
    writer = Writer()
    for index, run in enumerate(runs):
        writer.begin("link", str(index))
        writer.write(run, Place(0, 0, line=index + 1))
        writer.end()
    words = writer.take()
    expected = {str(index): tidy(run) for index, run in enumerate(runs) if tidy(run)}
    assert {mark.target: words.text[mark.start : mark.end] for mark in words.marks} == expected
    assert [words.text[place.start : place.end] for place in words.places] == list(expected.values())


def test_a_mark_goes_on_in_the_next_text() -> None:
    writer = Writer()
    writer.begin("strong")
    writer.write("one")
    assert writer.take().marks
    writer.write("two ")
    writer.end()
    writer.write("three")
    text, marks, _ = writer.take()
    assert [text[mark.start : mark.end] for mark in marks] == ["two"]
    assert not writer.length


def test_marks_inside_cells_move_with_them() -> None:
    writer = Writer()
    writer.begin("code")
    writer.write("x")
    writer.end()
    piece = table([["a", "b"], ["", ""], ["c", writer.take()]])
    assert piece.text == "a | b\nc | x"
    assert [piece.text[mark.start : mark.end] for mark in piece.marks] == ["x"]
    assert [[piece.text[start:end] for start, end in row] for row in piece.cells] == [["a", "b"], ["c", "x"]]
