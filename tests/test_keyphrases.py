"""Keyphrases: what may be one, how it is written, which are chosen, and where they stand."""

from __future__ import annotations

import numpy as np
import pytest

import sentencerank as sr
from sentencerank.languages.registry import language_of
from sentencerank.method.keyphrases import PhraseTable, choose_phrases, once_is_enough, phrase_scores
from tests.texts import ARTICLE, TEXTS

PUMPS = (
    "A heat pump (HP) moves warmth from the ground into a house. Every HP needs power. "
    "Heat pumps are quiet, and a HP lasts twenty years. The town council pays a third of each heat pump."
)


def texts(text: str, count: int = 50, **options: object) -> list[str]:
    return [phrase.text for phrase in sr.rank(text).keyphrases(count, **options)]  # type: ignore[arg-type]


@pytest.mark.parametrize("name", TEXTS)
def test_spans_are_where_the_phrase_or_its_acronym_stands(name: str) -> None:
    ranking = sr.rank(TEXTS[name])
    for phrase in ranking.keyphrases(30):
        assert len(phrase.spans) == phrase.count >= 1
        forms = [" ".join(ranking.document.text[start:end].split()).lower() for start, end in phrase.spans]
        assert phrase.text.lower() in forms
        assert list(phrase.sentences) == sorted(set(phrase.sentences))
        for start, end in phrase.spans:
            assert any(s.start <= start < end <= s.end for s in ranking.sentences if s.index in phrase.sentences)


def test_an_acronym_is_tied_to_its_phrase_and_inflections_are_one() -> None:
    best = sr.rank(PUMPS).keyphrases(1)[0]
    assert (best.text, best.short, best.stem, best.count) == ("heat pump", "HP", "heat pump", 6)
    assert "HP" not in texts(PUMPS)


def test_an_acronym_may_stand_behind_a_longer_phrase_than_its_own() -> None:
    text = (
        "A modern heat pump (HP) is quiet. Each HP needs power. A heat pump moves warmth. The town likes a heat pump."
    )
    assert [(one.short, one.count) for one in sr.rank(text).keyphrases(9) if one.text == "heat pump"] == [("HP", 5)]


def test_a_word_that_is_broken_at_the_end_of_a_line_moves_no_phrase() -> None:
    text = "Insulation is cheap. The insu-\nlation of an old boiler house saves heat. The boiler house is warm."
    ranking = sr.rank(text)
    (phrase,) = [one for one in ranking.keyphrases(9) if one.stem == "boiler hous"]
    assert phrase.text == "boiler house"
    assert [text[start:end] for start, end in phrase.spans] == ["boiler house"] * phrase.count


def test_the_subject_of_a_short_text_comes_first_although_it_is_named_in_full_once() -> None:
    text = (
        "The harbour bridge will close for repairs, the city council decided. Engineers found deep cracks in four of "
        "its cables. Ferries will cross the river while the bridge is closed. Shop owners near the harbour fear that "
        "customers stay away until the bridge opens again."
    )
    assert texts(text)[0] == "harbour bridge"


def test_a_time_before_a_name_is_no_part_of_it() -> None:
    found = texts("One morning Marta went out. Marta came back. The harbour was empty, and Marta saw a ship.")
    assert "Marta" in found
    assert "morning Marta" not in found[:3]


def test_names_keep_their_case_and_sentence_starts_do_not() -> None:
    found = texts(
        "Solar panels cover the roof of the Bank of England. The governor likes solar panels. "
        "Visitors of the Bank of England ask the governor about the roof."
    )
    assert "Bank of England" in found
    assert "solar panels" in found
    assert "governor" in found


def test_verbs_titles_days_and_vague_words_stay_out() -> None:
    found = texts(
        "Dr Miller presented new results on Monday. Dr Miller thanked the city museum. The museum opened Tuesday."
    )
    lower = [phrase.lower() for phrase in found]
    assert not {"dr", "dr miller", "monday", "tuesday", "presented", "opened", "new results"} & set(lower)
    assert "Miller" in found
    assert "city museum" in found


def test_a_possessive_ends_a_phrase() -> None:
    assert "Anna garden" not in texts("Anna's garden is large. Anna's garden is old. We love Anna's garden.")


def test_a_word_that_only_stands_in_a_phrase_is_told_by_the_phrase() -> None:
    found = texts("The file descriptor is closed. Each file descriptor has a number. A file descriptor is small.")
    assert found[0] == "file descriptor"
    assert not {"file", "descriptor"} & set(found)


def test_options_bound_length_and_words_and_refuse_nonsense() -> None:
    ranking = sr.rank(ARTICLE)
    assert all(" " not in phrase.text for phrase in ranking.keyphrases(50, max_words=1))
    without = [phrase.text for phrase in ranking.keyphrases(50, stop=["Heat", "solar collectors"])]
    assert not any("heat" in text.lower().split() or text == "solar collectors" for text in without)
    assert ranking.keyphrases(0) == ()
    with pytest.raises(sr.OptionsError, match="0 to 1"):
        ranking.keyphrases(diversity=2)
    with pytest.raises(sr.OptionsError, match="list of words"):
        ranking.keyphrases(stop="heat")
    with pytest.raises(sr.OptionsError):
        ranking.keyphrases(max_words=0)


def test_diversity_spreads_the_words() -> None:
    ranking = sr.rank(TEXTS["report"])

    def repeated(diversity: float) -> int:
        words = [word for phrase in ranking.keyphrases(10, diversity=diversity) for word in phrase.stem.split()]
        return len(words) - len(set(words))

    assert repeated(1.0) <= repeated(0.7) <= repeated(0.0)


def test_nothing_gives_nothing() -> None:
    assert sr.rank("").keyphrases() == ()
    assert sr.rank("").topics == ()
    assert sr.rank("And so it was.").keyphrases() == ()


def table(
    counts: list[int], sizes: list[int], *, nouns: int = 10, names: float = 0.0, terms: float = 0.0
) -> PhraseTable:
    bounds = np.cumsum([0, *sizes])
    return PhraseTable(
        words=np.arange(bounds[-1]),
        bounds=bounds,
        counts=np.array(counts),
        alone=np.array(counts),
        first=np.zeros(len(counts), dtype=np.intp),
        sizes=np.array(sizes),
        totals=np.repeat(counts, sizes),
        sentences=10,
        nouns=nouns,
        names=names,
        terms=terms,
        tagged=True,
    )


def test_a_phrase_that_occurs_once_counts_in_a_short_text_only() -> None:
    assert once_is_enough(table([1], [2], nouns=20)) > 0.9
    assert once_is_enough(table([1], [2], nouns=400)) < 0.1
    assert once_is_enough(table([1], [2], nouns=40, names=0.4)) < once_is_enough(table([1], [2], nouns=40))
    short, long = (phrase_scores(table([1, 3], [2, 1], nouns=nouns), np.ones(3)) for nouns in (20, 2000))
    assert short[0] > short[1]
    assert long[0] < long[1]


def test_single_words_count_in_a_story_and_phrases_where_the_text_repeats_them() -> None:
    story, abstract, paper = (
        phrase_scores(table([3, 3], [2, 1], nouns=500, names=names, terms=terms), np.array([0.5, 0.5, 1.5]))
        for names, terms in ((0.4, 0.01), (0.0, 0.01), (0.25, 0.3))
    )
    assert story[0] < story[1]
    assert abstract[0] > abstract[1]
    assert paper[0] > paper[1]


def test_the_weight_of_a_phrase_is_asked_for_only_near_the_top() -> None:
    asked: list[int] = []

    def weight(place: int) -> float:
        asked.append(place)
        return 0.1 if place == 0 else 1.0

    chosen = choose_phrases(table([2] * 9, [1] * 9), np.arange(9.0, 0.0, -1.0), np.ones(9), 0.0, weight, likely=2)
    assert [next(chosen)[0], next(chosen)[0]] == [1, 2]
    assert max(asked) <= 3


def test_words_that_were_said_count_less() -> None:
    one = table([2, 2, 2], [1, 1, 1])
    shared = PhraseTable(**{name: getattr(one, name) for name in one.__slots__} | {"words": np.array([0, 0, 1])})
    values = np.array([3.0, 2.0, 0.0])
    order = [place for place, _ in choose_phrases(shared, np.array([3.0, 2.9, 2.0]), values, 0.5)]
    assert order == [0, 2, 1]
    assert [place for place, _ in choose_phrases(shared, np.array([3.0, 2.9, 2.0]), values, 0.0)] == [0, 1, 2]


def test_a_language_without_parts_of_speech_has_names_and_what_is_repeated() -> None:
    text = (
        "La conférence de presse aura lieu lundi. Marie Durand ouvrira la conférence de presse. "
        "Les journalistes attendent la conférence de presse de Marie Durand."
    )
    found = [phrase.text for phrase in sr.rank(text, language="fr").keyphrases(5)]
    assert "conférence de presse" in found
    assert "Marie Durand" in found


def test_scripts_without_spaces_are_written_without_them() -> None:
    found = sr.rank("機械学習は便利です。機械学習の論文を読みました。", language="ja").keyphrases(3)
    assert found
    assert all(" " not in phrase.text for phrase in found)


@pytest.mark.parametrize(
    ("language", "text", "noun", "verb"),
    [
        ("fr", "La ville chauffe ses maisons. Le soleil chauffe la ville. Il chauffe l'eau.", "ville", "chauffe"),
        ("es", "La ciudad calienta las casas. El sol calienta la ciudad y calienta el agua.", "ciudad", "calienta"),
        ("pt", "A cidade aquece as casas. O sol aquece a cidade. Ele aquece bem a cidade.", "cidade", "aquece"),
        ("nl", "De stad verwarmt de huizen. De zon verwarmt de stad en verwarmt het water.", "stad", "verwarmt"),
    ],
)
def test_articles_tell_nouns_from_verbs_where_there_are_no_tags(language: str, text: str, noun: str, verb: str) -> None:
    found = [phrase.text for phrase in sr.rank(text, language=language).keyphrases(10)]
    assert found[0] == noun
    assert verb not in found[:2]


def test_a_portuguese_infinitive_behind_a_preposition_is_no_noun() -> None:
    text = "Comece a usar o disco. Para usar a máquina, ligue o disco. Volte a usar a máquina com o disco."
    found = [one.text for one in sr.rank(text, language="pt").keyphrases(9)]
    assert "usar" not in found


def test_a_noun_is_shown_rather_than_the_verb_of_the_same_stem() -> None:
    found = texts_in(
        "it", "La città riscalda le case. Il riscaldamento della città è nuovo. Il sole riscalda la città."
    )
    assert "riscaldamento" in found
    assert "riscalda" not in found


def texts_in(language: str, text: str) -> list[str]:
    return [phrase.text for phrase in sr.rank(text, language=language).keyphrases(10)]


def test_what_is_done_is_no_phrase() -> None:
    found = texts("Methods for estimating camera parameters are old. The operating system of the camera is new.")
    assert "camera parameters" in found
    assert "operating system" in found


def test_function_words_of_another_language_stay_out() -> None:
    found = texts_in("es", "La distribución es libre. The users of the system and the users of the web are free.")
    assert not {"the", "of", "and", "are"} & set(found)


def test_plurals_that_the_stemmer_keeps_are_one_phrase() -> None:
    found = texts("A menu has calories. The menus of restaurants show calories. Diners read menus.")
    assert len({"menu", "menus"} & set(found)) == 1


def test_german_phrases_are_told_in_the_nominative_where_the_text_has_it() -> None:
    text = (
        "Heute zählt die Europäische Union, wie alle wissen, 27 Mitglieder. "
        "In der Europäischen Union gilt gemeinsames Recht. "
        "Die Organe der Europäischen Union sitzen in Brüssel. Verträge der Europäischen Union binden alle Staaten."
    )
    phrases = [phrase.text for phrase in sr.rank(text, language="de").keyphrases(5)]
    assert "Europäische Union" in phrases
    assert "Europäischen Union" not in phrases


def test_names_are_whole_where_parts_of_speech_are_not_known() -> None:
    found = texts(
        "O deputado Paulo Ribeiro da Costa visitou a fábrica em Lisboa. A fábrica produz papel. "
        "Os trabalhadores da fábrica pedem um contrato."
    )
    assert "Paulo Ribeiro da Costa" in found
    assert not {"Paulo", "Ribeiro", "Costa"} & set(found)


def test_verbs_make_no_phrase_where_parts_of_speech_are_not_known() -> None:
    found = texts(
        "La mairie voulait réparer rapidement le pont. Elle dit vouloir réparer rapidement la rue. Le pont de la ville "
        "est fermé. La mairie attend une aide pour le pont.",
        5,
    )
    assert "pont" in found
    assert not any("rapidement" in phrase for phrase in found)


def test_a_sentence_that_is_said_twice_makes_no_phrases() -> None:
    said = "le vieux moulin rouge tourne encore près du petit lac vert"
    found = texts(
        f"Hier {said}. Les gens aiment le moulin rouge. On raconte que {said}. La ville garde le moulin rouge."
    )
    assert "moulin rouge" in found
    assert not any(len(phrase.split()) > 3 for phrase in found)


def test_a_quotation_in_english_does_not_bring_parts_of_speech() -> None:
    spanish = (
        "Se publican nuevas versiones cada año. El equipo explica por qué se publican nuevas versiones. La "
        "distribución tiene muchas versiones. Los usuarios de la distribución instalan el sistema. El equipo de la "
        "distribución responde a los usuarios. La empresa usa la distribución en los servidores."
    )
    ranking = sr.rank(f"{spanish}\n\nSecurity patches are published quickly and users should install them at once.")
    assert ranking.language == "es"
    assert not any("publican" in phrase.text for phrase in ranking.keyphrases(5))


def test_chinese_words_that_are_cut_by_the_segmenter_are_whole() -> None:
    text = "栉水母生活在海洋里。科学家研究栉水母的化石。所有栉水母都是食肉动物。化石在中国发现。"
    found = [phrase.text for phrase in sr.rank(text, language="zh").keyphrases(5)]
    assert "栉水母" in found
    assert "水母" not in found


def test_a_chinese_verb_that_may_be_a_noun_joins_no_nouns() -> None:
    pytest.importorskip("rjieba")
    text = "市议会预计供暖费将下降。旧采石场容纳六万立方米的水。市议会很高兴。"
    found = [one.text for one in sr.rank(text, language="zh").keyphrases(9)]
    assert not [phrase for phrase in found if "预计" in phrase or "容纳" in phrase]
    assert "市议会" in found


def test_an_acronym_in_small_letters_is_no_form_of_its_phrase() -> None:
    text = "The Link Layer Discovery Protocol (LLDP) finds hosts. Set lldp=yes. An lldp packet is small. See lldp.conf."
    best = sr.rank(text).keyphrases(1)[0]
    assert (best.text, best.short) == ("Link Layer Discovery Protocol", "LLDP")


def test_what_says_how_much_stays_before_a_measured_word() -> None:
    text = (
        "The library has low level tools for experts. Beginners take the high level interface. "
        "The high level interface needs a new parser."
    )
    assert {"low level tools", "high level interface", "parser"} <= set(texts(text))


def test_german_adjectives_have_the_ending_of_the_nominative() -> None:
    text = (
        "Der abgestürzte Prozess schreibt eine Datei. Das defekte Gerät wartet. Mit der leeren Liste beginnt es. "
        "Die ungültigen Optionen fallen weg. Wir sehen den freien Platz und das defekte Gerät."
    )
    found = set(texts(text))
    assert {"abgestürzter Prozess", "defektes Gerät", "leere Liste", "ungültige Optionen"} <= found
    assert "freien Platz" in found


def test_a_german_verb_that_opens_a_sentence_is_part_of_no_phrase() -> None:
    text = "Zeigt Nachrichten des Kerns. Zeigt Werte und Nachrichten an. Das Gerät sendet Werte. Gerät Null wartet."
    found = texts(text)
    assert "Nachrichten" in found
    assert not [phrase for phrase in found if "Zeigt" in phrase]


def test_no_two_keyphrases_are_written_in_the_same_way() -> None:
    text = "検索には aptitude を使う。aptitude はパッケージを探す。 Use aptitude. The aptitude command lists all."
    found = texts(text)
    assert len(found) == len(set(found))


def test_english_verbs_that_tell_of_changes_are_part_of_no_phrase() -> None:
    text = (
        "Fixed syntax errors in the parser. Fixed memory leaks in the cache. Fixed broken links of the parser. "
        "This fixes bug 7 of the cache. Fixed costs are no cause."
    )
    found = texts(text)
    assert {"syntax errors", "memory leaks", "cache"} <= set(found)
    assert not [phrase for phrase in found if phrase.lower().startswith("fix")]


CITING = (
    "Mosaic plots show tables. Residuals of mosaic plots were shaded by Zeileis et al. (2007). Other shadings of "
    "mosaic plots were tried before (Meyer, Zeileis, and Hornik 2006b). Friendly shadings are older (Friendly 1994). "
    "Colours of mosaic plots are those of Zeileis (2009), and tables are tested by Hornik (2006)."
)


def test_authors_that_are_only_cited_are_no_keyphrases() -> None:
    found = " ".join(texts(CITING))
    assert "mosaic plots" in found.lower()
    assert not any(name in found for name in ("Zeileis", "Meyer", "Hornik"))
    # Two years make no text that cites.
    assert "zeileis" in texts("Zeileis (2007) shaded residuals. Zeileis (2009) chose colours for shadings.")


def test_addresses_and_notices_of_rights_say_nothing_of_the_subject() -> None:
    text = (
        "The harbour bridge closes for two years of repairs. Engineers found deep cracks in its cables.\n\n"
        "Write to Kurt Anders, Peter Jordan Street 82, at kurt.anders@example.org.\n\n"
        "Copyright 2022 Free Software Foundation, Inc. License GPLv3+: this is free software and may be redistributed."
    )
    found = " ".join(texts(text))
    assert "harbour bridge" in found
    assert not any(name in found for name in ("Peter Jordan", "Free Software", "License"))


def test_forms_of_which_the_stemmer_cuts_too_much_are_one() -> None:
    text = "Küçük kent suyu ısıtıyor. Kenti eski bir ocak besliyor. Kentin meclisi kararı verdi, kent bunu kutladı."
    counts = {phrase.text: phrase.count for phrase in sr.rank(text, language="tr").keyphrases(20)}
    assert counts["kent"] == 4
    assert "kenti" not in counts
    words = language_of("pt").tokens(["ligação ligações"])[0]
    assert words[0].stem == words[1].stem


def test_half_of_a_phrase_that_always_stands_whole_is_none() -> None:
    text = "State space model theory grew. State space model data were kept. A state space model test failed. "
    found = {phrase.stem for phrase in sr.rank(f"{text}The state space model author wrote.").keyphrases(50)}
    assert "state space model" in found
    assert not {"state space", "space model"} & found


def test_only_small_words_that_join_nouns_stand_inside_a_phrase() -> None:
    text = "A linha de comando mudou. O sistema são dados. Outra linha de comando existe. Meu sistema são dados."
    found = [phrase.text for phrase in sr.rank(text, language="pt").keyphrases(20)]
    assert "linha de comando" in found
    assert not any("são" in phrase for phrase in found)
