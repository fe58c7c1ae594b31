import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sentencerank.errors import LanguageError
from sentencerank.languages import sentences as splitting
from sentencerank.languages.language import Pack
from sentencerank.languages.packed import Packed
from sentencerank.languages.registry import language_of
from sentencerank.languages.sentences import boundaries


def generic(code: str) -> Packed:
    return Packed(Pack(code=code, stopwords="-"))


def split(code: str, text: str) -> list[str]:
    spoken = generic(code)
    return [text[span.start : span.end] for span in spoken.sentences(text, spoken.blocks(text))]


def stems(code: str, text: str) -> list[str]:
    return [token.stem for token in generic(code).tokens([text])[0] if token.essential]


@pytest.mark.parametrize(
    ("code", "sentences"),
    [
        ("de", ["Am 3. Mai kam Dr. Weiß.", "Er blieb."]),
        ("zh", ["今天下雨。", "我们回家！"]),
        ("ja", ["これは本です。", "あれは猫です。"]),
        ("hi", ["यह एक किताब है।", "वह घर गया।"]),
        ("ar", ["هل أنت هنا؟", "نعم."]),
        ("und", ["Qui est là?", "Moi."]),
    ],
)
def test_sentences(code: str, sentences: list[str]) -> None:
    separator = "" if code in ("zh", "ja") else " "
    assert split(code, separator.join(sentences)) == sentences


def test_words_keep_their_vowel_signs_and_accents() -> None:
    assert stems("hi", "यह किताब माँ") == ["यह", "किताब", "माँ"]
    assert stems("fr", "L'été, « déjà » e\u0301te\u0301") == ["l'été", "déjà", "été"]
    assert stems("de", "STRASSE Straße a 42") == ["strasse", "strasse"]


def test_scripts_without_spaces_become_pairs() -> None:
    assert stems("zh", "今天下雨") == ["今天", "天下", "下雨"]
    assert stems("ja", "黒猫とPython。") == ["黒猫", "python"]  # a pair with a particle is no word
    assert stems("th", "แมว") == ["แม", "มว"]
    assert stems("zh", "猫") == ["猫"]


def test_punctuation_breaks() -> None:
    tokens = generic("de").tokens(["Haus, Hof und Garten"])[0]
    assert [token.breaks for token in tokens] == [False, True, False, False]


@pytest.mark.parametrize("code", ["de", "fr", "tr", "ru", "zh", "ja", "ko", "th", "ar", "vi", "und", "xyz"])
@settings(deadline=None, max_examples=60)
@given(text=st.text(st.characters(exclude_categories=())))
def test_spans_and_tokens_fit_the_text(code: str, text: str) -> None:
    spoken = language_of(code)
    blocks = spoken.blocks(text)
    spans = spoken.sentences(text, blocks)
    end = 0
    for span in spans:
        assert end <= span.start < span.end <= len(text)
        end = span.end
    covered = {position for span in spans for position in range(span.start, span.end)}
    inside = {position for block in blocks for position in range(block.start, block.end)}
    assert all(position in covered for position in inside if text[position].isalnum())
    for token in spoken.tokens([text])[0]:
        assert text[token.start :].startswith(token.text)
        assert token.essential == bool(token.stem)


def test_codes() -> None:
    assert language_of("en").code == "en"
    assert language_of("en-GB") is language_of("en")
    assert language_of("zh_Hant").code == "zh"
    assert language_of("und").code == "und"


@pytest.mark.parametrize("code", ["", "e", "English", "12", "de!", "../en", None])
def test_nonsense_codes_are_refused_with_a_remedy(code: str) -> None:
    with pytest.raises(LanguageError, match="such as 'en'"):
        language_of(code)


@pytest.mark.parametrize(
    ("code", "unit"), [("zh", "今天下雨。"), ("hi", "यह है। "), ("th", "แมว"), ("und", "- a\n"), ("ar", "نعم؟ ")]
)
def test_long_texts_are_read_to_the_end(code: str, unit: str) -> None:
    text = unit * (300_000 // len(unit))  # where time grew with the square of the length, this would take minutes
    sentences = split(code, text)
    assert sum(map(len, sentences)) >= 0.5 * len(text.replace(" ", "").replace("\n", ""))
    assert len(generic(code).tokens(sentences)) == len(sentences)


@given(st.lists(st.sampled_from(["今天下雨。", "我们回家！", "好", "A b. "]), max_size=40))
def test_a_window_changes_nothing(parts: list[str]) -> None:
    text = "".join(parts)
    whole = boundaries("zh", text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "WINDOW", 16)
        assert boundaries("zh", text) == whole
