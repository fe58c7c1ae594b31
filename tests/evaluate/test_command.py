from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner, Result

from sentencerank.cli import main
from sentencerank.evaluate.command import KINDS
from sentencerank.evaluate.datasets import Kind


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


def test_limit_takes_the_first_documents(data: Path) -> None:
    assert "2 documents." in evaluate(data, *FEW, "--limit", "2").output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--methods", "ssrr"), "Choose from"),
        (("--readings", "worst"), "Choose from"),
        (("--budget", "100"), "give words"),
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
        "import sys; from sentencerank.cli import main\n"
        "try: main(['evaluate', '--help'])\n"
        "except SystemExit: pass\n"
        "assert not {'numpy', 'matplotlib'} & set(sys.modules), 'heavy'"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == 0
