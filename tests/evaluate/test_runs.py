from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sentencerank.errors import DataError, OptionsError
from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.runs import Store, run_evaluation
from sentencerank.evaluate.scoring import Column, Protocol
from sentencerank.evaluate.subjects import Subject
from sentencerank.evaluate.systems import ANY, Orders, System, judges, methods
from sentencerank.recipe import Recipe

PROTOCOL = Protocol.of("5w,50%")
TOPICS = ("rain", "snow", "wind", "hail")
CASES = tuple(
    Case(
        id=topic,
        sentences=(f"The {topic} began at noon.", f"All of the {topic} was over by night.", "People went home."),
        references=(
            Reference("a", text=f"{topic} at noon"),
            Reference("b", indices=(k % 3,)),
            Reference("c", indices=(0, 1)),
        ),
    )
    for k, topic in enumerate(TOPICS)
)
SYSTEMS = (*methods(["ssr", "lead", "random"], ["best"]), *judges())
R1 = Column("summaries", "rouge_1", "5w")


def same(left: Results, right: Results) -> bool:
    return left.names == right.names and all(
        np.array_equal(left.values(name, column), right.values(name, column), equal_nan=True)
        for name in left.names
        for column in (R1, Column("others", "rouge_2", "50%"), Column("judges", "kendall"))
    )


def test_workers_and_a_store_change_nothing(tmp_path: Path) -> None:
    alone = run_evaluation(CASES, SYSTEMS, PROTOCOL)
    assert same(alone, run_evaluation(CASES, SYSTEMS, PROTOCOL, workers=2, store=tmp_path / "r.jsonl"))
    assert same(alone, run_evaluation(CASES, SYSTEMS, PROTOCOL, store=tmp_path / "r.jsonl"))


class Counted:
    """Lead, counting how often it is asked."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, subject: Subject) -> Orders:
        self.calls += 1
        return {ANY: (np.arange(len(subject.sentences)),)}


def test_a_killed_run_goes_on_where_it_was(tmp_path: Path) -> None:
    store = tmp_path / "r.jsonl"
    first = Counted()
    system = System("lead", "baseline", first, "1")
    whole = run_evaluation(CASES, [system], PROTOCOL, store=store)
    lines = store.read_bytes().splitlines(keepends=True)
    store.write_bytes(b"".join(lines[:2]) + lines[2][:40])  # killed while writing the third
    again = Counted()
    resumed = run_evaluation(CASES, [System("lead", "baseline", again, "1")], PROTOCOL, store=store)
    assert (first.calls, again.calls) == (4, 2)
    assert same(whole, resumed)
    assert len(Store(store).read()) == 4


@pytest.mark.parametrize("change", ["settings", "protocol", "case", "fresh"])
def test_whatever_is_changed_is_computed_anew(tmp_path: Path, change: str) -> None:
    counted = Counted()
    system = System("lead", "baseline", counted, "1")
    run_evaluation(CASES, [system], PROTOCOL, store=tmp_path / "r.jsonl")
    other = Case(id=CASES[0].id, sentences=CASES[0].sentences, references=CASES[1].references)
    run_evaluation(
        (other, *CASES[1:]) if change == "case" else CASES,
        [System("lead", "baseline", counted, "2") if change == "settings" else system],
        Protocol(PROTOCOL.budgets, stem=False) if change == "protocol" else PROTOCOL,
        store=tmp_path / "r.jsonl",
        fresh=change == "fresh",
    )
    assert counted.calls == (5 if change == "case" else 8)


def test_progress_counts_what_was_known_already(tmp_path: Path) -> None:
    run_evaluation(CASES[:2], SYSTEMS, PROTOCOL, store=tmp_path / "r.jsonl")
    seen: list[tuple[int, int]] = []
    run_evaluation(
        CASES, SYSTEMS, PROTOCOL, store=tmp_path / "r.jsonl", progress=lambda done, all_: seen.append((done, all_))
    )
    assert seen[0] == (2 * len(SYSTEMS), 4 * len(SYSTEMS))
    assert seen[-1] == (4 * len(SYSTEMS), 4 * len(SYSTEMS))


def test_a_system_that_fails_is_named_and_left_out_of_its_means() -> None:
    def fussy(subject: Subject) -> Orders:
        if subject.id == "rain":
            raise ValueError("too wet")
        return {ANY: (np.arange(3),)}

    results = run_evaluation(CASES, [System("fussy", "peer", fussy, "")], PROTOCOL)
    assert results.remarks == ("fussy: no result on 1 of 4 documents (rain): ValueError: too wet",)
    values = results.values("fussy", R1)
    assert np.isnan(values[0])
    assert results.mean("fussy", R1) == pytest.approx(float(values[1:].mean()))


def test_comparisons_are_paired_and_leave_out_what_only_one_has() -> None:
    results = run_evaluation(CASES, SYSTEMS, PROTOCOL)
    found = results.compare("lead", "random", R1)
    assert found is not None
    assert found.documents == 4
    left, right = results.mean("lead", R1), results.mean("random", R1)
    assert found.difference.mean == pytest.approx(left - right)
    assert found.difference.low <= found.difference.mean <= found.difference.high
    assert results.compare("lead", "combined", R1) is None


def test_unknown_measures_and_budgets_are_refused() -> None:
    results = run_evaluation(CASES[:1], SYSTEMS, PROTOCOL)
    with pytest.raises(OptionsError, match="no measure"):
        results.mean("lead", Column("summaries", "bleu", "5w"))
    with pytest.raises(OptionsError, match="no budget"):
        results.mean("lead", Column("summaries", "rouge_1", "7w"))


def test_a_system_that_was_not_run_is_refused() -> None:
    with pytest.raises(OptionsError, match="no system is called 'swr-best'"):
        run_evaluation(CASES[:1], ["lead"], PROTOCOL).mean("swr-best")


def test_plain_names_and_values_are_enough(tmp_path: Path) -> None:
    path = tmp_path / "weather.jsonl.gz"
    lines = [json.dumps({"id": one.id, "sentences": one.sentences, "references": [{"judge": "a", "text": "At noon."}]})
             for one in CASES]  # fmt: skip
    path.write_bytes(gzip.compress("\n".join(lines).encode()))
    backwards = ("backwards", lambda sentences: range(len(sentences))[::-1])
    results = run_evaluation(path, ["lead", Recipe.of("longest"), backwards], "3w")
    assert (results.name, results.names) == ("weather", ("lead", "longest", "backwards"))
    assert results.mean("lead") == results.mean("lead", Column("summaries", "rouge", "3w"))
    assert results.mean("lead", results.column("rouge_1")) == results.mean("lead", Column("summaries", "rouge_1", "3w"))
    found = results.compare("lead", "backwards")
    assert found is not None
    assert found.difference.mean == pytest.approx(results.mean("lead") - results.mean("backwards"))
    fitting = run_evaluation(path, samples=0)
    assert fitting.protocol.name == "30w, 30w/stop, 30w/skip; Porter stems"
    assert fitting.compare("ssr-best", "lead") is None


def test_a_function_of_the_script_cannot_go_to_workers_without_a_word() -> None:
    with pytest.raises(OptionsError, match="workers=1"):
        run_evaluation(CASES, [("here", lambda sentences: [0])], PROTOCOL, workers=2)


def test_wrong_arguments_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OptionsError, match="workers"):
        run_evaluation(CASES, SYSTEMS, PROTOCOL, workers=0)
    with pytest.raises(OptionsError, match="once"):
        run_evaluation(CASES, (*SYSTEMS, SYSTEMS[0]), PROTOCOL)
    with pytest.raises(DataError, match="name another file"):
        run_evaluation(CASES, SYSTEMS, PROTOCOL, store=tmp_path)


def test_an_empty_summary_of_a_document_with_one_short_sentence_still_counts() -> None:
    case = Case(id="short", sentences=("No.",), references=(Reference("a", text="Something else."),))
    assert run_evaluation([case], SYSTEMS, PROTOCOL).values("ssr-best", R1).tolist() == [0.0]


SLOW = """
import os, sys, time
from functools import partial
from pathlib import Path
from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.runs import run_evaluation
from sentencerank.evaluate.systems import System

def slow(folder, subject):
    Path(folder, str(os.getpid())).touch()
    time.sleep(60)

if __name__ == "__main__":
    cases = [Case(id=k, sentences=("A b.",), references=(Reference("a", text="b"),)) for k in "xyz"]
    run_evaluation(cases, [System("slow", "peer", partial(slow, sys.argv[1]), "")], "5w", workers=2)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill")
def test_the_workers_of_a_killed_run_end_too(tmp_path: Path) -> None:
    script, seen = tmp_path / "slow.py", tmp_path / "seen"
    script.write_text(SLOW, encoding="utf-8")
    seen.mkdir()
    process = subprocess.Popen([sys.executable, str(script), str(seen)])
    try:
        assert _until(lambda: len(list(seen.iterdir())) == 2)
    finally:
        process.kill()
        process.wait()
    assert _until(lambda: not any(map(_alive, (int(path.name) for path in seen.iterdir()))))


def _until(condition: Callable[[], bool], seconds: float = 30.0) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.1)
    return condition()


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "State:\tZ" not in Path(f"/proc/{pid}/status").read_text() if Path(f"/proc/{pid}").exists() else True


def test_what_failed_is_tried_again(tmp_path: Path) -> None:
    calls: list[str] = []

    def moody(subject: Subject) -> Orders:
        calls.append(subject.id)
        if calls == ["rain"]:
            raise ValueError("not now")
        return {ANY: (np.arange(3),)}

    for failures in (1, 0, 0):
        results = run_evaluation(CASES, [System("moody", "peer", moody, "")], PROTOCOL, store=tmp_path / "r.jsonl")
        assert len(results.failed("moody")) == failures
    assert len(calls) == len(CASES) + 1
