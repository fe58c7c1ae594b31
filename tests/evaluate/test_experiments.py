from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from sentencerank.errors import DataError, OptionsError
from sentencerank.evaluate.experiments import experiment
from sentencerank.evaluate.paper import PRINTED
from sentencerank.evaluate.rivals import RIVALS
from sentencerank.evaluate.runs import run_evaluation
from sentencerank.evaluate.systems import choose_systems
from sentencerank.evaluate.tables import tables
from sentencerank.method.options import METHODS

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
    assert {("summaries", "100w"), ("judges", "100w"), ("others", "100w")} <= set(found.headlines)
    assert found.judged


def test_a_single_judge_has_nobody_to_be_left_out_for(tmp_path: Path) -> None:
    found = experiment(dataset(tmp_path / "set.jsonl", {"judge": "a", "scores": [3, 2, 1]}))
    assert {panel for panel, _ in found.headlines} == {"judges"}


def test_budgets_can_be_chosen(tmp_path: Path) -> None:
    found = experiment(dataset(tmp_path / "set.jsonl", words(20)), budgets="10w,5%")
    assert found.headlines == (("summaries", "10w"),)
    assert found.main.measure == "rouge"


def test_a_budget_that_does_not_cut_can_stand_alone(tmp_path: Path) -> None:
    path = dataset(tmp_path / "set.jsonl", {"judge": "a", "indices": [0]}, words(30, "b"))
    assert experiment(path, budgets="100w/stop").headlines == (("judges", "100w/stop"), ("summaries", "100w/stop"))


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
    names = [system.name for system in choose_systems(["lead"], ["best"], with_ablations=True)]
    assert {"lead", "swr-paper", "ssr-best", "swr-paper/nse", "ssr-best/cue=0", "judge", "combined"} <= set(names)
    assert len(set(names)) == len(names)


def test_unknown_systems_are_refused() -> None:
    with pytest.raises(OptionsError, match="Choose from"):
        choose_systems(["nothing"])


def test_what_the_paper_prints_is_there_in_full() -> None:
    sizes = {printed.number: len(printed.rows) for printed in PRINTED}
    assert sizes == {"Table 2": 10, "Table 3": 20, "Table 5": 18}
    by_number = {printed.number: printed.rows for printed in PRINTED}
    assert by_number["Table 2"]["ssr-paper", "summaries", "100w"] == (49.3, 25.1, 26.5)
    assert by_number["Table 3"]["judge", "without 2", "5%"] == (30.79, 19.95, 19.38)
    assert by_number["Table 3"]["combined", "judges", "5%"] == (51.60, 43.50, 41.50)
    assert by_number["Table 5"]["swr-paper/nse", "judges", "70%"] == (85.94, 83.18, 81.83)
    assert math.isnan(by_number["Table 2"]["urank", "summaries", "100w"][2])


def test_the_systems_of_the_paper_can_be_run_here() -> None:
    names = {system.name for system in choose_systems((*METHODS, *RIVALS), with_ablations=True)}
    assert {name for printed in PRINTED for name, _, _ in printed.rows} - names == {"CNN-W2V"}  # supervised


UTILITY = {"ann": (10, 3, 0, 1), "bob": (4, 4, 9, 0), "cyd": (9, 1, 2, 5)}


def test_on_summbank_the_tables_of_the_paper_stand_beside_ours(tmp_path: Path) -> None:
    sentences = "".join(
        f"<S PAR='1' RSNT='{k}' SNO='{k}'>The harvest of farm {k} was good in spite of rain.</S>" for k in range(1, 5)
    )
    (tmp_path / "41.docsent").write_text(
        f"<DOCSENT DID='41' LANG='ENG'><BODY><TEXT>{sentences}</TEXT></BODY></DOCSENT>", encoding="utf-8"
    )
    judged = "".join(
        f"<S DID='41' PAR='1' RSNT='{k}' SNO='{k}'>"
        + "".join(f"<JUDGE N='{name}' UTIL='{utility[k - 1]}'/>" for name, utility in UTILITY.items())
        + "</S>"
        for k in range(1, 5)
    )
    (tmp_path / "fruit.sentjudge").write_text(f"<SENT-JUDGE QID='1'>{judged}</SENT-JUDGE>", encoding="utf-8")
    plan = experiment(tmp_path)
    assert (plan.kind, plan.protocol.limit_references) == ("summbank", False)
    chosen = choose_systems(["ssr", "spr", "swr", "textrank"], ["paper"], with_ablations=True)
    results = run_evaluation(plan, chosen, samples=0)
    found = {table.title.partition(" of the paper")[0]: table for table in tables(results, "ssr-paper")}
    assert all("–" not in cell for name in ("Table 3", "Table 5") for row in found[name].rows for cell in row)
    assert len(found["Table 3"].rows) == 20


def test_on_duc02_references_are_cut_to_100_words_too(tmp_path: Path) -> None:
    document = tmp_path / "docs.with.sentence.breaks" / "d061j" / "AP880911-0016.S"
    document.parent.mkdir(parents=True)
    lines = "".join(f'<s docid="AP880911-0016" num="{k}" wdcount="3"> Bridge {k} closed.</s>\n' for k in (1, 2, 3))
    document.write_text(f"<DOC><DOCNO> AP880911-0016 </DOCNO><TEXT>\n{lines}</TEXT></DOC>\n", encoding="utf-8")
    abstract = tmp_path / "extracts_abstracts" / "d061ji" / "perdocs"
    abstract.parent.mkdir(parents=True)
    abstract.write_text(
        '<SUM DOCSET="d061j" TYPE="PERDOC" SIZE="100" DOCREF="AP880911-0016" SELECTOR="J" SUMMARIZER="I">\n'
        "Bridges closed.\n</SUM>\n",
        encoding="utf-8",
    )
    plan = experiment(tmp_path)
    assert plan.kind == "duc02"
    assert plan.protocol.name == "100w, 100w/stop, 100w/skip; Porter stems; references cut"
    results = run_evaluation(plan, choose_systems(["ssr", "textrank"], ["paper"]), samples=0)
    printed = tables(results, "ssr-paper")[-1]
    assert printed.title.startswith("Table 2")
    assert [row[0] for row in printed.rows if not row[1].startswith("–")] == ["ssr-paper", "textrank"]
