"""The options that several commands share. Each group of options reaches a command as one value.

A command that takes `recipe_options` gets one argument, `recipe`; one that takes `budget_options` gets `budget`.
The names that an option accepts are the keys of a table of the library. They are looked up when a value or the help
is needed, because the modules with these tables import numpy.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from sentencerank.errors import OptionsError

if TYPE_CHECKING:
    from sentencerank.recipe import Budget, Recipe

Command: TypeAlias = Callable[..., Any]
Decorator: TypeAlias = Callable[[Command], Command]

BUDGETS = ("words", "sentences", "ratio", "characters")


@dataclass(frozen=True, slots=True)
class Request:
    """What a ranking command is asked: what to read, how to rank it and how to print the result."""

    files: tuple[str, ...]
    encoding: str | None  # None: the content decides
    kind: str | None  # the format of the files; None: the content decides
    recipe: Recipe
    form: str | None  # None: text on a terminal, tab-separated lines in a pipe
    color: bool | None
    quiet: bool  # no notes and no progress


class Names(click.Choice):  # type: ignore[type-arg]  # it became generic in click 8.4
    """A choice between the names of a table of the library, which is imported when they are needed."""

    def __init__(self, module: str, table: str, *before: str, plugin: str = "") -> None:
        self._module, self._table, self._before, self._plugin = module, table, before, plugin
        self.case_sensitive = True

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        """The names, those that are in no table first."""
        return (*self._before, *getattr(import_module(f"sentencerank.{self._module}"), self._table))

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """Return one of the names, also that of a plugin."""
        if self._plugin and value not in self.choices:
            from sentencerank.plugins import names

            if value in names(self._plugin):
                return value
        return super().convert(value, parameter, context)


METHODS = Names("method.options", "METHODS")
READINGS = Names("method.options", "READINGS")
STRUCTURES = Names("method.structures", "STRUCTURES", "auto", plugin="structure")
KINDS = Names("documents.formats", "FORMATS", plugin="format")


def number_option(
    flag: str, about: str, default: int | None = None, *, low: int = 1, high: int | None = None
) -> Decorator:
    """Return an option for a whole number."""
    return click.option(flag, type=click.IntRange(low, high), default=default, metavar="N", help=about)


def choice_option(flag: str, choices: Sequence[str], about: str, name: str = "") -> Decorator:
    """Return an option for one of several names, of which the first is the default."""
    names = (flag, name) if name else (flag,)
    return click.option(*names, type=click.Choice(choices), default=choices[0], help=about)


def query_option(about: str) -> Decorator:
    """Return the option for what to look for."""
    return click.option("--query", multiple=True, metavar="TEXT", help=f"{about}. Repeatable: several take turns.")


def path_option(*names: str, about: str, metavar: str, required: bool = False, **kind: bool) -> Decorator:
    """Return an option for a path; `kind` are arguments of `click.Path`."""
    path = click.Path(path_type=Path, **kind)
    return click.option(*names, type=path, required=required, metavar=metavar, help=about)


def add_options(*options: Decorator) -> Decorator:
    """Return a decorator that adds options to a command, in this order."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def pack_options(name: str, make: Command, *options: Decorator) -> Decorator:
    """Return a decorator that adds options to a command and hands their values on as one argument.

    The argument is called `name`; `make` makes it from the values that its own parameters name.
    """
    taken = tuple(inspect.signature(make).parameters)

    def add(command: Command) -> Command:
        @wraps(command)
        def packed(**values: Any) -> Any:
            value = make(**{one: values.pop(one) for one in taken})
            return command(**values, **{name: value})

        return add_options(*options)(packed)

    return add


def _parse_changes(context: click.Context, parameter: click.Parameter, pairs: tuple[str, ...]) -> dict[str, Any]:
    from sentencerank.method.options import parse_changes

    try:
        return parse_changes(pairs)
    except OptionsError as error:
        raise click.BadParameter(str(error)) from error


def _make_recipe(
    method: str,
    reading: str,
    structure: str | None,
    language: str,
    model: str | None,
    query: tuple[str, ...],
    changes: dict[str, Any],
) -> Recipe:
    """Make the recipe of a command; what contradicts itself is wrong usage."""
    from sentencerank.recipe import Recipe

    try:
        asked = query[0] if len(query) == 1 else query or None
        return Recipe.of(method, reading, structure=structure, language=language, model=model, query=asked, **changes)
    except OptionsError as error:
        raise click.UsageError(str(error)) from error


def _make_budget(
    words: int | None, sentences: int | None, ratio: float | None, characters: int | None, context: bool, nested: bool
) -> Budget:
    """Make the budget of a command; two of them are wrong usage."""
    from sentencerank.recipe import Budget

    limits = dict(zip(BUDGETS, (words, sentences, ratio, characters), strict=True))
    given = [name for name, value in limits.items() if value is not None]
    if len(given) > 1:
        raise click.UsageError(f"--{given[0]} and --{given[1]} are two budgets. Give one.")
    return Budget.of(**limits, context=context, nested=nested)


def _check_encoding(context: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    try:
        b" ".decode(name or "utf-8", "replace")
    except (LookupError, UnicodeError):
        raise click.BadParameter(f"{name!r} is not known. Try utf-8, cp1252, utf-16, gb18030 or shift-jis.") from None
    return name


def _check_files(context: click.Context, parameter: click.Parameter, files: tuple[str, ...] | str) -> tuple[str, ...]:
    """Return the files to read: standard input if none is named and something is piped in."""
    if not files and (sys.stdin is None or sys.stdin.isatty()):
        example = f"{context.command_path} article.txt, or: cat article.txt | {context.command_path}"
        raise click.UsageError(f"there is nothing to read. Name a file or pipe a text in: {example}")
    return (files,) if isinstance(files, str) else files or ("-",)


files_argument = click.argument("files", nargs=-1, type=click.Path(allow_dash=True), callback=_check_files)
file_argument = click.argument("files", metavar="FILE", type=click.Path(allow_dash=True), callback=_check_files)
model_option = click.option(
    "--model",
    metavar="NAME|PATH",
    help="Name or folder of a model; see `sentencerank model` (default: chosen by language).",
)

recipe_options = pack_options(
    "recipe",
    _make_recipe,
    query_option("Rank the sentences by how close they are to this query"),
    click.option(
        "--method",
        type=METHODS,
        default="ssr",
        help="Ranking method: SSR, one of its sub-models SPR and SWR, or a baseline.",
    ),
    click.option(
        "--reading",
        type=READINGS,
        default="best",
        help="Reading of the paper: as printed (literal), as best understood (paper), or improved (best).",
    ),
    click.option(
        "--structure",
        type=STRUCTURES,
        help="How the text is built; auto detects it (default: auto, or news for the readings of the paper).",
    ),
    click.option("--language", default="auto", metavar="CODE", help="Language code, such as en, de or zh."),
    model_option,
    click.option(
        "--set",
        "changes",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_parse_changes,
        help="Set another option of the method, such as damping=0.9. Repeatable.",
    ),
)
budget_options = pack_options(
    "budget",
    _make_budget,
    number_option("--words", "Take at most N words."),
    number_option("--sentences", "Take the best N sentences."),
    click.option(
        "--ratio",
        type=click.FloatRange(0, 1, min_open=True),
        metavar="SHARE",
        help="Take this share of the sentences (default: 0.2).",
    ),
    number_option("--characters", "Take at most N characters."),
    click.option("--context", is_flag=True, help="Take a sentence only together with those it depends on."),
    click.option("--nested", is_flag=True, help="Stop at a sentence that does not fit; do not try the next one."),
)
_request_options = pack_options(
    "request",
    Request,
    click.option(
        "--encoding",
        metavar="NAME",
        callback=_check_encoding,
        help="Read the files as text in this encoding, plain unless --kind says otherwise (default: detected).",
    ),
    click.option("--kind", type=KINDS, help="Read the files as this format (default: detected)."),
    click.option("--text", "form", flag_value="text", help="Print formatted text, even in a pipe."),
    click.option("--tsv", "form", flag_value="tsv", help="Print tab-separated lines, even on a terminal."),
    click.option("--json", "form", flag_value="json", help="Print a JSON object, or a list for several files."),
    click.option("--jsonl", "form", flag_value="jsonl", help="Print one JSON object per file, each on its line."),
    click.option("--csv", "form", flag_value="csv", help="Print CSV with a header (RFC 4180)."),
    click.option("--color/--no-color", default=None, help="Use colours (default: only on a terminal)."),
    click.option("-q", "--quiet", is_flag=True, help="Print no notes and no progress; errors are still printed."),
)
page_options = add_options(
    click.option("--md", "form", flag_value="md", help="Print Markdown."),
    click.option("--html", "form", flag_value="html", help="Print one page of HTML for all files."),
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def request_options(command: Command) -> Command:
    """Add the options of a ranking command, which gets them and its files as one `request`."""
    return recipe_options(_request_options(command))
