from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

from sentencerank.errors import DataError, ModelError, OptionsError
from sentencerank.evaluate import fingerprints
from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.subjects import JUDGES, Subject, subject
from sentencerank.evaluate.systems import (
    ANY,
    DRAWS,
    PARTS,
    System,
    ablations,
    judges,
    methods,
    parts,
    recipe_system,
    system_of,
    tie_breaks,
)
from sentencerank.method.options import BEST, METHODS, PAPER, READINGS, resolve, swr
from sentencerank.ranker import rank
from sentencerank.recipe import Recipe

SENTENCES = (
    "The river rose after three days of rain.",
    "Three days of heavy rain made the river rise above its banks.",
    "Farmers moved their cattle to higher ground.",
    "A bridge near the mill was closed.",
    "The mayor thanked the volunteers.",
)


def judged(*references: Reference) -> Subject:
    return subject(Case(id="a", sentences=SENTENCES, references=references))


TEXT = judged(Reference("a", text="The river rose."))
CHOSEN = judged(Reference("a", indices=(1, 3)), Reference("b", indices=(3,)))


def every() -> tuple[System, ...]:
    return (*methods(METHODS, tuple(READINGS)), *ablations(), *parts())


def test_there_is_every_method_in_every_reading_and_each_name_once() -> None:
    names = [system.name for system in every()]
    assert len(set(names)) == len(names)
    assert {"ssr-literal", "spr-paper", "swr-best", "lexrank", "swr-paper/nsp", "ssr-best/position=0"} <= set(names)


@pytest.mark.parametrize("system", every(), ids=lambda system: system.name)
def test_every_system_ranks_every_sentence_and_can_be_sent_to_a_process(system: System) -> None:
    orders = pickle.loads(pickle.dumps(system)).rank(TEXT)
    assert orders is not None
    for order in orders[ANY]:
        assert sorted(order.tolist()) == list(range(len(SENTENCES)))


def test_a_method_is_the_ranking_of_the_library() -> None:
    orders = recipe_system(Recipe.of("swr", "paper")).rank(TEXT)
    assert orders is not None
    assert np.array_equal(orders[ANY][0], rank(list(SENTENCES), method="swr", reading="paper").order)


def test_the_ablations_are_those_of_table_5() -> None:
    assert {system.name.rpartition("/")[2] for system in ablations()} == {"nse", "nas", "nsc", "nsp"}
    assert resolve("swr", "paper") == swr(PAPER)


@pytest.mark.parametrize("name", PARTS)
def test_every_part_of_our_reading_is_really_taken_away(name: str) -> None:
    assert resolve("ssr", "best", **PARTS[name]) != BEST


def test_settings_tell_systems_apart() -> None:
    twins = {"spr-best", "ssr-best/sentence_graph=False"}  # one model under two names
    others = [system for system in every() if system.name not in twins]
    assert len({system.settings for system in others}) == len(others)


def test_random_is_several_draws() -> None:
    orders = recipe_system(Recipe.of("random")).rank(TEXT)
    assert orders is not None
    assert len(orders[ANY]) == DRAWS
    assert len({tuple(order.tolist()) for order in orders[ANY]}) > 1


def test_judges_are_ranked_by_their_choice_and_combined_by_votes() -> None:
    alone, lots, combined, _ = (system.rank(CHOSEN) for system in judges())
    assert alone is not None
    assert lots is not None
    assert combined is not None
    assert alone["without 1"][0].tolist() == [1, 3, 0, 2, 4]
    assert alone["without 2"][0].tolist() == [3, 0, 1, 2, 4]
    assert combined[JUDGES][0].tolist() == [3, 1, 0, 2, 4]
    assert all(set(order[:2].tolist()) == {1, 3} for order in lots["without 1"])
    assert len({tuple(order.tolist()) for order in lots["without 1"]}) > 1


@pytest.mark.parametrize("system", judges(), ids=lambda system: system.name)
def test_judges_have_nothing_to_say_without_a_second_judge(system: System) -> None:
    assert system.rank(TEXT) is None
    assert system.rank(judged(Reference("a", indices=(1,)))) is None


def test_lots_break_ties_only_and_always_the_same_way() -> None:
    scores = np.array([1.0, 2.0, 1.0, 0.0])
    first, again = tie_breaks(scores, 5), tie_breaks(scores, 5)
    assert all(order[0] == 1 and order[3] == 3 for order in first)
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))


@pytest.mark.parametrize(("names", "readings"), [(["ssrr"], ["best"]), (["ssr"], ["worst"])])
def test_unknown_names_are_refused_with_the_choices(names: list[str], readings: list[str]) -> None:
    with pytest.raises(OptionsError, match="Choose from"):
        methods(names, readings)


@pytest.mark.parametrize("system", [*every(), *judges()], ids=lambda system: system.name)
def test_every_system_is_found_by_its_name(system: System) -> None:
    found = system_of(system.name)
    assert (found.name, found.group, found.settings) == (system.name, system.group, system.settings)


def test_other_options_and_recipes_are_systems_too() -> None:
    named, given = system_of("spr-paper/damping=0.9/window=4"), recipe_system(Recipe.of("spr", "paper", window=4))
    assert system_of(Recipe.of("spr", "paper", window=4, damping=0.9)).settings == named.settings
    assert (named.name, given.name) == ("spr-paper/damping=0.9/window=4", "spr-paper/window=4")
    assert system_of(Recipe.of("ssr", structure="flat")).name == "ssr-best/structure=flat"
    assert system_of(named) is named


@pytest.mark.parametrize("name", ["ssrr", "ssr-worst", "ssr-best/dampning=1", "lead/trade=1", "judges", ""])
def test_a_name_that_no_system_has_is_refused(name: str) -> None:
    with pytest.raises(OptionsError):
        system_of(name)


def test_a_recipe_that_cannot_be_written_down_or_whose_model_is_missing_is_refused() -> None:
    with pytest.raises(OptionsError, match="structure is a Python object"):
        recipe_system(Recipe.of(structure=lambda i, n: 1.0))
    with pytest.raises(ModelError):
        recipe_system(Recipe.of(model="no-such-model"))


def test_a_query_is_part_of_the_settings() -> None:
    assert recipe_system(Recipe.of(query="rain")).settings != recipe_system(Recipe.of(query="bridge")).settings


def test_a_function_ranks_sentences_and_is_never_taken_for_another() -> None:
    last_first = system_of(("last", lambda sentences: [len(sentences) - 1]))
    orders = last_first.rank(TEXT)
    assert orders is not None
    assert orders[ANY][0].tolist() == [4, 0, 1, 2, 3]
    assert last_first.settings != system_of(("last", lambda sentences: [0])).settings
    with pytest.raises(DataError, match="outside 0"):
        system_of(("wrong", lambda sentences: [len(sentences)])).rank(TEXT)


def test_everything_that_can_change_a_ranking_is_in_its_fingerprint(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Path] = []
    monkeypatch.setattr(fingerprints, "_digest", lambda paths: seen.extend(paths))
    package = Path(fingerprints.__file__).parent.parent
    fingerprints.ranking_code.__wrapped__()
    assert {*(package / "method").rglob("*.py"), *(package / "languages").rglob("*.py")} < set(seen)
    assert {*(package / "model").glob("*.py")} < set(seen)
    assert {package / "ranker.py", package / "document.py", package / "data" / "en" / "manifest.json"} < set(seen)
    fingerprints.scoring_code.__wrapped__()
    assert all(path.is_file() for path in seen)
