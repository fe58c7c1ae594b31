from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.experiments import experiment
from sentencerank.evaluate.paper import PRINTED
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.runs import run_evaluation
from sentencerank.evaluate.section8 import COMPARED, differences, full_range
from sentencerank.evaluate.subjects import Subject
from sentencerank.evaluate.systems import ANY, Orders, System
from tests.evaluate.test_rivals import FLOOD, MUSIC, STORM

JUDGES = ((3, 2, 1), (1, 3, 2), (2, 3, 1))


def judged(id: str, sentences: tuple[str, ...]) -> Case:
    references = tuple(
        Reference(name, scores=(*scores, *[0] * (len(sentences) - 3)))
        for name, scores in zip("abc", JUDGES, strict=True)
    )
    return Case(id=id, sentences=sentences, references=references)


@pytest.fixture(scope="module")
def summbank() -> Results:
    cases = [judged("flood", FLOOD), judged("storm", STORM), judged("music", MUSIC)]
    plan = replace(experiment(cases, budgets="5%,curve"), kind="summbank")
    return run_evaluation(plan, [*COMPARED, "judge", "combined", "swr-paper/nse"], samples=100)


def test_table_4_has_a_block_for_each_judge_and_one_for_all(summbank: Results) -> None:
    table = full_range(summbank, "rouge_su4")
    assert "R-SU4" in table.title
    assert table.header[1:] == tuple(f"{share}%" for share in range(10, 100, 10))
    assert len(table.rows) == 4 * (1 + len(COMPARED))
    assert [row[0] for row in table.rows if "," not in row[0]] == ["judge 1", "judge 2", "judge 3", "combined"]


def test_what_differs_is_ours_less_what_is_printed(summbank: Results) -> None:
    third, fifth = differences(summbank)
    assert third.title.startswith("Table 3")
    assert fifth.title.startswith("Table 5")
    assert len(third.rows) == 20
    for cell in third.rows[0][3:]:
        ours, printed, apart = (float(one.replace("−", "-")) for one in re.split(" [−=] ", cell))
        assert apart == pytest.approx(ours - printed, abs=0.011)
    assert "at most" in third.note


def test_on_other_data_distances_stand_beside_those_of_table_2() -> None:
    cases = [
        Case(id=str(k), sentences=sentences, references=(Reference("a", text=sentences[0]),))
        for k, sentences in enumerate((FLOOD, STORM, MUSIC))
    ]
    results = run_evaluation(cases, ["ssr-paper", "textrank", "urank", "lead"], "10w", samples=100)
    (table,) = differences(results)
    assert {row[0] for row in table.rows} == {"urank", "textrank"}
    printed = {row[0]: row[1] for row in table.rows}
    assert printed["textrank"] == "+2.20 / +5.60 / +4.80"
    assert printed["urank"].endswith("–")  # the paper has no R-SU4 of it


def test_every_quoted_system_is_named_as_it_runs() -> None:
    names = {name for one in PRINTED for name, _, _ in one.rows}
    assert {"uniform-link", "urank", "e-coh", "t-coh", "cp3"} <= names


def test_the_script_writes_the_page_and_prints_the_differences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import json

    from scripts import reproduce

    data = tmp_path / "judged.jsonl"
    lines = [
        {"id": str(k), "sentences": list(sentences), "references": [{"judge": "a", "text": sentences[0]}]}
        for k, sentences in enumerate((FLOOD, STORM, MUSIC))
    ]
    data.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    arguments = ["reproduce.py", str(data), "--output", str(tmp_path / "out")]
    monkeypatch.setattr("sys.argv", arguments)
    reproduce.main()
    assert "SSR above" in (tmp_path / "out" / "differences.md").read_text(encoding="utf-8")
    assert (tmp_path / "out" / "report.html").is_file()
    capsys.readouterr()
    monkeypatch.setattr("sys.argv", [*arguments, "--differences"])
    reproduce.main()
    assert "SSR above" in capsys.readouterr().out


def test_a_system_that_failed_somewhere_is_marked_in_table_4() -> None:
    def fussy(subject: Subject) -> Orders:
        if subject.id == "music":
            raise ValueError("too loud")
        return {ANY: (np.arange(len(subject.sentences)),)}

    cases = [judged("flood", FLOOD), judged("music", MUSIC)]
    plan = replace(experiment(cases, budgets="5%,curve"), kind="summbank")
    results = run_evaluation(plan, ["judge", "combined", System("ssr-paper", "method", fussy, "")], samples=0)
    table = full_range(results, "rouge_1")
    assert {row[0].partition(",")[0] for row in table.rows if "," in row[0]} == {"ssr-paper †"}
    assert "fewer documents" in table.remarks[0]
