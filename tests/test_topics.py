"""Topics: their number follows the text, and their names set them apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from scripts.check_topics import check, packages

import sentencerank as sr
from tests.texts import ARTICLE, TEXTS

ARTICLES = sorted((Path(__file__).parent.parent / "examples" / "articles").glob("*"))


def faults(ranking: sr.Ranking) -> list[str]:
    """What is wrong with the names of topics: two the same, one a part of another."""
    names = [topic.name.casefold() for topic in ranking.topics]
    return [
        f"{name!r} in {other!r}"
        for place, name in enumerate(names)
        for another, other in enumerate(names)
        if place != another and name in other
    ]


def telling_nothing(ranking: sr.Ranking) -> int:
    """How many topics of several hold the first keyphrase of the whole text."""
    first = ranking.keyphrases(1)
    several = len(ranking.topics) > 1 and first
    return (
        sum(f" {first[0].text.casefold()} " in f" {topic.name.casefold()} " for topic in ranking.topics)
        if several
        else 0
    )


@pytest.mark.parametrize("name", TEXTS)
def test_no_name_is_part_of_another_and_none_is_what_all_is_about(name: str) -> None:
    ranking = sr.rank(TEXTS[name])
    assert not faults(ranking)
    assert not telling_nothing(ranking)


@pytest.mark.parametrize("path", ARTICLES, ids=lambda path: path.name)
def test_names_of_topics_in_every_language(path: Path) -> None:
    assert not faults(sr.rank(path.read_text(encoding="utf-8")))


def test_the_number_of_topics_follows_the_text() -> None:
    note = "The meeting is on Monday at ten. Please bring the plans of the harbour. Coffee is on the table."
    assert len(sr.rank(note).topics) == 1
    assert 2 <= len(sr.rank(ARTICLE).topics) <= 8


def test_topics_stay_as_they_are_when_a_word_changes() -> None:
    before = {topic.name for topic in sr.rank(ARTICLE).topics}
    after = {
        topic.name for topic in sr.rank(ARTICLE.replace("several hundred residents", "a few hundred residents")).topics
    }
    assert len(before & after) >= len(before) - 1


def test_each_topic_has_sentences_that_carry_it() -> None:
    ranking = sr.rank(ARTICLE)
    for topic in ranking.topics:
        ranks = [ranking.sentences[index].rank for index in topic.sentences]
        assert [ranking.sentences[index].rank for index in topic.best] == sorted(ranks)[:2]


def test_names_on_the_descriptions_of_installed_packages() -> None:
    for name, ranking in packages(6):
        checked = check(name, ranking)
        assert (checked.same, checked.inside, checked.first) == (0, 0, 0), checked
        assert checked.kept > 0.5, checked


def test_a_word_that_names_a_topic_has_a_phrase_of_its_best_sentences_beside_it() -> None:
    names = [topic.name for topic in sr.rank(ARTICLE).topics]
    assert "residents, Mayor Ingrid Solheim" in names
