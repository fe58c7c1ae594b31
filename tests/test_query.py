"""Ranking for a query: what answers it comes first, and says why."""

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


def test_the_answers_under_the_heading_that_asks_come_first() -> None:
    ranking = sr.rank(ARTICLE, query="who pays")
    answers = "61 million euros", "pay\nnothing for the connection"
    assert all(any(answer in sentence.text for answer in answers) for sentence in ranking[:2])


def test_numbers_and_unknown_names_are_words_of_a_query() -> None:
    text = ["Article 6 of the GDPR says when data may be used.", "Article 17 of the GDPR says when data are erased.",
            "Article 99 of the GDPR says when it begins.", "3M makes tape, and 5M makes nothing."]  # fmt: skip
    assert sr.rank(text, query="GDPR Article 17").order[0] == 1
    assert sr.rank(text, query="What is 3M?").order[0] == 3
    assert sr.rank(text, query="Article 99").order[0] == 2


def test_hits_say_which_words_stand_where() -> None:
    ranking = sr.rank(ARTICLE, query="who pays or paid for the salmon")
    text = ranking.document.text
    assert ranking.hits
    for hit in ranking.hits:
        assert {text[start:end] for start, end in hit.spans} == set(hit.terms)
        sentence = ranking.sentences[hit.index]
        assert all(sentence.start <= start < end <= sentence.end for start, end in hit.spans)
    assert {"pay", "paid"} <= {term for hit in ranking.hits for term in hit.terms}
    assert sr.rank(ARTICLE).hits == ()
    assert "has words of the query" in str(ranking.explain(ranking[0].index))


def test_several_queries_take_turns() -> None:
    ranking = sr.rank(ARTICLE, query=["salmon", "brass band"])
    best = {sr.rank(ARTICLE, query=query)[0].index for query in ("salmon", "brass band")}
    assert {sentence.index for sentence in ranking[:2]} == best
    assert ranking.query == "salmon; brass band"
    assert sr.Ranker(query=["salmon", "brass band"]).rank(ARTICLE).order.tolist() == ranking.order.tolist()


def test_quoted_words_must_occur_and_others_must_not() -> None:
    ranking = sr.rank(ARTICLE, query='heat "liner"')
    having = [sentence for sentence in ranking.sentences if "liner" in sentence.text]
    assert {sentence.rank for sentence in having} == set(range(1, len(having) + 1))
    without = sr.rank(ARTICLE, query="salmon -fishermen")
    assert all("Fishermen" not in sentence.text for sentence in without[:20])
    # In a question quotation marks only quote.
    assert sr.rank(ARTICLE, query='What about the "liner"?').order.tolist() != ranking.order.tolist()
    impossible = sr.rank(ARTICLE, query='heat "violin sonata"')
    assert any("must occur" in note for note in impossible.notes)


def test_an_encoder_decides_what_is_close_in_meaning() -> None:
    calls: list[int] = []

    def encoder(texts: list[str]) -> list[list[float]]:
        calls.append(len(texts))
        return [[float("brass" in text or "music" in text), 1.0] for text in texts]

    prepared = sr.Ranker().prepare(ARTICLE)
    assert "brass band" in prepared.rank("music", encoder=encoder)[0].text
    prepared.rank("more music", encoder=encoder)
    assert calls == [max(calls), 1, 1], "the sentences are encoded once"
    with pytest.raises(sr.InputError, match="one row of finite numbers"):
        prepared.rank("music", encoder=lambda texts: [[float("nan")]] * len(texts))


def test_spellings_stand_for_vectors_where_a_language_has_none() -> None:
    text = "Die Hafenverwaltung baut eine Mauer. Der Wald ist grün. Das Dorf hat eine Kirche."
    ranking = sr.rank(text, query="Hafen", language="de")
    assert ranking.order[0] == 0
    assert "meaning" in ranking.parts


def test_headings_are_never_the_answer() -> None:
    ranking = sr.rank(ARTICLE, query="who pays")
    heading = next(sentence for sentence in ranking.sentences if sentence.text == "Who pays")
    assert heading.rank > len(ranking) - 4
    assert heading.score == 0
