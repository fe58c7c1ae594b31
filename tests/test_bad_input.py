"""What happens on nothing, one, too much and the wrong thing; each case has a specified outcome."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest

import sentencerank as sr

CHINESE = "今天天气很好。我们去公园散步。公园里有很多人在玩。天气好的时候人们喜欢公园。"
ARABIC = "ذهب الولد إلى المدرسة في الصباح. كان الطقس جميلا في المدينة. ثم عاد الولد إلى البيت."


def usable(ranking: sr.Ranking) -> sr.Ranking:
    """Everything that a ranking offers works, and it is a permutation that can be written as JSON."""
    assert sorted(ranking.order.tolist()) == list(range(len(ranking)))
    assert np.isfinite(ranking.scores).all()
    assert sum(len(layer.sentences) for layer in ranking.layers()) == len(ranking)
    json.dumps(ranking.to_dict(explain=len(ranking) < 50)).encode("utf-8")
    assert ranking.keyphrases(5) is not None
    assert ranking.topics is not None
    return ranking


@pytest.mark.parametrize("text", ["", "   \n\t ", [], "...", "=== --- ==="])
def test_empty_or_blank_text_is_an_empty_ranking(text: str | list[str]) -> None:
    ranking = usable(sr.rank(text))
    assert len(ranking) == 0
    assert str(ranking.summary(words=100)) == ""
    assert ranking.layers() == ()


@pytest.mark.parametrize("text", ["Hello", "One sentence stands here alone.", ["One sentence stands here alone."]])
def test_one_sentence_has_rank_one(text: str | list[str]) -> None:
    ranking = usable(sr.rank(text))
    assert [s.rank for s in ranking.sentences] == [1]
    assert len(ranking.layers()) == 1
    assert len(ranking.summary(ratio=0.01)) == 1


@pytest.mark.parametrize("method", sr.METHODS)
@pytest.mark.parametrize("reading", sr.READINGS)
@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_very_few_sentences(method: str, reading: str, count: int) -> None:
    text = " ".join(
        ["The dog barks at night.", "A cat sleeps here.", "Rain fell on the town.", "Snow too fell."][:count]
    )
    assert len(usable(sr.rank(text, method=method, reading=reading))) == count


@pytest.mark.parametrize("method", sr.METHODS)
def test_no_essential_words_at_all_is_document_order_with_scores_of_zero(method: str) -> None:
    ranking = usable(sr.rank(["It is.", "He was.", "They were.", "To be or not to be."], method=method))
    if method in ("ssr", "spr", "swr", "textrank", "lexrank"):
        assert ranking.order.tolist() == [0, 1, 2, 3]
        assert not ranking.scores.any()
        assert "without words" in str(ranking.explain(2))


def test_all_sentences_identical_are_ranked_and_named_as_copies_and_take_the_budget_once() -> None:
    ranking = usable(sr.rank("The dog barks at the moon every night. " * 12))
    assert ranking.order.tolist() == list(range(12))
    assert [s.copy_of for s in ranking.sentences] == [None] + [0] * 11
    assert len(ranking.summary(words=100)) == 1
    assert len(ranking.summary(sentences=12)) == 12
    assert "repeats sentence 0" in str(ranking.explain(5))


@pytest.mark.parametrize("method", ["ssr", "spr", "swr"])
@pytest.mark.parametrize("reading", ["literal", "paper"])
def test_all_sentences_identical_without_collapsing(method: str, reading: str) -> None:
    usable(sr.rank("The dog barks at the moon every night. " * 12, method=method, reading=reading))


def test_five_megabytes_in_one_line_without_a_full_stop_are_cut_into_pieces() -> None:
    ranking = sr.rank("many words without any full stop " * 150_000)
    assert max(s.end - s.start for s in ranking.sentences) <= 5000
    assert sorted(ranking.order.tolist()) == list(range(len(ranking)))


def test_a_megabyte_without_a_space_is_no_word() -> None:
    assert sr.rank("a" * 1_000_000).terms.names == ()


def test_nul_and_control_characters_are_spaces_with_exact_offsets() -> None:
    text = "One\x00 dog ran to the house. Five cats\x00 sat on the mat.\x07 Nine birds sang in the tree."
    ranking = usable(sr.rank(text))
    assert len(ranking) == 3
    assert all(text[s.start : s.end] == s.text for s in ranking.sentences)


def test_lone_surrogates_are_accepted_and_written_as_replacement_characters() -> None:
    ranking = usable(sr.rank("The bad \ud800 character is here. Another sentence follows it."))
    sentences = ranking.to_dict()["sentences"]
    assert isinstance(sentences, list)
    assert "\ufffd" in json.dumps(sentences, ensure_ascii=False)


def test_emoji_are_not_words_and_do_not_hide_boundaries() -> None:
    ranking = usable(sr.rank("I love the sea 😀😀. The sun shines 🌞 today. Rain falls in the town 🌧."))
    assert len(ranking) == 3
    assert not any("😀" in name for name in ranking.terms.names)


@pytest.mark.parametrize(
    ("value", "remedy"),
    [
        (b"Some text.", "decode"),
        (None, "string"),
        (42, "string"),
        (3.5, "string"),
        ([1, 2], "strings"),
        (["A sentence.", None], "strings"),
        ({"text": "x"}, "string"),
    ],
)
def test_what_is_not_text_is_refused_with_its_type_and_the_remedy(value: object, remedy: str) -> None:
    with pytest.raises(sr.InputError, match=remedy):
        sr.rank(value)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        sr.rank(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("argument", "error"), [("query", sr.InputError), ("id", sr.InputError), ("model", sr.ModelError)]
)
def test_what_should_be_a_string_is_said_to_be_none(argument: str, error: type[Exception]) -> None:
    with pytest.raises(error, match="Give"):
        sr.rank("It rained. The road is closed.", **{argument: 5})  # type: ignore[arg-type]


def test_an_iterator_of_sentences_is_as_good_as_a_list() -> None:
    def sentences() -> Iterator[str]:
        yield "The dog ran through the old town."
        yield "The cat slept in the old house."

    assert len(usable(sr.rank(sentences()))) == 2  # type: ignore[arg-type]


def test_markup_given_as_text_is_read_as_what_it_is() -> None:
    ranking = usable(sr.rank("<html><body><p>One</p><p>Two</p><p>Three</p></body></html>"))
    assert ranking.document.text.split() == ["One", "Two", "Three"]
    assert any("Read as HTML" in note for note in ranking.notes)


def test_binary_given_as_text_is_refused() -> None:
    with pytest.raises(sr.DocumentError, match="not prose"):
        sr.rank("".join(chr(code % 32) for code in range(2000)))


@pytest.mark.parametrize(("text", "code"), [(CHINESE, "zh"), (ARABIC, "ar")])
def test_another_script_is_read_in_its_own_language_and_said(text: str, code: str) -> None:
    ranking = usable(sr.rank(text))
    assert ranking.language == code
    assert len(ranking) >= 3
    assert any("No vectors" in note for note in ranking.notes)


def test_another_script_given_to_the_english_model_is_an_error_with_the_remedy() -> None:
    with pytest.raises(sr.LanguageError, match=r"looks like Chinese \(zh\).*language='auto'"):
        sr.rank(CHINESE, language="en")


def test_an_unknown_language_is_an_error() -> None:
    with pytest.raises(sr.LanguageError):
        sr.Ranker(language="klingon!")
