from __future__ import annotations

import numpy as np
import pytest

from sentencerank.errors import DataError
from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.subjects import JUDGES, SUMMARIES, subject, subjects
from sentencerank.recipe import Budget

SENTENCES = ("One two.", "Three four.", "Five six.", "Seven eight.")


def case(*references: Reference, id: str = "a") -> Case:
    return Case(id=id, references=references, sentences=SENTENCES)


def test_each_judge_faces_the_others_and_summaries_stand_apart() -> None:
    found = subject(
        case(
            Reference("a", indices=(0, 2)),
            Reference("b", indices=(1,)),
            Reference("c", indices=(3,)),
            Reference("d", text="In my words."),
        )
    )
    assert found.panels == {
        SUMMARIES: (0,),
        JUDGES: (1, 2, 3),
        "without 1": (2, 3),
        "without 2": (1, 3),
        "without 3": (1, 2),
    }
    assert found.references(Budget(words=100))[1] == ("One two.", "Five six.")


def test_a_single_list_of_votes_beside_choices_is_no_judge_of_its_own() -> None:
    found = subject(case(Reference("a", indices=(0,)), Reference("votes", scores=(1, 0, 0, 0))))
    assert [judge.name for judge in found.judges] == ["a"]


def test_judges_with_scores_come_before_choices_and_are_cut_to_the_budget_ties_by_document_order() -> None:
    found = subject(
        case(
            Reference("a", scores=(1, 3, 3, 0)),
            Reference("b", scores=(0, 0, 0, 5)),
            Reference("a/10", indices=(1,)),
        )
    )
    assert [judge.name for judge in found.judges] == ["a", "b"]
    assert found.references(Budget(ratio=0.25)) == [("Three four.",), ("Seven eight.",)]
    votes = found.votes(JUDGES)
    assert votes is not None
    assert votes.tolist() == [0.5, 1.5, 1.5, 2.5]


def test_judge_k_is_the_same_person_whatever_the_order_in_the_file() -> None:
    references = Reference("ann", indices=(0,)), Reference("bob", indices=(1,))
    for given in (references, references[::-1]):
        assert [judge.name for judge in subject(case(*given)).judges] == ["ann", "bob"]


def test_votes_below_zero_are_moved_up() -> None:
    votes = subject(case(Reference("a", scores=(-2, 0, 1, 0)))).votes(JUDGES)
    assert votes is not None
    assert votes.tolist() == [0, 2, 3, 2]


def test_references_that_say_nothing_are_left_out() -> None:
    found = subject(case(Reference("a", text=" \n"), Reference("b", indices=()), Reference("c", scores=(2, 2, 2, 2))))
    assert not found.panels


def test_documents_without_references_or_sentences_are_named_and_left_out() -> None:
    usable = case(Reference("a", text="Words."), id="good")
    empty = Case(id="empty", references=(Reference("a", text="Words."),), sentences=())
    found, remarks = subjects([usable, case(id="unjudged"), empty])
    assert [one.id for one in found] == ["good"]
    assert "unjudged, empty" in remarks[0]


def test_nothing_usable_is_an_error_with_a_remedy() -> None:
    with pytest.raises(DataError, match="give summaries"):
        subjects([case()])


def test_a_raw_text_is_split_once() -> None:
    found = subject(Case(id="a", text="Rain fell. Then it stopped.", references=(Reference("a", text="Rain."),)))
    assert found.sentences == ("Rain fell.", "Then it stopped.")
    assert np.array_equal(found.words, [2, 3])


def test_the_digest_tells_other_texts_and_other_judges_apart() -> None:
    digests = {
        subject(case(reference)).digest
        for reference in (Reference("a", text="x"), Reference("a", text="y"), Reference("a", indices=(0,)))
    }
    assert len(digests) == 3
