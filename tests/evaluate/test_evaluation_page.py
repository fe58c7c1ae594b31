from __future__ import annotations

import re
import subprocess
from pathlib import Path

import click

from sentencerank.cli.evaluate import evaluate

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "evaluation.md").read_text(encoding="utf-8")


def test_the_options_it_names_exist() -> None:
    known = {flag for option in evaluate.params for flag in (*option.opts, *option.secondary_opts)}
    assert isinstance(evaluate, click.Command)
    assert set(re.findall(r"--[a-z][a-z-]+", PAGE)) <= known


def test_the_script_says_how_it_is_used_and_parses() -> None:
    script = ROOT / "scripts" / "make_results.sh"
    done = subprocess.run(["sh", str(script)], capture_output=True, text=True, cwd=ROOT)
    assert done.returncode == 2
    assert "usage" in done.stderr
