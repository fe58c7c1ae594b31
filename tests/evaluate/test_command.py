from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import get_args

import numpy as np
import pytest
from click.testing import CliRunner, Result

import sentencerank as sr
from sentencerank.cli.evaluate import KINDS
from sentencerank.cli.main import main
from sentencerank.evaluate.datasets import Kind
from sentencerank.evaluate.subjects import Subject
from sentencerank.evaluate.systems import ANY, choose_systems
from sentencerank.languages.language import read_text
from sentencerank.languages.registry import language_of
from sentencerank.model.library import set_default
from sentencerank.model.write import write_model


@pytest.fixture
def data(tmp_path: Path) -> Path:
    lines = [
        json.dumps(
            {
                "id": f"d{k}",
                "sentences": [f"The river rose in year {k}.", "Farmers moved their cattle.", "A bridge was closed."],
                "references": [{"judge": "a", "text": f"The river rose in {k}."}],
            }
        )
        for k in range(3)
    ]
    path = tmp_path / "floods.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def evaluate(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["evaluate", *map(str, arguments)])


FEW = ("--methods", "ssr,lead", "--readings", "best", "--significance", "100")


def test_tables_are_printed(data: Path) -> None:
    result = evaluate(data, *FEW, "--budget", "5w")
    assert result.exit_code == 0, result.output
    assert "5w, against the summaries" in result.output
    assert "ssr-best" in result.output
    assert "lead" in result.output


def test_a_report_is_written_and_a_second_run_takes_what_is_known(data: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    first = evaluate(data, *FEW, "--output", out)
    assert first.exit_code == 0, first.output
    assert {path.name for path in out.iterdir()} == {
        "documents.csv",
        "records.jsonl",
        "report.html",
        "report.md",
        "summary.json",
    }
    before = (out / "records.jsonl").read_bytes()
    again = evaluate(data, *FEW, "--output", out)
    assert again.stdout == first.stdout
    assert (out / "records.jsonl").read_bytes() == before
    evaluate(data, *FEW, "--output", out, "--fresh")
    assert len((out / "records.jsonl").read_bytes()) > len(before)


NAMES = ["river", "rose", "year", "farmers", "cattle", "bridge", "closed", "moved"]


def model(folder: Path, seed: int, language: str = "en") -> Path:
    vectors = np.random.default_rng(seed).normal(size=(len(NAMES), 6)).astype(np.float32)
    write_model(folder, [(NAMES, vectors)], name=folder.name, language=language, thresholds=(0.2, 0.2))
    return folder


def test_models_are_named_and_their_results_kept_apart(data: Path, tmp_path: Path) -> None:
    out, records = tmp_path / "out", tmp_path / "out" / "records.jsonl"
    lines = []
    for options in ((), ("--model", model(tmp_path / "one", 1)), ("--model", model(tmp_path / "two", 2))):
        result = evaluate(data, *FEW, "--no-judges", "--output", out, *options)
        assert result.exit_code == 0, result.output
        lines.append(len(records.read_text(encoding="utf-8").splitlines()))
        names = [one["name"] for one in json.loads((out / "summary.json").read_text(encoding="utf-8"))["models"]]
        assert names == [Path(path).name for path in options[1:]]
    assert lines == [6, 12, 18]  # three documents, two systems: nothing was taken from another model
    assert re.search(r"Model: two \(en, sha256 [0-9a-f]{12}\)", (out / "report.md").read_text(encoding="utf-8"))
    assert "Model: two (en, sha256 " in (out / "report.html").read_text(encoding="utf-8")
    shutil.move(tmp_path / "one", tmp_path / "elsewhere")
    evaluate(data, *FEW, "--no-judges", "--output", out, "--model", tmp_path / "elsewhere")
    assert len(records.read_text(encoding="utf-8").splitlines()) == 18  # the same model, in another place


def test_a_model_of_the_user_is_named_and_kept_apart_too(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SENTENCERANK_MODELS", str(tmp_path / "shelf"))
    before = {system.name: system.settings for system in choose_systems()}
    model(tmp_path / "shelf" / "mine", 1)
    set_default("en", "mine")
    after = {system.name: system.settings for system in choose_systems()}
    assert {name for name in before if before[name] == after[name]} == {"judge", "judge*", "combined", "combined*"}
    assert "Model: mine (en" in evaluate(data, *FEW).stderr


def test_workers_know_the_model(data: Path, tmp_path: Path) -> None:
    arguments = (data, *FEW, "--no-judges", "--model", model(tmp_path / "one", 1))
    outputs = [evaluate(*arguments, *workers).stdout for workers in ((), ("--workers", "2"))]
    # Only processor times may differ.
    one, two = ([line for line in text.splitlines() if " … " not in line or "−" in line] for text in outputs)
    assert one == two


def test_a_system_ranks_by_its_model(tmp_path: Path) -> None:
    text = "Rain fell on the plain. Snow fell in the hills. Nobody saw the hail. The wind blew from the plain."
    subject = Subject("a", read_text(text, language_of("en")), (), ())
    vectors = np.eye(8, dtype=np.float32)[[0, 0, 0, 1, 1, 2, 3, 4]]
    names = ["snow", "hail", "wind", "rain", "plain", "hills", "fell", "blew"]
    write_model(tmp_path / "one", [(names, vectors)], name="one", language="en", thresholds=(0.2, 0.2))
    for path in (None, tmp_path / "one"):
        (system,) = choose_systems(["swr"], ["paper"], with_judges=False, model=path)
        orders = system.rank(subject)
        assert orders is not None
        assert orders[ANY][0].tolist() == sr.Ranker("swr", "paper", model=path).rank(text).order.tolist()


def test_a_model_that_cannot_be_used_is_refused_at_once(data: Path, tmp_path: Path) -> None:
    other = evaluate(data, *FEW, "--model", model(tmp_path / "de", 1, "de"))
    assert other.exit_code == 2
    assert "no document is in it" in other.output
    damaged = model(tmp_path / "damaged", 1)
    (damaged / "rows.npy").write_bytes(b"")
    for path in (damaged, tmp_path / "nowhere"):
        result = evaluate(data, *FEW, "--model", path)
        assert result.exit_code == 1
        assert "ssr-best" not in result.output


def test_what_the_report_needs_is_missed_before_anything_is_computed(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    result = evaluate(data, "--output", tmp_path / "out")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "sentencerank[evaluate]" in result.stderr
    assert not (tmp_path / "out").exists()


def test_limit_takes_the_first_documents(data: Path) -> None:
    assert "Documents: 2." in evaluate(data, *FEW, "--limit", "2").output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--methods", "ssrr"), "Choose from"),
        (("--readings", "worst"), "Choose from"),
        (("--budget", "100"), "Give words"),
        (("--reference", "nobody"), "Choose from"),
        (("--methods", ","), "Choose from"),
    ],
)
def test_wrong_usage_is_a_line_with_the_remedy(data: Path, arguments: tuple[str, ...], message: str) -> None:
    result = evaluate(data, "--no-judges", *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_missing_data_is_a_line_with_the_remedy(tmp_path: Path) -> None:
    result = evaluate(tmp_path / "nowhere.jsonl")
    assert result.exit_code == 1
    assert "does not exist" in result.output


def test_malformed_data_is_a_line_with_file_line_and_format(tmp_path: Path) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text('{"id": "a"}\n', encoding="utf-8")
    result = evaluate(path)
    assert result.exit_code == 1
    assert "bad.jsonl:1" in result.output
    assert "The format" in result.output


def test_the_kinds_are_those_of_the_datasets() -> None:
    assert set(KINDS) == set(get_args(Kind))


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from sentencerank.cli.main import main\n"
        "try: main(['evaluate', '--help'])\n"
        "except SystemExit: pass\n"
        "assert not {'numpy', 'matplotlib'} & set(sys.modules), 'heavy'"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
