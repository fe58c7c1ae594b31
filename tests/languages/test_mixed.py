"""Documents in several languages: each block is read in its own."""

from __future__ import annotations

import random

import pytest

import sentencerank as sr
from sentencerank.document import Block
from sentencerank.languages.detect import detect
from sentencerank.languages.mixed import block_languages
from tests.languages.test_articles import FOLDER

ENGLISH = (
    "The council of the town has decided to build a new bridge over the river, because the old one is too narrow. "
    "It will be paid for by the county, and the work is to begin in the spring of the next year."
)
MORE = "Until then the old bridge stays open for cars, but lorries have to take the road through the valley."
RUSSIAN = (
    "Городской совет решил построить новый мост через реку, потому что старый мост слишком узкий. "
    "Работы начнутся весной следующего г. и продлятся, как говорит инж. Петров, два года."
)
FRENCH = (
    "M. Macron a parlé du pont avec les habitants de la ville, qui attendent les travaux depuis dix ans. "
    "Le nouveau pont doit être ouvert avant la fin de l'année prochaine."
)


def test_a_page_that_is_half_translated_is_read_in_both_languages() -> None:
    ranking = sr.rank(f"{ENGLISH}\n\n{RUSSIAN}\n\n{MORE}")
    assert ranking.language == "en"
    phrases = {phrase.text.lower() for phrase in ranking.keyphrases(10)}
    assert not phrases & {"the", "of", "to", "и", "что"}
    assert any("мост" in phrase for phrase in phrases)
    assert any("bridge" in phrase for phrase in phrases)
    assert any("1 in Russian" in note for note in ranking.notes)


def test_sentences_end_by_the_rules_of_their_block() -> None:
    ranking = sr.rank(f"{ENGLISH}\n\n{FRENCH}\n\n{MORE}")
    assert any(one.text.startswith("M. Macron") for one in ranking)


def test_the_language_is_that_of_most_blocks() -> None:
    assert sr.rank(f"{RUSSIAN}\n\n{RUSSIAN}\n\n{MORE}").language == "ru"


def test_a_language_that_was_asked_for_is_that_of_all_blocks() -> None:
    ranking = sr.rank(f"{ENGLISH}\n\n{FRENCH}\n\n{MORE}", language="en")
    assert not any("other languages" in note for note in ranking.notes)


def test_short_blocks_follow_their_neighbours() -> None:
    parts = [FRENCH, "Le pont", FRENCH, ENGLISH, MORE]
    text, blocks = "", []
    for part in parts:
        blocks.append(Block("paragraph", len(text), len(text) + len(part)))
        text += part + "\n"
    assert block_languages(text, blocks, "en") == ["fr", "fr", "fr", "en", "en"]


def test_code_and_one_language_change_nothing() -> None:
    blocks = [Block("paragraph", 0, len(ENGLISH)), Block("code", len(ENGLISH) + 1, len(ENGLISH) + 80)]
    assert block_languages(ENGLISH + "\n" + "x = der_die_das(1) " * 5, blocks, "en") == ["en", "en"]


@pytest.mark.parametrize("code", ["de", "fr", "nl", "ru", "ja", "ar"])
def test_a_half_translated_page_is_in_the_language_of_most_of_its_words(code: str) -> None:
    """Three paragraphs of five are translated, wherever the others stand."""
    here, english = ((FOLDER / f"{name}.txt").read_text(encoding="utf-8").split("\n\n")[1:] for name in (code, "en"))
    for seed in range(8):
        chance = random.Random(seed)
        paragraphs = [*chance.choices(here, k=18), *chance.choices(english, k=12)]
        chance.shuffle(paragraphs)
        assert detect("\n\n".join(paragraphs)).code == code
