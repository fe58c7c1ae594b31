"""Texts that are not as they should be: the ranking changes in a way that makes sense."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

import sentencerank as sr
from sentencerank import kernel
from tests.texts import ARTICLE


def sentences(text: str = ARTICLE) -> list[str]:
    return [s.text.replace("\n", " ") for s in sr.rank(text).document.sentences if s.prose]


def overlap(left: sr.Ranking, right: sr.Ranking, share: float = 0.3) -> float:
    """Share of the best sentences of one ranking that are among the best of the other, told by their letters."""
    count = max(1, round(share * min(len(left), len(right))))

    def best(ranking: sr.Ranking) -> set[str]:
        return {re.sub(r"\W+", "", s.text).lower() for s in ranking.top(count)}

    return len(best(left) & best(right)) / count


def test_hard_wraps_change_nothing() -> None:
    unwrapped = re.sub(r"(?<!\n)\n(?!\n)", " ", ARTICLE)
    assert sr.rank(unwrapped).order.tolist() == sr.rank(ARTICLE).order.tolist()


def test_without_position_the_order_of_the_sentences_hardly_matters() -> None:
    text = sentences()
    shuffled = random.Random(1).sample(text, len(text))
    ranker = sr.Ranker(structure="flat", collapse=False)
    assert overlap(ranker.rank(text), ranker.rank(shuffled)) >= 0.8  # where words return does depend on the order
    ranker = sr.Ranker(structure="flat", collapse=False, reach=0.0)
    straight, mixed = ranker.rank(text), ranker.rank(shuffled)
    assert overlap(straight, mixed) == 1.0
    by_text = {s.text: s.score for s in mixed.sentences}
    assert np.allclose([by_text[s.text] for s in straight.sentences], straight.scores, atol=1e-6)


def test_shuffling_news_costs_the_lead_its_place() -> None:
    text = sentences()
    moved = [*text[1:], text[0]]
    assert sr.rank(text).sentences[0].rank == 1
    assert sr.rank(moved).sentences[-1].rank > 1


def test_a_document_pasted_twice_is_ranked_as_once_and_the_second_half_is_named() -> None:
    text = sentences()
    once, twice = sr.rank(text), sr.rank(text + text)
    count = len(text)
    assert all(s.copy_of == s.index - count for s in twice.sentences[count:] if s.words >= 4)
    assert overlap(once, twice, 0.3) == 1.0
    assert once.summary(words=120).indices == twice.summary(words=120).indices


def test_what_goes_on_below_a_paragraph_without_an_end_does_not_stand_first() -> None:
    half = "heats itself with a lake of summer sun, and the town, the lake and the sun are in the news of the town."
    text = "\n\n".join([*sentences()[:2], "In the hills there is a town that", half, *sentences()[2:]])
    ranking = sr.rank(text)
    assert half in ranking.document.text
    assert ranking.sentences[3].text == half
    assert ranking.explain(3).parts["whole"] < 0


def test_a_title_is_a_copy_of_the_sentence_that_says_it() -> None:
    said = "Town heats itself with a lake of summer sun"
    ranking = sr.rank("\n\n".join([f"lake - {said.lower()}", f"{said}.", *sentences()]))
    assert [ranking.sentences[0].copy_of, ranking.sentences[1].copy_of] == [1, None]


def test_a_title_repeated_as_a_sentence_is_ranked_once() -> None:
    title = "Town heats itself with a lake of summer sun."
    ranking = sr.rank([title, *sentences(), title])
    assert ranking.sentences[-1].copy_of == 0
    assert ranking.order[-1] == len(ranking) - 1


def test_bullets_are_sentences() -> None:
    ranking = sr.rank("Three things must be done:\n\n- repair the northern dam before winter\n"
                      "- buy two new pumps for the valley\n- tell the farmers how much water is left\n")  # fmt: skip
    assert [s.text for s in ranking.sentences][1:] == [
        "repair the northern dam before winter",
        "buy two new pumps for the valley",
        "tell the farmers how much water is left",
    ]
    assert (ranking.scores != 0).any()


def test_capitals_throughout_change_little() -> None:
    text = sentences()
    assert overlap(sr.rank(text), sr.rank([sentence.upper() for sentence in text])) >= 0.7


def test_misread_letters_change_little() -> None:
    rng = random.Random(0)
    noisy = [re.sub(r"[eo]", lambda m: rng.choice("eo") if rng.random() < 0.05 else m.group(), s) for s in sentences()]
    clean, misread = sr.rank(sentences()), sr.rank(noisy)
    assert len(set(clean.order[:9].tolist()) & set(misread.order[:9].tolist())) >= 7


def test_a_transcript_without_punctuation_is_still_ranked_line_by_line() -> None:
    lines = [re.sub(r"[^\w\s]", "", sentence).lower() for sentence in sentences()]
    ranking = sr.rank("\n".join(lines))
    assert len(ranking) == len(lines)
    assert len(set(ranking.scores.round(6).tolist())) > len(lines) // 2


def test_rank_prefers_statements_to_fragments_and_headings() -> None:
    ranking = sr.rank(ARTICLE)
    assert all(s.words >= 4 for s in ranking.top(len(ranking) // 2))


def test_a_boilerplate_line_on_every_page_does_not_lead() -> None:
    text: list[str] = []
    for index, sentence in enumerate(sentences()):
        text.append(sentence)
        if index % 5 == 4:
            text.append("All rights reserved by the Halversund Courier 2026.")
    ranking = sr.rank(text)
    assert all("rights reserved" not in s.text for s in ranking.top(5))


def test_a_graph_without_edges_is_walked_without_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "native", None)
    assert sr.rank("rain. " * 30).order[0] == 0
