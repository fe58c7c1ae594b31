from __future__ import annotations

import numpy as np
import pytest

from sentencerank.evaluate.budgets import summary
from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.measures import average_precision, reading_area
from sentencerank.evaluate.rouge import Rouge
from sentencerank.evaluate.scoring import RANKING, READ, ROUGE, SEVERAL, Protocol, Scorer
from sentencerank.evaluate.subjects import JUDGES, OTHERS, SUMMARIES, Subject, subject
from sentencerank.evaluate.systems import ANY, Orders, System, judges
from sentencerank.recipe import Budget

SENTENCES = ("rain fell on the plain", "the cat sat on the mat", "a dog barked", "then the rain stopped")
ORDER = np.array([1, 3, 0, 2])
PROTOCOL = Protocol.of("5w,50%,0w", longest=True)


def fixed(*orders: np.ndarray) -> System:
    return System("fixed", "method", lambda subject: {ANY: orders}, "fixed")


def judged(*references: Reference) -> Subject:
    return subject(Case(id="a", sentences=SENTENCES, references=references))


TEXT = judged(Reference("a", text="the cat sat"), Reference("b", text="the rain on the plain stopped"))
CHOSEN = judged(Reference("a", indices=(1,)), Reference("b", indices=(1, 3)), Reference("c", indices=(0,)))


def test_scores_are_those_of_the_scorer_on_the_cut_summary() -> None:
    record = Scorer(TEXT, PROTOCOL).score(fixed(ORDER))
    matches = Rouge(TEXT.summaries).matches(summary(ORDER.tolist(), SENTENCES, Budget.parse("5w")))
    for m, measure in enumerate(ROUGE):
        for s, several in enumerate(SEVERAL):
            score = getattr(matches.scores(several), measure)
            assert record.rouge[SUMMARIES][0, m, s].tolist() == [score.recall, score.precision, score.f]


def test_a_budget_of_nothing_scores_nothing() -> None:
    assert not Scorer(TEXT, PROTOCOL).score(fixed(ORDER)).rouge[SUMMARIES][2].any()


def test_a_panel_without_a_judge_is_scored_as_if_there_were_no_such_judge() -> None:
    whole = Scorer(CHOSEN, PROTOCOL).score(fixed(ORDER))
    alone = Scorer(judged(Reference("b", indices=(1, 3)), Reference("c", indices=(0,))), PROTOCOL).score(fixed(ORDER))
    assert np.array_equal(whole.rouge["without 1"], alone.rouge[JUDGES])
    assert np.array_equal(whole.ranking["without 1"], alone.ranking[JUDGES])
    mean = np.mean([whole.rouge[f"without {k}"] for k in (1, 2, 3)], axis=0)
    assert np.allclose(whole.rouge[OTHERS], mean)


def test_rankings_are_measured_where_sentences_were_judged() -> None:
    record = Scorer(CHOSEN, PROTOCOL).score(fixed(ORDER))
    votes = [1 / 3, 2 / 3, 0, 1 / 3]
    found = dict(zip(RANKING, record.ranking[JUDGES], strict=True))
    assert found["average_precision"] == pytest.approx(average_precision(ORDER, votes))
    assert found["reading_area"] == pytest.approx(reading_area(ORDER, CHOSEN.words, votes))
    assert record.curve[JUDGES].shape == READ.shape
    assert record.curve[JUDGES][[0, -1]].tolist() == [0, 1]
    assert not Scorer(TEXT, PROTOCOL).score(fixed(ORDER)).ranking


def test_several_rankings_are_averaged() -> None:
    scorer = Scorer(CHOSEN, PROTOCOL)
    one, other, both = (scorer.score(fixed(*orders)) for orders in ((ORDER,), (ORDER[::-1],), (ORDER, ORDER[::-1])))
    assert np.allclose(both.rouge[JUDGES], (one.rouge[JUDGES] + other.rouge[JUDGES]) / 2)
    assert np.allclose(both.ranking[JUDGES], (one.ranking[JUDGES] + other.ranking[JUDGES]) / 2)


def test_a_judge_faces_the_others_only_and_all_together_face_all() -> None:
    scorer = Scorer(CHOSEN, PROTOCOL)
    alone, _, combined, _ = (scorer.score(system) for system in judges())
    assert set(alone.rouge) == {"without 1", "without 2", "without 3", OTHERS}
    assert set(combined.rouge) == {JUDGES}


def test_the_limit_of_words_cuts_references_if_asked() -> None:
    plain, cut = (
        Scorer(TEXT, Protocol.of("3w", limit_references=limit)).score(fixed(ORDER)) for limit in (False, True)
    )
    limited = Rouge(TEXT.summaries, word_limit=3).score(summary(ORDER.tolist(), SENTENCES, Budget.parse("3w")))
    assert cut.rouge[SUMMARIES][0, 0, 0, 0] == limited.rouge_1.recall
    assert cut.rouge[SUMMARIES][0, 0, 0, 0] > plain.rouge[SUMMARIES][0, 0, 0, 0]


def test_what_goes_wrong_in_a_system_is_recorded() -> None:
    def broken(subject: Subject) -> Orders:
        raise ZeroDivisionError("of\nnothing")

    record = Scorer(TEXT, PROTOCOL).score(System("broken", "peer", broken, ""))
    assert record.error == "ZeroDivisionError: of nothing"
    assert not record.rouge


def test_the_longest_common_subsequence_is_left_out_unless_asked_for() -> None:
    scorer = Scorer(CHOSEN, Protocol(PROTOCOL.budgets))
    values = scorer.score(fixed(ORDER)).rouge[JUDGES]
    assert np.isnan(values[:, 3]).all()
    assert np.array_equal(values[:, :3], Scorer(CHOSEN, PROTOCOL).score(fixed(ORDER)).rouge[JUDGES][:, :3])


def test_stems_can_be_left_alone() -> None:
    scorer = Scorer(judged(Reference("a", text="cats")), Protocol.of("100w", stem=False))
    assert scorer.score(fixed(ORDER)).rouge[SUMMARIES][0, 0, 0, 0] == 0
