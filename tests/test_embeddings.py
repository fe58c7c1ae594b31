from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from sentencerank.model.embeddings import NoVectors, Rows, SubwordTable, WordTable, unit
from sentencerank.model.model import load
from sentencerank.model.spellers import WordPiece

TABLE = load().embeddings
assert isinstance(TABLE, SubwordTable)
assert isinstance(TABLE.speller, WordPiece)
VOCABULARY = TABLE.speller.vocabulary
TOY_SPELLER = WordPiece({"play": 0, "##ing": 1, "cafe": 2, "s": 3})
TOY = SubwordTable(
    Rows(
        np.array([[127, 0], [0, 127], [127, 127], [64, 0]], dtype=np.int8),
        np.array([1 / 127, 2 / 127, 1 / 127, 1 / 64], dtype=np.float32),
    ),
    TOY_SPELLER,
)


def cosine(left: str, right: str) -> float:
    first, second = unit(TABLE.vectors([left, right]))
    return float(first @ second)


def test_a_word_is_the_mean_of_its_pieces() -> None:
    assert TOY.vectors(["play", "playing", "Café"]).tolist() == [[1, 0], [0.5, 1], [1, 1]]


def test_a_phrase_is_the_mean_of_its_words_not_of_its_pieces() -> None:
    (vector,) = TOY.vectors(["playing cafe"])
    assert vector.tolist() == [0.75, 1.0]


def test_joints_split_a_word() -> None:
    assert TOY_SPELLER.spell("play-cafe's") == (0, 2, 3)


@pytest.mark.parametrize("name", ["", " ", "zzz", "playzzz", "ing", "##ing", "play" * 26, "-", "中", "\ud800", "\x00"])
def test_what_cannot_be_spelt_has_no_vector(name: str) -> None:
    assert not TOY.vectors([name]).any()


def test_an_unknown_word_in_a_phrase_is_left_out() -> None:
    assert TOY.vectors(["zzz cafe", "zzz yyy"]).tolist() == [[1, 1], [0, 0]]


def test_no_names() -> None:
    assert TOY.vectors([]).shape == (0, 2)
    assert NoVectors().vectors([]).shape == (0, 1)
    assert unit(TOY.vectors([])).shape == (0, 2)


@given(st.lists(st.sampled_from(["play", "playing", "zzz", "cafe playing", "zzz s", "s play cafe"]), max_size=12))
def test_a_batch_equals_one_by_one(names: list[str]) -> None:
    batch = TOY.vectors(names)
    assert all(np.array_equal(row, TOY.vectors([name])[0]) for row, name in zip(batch, names, strict=True))


@given(st.lists(st.text(max_size=20), max_size=10))
def test_the_cache_changes_nothing(names: list[str]) -> None:
    assert isinstance(TABLE, SubwordTable)
    fresh = SubwordTable(TABLE.rows, WordPiece(VOCABULARY))
    assert np.array_equal(fresh.vectors(names), TABLE.vectors(names))


def test_the_table_knows_what_is_alike() -> None:
    assert cosine("car", "automobile") > 0.4 > cosine("car", "banana")
    assert cosine("Physician", "doctor") > 0.4
    assert TABLE.dimensions == 256
    assert "battery" in VOCABULARY


def test_no_word_reaches_a_special_row() -> None:
    assert not any(name.startswith("[") and name.endswith("]") and len(name) > 2 for name in VOCABULARY)


def test_unit_rows() -> None:
    rows = unit(TABLE.vectors(["rain", "😀", "heavy rain"]))
    assert np.allclose(np.linalg.norm(rows, axis=1), [1, 0, 1], atol=1e-6)


class Words(dict[str, int]):
    """The key index as a dictionary."""

    def rows(self, names: Sequence[str]) -> NDArray[np.int64]:
        return np.array([self.get(name, -1) for name in names], dtype=np.int64)

    def between(self, start: int, end: int) -> list[str]:
        return list(self)[start:end]


ROWS = np.array([[1, 0], [0, 1], [4, 4], [2, 0]], dtype=np.float32)
WORDS = Words({"new": 0, "york": 1, "new york": 2, "York": 3})


def test_a_phrase_has_its_own_row_or_the_mean_of_its_words() -> None:
    table = WordTable(WORDS, Rows(ROWS))
    assert table.vectors(["new york", "york new", "new zzz", "zzz"]).tolist() == [[4, 4], [0.5, 0.5], [1, 0], [0, 0]]


def test_a_name_is_looked_up_as_written_then_in_lower_case() -> None:
    table = WordTable(WORDS, Rows(ROWS))
    assert table.vectors(["York", "york", "NEW", "New York", "NEW York"]).tolist() == [
        [2, 0],
        [0, 1],
        [1, 0],
        [4, 4],
        [4, 4],
    ]


def test_without_subwords_joints_split_an_unknown_word() -> None:
    assert WordTable(WORDS, Rows(ROWS)).vectors(["new-york", "york's", "-", ""]).tolist() == [
        [0.5, 0.5],
        [0, 1],
        [0, 0],
        [0, 0],
    ]


def test_subwords_spell_what_has_no_row() -> None:
    table = WordTable(WORDS, Rows(ROWS), TOY)
    assert table.vectors(["playing", "new playing", "zzz", "zzz new"]).tolist() == [
        [0.5, 1],
        [0.75, 0.5],
        [0, 0],
        [1, 0],
    ]


@given(st.lists(st.sampled_from(["new", "york new", "New York", "zzz", "playing cafe", "", "zzz s"]), max_size=12))
def test_a_batch_of_words_equals_one_by_one(names: list[str]) -> None:
    table = WordTable(WORDS, Rows(ROWS), TOY)
    assert all(np.array_equal(row, table.vectors([n])[0]) for row, n in zip(table.vectors(names), names, strict=True))
