from __future__ import annotations

import pytest

from sentencerank.documents import read_document
from sentencerank.errors import DocumentError
from tests.documents.samples import ROLLING, SRT, VTT, parts, prose


def test_subrip_cues_become_sentences() -> None:
    document = read_document(SRT.encode())
    assert parts(document) == [
        ("paragraph", "The rain in Spain stays mainly in the plain. It has rained for three days & nights."),
        ("caption", "[thunder]"),
        ("paragraph", "Then the sun came back."),
        ("paragraph", "It did."),
    ]
    assert prose(document)[0] == "The rain in Spain stays mainly in the plain."


def test_webvtt_speakers_stand_before_what_they_say() -> None:
    document = read_document(VTT.encode())
    assert document.text == "Roger Bingham: The rain in Spain stays mainly in the plain.\n\nNeil: Does it?"
    assert prose(document) == ["The rain in Spain stays mainly in the plain.", "Does it?"]


def test_rolling_captions_are_said_once() -> None:
    assert read_document(ROLLING.encode()).text == "the rain in spain stays mainly in the plain"


def test_a_pause_ends_a_paragraph() -> None:
    cues = "00:01.000 --> 00:02.000\nIt rained.\n\n00:{}.000 --> 00:59.000\nIt stopped.\n"
    near, far = (read_document(f"WEBVTT\n\n{cues.format(second)}".encode()) for second in ("04", "30"))
    assert len(parts(near)) == 1
    assert len(parts(far)) == 2


def test_windows_line_ends_and_missing_blank_lines() -> None:
    text = (
        "\ufeff1\r\n00:00:01,000 --> 00:00:02,000\r\nIt rained.\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\nAll day.\r\n"
    )
    assert read_document(text.encode("utf-8")).text == "It rained. All day."


def test_captions_without_punctuation_are_cut_into_chunks() -> None:
    cues = [
        f"00:{i // 60:02}:{i % 60:02}.000 --> 00:{i // 60:02}:{i % 60:02}.900\nword{i} and some more of it"
        for i in range(100)
    ]
    document = read_document(("WEBVTT\n\n" + "\n\n".join(cues)).encode())
    assert 15 <= len(prose(document)) <= 25
    assert any("no punctuation" in note for note in document.notes)


def test_subtitles_without_cues() -> None:
    with pytest.raises(DocumentError, match="no cue"):
        read_document(b"WEBVTT\n\nnothing here")
