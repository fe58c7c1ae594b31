"""How to rank and how much to take: one value each."""

from __future__ import annotations

import pickle
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

import sentencerank as sr
from sentencerank.errors import OptionsError
from sentencerank.method.clustering import CLUSTERINGS
from sentencerank.method.options import CHANGES, Changes, parse_changes
from sentencerank.method.selection import SELECTIONS
from sentencerank.recipe import Budget, Recipe
from tests.texts import ARTICLE


def test_a_recipe_can_be_written_down_and_read_again() -> None:
    recipe = Recipe.of(
        "spr", "paper", structure="flat", language="de", model="wiki", query="rain", window=4, threshold=None
    )
    assert Recipe.from_dict(recipe.to_dict()) == recipe
    assert pickle.loads(pickle.dumps(recipe)) == recipe
    assert recipe.key() == Recipe.from_dict(recipe.to_dict()).key()
    assert hash(recipe) == hash(Recipe.from_dict(recipe.to_dict()))


def test_a_recipe_with_a_function_says_that_it_cannot_be_written_down() -> None:
    with pytest.raises(OptionsError, match="structure is a Python object"):
        Recipe.of(structure=lambda i, n: 1 / i).to_dict()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"method": "best"}, "method='best' is not known"),
        ({"reading": "ssr"}, "reading='ssr' is not known"),
        ({"structure": "pyramid"}, "Choose one of: auto, news"),
        ({"structure": "custom"}, "needs a function"),
        ({"dumping": 0.9}, "no option is called 'dumping'"),
        ({"damping": 2}, "from 0.0 to 0.99"),
        ({"damping": True}, "give a number"),
        ({"fusion": 1}, "give True or False"),
        ({"method": "lead", "damping": 0.5}, "does nothing for method='lead'"),
    ],
)
def test_what_is_wrong_is_refused_when_it_is_made(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionsError, match=message):
        Recipe.of(**arguments)


def test_the_typed_arguments_are_the_fields_of_options() -> None:
    assert set(get_type_hints(Changes)) == set(CHANGES)
    types = get_type_hints(sr.Options)
    assert {name: types[name] for name in CHANGES} == get_type_hints(Changes)


def test_every_option_has_an_explanation_and_its_bounds() -> None:
    for one in fields(sr.Options):
        assert one.metadata["about"].endswith(".")
        assert one.metadata["kind"] is bool or {"choices", "low"} & set(one.metadata)


def test_help_shows_every_option() -> None:
    for documented in (sr.rank, sr.Ranker.__init__):
        assert all(f"{name}=" in (documented.__doc__ or "") for name in CHANGES)


@pytest.mark.parametrize("text", ["fusion=off", "fusion=no", "fusion=False", "fusion=0", " fusion = FALSE"])
def test_flags_are_read_in_any_common_form(text: str) -> None:
    assert parse_changes([text]) == {"fusion": False}


@pytest.mark.parametrize("text", ["fusion", "fusion=maybe", "damping=high", "damping=7", "shape=3", "window=2.5"])
def test_settings_that_cannot_be_are_refused(text: str) -> None:
    with pytest.raises(OptionsError):
        parse_changes([text])


def test_a_structure_added_to_the_table_is_accepted_and_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adding a structure touches one file: a fresh process with one more row accepts it everywhere."""
    code = (
        "from types import MappingProxyType\n"
        "import numpy as np\n"
        "from sentencerank.method import structures\n"
        "last = structures.Structure(lambda first, last: last, 1.0, 'the end comes first')\n"
        "structures.STRUCTURES = MappingProxyType({**structures.STRUCTURES, 'ending': last})\n"
        "import sentencerank as sr\n"
        "text = 'Rain fell on the town. The river rose in the night. The bridge was closed by the mayor.'\n"
        "print(sr.rank(text, structure='ending').order[0], sr.rank(text, structure='news').order[0])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["2", "0"]


def test_every_clustering_and_selection_of_the_tables_ranks() -> None:
    for clustering in CLUSTERINGS:
        for selection in SELECTIONS:
            ranking = sr.rank(ARTICLE, clustering=clustering, selection=selection)
            assert sorted(ranking.order.tolist()) == list(range(len(ranking)))


def test_a_budget_is_exactly_one() -> None:
    for wrong in ({}, {"words": 3, "ratio": 0.5}):
        with pytest.raises(OptionsError, match="exactly one budget"):
            Budget(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["100w", "100w/stop", "100w/skip", "5%", "12.5%", "3s", "500c", "500c/skip"])
def test_the_notation_of_a_budget_can_be_read_again(text: str) -> None:
    assert Budget.parse(text).name == text
    assert Budget.parse(Budget.parse(text).name) == Budget.parse(text)


@pytest.mark.parametrize("text", ["", "100", "w", "5%/skip", "3s/stop", "1.5w", "-3w", "0%", "101%"])
def test_a_budget_that_cannot_be_is_refused(text: str) -> None:
    with pytest.raises(OptionsError):
        Budget.parse(text)


@given(st.integers(1, 100), st.integers(1, 400))
def test_a_share_is_rounded_half_up_whatever_binary_makes_of_it(percent: int, count: int) -> None:
    assert Budget.parse(f"{percent}%").limit(count) == max(1, (2 * percent * count + 100) // 200)


def test_a_ranking_is_a_sequence_of_its_sentences() -> None:
    ranking = sr.rank(ARTICLE)
    assert ranking[0].rank == 1
    assert ranking[-1].rank == len(ranking)
    assert [sentence.rank for sentence in ranking[:3]] == [1, 2, 3]
    assert list(ranking) == list(ranking.top(len(ranking)))


def test_the_name_of_a_file_and_a_path_say_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "article.txt"
    path.write_text(ARTICLE)
    with pytest.raises(sr.InputError, match=r"is the name of a file. Read it first: sr.rank\(sr.read_document"):
        sr.rank(str(path))
    with pytest.raises(sr.InputError, match=r"got a path. Read the file first: sr.rank\(sr.read_document"):
        sr.rank(path)  # type: ignore[arg-type]
    assert len(sr.rank("No such file.txt"))


GUARDLESS = """
import sentencerank as sr
texts = ["Rain fell on the town. The river rose in the night."] * 5
for ranking in sr.Ranker().rank_many(texts, workers=2):
    print(ranking[0].text)
"""


def test_workers_need_no_main_guard(tmp_path: Path) -> None:
    script = tmp_path / "pasted.py"
    script.write_text(GUARDLESS)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.splitlines()) == 5
