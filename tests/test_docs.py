from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from sentencerank.cli.main import main
from sentencerank.cli.output import FAILED, MISUSED, NOTHING

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(*languages: str) -> list[str]:
    return [body for language, body in BLOCK.findall(README) if language in languages]


def section(command: str) -> str:
    found = re.search(rf"^## sentencerank {command}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/cli.md has no section about {command}. Run: make docs"
    return found[1]


@pytest.mark.parametrize("name", list(main.commands))
def test_every_command_and_option_is_documented(name: str) -> None:
    text = section(name)
    for parameter in main.commands[name].params:
        if isinstance(parameter, click.Option):
            missing = [flag for flag in (*parameter.opts, *parameter.secondary_opts) if flag not in text]
            assert not missing, f"{name}: {missing} not in docs/cli.md. Run: make docs"


def test_every_option_says_what_it_does() -> None:
    for name, command in main.commands.items():
        for parameter in command.params:
            assert not isinstance(parameter, click.Option) or parameter.help, f"{name}: {parameter.name}"


def test_every_exit_code_is_documented() -> None:
    assert all(f"| {code} |" in PAGE for code in (0, FAILED, MISUSED, NOTHING))


@pytest.mark.parametrize("number", range(len(blocks("python", "py"))))
def test_a_python_block_of_the_readme_runs_pasted_into_a_file(number: int, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    script = tmp_path / "pasted.py"
    script.write_text(blocks("python", "py")[number], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script.name], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_shell_blocks_of_the_readme_name_commands_and_options_that_exist() -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in "\n".join(blocks("sh", "bash", "shell", "console")).replace("\\\n", " ").splitlines():
        for part in line.removeprefix("$ ").split("|"):
            words = shlex.split(part, comments=True)
            if words[:1] == ["make"]:
                assert set(words[1:]) <= set(targets), line
            if words[:1] == ["sentencerank"] and words[1:] and not words[1].startswith("-"):
                assert words[1] in main.commands, line
                options = main.commands[words[1]].params
                known = {flag for option in options for flag in (*option.opts, *option.secondary_opts)}
                flags = {word.partition("=")[0] for word in words[2:] if re.match("--[a-z]", word)}
                assert flags <= {*known, "--help"}, line


def test_the_changelog_names_the_version() -> None:
    import sentencerank

    assert f"[{sentencerank.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
