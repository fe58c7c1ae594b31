"""Damaged files through the bounded readers; `scripts/mutate.py` reads fifty thousand of them."""

from __future__ import annotations

import pytest

from tests.hostile.mutations import SEEDS, mutant, read_mutants

FEW, MANY = 50, 1_000


@pytest.mark.parametrize("format", SEEDS)
def test_a_few_damaged_files(format: str) -> None:
    tally = read_mutants(format, range(FEW))
    assert tally.read + tally.refused == FEW
    assert tally.faults == []


@pytest.mark.thorough
@pytest.mark.parametrize("format", SEEDS)
def test_damaged_files(format: str) -> None:
    assert read_mutants(format, range(FEW, FEW + MANY)).faults == []


@pytest.mark.parametrize("format", SEEDS)
def test_a_damaged_file_is_known_by_its_number(format: str) -> None:
    assert mutant(format, 7) == mutant(format, 7) != mutant(format, 8)
