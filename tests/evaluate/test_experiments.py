from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from sentencerank.errors import DataError, OptionsError
from sentencerank.evaluate.experiments import experiment, systems
from sentencerank.evaluate.published import PRINTED

Reference = dict[str, object]


def dataset(path: Path, *references: Reference) -> Path:
    record = {"id": "a", "sentences": ["One two.", "Three four.", "Five six."], "references": list(references)}
    path.write_text(json.dumps(record) + "\n", encoding="utf-8")
    return path


def words(count: int, judge: str = "a") -> Reference:
    return {"judge": judge, "text": " ".join(["word"] * count)}


@pytest.mark.parametrize(
    ("length", "budgets"),
    [
        (22, "30w, 30w/stop, 30w/skip"),
        (45, "100w, 100w/stop, 100w/skip, 50w"),
        (100, "100w, 100w/stop, 100w/skip"),
        (420, "400w, 400w/stop, 400w/skip, 250w"),
    ],
)
def test_budgets_fit_the_length_of_the_summaries(tmp_path: Path, length: int, budgets: str) -> None:
    found = experiment(dataset(tmp_path / "set.jsonl", words(length)))
    assert ", ".join(budget.name for budget in found.protocol.budgets) == budgets
    assert (found.name, found.kind, found.judged) == ("set", "cases", False)
    assert found.headlines[0] == ("summaries", budgets.partition(",")[0])


def test_judged_sentences_are_cut_by_shares(tmp_path: Path) -> None:
    path = dataset(
        tmp_path / "set.jsonl", {"judge": "a", "indices": [0]}, {"judge": "b", "indices": [1]}, words(30, "c")
    )
    found = experiment(path)
    assert [budget.name for budget in found.protocol.budgets][:3] == ["5%", "10%", "20%"]
    assert found.headlines[:2] == (("judges", "30%"), ("others", "30%"))
    assert ("summaries", "100w") in found.headlines
    assert found.judged


def test_a_single_judge_has_nobody_to_be_left_out_for(tmp_path: Path) -> None:
    found = experiment(dataset(tmp_path / "set.jsonl", {"judge": "a", "scores": [3, 2, 1]}))
    assert {panel for panel, _ in found.headlines} == {"judges"}


def test_budgets_can_be_chosen(tmp_path: Path) -> None:
    found = experiment(dataset(tmp_path / "set.jsonl", words(20)), budgets="10w,5%")
    assert found.headlines == (("summaries", "10w"),)
    assert found.main.measure == "rouge"


@pytest.mark.parametrize("content", ["", "{}", "not json", '{"id": "a", "sentences": ["x"], "references": []}'])
def test_malformed_data_is_an_error_that_shows_the_format(tmp_path: Path, content: str) -> None:
    path = tmp_path / "set.jsonl"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataError, match=r"references|JSON"):
        experiment(path)


def test_missing_data_is_an_error_that_says_what_is_known(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not exist"):
        experiment(tmp_path / "nowhere")


def test_the_ablations_bring_the_systems_they_are_compared_with() -> None:
    names = [system.name for system in systems(["lead"], ["best"], ablations=True)]
    assert {"lead", "swr-paper", "ssr-best", "swr-paper/nse", "ssr-best/cue=0", "judge", "combined"} <= set(names)
    assert len(set(names)) == len(names)


def test_unknown_systems_are_refused() -> None:
    with pytest.raises(OptionsError, match="Choose from"):
        systems(["nothing"])


def test_what_the_paper_prints_is_there_in_full() -> None:
    sizes = {printed.number: len(printed.rows) for printed in PRINTED}
    assert sizes == {"Table 2": 10, "Table 3": 20, "Table 5": 18}
    by_number = {printed.number: printed.rows for printed in PRINTED}
    assert by_number["Table 2"]["ssr-paper", "summaries", "100w"] == (49.3, 25.1, 26.5)
    assert by_number["Table 3"]["judge", "without 2", "5%"] == (30.79, 19.95, 19.38)
    assert by_number["Table 3"]["combined", "judges", "5%"] == (51.60, 43.50, 41.50)
    assert by_number["Table 5"]["swr-paper/nse", "judges", "70%"] == (85.94, 83.18, 81.83)
    assert math.isnan(by_number["Table 2"]["URank", "summaries", "100w"][2])


def test_the_systems_of_the_paper_can_be_run_here() -> None:
    names = {system.name for system in systems(ablations=True)}
    quoted = {"CP3", "CNN-W2V", "E_Coh", "URank", "T_Coh", "ULink"}
    assert {name for printed in PRINTED for name, _, _ in printed.rows} - quoted <= names
