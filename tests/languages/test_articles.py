"""The same article in eighteen languages: sentences, offsets, detection, words and a sensible ranking in each."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import sentencerank as sr
from sentencerank.languages.detect import detect
from sentencerank.languages.packed import Packed
from sentencerank.languages.registry import language_of
from sentencerank.languages.segmenters import SEGMENTERS, installed
from tests.texts import ROOT

FOLDER = ROOT / "examples" / "articles"
ARTICLES = {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.txt"))}
CODES = ["ar", "bn", "de", "en", "es", "fr", "he", "hi", "it", "ja", "ko", "nl", "pt", "ru", "th", "tr", "vi", "zh"]

# How the second and the eleventh sentence begin, and stems of the words for town, water, heat (store).
SECOND = {
    "de": "Ein alter", "fr": "Une ancienne", "es": "Una vieja", "it": "Una vecchia", "pt": "Uma velha",
    "nl": "Een oude",
    "ru": "Старый", "tr": "Kentin", "ar": "يتسع", "hi": "शहर के", "bn": "শহরের", "vi": "Một mỏ", "zh": "城外",
    "ja": "町の外", "ko": "도시 밖", "he": "מחצבה", "th": "เหมืองหิน", "en": "An old",
}  # fmt: skip
CARRYING = {
    "de": "stadt wasser speicher", "fr": "ville eau réservoir", "es": "ciudad agua depósito",
    "it": "città acqua serbatoio",
    "pt": "cidade água reservatório", "nl": "stad water opslag", "ru": "город вод хранилища",
    "tr": "kent su depodaki",
    "ar": "المدينة الماء الحرارة", "hi": "शहर पानी भंडार", "bn": "শহর পানি তাপ", "vi": "thành_phố nước kho_chứa",
    "he": "העיר החום", "en": "town heat store",
}  # fmt: skip
SEGMENTED = {"zh": "小城 水 采石场", "ja": "町 水 熱", "ko": "도시 물 저장고", "th": "เมือง ความร้อน"}
LEANING = {"de": 10, "fr": 10, "es": 10, "it": 10, "pt": 10, "ru": 10, "tr": 10, "ar": 10, "hi": 10, "bn": 10,
           "vi": 10, "zh": 10, "ja": 10, "ko": 10, "en": 10}  # fmt: skip  # "However, fishermen fear ..."


def segmented(code: str) -> bool:
    """Whether the library that finds the words of a language is here."""
    language = language_of(code)
    name = language.pack.segmenter if isinstance(language, Packed) else ""
    return not isinstance(name, str) or not name or installed(SEGMENTERS[name].modules)


def test_there_is_an_article_in_every_language() -> None:
    assert list(ARTICLES) == CODES


@pytest.mark.parametrize("code", CODES)
def test_the_language_is_detected_with_its_confidence(code: str) -> None:
    ranking = sr.rank(ARTICLES[code])
    assert ranking.language == code
    assert ranking.language_confidence is not None
    assert ranking.language_confidence >= 0.7
    assert ranking.to_dict()["language_confidence"] == ranking.language_confidence


@pytest.mark.parametrize("code", CODES)
def test_every_sentence_is_found_where_it_stands(code: str) -> None:
    text = ARTICLES[code]
    ranking = sr.rank(text, language=code)
    assert len(ranking) == (14 if code == "ar" else 13)  # a title and twelve sentences; Arabic asks a question more
    assert all(sentence.text == text[sentence.start : sentence.end] for sentence in ranking.sentences)
    prose = [sentence for sentence in ranking.document.sentences if sentence.prose]
    assert len(prose) == len(ranking) - 1, "the title is not ranked"
    assert prose[1].text.startswith(SECOND[code])
    assert "".join(text.split()) == "".join("".join(s.text.split()) for s in ranking.sentences)
    assert ranking.language_confidence is None  # nobody had to guess


@pytest.mark.parametrize("code", CODES)
def test_tokens_stand_where_they_say(code: str) -> None:
    sentences = [sentence.text for sentence in sr.rank(ARTICLES[code], language=code).sentences]
    for sentence, tokens in zip(sentences, language_of(code).tokens(sentences), strict=True):
        assert tokens
        end = 0
        for token in tokens:
            assert sentence[token.start : token.start + len(token.text)] == token.text
            assert token.start >= end or not segmented(code)  # pairs of characters overlap, words do not
            end = token.start + len(token.text)


@pytest.mark.parametrize("code", CARRYING | SEGMENTED)
def test_the_words_of_the_story_carry_the_ranking(code: str, require_tool: Callable[[str, str], None]) -> None:
    require_tool(f"the segmenter of {code}", "" if segmented(code) else "pip install 'sentencerank[languages]'")
    phrases = [f" {phrase.text.lower()}" for phrase in sr.rank(ARTICLES[code]).keyphrases(12)]
    before = " " if code in CARRYING else ""  # so that "su" is not found in "konusu"
    for word in (CARRYING | SEGMENTED)[code].split():
        assert any(before + word.replace("_", " ").lower() in phrase for phrase in phrases), word


@pytest.mark.parametrize("code", CODES)
def test_the_ranking_is_sensible(code: str) -> None:
    """The news comes first, the mayor's quip and what leans on other sentences do not."""
    order = [index for index in sr.rank(ARTICLES[code]).order.tolist() if index]
    assert order[0] == 1
    assert set(order[:3]) <= {1, 2, 3, 4, 6, 7}
    assert not {5, 11} & set(order[:3])


def test_languages_agree_on_the_same_story() -> None:
    """Without the help of position: the ranks in one language go with the mean of those in the others."""
    ranks = {code: story_ranks(code) for code in CODES if segmented(code)}
    agreement = {}
    for code, own in ranks.items():
        others = np.mean([ranks[other] for other in ranks if other != code], axis=0)
        agreement[code] = float(np.corrcoef(own, others)[0, 1])
    assert min(agreement.values()) > 0.25, agreement
    assert sum(value > 0.65 for value in agreement.values()) >= 10, agreement


def story_ranks(code: str) -> list[int]:
    """Rank of each of the twelve sentences that all articles have, with no sentence ahead for its place."""
    ranking = sr.rank(ARTICLES[code], language=code, structure="flat")
    order = [index for index in ranking.order.tolist() if index and not (code == "ar" and index == 12)]
    return [order.index(index) for index in sorted(order)]


@pytest.mark.parametrize("code", LEANING)
def test_sentences_that_lean_on_the_one_before(code: str) -> None:
    ranking = sr.rank(ARTICLES[code], language=code)
    if code != "nl":
        assert ranking.sentences[LEANING[code]].depends_on == LEANING[code] - 1
    assert not any(ranking.sentences[index].depends_on is not None for index in (1, 2, 3, 7))


@pytest.mark.parametrize("code", ["fr", "es", "ru", "ar", "zh"])
def test_a_document_of_many_articles_is_still_told(code: str) -> None:
    assert detect("A HEADLINE IN ENGLISH FOR THE WHOLE OF IT\n\n" + ARTICLES[code] * 5).code == code


def test_other_vectors_are_not_used_and_it_is_said() -> None:
    notes = sr.rank(ARTICLES["bn"]).notes
    assert any("No vectors" in note for note in notes)
    assert any(note.startswith("Read as Bengali (bn)") for note in notes)


def test_a_query_in_another_language() -> None:
    assert int(sr.rank(ARTICLES["vi"], query="cá hồi ngư dân").order[0]) == 10
    assert int(sr.rank(ARTICLES["de"], query="Lachse und Fischer").order[0]) == 10


def test_articles_are_read_from_files(tmp_path: Path) -> None:
    document = sr.read_document(FOLDER / "ru.txt")
    assert (document.language, document.language_confidence is not None) == ("ru", True)
    assert len(sr.rank(document)) == 13
