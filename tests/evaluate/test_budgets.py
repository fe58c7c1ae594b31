from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.document import word_count
from sentencerank.errors import OptionsError
from sentencerank.evaluate.budgets import CURVE, first_words, parse_budgets, summary
from sentencerank.recipe import Budget, Overflow

SENTENCES = ("a1 a2 a3", "b1 b2 b3 b4 b5", "c1", "d1 d2")
words = st.lists(st.sampled_from(["x", "yy", "zzz"]), min_size=1, max_size=6).map(" ".join)


@st.composite
def rankings(draw: st.DrawFn) -> tuple[list[int], list[str]]:
    sentences = draw(st.lists(words, max_size=8))
    return draw(st.permutations(range(len(sentences)))), sentences


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("cut", ("a1 a2 a3", "b1", "d1 d2")),  # b is next in rank: its first word fills the budget
        ("stop", ("a1 a2 a3", "d1 d2")),
        ("skip", ("a1 a2 a3", "c1", "d1 d2")),
    ],
)
def test_the_sentence_that_does_not_fit(rule: Overflow, expected: tuple[str, ...]) -> None:
    assert summary([3, 0, 1, 2], SENTENCES, Budget(words=6, overflow=rule)) == expected


def test_the_cut_sentence_is_the_lowest_ranked_not_the_last_of_the_document() -> None:
    assert summary([3, 0], SENTENCES, Budget.parse("3w")) == ("a1", "d1 d2")


def test_a_first_sentence_longer_than_the_budget_is_cut_or_nothing_is_left() -> None:
    assert summary([1, 2], SENTENCES, Budget.parse("2w")) == ("b1 b2",)
    assert summary([1, 2], SENTENCES, Budget.parse("2w/stop")) == ()
    assert summary([1, 2], SENTENCES, Budget.parse("2w/skip")) == ("c1",)


@pytest.mark.parametrize("budget", ["0w", "0w/stop", "0w/skip", "0c", "0s"])
def test_a_budget_of_nothing_is_an_empty_summary(budget: str) -> None:
    assert summary([3, 0, 1, 2], SENTENCES, parse_budgets(budget)[0]) == ()


@pytest.mark.parametrize("budget", ["100w", "5%", "90%", "3s", "20c"])
def test_a_document_without_sentences_has_an_empty_summary(budget: str) -> None:
    assert summary([], [], parse_budgets(budget)[0]) == ()


def test_shares_round_half_up_and_take_at_least_one() -> None:
    budget = parse_budgets("10%")[0]
    assert [len(summary(range(n), ["x"] * n, budget)) for n in (1, 4, 5, 14, 15, 25)] == [1, 1, 1, 1, 2, 3]
    assert len(summary(range(7), ["x"] * 7, parse_budgets("100%")[0])) == 7


@given(rankings(), st.integers(0, 40))
def test_cut_words_fill_the_budget_exactly(ranking: tuple[list[int], list[str]], limit: int) -> None:
    order, sentences = ranking
    total = sum(map(word_count, sentences))
    assert sum(map(word_count, summary(order, sentences, Budget(words=limit, overflow="cut")))) == min(limit, total)


@given(rankings(), st.integers(0, 40))
def test_stop_takes_no_more_than_skip_and_skip_no_more_than_the_budget(
    ranking: tuple[list[int], list[str]], limit: int
) -> None:
    order, sentences = ranking
    stopped, skipped = (
        sum(map(word_count, summary(order, sentences, Budget.parse(f"{limit}w/{rule}")))) for rule in ("stop", "skip")
    )
    assert stopped <= skipped <= limit


@given(rankings(), st.integers(0, 40), st.sampled_from(["", "/stop", "/skip"]))
def test_characters_are_never_exceeded_and_cutting_uses_them_best(
    ranking: tuple[list[int], list[str]], limit: int, rule: str
) -> None:
    order, sentences = ranking
    lengths = [len(" ".join(summary(order, sentences, Budget.parse(f"{limit}c{one}")))) for one in ("", rule)]
    assert lengths[1] <= limit
    assert lengths[0] <= min(limit, len(" ".join(sentences)))
    # A cut may end in a space, which is dropped, and so is the one before it if nothing else is left.
    assert lengths[0] >= min(limit, len(" ".join(sentences))) - 2


@given(st.text(alphabet="ab 今天กด่ក", max_size=24), st.integers(0, 8))
def test_the_first_words_are_a_beginning_of_so_many_words(text: str, count: int) -> None:
    cut = first_words(text, count)
    assert word_count(cut) == min(count, word_count(text))
    assert "".join(text.split()).startswith("".join(cut.split()))


def test_budgets_are_read_from_text_and_named_alike() -> None:
    assert parse_budgets("curve") == CURVE
    names = "100w,50w/stop,5%,2.5%,3s,500c/skip"
    assert ",".join(budget.name for budget in parse_budgets(names)) == names


@pytest.mark.parametrize("text", ["", ",", "100", "-5%", "w", "0%", "101%", "1.5w", "5%/stop", "100w/other", "nan%"])
def test_what_is_no_budget_is_refused_with_the_forms(text: str) -> None:
    with pytest.raises(OptionsError, match=r"(Give words|give a share).*Or give curve"):
        parse_budgets(text)
