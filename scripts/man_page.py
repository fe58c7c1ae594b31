"""Print the manual page of `sentencerank`, made from the help of its commands.

python scripts/man_page.py > sentencerank.1 && man -l sentencerank.1
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from sentencerank import __version__
from sentencerank.cli.main import main as shell

NAME = "sentencerank"
ENVIRONMENT = {
    "SENTENCERANK_MODELS": "Folder of the models that were imported or trained.",
    "SENTENCERANK_TOKEN": "Token that clients of `serve` have to send.",
    "NO_COLOR": "Print no colours.",
}


def page() -> Iterator[str]:
    """Yield the lines of the page."""
    yield f'.TH {NAME.upper()} 1 "" "{NAME} {__version__}" "User Commands"'
    yield from (".SH NAME", rf"{NAME} \- rank every sentence of a text by importance")
    yield from (".SH SYNOPSIS", f".B {NAME}", r"\fICOMMAND\fR [\fIOPTIONS\fR] [\fIFILES\fR]...")
    yield from (".SH DESCRIPTION", *paragraphs(shell.help or ""))
    yield ".SH COMMANDS"
    for path, command in commands():
        usage = " ".join(command.collect_usage_pieces(click.Context(command)))
        yield from (f".SS {escaped(' '.join(path))}", rf".B {NAME} {escaped(' '.join(path))}", escaped(usage), ".PP")
        yield from paragraphs(command.help or "")
        yield from options(command)
        yield from examples(command.epilog or "", "Examples")
    yield from (".SH ENVIRONMENT", *(line for name, about in ENVIRONMENT.items() for line in entry(name, about)))
    yield from (".SH EXIT STATUS", *examples(shell.epilog or "", "Exit codes", titled=False))
    yield from (".SH EXAMPLES", *examples(shell.epilog or "", "Examples", titled=False))


def commands(
    group: click.Group = shell, before: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Yield every command with its path; a group comes before what is in it."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield (*before, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*before, name))


def options(command: click.Command) -> Iterator[str]:
    """Yield the options of a command."""
    context = click.Context(command, show_default=True)
    for parameter in command.get_params(context):
        shown = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if shown is not None:
            yield from entry(*shown)


def entry(term: str, about: str) -> Iterator[str]:
    """Yield a term in bold and what it means."""
    # A long list of choices may be broken after a bar.
    yield from (".TP", rf"\fB{escaped(term).replace('|', '|' + chr(92) + ':')}\fR", escaped(" ".join(about.split())))


def paragraphs(text: str) -> Iterator[str]:
    """Yield running text, a macro between two paragraphs."""
    for number, part in enumerate(re.split(r"\n\s*\n", inspect.cleandoc(text).replace("\b", "").strip())):
        if number:
            yield ".PP"
        yield escaped(" ".join(part.split()))


def examples(epilog: str, title: str, *, titled: bool = True) -> Iterator[str]:
    """Yield the lines below a title of the epilog as they stand."""
    for part in re.split(r"\n\s*\n", inspect.cleandoc(epilog).replace("\b\n", "")):
        head, _, rest = part.strip("\n").partition("\n")
        if head.strip() == f"{title}:":
            yield from (".PP", f"{title}:") if titled else ()
            yield from (".PP", ".nf", *(escaped(line) for line in rest.splitlines()), ".fi")


def escaped(text: str) -> str:
    """Return text that roff prints as it is: a plain minus for options, no macro at the start of a line."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text


if __name__ == "__main__":
    click.echo("\n".join(page()))
