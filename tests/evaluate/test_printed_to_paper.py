"""The way from `literal` to `paper` is complete, and its table can be read."""

from __future__ import annotations

from dataclasses import fields

import pytest
from scripts.printed_to_paper import METHODS, SWITCHES, recipes, steps, systems

from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.runs import run_evaluation
from sentencerank.method.options import LITERAL, PAPER, SUB_MODELS, Options
from tests.texts import TEXTS


def test_every_difference_of_the_two_readings_is_one_switch() -> None:
    differing = {one.name for one in fields(Options) if getattr(LITERAL, one.name) != getattr(PAPER, one.name)}
    switched = [name for switch in SWITCHES for name in switch.fields]
    assert sorted(switched) == sorted(differing)


@pytest.mark.parametrize("method", METHODS)
def test_the_steps_lead_from_literal_to_paper(method: str) -> None:
    found = recipes(method)
    assert found["as printed"].options == SUB_MODELS[method](LITERAL)
    assert found[f"{SWITCHES[-1].decision} on"].options == SUB_MODELS[method](PAPER)
    on = {recipe.options for name, recipe in found.items() if not name.endswith("off")}
    off = {recipe.options for name, recipe in found.items() if name.endswith("off")}
    assert (len(on), len(off)) == (len(SWITCHES) + 1, len(SWITCHES))


def test_the_table_has_a_row_for_each_switch() -> None:
    text = TEXTS["article"]
    cases = [Case(id=f"{i}", text=text, references=(Reference("a", text[i * 200 : i * 200 + 300]),)) for i in (0, 1)]
    results = run_evaluation(cases, list(systems()), samples=100)
    table = steps(results, "swr")
    assert [row[0] for row in table.rows[1:-1]] == [switch.about for switch in SWITCHES]
    assert table.rows[-1][2] == table.rows[-2][2]
    assert all("…" in cell for row in table.rows[1:-1] for cell in row[3:])
