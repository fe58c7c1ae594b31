from __future__ import annotations

import pytest

from sentencerank.languages.registry import language_of
from sentencerank.languages.wording_phrases import phrases_of, read_phrases

KINDS = {"announces", "signposts", "refers", "greets", "addresses"}


@pytest.mark.parametrize("code", ["de", "fr", "es", "it", "pt", "nl", "ru", "tr"])
def test_each_file_has_every_kind_of_phrase_once_and_in_small_letters(code: str) -> None:
    found = read_phrases(code)
    assert set(found) - {"duty", "law", "defines", "articles", "introduces"} == KINDS
    assert ("duty" in found) == ("law" in found)
    assert not any(" " in word for word in found.get("duty", ()))
    for kind, phrases in found.items():
        assert len(phrases) == len(set(phrases)) > (2 if kind in ("defines", "articles") else 4)
        assert all(phrase == phrase.lower() for phrase in phrases)
    assert not set(found["announces"]) & set(found["signposts"])


@pytest.mark.parametrize(
    ("code", "sentence", "signpost"),
    [
        ("de", "Siehe proc(5) für Einzelheiten.", True),
        ("de", "Die Stadt (siehe auch Hafen) baut eine neue Brücke über den Fluss.", False),
        ("de", "Im folgenden Jahr wurde der Jura ein Teil der Republik.", False),
        ("de", "Viele Städte setzen freie Software in ihren Schulen ein.", False),
        ("de", "Dies ist freie Software; in den Quellen stehen die Bedingungen.", True),
        ("de", "Copyright © 2019 Lee", True),
        ("fr", "Voir la page ln(1) et le manuel.", True),
        ("fr", "Une prise de sang est nécessaire pour en savoir plus sur la maladie.", False),
        ("es", "Véase también la guía.", True),
        ("it", "Si veda mount(8) per i dettagli.", True),
        ("it", "Ha nevicato per tre giorni di seguito in tutta la regione.", False),
        ("pt", "O homem estava a seguir a estrada até à aldeia.", False),
        ("nl", "Zie setns(2) voor meer details.", True),
        ("ru", "Подробности смотрите в руководстве.", True),
        ("tr", "Daha fazla bilgi için kılavuza bakınız.", True),
        ("ja", "詳細は以下を参照してください。", True),
        ("fr", "Merci de lire le fichier LISEZMOI avant la pluie.", True),
        ("es", "Antes de empezar, vamos a echar un vistazo a la lluvia.", True),
        ("pt", "Para informação acerca da chuva veja a página do serviço.", True),
        ("it", "Prima di tutto una nota sulla pioggia.", True),
        ("de", "Alle Befehle sind im Benutzerhandbuch aufgeführt.", True),
        ("de", "Das Handbuch liegt auf dem Tisch.", False),
    ],
)
def test_what_points_elsewhere_is_told_from_what_says_something(code: str, sentence: str, signpost: bool) -> None:
    assert phrases_of(code).signposts(sentence.lower()) is signpost


@pytest.mark.parametrize(
    ("code", "sentence", "greeting"),
    [
        ("es", "Gracias por todo.", True),
        ("es", "Gracias a la lluvia los campos están verdes.", False),
        ("it", "Grazie alla pioggia i campi sono verdi.", False),
        ("fr", "Merci à tous !", True),
        ("pt", "Obrigado a pagar, o clube vendeu o jogador.", False),
        ("nl", "Beste speler van het jaar is een keeper.", False),
    ],
)
def test_thanks_are_told_from_causes(code: str, sentence: str, greeting: bool) -> None:
    assert phrases_of(code).greets(sentence.lower()) is greeting


@pytest.mark.parametrize(
    ("code", "sentence", "depends"),
    [
        ("de", "Sie können den Ort frei wählen.", False),
        ("de", "Sie wurde 1990 gebaut.", True),
        ("de", "Folglich steigt der Preis.", True),
        ("fr", "Par conséquent, le prix monte.", True),
        ("fr", "Ce document décrit le format.", False),
        ("ru", "Следовательно, цена растёт.", True),
        ("tr", "Bununla birlikte fiyat artıyor.", True),
    ],
)
def test_openings_that_depend_on_the_sentence_before(code: str, sentence: str, depends: bool) -> None:
    assert language_of(code).wording(sentence).depends is depends


@pytest.mark.parametrize(
    ("code", "sentence", "words"),
    [
        ("de", "GNU tar ist ein Archivprogramm.", 2),
        ("de", "Die Brücke ist ein Denkmal.", 1),
        ("de", "Das ist ein Denkmal.", 0),
        ("de", "Wenn es regnet, ist die Straße ein Fluss.", 0),
        ("fr", "GNU tar est un programme d’archivage.", 2),
        ("fr", "Il est un peu tard.", 0),
        ("es", "El puente es un monumento.", 1),
        ("it", "Il ponte è un monumento.", 1),
        ("pt", "A ponte é um monumento.", 1),
        ("nl", "De brug is een monument.", 1),
        ("ru", "Мост — это памятник.", 1),
        ("tr", "Köprü bir anıttır.", 0),
    ],
)
def test_what_says_what_something_is(code: str, sentence: str, words: int) -> None:
    assert language_of(code).wording(sentence).defines == words
