from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from sentencerank.documents import Limits, read_document
from sentencerank.documents.decoding import decoded
from sentencerank.errors import DocumentError, InputError, OptionsError
from tests.documents.samples import RAIN, SEA, STORY, SUN, TRANSCRIPT, parts, prose

FRENCH = "L'été, il pleut déjà très souvent à Orléans. « Où êtes-vous né ? » demanda le garçon à sa sœur. " * 4
RUSSIAN = "Сегодня весь день идёт сильный дождь. Люди ждут, когда снова выйдет солнце. " * 4
JAPANESE = "今日は一日中強い雨が降っています。人々は太陽が出るのを待っています。" * 4
CHINESE = "今天下了一整天的大雨。人们在等待太阳重新出来，但是气象局说还要等很久。" * 4


def test_hard_wraps_are_undone() -> None:
    text = "\n\n".join(textwrap.fill(paragraph, 40) for paragraph in STORY)
    document = read_document(text.encode())
    assert parts(document) == [("paragraph", paragraph) for paragraph in STORY]
    assert document.text == "\n\n".join(STORY)
    assert len(prose(document)) == 6


def test_wraps_in_scripts_without_spaces_leave_no_space() -> None:
    lines = [CHINESE[start : start + 30] for start in range(0, 120, 30)]
    assert read_document("\n".join(["# 雨", "", *lines]).encode(), kind="markdown").text == "雨\n\n" + CHINESE[:120]


def test_headings_lists_and_quotes_keep_their_marks_outside_the_blocks() -> None:
    document = read_document(f"Why It Rains\n\n{RAIN}\n\n1. The sea\n2. The air\n\n> {SEA}\n".encode())
    assert parts(document) == [
        ("heading", "Why It Rains"),
        ("paragraph", RAIN),
        ("list", "The sea"),
        ("list", "The air"),
        ("quote", SEA),
    ]
    assert "1. The sea\n\n2. The air" in document.text
    assert {sentence.section for sentence in document.sentences} == {1}


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (FRENCH, "utf-8"),
        (FRENCH, "utf-8-sig"),
        (FRENCH, "utf-16"),
        (FRENCH, "utf-32"),
        (FRENCH, "cp1252"),
        (RUSSIAN, "koi8-r"),
        (RUSSIAN, "cp1251"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (CHINESE, "gb18030"),
    ],
)
def test_encodings(text: str, encoding: str) -> None:
    document = read_document(text.encode(encoding))
    assert document.text == text.strip()
    guessed = [note for note in document.notes if note.startswith("encoding guessed")]
    assert bool(guessed) != encoding.startswith("utf")


def test_a_guessed_encoding_is_named() -> None:
    assert "encoding guessed: windows-1252" in read_document(FRENCH.encode("cp1252")).notes


def test_utf_16_without_a_mark_is_a_guess() -> None:
    found = decoded(RAIN.encode("utf-16-le"))
    assert found.text == RAIN
    assert found.notes == ("encoding guessed: utf-16-le",)


def test_a_stray_nul_does_no_harm() -> None:
    assert read_document((RAIN + "\0" + RAIN).encode()).text == RAIN + RAIN


def test_only_listed_charsets_are_believed() -> None:
    assert decoded(b"caf\xe9", declared="iso-8859-1").text == "café"
    assert decoded(b"+AGEAYg-", declared="utf-7").text == "+AGEAYg-"
    assert decoded("дождь".encode("koi8-r"), declared=" KOI8-R ").text == "дождь"


def test_line_ends_are_all_one() -> None:
    assert decoded(b"a\r\nb\rc\n").text == "a\nb\nc\n"


def test_a_broken_utf_16_text_is_read_with_a_note() -> None:
    document = read_document(b"\xff\xfe" + RAIN.encode("utf-16-le") + b"\x00\xd8!\x00")
    assert any("damaged" in note for note in document.notes)


@pytest.mark.parametrize("text", [FRENCH, RUSSIAN, RAIN])
def test_a_damaged_byte_does_not_spoil_utf_8(text: str) -> None:
    data = text.encode()
    document = read_document(data[:30] + b"\xff\xfe\xfa" + data[30:])
    assert document.text.endswith(text.strip()[-60:])
    assert any("damaged" in note or "guessed" in note for note in document.notes)


def test_languages() -> None:
    assert read_document(JAPANESE.encode()).language == "ja"
    assert read_document(RAIN.encode()).language == "en"
    assert read_document(RAIN.encode(), language="de").language == "de"
    assert any(note.startswith("Read as Russian (ru)") for note in read_document(RUSSIAN.encode()).notes)


def test_transcript_turns_keep_their_speakers_outside_the_sentences() -> None:
    document = read_document(TRANSCRIPT.encode())
    assert [text for _, text in parts(document)] == [
        "The rain in Spain stays mainly in the plain. It has rained for three days.",
        "Has it?",
        "It has.",
        "Then people wait for the sun.",
    ]
    assert document.text.startswith("Ann Lee: The rain")
    assert "Bob: Has it?" in document.text


def test_a_path_gives_the_document_its_name(tmp_path: Path) -> None:
    file = tmp_path / "rain.txt"
    file.write_text(RAIN)
    assert read_document(file).id == read_document(str(file)).id == "rain.txt"
    assert read_document(file, name="other").id == "other"


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("http://example.org/rain", "nothing is fetched"),
        ("no-such-file.txt", "not a file"),
        (RAIN * 100, "not a file|cannot be read"),
        ("/", "not a file"),
        ("a\0b", "not a file|cannot be read"),
        (b"", "empty"),
        (b" \n\t ", "empty"),
        (b"*** --- ***", "no text"),
    ],
)
def test_what_is_no_document(source: str | bytes, words: str) -> None:
    with pytest.raises(DocumentError, match=words):
        read_document(source)


def test_wrong_arguments() -> None:
    with pytest.raises(OptionsError, match="kind='word'"):
        read_document(b"x", kind="word")
    with pytest.raises(InputError, match="int"):
        read_document(3)  # type: ignore[arg-type]
    with pytest.raises(OptionsError, match="pages=0"):
        Limits(pages=0)


def test_kind_overrides_the_content() -> None:
    assert parts(read_document(b"# Rain\n\n**All** day it rained.", kind="text"))[1] == (
        "paragraph",
        "**All** day it rained.",
    )


def test_limits_on_text(tmp_path: Path) -> None:
    file = tmp_path / "rain.txt"
    file.write_text(RAIN)
    for source in (file, RAIN.encode()):
        with pytest.raises(DocumentError, match=r"Limits\(bytes="):
            read_document(source, limits=Limits(bytes=20))
    with pytest.raises(DocumentError, match=r"Limits\(characters="):
        read_document(SUN.encode(), limits=Limits(characters=20))
    with pytest.raises(DocumentError, match=r"Limits\(seconds="):
        read_document(SUN.encode(), limits=Limits(seconds=1e-9))


def test_rows_of_a_table_keep_their_cells() -> None:
    document = read_document(
        b"Rain fell on the town all day.\n\nCity    Rain   Wind\nOslo    3 mm   calm\nRome    0 mm   calm\n"
    )
    assert parts(document)[1] == ("table", "City | Rain | Wind\nOslo | 3 mm | calm\nRome | 0 mm | calm")
    assert prose(document) == ["Rain fell on the town all day."]
