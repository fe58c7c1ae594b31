"""What the commands share: their common options, reading files, printing in one of five forms, exit codes."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, get_args, get_type_hints

import click

from sentencerank.errors import DocumentError, OptionsError, SentenceRankError
from sentencerank.method.options import METHODS, READINGS, Options
from sentencerank.method.structures import STRUCTURES as _STRUCTURES

if TYPE_CHECKING:
    from sentencerank import Document, Ranking
    from sentencerank.cli.terminal import Page

FAILED, MISUSED, NOTHING = 1, 2, 3  # exit codes
STRUCTURES = ("auto", *_STRUCTURES)

Row: TypeAlias = "Mapping[str, object]"
Command = TypeVar("Command", bound=Callable[..., None])

_SURROGATE = re.compile("[\\ud800-\\udfff]")


class Shell(click.Group):
    """A group whose errors are one line, whose output is UTF-8, and which ends quietly when nobody reads on."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order in which one meets them."""
        return list(self.commands)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, with an output that takes every character; what was closed before the start is read by nobody."""
        sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # open to the end
        sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", errors="replace", newline="\n")
        return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Turn what the library raises on purpose into a line and an exit code; anything else is a bug and shows."""
        try:
            return super().invoke(ctx)
        except SentenceRankError as error:
            complain(str(error))
            ctx.exit(MISUSED if isinstance(error, OptionsError) else FAILED)
        except BrokenPipeError:
            _close_output()
            ctx.exit(0)
        except OSError as error:
            if error.filename is None:
                raise
            complain(
                f"{os.fsdecode(error.filename)}: {error.strerror}. Choose another place, or look at its permissions."
            )
            ctx.exit(FAILED)


@dataclass(frozen=True, slots=True)
class Request:
    """What every command is asked: what to read, how to rank it, how to print it."""

    files: tuple[str, ...]
    encoding: str | None  # None: the content decides
    query: str | None
    ranker: Mapping[str, object]  # the arguments of Ranker
    form: str | None  # None: to be read on a terminal, lines into a pipe
    color: bool | None


@dataclass(frozen=True, slots=True)
class Forms:
    """A result in each of the forms that it can be printed in."""

    view: Callable[[Ranking, Page], Iterable[str]]  # to be read
    lines: Callable[[Ranking], Iterable[str]]  # into a pipe
    record: Callable[[Ranking], Mapping[str, object]]  # --json and --jsonl
    rows: Callable[[Ranking], Iterable[Row]]  # --csv
    titled: bool = True  # whether the view says what was read even for a single file


def ranking_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that all commands share, and hand them on as one Request."""

    @wraps(command)
    def packed(
        *,
        files: tuple[str, ...] | str,
        encoding: str | None,
        query: str | None,
        structure: str | None,
        changes: dict[str, object],
        form: str | None,
        color: bool | None,
        **rest: object,
    ) -> None:
        ranker = {name: rest.pop(name) for name in ("method", "reading", "language", "model")}
        ranker |= changes if structure is None else changes | {"structure": structure}
        names = (files,) if isinstance(files, str) else files
        command(Request(names, encoding, query, ranker, form, color), **rest)

    for option in reversed(_OPTIONS):
        packed = option(packed)
    return packed


def budget_options(command: Command) -> Command:
    """Add the options that say how much to take."""
    for option in reversed(_BUDGET):
        command = option(command)
    return command


def _typed(context: click.Context, parameter: click.Parameter, pairs: tuple[str, ...]) -> dict[str, object]:
    """NAME=VALUE pairs as fields of Options, each in its own type."""
    hints = get_type_hints(Options)
    values: dict[str, object] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise click.BadParameter(f"{pair!r} is not NAME=VALUE.")
        if name not in hints:
            raise click.BadParameter(f"no option is called {name!r}. The options are: {', '.join(sorted(hints))}.")
        kinds = get_args(hints[name]) or (hints[name],)
        kind = next((kind for kind in (bool, int, float) if kind in kinds), str)
        if text.lower() == "none" and type(None) in kinds:
            values[name] = None
        else:
            values[name] = click.types.convert_type(kind).convert(text, parameter, context)
    return values


def _encoding(context: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    try:
        b" ".decode(name or "utf-8", "replace")
    except (LookupError, UnicodeError):
        raise click.BadParameter(f"{name!r} is not known. Try utf-8, cp1252, utf-16, gb18030 or shift-jis.") from None
    return name


def given_files(context: click.Context, parameter: click.Parameter, files: tuple[str, ...]) -> tuple[str, ...]:
    """The files to read: standard input if none is named and something is piped in."""
    if not files and (sys.stdin is None or sys.stdin.isatty()):
        example = f"{context.command_path} article.txt, or: cat article.txt | {context.command_path}"
        raise click.UsageError(f"nothing to read. Name a file or pipe a text in: {example}")
    return files or ("-",)


_BUDGET = (
    click.option("--words", type=click.IntRange(1), metavar="N", help="At most N words."),
    click.option("--sentences", type=click.IntRange(1), metavar="N", help="The best N sentences."),
    click.option(
        "--ratio",
        type=click.FloatRange(0, 1, min_open=True),
        metavar="SHARE",
        help="This share of the sentences.  [default: 0.2]",
    ),
    click.option("--characters", type=click.IntRange(1), metavar="N", help="At most N characters."),
    click.option("--context", is_flag=True, help="Bring along what a sentence leans on."),
    click.option("--fill", is_flag=True, help="Skip what does not fit and go on."),
)
_OPTIONS = (
    click.option("--query", metavar="TEXT", help="Rank by what you look for."),
    click.option(
        "--method",
        type=click.Choice(METHODS),
        default="ssr",
        show_default=True,
        help="SSR and its sub-models, or a plain method to compare with.",
    ),
    click.option(
        "--reading",
        type=click.Choice(list(READINGS)),
        default="best",
        show_default=True,
        help="The paper as printed, as best understood, or improved.",
    ),
    click.option("--structure", type=click.Choice(STRUCTURES), help="How the text is built.  [default: auto]"),
    click.option("--language", default="auto", show_default=True, metavar="CODE", help="Such as en, de or zh."),
    click.option(
        "--model", metavar="NAME|PATH", help="A model of yours; see `sentencerank model`.  [default: by language]"
    ),
    click.option(
        "--set",
        "changes",
        multiple=True,
        metavar="NAME=VALUE",
        callback=_typed,
        help="Any other field of Options, such as damping=0.9; may be repeated.",
    ),
    click.option("--encoding", callback=_encoding, help="Read as plain text in this encoding.  [default: by content]"),
    click.option("--text", "form", flag_value="view", help="Print to be read, even into a pipe."),
    click.option("--tsv", "form", flag_value="lines", help="Print plain lines, even on a terminal."),
    click.option("--json", "form", flag_value="json", help="Print a JSON object; a list for several files."),
    click.option("--jsonl", "form", flag_value="jsonl", help="Print a JSON object a line, one for each file."),
    click.option("--csv", "form", flag_value="csv", help="Print rows with a header (RFC 4180)."),
    click.option("--color/--no-color", default=None, help="Use colours.  [default: on a terminal]"),
)


def run(request: Request, forms: Forms) -> None:
    """Rank every file and print it as asked; a file that cannot be read is named, and the others are still done."""
    from sentencerank import Ranker

    ranker = Ranker(**request.ranker)  # type: ignore[arg-type]
    form = request.form or ("view" if sys.stdout.isatty() or request.color else "lines")
    several, done, failed = len(request.files) > 1, 0, False
    records: list[Mapping[str, object]] = []
    for name in _with_progress(request.files):
        try:
            ranking = ranker.rank(_input(request, name), query=request.query, id=name)
        except OptionsError:
            raise  # about the arguments, whatever the file
        except (SentenceRankError, OSError) as error:
            complain(f"{called(name)}: {getattr(error, 'strerror', None) or error}")
            failed = True
            continue
        if not len(ranking):
            complain(f"{called(name)}: no sentences")
            continue
        for note in ranking.notes:
            complain(f"{called(name)}: {note}")
        if form == "json":
            records.append(forms.record(ranking))
        else:
            write("\n".join(_printed(form, forms, ranking, several, first=not done, color=request.color)))
        done += 1
    if records:
        write(json.dumps(records if several else records[0], ensure_ascii=False, indent=2))
    if failed or not done:
        raise click.exceptions.Exit(FAILED if failed else NOTHING)


def _printed(
    form: str, forms: Forms, ranking: Ranking, several: bool, *, first: bool, color: bool | None
) -> Iterator[str]:
    """One document in a form, line by line."""
    from sentencerank.cli import terminal

    name = called(ranking.document.id)
    if form == "jsonl":
        yield json.dumps(forms.record(ranking), ensure_ascii=False)
    elif form == "csv":
        yield from _csv(forms.rows(ranking), header=first)
    elif form == "lines":
        yield from (f"{terminal.flat(name)}\t{line}" if several else line for line in forms.lines(ranking))
    else:
        page = terminal.Page(min(shutil.get_terminal_size().columns, terminal.WIDEST), _colored(color))
        yield from () if first else ("",)
        yield from terminal.title(name, ranking, page) if several or forms.titled else ()
        yield from forms.view(ranking, page)


def _colored(asked: bool | None) -> bool:
    """Colours on a terminal, unless it cannot or the user would rather not (no-color.org)."""
    able = sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return able if asked is None else asked


def _csv(rows: Iterable[Row], header: bool) -> Iterator[str]:
    import csv

    from sentencerank.files import csv_cell

    out = io.StringIO()
    for number, row in enumerate(rows):
        writer = csv.DictWriter(out, list(row))  # the dialect "excel" is RFC 4180
        if header and number == 0:
            writer.writeheader()
        writer.writerow({name: csv_cell(value) for name, value in row.items()})
    yield out.getvalue().removesuffix("\n")


def _with_progress(files: tuple[str, ...]) -> Iterator[str]:
    """The files, with a bar where it disturbs nothing: several of them, the results not on the same terminal."""
    if len(files) < 2 or not sys.stderr.isatty() or sys.stdout.isatty():
        yield from files
        return
    with click.progressbar(files, label="Ranking", file=sys.stderr, show_pos=True) as bar:
        yield from bar


def _input(request: Request, name: str) -> str | Document:
    """What a name stands for: plain text as it is, so that offsets are those of the file; anything else is parsed."""
    from sentencerank.documents.formats import recognise
    from sentencerank.documents.limits import DEFAULT, Meter
    from sentencerank.documents.reading import read_document

    data, name = _bytes(name)
    if request.encoding:
        return _decoded(data, request.encoding)
    kind = recognise(data, name, meter=Meter(DEFAULT)) if data.strip() else "text"
    if kind == "text":
        with suppress(UnicodeDecodeError):
            return _decoded(data, "utf-8-sig")
    return read_document(data, name=name, kind=kind, language=str(request.ranker["language"]))


def _bytes(name: str) -> tuple[bytes, str]:
    """The content of a file, of standard input or of an address, and what to call it."""
    from sentencerank.documents.fetch import fetch, file_name, is_address

    if is_address(name):
        return fetch(name), file_name(name)
    if name == "-" and sys.stdin is None:
        raise DocumentError("it is closed. Name a file, or pipe a text in.")
    with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
        return file.read(), "" if name == "-" else name


def _decoded(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding).removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")  # the byte order mark
    except UnicodeDecodeError as error:
        if encoding == "utf-8-sig":
            raise
        raise DocumentError(
            f"this is not {encoding} ({error.reason}). Leave --encoding out to let the content decide."
        ) from None


def called(name: str) -> str:
    """A file as messages name it."""
    return "standard input" if name == "-" else name


def write(text: str) -> None:
    """Print to standard output; what UTF-8 cannot hold becomes U+FFFD."""
    if not text:
        return
    try:
        click.echo(_SURROGATE.sub("\N{REPLACEMENT CHARACTER}", text), color=True)  # colours were decided before
    except BrokenPipeError:
        raise
    except OSError as error:
        _close_output()
        complain(f"cannot write the output: {error.strerror}")
        raise click.exceptions.Exit(FAILED) from None


def _close_output() -> None:
    """Send what is still buffered nowhere, or the flush at exit would fail once more."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(message: str) -> None:
    """Say on standard error, in a line, what went wrong or should be known."""
    fresh = "\r\x1b[K" if sys.stderr.isatty() else ""  # over a bar that may stand there
    click.echo(f"{fresh}sentencerank: {' '.join(message.split())}", err=True)
