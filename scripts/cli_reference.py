"""Write the reference of all commands for docs/cli.md: `make docs` runs it.

Options that many commands share are told once, in groups; the section of a command has what is its own. The help of a
command (`--help`) still shows all of them, with examples.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click
from scripts.man_page import commands

from sentencerank.cli.main import main as shell

# The title of each group, the command whose options it has, and their names.
GROUPS = {
    "Budget options": ("rank", "--words --sentences --ratio --characters --context --nested"),
    "Ranking options": ("rank", "--query --method --reading --structure --language --model --set"),
    "Input and output options": (
        "rank",
        "--encoding --kind --text --tsv --json --jsonl --csv --color --quiet",
    ),
    "Table options": (
        "corpus rank",
        "--id-field --text-field --max-characters --max-seconds --max-memory --workers",
    ),
    "Training options": (
        "train",
        "--language --unit --field --knowledge-base --stop-words --min-sup --max-len --trees --dimensions --epochs "
        "--window --min-count --threads --subwords --minimum --name --licence --numbers --replace --seed --workers "
        "--work --fresh",
    ),
}

# The page that tells more about a command than its help does.
PAGES = {
    "rank": "ranking.md",
    "summarize": "summarise.md",
    "layers": "summarise.md#layers",
    "keyphrases": "keyphrases.md",
    "together": "keyphrases.md#several-documents",
    "compress": "compression.md",
    "read": "reader.md",
    "corpus overview": "corpus.md#overview",
    "corpus rank": "corpus.md",
    "corpus verify": "corpus.md#killed-resumed-verified",
    "languages": "languages.md",
    "model import": "models.md",
    "model calibrate": "models.md#look-into-it",
    "train": "training.md",
    "evaluate": "evaluation.md",
    "serve": "serving.md",
    "mcp": "integrations.md#mcp",
    "doctor": "confinement.md",
}


def stood_for(command: click.Command) -> click.Command:
    """What `train CORPUS...` takes is known by the hidden command that it stands for."""
    found: click.Command = getattr(command, "commands", {}).get("all", command)
    return found


def options_of(command: click.Command) -> dict[str, tuple[str, str]]:
    """The options of a command by their longest name, each with how it is written and what it does."""
    context = click.Context(command, show_default=True)
    found = {}
    for option in command.get_params(context):
        shown = option.get_help_record(context) if isinstance(option, click.Option) else None
        if shown and "--help" not in option.opts:
            found[max(option.opts, key=len)] = shown
    return found


def groups() -> dict[str, dict[str, tuple[str, str]]]:
    """The options of each group."""
    known = {" ".join(path): command for path, command in commands()}
    found = {}
    for title, (name, names) in GROUPS.items():
        options = options_of(stood_for(known[name]))
        found[title] = {one: options[one] for one in names.split()}
    return found


def table(options: dict[str, tuple[str, str]]) -> Iterator[str]:
    """Yield the lines of a table of options."""
    yield from ("| option | |", "| --- | --- |")
    for written, about in options.values():
        about = re.sub(r"\s+\[(?:default: )?", " [", re.sub(r"; x[<>=]+\d+\]$|\s+\[(?:\d+<=?)?x.*?\]$", "]", about))
        about = about.removesuffix("]") if about.count("]") > about.count("[") else about
        # Choices would make the first column as wide as the page.
        written, _, choices = written.removesuffix("]").partition(" [")
        told = f"One of {choices.replace('|', ', ')}." if choices else ""
        yield f"| `{written.replace('|', '·')}` | {about.rstrip().replace('|', '·')} {told}".rstrip() + " |"


def anchor(title: str) -> str:
    """The address of a heading inside the page."""
    place = "sentencerank-train" if title == "Training options" else title.lower().replace(" ", "-")
    return f"[{title.lower()}](#{place})"


def section(path: tuple[str, ...], command: click.Command) -> Iterator[str]:
    """Yield the lines about one command."""
    command = stood_for(command)
    usage = " ".join(command.collect_usage_pieces(click.Context(command))).removeprefix("[OPTIONS]").strip()
    yield from (f"## sentencerank {' '.join(path)}", "", *((f"`{usage}`", "") if usage else ()))
    told = [re.sub(r"\s+", " ", one) for one in inspect.cleandoc(command.help or "").split("\n\n")]
    if more := PAGES.get(" ".join(path)):
        told = [f"{told[0]} [More]({more})."]
    for paragraph in told:
        yield from (paragraph, "")
    own, also = options_of(command), []
    for title, shared in groups().items():
        same = [name for name, shown in shared.items() if own.get(name, ("", ""))[1] == shown[1]]
        if title == "Training options" and path == ("train",):
            continue
        if len(same) == len(shared):
            also.append(anchor(title))
        elif len(same) > 3 or (same and title == "Ranking options"):
            also.append(f"{', '.join(f'`{name}`' for name in same)} of the {anchor(title)}")
        else:
            continue
        own = {name: shown for name, shown in own.items() if name not in same}
    if own:
        yield from (*(table(own)), "")
    if also:
        yield from (f"Also: {'; '.join(also)}.", "")


def page() -> Iterator[str]:
    """Yield the lines of the generated part."""
    for title, shared in groups().items():
        if title != "Training options":
            yield from (f"## {title}", "", *table(shared), "")
    for path, command in commands(shell):
        yield from section(path, command)
