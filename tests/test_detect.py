import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.languages.detect import detect


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("The committee said that it would not publish the report before the end of the year.", "en"),
        ("Der Ausschuss teilte mit, dass er den Bericht nicht vor dem Ende des Jahres veröffentlichen werde.", "de"),
        ("Le comité a annoncé qu'il ne publierait pas le rapport avant la fin de l'année.", "fr"),
        ("De kat zat op de mat en was in de tuin met een hond.", "nl"),
        ("我们今天去北京。", "zh"),
        ("日本語の文章です。", "ja"),
        ("한국어 문장입니다.", "ko"),
        ("ภาษาไทย", "th"),
        ("مرحبا بالعالم", "ar"),
        ("این یک گزارش خوب است", "fa"),
        ("שלום עולם", "he"),
        ("नमस्ते दुनिया", "hi"),
        ("বাংলা ভাষা", "bn"),
        ("Привет, как дела?", "ru"),
        ("Привіт, як її справи?", "uk"),
        ("Καλημέρα κόσμε", "el"),
    ],
)
def test_languages(text: str, code: str) -> None:
    assert detect(text).code == code


@pytest.mark.parametrize("text", ["", " \n", "12345", "😀🎉", "\ud800\x00", "?!…"])
def test_nothing_to_go_by(text: str) -> None:
    assert detect(text) == ("und", 0.0, "no letters")


def test_a_headline_does_not_decide_for_the_body() -> None:
    body = "Der Bericht wurde nach dem Ende der Sitzung an alle Mitglieder verteilt. " * 200
    assert detect("The end of the world as they know it and what it is to be for all of us. " + body).code == "de"


def test_english_with_foreign_names_is_english() -> None:
    assert (
        detect("The poet 李白 was one of the most famous of his time, and his work is read to this day.").code == "en"
    )


def test_names_and_single_words_are_unsure() -> None:
    for text in ("Paris Match", "Menu", "ok"):
        assert detect(text).confidence < 0.6


def test_latin_letters_without_function_words_are_undetermined() -> None:
    assert detect("qwx zrkk plomf drgg vnnt " * 10).code == "und"


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_has_an_answer(text: str) -> None:
    found = detect(text)
    assert 0 <= found.confidence <= 1
    assert found.code
    assert found.reason
