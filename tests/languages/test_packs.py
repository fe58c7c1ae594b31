from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from click.testing import CliRunner

import sentencerank as sr
from sentencerank import Pack, learn_stopwords, list_languages, register_language, unregister_language
from sentencerank.cli.main import main
from sentencerank.errors import LanguageError
from sentencerank.languages import registry, segmenters, taggers
from sentencerank.languages.costs import MOST, costs
from sentencerank.languages.detect import detect
from sentencerank.languages.packed import Packed
from sentencerank.languages.packs import FIRST_CLASS, PACKS
from sentencerank.languages.registry import known_packs, language_name, language_of, register_all, registered_packs
from sentencerank.workers import Pool
from tests.languages import test_detection
from tests.languages.test_articles import ARTICLES, segmented
from tests.texts import ROOT

PAGE = (ROOT / "docs" / "languages.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    """Nothing that a test registers stays."""
    yield
    for pack in registered_packs():
        unregister_language(pack.code)
    registry._languages.clear()  # a test may have hidden libraries from them


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a plain `pip install sentencerank`."""
    for module in (segmenters, registry):
        monkeypatch.setattr(module, "installed", lambda modules: not modules)
    monkeypatch.setattr("sentencerank.languages.packed.segmenter", lambda name: None)
    monkeypatch.setattr("sentencerank.languages.packed.tagger", lambda name: None)
    registry._languages.clear()


def stems(code: str, sentence: str, **options: bool) -> list[str]:
    return [token.stem for token in language_of(code).tokens([sentence], **options)[0] if token.essential]


def split(code: str, text: str) -> list[str]:
    spoken = language_of(code)
    return [text[span.start : span.end] for span in spoken.sentences(text, spoken.blocks(text))]


# Adding a language


def test_twenty_lines_of_the_page_add_a_language() -> None:
    page = (ROOT / "docs" / "add-a-language.md").read_text(encoding="utf-8")
    block = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)[0]
    assert len([line for line in block.splitlines() if line.strip()]) <= 20
    namespace: dict[str, object] = {}
    exec(compile(block.replace("print(", "shown = ("), "docs/add-a-language.md", "exec"), namespace)
    assert namespace["shown"] == "aqua"
    ranking = namespace["ranking"]
    assert isinstance(ranking, sr.Ranking)
    assert (ranking.language, len(ranking)) == ("la", 3)
    assert ranking.keyphrases(1)[0].count == 3  # aqua, aquam, aqua
    assert ranking.sentences[2].depends_on == 1
    assert "in" not in [phrase.text for phrase in ranking.keyphrases(99)]


def test_a_language_of_ones_own_is_an_object_too() -> None:
    shout = Packed(Pack(code="xx", stopwords="the and", segmenter=str.split))
    ranking = sr.rank("The dog barks. The dog and the cat sleep.", language=shout)
    assert ranking.language == "xx"
    assert "dog" in ranking.terms.names
    assert "the" not in ranking.terms.names


def test_what_is_no_language_is_refused() -> None:
    with pytest.raises(LanguageError, match="such as 'en'"):
        sr.Ranker(language=object())  # type: ignore[arg-type]
    for code in ("Latin!", "en", "pt-BR", "no"):  # a region or an older code would never be found again
        with pytest.raises(LanguageError, match="ISO 639"):
            register_language(Pack(code=code))


def test_a_registered_pack_can_be_taken_back() -> None:
    text = "Der Hund bellt. Der Hund und die Katze schlafen."
    assert "und" not in sr.rank(text, language="de").terms.names
    register_language(Pack(code="de", stopwords="der die hund"))
    assert "und" in sr.rank(text, language="de").terms.names
    register_language(Pack(code="de", stopwords="der die und"))
    assert {"hund", "katze"} <= set(sr.rank(text, language="de").terms.names)
    unregister_language("de")
    assert "und" not in sr.rank(text, language="de").terms.names
    with pytest.raises(LanguageError, match="Registered in this process: none"):
        unregister_language("de")


def test_the_pack_that_was_registered_last_counts() -> None:
    text = "Zu bana rika. Bana zu zu lomi rika."
    register_language(Pack(code="qab", stopwords="zu"))
    assert "zu" not in sr.rank(text, language="qab").terms.names
    register_language(Pack(code="qab", stopwords="bana"))
    assert "zu" in sr.rank(text, language="qab").terms.names


def test_other_processes_know_a_registered_language() -> None:
    register_language(Pack(code="qaa", stopwords="zu"))
    texts = ["Zu bana rika. Bana zu zu lomi rika.", "Zu zu zu. Lomi bana."]
    rankings = list(sr.Ranker(language="qaa").rank_many(texts, workers=2))
    assert [ranking.language for ranking in rankings] == ["qaa", "qaa"]
    assert all("zu" not in ranking.terms.names for ranking in rankings)


def test_what_is_registered_here_can_be_registered_in_a_worker() -> None:
    register_language(Pack(code="qaa", name="Qaa", stopwords="zu"))
    with Pool(1, setup=partial(register_all, registered_packs())) as pool:
        assert list(pool.map(language_name, ["qaa", "qab"])) == ["Qaa (qaa)", "qab"]


LATIN = (
    "Aqua in lacu est et per aestatem a sole calefit. Incolae autem hanc aquam non bibunt, sed cum hieme frigus venit, "
    "per canales in domos suas ducunt. Itaque nec lignum nec carbones emunt, quod magni pretii sunt. Rex ipse, cum ad "
    "urbem venisset, dixit se numquam tale opus vidisse, atque ut ex eo fructus ad omnes veniret imperavit."
)
LATIN_STOPS = "et in est non ad ut cum sed quod qui quae ex ab de hic haec hoc per aut atque nec se autem a sunt eo"


def test_a_registered_language_is_detected_by_its_stop_words() -> None:
    before = sr.rank(LATIN).language
    register_language(Pack(code="la", name="Latin", stopwords=LATIN_STOPS))
    ranking = sr.rank(LATIN)
    assert before != ranking.language == "la"
    assert ranking.language_confidence is not None
    assert ranking.language_confidence > 0.5
    assert any("Read as Latin (la)" in note for note in ranking.notes)
    assert "cum" not in ranking.terms.names
    unregister_language("la")
    assert sr.rank(LATIN).language == before


def test_a_registered_language_takes_no_text_from_the_others() -> None:
    sentences = [
        *ARTICLES.values(),
        *test_detection.SENTENCES.values(),
        "42",
        "e) = E P (a l f i o x y z) i l a e o " * 5,
    ]
    before = [detect(text) for text in sentences]
    register_language(Pack(code="la", stopwords=LATIN_STOPS))
    register_language(Pack(code="qac", script="", stopwords="a e i o u de la el en in un to"))
    register_language(Pack(code="qad", script="cyrillic", stopwords="и в не на я"))
    register_language(Pack(code="qae"))  # without stop words there is nothing to tell it by
    assert [detect(text) for text in sentences] == before


def test_of_two_registered_languages_the_nearer_one_is_found() -> None:
    register_language(Pack(code="qac", stopwords="et in est non"))
    register_language(Pack(code="la", stopwords=LATIN_STOPS))
    assert detect(LATIN).code == "la"


def test_other_processes_detect_a_registered_language() -> None:
    register_language(Pack(code="la", stopwords=LATIN_STOPS))
    rankings = list(sr.Ranker().rank_many([LATIN, ARTICLES["de"]], workers=2))
    assert [ranking.language for ranking in rankings] == ["la", "de"]


def test_stop_words_of_a_corpus() -> None:
    found = learn_stopwords([ARTICLES["fr"], ARTICLES["fr"].lower()])
    assert {"la", "de", "les", "des"} <= found
    assert not {"ville", "réservoir"} & found


# Languages that nobody knows


def test_an_unknown_language_learns_its_stop_words() -> None:
    ranking = sr.rank(ARTICLES["de"], language="xyz")
    assert any("learnt from the document" in note for note in ranking.notes)
    assert not {"der", "die", "das", "und", "den"} & set(ranking.terms.names)
    assert {"stadt", "wasser", "wärme"} <= set(ranking.terms.names)
    assert int(ranking.order[0]) == 1


def test_a_code_of_another_script_is_believed() -> None:
    assert sr.rank(ARTICLES["ru"], language="tg").language == "tg"
    with pytest.raises(LanguageError, match="another script"):
        sr.rank(ARTICLES["ru"], language="de")


# What may be missing


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize("code", ["zh", "ja", "ko", "th"])
def test_a_missing_library_is_replaced_and_named(code: str) -> None:
    ranking = sr.rank(ARTICLES[code])
    assert any("pip install 'sentencerank[languages]'" in note for note in ranking.notes)
    assert len(ranking) == 13
    assert int(ranking.order[0]) == 1


@pytest.mark.usefixtures("nothing_installed")
def test_words_without_libraries() -> None:
    assert stems("ko", "도시는 저장고에서 물을 데운다") == ["도시", "저장고", "물을", "데운다"]
    assert stems("zh", "这座城市的水") == ["座城", "城市"]
    assert stems("ja", "町の採石場") == ["採石", "石場"]
    assert "neu" in stems("de", "Das neue Haus steht dort.")


@pytest.mark.usefixtures("nothing_installed")
def test_the_command_names_what_is_missing() -> None:
    lines = CliRunner().invoke(main, ["languages", "de", "zh", "fr"]).stdout.splitlines()
    assert [line.split("\t")[-1] for line in lines] == ["missing", "-", "-", "rjieba"]  # in the order of the table
    found = {one["code"]: one for one in json.loads(CliRunner().invoke(main, ["languages", "--json"]).stdout)}
    assert found["zh"]["install"] == "pip install 'sentencerank[languages]'"
    assert found["fr"]["install"] == ""
    assert found["en"]["vectors"] == "included"
    assert found["ar"]["direction"] == found["he"]["direction"] == "rtl"


def test_half_an_installation_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> segmenters.Cut:
        raise RuntimeError("no dictionary")

    monkeypatch.setitem(segmenters.SEGMENTERS, "rjieba", segmenters.SEGMENTERS["rjieba"]._replace(load=broken))
    monkeypatch.setattr(segmenters, "installed", lambda modules: True)
    assert segmenters.segmenter.__wrapped__("rjieba") is None


# The command and the page


def test_the_command_lists_every_language() -> None:
    lines = CliRunner().invoke(main, ["languages"]).stdout.splitlines()
    assert lines[0].startswith("code\tlanguage\tsentences")
    assert [line.split("\t")[0] for line in lines[1:17]] == list(known_packs())[:16]
    assert len(lines) == len(known_packs()) + 1
    assert all(len(line.split("\t")) == 16 for line in lines)


def test_the_command_refuses_nonsense() -> None:
    done = CliRunner().invoke(main, ["languages", "klingon!"])
    assert done.exit_code == 1
    assert "such as 'en'" in done.stderr


def test_the_sixteen_are_first_class() -> None:
    assert " ".join(sorted(FIRST_CLASS)) == "ar bn de en es fr hi it ja ko nl pt ru tr vi zh"
    for one in list_languages():
        if one.first_class:
            assert one.stopwords > 100
            assert one.stems or one.missing or one.code in ("zh", "vi")


def test_the_table_of_the_page_is_true() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE, re.MULTILINE))
    assert set(rows) == set(FIRST_CLASS)
    listed = " ".join(PAGE.split())
    assert all(f"{pack.name} (`{code}`)" in listed for code, pack in known_packs().items() if code not in FIRST_CLASS)
    for one in list_languages():
        if one.code in rows and not one.missing:
            cells = (one.name, one.words, str(one.stopwords or "learnt"), one.stems or "–", one.parts_of_speech or "–")
            assert rows[one.code].split(" | ") == list(cells)


# What a language costs


def test_no_language_takes_much_memory() -> None:
    assert costs().keys() == PACKS.keys()
    assert max(cost.memory for cost in costs().values()) < MOST


@pytest.mark.thorough
@pytest.mark.parametrize("code", ["de", "ja", "ko", "nl", "ru", "th", "zh"])
def test_the_measured_costs_are_still_true(code: str) -> None:
    if sys.platform != "linux" or any(one.missing for one in list_languages(code)):
        pytest.skip("needs Linux and the libraries of the language")
    script = ROOT / "scripts" / "measure_languages.py"
    done = subprocess.run([sys.executable, script, code], check=True, capture_output=True, text=True)
    memory = int(done.stdout.split()[3])
    assert memory < MOST
    assert abs(memory - costs()[code].memory) <= 15


def test_the_command_and_the_page_tell_the_costs() -> None:
    rows = {one[0]: one[2:] for one in re.findall(r"^\| (\w+) \| (.*) \| ([\d.]+) \| (\d+) \| (\d+) \|$", PAGE, re.M)}
    names = {language_name(code).partition(" (")[0]: cost for code, cost in costs().items() if cost.memory > 1}
    assert rows == {name: (f"{cost.seconds:.2f}", str(cost.first), str(cost.memory)) for name, cost in names.items()}
    lines = CliRunner().invoke(main, ["languages", "fr", "ru"]).stdout.splitlines()
    cost, english = costs()["ru"], costs()["en"].article
    assert cost.article
    assert english
    times = f"{cost.article / english:.1f} x"
    assert lines[2].split("\t")[8:12] == ["languages", f"{cost.memory} MB", f"{cost.seconds:.2f} s", times]
    assert lines[1].split("\t")[8:11] == ["-", "-", "-"]


def test_german_takes_at_most_twice_the_time_of_english() -> None:
    german, english = costs()["de"].article, costs()["en"].article
    assert german
    assert english
    assert german < 2 * english


def test_the_command_tells_how_languages_are_ranked() -> None:
    lines = CliRunner().invoke(main, ["languages", "en", "tr", "cs"]).stdout.splitlines()
    assert [line.split("\t")[-2] for line in lines] == ["ranking", "6 above, 4 level", "1 level", "-"]
    (found,) = json.loads(CliRunner().invoke(main, ["languages", "de", "--json"]).stdout)
    assert found["ranking"][0]["verdict"] == "level"


def test_the_cost_of_a_registered_language_is_not_known() -> None:
    register_language(Pack(code="de", name="My German"))
    assert list_languages("de")[0].memory_mb is None


# Words


def test_spellings_of_one_word_are_one_word() -> None:
    assert len(set(stems("tr", "ISPARTA Isparta ısparta"))) == 1
    assert len(set(stems("tr", "İzmir izmir İZMİR'de İzmir'in"))) == 1
    assert len(set(stems("ar", "مَدِينَة مدينة مـديـنـة"))) == 1
    assert len(set(stems("de", "Straße STRASSE Strassen", part_of_speech=False))) == 1
    assert len(set(stems("hi", "ज\u093cमीन \u095bमीन"))) == 1  # the nukta apart and composed
    assert len(set(stems("bn", "শহর শহরে শহরের শহরকে"))) == 1
    assert len(set(stems("vi", "hoà bình hòa bình Ho\u0300a".replace("bình", "")))) == 1
    assert len(set(stems("he", "עיר העיר לעיר בעיר"))) == 1
    assert len(set(stems("fr", "L'hôpital l’hôpital d'hôpital hôpitaux"))) <= 2


def test_elided_words_are_left_out_and_offsets_stay() -> None:
    for code, sentence, word in (("fr", "C'est l’hôpital.", "hôpital"), ("it", "L'acqua dell'isola", "isola")):
        found = [token for token in language_of(code).tokens([sentence])[0] if token.text == word]
        assert sentence[found[0].start :].startswith(word)


@pytest.mark.parametrize("code", sorted(set(known_packs()) - {"en"}))
def test_listed_stop_words_are_not_essential(code: str) -> None:
    spoken = language_of(code)
    assert isinstance(spoken, Packed)
    spaced = [word for word in sorted(spoken.stopwords) if re.fullmatch(r"\w{2,}", word)][:40]
    if not spoken.pack.segmenter and spaced:
        assert stems(code, " ".join(spaced)) == []


def test_segmenters_find_words() -> None:
    for code, sentence, words in (
        ("zh", "北京大学的学生在图书馆学习。", ["北京大学", "学生", "图书馆", "学习"]),
        ("ja", "東京の図書館で本を読んだ。", ["東京", "図書館", "本", "読む"]),
        ("ko", "학생들이 도서관에서 책을 읽었다.", ["학생", "도서관", "책"]),
        ("th", "เมืองนี้มีโรงเรียนและโรงพยาบาล", ["เมือง", "โรงเรียน", "โรงพยาบาล"]),
    ):
        if segmented(code):
            assert stems(code, sentence) == words


def test_a_korean_verb_is_compared_by_its_root() -> None:
    if segmented("ko"):
        assert len(set(stems("ko", "내립니다 내린다 내렸다"))) == 1
        assert stems("ko", "쉛똵 작다.")[0] == "쉛똵"  # no dictionary has it


def test_taggers_leave_adverbs_out() -> None:
    for code, library, sentence, left in (
        ("de", "endings", "Der Hund rennt blitzschnell irgendwohin.", "irgendwohin"),
        ("ru", "pymorphy3", "Собака бежит быстро домой.", "быстр"),
    ):
        if taggers.tagger(library):
            assert left not in stems(code, sentence)
            assert left in stems(code, sentence, part_of_speech=False)


# Sentences


def test_marks_of_many_scripts_end_sentences() -> None:
    for code, sentences in {
        "hi": ["यह घर है।", "वह गया।"],
        "bn": ["শহর বড়।", "পানি ঠান্ডা।"],
        "ar": ["أين المدينة؟", "هنا."],
        "he": ["איפה העיר?", "כאן."],
        "ur": ["شہر بڑا ہے۔", "پانی ٹھنڈا ہے۔"],
        "my": ["မြို့သည် ပူသည်။", "ရေသည် အေးသည်။"],
        "km": ["ទីក្រុងនេះធំ។", "ទឹកត្រជាក់។"],
        "am": ["ከተማው ትልቅ ነው።", "ውሃው ቀዝቃዛ ነው።"],
        "el": ["Πού πας;", "Στην πόλη."],
    }.items():
        assert split(code, " ".join(sentences)) == sentences


def test_a_quotation_goes_on_without_a_space() -> None:
    assert split("ko", '"갔습니다."라고 그가 말했다. 비가 왔다.') == ['"갔습니다."라고 그가 말했다.', "비가 왔다."]
    assert split("ja", "「行こう。」と彼は言った。雨だ。") == ["「行こう。」と彼は言った。", "雨だ。"]


@pytest.mark.parametrize("code", ["zh", "ja", "ko", "th", "ar", "vi", "und"])
@pytest.mark.parametrize("text", ["", "😀", "水", "水 " * 20 + "\ud800\x00", "水" * 6000, "a@b.cd 水 https://x.yz/水"])
def test_odd_texts(code: str, text: str) -> None:
    ranking = sr.rank(text, language=language_of(code))
    assert all(sentence.text == text[sentence.start : sentence.end] for sentence in ranking.sentences)


def test_a_text_in_several_scripts() -> None:
    mixed = ARTICLES["ru"] + "\n\n" + ARTICLES["zh"][:60] + "\n\nAnd some English in the end."
    ranking = sr.rank(mixed)
    assert ranking.language == "ru"
    assert ranking.language_confidence is not None
    assert ranking.language_confidence < sr.rank(ARTICLES["ru"]).language_confidence  # type: ignore[operator]


def test_articles_on_the_command_line(tmp_path: Path) -> None:
    path = tmp_path / "ar.txt"
    path.write_text(ARTICLES["ar"], encoding="utf-8")
    record = json.loads(CliRunner().invoke(main, ["rank", "--json", str(path)]).stdout)
    assert record["language"] == "ar"
    assert record["language_confidence"] > 0.7
