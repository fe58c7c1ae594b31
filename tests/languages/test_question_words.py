"""Words that ask say nothing about what is asked for; words that a document can be about do."""

from __future__ import annotations

import pytest

from sentencerank.languages.registry import language_of

ASKING = {
    "de": "Worauf wodurch womit wofür woran worüber weshalb wieso wohin inwiefern",
    "es": "Adónde cuándo quién cuánto",
    "it": "Qual perché quanto dove",
    "pt": "Aonde quantos quantas quem",
    "nl": "Waarmee waarop waaraan waardoor hoeveel waarheen hoezo",
    "ru": "Какое каких какую чья насколько",
    "tr": "Kaç nedir kimin hangileri midir",
    "ar": "لماذا أية كيف متى",
    "hi": "क्यों कैसे कब कहाँ कितने किसने",
    "bn": "কখন কোথায় কিভাবে কেমন কারা",
    "ur": "کیا کہاں کیسے کتنا کون",
    "vi": "Bao nhiêu mấy",
    "zh": "什么时候 为什么 多久",
    "ja": "なぜ どこ どれ どのように",
    "ko": "누가 얼마나 무슨 왜",
}
ABOUT = {"de": "offen richtig", "es": "habla total", "pt": "zero máximo", "nl": "vrij", "zh": "有效 积极 个人"}


@pytest.mark.parametrize(("code", "words"), ASKING.items())
def test_words_that_ask_are_stop_words(code: str, words: str) -> None:
    tokens = language_of(code).tokens(words.split(), part_of_speech=False)
    assert [token.text for found in tokens for token in found if token.essential] == []


@pytest.mark.parametrize(("code", "words"), ABOUT.items())
def test_words_that_can_be_asked_for_are_none(code: str, words: str) -> None:
    tokens = language_of(code).tokens(words.split(), part_of_speech=False)
    assert all(token.essential for found in tokens for token in found)
