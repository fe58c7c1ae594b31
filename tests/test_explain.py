"""The reasons for a rank in words: grammatical, true in every reading, and complete."""

from __future__ import annotations

import re

import pytest

import sentencerank as sr
from sentencerank.explanation.reasons import PHRASES, PLACES, Reasons, in_one_sentence, in_words
from tests.texts import ARTICLE, TEXTS


def words(*, index: int = 3, rank: int = 4, count: int = 32, **known: object) -> str:
    return in_words(Reasons(index=index, rank=rank, count=count, **known))  # type: ignore[arg-type]


def test_a_sentence_that_stands_out_and_is_lowered() -> None:
    parts = {"position": 2.1, "salience": 0.7, "centrality": 0.2, "opening": -0.5, "reach": 0.0}
    assert words(parts=parts, terms=["heat", "homes"], supporters=[1, 28, 29]) == (
        "Ranked 4th of 32: it comes early and uses important words; lowered because it introduces little that the text "
        "returns to. Its most important words are heat and homes. It is supported by sentences 1, 28 and 29."
    )


def test_a_sentence_that_falls_behind_and_is_raised() -> None:
    parts = {"position": -1.5, "substance": -0.7, "salience": 0.4}
    assert words(index=30, rank=31, parts=parts, terms=["rain"], supporters=[5]) == (
        "Ranked 31st of 32: it comes late and is short; raised because it uses important words. "
        "Its most important word is rain. It is supported by sentence 5."
    )


def test_a_sentence_that_resembles_a_better_one() -> None:
    parts = {"salience": 1.0}
    assert words(parts=parts, similar_to=4, redundancy_penalty=0.2).endswith(
        "It is lowered because it resembles sentence 4."
    )
    assert "resembles" not in words(parts=parts, similar_to=4, redundancy_penalty=0.01)


def test_copies_and_what_is_not_ranked_have_one_reason_alone() -> None:
    assert words(parts={}, copy_of=3, best_of_section=True) == "Ranked 4th of 32: it repeats sentence 3."
    outside = "Ranked 4th of 32: it is a heading, a fragment or a line without words to rank by."
    assert words(parts={"salience": 0.0}, ranked=False) == words(parts={"salience": 0.0}) == outside


def test_nothing_to_tell_apart() -> None:
    assert words(parts={"salience": 0.5}, averages={"salience": 0.5}) == (
        "Ranked 4th of 32: nothing sets it apart from the others."
    )


def test_a_part_that_is_never_negative_speaks_against_a_sentence_below_the_average() -> None:
    assert "its words are less important" in words(parts={"salience": 0.3}, averages={"salience": 0.5})
    assert "its wording" not in words(parts={"wording": 0.0, "salience": 1.0}, averages={"wording": 1.1})


def test_what_is_small_beside_the_rest_is_not_told() -> None:
    assert words(parts={"salience": 2.0, "reach": 0.1}) == "Ranked 4th of 32: it uses important words."


def test_turns_and_lengths_are_told_where_they_decide() -> None:
    text = words(parts={"salience": -1.0}, turn=2, divided=True)
    assert text == (
        "Ranked 4th of 32: it is the 2nd best of its topic, and topics take turns. Its words are less important. "
        "Its score is divided by its length."
    )


def test_a_place_is_named_by_where_it_is() -> None:
    for name in PLACES:
        assert "early" in words(index=0, parts={name: 1.0})
        assert "late" in words(index=31, parts={name: -1.0})
    assert "near the end" in words(index=31, parts={"position": 1.0})


@pytest.mark.parametrize("method", sr.METHODS)
@pytest.mark.parametrize("reading", sr.READINGS)
def test_every_part_of_every_method_has_its_words(method: str, reading: str) -> None:
    for text in TEXTS.values():
        ranking = sr.rank(text, method=method, reading=reading)
        assert set(ranking.parts) <= {*PHRASES, *PLACES}
        for sentence in ranking.sentences:
            told = str(ranking.explain(sentence.index))
            assert re.fullmatch(rf"Ranked {sentence.rank}(st|nd|rd|th) of {len(ranking)}: [a-z].*\.", told)
            assert "  " not in told
            assert not re.search(r": it [^.;]* and it ", told)  # the subject is not repeated
    assert set(sr.rank(ARTICLE, query="water").parts) <= {*PHRASES, *PLACES}


@pytest.mark.parametrize(("reading", "told"), [("best", False), ("paper", True), ("literal", True)])
def test_topics_take_turns_in_the_readings_of_the_paper(reading: str, told: bool) -> None:
    ranking = sr.rank(ARTICLE, reading=reading)
    assert ("topics take turns" in str(ranking.explain(ranking[0].index))) == told
    alone = sr.rank(ARTICLE, reading="paper", clustering="none")
    assert "topics take turns" not in str(alone.explain(alone[0].index))


def test_one_sentence_has_the_facts_behind_the_strongest_reasons() -> None:
    def told(parts: dict[str, float], **known: object) -> str:
        return in_one_sentence(Reasons(index=3, rank=4, count=32, parts=parts, **known))  # type: ignore[arg-type]

    parts = {"wording": 3.0, "opening": 1.2, "layout": 0.9, "salience": 0.5}
    known = {"told": "announces", "quoted": "We show that", "opens": "section", "later": 23, "terms": ["heat"]}
    assert told(parts, **known) == (
        "States what the text finds or does: 'We show that'; 23 later sentences return to what it brings up; "
        "it opens its section."
    )
    assert told({"wording": -3.0}, told="signposts", quoted="See also") == (
        "Points elsewhere or is a notice: 'See also'."
    )
    assert told({"salience": 1.0}, terms=["heat", "homes"]) == "Uses words that matter here: heat and homes."
    assert told({}, copy_of=2) == "It repeats sentence 2."


def test_every_sentence_of_a_ranking_is_told_in_one_sentence() -> None:
    ranking = sr.rank(ARTICLE)
    for index in range(len(ranking)):
        told = ranking.explain(index).sentence
        assert not told[0].islower()
        assert told.endswith(".")
    first = ranking.explain(int(ranking.order[0]))
    assert first.sentence != first.text
