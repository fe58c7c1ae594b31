from __future__ import annotations

from dataclasses import astuple
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.errors import DataError, OptionsError
from sentencerank.evaluate.hits import Several, positions, union_lcs
from sentencerank.evaluate.rouge import Rouge
from sentencerank.evaluate.tokens import tokens

texts = st.lists(st.lists(st.sampled_from("abcde"), max_size=8).map(" ".join), max_size=4)
ZERO = ((0.0, 0.0, 0.0),) * 4


def test_skip_bigrams_leave_out_the_last_unigram() -> None:
    # summary: ab, a; reference: ab, ac, bc, a, b: hits ab, a
    assert astuple(Rouge([["a b c"]]).score(["a b"]).rouge_su4)[:2] == (2 / 5, 2 / 2)


def test_at_most_four_words_stand_between_a_pair() -> None:
    assert Rouge([["a v w x y b"]], stem=False).score(["a b"]).rouge_su4.precision == 1  # pair a b, unigram a
    assert Rouge([["a v w x y z b"]], stem=False).score(["a b"]).rouge_su4.precision == 1 / 2


def test_lins_example_of_the_union_of_subsequences() -> None:
    summary = ["w1 w2 w6 w7 w8", "w1 w3 w8 w9 w5"]
    assert Rouge([["w1 w2 w3 w4 w5"]]).score(summary).rouge_l.recall == 4 / 5


def test_four_ways_with_several_references() -> None:
    matches = Rouge([["a b"], ["a b c d"], ["x"]]).matches(["a b c x"])
    assert astuple(matches.rouge_1.score("pooled"))[:2] == (6 / 7, 6 / 12)
    assert astuple(matches.rouge_1.score("mean"))[:2] == pytest.approx(((1 + 3 / 4 + 1) / 3, (2 + 3 + 1) / 12))
    assert astuple(matches.rouge_1.score("best"))[:2] == (1, 2 / 4)
    assert astuple(matches.rouge_1.score("jackknife"))[:2] == pytest.approx((1, (1 / 4 + 2 / 4 + 2 / 4) / 3))


@pytest.mark.parametrize("several", ["pooled", "mean", "best", "jackknife"])
def test_one_reference_is_one_score_whatever_the_way(several: Several) -> None:
    scorer = Rouge([["the cat sat", "it purred"]], several=several)
    assert scorer.score(["a cat purred"]) == Rouge([["the cat sat", "it purred"]]).score(["a cat purred"])


@pytest.mark.parametrize("summary", [[], [""], "", ["…"], [" \t "], ["é"]])
def test_a_summary_without_words_scores_zero(summary: list[str] | str) -> None:
    assert astuple(Rouge([["a b c"], ["d"]]).score(summary)) == ZERO


def test_an_empty_reference_adds_to_the_summarys_total_only() -> None:
    score = Rouge([["a b"], []]).score(["a"]).rouge_1
    assert (score.recall, score.precision) == (1 / 2, 1 / 2)
    assert astuple(Rouge([[]]).score(["a b"])) == ZERO


def test_no_reference_is_refused_with_a_remedy() -> None:
    nothings: list[list[str] | str] = [[], "a text"]
    for nothing in nothings:
        with pytest.raises(DataError, match="give a list of texts"):
            Rouge(nothing)


def test_limits_out_of_range_or_both_are_refused() -> None:
    with pytest.raises(OptionsError, match="give one of them"):
        Rouge([["a"]], word_limit=1, byte_limit=1)
    with pytest.raises(OptionsError, match="word_limit=0"):
        Rouge([["a"]], word_limit=0)


def test_an_unknown_way_is_refused_before_anything_is_scored() -> None:
    with pytest.raises(OptionsError, match="several='worst'"):
        Rouge([["a"]], several="worst")  # type: ignore[arg-type]


def test_a_string_has_one_sentence_a_line() -> None:
    assert tokens("One two.\n\nThree.") == tokens(["One two.", "Three."])


def test_a_lone_surrogate_parts_words() -> None:
    assert tokens(["a\ud800b"]).words == ("a", "b")


def test_stop_words_are_compared_before_stemming() -> None:
    assert tokens(["rankings rank"], stem=lambda word: word[:4], stop_words={"rank"}).words == ("rank",)


def test_a_byte_limit_bounds_n_grams_but_hardly_rouge_l() -> None:
    read = tokens(["one two", "three four"], byte_limit=9)
    assert read.words == ("one", "two", "th")
    assert read.sentences == (("one", "two"), ("three", "fou"))


def union_by_table(reference: list[str], summary: list[list[str]]) -> list[str]:
    """The textbook's table and the way back through it."""
    marked = set()
    for other in summary:
        c = [[0] * (len(other) + 1) for _ in range(len(reference) + 1)]
        for i, j in ((i, j) for i in range(1, len(reference) + 1) for j in range(1, len(other) + 1)):
            same = reference[i - 1] == other[j - 1]
            c[i][j] = c[i - 1][j - 1] + 1 if same else max(c[i - 1][j], c[i][j - 1])
        i, j = len(reference), len(other)
        while i and j:
            if reference[i - 1] == other[j - 1]:
                i, j = i - 1, j - 1
                marked.add(i)
            elif c[i - 1][j] >= c[i][j - 1]:
                i -= 1
            else:
                j -= 1
    return [reference[i] for i in sorted(marked)]


@given(st.lists(st.sampled_from("abc")), st.lists(st.lists(st.sampled_from("abcd")), max_size=4))
def test_bits_find_the_same_union_as_the_table(reference: list[str], summary: list[list[str]]) -> None:
    assert union_lcs(reference, positions(summary)) == union_by_table(reference, summary)


def overlap(left: list[tuple[str, ...]], right: list[tuple[str, ...]]) -> int:
    return sum(min(left.count(unit), right.count(unit)) for unit in set(left))


@given(texts, texts)
def test_counts_are_those_of_plain_lists(reference: list[str], summary: list[str]) -> None:
    def units(text: list[str]) -> tuple[list[tuple[str, ...]], ...]:
        words = " ".join(text).split()
        skips = [(words[i], words[j]) for i, j in combinations(range(len(words)), 2) if j - i <= 5]
        singles: list[tuple[str, ...]] = [(word,) for word in words]
        return singles, list(pairwise(words)), [*skips, *singles[:-1]]

    matches = Rouge([reference]).matches(summary)
    for hits, left, right in zip(
        (matches.rouge_1, matches.rouge_2, matches.rouge_su4), units(reference), units(summary), strict=True
    ):
        assert (hits.hits.tolist(), hits.reference.tolist(), hits.summary) == (
            [overlap(left, right)],
            [len(left)],
            len(right),
        )


@given(st.lists(texts, min_size=1, max_size=3), texts)
def test_scores_lie_between_0_and_1_and_rouge_l_below_rouge_1(references: list[list[str]], summary: list[str]) -> None:
    scores = Rouge(references).score(summary)
    assert all(0 <= value <= 1 for score in astuple(scores) for value in score)
    assert scores.rouge_l.recall <= scores.rouge_1.recall


@given(texts.filter(lambda text: len(" ".join(text).split()) > 1))
def test_a_text_scores_one_against_itself(text: list[str]) -> None:
    assert all(value == pytest.approx(1) for score in astuple(Rouge([text]).score(text)) for value in score)


def test_without_the_longest_common_subsequence_the_other_measures_stay() -> None:
    references = [["the cat sat on the mat"], ["a cat sat there"]]
    whole, part = (Rouge(references, longest=longest).score(["the cat sat there"]) for longest in (True, False))
    assert (part.rouge_1, part.rouge_2, part.rouge_su4) == (whole.rouge_1, whole.rouge_2, whole.rouge_su4)
    assert part.rouge_l.recall == 0
