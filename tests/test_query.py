"""Ranking for a query: the same graphs, biased towards what is asked."""

from __future__ import annotations

import pytest

import sentencerank as sr
from tests.texts import ARTICLE


def test_a_query_brings_its_answer_up() -> None:
    plain, asked = sr.rank(ARTICLE), sr.rank(ARTICLE, query="who pays for the project")
    paid = next(s.index for s in plain.sentences if "61 million" in s.text)
    assert asked.sentences[paid].rank <= 2
    assert asked.sentences[paid].rank < plain.sentences[paid].rank
    assert "query" in asked.parts
    assert "position" not in asked.parts
    assert asked.query == "who pays for the project"


def test_a_query_reaches_beyond_its_own_words() -> None:
    text = ["The physician examined the child in the evening.", "The harbour was full of small boats.",
            "A painter sold his pictures at the market."]  # fmt: skip
    assert sr.rank(text, query="doctor").order[0] == 0
    assert sr.rank(text, query="ships").order[0] == 1


def test_without_a_query_the_prepared_document_gives_the_plain_ranking() -> None:
    ranker = sr.Ranker()
    prepared = ranker.prepare(ARTICLE)
    assert prepared.rank().to_dict() == ranker.rank(ARTICLE).to_dict()
    assert prepared.rank("wind farm").to_dict() == ranker.rank(ARTICLE, query="wind farm").to_dict()
    assert prepared.rank().to_dict() == ranker.rank(ARTICLE).to_dict()


@pytest.mark.parametrize("query", ["", "the of and", "!?"])
def test_a_query_without_essential_words_is_said_and_left_out(query: str) -> None:
    ranking = sr.rank(ARTICLE, query=query)
    assert ranking.order.tolist() == sr.rank(ARTICLE).order.tolist()
    assert any("no essential word" in note for note in ranking.notes)


@pytest.mark.parametrize("method", ["ssr", "spr", "swr"])
@pytest.mark.parametrize("reading", sr.READINGS)
def test_every_model_takes_a_query(method: str, reading: str) -> None:
    ranking = sr.rank(ARTICLE, method=method, reading=reading, query="heat pump")
    assert sorted(ranking.order.tolist()) == list(range(len(ranking)))


def test_baselines_refuse_a_query() -> None:
    with pytest.raises(sr.OptionsError, match="takes no query"):
        sr.rank(ARTICLE, method="lead", query="heat")
    with pytest.raises(sr.InputError, match="string"):
        sr.rank(ARTICLE, query=3)  # type: ignore[arg-type]


def test_a_query_in_a_language_without_vectors() -> None:
    text = "今天天气很好。我们去公园散步。公园里有很多人在玩。明天会下雨。"
    assert sr.rank(text, query="下雨").order[0] == 3


def test_the_answer_to_a_query_is_found_in_a_long_document() -> None:
    nouns = ["harbour", "school", "forest", "railway", "market", "hospital", "museum", "river", "tower", "bridge"]
    verbs = ["repaired", "painted", "closed", "sold", "opened", "visited", "measured"]
    filler = [f"The {nouns[i % 10]} near the {nouns[i % 9]} was {verbs[i % 7]} in that year." for i in range(4500)]
    filler[4000] = "A violinist played a slow sonata in the cold church."
    ranking = sr.rank(filler, query="violin sonata", collapse=False)
    assert len(ranking.notes) >= 1
    assert ranking.order[0] == 4000


def test_a_query_that_the_text_does_not_speak_of_is_noted() -> None:
    prepared = sr.Ranker().prepare(ARTICLE)
    assert any("near the query" in note for note in prepared.rank("violin sonata").notes)
    assert not any("near the query" in note for note in prepared.rank("heating cost").notes)
    german = sr.Ranker(language="de").prepare("Der Hafen von Rotterdam wurde gebaut. Die Schiffe kommen aus Hamburg.")
    assert any("near the query" in note for note in german.rank("Geige").notes)
    assert not any("near the query" in note for note in german.rank("Hamburg").notes)
