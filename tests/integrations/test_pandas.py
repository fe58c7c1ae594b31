"""Frames and the series accessor against pandas as it is installed."""

from __future__ import annotations

import importlib

import pytest

import sentencerank as sr
from tests.texts import ARTICLE

pandas = pytest.importorskip("pandas")
importlib.import_module("sentencerank.integrations.pandas")

SHORT = "Rain fell on the road all night. The council closed the road. Buses were late."


def series(*values: object) -> object:
    return pandas.Series(list(values), index=[f"row {place}" for place in range(len(values))], name="text")


def test_a_ranking_is_a_frame_with_a_row_for_each_sentence() -> None:
    ranking = sr.rank(ARTICLE)
    frame = ranking.to_frame()
    assert frame.index.tolist() == list(range(len(ranking)))
    assert frame.sort_values("rank")["text"].tolist() == [sentence.text for sentence in ranking]
    assert [None if pandas.isna(one) else int(one) for one in frame["depends_on"]] == [
        sentence.depends_on for sentence in ranking.sentences
    ]
    first = [sentence.index for sentence in ranking.layers()[0].sentences]
    assert frame.index[frame["layer"] == 1].tolist() == first
    assert frame[list(ranking.parts)].sum(axis=1).tolist() == pytest.approx(ranking.scores.tolist())


def test_a_ranking_of_nothing_is_an_empty_frame_with_the_same_columns() -> None:
    assert set(sr.rank("").to_frame().columns) <= set(sr.rank(SHORT).to_frame().columns)
    assert len(sr.rank("").to_frame()) == 0


def test_a_summary_for_each_text_keeps_index_name_and_missing_texts() -> None:
    found = series(ARTICLE, None, SHORT, float("nan"), pandas.NA, "").sentencerank.summary(words=30)  # type: ignore[attr-defined]
    assert found.index.tolist() == [f"row {place}" for place in range(6)]
    assert found.name == "text"
    assert found.iloc[0] == str(sr.rank(ARTICLE).summary(words=30))
    assert found.isna().tolist() == [False, True, False, True, True, False]
    assert found.iloc[5] == ""


def test_a_query_and_other_options_reach_the_ranker() -> None:
    found = series(ARTICLE).sentencerank.summary(sentences=1, query="who pays")  # type: ignore[attr-defined]
    assert "climate fund paid" in found.iloc[0]
    with pytest.raises(sr.OptionsError):
        series(ARTICLE).sentencerank.summary()  # type: ignore[attr-defined]


def test_keyphrases_and_rankings_of_each_text() -> None:
    texts = series(ARTICLE, None)
    assert texts.sentencerank.keyphrases(3).iloc[0] == [one.text for one in sr.rank(ARTICLE).keyphrases(3)]  # type: ignore[attr-defined]
    assert isinstance(texts.sentencerank.rank().iloc[0], sr.Ranking)  # type: ignore[attr-defined]


def test_the_sentences_of_all_texts_are_one_frame() -> None:
    frame = series(ARTICLE, None, SHORT).sentencerank.sentences()  # type: ignore[attr-defined]
    assert frame.loc["row 2", "text"].tolist() == [one.text for one in sr.rank(SHORT).sentences]
    assert frame.index.names == [None, "index"]
    assert len(series(None).sentencerank.sentences()) == 0  # type: ignore[attr-defined]


def test_several_workers_give_the_same() -> None:
    texts = series(ARTICLE, SHORT, None, ARTICLE)
    alone = texts.sentencerank.summary(words=30)  # type: ignore[attr-defined]
    assert texts.sentencerank.summary(words=30, workers=2).equals(alone)  # type: ignore[attr-defined]


def test_what_is_no_text_is_refused_with_its_row_and_hinders_no_listing() -> None:
    assert "sentencerank" in dir(series(1, 2))
    with pytest.raises(sr.InputError, match="row 'row 1' holds a int"):
        series(SHORT, 3).sentencerank.summary(words=3)  # type: ignore[attr-defined]
