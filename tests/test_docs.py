from __future__ import annotations

import re
import shlex
from itertools import groupby
from pathlib import Path

import click
import pytest
from scripts.cli_reference import GROUPS, anchor, groups, options_of, stood_for
from scripts.man_page import commands

from sentencerank.cli.output import FAILED, INTERRUPTED, MISUSED, NOTHING

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SHELL = re.compile(r"^```(?:sh|bash|shell|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEREDOC = re.compile(r"<<'END'.*?^END$", re.MULTILINE | re.DOTALL)
ALL = dict(commands())


def section(path: tuple[str, ...]) -> str:
    title = " ".join(("## sentencerank", *path))
    found = re.search(rf"^{title}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/cli.md has no section {title!r}. Run: make docs"
    return found[1]


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_command_and_option_is_documented(path: tuple[str, ...]) -> None:
    text, command = section(path), stood_for(ALL[path])
    assert command.get_short_help_str(100) in text
    shared = {name for title, options in groups().items() if f"{anchor(title)}" in text for name in options}
    for name in options_of(command):
        assert f"{name} " in text or f"{name}`" in text or name in shared, f"{path}: {name} is not told. Run: make docs"


@pytest.mark.parametrize("title", GROUPS)
def test_options_of_a_group_say_the_same_in_every_command_that_refers_to_it(title: str) -> None:
    told = groups()[title]
    for path, command in ALL.items():
        own = options_of(stood_for(command))
        if f"{anchor(title)}" in section(path) and " of the " + anchor(title) not in section(path):
            assert {name: own[name] for name in told} == told, path


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_every_option_says_what_it_does_in_a_sentence(path: tuple[str, ...]) -> None:
    for parameter in ALL[path].params:
        if isinstance(parameter, click.Option):
            about = parameter.help or ""
            assert re.fullmatch(r"[A-Z].*\.", about), f"{' '.join(path)} --{parameter.name}: {about!r}"
            assert not re.match(r"(Of|In|For|With|To|Such|Where|What|Whether|How many) ", about), about


def test_nothing_is_documented_that_does_not_exist() -> None:
    found = [tuple(title.split()) for title in re.findall(r"^## sentencerank ?(.*)$", PAGE, re.MULTILINE)]
    assert found == [*ALL]


def test_every_exit_code_is_documented() -> None:
    assert all(f"| {code} |" in PAGE for code in (0, FAILED, MISUSED, NOTHING, INTERRUPTED))


def check_commands(line: str) -> None:
    """Fail if a line of shell names a command or an option of ours that does not exist."""
    every = shlex.split(line.strip().removeprefix("$ "), comments=True)
    for piped, part in groupby(every, key=lambda word: word == "|"):
        words = [] if piped else list(part)
        if words[:1] != ["sentencerank"] or not words[1:] or words[1].startswith("-"):
            continue
        path = tuple(words[1:3]) if tuple(words[1:3]) in ALL else (words[1],)
        assert path in ALL, line
        options = stood_for(ALL[path]).params
        known = {flag for option in options for flag in (*option.opts, *option.secondary_opts)}
        flags = {word.partition("=")[0] for word in words[2:] if re.match("--?[a-z]", word)}
        assert flags <= {*known, "--help"}, line


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_shell_blocks_name_commands_and_options_that_exist(path: Path) -> None:
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for block in SHELL.findall(path.read_text(encoding="utf-8")):
        for line in HEREDOC.sub("", block).replace("\\\n", " ").splitlines():
            words = shlex.split(line, comments=True)
            assert words[:1] != ["make"] or set(words[1:]) <= set(targets), line
            if words[:1] == ["python"] and words[1:2] and words[1].endswith(".py"):
                assert (ROOT / words[1]).exists(), line
            check_commands(line)


def test_examples_of_the_help_name_commands_and_options_that_exist() -> None:
    told = "\n".join(command.epilog or "" for command in map(stood_for, ALL.values()))
    examples = re.findall(r"^ *(.*\bsentencerank [a-z].*)$", told, re.MULTILINE)
    assert len(examples) > 40
    for line in examples:
        check_commands(line)


def test_the_changelog_names_the_version() -> None:
    import sentencerank

    assert f"[{sentencerank.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
