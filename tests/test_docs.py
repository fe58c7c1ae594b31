from __future__ import annotations

import re
import shlex
import subprocess
import sys
from itertools import groupby
from pathlib import Path

import click
import pytest
from scripts.man_page import commands

from sentencerank.cli.output import FAILED, INTERRUPTED, MISUSED, NOTHING

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(*languages: str) -> list[str]:
    return [body for language, body in BLOCK.findall(README) if language in languages]


ALL = dict(commands())


def section(path: tuple[str, ...]) -> str:
    title = " ".join(("## sentencerank", *path))
    found = re.search(rf"^{title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/cli.md has no section {title!r}. Run: make docs"
    return found[1]


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_command_and_option_is_documented(path: tuple[str, ...]) -> None:
    text, command = section(path), ALL[path]
    assert command.get_short_help_str(100) in text
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            missing = [flag for flag in (*parameter.opts, *parameter.secondary_opts) if flag not in text]
            assert not missing, f"{' '.join(path)}: {missing} not in docs/cli.md. Run: make docs"


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_option_says_what_it_does_in_a_sentence(path: tuple[str, ...]) -> None:
    for parameter in ALL[path].params:
        if isinstance(parameter, click.Option):
            about = parameter.help or ""
            assert re.fullmatch(r"[A-Z].*\.", about), f"{' '.join(path)} --{parameter.name}: {about!r}"
            assert not re.match(r"(Of|In|For|With|To|Such|Where|What|Whether|How many) ", about), about


def test_nothing_is_documented_that_does_not_exist() -> None:
    found = [tuple(title.split()) for title in re.findall(r"^## sentencerank ?(.*)$", PAGE, re.MULTILINE)]
    assert found == [(), *ALL]


def test_every_exit_code_is_documented() -> None:
    assert all(f"| {code} |" in PAGE for code in (0, FAILED, MISUSED, NOTHING, INTERRUPTED))


@pytest.mark.parametrize("number", range(len(blocks("python", "py"))))
def test_a_python_block_of_the_readme_runs_pasted_into_a_file(number: int, tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    script = tmp_path / "pasted.py"
    script.write_text(blocks("python", "py")[number], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script.name], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    printed = r"```\n\n```text\n(.*?)^```$"
    shown = re.search(re.escape(blocks("python", "py")[number]) + printed, README, re.MULTILINE | re.DOTALL)
    assert shown is None or done.stdout == shown[1]


def test_the_readme_shows_what_its_first_block_prints() -> None:
    assert re.search(r"```python\n.*?```\n\n```text\n", README, re.DOTALL)


def check_commands(line: str) -> None:
    """Fail if a line of shell names a command or an option of ours that does not exist."""
    every = shlex.split(line.strip().removeprefix("$ "), comments=True)
    for piped, part in groupby(every, key=lambda word: word == "|"):
        words = [] if piped else list(part)
        if words[:1] != ["sentencerank"] or not words[1:] or words[1].startswith("-"):
            continue
        path = tuple(words[1:3]) if tuple(words[1:3]) in ALL else (words[1],)
        assert path in ALL, line
        # What `train CORPUS...` takes is known by the hidden command that it stands for.
        options = getattr(ALL[path], "commands", {}).get("all", ALL[path]).params
        known = {flag for option in options for flag in (*option.opts, *option.secondary_opts)}
        flags = {word.partition("=")[0] for word in words[2:] if re.match("--?[a-z]", word)}
        assert flags <= {*known, "--help"}, line


def test_shell_blocks_of_the_readme_name_commands_and_options_that_exist() -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for line in "\n".join(blocks("sh", "bash", "shell", "console")).replace("\\\n", " ").splitlines():
        words = shlex.split(line.removeprefix("$ "), comments=True)
        assert words[:1] != ["make"] or set(words[1:]) <= set(targets), line
        check_commands(line)


def test_examples_of_the_help_name_commands_and_options_that_exist() -> None:
    examples = re.findall(r"^ {4}(.*\bsentencerank [a-z].*)$", PAGE, re.MULTILINE)
    assert len(examples) > 40
    for line in examples:
        check_commands(line)


def test_the_changelog_names_the_version() -> None:
    import sentencerank

    assert f"[{sentencerank.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
