from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.embeddings import NoVectors, SubwordTable, load_subwords, unit
from sentencerank.errors import ModelError
from sentencerank.model import ENGLISH

TABLE = load_subwords(ENGLISH)
TOY = SubwordTable(
    np.array([[127, 0], [0, 127], [127, 127], [64, 0]], dtype=np.int8),
    np.array([1 / 127, 2 / 127, 1 / 127, 1 / 64], dtype=np.float32),
    {"play": 0, "##ing": 1, "cafe": 2, "s": 3},
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
    assert TOY.pieces("play-cafe's") == (0, 2, 3)


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
    fresh = SubwordTable(TABLE.rows, TABLE.scales, TABLE.vocabulary)
    assert np.array_equal(fresh.vectors(names), TABLE.vectors(names))


def test_the_table_knows_what_is_alike() -> None:
    assert cosine("car", "automobile") > 0.4 > cosine("car", "banana")
    assert cosine("Physician", "doctor") > 0.4
    assert TABLE.dimensions == 256
    assert len(TABLE.pieces("battery")) == 1


def test_no_word_reaches_a_special_row() -> None:
    assert not any(name.startswith("[") and name.endswith("]") and len(name) > 2 for name in TABLE.vocabulary)


def test_unit_rows() -> None:
    rows = unit(TABLE.vectors(["rain", "😀", "heavy rain"]))
    assert np.allclose(np.linalg.norm(rows, axis=1), [1, 0, 1], atol=1e-6)


def test_missing_and_mismatched_files(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        load_subwords(tmp_path)
    np.save(tmp_path / "rows.npy", np.zeros((2, 3), dtype=np.int8))
    np.save(tmp_path / "scales.npy", np.zeros(2, dtype=np.float32))
    (tmp_path / "vocabulary.txt").write_text("one\n", encoding="utf-8")
    with pytest.raises(ModelError, match="do not fit"):
        load_subwords(tmp_path)
    np.save(tmp_path / "rows.npy", np.array([[{}]]), allow_pickle=True)
    with pytest.raises(ModelError, match="cannot be read"):
        load_subwords(tmp_path)
