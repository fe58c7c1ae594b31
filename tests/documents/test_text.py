from __future__ import annotations

import textwrap
from dataclasses import replace
from pathlib import Path

import pytest

from sentencerank import Ranker
from sentencerank.documents import FORMATS, Limits, SafeReader, read_document
from sentencerank.documents.plain import decode
from sentencerank.errors import DocumentError, InputError, LanguageError, OptionsError
from tests.documents.samples import RAIN, SEA, STORY, SUN, TRANSCRIPT, parts, prose

FRENCH = "L'été, il pleut déjà très souvent à Orléans. « Où êtes-vous né ? » demanda le garçon à sa sœur. " * 4
RUSSIAN = "Сегодня весь день идёт сильный дождь. Люди ждут, когда снова выйдет солнце. " * 4
JAPANESE = "今日は一日中強い雨が降っています。人々は太陽が出るのを待っています。" * 4
CHINESE = "今天下了一整天的大雨。人们在等待太阳重新出来，但是气象局说还要等很久。" * 4


WRAPPED = "\n\n".join(textwrap.fill(paragraph, 40) for paragraph in STORY)
LAID_OUT = f"Why It Rains\n\n{RAIN}\n\n1. The sea\n2. The air\n\n> {SEA}\n"
QUOTED = "He wrote this yesterday:\n\n" + textwrap.indent(textwrap.fill(f"{RAIN} {SEA} {SUN}", 50), "> ")
TABLE = "Rain fell on the town all day.\n\nCity    Rain   Wind\nOslo    3 mm   calm\nRome    0 mm   calm\n"
REFERENCES = f"Rain\n\n{RAIN} {SEA}\n\nReferences\n\nLee, A. (2020). Rain. Journal of Weather, 3.\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize(
    "text",
    [
        RAIN,
        WRAPPED,
        LAID_OUT,
        QUOTED,
        TABLE,
        REFERENCES,
        FRENCH,
        CHINESE,
        "Paris 2024",
        WRAPPED.replace("\n", "\r\n"),
        WRAPPED.replace("\n", "\r"),
        f"  {RAIN}\f\v \xad{SEA}\0\u200b {SUN}\u2028 \n\n\n",
    ],
)
def test_a_file_of_plain_text_is_read_as_the_string_is(text: str, encoding: str) -> None:
    document = read_document(text.encode(encoding), kind="text")
    assert document == Ranker().read(text)
    assert document.text == text


def test_notes_on_the_encoding_are_the_only_difference() -> None:
    document = read_document(FRENCH.encode("cp1252"))
    assert replace(document, notes=document.notes[1:]) == Ranker().read(FRENCH)


def test_hard_wraps_end_no_sentence() -> None:
    document = read_document(WRAPPED.encode())
    assert [(kind, " ".join(text.split())) for kind, text in parts(document)] == [
        ("paragraph", paragraph) for paragraph in STORY
    ]
    assert len(prose(document)) == 6


def test_sentences_of_a_quote_go_on_over_its_marks() -> None:
    document = read_document(QUOTED.encode())
    assert [kind for kind, _ in parts(document)] == ["paragraph", "quote"]
    assert [" ".join(text.replace("\n> ", " ").split()) for text in prose(document)[1:]] == [
        sentence + "." for paragraph in STORY for sentence in paragraph.rstrip(".").split(". ")
    ]


def test_wraps_in_scripts_without_spaces_leave_no_space() -> None:
    lines = [CHINESE[start : start + 30] for start in range(0, 120, 30)]
    assert read_document("\n".join(["# 雨", "", *lines]).encode(), kind="markdown").text == "雨\n\n" + CHINESE[:120]


def test_headings_lists_and_quotes_keep_their_marks_outside_the_blocks() -> None:
    document = read_document(LAID_OUT.encode())
    assert parts(document) == [
        ("heading", "Why It Rains"),
        ("paragraph", RAIN),
        ("list", "The sea"),
        ("list", "The air"),
        ("quote", SEA),
    ]
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
    assert document.text == text
    guessed = [note for note in document.notes if note.startswith("encoding guessed")]
    assert bool(guessed) != encoding.startswith("utf")


def test_a_guessed_encoding_is_named() -> None:
    assert "encoding guessed: windows-1252" in read_document(FRENCH.encode("cp1252")).notes


def test_utf_16_without_a_mark_is_a_guess() -> None:
    found = decode(RAIN.encode("utf-16-le"))
    assert found.text == RAIN
    assert found.notes == ("encoding guessed: utf-16-le",)


def test_a_stray_nul_does_no_harm() -> None:
    document = read_document(f"{RAIN} \0 {RAIN}".encode())
    assert prose(document) == 2 * prose(read_document(RAIN.encode()))


def test_only_listed_charsets_are_believed() -> None:
    assert decode(b"caf\xe9", declared="iso-8859-1").text == "café"
    assert decode(b"+AGEAYg-", declared="utf-7").text == "+AGEAYg-"
    assert decode("дождь".encode("koi8-r"), declared=" KOI8-R ").text == "дождь"


def test_line_ends_are_all_one_unless_they_are_wanted() -> None:
    assert decode(b"a\r\nb\rc\n").text == "a\nb\nc\n"
    assert decode(b"a\r\nb\rc\n", verbatim=True).text == "a\r\nb\rc\n"


def test_a_broken_utf_16_text_is_read_with_a_note() -> None:
    document = read_document(b"\xff\xfe" + RAIN.encode("utf-16-le") + b"\x00\xd8!\x00")
    assert any("damaged" in note for note in document.notes)


@pytest.mark.parametrize("text", [FRENCH, RUSSIAN, RAIN])
def test_a_damaged_byte_does_not_spoil_utf_8(text: str) -> None:
    data = text.encode()
    document = read_document(data[:30] + b"\xff\xfe\xfa" + data[30:])
    assert document.text.endswith(text[-60:])
    assert any("damaged" in note or "guessed" in note for note in document.notes)


def test_languages() -> None:
    assert read_document(JAPANESE.encode()).language == "ja"
    assert read_document(RAIN.encode()).language == "en"
    assert read_document(RAIN.encode(), language="de").language == "de"
    assert any(note.startswith("Read as Russian (ru)") for note in read_document(RUSSIAN.encode()).notes)


PROSE = " ".join(STORY)
SAME = {  # the same prose in formats whose reading goes different ways
    "text": PROSE,
    "markdown": f"# Rain\n\n**{PROSE}**",
    "html": f"<!doctype html><html><body><main><p>{PROSE}</p></main></body></html>",
    "email": f"From: a@example.org\nSubject: Rain\n\n{PROSE}",
    "transcript": f"Ann: {PROSE}\nBob: {PROSE}\nAnn: {PROSE}\nBob: {PROSE}",
    "subtitles": f"WEBVTT\n\n00:01.000 --> 00:02.000\n{PROSE}",
}


@pytest.mark.parametrize("kind", SAME)
def test_the_language_asked_for_has_the_same_outcome_in_every_format(kind: str) -> None:
    data = SAME[kind].encode()
    with pytest.raises(LanguageError, match=r"language='zh', but the text is in another script: .*English") as refusal:
        read_document(data, language="zh")
    with pytest.raises(LanguageError, match="another script") as said:
        Ranker(language="zh").read(PROSE)
    assert str(refusal.value) == str(said.value)
    for wanted in ("auto", "en", "de", "pt-BR", "xx"):
        document, string = read_document(data, language=wanted), Ranker(language=wanted).read(PROSE)
        assert (document.language, document.notes) == (string.language, string.notes)
        assert (document.language_confidence is None) == (wanted != "auto")
    assert read_document(data, language="de").notes == ("Read as German (de), as asked; it looks like English (en).",)


@pytest.mark.parametrize("kind", ["text", "markdown"])
def test_the_process_of_its_own_refuses_another_script_too(kind: str) -> None:
    with SafeReader() as reader, pytest.raises(LanguageError, match="another script"):
        reader.read(SAME[kind].encode(), language="zh")


def test_a_declared_language_decides_where_the_text_does_not_tell() -> None:
    page = '<!doctype html><html lang="fr"><body><main><p>Paris 2024</p></main></body></html>'
    document = read_document(page.encode())
    assert (document.language, document.notes[-1]) == ("fr", "Read as French (fr), as the file declares.")
    assert read_document(page.replace("fr", "en").encode()).language == "en"


@pytest.mark.parametrize("wanted", ["?", "", None])
def test_what_is_no_language_is_refused_before_reading(wanted: str) -> None:
    with pytest.raises(LanguageError, match="not a language code"):
        read_document(b"", language=wanted)


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
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "password"),
    ],
)
def test_what_is_no_document(source: str | bytes, words: str) -> None:
    with pytest.raises(DocumentError, match=words):
        read_document(source)


def test_wrong_arguments() -> None:
    with pytest.raises(OptionsError, match=f"kind='word' is not one of {', '.join(FORMATS)}"):
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
    document = read_document(TABLE.encode())
    assert parts(document)[1] == ("table", "City    Rain   Wind\nOslo    3 mm   calm\nRome    0 mm   calm")
    assert prose(document) == ["Rain fell on the town all day."]


def test_text_for_a_printer_or_a_terminal_is_read() -> None:
    bold = "".join(f"{sign}\b{sign}" for sign in "Rain")
    text = f"{bold} fell in _\bS_\bp_\ba_\bi_\bn\b\b.\n\nIt was \x1b[1;31mwet\x1b[0m."
    document = read_document(text.replace("n\b\b", "n").encode(), name="rain.txt")
    assert document.text == "Rain fell in Spain.\n\nIt was wet."
    assert "left out: signs for a terminal or a printer" in document.notes


LONG = "A line that somebody did not wrap " * 5
WIDE = (
    "All that was said about the weather in the mountains was written\n"
    "down by two people, and the older of them lives in the valley near\nthe river."
)


def test_a_long_line_does_not_change_how_other_paragraphs_were_wrapped() -> None:
    text = f"{LONG}\n\n{WIDE}\n\n  * It was told to all, and all of them heard what was said of the\n    Foundation."
    assert [part for _, part in parts(read_document(text.encode()))][1:] == [
        WIDE,
        "It was told to all, and all of them heard what was said of the\n    Foundation.",
    ]


def test_a_bullet_below_an_and_begins_an_item() -> None:
    text = f"{WIDE}\n\n  * in the valley, and\n  * on the hill.\n"
    assert [part for _, part in parts(read_document(text.encode()))][1:] == ["in the valley, and", "on the hill."]


def test_what_leads_through_a_file_of_info_is_not_ranked() -> None:
    text = (
        "This is rain.info, produced by makeinfo version 6.8 from rain.texi.\n\n"
        f"\x1f\nFile: rain.info,  Node: Top,  Up: (dir)\n\nRain\n****\n\n{WIDE}\n\n* Menu:\n\n"
        "* Sun::    What follows the rain.\n* Net::Rain is a module that lets rain fall.\n\n"
        "* rain:    Top.   (line 6)\n"
    )
    assert prose(read_document(text.encode(), name="rain.info")) == [
        WIDE,
        "Net::Rain is a module that lets rain fall.",
    ]


def test_contents_with_titles_that_are_questions_or_take_two_lines() -> None:
    titles = [
        "1.1. What is this?",
        "1.2. Why rain, and not snow? And what if it is a day without\n     either!",
        "1.3. So what is snow?!",
        "1.3.1. Where does all of it fall, and who is it that has to carry\n       it?",
    ]
    text = "Table of Contents\n\n" + "\n".join(titles) + "\n\n" + "\n\n".join(f"{title}\n\n{WIDE}" for title in titles)
    kinds = [block.kind for block in read_document(text.encode()).blocks]
    assert kinds[:5] == ["heading", *["furniture"] * 4]
    assert "furniture" not in kinds[5:]


def test_the_usage_of_a_command_is_code() -> None:
    assert parts(read_document(f"{WIDE}\n\nusage: rain [options] <filter> [file...]\n".encode()))[1][0] == "code"


def test_two_lines_of_chinese_are_a_paragraph_whatever_else_is_wide() -> None:
    wrapped = (
        "今天的天气非常好，所以我们决定到山上去看看那里的风景，然后再\n"
        "回家吃饭。山上的人很多，大家都在看风景，也有人在唱歌，还有人\n在吃饭。"
    )
    short = "如果您在山上看到了很美的风景，那么您可能已经遇上了下面所说的\n这样的情况："
    text = f"风景\n\n{wrapped}\n\n{short}\n\n  * 天气很好。\n\n{'x' * 20} = {'y' * 20} + {'z' * 20} + {'w' * 20};\n"
    assert parts(read_document(text.encode()))[:3] == [
        ("heading", "风景"),
        ("paragraph", wrapped),
        ("paragraph", short),
    ]


def test_the_page_of_a_manual_in_another_language() -> None:
    page = (
        "CAT(1)                      Comandos de usuário                     CAT(1)\n\nNOME\n"
        "       cat - concatena arquivos e imprime para a saída padrão\n\nSINOPSE\n"
        "       cat [OPÇÃO]... [ARQUIVO]...\n       cat [-h]\n\nDESCRIÇÃO\n"
        "       Concatena os arquivos que foram dados e escreve tudo na saída padrão.\n\n"
        "       -b, --number-nonblank\n              numera as linhas de saída não vazias\n\n"
        "       -e\n              Equivalente a um\n\n"
        "       Term   A ação padrão é encerrar o processo.\n\n       Ign    A ação padrão é ignorar o sinal.\n\n"
        "       Stop   A ação padrão é parar o processo.\n"
    )
    assert parts(read_document(page.encode()))[3:] == [
        ("heading", "SINOPSE"),
        ("code", "cat [OPÇÃO]... [ARQUIVO]...\n       cat [-h]"),
        ("heading", "DESCRIÇÃO"),
        ("paragraph", "Concatena os arquivos que foram dados e escreve tudo na saída padrão."),
        ("code", "-b, --number-nonblank"),
        ("paragraph", "numera as linhas de saída não vazias"),
        ("code", "-e"),
        ("paragraph", "Equivalente a um"),
        ("caption", "Term"),
        ("paragraph", "A ação padrão é encerrar o processo."),
        ("caption", "Ign"),
        ("paragraph", "A ação padrão é ignorar o sinal."),
        ("caption", "Stop"),
        ("paragraph", "A ação padrão é parar o processo."),
    ]


def test_drawings_and_what_stands_below_an_underlined_heading() -> None:
    text = (
        "Rain\n**********\n\nBy default rain falls without any of them.  The usual form of it is:\n\n"
        f"     rain [FILE]...\n\n{WIDE}\n\n{WIDE}\n\n     A---B---C sea\n\n{WIDE}\n"
    )
    kinds = [kind for kind, _ in parts(read_document(text.encode()))]
    assert kinds == ["heading", "paragraph", "code", "paragraph", "paragraph", "code", "paragraph"]
