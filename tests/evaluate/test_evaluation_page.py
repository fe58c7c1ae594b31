from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import click
import pytest

from sentencerank.cli.evaluate import evaluate
from sentencerank.evaluate.results import Results

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")


def test_the_python_blocks_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = {"id": "a", "sentences": ["Rain fell.", "It stopped."], "references": [{"judge": "a", "text": "Rain."}]}
    (tmp_path / "judged.jsonl").write_text(json.dumps(case), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {}
    found = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(found) == 2
    for block in found:
        exec(block, namespace)
        # A system that fails is a remark, not an error.
        results = namespace["results"]
        assert isinstance(results, Results)
        assert not results.remarks


def test_the_options_it_names_exist() -> None:
    known = {flag for option in evaluate.params for flag in (*option.opts, *option.secondary_opts)}
    assert isinstance(evaluate, click.Command)
    assert set(re.findall(r"--[a-z][a-z-]+", PAGE)) <= known


def test_the_script_says_how_it_is_used_and_parses() -> None:
    script = ROOT / "scripts" / "make_results.sh"
    done = subprocess.run(["sh", str(script)], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2
    assert "usage" in done.stderr
